"""A file of records behind the facade: written through the gateway, in step with the index, hidden when corrected."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import gatekeeper
import pytest

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.errors import ConflictError, MalformedError, NameRefusedError, UnobservedError
from vademecum.guards.changes import Actor, Addition, Change, Content, KeyChange, Removal, Rename, Replacement
from vademecum.index.contract import Filter, PageRow
from vademecum.library import Library, Mount
from vademecum.memory import Memory, Note, Setting
from vademecum.recall.pipeline import Request
from vademecum.store.records import RecordStore

LATER = 20 * 10**9


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "facts").mkdir()
    return tmp_path / "facts/user.jsonl"


def config_of(file: Path, **knobs: object) -> MountConfig:
    given: dict[str, object] = {"format": "records", "writable": True, **knobs}
    return MountConfig(name="facts", path=file, **given)  # type: ignore[arg-type]  # test knobs


@pytest.fixture
def facts(setting: Setting, file: Path) -> Iterator[Memory]:
    """A memory with one file of records, as one agent's session sees it."""
    config = Config(home=setting.config.home, mounts=(config_of(file),))
    opened = Memory(replace(setting, config=config, actor=Actor("agent", "test-host")))
    yield opened
    opened.close()


def remember(memory: Memory, text: str, *tags: str) -> Address:
    return memory.remember(Note(text, tags=tags, mount="facts")).address


def found(memory: Memory, query: str) -> list[str]:
    return [str(hit.address) for hit in memory.recall(Request(query)).hits]


def records(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_bytes().split(b"\n") if line]


def rows(library: Library) -> list[PageRow]:
    with library.index("facts").view() as view:
        return list(view.pages(Filter()))


def test_a_remembered_fact_is_one_line_and_is_recalled_in_english_and_chinese(facts: Memory, file: Path) -> None:
    soup, theme = remember(facts, "The cafeteria serves soup", "food"), remember(facts, "用户偏好深色主题")
    assert [(record["id"], record["content"], record["tags"]) for record in records(file)] == [
        (soup.name, "The cafeteria serves soup", ["food"]),
        (theme.name, "用户偏好深色主题", []),
    ]
    assert records(file)[0]["source"] == {"origin": "agent:test-host"}
    assert found(facts, "what does the cafeteria serve") == [str(soup)]
    assert found(facts, "偏好") == [str(theme)]


def test_a_hit_quotes_the_text_of_a_record_and_its_address_opens_it(facts: Memory) -> None:
    address = remember(facts, "first line\n\nThe ferry leaves at noon, said the harbour master")
    (hit,) = facts.recall(Request("ferry harbour")).hits
    opened = facts.open_page(str(hit.address))
    assert (opened.address, opened.text) == (address, "first line\n\nThe ferry leaves at noon, said the harbour master")
    assert hit.snippet.text in opened.text
    assert hit.author == "agent:test-host"


def test_two_facts_that_begin_alike_are_two_records(facts: Memory, file: Path) -> None:
    first, second = (remember(facts, f"The ferry leaves\nat {hour}") for hour in ("noon", "six"))
    assert first != second
    assert len(records(file)) == 2


def test_each_change_reaches_the_file_the_index_and_the_ledger(facts: Memory, file: Path) -> None:
    address = remember(facts, "The ferry leaves at noon")
    changes: list[Change] = [
        Replacement("noon", "six"),
        Addition("From pier two"),
        KeyChange("tags", ["travel"]),
        Content("Gone"),
    ]
    for change in changes:
        receipt = facts.write(address, change)
        assert receipt.warnings == ()
        assert receipt.after == facts.open_page(str(address)).page.digest
        assert [row.digest for row in rows(facts.library)] == [receipt.after]
    assert [(record["content"], record["tags"]) for record in records(file)] == [("Gone", ["travel"])]
    assert facts.write(address, Removal()).trash_id is not None
    assert (records(file), rows(facts.library)) == ([], [])
    ((mount, kept),) = facts.trash()
    assert facts.restore(mount, kept.id).address == address
    assert found(facts, "gone") == [str(address)]


def test_a_record_that_was_not_read_or_has_changed_is_not_replaced(facts: Memory, file: Path) -> None:
    file.write_bytes(b'{"id": "a", "content": "The ferry leaves at noon"}\n')
    with pytest.raises(UnobservedError):
        facts.write(Address("facts", "a"), Content("x"))
    facts.open_page("facts:a")
    file.write_bytes(b'{"id": "a", "content": "The ferry leaves at six"}\n')
    with pytest.raises(ConflictError):
        facts.write(Address("facts", "a"), Replacement("ferry", "boat"))
    assert records(file) == [{"id": "a", "content": "The ferry leaves at six"}]


def test_a_change_of_another_record_is_no_change_of_this_one(facts: Memory, file: Path) -> None:
    one, other = remember(facts, "The ferry leaves at noon"), remember(facts, "The bus leaves at six")
    facts.open_page(str(one))
    facts.write(other, Replacement("six", "seven"))
    assert facts.write(one, Replacement("noon", "ten")).action == "edited"


