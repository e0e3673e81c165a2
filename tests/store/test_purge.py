"""Taking a page out of the trash for good, in both formats: it is gone, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import Format, MountConfig
from vademecum.errors import NotFoundError, RefusedError, StorageError
from vademecum.guards.changes import Actor, Content, Removal
from vademecum.memory import Memory, Setting


@pytest.fixture(params=["folder", "records"])
def memory(request: pytest.FixtureRequest, setting: Setting, tmp_path: Path) -> Iterator[Memory]:
    """A memory with two deleted pages, ``a`` and ``b``, in the mount ``m``."""
    kind: Format = request.param
    root = tmp_path / "m"
    root.mkdir()
    mount = MountConfig(name="m", path=root if kind == "folder" else root / "m.jsonl", format=kind, writable=True)
    opened = Memory(replace(setting, session=None, config=replace(setting.config, mounts=(mount,))))
    for name in ("a", "b"):
        made = opened.write(Address("m", name), Content(f"the words of {name}\n"))
        opened.write(made.address, Removal(), version=made.after)
    yield opened
    opened.close()


def ids(memory: Memory) -> dict[str, str]:
    return {item.name: item.id for _, item in memory.trash()}


def test_what_is_purged_is_gone_and_the_rest_stays(memory: Memory, tmp_path: Path) -> None:
    memory.purge("m", ids(memory)["a"])
    assert list(ids(memory)) == ["b"]
    assert not any(b"the words of a" in file.read_bytes() for file in (tmp_path / "m").rglob("*") if file.is_file())
    assert memory.restore("m", ids(memory)["b"]).action == "restored"


@pytest.mark.parametrize("trash_id", ["", "..", "20260101T000000Z-00000000", "../a"])
def test_what_is_not_in_the_trash_is_told(memory: Memory, trash_id: str) -> None:
    with pytest.raises(NotFoundError, match="in the trash"):
        memory.purge("m", trash_id)
    assert set(ids(memory)) == {"a", "b"}


def test_an_agent_may_not_delete_for_good(memory: Memory) -> None:
    agent = Memory(replace(memory.setting, actor=Actor("agent", "x")))
    with pytest.raises(RefusedError, match="only a person"):
        agent.purge("m", ids(memory)["a"])
    agent.close()
    assert set(ids(memory)) == {"a", "b"}


def test_a_trash_is_only_emptied_under_the_lock(memory: Memory) -> None:
    with pytest.raises(StorageError, match="while its lock is held"):
        memory.library.store("m").purge(ids(memory)["a"])


def test_what_was_kept_to_answer_about_earlier_days_goes_too(memory: Memory) -> None:
    past = memory.setting.cache / "past" / "x"
    past.mkdir(parents=True)
    memory.purge("m", ids(memory)["a"])
    assert not past.exists()
