"""How many characters a store may hold, what goes by itself when it is full, and what a refusal says (L6, L18)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.config.model import Format, Operation, WritingConfig
from vademecum.errors import EXIT_REFUSED, ConflictError, LimitError, StorageError, TooLargeError
from vademecum.guards.budgets import Characters, chars_of, unneeded
from vademecum.guards.changes import Actor, Addition, Content, KeyChange, Outcome, Removal, Replacement
from vademecum.index.contract import Filter
from vademecum.library import Library, Mount
from vademecum.memory import Memory, Note, Setting
from vademecum.page import Digest
from vademecum.page.parse import parse
from vademecum.store.contract import Trashed
from vademecum.surfaces.cli.app import run

Opener = Callable[..., Memory]


@pytest.fixture
def opening(setting: Setting, tmp_path: Path) -> Iterator[Opener]:
    """A memory with one mount of so many characters: a folder of pages, or a file of records by ``kind``."""
    opened: list[Memory] = []

    def make(
        limit: int, kind: str = "folder", *, approval: tuple[Operation, ...] = (), exposure: str = "path"
    ) -> Memory:
        (tmp_path / "notes").mkdir(exist_ok=True)
        path = tmp_path / "notes" if kind == "folder" else tmp_path / "notes" / "facts.jsonl"
        mount = MountConfig(
            name="notes",
            path=path,
            format="folder" if kind == "folder" else "records",
            writable=True,
            max_chars=limit,
            approval=approval,
            exposure="path" if exposure == "path" else "address",
        )
        config = Config(home=tmp_path / "home", mounts=(mount,))
        opened.append(Memory(replace(setting, config=config, session=None)))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


def put(tmp_path: Path, **pages: str) -> None:
    for name, text in pages.items():
        (tmp_path / "notes" / f"{name}.md").write_text(text, encoding="utf-8")


def record(name: str, content: str, **more: object) -> str:
    return json.dumps({"id": name, "scope": "user", "content": content, "tags": [], **more}, ensure_ascii=False)


def put_records(tmp_path: Path, *lines: str) -> None:
    (tmp_path / "notes" / "facts.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def files(tmp_path: Path) -> dict[str, bytes]:
    found = (path for path in (tmp_path / "notes").rglob("*") if path.is_file() and ".vade" not in path.parts)
    return {path.name: path.read_bytes() for path in found}


def names(tmp_path: Path) -> list[str]:
    lines = (tmp_path / "notes" / "facts.jsonl").read_text(encoding="utf-8").splitlines()
    return [str(json.loads(line)["id"]) for line in lines]


@pytest.mark.parametrize("kind", ["folder", "records"])
def test_L6_a_store_takes_its_limit_to_the_character_and_not_one_more(opening: Opener, kind: str) -> None:
    memory = opening(10, kind)
    address = Address("notes", "a")
    memory.write(address, Content("12345"))
    left = 10 - len(memory.library.store("notes").read("a").text)
    memory.write(Address("notes", "b"), Content("x" * (left - 1 if kind == "folder" else left)))
    used = sum(len(memory.library.store("notes").read(name).text) for name in ("a", "b"))
    assert used == 10
    with pytest.raises(LimitError) as caught:
        memory.write(Address("notes", "c"), Content("y"))
    assert (caught.value.used, caught.value.limit, caught.value.exit_code) == (10, 10, EXIT_REFUSED)
    assert (caught.value.code, isinstance(caught.value, TooLargeError)) == ("over-budget", True)


def test_L6_only_the_content_of_records_counts_superseded_ones_too(opening: Opener, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    put_records(
        tmp_path,
        record("a", "12345", tags=["many", "long", "tags"]),
        record("b", "67890", superseded=True, supersededBy="a"),
    )
    memory = opening(16, "records", approval=("delete",))
    memory.write(Address("notes", "c"), Content("seven!"))
    with pytest.raises(LimitError, match="notes holds 16 of 16 characters, and this write adds 1"):
        memory.write(Address("notes", "d"), Content("x"))


def test_L6_the_records_profile_has_its_twenty_thousand_and_folders_have_no_limit(tmp_path: Path) -> None:
    from vademecum.config.profiles import PROFILES  # noqa: PLC0415 - what only this test looks at

    assert PROFILES["records"]["max_chars"] == 20_000
    assert MountConfig(name="notes", path=tmp_path).max_chars == 0


def test_the_limit_of_the_home_store_holds_for_each_of_its_scopes(setting: Setting, tmp_path: Path) -> None:
    config = Config(home=tmp_path / "home", writing=WritingConfig(max_chars=60))
    memory = Memory(replace(setting, config=config, session=None))
    for mount in ("user", "global", "workspace"):
        memory.write(Address(mount, "a"), Content("x" * 50))
        with pytest.raises(LimitError, match=f"{mount} holds 51 of 60 characters"):
            memory.write(Address(mount, "b"), Content("y" * 50))
    memory.close()


def test_a_refusal_names_usage_limit_and_the_largest_and_changes_no_byte(opening: Opener, tmp_path: Path) -> None:
    memory = opening(100)
    put(tmp_path, small="s" * 10, large="l" * 60, middle="m" * 20)
    before = files(tmp_path)
    with pytest.raises(LimitError) as caught:
        memory.write(Address("notes", "new"), Content("n" * 30))
    error = caught.value
    assert error.largest == (("notes:large", 60), ("notes:middle", 20), ("notes:small", 10))
    assert error.hint is not None
    assert "the largest are notes:large (60), notes:middle (20), notes:small (10)" in error.hint
    assert files(tmp_path) == before


def test_L18_what_could_go_is_offered_by_hits_and_then_by_age(opening: Opener, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    put_records(
        tmp_path,
        record("used", "aaaa", hits=9, updatedAt=1_000),
        record("new", "bbbb", hits=0, updatedAt=1_700_000_000_000),
        record("old", "cccc", hits=0, updatedAt=1_600_000_000_000),
    )
    memory = opening(12, "records")
    with pytest.raises(LimitError) as caught:
        memory.write(Address("notes", "more"), Content("dddd"))
    assert [name for name, _ in caught.value.spare] == ["notes:old", "notes:new", "notes:used"]
    assert names(tmp_path) == ["used", "new", "old"]


def test_L18_superseded_records_go_to_the_trash_when_that_makes_room(opening: Opener, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    put_records(
        tmp_path,
        record("live", "the tide turns at seven"),
        record("wrong", "the tide turns at six", superseded=True, supersededBy="live"),
    )
    memory = opening(50, "records")
    receipt = memory.write(Address("notes", "more"), Content("the moon is full"))
    assert names(tmp_path) == ["live", "more"]
    [(mount, gone)] = memory.trash()
    (told,) = receipt.warnings
    assert told == (
        f"notes:wrong, a superseded page, went to the trash to make room; to undo it: vade forget --restore {gone.id}"
    )
    assert (mount, gone.name) == ("notes", "wrong")


def test_L18_exact_duplicates_go_first_and_one_of_them_stays(opening: Opener, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    put_records(
        tmp_path,
        record("one", "the tide turns at six", hits=1),
        record("two", "the tide turns at six"),
        record("other", "the tide turns at nine", tags=["sea"]),
        record("wrong", "the tide turns at ten", superseded=True, supersededBy="one"),
    )
    memory = opening(90, "records")
    memory.write(Address("notes", "more"), Content("the moon is full"))
    assert names(tmp_path) == ["one", "other", "wrong", "more"]


def test_pages_alike_in_text_but_not_in_tags_are_no_duplicates(opening: Opener, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    put_records(tmp_path, record("one", "aaaaaaaaaa", tags=["a"]), record("two", "aaaaaaaaaa", tags=["b"]))
    with pytest.raises(LimitError):
        opening(20, "records").write(Address("notes", "more"), Content("b"))
    assert names(tmp_path) == ["one", "two"]


def test_L18_nothing_goes_when_all_that_may_go_is_not_enough(opening: Opener, tmp_path: Path) -> None:
    memory = opening(30)
    put(tmp_path, one="a" * 5, two="a" * 5, rest="r" * 18)
    before = files(tmp_path)
    with pytest.raises(LimitError):
        memory.write(Address("notes", "new"), Content("n" * 20))
    assert (files(tmp_path), memory.trash()) == (before, [])


def corrected(tmp_path: Path, memory: Memory) -> dict[str, bytes]:
    """A full store of a page, and of two that it supersedes."""
    old = dict.fromkeys(("a", "b"), f"---\nsuperseded_by: notes:new\n---\n{'x' * 30}\n")
    put(tmp_path, new="# New\n", **old)
    assert memory.library.mount("notes").config.max_chars == 150
    return files(tmp_path)


def no_room_on_disk(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes no new page, and moves those that are there."""

    def full(*_write: object, **_expect: object) -> NoReturn:
        raise StorageError("disk full", hint="make room")

    monkeypatch.setattr(memory.library.store("notes"), "put", full)


