"""The table of triggers is made once for the same triggers, ahead of the start that needs it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.config.channels import TriggersChannel
from vademecum.context.trigger_table import table_of
from vademecum.library.snapshots import KEPT_MADE, TABLES, keep_made, table_made
from vademecum.memory import Memory
from vademecum.memory.context import shelves_for
from vademecum.surfaces.hooks.refresh import refresh
from vademecum.surfaces.hooks.tables import known_or_made

Host: TypeAlias = Any
CONFIG = TriggersChannel()


@pytest.fixture
def memory(host: Host) -> Iterator[Memory]:
    host.write("boats/Oarlock", "---\nmetadata:\n  triggers: [rowlock]\n---\n\nIt is of bronze.\n")
    host.write("About me", "---\nmetadata:\n  seed: true\n---\n\nI count in fathoms.\n")
    memory = Memory.open(cwd=host.project)
    yield memory
    memory.close()


def test_a_sync_makes_the_table_of_the_next_start(host: Host, memory: Memory) -> None:
    assert refresh(str(host.project))
    shelves = shelves_for(memory)
    found = known_or_made(str(host.state), shelves, CONFIG)
    assert not found.is_new
    assert found.table == table_of(shelves, CONFIG) != b""


def test_a_start_leaves_its_table_to_the_next_one(host: Host, memory: Memory) -> None:
    host.sync()
    host.start()
    assert not known_or_made(str(host.state), shelves_for(memory), CONFIG).is_new


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("boats/Oarlock", "---\nmetadata:\n  triggers: [thole pin]\n---\n\nIt is of bronze.\n"),
        ("boats/Fender", "It is of cork.\n"),
        ("About me", "---\nmetadata:\n  seed: true\n  triggers: [fathoms]\n---\n\nI count in fathoms.\n"),
    ],
    ids=["other words", "another page", "a seed, of which the index does not know yet"],
)
def test_a_table_of_other_triggers_is_made_anew(host: Host, memory: Memory, page: str, text: str) -> None:
    assert refresh(str(host.project))
    host.write(page, text)
    if page != "About me":
        host.sync()
    shelves = shelves_for(memory)
    made = known_or_made(str(host.state), shelves, CONFIG)
    assert made.is_new
    assert made.table == table_of(shelves, CONFIG)


def test_a_page_with_the_triggers_it_had_needs_no_other_table(host: Host, memory: Memory) -> None:
    assert refresh(str(host.project))
    host.write("boats/Oarlock", "---\nmetadata:\n  triggers: [rowlock]\n---\n\nIt is of iron.\n")
    host.sync()
    assert not known_or_made(str(host.state), shelves_for(memory), CONFIG).is_new


@pytest.mark.parametrize(
    "config",
    [TriggersChannel(cap=1), TriggersChannel(match="substring"), TriggersChannel(case_sensitive=True)],
    ids=["cap", "match", "case"],
)
def test_a_table_is_of_one_configuration(host: Host, memory: Memory, config: TriggersChannel) -> None:
    assert refresh(str(host.project))
    shelves = shelves_for(memory)
    made = known_or_made(str(host.state), shelves, config)
    assert made.is_new
    assert made.table == table_of(shelves, config)


def test_a_channel_that_is_off_has_no_table(host: Host, memory: Memory) -> None:
    host.sync()
    assert known_or_made(str(host.state), shelves_for(memory), TriggersChannel(on=False)).table == b""


def test_a_damaged_table_is_made_anew(host: Host, memory: Memory) -> None:
    assert refresh(str(host.project))
    [file] = (host.state / TABLES).iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    shelves = shelves_for(memory)
    assert known_or_made(str(host.state), shelves, CONFIG).table == table_of(shelves, CONFIG)


def test_one_table_is_kept_of_a_place_and_those_of_few_places(tmp_path: Path) -> None:
    state = str(tmp_path)
    for number in range(KEPT_MADE + 3):
        keep_made(state, f"place{number}", "one", b"1")
        os.utime(tmp_path / TABLES / f"place{number}.triggers", (number, number))
        keep_made(state, f"place{number}", "two", b"2\n2")
        os.utime(tmp_path / TABLES / f"place{number}.triggers", (number, number))
    assert len(os.listdir(tmp_path / TABLES)) == KEPT_MADE
    last = f"place{KEPT_MADE + 2}"
    assert (table_made(state, last, "two"), table_made(state, last, "one")) == (b"2\n2", b"")
    assert table_made(state, "place0", "two") == b""
