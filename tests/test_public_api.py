"""The public names are pinned: adding one is a decision, and taking one away breaks somebody."""

from __future__ import annotations

import tomllib
from pathlib import Path

import vademecum

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"

PUBLIC = ["__version__"]


def test_the_public_names_are_these() -> None:
    assert sorted(vademecum.__all__) == PUBLIC


def test_every_public_name_is_there() -> None:
    assert [name for name in PUBLIC if getattr(vademecum, name, None) is None] == []


def test_the_version_is_the_one_of_the_project() -> None:
    assert vademecum.__version__ == tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"]
