"""What is told unasked is read from the files, and only if they are what was indexed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.config import MountConfig
from vademecum.library import Library, Mount
from vademecum.library.plan_cache import PlannedMount
from vademecum.recall.pushing import Pushed, push
from vademecum.text.glossary import parse_glossary

ASK = "is the Skerry gauge still wrong?"


class Shelf:
    """One mount, and what a prompt brings up from it."""

    def __init__(self, root: Path) -> None:
        self.root = root / "notes"
        self.root.mkdir()
        self.state = root / "state"
        self.library = Library([Mount(MountConfig(name="notes", path=self.root))], root / "cache")

    def planned(self) -> PlannedMount:
        return PlannedMount(
            name="notes",
            root=str(self.root),
            index_path=str(self.library.index_path("notes")),
            fingerprint=self.library.rows("notes").fingerprint,
            max_page_bytes=1 << 20,
            exclude=(),
        )

    def put(self, name: str, data: bytes) -> None:
        (self.root / f"{name}.md").write_bytes(data)
        self.library.sync("notes")

    def fill(self) -> None:
        """Pages about other things, so that a word of one page is a rare one."""
        for number in range(12):
            (self.root / f"gull {number}.md").write_text(f"# Gull {number}\n\nIt nests on rock {number}.\n")
        self.library.sync("notes")

    def ask(self, prompt: str = ASK, *more: PlannedMount, glossary: str = "") -> Pushed:
        mounts = [self.planned()._replace(glossary=parse_glossary(glossary) if glossary else None), *more]
        return push(mounts, prompt, str(self.state), is_shown=lambda _page, _place, _digest: False)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A mount with one page, in step."""
    made = Shelf(tmp_path)
    made.put("gauge", b"# Tide gauge\n\nThe Skerry gauge reads 12 cm high.\n")
    return made


def test_a_block_is_told_with_its_page_place_and_version(shelf: Shelf) -> None:
    [told] = shelf.ask().told
    assert (told.address, told.title, told.author) == ("notes:gauge#Tide gauge", "Tide gauge", "person")
    assert told.text.endswith("reads 12 cm high.")


@pytest.mark.parametrize(
    "data",
    [
        "\ufeff# Tide gauge\r\n\r\nThe Skerry gauge reads 12 cm high.\r\n".encode(),
        "# Tide gauge\n\nThe Skerry gauge reads 12 cm high.\n".encode("utf-16"),
        b"# Tide gauge\n\nThe Skerry gauge reads 12 cm high \xb1 1.\n",
        "---\ntitle: 潮位🙂\n---\n# 潮位🙂\n\nThe Skerry gauge reads 12 cm high.\n".encode(),
    ],
)
def test_A42_offsets_hold_in_every_encoding(shelf: Shelf, data: bytes) -> None:
    shelf.put("gauge", data)
    [told] = shelf.ask().told
    assert "The Skerry gauge reads 12 cm high" in told.text
    assert "---" not in told.text


def gone(root: Path) -> None:
    (root / "gauge.md").unlink()


def edited(root: Path) -> None:
    (root / "gauge.md").write_bytes(b"# Tide gauge\n\nThe Skerry gauge reads 99 cm high.\n")


def a_folder(root: Path) -> None:
    gone(root)
    (root / "gauge.md").mkdir()


@pytest.mark.parametrize("change", [gone, edited, a_folder])
def test_what_is_no_longer_as_indexed_is_left_out_and_counted(shelf: Shelf, change: Callable[[Path], None]) -> None:
    change(shelf.root)
    assert shelf.ask() == Pushed(changed=1, asked=1)


def test_a_mount_that_can_not_be_asked_is_named_and_stops_no_other(shelf: Shelf, tmp_path: Path) -> None:
    empty = shelf.planned()._replace(name="empty", index_path=str(tmp_path / "none.db"))
    other = shelf.planned()._replace(name="other", fingerprint="other rules")
    pushed = shelf.ask(ASK, empty, other)
    assert [told.page for told in pushed.told] == ["notes:gauge"]
    assert [name for name, _ in pushed.unasked] == ["empty", "other"]


def test_a_mount_that_is_not_there_yet_is_no_failure(shelf: Shelf, tmp_path: Path) -> None:
    nowhere = shelf.planned()._replace(
        name="nowhere", root=str(tmp_path / "nowhere"), index_path=str(tmp_path / "none.db")
    )
    assert shelf.ask(ASK, nowhere).unasked == ()


def test_the_same_text_in_two_mounts_is_told_once(shelf: Shelf) -> None:
    assert len(shelf.ask(ASK, shelf.planned()._replace(name="twin")).told) == 1


def test_a_prompt_about_nothing_opens_no_index(shelf: Shelf, tmp_path: Path) -> None:
    broken = shelf.planned()._replace(index_path=str(tmp_path))
    assert shelf.ask("continue, please", broken) == Pushed()


def pages_told(pushed: Pushed) -> list[str]:
    return [told.page for told in pushed.told]


def test_a_glossary_brings_up_a_page_in_another_language(shelf: Shelf) -> None:
    asked = "斯凯里的验潮站读数偏高"
    assert shelf.ask(asked).told == ()
    assert pages_told(shelf.ask(asked, glossary="验潮站 = tide gauge\n斯凯里 = Skerry")) == ["notes:gauge"]


def test_the_glossary_that_added_words_is_not_told_itself(shelf: Shelf) -> None:
    shelf.fill()
    words = "# Words\n\n验潮站 = tide gauge\n"
    shelf.put("glossary", words.encode())
    assert "notes:glossary" in pages_told(shelf.ask("验潮站"))
    assert pages_told(shelf.ask("验潮站", glossary=words)) == ["notes:gauge"]


@pytest.mark.parametrize("prompt", ["数据库的测试", "database tests"])
def test_a_glossary_makes_nothing_of_everyday_words(shelf: Shelf, prompt: str) -> None:
    shelf.put("odd", "# Skerry\n\nThe database tests of Skerry, 数据库的测试.\n".encode())
    assert shelf.ask(prompt, glossary="数据库 = database = Skerry\n测试 = test = Skerry").told == ()


def test_the_word_of_the_prompt_outweighs_what_a_glossary_says_instead(shelf: Shelf) -> None:
    shelf.put("quay", b"# Stones\n\nThe quay needs new stones.\n")
    shelf.put("wharf", b"# Stones\n\nThe wharf needs new stones.\n")
    told = {asked: pages_told(shelf.ask(f"the {asked}", glossary="quay = wharf")) for asked in ("quay", "wharf")}
    assert told == {"quay": ["notes:quay", "notes:wharf"], "wharf": ["notes:wharf", "notes:quay"]}


def test_a_page_takes_further_places_only_by_what_its_blocks_say(shelf: Shelf) -> None:
    shelf.fill()
    blocks = "".join(f"## Day {n}\n\nNothing to tell of day {n}.\n\n" for n in range(9))
    shelf.put("ferry", f"---\ntitle: Danzig ferry\n---\n{blocks}".encode())
    shelf.put("wool", b"# Cargo\n\nWool goes by the Danzig ferry.\n")
    assert set(pages_told(shelf.ask("what did the Danzig ferry carry?"))) == {"notes:ferry", "notes:wool"}
