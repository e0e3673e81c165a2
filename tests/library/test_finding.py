"""From what people and agents write to one exact page or block."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.address import Address, parse as parse_address
from vademecum.config import MountConfig
from vademecum.errors import AddressError, AmbiguousError, HiddenError, NotFoundError, TooLargeError
from vademecum.index.contract import Changes, PageRow
from vademecum.index.sqlite import memory_index
from vademecum.library import Library, Mount, find, open_page
from vademecum.library.finding import RULES, block_at, words_of
from vademecum.page import digest_of, parse
from vademecum.store.contract import Stamp


def library_of(tmp_path: Path, pages: dict[str, str], *, also: dict[str, str] | None = None) -> Library:
    """A library of the mount ``notes``, and of ``more`` when there are pages for it, brought in step."""
    mounts = []
    for name, files in (("notes", pages), ("more", also or {})):
        for page, text in files.items():
            file = tmp_path / name / f"{page}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        mounts.append(Mount(MountConfig(name=name, path=tmp_path / name)))
    library = Library(mounts, tmp_path / "cache")
    library.sync_all()
    return library


def found(library: Library, text: str) -> str:
    return str(find(library, text))


@pytest.mark.parametrize(
    "text",
    [
        "notes:kitchen/kettle",
        "notes:kitchen/kettle.md",
        "kitchen/kettle",
        "kettle",
        "Kettle",
        "KETTLE.md",
        "The blue kettle",
        "the BLUE kettle",
        "水壶",
    ],
)
def test_a_page_is_found_by_address_name_tail_title_or_alias(tmp_path: Path, text: str) -> None:
    pages = {"kitchen/kettle": "---\ntitle: The blue kettle\naliases: [水壶]\n---\nOn the shelf.\n", "pan": "A pan.\n"}
    assert found(library_of(tmp_path, pages), text) == "notes:kitchen/kettle"


def test_A14_two_pages_of_one_name_are_both_named(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"cabin/README": "# Cabin\n", "deck/README": "# Deck\n"})
    with pytest.raises(AmbiguousError) as refused:
        find(library, "README")
    assert refused.value.candidates == ("notes:cabin/README", "notes:deck/README")
    assert found(library, "cabin/README") == "notes:cabin/README"


def test_A14_a_name_is_never_found_by_the_tail_of_another(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"spare-oar": "# Spare\n", "boat/oar": "# Oar\n"})
    assert found(library, "oar") == "notes:boat/oar"


def test_the_same_name_in_two_mounts_needs_the_mount(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"kettle": "# A\n"}, also={"kettle": "# B\n"})
    with pytest.raises(AmbiguousError):
        find(library, "kettle")
    assert found(library, "more:kettle") == "more:kettle"


def test_exact_case_decides_between_names_that_differ_only_in_case(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"Oar": "# A\n", "oar": "# B\n"})
    assert found(library, "notes:oar") == "notes:oar"
    assert found(library, "Oar") == "notes:Oar"


def test_a_title_with_a_colon_or_a_hash_is_no_address(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"a": "---\ntitle: 'Release: when'\n---\n", "b": "---\ntitle: C# notes\n---\n"})
    assert found(library, "Release: when") == "notes:a"
    assert found(library, "C# notes") == "notes:b"


@pytest.mark.parametrize("mount", ["", "notes:"])
@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("C# notes", "notes:b"),
        ("c# notes#Deep", "notes:b#Deep"),
        ("C# notes#Deep > In F#", "notes:b#Deep > In F%23"),
        ("C# and F##Deep~2", "notes:sharp#Deep~2"),
        ("log#In C# there", "notes:old/log#In C%23 there"),
        ("C%23 notes#^id", "notes:C%23 notes#^id"),
    ],
)
def test_a_hash_in_a_title_or_a_heading_ends_no_name_by_itself(
    tmp_path: Path, mount: str, text: str, address: str
) -> None:
    pages = {"b": "---\ntitle: C# notes\n---\n", "sharp": "---\ntitle: C# and F#\n---\n", "old/log": "# Log\n"}
    if "%" in text:
        pages["C# notes"] = "# Other\n"
        mount = "notes:"
    assert found(library_of(tmp_path, pages), mount + text) == address


def test_a_text_of_nothing_but_hashes_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        find(library_of(tmp_path, {"kettle": "# Kettle\n"}), "#" * 20_000)


@pytest.mark.parametrize("text", ["\ud800", "notes:\ud800", "kettle#\ud800", "notes:kettle#a\udfff"])
def test_what_is_no_text_is_refused_as_an_address(tmp_path: Path, text: str) -> None:
    library = library_of(tmp_path, {"kettle": "# Kettle\n"})
    for ask in (find, open_page):
        with pytest.raises(AddressError, match="half a surrogate pair"):
            ask(library, text)


def test_what_is_not_there_is_not_found_and_the_nearest_name_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError) as refused:
        find(library_of(tmp_path, {"kettle": "# Kettle\n"}), "ketle")
    assert refused.value.hint == "did you mean kettle?"


def test_where_addresses_alone_are_told_no_error_names_an_unseen_page_d12(tmp_path: Path) -> None:
    for name in ("one/kettle", "two/kettle", "two/samovar"):
        file = tmp_path / "notes" / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {name}\n", encoding="utf-8")
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "kettle.md").write_text("# Open\n", encoding="utf-8")
    closed = Mount(MountConfig(name="notes", path=tmp_path / "notes", exposure="address"))
    library = Library([closed, Mount(MountConfig(name="open", path=tmp_path / "open"))], tmp_path / "cache")
    library.sync_all()
    with pytest.raises(NotFoundError) as missed:
        find(library, "samovr")
    assert "samovar" not in str(missed.value)
    assert missed.value.hint == "recall it by a few of its words, or list the pages"
    with pytest.raises(AmbiguousError) as refused:
        find(library, "notes:kettle")
    assert refused.value.candidates == ()
    assert str(refused.value).startswith("2 pages are called 'kettle'\nhint: they are told by a search alone: ")
    assert "one/" not in str(refused.value)


def test_of_several_pages_those_are_named_whose_mount_tells_names_and_the_rest_is_counted_d12(tmp_path: Path) -> None:
    for folder in ("notes/one", "more/two"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "kettle.md").write_text("# K\n", encoding="utf-8")
    closed = Mount(MountConfig(name="notes", path=tmp_path / "notes", exposure="address"))
    library = Library([closed, Mount(MountConfig(name="more", path=tmp_path / "more"))], tmp_path / "cache")
    library.sync_all()
    with pytest.raises(AmbiguousError) as refused:
        find(library, "kettle")
    assert refused.value.candidates == ("more:two/kettle",)
    assert "name one of: more:two/kettle; 1 of them are told by a search alone" in str(refused.value)


def test_a_private_page_does_not_open_and_is_not_suggested(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"kettle": "---\nprivate: true\n---\nsecret\n"})
    with pytest.raises(HiddenError):
        open_page(library, "kettle")
    with pytest.raises(NotFoundError) as refused:
        open_page(library, "ketle")
    assert "kettle" not in str(refused.value)
    assert open_page(library, "kettle", hidden_too=True).text.endswith("secret\n")


def test_a_superseded_page_still_opens(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"old": "---\nsuperseded_by: new\n---\nwas so\n"})
    assert open_page(library, "old").page.meta["superseded_by"] == "new"


BLOCKS = "# Log\n\nintro\n\n## May\n\nfirst ^b1\n\n## June\n\nsecond\n\n## May\n\nthird\n"


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("Log", "# Log\n\nintro\n\n"),
        ("Log > May", "## May\n\nfirst ^b1\n\n"),
        ("log >  may ~1".replace(" ~", "~"), "## May\n\nfirst ^b1\n\n"),
        ("Log > May~2", "## May\n\nthird\n"),
        ("June", "## June\n\nsecond\n\n"),
        ("^b1", "## May\n\nfirst ^b1\n\n"),
    ],
)
def test_D15_a_block_opens_by_its_place(tmp_path: Path, place: str, text: str) -> None:
    assert open_page(library_of(tmp_path, {"log": BLOCKS}), f"notes:log#{place}").text == text


def test_D15_a_block_that_is_not_there_lists_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError) as refused:
        open_page(library_of(tmp_path, {"log": BLOCKS}), "notes:log#July")
    assert refused.value.hint == "its blocks are: Log; Log > May; Log > June; Log > May~2"


def test_a_last_heading_that_two_blocks_share_is_ambiguous(tmp_path: Path) -> None:
    with pytest.raises(AmbiguousError) as refused:
        open_page(library_of(tmp_path, {"log": BLOCKS}), "notes:log#May")
    assert refused.value.candidates == ("notes:log#Log > May", "notes:log#Log > May~2")


def test_headings_that_differ_in_case_alone_open_each_by_its_address(tmp_path: Path) -> None:
    library = library_of(tmp_path, {"x": "# API\none\n# Api\ntwo\n# Api\nthree\n"})
    texts = [open_page(library, f"notes:x#{place}").text for place in ("API", "Api", "Api~2")]
    assert texts == ["# API\none\n", "# Api\ntwo\n", "# Api\nthree\n"]
    with pytest.raises(AmbiguousError) as refused:
        open_page(library, "notes:x#api")
    assert [open_page(library, candidate).text for candidate in refused.value.candidates] == texts[:2]


HEADINGS = st.builds(
    lambda level, text: f"{'#' * level} {text}\n",
    st.integers(1, 3),
    st.sampled_from(
        ["API", "Api", "api ~1", "é", "e\u0301", "a > b", "^id", "x~2", "50%", "C#", "", "\u00a0Api", "ＡＰＩ"]
    ),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(HEADINGS | st.sampled_from(["text ^id\n", "\n", "more\n"]), max_size=9))
def test_every_block_of_a_page_opens_by_its_own_address(parts: list[str]) -> None:
    page = parse(Address("notes", "x"), "".join(parts).encode())
    for block in page.blocks:
        address = parse_address(str(page.address.block(block.crumb, block.nth)))
        assert block_at(page, address) == block


NAMES = st.text("aA1é/. #-\u0301", min_size=1, max_size=6).filter(
    lambda name: not set(name.split("/")) & {"", ".", ".."}
)


@settings(max_examples=60, deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=4, unique=True), NAMES, st.sampled_from(["", ".md", ".MD", " "]))
def test_the_index_knows_of_all_pages_that_a_name_can_mean(names: list[str], title: str, tail: str) -> None:
    rows = [page_row(name, title if at == 0 else "other") for at, name in enumerate(names)]
    index = memory_index()
    index.apply(Changes(pages=rows), fingerprint="rules")
    for wanted in (*(name + tail for name in names), title + tail, names[0].rpartition("/")[2] + tail):
        meant = [row.name for row in rows if any(fits(row, wanted) for fits in RULES)]
        with index.view() as view:
            assert set(meant) <= {row.name for row in view.called(words_of(wanted))}


def page_row(name: str, title: str) -> PageRow:
    digest, stamp = digest_of(name.encode()), Stamp(1, 2, 3, 4)
    return PageRow(name, digest, stamp, title, "", None, None, None, (), (), {}, (), ())


@pytest.mark.parametrize("asked", ["topics/huge", "huge", "notes:topics/huge"])
def test_a_page_over_the_bound_is_there_and_told_so(tmp_path: Path, asked: str) -> None:
    file = tmp_path / "notes" / "topics" / "huge.md"
    file.parent.mkdir(parents=True)
    file.write_text("x" * 200, encoding="utf-8")
    library = Library(
        [Mount(MountConfig(name="notes", path=tmp_path / "notes", max_page_bytes=100))], tmp_path / "cache"
    )
    library.sync_all()
    with pytest.raises(TooLargeError, match="over the mount's bound of 100 bytes"):
        open_page(library, asked)
    with pytest.raises(NotFoundError):
        open_page(library, "nothing like it")
