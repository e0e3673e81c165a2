"""A record store under processes that race, die and hold on: the old state or the new one, and each record once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from vademecum.config.model import MountConfig
from vademecum.page import digest_of
from vademecum.store.records import RecordStore

WRITER = Path(__file__).with_name("writer.py")
OLD = b'{"id": "old", "content": "' + b"old " * 1000 + b'"}'
TORN = b'{"id": "torn", "cont'
BEFORE = b'{"id": "first", "content": "x"}\n%b\n%b\n{"id": "last", "content": "no line end"}' % (TORN, OLD)
PROCESSES, RECORDS = 8, 200


def command(*arguments: object) -> list[str]:
    return [sys.executable, str(WRITER), *map(str, arguments)]


def run(*arguments: object) -> list[str]:
    return subprocess.run(command(*arguments), check=True, capture_output=True, text=True).stdout.splitlines()


def store_at(folder: Path) -> RecordStore:
    return RecordStore(MountConfig("facts", folder / "facts.jsonl", format="records", writable=True), wait=0)


def texts(folder: Path) -> dict[str, str]:
    store = store_at(folder)
    return {entry.name: store.read(entry.name).text for entry in store.walk().entries}


def write_again(folder: Path) -> None:
    """The next writer's turn, which clears up after one that died."""
    store = store_at(folder)
    with store.lock():
        store.delete("next", expect=store.put("next", b'{"content": "x"}', expect=None))


def crashed(tmp_path: Path, write: str) -> Iterator[Path]:
    """The stores that a writer left which died at each moment of a write."""
    steps = int(run("crash", tmp_path, write)[0])
    assert steps > 10, "the moments of death were not reached"
    for step in range(steps):
        folder = tmp_path / str(step)
        yield folder
        assert TORN in (folder / "facts.jsonl").read_bytes()
        write_again(folder)
        assert list(folder.rglob("*.tmp")) == []


def test_H8_A38_eight_processes_that_write_two_hundred_records_each_leave_all_of_them(tmp_path: Path) -> None:
    running = [
        subprocess.Popen(command("add", tmp_path, f"w{n}", RECORDS), stdout=subprocess.PIPE, text=True)
        for n in range(PROCESSES)
    ]
    ids = [name for each in running for name in json.loads(each.communicate()[0])]
    assert [each.returncode for each in running] == [0] * PROCESSES
    lines = (tmp_path / "facts.jsonl").read_bytes().split(b"\n")
    found = [json.loads(line)["id"] for line in lines[:-1]]
    assert lines[-1] == b""
    assert len(set(found)) == len(found) == PROCESSES * RECORDS
    assert sorted(found) == sorted(ids)
    assert sorted(os.listdir(tmp_path)) == [".vade", "facts.jsonl"]
    assert sorted(os.listdir(tmp_path / ".vade")) == [".gitignore", "lock"]
    with store_at(tmp_path).lock():
        pass


def test_H8_a_change_that_dies_at_any_moment_leaves_the_old_record_or_the_new_one(tmp_path: Path) -> None:
    seen = set()
    for folder in crashed(tmp_path, "replace_record"):
        found = texts(folder)
        assert found.keys() == {"first", "old", "last"}
        seen.add(found["old"])
        data = (folder / "facts.jsonl").read_bytes()
        assert (data == BEFORE) == (found["old"] == "old " * 1000)
    assert seen == {"old " * 1000, "new " * 1500}


def test_H8_a_new_record_that_dies_at_any_moment_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    seen = set()
    for folder in crashed(tmp_path, "create_record"):
        found = texts(folder)
        assert (folder / "facts.jsonl").read_bytes().startswith(BEFORE)
        assert found.get("new", "new") == "new"
        seen.add("new" in found)
    assert seen == {False, True}


@pytest.mark.parametrize("write", ["delete_record", "restore_record"])
def test_H8_a_record_whose_deletion_or_return_dies_is_in_the_store_or_can_be_brought_back(
    tmp_path: Path, write: str
) -> None:
    seen = set()
    for folder in crashed(tmp_path, write):
        store, there = store_at(folder), "old" in texts(folder)
        seen.add(there)
        assert [kept.name for kept in store.trash()] == ([] if there else ["old"])
        with store.lock():
            if not there:
                store.restore(store.trash()[0].id)
            assert store.read("old").raw == OLD
            store.delete("old", expect=digest_of(OLD))
        assert [kept.name for kept in store.trash()] == ["old"]
    assert seen == {False, True}


def test_H8_several_writes_that_die_together_are_all_made_or_none_is(tmp_path: Path) -> None:
    seen = set()
    for folder in crashed(tmp_path, "write_several"):
        names = frozenset(texts(folder))
        assert names in ({"first", "old", "last"}, {"first", "new", "last"})
        seen.add(names)
    assert len(seen) == 2


def test_H8_writers_killed_at_arbitrary_moments_leave_whole_records_and_no_lasting_lock(tmp_path: Path) -> None:
    (tmp_path / "facts.jsonl").write_bytes(BEFORE)
    left = run("kill_records", tmp_path, 20)
    assert len(left) == 20
    assert set(left) <= {"['a']", "['b']"}
    write_again(tmp_path)
    assert list(tmp_path.rglob("*.tmp")) == []


@contextmanager
def held_elsewhere(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the store's lock until the block ends."""
    with subprocess.Popen(command("hold", folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        try:
            yield holder
        finally:
            holder.kill()


def test_H8_two_that_wait_at_once_do_not_steal_a_lock_that_looks_older_than_any_write(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path) as holder:
        eleven_seconds_ago = (tmp_path / ".vade/lock").stat().st_mtime_ns - 11 * 10**9
        os.utime(tmp_path / ".vade/lock", ns=(eleven_seconds_ago, eleven_seconds_ago))
        breakers = [
            subprocess.Popen(command("take", tmp_path, 0.5), stdout=subprocess.PIPE, text=True) for _ in range(2)
        ]
        assert [each.communicate()[0].strip() for each in breakers] == ["busy"] * 2
        assert holder.poll() is None
        assert not (tmp_path / "facts.jsonl").exists()


def test_H8_L5_the_lock_of_a_dead_writer_is_free_at_once_for_two_that_wait(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path) as holder:
        waiting = [subprocess.Popen(command("take", tmp_path, 60), stdout=subprocess.PIPE, text=True) for _ in range(2)]
        holder.kill()
        assert [each.communicate()[0].strip() for each in waiting] == ["taken"] * 2
    assert len(texts(tmp_path)) == 2


def test_A38_a_reader_beside_writers_sees_whole_records_only(tmp_path: Path) -> None:
    store, seen = store_at(tmp_path), 0
    writer = subprocess.Popen(command("add", tmp_path, "w", 60), stdout=subprocess.PIPE, text=True)
    while writer.poll() is None:
        walk = store.walk()
        assert walk.problems == ()
        assert len(walk.entries) >= seen
        assert all(store.read(entry.name).text == f"{entry.name} remembers" for entry in walk.entries)
        seen = len(walk.entries)
    writer.communicate()
    assert len(store.walk().entries) == 60