def test_L15_a_superseded_record_leaves_recall_at_once_and_is_listed_with_its_pointer(facts: Memory) -> None:
    old, new = remember(facts, "The ferry leaves at noon"), remember(facts, "The ferry leaves at six")
    facts.write(old, KeyChange("superseded_by", new.name))
    assert found(facts, "when does the ferry leave") == [str(new)]
    (row,) = [row for row in rows(facts.library) if row.name == old.name]
    assert (row.hidden, row.meta["superseded_by"]) == ("superseded", new.name)
    assert facts.open_page(str(old)).text == "The ferry leaves at noon"
    facts.write(old, KeyChange("superseded_by", None))
    assert sorted(found(facts, "when does the ferry leave")) == sorted([str(old), str(new)])


def test_a_record_keeps_its_name(facts: Memory) -> None:
    address = remember(facts, "The ferry leaves at noon")
    with pytest.raises(NameRefusedError):
        facts.write(address, Rename("other"))


def test_L4_a_strict_mount_writes_nothing_while_a_line_is_malformed(setting: Setting, file: Path) -> None:
    file.write_bytes(b'{"id": "a", "content": "The ferry leaves at noon"}\n{"id": "b", "con')
    config = Config(home=setting.config.home, mounts=(config_of(file, malformed="refuse"),))
    memory = Memory(replace(setting, config=config))
    before = file.read_bytes()
    with pytest.raises(MalformedError):
        remember(memory, "The bus leaves at six")
    assert found(memory, "ferry") == ["facts:a"]
    assert file.read_bytes() == before
    memory.close()


def test_rule_1_a_rebuilt_index_says_what_the_one_kept_in_step_says(tmp_path: Path, file: Path) -> None:
    kept = Library([Mount(config_of(file))], tmp_path / "kept", clock_ns=lambda: time.time_ns() + LATER)
    lines = [json.dumps({"id": str(n), "content": f"fact {n}", "tags": ["t"]}).encode() for n in range(20)]
    for last in (5, 20, 12):
        file.write_bytes(b"\n".join([b"null", *lines[:last]]))
        kept.sync_all()
    fresh = Library([Mount(config_of(file))], tmp_path / "fresh", clock_ns=lambda: time.time_ns() + LATER)
    fresh.sync_all()
    assert rows(kept) == rows(fresh)
    assert len(rows(kept)) == 12


def test_one_changed_record_is_all_that_is_indexed_anew(tmp_path: Path, file: Path) -> None:
    library = Library([Mount(config_of(file))], tmp_path / "cache")
    lines = [json.dumps({"id": str(n), "content": f"fact {n}"}).encode() for n in range(20)]
    file.write_bytes(b"\n".join(lines))
    assert library.sync("facts").added == 20
    lines[3] = lines[3].replace(b"fact 3", b"changed")
    file.write_bytes(b"\n".join(lines[:-1]))
    report = library.sync("facts")
    assert (report.added, report.changed, report.removed, report.unchanged) == (0, 1, 1, 18)


def test_A27_damaged_lines_are_told_with_their_numbers_and_hide_nothing(tmp_path: Path, file: Path) -> None:
    file.write_bytes(b'{"id": 1, "text": "one"}{"id": 2, "text": "two"}\n{"id": 3, "te\n{"id": 4, "text": "four"}\n')
    library = Library([Mount(config_of(file))], tmp_path / "cache")
    report = library.sync("facts")
    assert [(problem.code, problem.place) for problem in report.problems] == [
        ("glued-line", "line 1"),
        ("malformed-line", "line 2"),
    ]
    assert [row.name for row in rows(library)] == ["1", "2", "4"]


def test_private_records_are_hidden_like_private_pages(facts: Memory, file: Path) -> None:
    file.write_bytes(
        b'{"id": "a", "content": "The ferry leaves at noon", "tags": ["private"]}\n'
        b'{"id": "b", "content": "The ferry leaves at six", "private": true}\n'
        b'{"id": "c", "content": "The ferry leaves at ten"}\n'
    )
    assert found(facts, "ferry") == ["facts:c"]


@pytest.mark.parametrize("place", ["user.jsonl", ".vade/trash/user.jsonl", ".vade/lock"])
def test_rule_3_a_write_to_the_file_or_its_hidden_folder_round_the_gateway_is_caught(
    facts: Memory, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    remember(facts, "The ferry leaves at noon")
    report = tmp_path / "report"
    report.mkdir()
    monkeypatch.setenv(gatekeeper.FOLDER, str(report))
    RecordStore(config_of(file))  # which tells the watch of its file
    rogue: dict[str, object] = {"__name__": "vademecum.rogue", "path": file.parent / place}
    with pytest.raises(gatekeeper.WentRoundGatewayError):
        exec("open(path, 'ab')", rogue)  # noqa: S102 - a module of the product, made up
    assert "by vademecum.rogue" in gatekeeper.violations(report)
    (file.parent / "notes.txt").write_text("other files of the folder are nobody's concern")
