"""Vectors in step with pages: what is embedded and when, what is sent to nobody, and what a failure leaves behind."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest
from filelock import FileLock

from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.embedder import BATCH
from vademecum.index.vectors.kept import VectorFile
from vademecum.index.vectors.search import Shelf
from vademecum.library import Library, Mount
from vademecum.library.quarantine import Quarantine
from vademecum.library.vectors import (
    EMBEDDED_CHARS,
    VectorReport,
    count_vectors,
    embed_library,
    embed_mount,
    vectors_path,
)

if TYPE_CHECKING:
    from tests.vectors.conftest import HashEmbedder

    Make = Callable[..., Library]

TWO = {"car": "# Car\n\nA red one.\n", "back": "# Back\n\nLumbar pain.\n\n## Since\n\nMarch.\n"}


def embed(library: Library, embedder: HashEmbedder, *, anew: bool = False) -> VectorReport:
    library.sync_all()
    return embed_mount(library, library.mounts[0], embedder, anew=anew)


def kept(library: Library, embedder: HashEmbedder) -> list[tuple[str, ...]]:
    """The blocks that have a vector, as page and headings."""
    vectors = Shelf().vectors(vectors_path(library, library.mounts[0].name), embedder.identity)
    if vectors is None:
        return []
    near = vectors.nearest(embedder.embed(["x"], "query"), 1000)
    return sorted((each.name, *each.crumb) for each in near)


def many(count: int) -> dict[str, str]:
    return {f"p{number:03}": f"# Page {number}\n\nword{number}\n" for number in range(count)}


def test_each_block_is_embedded_with_its_title_and_headings(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=TWO)
    assert embed(library, embedder) == VectorReport(made=3)
    assert sorted(embedder.given) == [
        "# Back\n\nLumbar pain.",
        "# Car\n\nA red one.",
        "Back\n## Since\n\nMarch.",
    ]
    assert kept(library, embedder) == [("back", "Back"), ("back", "Back", "Since"), ("car", "Car")]


def test_what_did_not_change_is_never_embedded_again_d41(make_library: Make, embedder: HashEmbedder) -> None:
    embed(make_library(notes=TWO), embedder)
    embedder.given.clear()
    again = make_library(notes=TWO)
    assert embed(again, embedder) == VectorReport()
    again.index("notes").clear()
    assert (embed(again, embedder), embedder.given) == (VectorReport(), [])


def test_of_a_changed_page_only_the_changed_block_is_embedded(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    embedder.given.clear()
    (tmp_path / "notes/back.md").write_text(TWO["back"].replace("March", "April"), encoding="utf-8")
    assert embed(library, embedder).made == 1
    assert embedder.given == ["Back\n## Since\n\nApril."]


def test_a_page_that_moves_keeps_its_vectors_and_one_that_goes_leaves_none(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    (tmp_path / "notes/deep").mkdir()
    (tmp_path / "notes/car.md").rename(tmp_path / "notes/deep/car.md")
    (tmp_path / "notes/back.md").unlink()
    assert embed(library, embedder) == VectorReport(removed=2)
    assert kept(library, embedder) == [("deep/car", "Car")]
    path = vectors_path(library, "notes")
    assert apsw.Connection(path).execute("select count(*) from vector").get == 1


def test_equal_blocks_are_embedded_once(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes={"a": "# Same\n\nText.\n", "b": "# Same\n\nText.\n"})
    assert embed(library, embedder).made == 1
    assert kept(library, embedder) == [("a", "Same"), ("b", "Same")]


def test_texts_go_in_batches_of_thirty_two_d39(make_library: Make, embedder: HashEmbedder) -> None:
    blocks = "".join(f"# H{number}\n\nword\n\n" for number in range(70))
    embed(make_library(notes={**many(10), "long": blocks}), embedder)
    assert max(embedder.batches) == BATCH
    assert sum(embedder.batches) == 80


def test_a_failure_keeps_the_batches_before_it_and_the_next_pass_goes_on_d42(
    make_library: Make, embedder: HashEmbedder
) -> None:
    library = make_library(notes=many(80))
    embedder.fail_after = 2 * BATCH
    assert embed(library, embedder) == VectorReport(made=64, failure="the fake is down")
    assert count_vectors(library, "notes", embedder.identity) == (64, 64, "the fake is down")
    embedder.fail_after = None
    assert embed(library, embedder) == VectorReport(made=16)
    assert count_vectors(library, "notes", embedder.identity) == (80, 80, "")


def test_a_page_of_many_blocks_goes_on_in_its_middle(make_library: Make, embedder: HashEmbedder) -> None:
    blocks = "".join(f"# H{number}\n\nword{number}\n\n" for number in range(70))
    library = make_library(notes={"long": blocks})
    embedder.fail_after = BATCH
    assert embed(library, embedder).made == BATCH
    embedder.fail_after = None
    assert embed(library, embedder).made == 70 - BATCH
    assert len(set(embedder.given)) == len(embedder.given) == 70


def test_an_interrupted_pass_keeps_what_it_made(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=many(40))
    embedder.fail_after, embedder.error = BATCH, KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        embed(library, embedder)
    embedder.fail_after = None
    assert embed(library, embedder).made == 8


def test_another_model_starts_anew_and_the_old_goes_when_the_new_is_whole_d41(
    make_library: Make, embedder: HashEmbedder
) -> None:
    library, other = make_library(notes=many(40)), type(embedder)("hash:2", length=16)
    embed(library, embedder)
    other.fail_after = BATCH
    assert embed(library, other).made == BATCH
    assert len(kept(library, embedder)) == 40
    assert embed(library, embedder) == VectorReport()
    other.fail_after = None
    assert embed(library, other).made == 40
    assert (kept(library, embedder), len(kept(library, other))) == ([], 40)


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of files and folders that nobody may open, not even who is allowed everything."""
    names, real = set[str](), os.open

    def opening(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if os.path.basename(path) in names:
            raise PermissionError(13, "Permission denied")
        return real(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", opening)
    return names


@pytest.mark.parametrize("anew", [False, True])
def test_a_folder_that_is_away_keeps_its_vectors_and_says_so(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path, *, anew: bool
) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    (tmp_path / "notes").rename(tmp_path / "away")
    report = embed(library, embedder, anew=anew)
    assert report.failure == "notes can't be read, so its vectors are kept as they are"
    assert report.hint == "bring its folder back, then vade sync"
    (tmp_path / "away").rename(tmp_path / "notes")
    assert embed(library, embedder) == VectorReport()
    assert len(kept(library, embedder)) == 3


def test_a_folder_that_is_not_there_yet_is_no_failure(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = make_library(notes=TWO)
    shutil.rmtree(tmp_path / "notes")
    assert embed(library, embedder, anew=True) == VectorReport()


def test_a_folder_without_a_page_keeps_its_vectors_until_they_are_made_anew(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    (tmp_path / "notes").rename(tmp_path / "disk")
    (tmp_path / "notes").mkdir()  # where a disk is to be mounted
    assert embed(library, embedder) == VectorReport()
    (tmp_path / "notes").rmdir()
    (tmp_path / "disk").rename(tmp_path / "notes")
    assert embed(library, embedder) == VectorReport()
    for name in TWO:
        (tmp_path / f"notes/{name}.md").unlink()
    assert embed(library, embedder, anew=True) == VectorReport()
    assert apsw.Connection(vectors_path(library, "notes")).execute("select count(*) from vector").get == 0


def test_an_empty_index_costs_no_vector(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    library.index("notes").clear()
    report = embed_mount(library, library.mounts[0], embedder, anew=True)
    assert report.failure == "the index of notes is not in step, so its vectors are kept as they are"
    assert embed(library, embedder) == VectorReport()


def test_an_index_that_does_not_know_a_page_yet_costs_it_no_vector(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    (tmp_path / "notes/car.md").rename(tmp_path / "car.md")
    library.sync_all()
    (tmp_path / "car.md").rename(tmp_path / "notes/car.md")
    assert embed_mount(library, library.mounts[0], embedder) == VectorReport()
    assert embed(library, embedder) == VectorReport()


def test_what_can_not_be_read_keeps_its_vectors_and_what_is_gone_loses_them(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path, closed: set[str]
) -> None:
    library = make_library(notes={**TWO, "deep/far": "# Far\n", "gone": "# Gone\n", "shut": "# Shut\n"})
    embed(library, embedder)
    (tmp_path / "notes/gone.md").unlink()
    os.utime(tmp_path / "notes/shut.md", (1, 1))
    closed |= {"deep", "shut.md"}
    assert embed(library, embedder).removed == 1
    assert embed(library, embedder, anew=True).failure.startswith("folders of notes can't be read")
    assert ("deep/far", "Far") in kept(library, embedder)
    closed.clear()
    assert embed(library, embedder) == VectorReport()
    assert len(kept(library, embedder)) == 5


def test_a_page_that_can_not_be_read_right_now_keeps_its_vectors(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library, text = make_library(notes=TWO), TWO["car"]
    embed(library, embedder)
    (tmp_path / "notes/car.md").write_text("# Car\n\nBlue.\n", encoding="utf-8")
    library.sync_all()
    (tmp_path / "notes/car.md").write_text(text, encoding="utf-8")
    assert embed_mount(library, library.mounts[0], embedder) == VectorReport(left_out={"changing": 1})
    assert embed(library, embedder) == VectorReport()


def test_a_mount_that_is_away_keeps_no_other_from_its_vectors(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = make_library(notes=TWO, work={"tea": "# Tea\n"})
    embed(library, embedder)
    (tmp_path / "notes").rename(tmp_path / "away")
    library.sync_all()
    reports = embed_library(library, embedder)
    assert reports["notes"].failure
    assert reports["work"] == VectorReport(made=1)


def test_a_model_that_gives_other_lengths_under_its_name_is_told_and_nothing_is_lost(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library, other = make_library(notes=TWO), type(embedder)(length=16)
    embed(library, embedder)
    (tmp_path / "notes/new.md").write_text("new\n", encoding="utf-8")
    report = embed(library, other)
    assert report.failure == "the embedder gives vectors of 16 numbers, and those kept of its model have 64"
    assert report.hint == "vade sync --rebuild makes them all anew"
    assert len(kept(library, embedder)) == 3
    assert embed(library, other, anew=True).made == 4
    assert len(kept(library, other)) == 4


@pytest.mark.parametrize("garbage", [b"not a database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_file_is_a_cold_start_that_is_told_d41(
    make_library: Make, embedder: HashEmbedder, garbage: bytes
) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    path = Path(vectors_path(library, "notes"))
    path.write_bytes(garbage)
    with pytest.raises(VectorsFailedError, match="damaged"):
        Shelf().vectors(str(path), embedder.identity)
    assert embed(library, embedder) == VectorReport(made=3, restarted=True)
    assert embed(library, embedder) == VectorReport()


def test_a_file_of_another_version_starts_anew(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    connection = apsw.Connection(vectors_path(library, "notes"))
    connection.execute("pragma user_version = 99")
    connection.close()
    assert Shelf().vectors(vectors_path(library, "notes"), embedder.identity) is None
    assert embed(library, embedder).made == 3


def test_what_is_private_hidden_or_a_comment_is_sent_to_nobody(make_library: Make, embedder: HashEmbedder) -> None:
    pages = {
        "open": "# Open\n\nSeen. %%secret%%\n",
        "a": "---\nprivate: true\n---\nsecret\n",
        "b": "---\ntags: [private]\n---\nsecret\n",
        "Diary/c": "secret\n",
        "d": "---\nforgotten: true\n---\nsecret\n",
        "e": "---\nsuperseded_by: open\n---\nsecret\n",
    }
    library = make_library(config={"private": ("Diary/**",)}, notes=pages)
    embed(library, embedder)
    with library.index("notes").view() as view:
        shown = [name for name in pages if (row := view.page(name)) is not None and row.hidden is None]
    assert len(embedder.given) == len(shown) < len(pages)
    assert "open" in shown
    assert not [text for text in embedder.given if "secret" in text]


def test_a_page_that_becomes_private_loses_its_vectors(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    (tmp_path / "notes/car.md").write_text("---\nprivate: true\n---\n" + TWO["car"], encoding="utf-8")
    assert embed(library, embedder).removed == 1
    assert kept(library, embedder) == [("back", "Back"), ("back", "Back", "Since")]


def test_other_rules_of_exposure_have_every_page_looked_at_again(make_library: Make, embedder: HashEmbedder) -> None:
    embed(make_library(notes=TWO), embedder)
    stricter = make_library(config={"private": ("car.md",)}, notes=TWO)
    assert embed(stricter, embedder).made == 0
    assert kept(stricter, embedder) == [("back", "Back"), ("back", "Back", "Since")]


def test_nothing_of_a_store_that_nobody_trusts_is_sent(make_library: Make, embedder: HashEmbedder) -> None:
    assert embed(make_library(trusted=False, notes=TWO), embedder) == VectorReport()
    assert embedder.given == []


def test_what_a_pull_brought_is_sent_when_it_was_looked_at(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=TWO)
    [mount] = library.mounts
    held = replace(mount, quarantine=Quarantine(["car.md"]))
    assert embed_mount(library, held, embedder) == VectorReport(made=2, left_out={"quarantined": 1})
    assert embed_mount(library, mount, embedder) == VectorReport(made=1)


def test_a_page_that_changed_since_the_index_looked_is_left_for_the_next_pass(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = make_library(notes=TWO)
    (tmp_path / "notes/car.md").write_text("# Car\n\nBlue now.\n", encoding="utf-8")
    report = embed_mount(library, library.mounts[0], embedder)
    assert (report.made, report.left_out) == (2, {"changing": 1})
    assert embed(library, embedder).made == 1


def test_a_long_block_is_embedded_by_its_beginning_and_counted(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes={"long": "字" * (EMBEDDED_CHARS + 1)})
    assert embed(library, embedder) == VectorReport(made=1, cut=1)
    assert len(embedder.given[0]) == EMBEDDED_CHARS


def test_two_passes_at_once_do_not_pay_twice(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=TWO)
    path = vectors_path(library, "notes")
    os.makedirs(os.path.dirname(path))
    with FileLock(f"{path}.lock"):
        assert embed(library, embedder).failure == "another program is making these vectors"
    assert embedder.given == []


def test_a_cache_folder_that_is_a_file_is_told(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=TWO)
    Path(vectors_path(library, "notes")).parent.write_text("in the way")
    assert "can't be" in embed(library, embedder).failure


def test_progress_is_told_in_pages(make_library: Make, embedder: HashEmbedder) -> None:
    library, seen = make_library(notes=TWO), list[tuple[int, int]]()
    embed_mount(library, library.mounts[0], embedder, progress=lambda done, of: seen.append((done, of)))
    assert seen == [(1, 2), (2, 2)]


def test_readers_see_whole_passes_while_one_goes_on(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=many(40))
    path, shelf, sizes = vectors_path(library, "notes"), Shelf(), list[int]()

    def look(_done: int, _of: int) -> None:
        vectors = shelf.vectors(path, embedder.identity)
        sizes.append(len(vectors) if vectors else 0)

    embed_mount(library, library.mounts[0], embedder, progress=look)
    assert set(sizes) <= {0, 32, 40}
    vectors = shelf.vectors(path, embedder.identity)
    assert vectors is not None
    assert len(vectors) == 40
    assert shelf.vectors(path, embedder.identity) is vectors


def test_a_file_holds_no_text(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes={"a": "# Heading\n\nxylophone\n"})
    embed(library, embedder)
    assert b"xylophone" not in Path(vectors_path(library, "notes")).read_bytes()


def test_the_same_folder_under_another_name_has_the_same_vectors(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=TWO)
    embed(library, embedder)
    [mount] = library.mounts
    other = Library([Mount(replace(mount.config, name="vault"))], library.index_path("notes").parent.parent)
    assert vectors_path(other, "vault") == vectors_path(library, "notes")
    assert embed(other, embedder) == VectorReport()
    other.close()


def test_a_file_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    assert VectorFile.to_read(str(tmp_path / "v.db"), "m") is None
    assert list(tmp_path.iterdir()) == []
