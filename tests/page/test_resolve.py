"""Links: each points where Obsidian's reader would expect, by one stated rule."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.page.model import Block, Link, LinkKind
from vademecum.page.resolve import Ambiguous, Named, Names, Outcome, Resolved, Unresolved, find_block, resolve

DECK = ("cabin/README", "deck/README", "deck/from", "oar", "spare-oar")


def names_of(*names: str) -> Names:
    return Names(Named(name) for name in names)


def link(target: str, anchor: str | None = None, kind: LinkKind = "wiki") -> Link:
    return Link(kind, target, anchor, None, 1, 0, 0)


def headed(*crumbs: tuple[str, ...], ids: tuple[str, ...] = ()) -> list[Block]:
    return [Block(crumb, 1, len(crumb), line, 0, 0, ids=ids) for line, crumb in enumerate(crumbs, 1)]


def page_of(outcome: Outcome) -> str | None:
    return outcome.name if isinstance(outcome, Resolved) else None


def test_A14_the_same_folder_comes_first_and_the_others_are_told() -> None:
    found = resolve(link("README"), "deck/from", names_of(*DECK))
    assert found == Resolved("deck/README", "name", None, ("cabin/README",))


def test_A14_a_path_is_exact() -> None:
    assert resolve(link("cabin/README"), "deck/from", names_of(*DECK)) == Resolved("cabin/README", "path")


def test_A14_the_tail_of_a_name_is_not_the_name() -> None:
    assert resolve(link("oar"), "deck/from", names_of(*DECK)) == Resolved("oar", "name")
    assert resolve(link("oar"), "deck/from", names_of("spare-oar", "x/far-oar")) == Unresolved("missing-page")


def test_A14_asked_from_nowhere_two_pages_are_both_named() -> None:
    found = resolve(link("README"), None, names_of(*DECK))
    assert found == Ambiguous(("cabin/README", "deck/README"), "name")


def test_A14_asked_from_nowhere_the_page_at_the_root_is_exact() -> None:
    found = resolve(link("README"), None, names_of("README", *DECK))
    assert found == Resolved("README", "name", None, ("deck/README", "cabin/README"))


def test_A14_after_the_own_folder_the_shortest_path_wins_then_the_order_of_names() -> None:
    names = names_of("b/y", "a/y", "deep/er/y", "c/z/y")
    found = resolve(link("y"), "other/x", names)
    assert found == Resolved("a/y", "name", None, ("b/y", "c/z/y", "deep/er/y"))


def test_a_partial_path_matches_whole_folders_only() -> None:
    names = names_of("boats/deck/oar", "quarterdeck/oar")
    assert page_of(resolve(link("deck/oar"), "x", names)) == "boats/deck/oar"


def test_letters_are_compared_without_case_and_composed_or_not() -> None:
    names = names_of("Café/Menü")
    decomposed = unicodedata.normalize("NFD", "CAFÉ/menü")
    assert page_of(resolve(link(decomposed), "x", names)) == "Café/Menü"
    assert page_of(resolve(link("menü"), "x", names)) == "Café/Menü"


def test_A24_where_case_tells_pages_apart_the_exact_letters_win() -> None:
    names = names_of("Activity", "activity")
    assert resolve(link("activity"), "x", names) == Resolved("activity", "name", None, ("Activity",))
    assert resolve(link("Activity"), "x", names) == Resolved("Activity", "name", None, ("activity",))


@pytest.mark.parametrize(
    ("target", "page"),
    [
        ("../oar.md", "oar"),
        ("../oar", "oar"),
        ("README.md", "deck/README"),
        ("./README.MD", "deck/README"),
        ("../cabin/README.md", "cabin/README"),
        ("cabin/README.md", "cabin/README"),
        ("/oar.md", "oar"),
        ("oar.md", "oar"),
        ("../../oar.md", None),
        ("../nope.md", None),
        ("/README.md", None),
    ],
)
def test_a_markdown_link_is_read_from_its_own_folder_then_from_the_root(target: str, page: str | None) -> None:
    assert page_of(resolve(link(target, kind="markdown"), "deck/from", names_of(*DECK))) == page


def test_a_dotted_name_is_no_ending() -> None:
    names = names_of("v1.2", "notes.md", "notes")
    assert page_of(resolve(link("v1.2"), "x", names)) == "v1.2"
    assert page_of(resolve(link("notes.md"), "x", names)) == "notes"
    assert page_of(resolve(link("notes.md.md"), "x", names)) == "notes.md"


def test_A10_aliases_come_after_names_and_titles_after_aliases() -> None:
    names = Names([
        Named("scalars", ("Solo Name",), "Scalars"),
        Named("single", ("Old Title", "scalars"), "Solo name"),
    ])  # fmt: skip
    assert resolve(link("solo name"), "x", names) == Resolved("scalars", "alias")
    assert resolve(link("Old Title"), "x", names) == Resolved("single", "alias")
    assert resolve(link("Scalars"), "x", names) == Resolved("scalars", "name")
    assert resolve(link("Solo Name.md", kind="markdown"), "x", names) == Unresolved("missing-page")


def test_two_pages_of_one_alias_are_ambiguous() -> None:
    names = Names([Named("a", ("twin",)), Named("b", ("Twin",))])
    assert resolve(link("twin"), "x", names) == Ambiguous(("a", "b"), "alias")


def test_A13_same_page_anchors_stay_on_the_page() -> None:
    blocks = headed(("Anchors",), ("Anchors", "Real Section"), ids=("b1",))
    for made in (link("", "Real Section"), link("", "^b1"), link("Anchors", "real section")):
        found = resolve(made, "Anchors", names_of("Anchors", "Other"), lambda _: blocks)
        assert page_of(found) == "Anchors"
        assert isinstance(found, Resolved)
        assert found.block is not None


def test_A13_a_missing_heading_is_no_missing_page() -> None:
    names = names_of("Anchors", "Other")
    blocks = headed(("Other", "Part Two"), ids=("b9",))
    assert resolve(link("Other", "Part 3"), "Anchors", names, lambda _: blocks) == Unresolved(
        "missing-heading", "Other"
    )
    assert resolve(link("Other", "^b8"), "Anchors", names, lambda _: blocks) == Unresolved("missing-block", "Other")
    assert resolve(link("Nope", "x"), "Anchors", names, lambda _: blocks) == Unresolved("missing-page")
    assert page_of(resolve(link("Other", "^B9"), "Anchors", names, lambda _: blocks)) == "Other"


def test_a_link_without_target_from_nowhere_is_missing() -> None:
    assert resolve(link("", "x"), None, names_of("a")) == Unresolved("missing-page")


@pytest.mark.parametrize(
    ("anchor", "line"),
    [
        ("real SECTION", 2),
        ("Real  Section", 2),
        ("A B what", 3),
        ("Anchors#Real Section", 2),
        ("Other#Real Section", 4),
        ("Real Section#Anchors", None),
        ("Section", None),
        ("???", 5),
        ("#", None),
    ],
)
def test_headings_are_compared_as_obsidian_does(anchor: str, line: int | None) -> None:
    blocks = headed(
        ("Anchors",), ("Anchors", "Real Section"), ("A: [B], what?",), ("Other", "x", "Real Section"), ("???",)
    )
    found = find_block(anchor, blocks)
    assert (found.line if found else None) == line


def test_a_markdown_anchor_may_be_a_slug() -> None:
    blocks = headed(("Don't stop, now",), ("x", "Part Two"), ("y", "Part Two"))
    lines = [
        found.line
        for slug in ("dont-stop-now", "part-two", "part-two-1")
        if (found := find_block(slug, blocks, slugs=True))
    ]
    assert lines == [1, 2, 3]
    assert find_block("dont-stop-now", blocks) is None


parts = st.sampled_from(["a", "b", "A", "é", "x.y"])
some_names = st.lists(st.lists(parts, min_size=1, max_size=3).map("/".join), min_size=1, max_size=8, unique=True)


@settings(max_examples=50, deadline=None)
@given(some_names, st.data())
def test_every_page_is_found_by_its_whole_path_from_anywhere(names: list[str], data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(names))
    wanted = data.draw(st.sampled_from(names))
    found = resolve(link(f"/{wanted}"), source, names_of(*names))
    assert page_of(found) == wanted


@settings(max_examples=50, deadline=None)
@given(some_names, some_names)
def test_the_answer_does_not_hang_on_the_order_of_pages(names: list[str], targets: list[str]) -> None:
    for target in targets:
        one = resolve(link(target), names[0], names_of(*names))
        assert one == resolve(link(target), names[0], names_of(*reversed(names)))
