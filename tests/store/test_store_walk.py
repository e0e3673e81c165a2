"""A walk lists every page once, by stat alone, and counts and names what it leaves out."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.config.model import MountConfig
from vademecum.store.contract import Walk
from vademecum.store.folder import FolderStore

DECOMPOSED = unicodedata.normalize("NFD", "Café")


def fill(root: Path, *places: str, text: str = "text\n") -> Path:
    for place in places:
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def walked(root: Path, *, exclude: frozenset[Path] = frozenset(), **settings: object) -> Walk:
    return FolderStore(MountConfig("notes", root, **settings), exclude=exclude).walk()  # type: ignore[arg-type]  # a test passes what it names


def names(walk: Walk) -> list[str]:
    return [entry.name for entry in walk.entries]


def codes(walk: Walk) -> list[tuple[str, str]]:
    return [(problem.code, problem.place) for problem in walk.problems]


def test_pages_come_in_order_of_name_with_their_stamps(tmp_path: Path) -> None:
    fill(tmp_path, "b.md", "a/z.md", "Ä.md", "a.md", text="12345")
    walk = walked(tmp_path)
    assert names(walk) == ["a", "a/z", "b", "Ä"]
    found = (tmp_path / "a/z.md").stat()
    stamp = walk.entries[1].stamp
    assert (stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode) == (
        5,
        found.st_mtime_ns,
        found.st_ctime_ns,
        found.st_ino,
    )


def test_only_md_files_are_pages_whatever_the_case_of_the_suffix(tmp_path: Path) -> None:
    fill(tmp_path, "a.md", "b.MD", "c.Md", "d.markdown", "e.txt", "md", "f.md.bak", "folder.md/g.md")
    assert names(walked(tmp_path)) == ["a", "b", "c", "folder.md/g"]


def test_hidden_and_ignored_names_are_no_part_of_the_store(tmp_path: Path) -> None:
    fill(tmp_path, "a.md", ".hidden.md", ".vade/x.md", ".git/y.md", "node_modules/deep/z.md", "sub/node_modules/w.md")
    walk = walked(tmp_path)
    assert names(walk) == ["a"]
    assert walk.left_out == {}


@pytest.mark.parametrize(
    ("ignore", "left"),
    [
        ((), ["a", "drafts/c", "node_modules/b", "x/drafts/d"]),
        (("drafts",), ["a", "node_modules/b"]),
        (("/drafts",), ["a", "node_modules/b", "x/drafts/d"]),
        (("x/**/d.md", "?.md"), []),
        (("DRAFTS/", "node*"), ["a"]),
    ],
)
def test_the_ignore_setting_replaces_the_list_and_may_hold_globs(
    tmp_path: Path, ignore: tuple[str, ...], left: list[str]
) -> None:
    fill(tmp_path, "a.md", "node_modules/b.md", "drafts/c.md", "x/drafts/d.md")
    assert names(walked(tmp_path, ignore=ignore)) == left


def test_the_folders_of_inner_mounts_are_left_to_them(tmp_path: Path) -> None:
    fill(tmp_path, "a.md", "user/b.md", "other/user/c.md")
    assert names(walked(tmp_path, exclude=frozenset({tmp_path / "user", tmp_path.parent}))) == ["a", "other/user/c"]


def test_an_inner_mount_is_left_out_however_the_disk_spells_its_folder(tmp_path: Path) -> None:
    fill(tmp_path, "a.md", f"{DECOMPOSED}/b.md")
    config = MountConfig("notes", tmp_path)
    store = FolderStore(config, exclude=frozenset({tmp_path / DECOMPOSED}))
    assert (names(store.walk()), store.stamp("Café/b")) == (["a"], None)


def test_pages_too_deep_are_counted_and_never_listed(tmp_path: Path) -> None:
    fill(tmp_path, "a.md", "1/b.md", "1/2/c.md", "1/2/3/d.md", "1/2/3/4/e.md")
    walk = walked(tmp_path, max_depth=2)
    assert names(walk) == ["1/2/c", "1/b", "a"]
    assert walk.left_out == {"depth": 2}


def test_over_the_bound_the_pages_in_fewest_folders_stay_then_the_first_by_name(tmp_path: Path) -> None:
    fill(tmp_path, "z.md", "a/2.md", "a/1.md", "a/b/0.md", "y.md")
    walk = walked(tmp_path, max_pages=3)
    assert names(walk) == ["a/1", "y", "z"]
    assert walk.left_out == {"count": 2}


def test_a_page_over_the_size_bound_is_named_and_left_out(tmp_path: Path) -> None:
    fill(tmp_path, "big.md", text="x" * 11)
    fill(tmp_path, "small.md", text="x" * 10)
    walk = walked(tmp_path, max_page_bytes=10)
    assert names(walk) == ["small"]
    assert (walk.left_out, codes(walk)) == ({"size": 1}, [("size", "big.md")])


def test_decomposed_names_on_disk_are_composed_in_the_store(tmp_path: Path) -> None:
    fill(tmp_path, f"{DECOMPOSED}/{DECOMPOSED}.md")
    assert names(walked(tmp_path)) == ["Café/Café"]


def test_of_two_files_with_one_name_the_composed_one_is_served_and_the_other_named(tmp_path: Path) -> None:
    fill(tmp_path, f"{DECOMPOSED}.md", text="decomposed")
    fill(tmp_path, "Café.md", text="composed")
    fill(tmp_path, "b.MD", "b.md")
    store = FolderStore(MountConfig("notes", tmp_path))
    walk = store.walk()
    assert names(walk) == ["Café", "b"]
    assert codes(walk) == [("twin", f"{DECOMPOSED}.md"), ("twin", "b.MD")]
    assert walk.left_out == {"twin": 2}
    assert store.path("Café").read_text() == "composed"


@settings(max_examples=60, deadline=None)
@given(
    places=st.sets(
        st.builds(
            "{}/{}{}".format,
            st.sampled_from(["é", unicodedata.normalize("NFD", "é"), "e"]),
            st.sampled_from(["ö", unicodedata.normalize("NFD", "ö"), "o"]),
            st.sampled_from([".md", ".MD", ".mD"]),
        ),
        max_size=9,
    )
)
def test_every_listed_name_is_found_and_means_the_file_that_the_walk_saw(
    tmp_path_factory: pytest.TempPathFactory, places: set[str]
) -> None:
    root = fill(tmp_path_factory.mktemp("twins"), *places)
    store = FolderStore(MountConfig("notes", root))
    walk = store.walk()
    assert {entry.name: entry.stamp for entry in walk.entries} == {n: store.stamp(n) for n in names(walk)}
    assert len(walk.entries) + walk.left_out.get("twin", 0) == len(places)


def test_A42_a_file_name_that_is_no_text_is_named_and_stops_nothing(tmp_path: Path) -> None:
    fill(tmp_path, "ok.md")
    with open(os.fsencode(tmp_path) + b"/caf\xe9.md", "wb"):
        pass
    walk = walked(tmp_path)
    assert names(walk) == ["ok"]
    assert codes(walk) == [("encoding", "caf?.md")]


def test_A39_links_out_of_the_store_or_nowhere_are_reported_and_never_followed(tmp_path: Path) -> None:
    fill(tmp_path / "outside", "secret.md")
    root = fill(tmp_path / "vault", "ok.md")
    (root / "link-file.md").symlink_to("../outside/secret.md")
    (root / "link-dir").symlink_to("../outside")
    (root / "dangling.md").symlink_to("nowhere.md")
    (root / "loop").symlink_to("loop")
    walk = walked(root)
    assert names(walk) == ["ok"]
    assert walk.left_out == {"link": 4}
    assert [place for _, place in codes(walk)] == ["dangling.md", "link-dir", "link-file.md", "loop"]
    assert not any("outside" in problem.message or "secret" in problem.message for problem in walk.problems)


def test_A39_a_link_to_what_is_served_anyway_adds_nothing_and_hides_nothing(tmp_path: Path) -> None:
    root = fill(tmp_path, "real.md", "sub/page.md")
    (root / "alias.md").symlink_to("real.md")
    (root / "sub/up").symlink_to("..")
    (root / "again").symlink_to("sub")
    (root / "picture.png").symlink_to("/dev/null")
    walk = walked(root)
    assert names(walk) == ["real", "sub/page"]
    assert (walk.left_out, walk.problems) == ({}, ())


def test_A39_a_link_to_what_the_store_hides_is_reported(tmp_path: Path) -> None:
    root = fill(tmp_path, ".trash/old.md")
    (root / "old.md").symlink_to(".trash/old.md")
    assert codes(walked(root)) == [("link", "old.md")]


def test_a_pipe_under_a_page_name_is_reported(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert codes(walked(tmp_path)) == [("not-a-file", "pipe.md")]


def test_a_folder_that_can_not_be_read_is_reported_and_the_rest_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path, "a.md", "locked/b.md")
    scan = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("/locked"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    walk = walked(tmp_path)
    assert names(walk) == ["a"]
    assert codes(walk) == [("unreadable", "locked")]


def test_a_store_whose_folder_is_gone_has_no_pages_and_says_so(tmp_path: Path) -> None:
    assert codes(walked(tmp_path / "gone")) == [("unreadable", "")]


def test_a_walk_writes_nothing_and_reads_no_body(tmp_path: Path) -> None:
    page = fill(tmp_path, "a.md") / "a.md"
    os.utime(page, ns=(1, 2))
    walked(tmp_path)
    assert os.listdir(tmp_path) == ["a.md"]
    assert page.stat().st_atime_ns == 1
