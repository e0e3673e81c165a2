"""A new store gets a few pages to begin with, and an old one keeps what it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from vademecum.config.model import MountConfig
from vademecum.page.names import check_name
from vademecum.store.folder import FolderStore
from vademecum.store.scaffold import GLOBAL, USER, WIKI, Templates, scaffold


@pytest.mark.parametrize("templates", [GLOBAL, USER, WIKI], ids=["global", "user", "wiki"])
def test_P2_an_empty_store_is_offered_every_page_and_a_full_one_none(tmp_path: Path, templates: Templates) -> None:
    store = FolderStore(MountConfig("home", tmp_path, writable=True))
    with store.lock():
        for name, data in scaffold(store, templates):
            store.put(name, data, expect=None)
    assert {entry.name for entry in store.walk().entries} == set(templates)
    assert scaffold(store, templates) == ()


def test_P2_a_page_that_is_there_under_another_case_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "memory.md").write_bytes(b"mine")
    store = FolderStore(MountConfig("home", tmp_path, writable=True))
    assert [name for name, _ in scaffold(store, GLOBAL)] == ["topics/keeping-this-memory"]


def test_scaffolding_proposes_and_writes_nothing(tmp_path: Path) -> None:
    store = FolderStore(MountConfig("home", tmp_path, writable=True))
    assert scaffold(store, GLOBAL)
    assert list(tmp_path.iterdir()) == []


def test_every_template_has_a_name_that_may_be_written_and_links_that_lead_somewhere() -> None:
    for templates in (GLOBAL, USER, WIKI):
        assert [check_name(name) for name in templates] == list(templates)
    assert "(topics/keeping-this-memory.md)" in GLOBAL["MEMORY"]
