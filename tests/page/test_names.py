"""Names of pages: titles of all scripts become names that every system keeps, and no name leaves its store."""

from __future__ import annotations

import os.path
import unicodedata
from collections.abc import Callable
from pathlib import PurePosixPath, PureWindowsPath
from urllib.parse import unquote

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.errors import NameRefusedError
from vademecum.page.names import AFFIX_BYTES, NAME_BYTES, SUFFIX, check_name, page_name

FAMILY = "👩\u200d👩\u200d👧"
PARTS = (
    "..",
    ".",
    "a",
    "x.md",
    ".git",
    "~",
    "con",
    "C:",
    "/",
    "//",
    "\\",
    "%2e",
    "%2f",
    "%",
    "．",
    "／",
    "…",
    "\u200b",
    " ",
)
paths = st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=3)), max_size=8).map("".join)


def free(name: str) -> bool:
    return False


def among(names: list[str]) -> Callable[[str], bool]:
    """Whether a name is taken, on a disk that ignores case."""
    seen = {name.casefold() for name in names}
    return lambda name: name.casefold() in seen


def save_all(titles: list[str]) -> list[str]:
    """The names that these titles get, one after the other."""
    names: list[str] = []
    for title in titles:
        names.append(page_name(title, among(names)))
    return names


def test_A22_titles_of_all_scripts_keep_their_letters() -> None:
    titles = ["潮汐表怎么读", "Résumé", "Якорь", "물결 소리", "मौसम", "May Ledger", "May-Ledger", "may ledger!"]
    assert save_all(titles) == titles


def test_A22_titles_without_a_letter_get_a_stable_readable_name() -> None:
    titles = ["🚀", "🎯", "❤️", "", "   ", "...", "+++"]
    names = save_all(titles)
    assert len(set(names)) == len(titles)
    assert all(name.startswith("note-") and len(name) == len("note-") + 8 for name in names)
    assert save_all(titles) == names


def test_A22_twins_are_numbered_and_never_replace_each_other() -> None:
    assert save_all(["Rome", "rome", "ROME?", "a/b", "a:b"]) == ["Rome", "rome 2", "ROME 3", "a-b", "a-b 2"]


@pytest.mark.parametrize("title", ["MEMORY", "index", "Soul", "BOOTSTRAP", "log", "README", "README?", "index."])
def test_A22_a_title_never_lands_on_a_special_page(title: str) -> None:
    assert page_name(title, free).startswith("note ")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Release train: Thursday slot", "Release train - Thursday slot"),
        ("and/or \\ not", "and-or - not"),
        ('What is "x"?', "What is x"),
        ("C# [draft] ^top|", "C draft top"),
        ("two\nlines\tand\x00more", "two lines and more"),
        ("..hidden..", "hidden"),
        ("--help", "help"),
        ("~root", "root"),
        ("100%2e", "100-2e"),
        ("con", "note con"),
        ("Aux.txt", "note Aux.txt"),
        ("\u200b.git", "git"),
        ("Re\u0301sume\u0301", "Résumé"),
        ("🚀 launch", "🚀 launch"),
    ],
)
def test_a_title_becomes_the_name_a_person_would_expect(title: str, name: str) -> None:
    assert page_name(title, free) == name


def test_a_title_loses_what_nobody_sees_and_keeps_what_letters_need() -> None:
    assert page_name("in\u202evoice\u200b \ufeff2\xad", free) == "invoice 2"
    assert page_name("می\u200cخواهم \U0001f469\u200d\U0001f680", free) == "می\u200cخواهم \U0001f469\u200d\U0001f680"


def test_A23_long_titles_fit_with_suffix_and_temporary_affixes() -> None:
    titles = ["帆" * 120, "물결소리" * 25, f"family {FAMILY * 20}", "x" * 300, "帆" * 120 + "尾"]
    names = save_all(titles)
    assert len(set(names)) == len(titles)
    assert all(len(name.encode()) + len(SUFFIX) + AFFIX_BYTES <= NAME_BYTES for name in names)
    assert all(name[:7] == title[:7] for name, title in zip(names, titles, strict=True))


