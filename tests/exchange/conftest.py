"""Memories to move things between, each with a home of its own and a mount of records beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from vademecum.config import Config
from vademecum.config.model import MountConfig
from vademecum.library import find_workspace
from vademecum.memory import Memory, Setting
from vademecum.memory.exchange import exchange_of, source_at
from vademecum.memory.exporting import Selection
from vademecum.memory.import_report import ImportReport, Request

RECORDS = "facts"


class Place:
    """A memory with all its places below a folder, at noon of 2026-11-30, as a person's command has it."""

    def __init__(self, root: Path, mounts: tuple[MountConfig, ...], config: Config) -> None:
        self.root = root
        (root / "project").mkdir(parents=True)
        (root / "records").mkdir()
        self.records = root / "records" / "facts.jsonl"
        records = MountConfig(name=RECORDS, path=self.records, scope="user", format="records", writable=True)
        self.memory = Memory(
            Setting(
                config=replace(config, home=root / "home", mounts=(records, *mounts)),
                cache=root / "cache",
                state=root / "state",
                workspace=find_workspace(root / "project"),
                clock=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC),
            )
        )
        self.exchange = exchange_of(self.memory)

    def put(self, name: str, data: bytes, mount: str = "global") -> None:
        """A page as a person leaves it on disk."""
        file = self.memory.library.mount(mount).root / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def pages(self, mount: str = "global") -> dict[str, bytes]:
        """The bytes of every page, by name."""
        store = self.memory.library.store(mount)
        return {name: store.read(name).raw for name in store.walk().stamps}

    def export(self, kind: Any, **options: Any) -> bytes:  # noqa: ANN401 - fields of a Selection
        """An export's bytes."""
        out = BytesIO()
        self.exchange.export(Selection(kind, **options)).write(out)
        return out.getvalue()

    def load(self, data: bytes | Path, kind: str = "", **options: Any) -> ImportReport:  # noqa: ANN401 - of a Request
        """The report of an import of bytes, or of a file or folder."""
        file = data if isinstance(data, Path) else self.root / "to-import"
        if not isinstance(data, Path):
            file.write_bytes(data)
        return self.exchange.run(source_at(file, kind), Request(**options))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Callable[..., Place]]:
    """Make memories below ``tmp_path`` that are closed at the end."""
    numbers = count()
    with ExitStack() as stack:

        def made(*mounts: MountConfig, config: Config | None = None) -> Place:
            found = Place(tmp_path / f"place-{next(numbers)}", mounts, config or Config(home=tmp_path))
            stack.callback(found.memory.close)
            return found

        yield made
