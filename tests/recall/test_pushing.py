"""What is told unasked is read from the files, and only if they are what was indexed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.config import MountConfig
from vademecum.library import Library, Mount
from vademecum.library.plan_cache import PlannedMount
from vademecum.recall.pushing import Pushed, push

ASK = "is the Skerry gauge still wrong?"


class Shelf:
    """One mount, and what a prompt brings up from it."""

    def __init__(self, root: Path) -> None:
        self.root = root / "notes"
        self.root.mkdir()
        self.state = root / "state"
        self.library = Library([Mount(MountConfig(name="notes", path=self.root))], root / "cache")

    def planned(self, **changed: str) -> PlannedMount:
        facts = {
            "name": "notes",
            "root": str(self.root),
            "index_path": str(self.library.index_path("notes")),
            "fingerprint": self.library.rows("notes").fingerprint,
            **changed,
        }
        return PlannedMount(**facts, max_page_bytes=1 << 20, exclude=())

    def put(self, name: str, data: bytes) -> None:
        (self.root / f"{name}.md").write_bytes(data)
        self.library.sync("notes")

    def ask(self, prompt: str = ASK, *more: PlannedMount) -> Pushed:
        mounts = [self.planned(), *more]
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
    empty = shelf.planned(name="empty", index_path=str(tmp_path / "none.db"))
    other = shelf.planned(name="other", fingerprint="other rules")
    pushed = shelf.ask(ASK, empty, other)
    assert [told.page for told in pushed.told] == ["notes:gauge"]
    assert [name for name, _ in pushed.unasked] == ["empty", "other"]


def test_a_mount_that_is_not_there_yet_is_no_failure(shelf: Shelf, tmp_path: Path) -> None:
    nowhere = shelf.planned(name="nowhere", root=str(tmp_path / "nowhere"), index_path=str(tmp_path / "none.db"))
    assert shelf.ask(ASK, nowhere).unasked == ()


def test_the_same_text_in_two_mounts_is_told_once(shelf: Shelf) -> None:
    assert len(shelf.ask(ASK, shelf.planned(name="twin")).told) == 1


def test_a_prompt_about_nothing_opens_no_index(shelf: Shelf, tmp_path: Path) -> None:
    broken = shelf.planned(index_path=str(tmp_path))
    assert shelf.ask("continue, please", broken) == Pushed()