def test_A23_a_cut_leaves_no_half_family() -> None:
    kept = page_name(f"family {FAMILY * 20}", free).removeprefix("family ").rpartition(" ")[0]
    assert kept
    assert kept == FAMILY * kept.count(FAMILY)


@pytest.mark.parametrize("title", ["帆" * 120, "x" * 300])
def test_A23_a_numbered_twin_of_a_long_title_still_fits(title: str) -> None:
    first = page_name(title, free)
    second = page_name(title, lambda name: name == first)
    assert second.endswith(" 2")
    assert len(second.encode()) + len(SUFFIX) + AFFIX_BYTES <= NAME_BYTES


@settings(deadline=None)
@given(st.text(max_size=300))
def test_every_title_gives_a_name_that_is_accepted_and_fits(title: str) -> None:
    name = page_name(title, free)
    assert check_name(name) == name
    assert "/" not in name
    assert len(name.encode()) + len(SUFFIX) + AFFIX_BYTES <= NAME_BYTES


@pytest.mark.parametrize(
    "name",
    [
        "../outside",
        "../../etc/passwd",
        "/etc/passwd",
        "a/../../outside",
        "..\\outside",
        "C:\\Windows\\x",
        "C:x",
        "\\\\server\\share\\x",
        "//server/share/x",
        "%2e%2e/outside",
        "%252e%252e/outside",
        "..%2foutside",
        "a/b/../../../outside",
        "~/x",
        "~root/x",
        "~",
        "$HOME/x",
        "%USERPROFILE%/x",
        "x\x00",
        "x/../../y",
        ".git/config",
        "a/.GIT/hooks",
        "git~1/config",
        "\u200c.git/config",
        "\u200bC:..",
        "\u200bC:x",
        "invoice\u202egnp",
        "a\u2066/b",
        "%2egit/config",
        "．git/config",
        "",
        ".",
        "a/.",
        "...",
        " ",
        "note\n",
        " note",
        "note ",
        "a /b",
        "a./b",
        "a//b",
        "a/",
        "con/./../../x",
        "con",
        "a/NUL.tar",
        "com1",
        "．．/outside",
        "‥/outside",
        "／etc／passwd",
        "a／．．／．．／b",
        "x\u2028y",
        "\ud800",
        "x" * 253,
        "帆" * 85,
        "y" * 256 + "/x",
    ],
)
def test_A39_a_name_that_leaves_the_store_or_that_no_system_keeps_is_refused(name: str) -> None:
    with pytest.raises(NameRefusedError) as raised:
        check_name(name)
    assert raised.value.hint


@pytest.mark.parametrize(
    "name",
    [
        "rome",
        "trips/2026/rome",
        "v1.2",
        "100% wool",
        "Wait, what...",
        "To be continued…",
        "A／B",
        "~5 km",
        "10:30 call",
        "console",
        "a/100%2Ffoo",
        f"{FAMILY} notes",
        "x" * 252,
        "x.md",
    ],
)
def test_an_ordinary_name_is_kept_as_it_is(name: str) -> None:
    assert check_name(name) == name


def test_a_decomposed_name_is_kept_composed() -> None:
    assert check_name("Cafe\u0301/menu") == "Café/menu"


@settings(max_examples=120, deadline=None)
@given(paths)
def test_A39_an_accepted_name_stays_inside_any_root_however_it_is_read(path: str) -> None:
    try:
        name = check_name(path)
    except NameRefusedError:
        return
    for read in (name, unquote(name), unicodedata.normalize("NFKC", name), name.replace("\u200b", "")):
        inside = os.path.normpath(f"/root/{read}.md")
        assert inside.startswith("/root/")
        assert not PurePosixPath(read).is_absolute()
        assert ".." not in PureWindowsPath(read).parts
        assert PureWindowsPath("D:/root", read).is_relative_to("D:/root")