def test_L18_what_went_comes_back_when_the_write_fails_after_all(
    opening: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opening(150)
    before = corrected(tmp_path, memory)
    no_room_on_disk(memory, monkeypatch)
    with pytest.raises(StorageError, match="disk full") as caught:
        memory.write(Address("notes", "more"), Content("y" * 120))
    assert (files(tmp_path), caught.value.hint) == (before, "make room")
    assert memory.library.store("notes").trash() == ()


def test_L18_what_went_comes_back_when_a_second_page_can_not_go(
    opening: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opening(150)
    before, store = corrected(tmp_path, memory), memory.library.store("notes")
    delete = store.delete

    def once(name: str, *, expect: Digest) -> Trashed:
        if name == "b":
            raise ConflictError("changed meanwhile", expected=expect, found=None)
        return delete(name, expect=expect)

    monkeypatch.setattr(store, "delete", once)
    with pytest.raises(LimitError):
        memory.write(Address("notes", "more"), Content("y" * 120))
    assert files(tmp_path) == before


def test_L18_what_went_and_can_not_come_back_is_told_with_the_error(
    opening: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opening(150)
    corrected(tmp_path, memory)
    no_room_on_disk(memory, monkeypatch)

    def broken(_trash_id: str) -> NoReturn:
        raise StorageError("the disk is gone")

    monkeypatch.setattr(memory.library.store("notes"), "restore", broken)
    with pytest.raises(StorageError, match="disk full") as caught:
        memory.write(Address("notes", "more"), Content("y" * 120))
    told = str(caught.value.hint)
    assert told.startswith("make room; notes:")
    for each in memory.library.store("notes").trash():
        assert f"notes:{each.name}, a superseded page, went to the trash to make room" in told
        assert f"vade forget --restore {each.id}" in told


def test_superseded_pages_are_put_in_order_in_one_walk(opening: Opener, tmp_path: Path) -> None:
    class Counted(dict[str, str]):
        asked = 0

        def get(self, *key: object) -> str | None:  # type: ignore[override]  # as the order asks for it
            Counted.asked += 1
            return super().get(*key)  # type: ignore[call-overload, no-any-return]  # the same

    memory = opening(10)
    names = [f"p{number:04}" for number in range(400)]
    put(tmp_path, **dict.fromkeys(names, "old\n"))
    memory.library.sync("notes")
    with memory.library.index("notes").view() as view:
        found = [replace(row, hidden="superseded") for row in view.pages(Filter())]
    chain = [
        replace(row, meta=Counted(superseded_by=f"notes:{after}"))
        for row, after in zip(found, [*names[1:], "new"], strict=True)
    ]
    assert [row.name for row in unneeded(chain[::-1])] == names
    assert Counted.asked <= 20 * len(names)
    circle = [*chain[:-1], replace(chain[-1], meta=Counted(superseded_by=names[0]))]
    assert list(unneeded(circle)) == []


def test_no_more_goes_than_is_in_the_way(opening: Opener, tmp_path: Path) -> None:
    memory = opening(30)
    put(tmp_path, one="a" * 8, two="a" * 8, three="a" * 8)
    receipt = memory.write(Address("notes", "new"), Content("n" * 10))
    assert len(receipt.warnings) == len(memory.trash()) == 1


def test_a_chain_of_corrections_is_taken_away_from_its_beginning(opening: Opener, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    put_records(
        tmp_path,
        record("second", "bbbbbbbbbb", superseded=True, supersededBy="third", updatedAt=1),
        record("first", "aaaaaaaaaa", superseded=True, supersededBy="second", updatedAt=2),
        record("third", "cccccccccc"),
    )
    opening(30, "records").write(Address("notes", "more"), Content("dddd"))
    assert names(tmp_path) == ["second", "third", "more"]


def test_nothing_goes_by_itself_where_a_person_is_asked_before_a_deletion(opening: Opener, tmp_path: Path) -> None:
    memory = opening(20, approval=("delete",))
    put(tmp_path, one="a" * 8, two="a" * 8)
    with pytest.raises(LimitError):
        memory.write(Address("notes", "new"), Content("n" * 8))
    assert (sorted(files(tmp_path)), memory.approvals.review().held) == (["one.md", "two.md"], ())


def test_a_private_page_never_goes_by_itself(opening: Opener, tmp_path: Path) -> None:
    memory = opening(60)
    private = "---\nprivate: true\n---\nabc\n"
    put(tmp_path, one=private, two=private)
    with pytest.raises(LimitError):
        memory.write(Address("notes", "new"), Content("n" * 20))
    assert sorted(files(tmp_path)) == ["one.md", "two.md"]


def test_a_store_that_is_over_its_limit_can_be_made_smaller(opening: Opener, tmp_path: Path) -> None:
    put_over = opening(20)
    put(tmp_path, page="# A\n\n" + "x" * 50 + "\n")
    version = put_over.library.store("notes").read("page").digest
    receipt = put_over.write(Address("notes", "page"), Replacement("x" * 50, "x" * 40), version=version)
    with pytest.raises(LimitError):
        put_over.write(Address("notes", "page"), Addition("more"))
    assert put_over.write(Address("notes", "page"), Removal(), version=receipt.after).action == "deleted"


def test_a_page_that_comes_back_from_the_trash_counts_too(opening: Opener, tmp_path: Path) -> None:
    memory = opening(20)
    put(tmp_path, page="x" * 15)
    gone = memory.write(Address("notes", "page"), Removal(), version=memory.library.store("notes").read("page").digest)
    memory.write(Address("notes", "new"), Content("n" * 10))
    assert gone.trash_id is not None
    with pytest.raises(LimitError):
        memory.restore("notes", gone.trash_id)
    assert sorted(files(tmp_path)) == ["new.md"]
    assert [item.id for _, item in memory.trash()] == [gone.trash_id]


def test_what_another_program_wrote_a_moment_ago_is_counted(opening: Opener, tmp_path: Path) -> None:
    memory = opening(20)
    memory.write(Address("notes", "a"), Content("12345"))
    put(tmp_path, by_hand="x" * 12)
    with pytest.raises(LimitError, match="notes holds 18 of 20 characters"):
        memory.write(Address("notes", "b"), Content("123"))


def test_a_refusal_in_an_address_only_mount_names_no_page(opening: Opener, tmp_path: Path) -> None:
    memory = opening(20, exposure="address")
    put(tmp_path, secret_topic="x" * 18)
    with pytest.raises(LimitError) as caught:
        memory.write(Address("notes", "new"), Content("n" * 10))
    assert "secret_topic" not in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_the_command_line_says_what_takes_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "memory"))
    monkeypatch.setenv("VADE_WRITING_MAX_CHARS", "200")
    monkeypatch.chdir(tmp_path)
    assert run(["add", "The tide turns at six.", "--title", "Tide"]) == 0
    assert run(["add", "n" * 200, "--title", "New"]) == EXIT_REFUSED
    said = capsys.readouterr().err
    assert "of 200 characters, and this write adds" in said
    assert "the largest are global:topics/Tide (" in said
    assert run(["add", "n" * 200, "--title", "New", "--json"]) == EXIT_REFUSED
    error = json.loads(capsys.readouterr().err)["error"]
    assert (error["code"], error["limit"], error["largest"][0][0]) == ("over-budget", 200, "global:topics/Tide")


def test_a_write_of_an_agent_makes_room_too(opening: Opener, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    put_records(tmp_path, record("wrong", "aaaaaaaaaa", superseded=True, supersededBy="live"), record("live", "bbbb"))
    memory = opening(20, "records")
    agent = Memory(replace(memory.setting, actor=Actor("agent", "test-host")))
    agent.remember(Note("cccccccccc", mount="notes"))
    assert "wrong" not in names(tmp_path)
    agent.close()


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_characters_are_counted_as_the_index_counts_them(text: str) -> None:
    data = text.encode()
    assert chars_of(data, "folder") == len(parse(Address("notes", "a"), data).text)


PAGES = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=3),
    st.tuples(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), st.sampled_from(["", "private", "gone"])),
    max_size=8,
)


