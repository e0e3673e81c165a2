"""Indexes in step with their stores: seen at once, read only where needed, equal to a rebuild."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import given, settings, strategies as st

from vademecum.config import MountConfig
from vademecum.errors import IndexFailedError
from vademecum.index.contract import Filter, PageRow
from vademecum.library import Library, Mount, SyncReport
from vademecum.library.sync import SETTLE_NS
from vademecum.recall.pipeline import Answer, Request, recall

LATER = 10 * SETTLE_NS


class Reads:
    """Counts the pages that this process opens, by the interpreter's own audit event."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.counting = True
        sys.addaudithook(self._note)

    def _note(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.counting and event == "open" and str(arguments[0]).endswith(".md"):
            self.names.append(str(arguments[0]))


def library_of(root: Path, cache: Path, *, ahead: int = LATER, **knobs: tuple[str, ...]) -> Library:
    """A library of one mount whose clock runs ahead, so that what was just written counts as settled."""
    mount = Mount(MountConfig(name="notes", path=root, **knobs))  # type: ignore[arg-type]  # tuples only
    return Library([mount], cache, clock_ns=lambda: time.time_ns() + ahead)


def write(root: Path, name: str, text: str) -> Path:
    file = root / f"{name}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def counts(report: SyncReport) -> tuple[int, int, int, int]:
    return report.added, report.changed, report.removed, report.unchanged


def rows(library: Library) -> list[PageRow]:
    with library.index("notes").view() as view:
        return list(view.pages(Filter()))


def hits(answer: Answer) -> list[str]:
    return [hit.address.name for hit in answer.hits]


def test_pages_added_changed_and_deleted_by_others_are_seen(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "a", "one"), write(root, "b", "two"), write(root, "c", "three")
    library = library_of(root, tmp_path / "cache")
    assert counts(library.sync("notes")) == (3, 0, 0, 0)
    write(root, "a", "one more"), write(root, "d", "four")
    (root / "b.md").unlink()
    assert counts(library.sync("notes")) == (1, 1, 1, 1)
    assert [row.name for row in rows(library)] == ["a", "c", "d"]


def test_an_unchanged_store_is_verified_without_reading_a_body(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    for number in range(50):
        write(root, f"p{number}", f"word{number}")
    library = library_of(root, tmp_path / "cache")
    library.sync("notes")
    write(root, "p7", "another word")
    reads = Reads()
    assert counts(library.sync("notes")) == (0, 1, 0, 49)
    assert set(reads.names) == {"p7.md"}
    reads.names.clear()
    assert counts(library.sync("notes")) == (0, 0, 0, 50)
    reads.counting = False
    assert reads.names == []


def test_A43_an_edit_of_the_same_size_and_time_is_seen(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    file = write(root, "edit", "token oldword22")
    library = library_of(root, tmp_path / "cache")
    before = file.stat()
    library.sync("notes")
    file.write_text("token newword22", encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert hits(recall(library, Request("newword22"))) == ["edit"]
    assert hits(recall(library, Request("oldword22"))) == []


def test_A43_a_deleted_or_moved_page_leaves_no_ghost(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "ghost", "token ghostword1"), write(root, "from", "token movedword")
    library = library_of(root, tmp_path / "cache")
    library.sync("notes")
    (root / "ghost.md").unlink()
    (root / "sub").mkdir()
    (root / "from.md").rename(root / "sub" / "to.md")
    assert hits(recall(library, Request("ghostword1"))) == []
    assert hits(recall(library, Request("movedword"))) == ["sub/to"]


def test_a_file_that_may_change_within_its_clock_tick_is_looked_at_again(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "fresh", "one")
    library = library_of(root, tmp_path / "cache", ahead=0)
    library.sync("notes")
    with library.index("notes").view() as view:
        assert not view.known()["fresh"].settled
    later = library_of(root, tmp_path / "cache")
    assert counts(later.sync("notes")) == (0, 0, 0, 1)
    with later.index("notes").view() as view:
        assert view.known()["fresh"].settled


def test_A02_one_bad_page_stops_nothing_and_stays_reported(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "broken", "---\npath: `C:\\boats`\ntitle: *Draft*\n---\nlanternfish\n")
    write(root, "good", "kettle")
    library = library_of(root, tmp_path / "cache")
    assert counts(library.sync("notes")) == (2, 0, 0, 0)
    assert counts(library.sync("notes")) == (0, 0, 0, 2)
    assert {row.name: bool(row.problems) for row in rows(library)} == {"broken": True, "good": False}
    assert hits(recall(library, Request("lanternfish"))) == ["broken"]


def test_a_page_that_cannot_be_read_is_reported_until_it_can(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "huge", "whale")
    mount = Mount(MountConfig(name="notes", path=root, max_page_bytes=3))
    bounded = Library([mount], tmp_path / "cache", clock_ns=lambda: 2**62)
    assert sum(bounded.sync("notes").left_out.values()) == 1
    write(root, "huge", "cod")
    assert bounded.sync("notes").left_out == {}
    assert hits(recall(bounded, Request("cod"))) == ["huge"]


def test_a_change_of_what_is_private_rebuilds_by_itself(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "diary/may", "secretword"), write(root, "plan", "openword")
    assert hits(recall(library_of(root, tmp_path / "cache"), Request("secretword"))) == ["diary/may"]
    private = library_of(root, tmp_path / "cache", private=("diary/**",))
    assert private.sync("notes").rebuilt
    assert hits(recall(private, Request("secretword"))) == []
    assert hits(recall(private, Request("openword"))) == ["plan"]
    with private.index("notes").view() as view:
        assert view.totals(["secretword"]).frequency == {}


def test_a_damaged_index_is_rebuilt_with_one_notice(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "kettle", "shelf")
    first = library_of(root, tmp_path / "cache")
    first.sync("notes")
    first.close()
    for file in first.index_path("notes").parent.glob("*.db*"):
        file.write_bytes(b"no database at all" * 500)
    notices: list[str] = []
    again = Library(first.mounts, tmp_path / "cache", notice=notices.append)
    assert hits(recall(again, Request("shelf"))) == ["kettle"]
    assert len(notices) == 1


def test_while_another_program_syncs_answers_come_from_the_rows_there_are_and_say_so(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "kettle", "shelf")
    library_of(root, tmp_path / "cache").sync("notes")
    write(root, "pot", "another shelf")
    library = Library([Mount(MountConfig(name="notes", path=root))], tmp_path / "cache", wait=0.01)
    with FileLock(library.index_path("notes").with_suffix(".lock")):
        answer = recall(library, Request("shelf"))
        with pytest.raises(IndexFailedError, match="another program is bringing the index of notes in step"):
            library.sync("notes")
    assert hits(answer) == ["kettle"]
    assert "of late is not in this answer" in answer.notices[0]
    assert sorted(hits(recall(library, Request("shelf")))) == ["kettle", "pot"]


def test_rows_made_by_the_rules_of_another_mount_of_the_folder_show_nothing_private(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "diary/may", "secretword")
    private = library_of(root, tmp_path / "cache", private=("diary/**",))
    private.sync("notes")
    other = library_of(root, tmp_path / "cache")

    class Overtaken(Library):
        """A library in whose folder another program, with other rules, syncs after each sync of its own."""

        def refresh(self, name: str) -> SyncReport:
            super().refresh(name)
            return other.sync(name)

    answer = recall(Overtaken(private.mounts, tmp_path / "cache"), Request("secretword"))
    assert answer.hits == ()
    assert "another program is making the index anew" in answer.notices[0]


class Emptied(Library):
    """A library whose index another program empties right after a sync, ``times`` times in all."""

    times = 0

    def refresh(self, name: str) -> SyncReport:
        report = super().refresh(name)
        if self.times:
            self.times -= 1
            self.index(name).clear()
        return report


@pytest.mark.parametrize(("times", "found", "notices"), [(2, ["kettle"], 0), (9, [], 1)])
def test_an_index_emptied_between_sync_and_answer_is_filled_again_or_told(
    tmp_path: Path, times: int, found: list[str], notices: int
) -> None:
    write(tmp_path / "notes", "kettle", "shelf")
    library = Emptied([Mount(MountConfig(name="notes", path=tmp_path / "notes"))], tmp_path / "cache")
    library.times = times
    answer = recall(library, Request("shelf"))
    assert hits(answer) == found
    assert len(answer.notices) == notices


def test_an_unwritable_cache_still_answers(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "kettle", "shelf")
    (tmp_path / "cache").write_text("a file where the folder should be")
    notices: list[str] = []
    library = Library([Mount(MountConfig(name="notes", path=root))], tmp_path / "cache", notice=notices.append)
    assert hits(recall(library, Request("shelf"))) == ["kettle"]
    assert len(notices) == 1


def test_a_store_that_is_not_there_yet_holds_nothing(tmp_path: Path) -> None:
    library = library_of(tmp_path / "nothing", tmp_path / "cache")
    assert counts(library.sync("notes")) == (0, 0, 0, 0)
    assert not (tmp_path / "nothing").exists()


def test_a_page_written_into_an_index_that_is_gone_does_not_make_it_look_whole(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "kettle", "shelf"), write(root, "pot", "stove")
    library = library_of(root, tmp_path / "cache")
    library.sync("notes")
    library.index("notes").clear()
    library.sync_page("notes", "pot")
    with library.index("notes").view() as view:
        assert view.fingerprint == ""
    assert library.sync("notes").added == 2


WORDS = st.sampled_from(
    ["kettle", "shelf", "茶壶在架子上", "# Log", "## Log\n\nkettle", "---\ntitle: Pot\n---\npot", ""]
)
STEPS = st.lists(
    st.tuples(st.sampled_from(["write", "delete", "move"]), st.sampled_from("abcd"), st.lists(WORDS, max_size=3)),
    min_size=1,
    max_size=12,
)


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_an_index_kept_in_step_equals_one_built_anew(steps: list[tuple[str, str, list[str]]]) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        root = folder / "notes"
        root.mkdir()
        library = library_of(root, folder / "kept")
        for action, name, words in steps:
            file = root / f"{name}.md"
            if action == "write":
                file.write_text("\n\n".join(words), encoding="utf-8")
            elif action == "delete":
                file.unlink(missing_ok=True)
            elif file.exists():
                file.rename(root / f"{name}-moved.md")
            library.sync("notes")
        fresh = library_of(root, folder / "fresh")
        fresh.sync("notes")
        assert rows(library) == rows(fresh)
        assert _answers(library) == _answers(fresh)
        library.close()
        fresh.close()
    finally:
        shutil.rmtree(folder)


def _answers(library: Library) -> list[tuple[object, ...]]:
    asked = [recall(library, Request(text, limit=25)) for text in ("kettle", "架子", "log pot shelf")]
    return [(hit.address, hit.score, hit.snippet) for answer in asked for hit in answer.hits]


def test_a_changed_file_is_read_once_in_a_sync(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    write(root, "a", "one"), write(root, "b", "two"), write(root, "c", "three")
    library = library_of(root, tmp_path / "cache")
    library.sync("notes")
    write(root, "a", "one more"), write(root, "b", "two"), write(root, "d", "four")
    reads = Reads()
    library.sync("notes")
    reads.counting = False
    assert sorted(reads.names) == ["a.md", "b.md", "d.md"]


def test_a_first_sync_of_many_pages_leaves_the_garbage_collector_as_it_was(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    for number in range(300):
        write(root, f"page {number}", f"# Buoy {number}\n\nLight {number}.")
    library = library_of(root, tmp_path / "cache")
    during: list[bool] = []
    library.sync("notes", progress=lambda _done, _of: during.append(gc.isenabled()))
    assert (set(during), gc.isenabled()) == ({False}, True)
