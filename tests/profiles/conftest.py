"""A person whose memory is configured by a profile, and what a session of theirs is given of it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from vademecum.config.places import user_config_file
from vademecum.context.giving import COMPOSED, Carrier, Given
from vademecum.context.pieces import NO_BOUND
from vademecum.memory import Memory
from vademecum.memory.context import context_of


class Person:
    """One store, mounted under the name of ``kept``, and the channels by a profile."""

    def __init__(self, root: Path, profile: str) -> None:
        self.root = root
        self.profile = profile
        self.store = root / "kept"
        self.store.mkdir()
        (root / "project").mkdir()
        self.configure()

    def configure(self, mount: str = "", channels: str = "") -> None:
        """Set more of the mount and of the channels, in TOML."""
        is_file = self.profile == "records"
        path = self.store / "facts.jsonl" if is_file else self.store
        file = user_config_file(os.environ)
        file.parent.mkdir(parents=True, exist_ok=True)
        head = f'[channels]\nprofile = "{self.profile}"\n'
        table = f'[mounts.kept]\npath = "{path}"\nprofile = "{self.profile}"\n'
        file.write_text(f"{head}{channels}\n{table}{mount}\n", encoding="utf-8")

    def write(self, name: str, text: str) -> Path:
        page = self.store / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
        return page

    def write_all(self, pages: Mapping[str, str]) -> None:
        for name, text in pages.items():
            self.write(name, text)

    def record(self, *records: Mapping[str, object]) -> None:
        """Write these records, one a line."""
        lines = [json.dumps(each, ensure_ascii=False) for each in records]
        self.write("facts.jsonl", "".join(f"{line}\n" for line in lines))

    def given(self, *channels: str, cap: int = NO_BOUND, sync: bool = True) -> Given:
        """What one event that carries these channels, or all, gives to a session now."""
        memory = Memory.open(cwd=self.root / "project")
        if sync:
            memory.sync()
        (given,) = context_of(memory, [Carrier(channels or COMPOSED, cap)])
        memory.close()
        return given

    def text(self, *channels: str, cap: int = NO_BOUND) -> str:
        return self.given(*channels, cap=cap).text


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str) -> Person:
    """A person with an empty store; each module of tests names its profile."""
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "home"))
    return Person(tmp_path, profile)
