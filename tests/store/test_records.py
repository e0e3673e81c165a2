"""A file of records as a store: what it does in its own way beside the contract of all stores."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.config.model import MountConfig
from vademecum.errors import (
    ConflictError,
    EditError,
    ExistsError,
    MalformedError,
    NameRefusedError,
    NotFoundError,
    TooLargeError,
    UnreadableError,
)
from vademecum.page import digest_of
from vademecum.page.record import read_record
from vademecum.store.contract import Write
from vademecum.store.records import RecordStore

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
NOON_MS = 1772366400000
TORN = b'{"id": "a", "content": "first"}\n{"id": "b", "con\n{"id": "c", "content": "third"}\n'


def store_at(root: Path, data: bytes | None = None, **settings: object) -> RecordStore:
    if data is not None:
        (root / "facts.jsonl").write_bytes(data)
    given: dict[str, object] = {"writable": True, "format": "records", **settings}
    config = MountConfig("facts", root / "facts.jsonl", **given)  # type: ignore[arg-type]  # a test passes what it names
    return RecordStore(config, clock=lambda: NOON, wait=0)


def line(name: str, content: str = "x", **more: object) -> bytes:
    return json.dumps({"id": name, "content": content, **more}).encode()


def content(text: str) -> bytes:
    return json.dumps({"content": text}).encode()


def bytes_of(root: Path) -> bytes:
    return (root / "facts.jsonl").read_bytes()


def records(root: Path) -> list[dict[str, object]]:
    return [json.loads(each) for each in bytes_of(root).split(b"\n") if each]


def test_L2_L7_a_new_record_gets_its_id_scope_and_times_on_a_line_of_its_own(tmp_path: Path) -> None:
    store = store_at(tmp_path, scope="workspace")
    with store.lock():
        digest = store.put("8f14e45f", content("soup"), expect=None)
    assert records(tmp_path) == [
        {
            "id": "8f14e45f",
            "scope": "workspace",
            "content": "soup",
            "tags": [],
            "createdAt": NOON_MS,
            "updatedAt": NOON_MS,
            "hits": 0,
            "superseded": False,
        }
    ]
    assert bytes_of(tmp_path).endswith(b"}\n")
    assert store.read("8f14e45f").digest == digest


def test_L2_L7_a_changed_record_keeps_what_it_has_and_carries_the_time_of_the_change(tmp_path: Path) -> None:
    old = line("a", "old", createdAt=1, updatedAt=2, hits=7, source={"seq": 1}, superseded=True, mine=[1])
    store = store_at(tmp_path, line("z") + b"\n" + old + b"\n")
    with store.lock():
        store.put("a", old.replace(b"old", b"new"), expect=digest_of(old))
    assert (
        bytes_of(tmp_path)
        == line("z")
        + b"\n"
        + old.replace(b"old", b"new").replace(b'"updatedAt": 2', f'"updatedAt": {NOON_MS}'.encode())
        + b"\n"
    )


def test_rule_2_a_write_leaves_every_other_line_as_it_was(tmp_path: Path) -> None:
    others = (
        b"\xef\xbb\xbf" + b'{ "id":"x" ,"text":"caf\\u00e9","n":1.50}\r\n' + b"\r\n" + b"null\n",
        b"  " + line("z") + b"  \n# a comment\n" + b'{"id": "torn", "co',
    )
    store = store_at(tmp_path, others[0] + line("a", "old") + b"\n" + others[1])
    with store.lock():
        store.put("a", line("a", "new"), expect=digest_of(line("a", "old")))
    after = bytes_of(tmp_path)
    assert after.startswith(others[0])
    assert after.endswith(others[1])
    assert [json.loads(store.read(name).raw).get("content") for name in ("a", "z")] == ["new", "x"]


def test_A28_a_record_is_added_below_a_last_line_without_an_end(tmp_path: Path) -> None:
    store = store_at(tmp_path, b'{"id": 1, "text": "record 1"}\n{"id": 2, "text": "record 2"}')
    with store.lock():
        store.put("3", b'{"id": 3, "text": "record 3"}', expect=None)
    assert [record["id"] for record in records(tmp_path)] == [1, 2, 3]
    assert [store.read(name).text for name in "123"] == ["record 1", "record 2", "record 3"]


def test_A27_bad_lines_are_told_by_number_kept_in_place_and_hide_no_record(tmp_path: Path) -> None:
    store = store_at(tmp_path, TORN)
    walk = store.walk()
    assert [entry.name for entry in walk.entries] == ["a", "c"]
    assert [(problem.code, problem.place) for problem in walk.problems] == [("malformed-line", "line 2")]
    with store.lock():
        store.delete("a", expect=store.read("a").digest)
        store.put("d", content("fourth"), expect=None)
        store.put("c", content("changed"), expect=store.read("c").digest)
    assert bytes_of(tmp_path).split(b"\n")[0] == b'{"id": "b", "con'
    assert [record.get("content") for record in map(json.loads, bytes_of(tmp_path).split(b"\n")[1:-1])] == [
        "changed",
        "fourth",
    ]


def test_A27_reading_never_writes(tmp_path: Path) -> None:
    store = store_at(tmp_path, TORN, malformed="refuse")
    before = (tmp_path / "facts.jsonl").stat()
    store.walk(), store.read("a"), store.stamp("c"), store.trash(), store.path("a")
    store.check_writable("a")
    assert (tmp_path / "facts.jsonl").stat() == before
    assert os.listdir(tmp_path) == ["facts.jsonl"]


@pytest.mark.parametrize("bad", [b"null", b"[]", b'"text"', b"{", b"\xff", line("x") + line("y")], ids=ascii)
def test_H8_L4_a_malformed_line_refuses_every_write_and_the_file_is_copied_once(tmp_path: Path, bad: bytes) -> None:
    data = line("a", "old") + b"\n" + bad + b"\n"
    store = store_at(tmp_path, data, malformed="refuse")
    digest = store.read("a").digest
    writes: list[Callable[[], object]] = [
        lambda: store.put("a", content("new"), expect=digest),
        lambda: store.put("new", content("new"), expect=None),
        lambda: store.delete("a", expect=digest),
        lambda: store.put_all([Write("a", None, digest)]),
    ]
    for write in writes:
        with store.lock(), pytest.raises(MalformedError, match=r"each: 2; a copy of it is in .*\nhint: mend") as caught:
            write()
        assert caught.value.code == "malformed"
    assert sorted(os.listdir(tmp_path)) == [".vade", "facts.jsonl", f"facts.jsonl.bak.{NOON_MS}"]
    assert bytes_of(tmp_path) == (tmp_path / f"facts.jsonl.bak.{NOON_MS}").read_bytes() == data
    assert (store.read("a").text, store.trash()) == ("old", ())


def test_L4_blank_lines_and_foreign_keys_are_no_reason_to_refuse(tmp_path: Path) -> None:
    store = store_at(tmp_path, b"\xef\xbb\xbf\r\n" + line("a", mine=1) + b"\r\n\r\n", malformed="refuse")
    with store.lock():
        store.put("b", content("x"), expect=None)
    assert [entry.name for entry in store.walk().entries] == ["a", "b"]


def test_D12_a_refusal_names_no_place_in_a_mount_that_exposes_addresses_only(tmp_path: Path) -> None:
    store = store_at(tmp_path, TORN, malformed="refuse", exposure="address")
    with store.lock(), pytest.raises(MalformedError) as caught:
        store.put("b", content("x"), expect=None)
    assert str(tmp_path) not in str(caught.value)


def test_L3_a_file_that_can_not_be_read_serves_nothing_says_so_and_is_not_written(tmp_path: Path) -> None:
    wide = '{"id": "a", "content": "x"}\n'.encode("utf-16")
    store = store_at(tmp_path, wide)
    walk = store.walk()
    assert (walk.entries, [problem.code for problem in walk.problems]) == ((), ["unreadable"])
    with store.lock(), pytest.raises(UnreadableError, match="UTF-16"):
        store.put("b", content("x"), expect=None)
    assert bytes_of(tmp_path) == wide


def test_L7_the_deletion_of_a_record_that_is_not_there_writes_nothing(tmp_path: Path) -> None:
    store = store_at(tmp_path, line("a") + b"\n")
    with store.lock(), pytest.raises(ConflictError):
        store.delete("b", expect=digest_of(b""))
    assert (bytes_of(tmp_path), store.trash()) == (line("a") + b"\n", ())


def test_a_deleted_record_comes_back_with_its_bytes_at_the_end(tmp_path: Path) -> None:
    odd = b'{"id":"a" , "content":"caf\\u00e9", "mine": 1.0}'
    store = store_at(tmp_path, odd + b"\n" + line("b") + b"\n")
    with store.lock():
        kept = store.delete("a", expect=digest_of(odd))
        assert bytes_of(tmp_path) == line("b") + b"\n"
        assert store.restore(kept.id) == "a"
    assert bytes_of(tmp_path) == line("b") + b"\n" + odd + b"\n"


def test_a_record_that_stands_twice_is_forgotten_whole_and_comes_back_whole(tmp_path: Path) -> None:
    data = line("a", "first") + b"\n" + line("b") + b"\n" + line("a", "second") + b"\n"
    store = store_at(tmp_path, data)
    assert [(problem.code, problem.place) for problem in store.walk().problems] == [("duplicate-id", "line 3")]
    with store.lock():
        kept = store.delete("a", expect=digest_of(line("a", "first")))
        with pytest.raises(NotFoundError):
            store.read("a")
        store.restore(kept.id)
    assert store.read("a").text == "first"
    assert sorted(bytes_of(tmp_path).split(b"\n")) == sorted(data.split(b"\n"))


def test_a_record_without_an_id_gets_one_with_its_first_change(tmp_path: Path) -> None:
    store = store_at(tmp_path, b'{"content": "nameless"}\n')
    (entry,) = store.walk().entries
    with store.lock():
        store.put(entry.name, b'{"content": "changed"}', expect=store.read(entry.name).digest)
    assert [(record["id"], record["content"]) for record in records(tmp_path)] == [(entry.name, "changed")]
    assert store.read(entry.name).text == "changed"


@pytest.mark.parametrize(
    "data", [b"null", b"text", b'{"content": "x"}\n{"content": "y"}', b'{"content":\n"x"}', line("other"), b""]
)
def test_what_is_not_one_record_of_that_name_is_not_written(tmp_path: Path, data: bytes) -> None:
    store = store_at(tmp_path, line("a") + b"\n")
    for name, expect in (("a", digest_of(line("a"))), ("new", None)):
        with store.lock(), pytest.raises(EditError):
            store.put(name, data, expect=expect)
    assert bytes_of(tmp_path) == line("a") + b"\n"


def test_an_id_is_given_once(tmp_path: Path) -> None:
    store = store_at(tmp_path, line("a") + b"\n")
    with store.lock(), pytest.raises(NameRefusedError, match="a record's id is given once"):
        store.move("a", "b", expect=digest_of(line("a")))


@pytest.mark.parametrize("name", ["a b/c", "ключ", "x:y#z~1", "trailing ", "con", "name.md"])
def test_ids_of_other_programs_are_served_and_changed_whatever_they_look_like(tmp_path: Path, name: str) -> None:
    store = store_at(tmp_path, line(name) + b"\n")
    (entry,) = store.walk().entries
    with store.lock():
        store.put(entry.name, line(name, "new"), expect=store.read(entry.name).digest)
        kept = store.delete(entry.name, expect=store.read(entry.name).digest)
        store.restore(kept.id)
    assert store.read(name).text == "new"


def test_several_writes_happen_together_or_not_at_all(tmp_path: Path) -> None:
    data = line("a") + b"\n" + line("b") + b"\n" + line("c") + b"\n"
    store = store_at(tmp_path, data, max_write_bytes=300)
    a, b = digest_of(line("a")), digest_of(line("b"))
    good = [Write("a", line("a", "new"), a), Write("b", None, b), Write("d", content("x"), None)]
    bad: list[tuple[Write, type[Exception]]] = [
        (Write("e", content("y" * 300), None), TooLargeError),
        (Write("d", content("again"), None), ExistsError),
        (Write("c", content("y"), a), ConflictError),
        (Write("b", None, b), ConflictError),
        (Write("../x", content("y"), None), NameRefusedError),
    ]
    for write, error in bad:
        with store.lock(), pytest.raises(error):
            store.put_all([*good, write])
        assert (bytes_of(tmp_path), store.trash()) == (data, ())
    with store.lock():
        digests = store.put_all(good)
    assert [record["id"] for record in records(tmp_path)] == ["a", "c", "d"]
    (gone,) = store.trash()
    assert digests == (store.read("a").digest, gone, store.read("d").digest)
    assert (gone.name, gone.digest) == ("b", b)


def test_a_fresh_stamp_proves_nothing_so_the_bytes_are_read_again(tmp_path: Path) -> None:
    file, now = tmp_path / "facts.jsonl", 10**18
    config = MountConfig("facts", file, format="records")
    store = RecordStore(config, clock_ns=lambda: now)
    for text in ("one", "two"):
        file.write_bytes(line("a", text) + b"\n")
        os.utime(file, ns=(now, now))
        assert store.read("a").text == text


def test_a_file_whose_stamp_has_settled_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "facts.jsonl"
    file.write_bytes(line("a") + b"\n" + line("b") + b"\n")
    later = file.stat().st_ctime_ns + 3 * 10**9
    store = RecordStore(MountConfig("facts", file, format="records"), clock_ns=lambda: later)
    reads: list[int] = []
    read = os.read

    def counting(fd: int, size: int) -> bytes:
        reads.append(fd)
        return read(fd, size)

    monkeypatch.setattr(os, "read", counting)
    store.walk(), store.read("a"), store.read("b"), store.stamp("a"), store.walk()
    once = len(reads)
    store.walk(), store.read("a")
    assert len(reads) == once <= 2


def test_a_trash_that_came_with_a_clone_restores_no_line_that_is_no_record_of_its_name(tmp_path: Path) -> None:
    store = store_at(tmp_path, line("a") + b"\n")
    planted = tmp_path / ".vade/trash/facts.jsonl"
    planted.parent.mkdir(parents=True)
    about = {"name": "b", "digest": "0", "deleted": "2026"}
    entries = [
        {"id": "1", **about, "lines": ["null"]},
        {"id": "2", **about, "lines": [line("other").decode()]},
        {"id": "3", **about, "lines": [line("b").decode() + "\n" + line("evil").decode()]},
        {"id": "4", **about, "lines": []},
        {"id": "5", **about},
        {"id": "6", "name": 1},
    ]
    planted.write_bytes(b"".join(json.dumps(entry).encode() + b"\n" for entry in entries))
    assert store.trash() == ()
    for trash_id in "123456":
        with store.lock(), pytest.raises(NotFoundError):
            store.restore(trash_id)
    assert bytes_of(tmp_path) == line("a") + b"\n"


def test_what_is_private_stays_private_in_trash_and_copy(tmp_path: Path) -> None:
    store = store_at(tmp_path, line("a") + b"\n")
    (tmp_path / "facts.jsonl").chmod(0o600)
    with store.lock():
        store.delete("a", expect=digest_of(line("a")))
    (tmp_path / "facts.jsonl").write_bytes(TORN)
    strict = store_at(tmp_path, malformed="refuse")
    with strict.lock(), pytest.raises(MalformedError):
        strict.put("z", content("x"), expect=None)
    files = [tmp_path / ".vade/trash/facts.jsonl", *tmp_path.glob("facts.jsonl*")]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600] * 3


def test_two_files_of_one_folder_keep_their_records_and_their_trash_apart(tmp_path: Path) -> None:
    stores = [
        RecordStore(MountConfig(name, tmp_path / f"{name}.jsonl", format="records", writable=True), clock=lambda: NOON)
        for name in ("user", "global")
    ]
    for store in stores:
        with store.lock():
            kept = store.delete("a", expect=store.put("a", content(store.mount), expect=None))
            store.put("b", content(store.mount), expect=None)
        assert store.trash() == (kept,)
    assert [read_record(store.read("b").raw or b"") is not None for store in stores] == [True, True]
    assert [store.read("b").text for store in stores] == ["user", "global"]