@settings(max_examples=30, deadline=None)
@given(pages=PAGES, more=st.integers(0, 40), kind=st.sampled_from(["folder", "records"]))
def test_L6_the_sum_of_the_index_gives_the_verdict_of_all_rows(
    tmp_path_factory: pytest.TempPathFactory, pages: dict[str, tuple[str, str]], more: int, kind: Format
) -> None:
    place = tmp_path_factory.mktemp("sum")
    path = place / "notes" if kind == "folder" else place / "notes" / "facts.jsonl"
    (place / "notes").mkdir()
    if kind == "folder":
        heads = {"private": "private: true", "gone": "superseded_by: other"}
        for name, (text, how) in pages.items():
            header = f"---\n{heads[how]}\n---\n" if how else ""
            (path / f"{name}.md").write_bytes(f"{header}{text}".encode())
    else:
        keys: dict[str, dict[str, object]] = {
            "": {},
            "private": {"private": True},
            "gone": {"superseded": True, "supersededBy": "other"},
        }
        lines = [json.dumps({"id": name, "content": text, **keys[how]}) for name, (text, how) in pages.items()]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    mount = MountConfig(name="notes", path=path, format=kind, writable=True, max_chars=100)
    library = Library([Mount(mount)], place / "cache")
    library.sync("notes")
    with library.index("notes").view() as view:
        counted = sum(row.chars for row in view.pages(Filter()))
        assert view.chars() == counted
    line = b"x" * more if kind == "folder" else json.dumps({"id": "new", "content": "x" * more}).encode()
    fits = not more or counted + more <= 100
    with nullcontext() if fits else pytest.raises(LimitError, match=f"holds {counted:,} "):
        Characters(library).within(library.mounts[0], [Outcome(None, line)])
    library.close()


def test_a_header_key_counts_in_a_page_and_not_in_a_record(opening: Opener, tmp_path: Path) -> None:
    memory = opening(6, "records")
    memory.write(Address("notes", "a"), Content("123456"))
    version = memory.library.store("notes").read("a").digest
    assert memory.write(Address("notes", "a"), KeyChange("tags", ["long", "tags"]), version=version).action == "edited"
    assert names(tmp_path) == ["a"]
