"""A contents page kept true: its rows follow the headers, and no other byte of it changes (P36, P40, P41, A25, A26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from vademecum.address import Address
from vademecum.page import Page, parse
from vademecum.page.resolve import Named, Names
from vademecum.upkeep.index_page import BEGIN, END, Bound, Catalog, Compiled, compile_page, told_summaries
from vademecum.upkeep.index_rows import Entry

ROOMY = Bound(1_000, 1_000_000)
FLAT = "# Memory\n\nMine: keep me.\n\n- [old label](alpha.md): old words\n\nMine too.\n"


def contents(text: str, name: str = "index") -> Page:
    return parse(Address("m", name), text.encode())


def catalog(*entries: Entry, also: Sequence[str] = (), **instead: str) -> Catalog:
    names = Names(Named(name) for name in [*(entry.name for entry in entries), *also])
    return Catalog(entries, names, instead)


def compiled(text: str, *entries: Entry, add: bool = False, bound: Bound = ROOMY) -> Compiled:
    return compile_page(contents(text), catalog(*entries), bound, add=add)


ALPHA, BETA = Entry("alpha", "Alpha", "what it is"), Entry("beta", "Beta")


def test_a_row_follows_its_page_and_all_else_keeps_its_bytes_p40() -> None:
    made = compiled(FLAT, ALPHA)
    assert made.text == FLAT.replace("[old label](alpha.md): old words", "[Alpha](alpha.md) — what it is")
    assert (made.changed, made.missing, made.removed) == ((5,), (), ())


def test_words_that_a_row_would_say_no_more_are_told_p40() -> None:
    rows = (
        "[a](alpha.md) — see ticket 7 `salience:2`",
        "[b](beta.md) — mine",
        "[Alpha](alpha.md) — what",
        "[o](old.md): x",
    )
    text = "".join(f"- {row}\n" for row in rows)
    page = compile_page(contents(text), catalog(ALPHA, BETA, also=("old",), old="m:alpha"), ROOMY)
    assert page.replaced == ((1, "see ticket 7"), (4, ": x"))
    assert "mine" in page.text


def test_lines_that_tell_of_private_pages_are_named_and_stay() -> None:
    text = "- [Alpha](alpha.md) — what it is\n- [d](diary.md) — mine\n\nSee [[diary]] and [it](diary.md).\n"
    known = catalog(ALPHA, also=("diary",))
    made = compile_page(contents(text), replace(known, private={"diary"}), ROOMY, add=True)
    assert (made.private, made.text) == ((2, 4), text)


def test_a_second_time_changes_nothing_p41() -> None:
    once = compiled(FLAT, ALPHA, BETA, add=True)
    again = compiled(once.text, ALPHA, BETA, add=True)
    assert (again.text, again.changed, again.missing) == (once.text, (), ())


def test_spaces_alone_make_no_row_an_old_one_p40() -> None:
    text = "-  [Alpha](alpha.md)  —  what it is  \n"
    assert compiled(text, ALPHA).text == text


def test_line_ends_bullets_and_the_way_a_link_is_written_stay_p41() -> None:
    text = "## A\r\n  * [x](./alpha.md)\r\n+ [y](<alpha.md>)\r\n"
    made = compiled(text, ALPHA)
    assert made.text == ("## A\r\n  * [Alpha](./alpha.md) — what it is\r\n+ [Alpha](<alpha.md>) — what it is\r\n")


def test_a_page_without_a_row_is_told_and_not_put_in_p40() -> None:
    made = compiled(FLAT, ALPHA, BETA)
    assert made.missing == ("beta",)
    assert "beta" not in made.text


def test_a_row_without_a_page_is_told_and_kept_p40() -> None:
    text = "- [gone](gone.md) — was here\n- [file](file.pdf)\n- [web](https://example.org/a.md)\n"
    made = compiled(text, ALPHA)
    assert (made.text, made.removed) == (text, ("gone.md",))


def test_links_that_begin_no_row_count_as_listed_and_stay_p40() -> None:
    text = "See [the first](alpha.md), and:\n- first [[beta]]\n"
    made = compiled(text, ALPHA, BETA)
    assert (made.text, made.missing) == (text, ())


def test_rows_in_code_are_none() -> None:
    text = "```\n- [old](alpha.md): words\n```\n"
    made = compiled(text, ALPHA)
    assert (made.text, made.missing) == (text, ("alpha",))


def test_a_page_with_a_part_of_its_own_keeps_its_row_p40() -> None:
    text = "- [SOUL](SOUL.md): who I am\n"
    made = compile_page(contents(text), catalog(ALPHA, also=["SOUL"]), ROOMY)
    assert (made.text, made.removed) == (text, ())


def test_a_page_that_was_replaced_says_nothing_any_more() -> None:
    text = "- [Old](old.md) — the port is 1\n"
    made = compile_page(contents(text), catalog(ALPHA, also=["old"], old="alpha"), ROOMY)
    assert made.text == "- [old](old.md) — replaced by alpha\n"


@pytest.mark.parametrize(
    ("label", "destination", "name"),
    [
        ("x", "p(q).md", "p(q)"),
        (r"\[b\](c.md)", "beta.md", "beta"),
        ("![crane](crane.png)", "beta.md", "beta"),
        (r"a\\", "<be ta.md>", "be ta"),
    ],
)
def test_a_row_leads_where_it_led_whatever_its_label_and_its_path_hold_p41(
    label: str, destination: str, name: str
) -> None:
    made = compiled(f"- [{label}]({destination}) — old\n", Entry(name, "New", "what it is"))
    assert made.text == f"- [New]({destination}) — what it is\n"


NAMES = ("a", "b c", "dir/茶", "dir/x#y", "p(q)", "r%20s", "v&copy;w", "[z]", "a`b", "x_y")
ENTRIES = st.builds(
    Entry,
    st.sampled_from(NAMES),
    st.text("a潮 []()`*\\—-!<:", max_size=40),
    st.text("a潮。 []()`\\—%<", max_size=60),
    st.sampled_from([None, 1, 3]),
)


@given(
    st.lists(ENTRIES, min_size=1, max_size=6, unique_by=lambda entry: entry.name),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["index", "dir/index"]),
    st.sampled_from([2, 100]),
)
def test_a_second_time_changes_nothing_whatever_names_titles_and_line_ends_p41(
    entries: list[Entry], newline: str, name: str, most: int
) -> None:
    told, bound = catalog(*entries), Bound(most, 1_000_000)
    once = compile_page(contents(newline.join(["# T", "", "mine"]), name), told, bound, add=True)
    again = compile_page(contents(once.text, name), told, bound, add=True)
    assert (again.text, again.changed) == (once.text, ())
    # Rows that a person took out of the list are brought up to date like any other.
    taken = once.text.replace(f"{BEGIN}{newline}", "").replace(END, "")
    rows = compile_page(contents(taken, name), told, bound)
    assert (rows.text, rows.changed) == (taken, ())


def test_a_page_that_is_named_only_in_what_goes_from_a_row_is_missing_at_once() -> None:
    text = "- [x](alpha.md), like [Beta](beta.md)\n"
    first = compiled(text, ALPHA, BETA)
    assert (first.text, first.missing) == ("- [Alpha](alpha.md) — what it is\n", ("beta",))
    once = compiled(text, ALPHA, BETA, add=True)
    assert "- [Beta](beta.md)\n" in once.text
    assert compiled(once.text, ALPHA, BETA, add=True).text == once.text


@pytest.mark.parametrize("words", [" — mine: see [Alpha](alpha.md), `C:\\x`", ": mine", " mine  ", ""])
@pytest.mark.parametrize(("badge", "salience"), [(" `salience:1`", 2), (" `salience:1`", None), ("", None), ("", 3)])
def test_what_a_person_wrote_behind_a_link_stays_where_the_header_has_no_summary_p37_p40(
    words: str, badge: str, salience: int | None
) -> None:
    beta = BETA._replace(salience=salience)
    made = compiled(f'- [old](beta.md "tall - and ](old)"){words}{badge}\n', beta, ALPHA)
    new = f"{words.rstrip()} `salience:{salience}`" if salience else words
    assert made.text == f'- [Beta](beta.md "tall - and ](old)"){new}\n'
    assert made.missing == (() if "Alpha" in words else ("alpha",))
    assert compiled(made.text, beta, ALPHA).changed == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("more", ["  goes on\n  and on", "goes on", "  [link](https://example.org)"])
def test_a_row_that_goes_on_over_several_lines_is_left_as_it_is_and_told_p40(more: str, end: str) -> None:
    text = f"# M\n\n- [x](alpha.md) — old words that\n{more}\n- [y](alpha.md)\n".replace("\n", end)
    made = compiled(text, ALPHA, add=True)
    assert made.text == text.replace("[y](alpha.md)", "[Alpha](alpha.md) — what it is")
    assert (made.wrapped, made.missing) == ((3,), ())


def test_a_row_that_says_over_several_lines_what_its_header_says_is_not_behind_p40() -> None:
    text = "- [Alpha](alpha.md) — what\n  it is\n\n- [Beta](beta.md) — the\n  second one\n"
    made = compiled(text, ALPHA, BETA)
    assert (made.text, made.wrapped) == (text, ())
    assert told_summaries(contents(text), catalog(ALPHA, BETA)) == {"beta": "the second one"}


@pytest.mark.parametrize("below", ["  - below\n", "\n  More on it.\n", "  > quoted\n", "  ```\n  code\n  ```\n"])
def test_what_stands_in_a_row_below_its_own_paragraph_makes_it_no_long_one_p40(below: str) -> None:
    made = compiled(f"- [x](alpha.md)\n{below}", ALPHA)
    assert made.text == f"- [Alpha](alpha.md) — what it is\n{below}"


def test_a_definition_in_a_list_is_no_row() -> None:
    text = "- [alpha]: alpha.md\n- [gone]: gone.md\n"
    made = compiled(text, ALPHA)
    assert (made.text, made.removed) == (text, ())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("```markdown\n", "```\n"),
        ("~~~\n", "~~~\n"),
        ("- item\n  ```\n", "\n```\nclosed\n```\n"),
        ("%%\n", "%%\n"),
        ("<pre>\n", "</pre>\n"),
        ("---\nnote: |\n", "---\n"),
    ],
)
def test_marks_in_code_or_hidden_are_an_example_and_not_our_list(before: str, after: str) -> None:
    marks = f"{BEGIN}\n- example, keep me\n{END}\n"
    if before.startswith("-"):
        marks = "".join(f"  {line}\n" for line in marks.splitlines())
    text = f"{before}{marks}{after}"
    once = compiled(text, ALPHA, add=True)
    assert once.text == f"{text}\n{BEGIN}\n- [Alpha](alpha.md) — what it is\n{END}\n"
    again = compiled(once.text, ALPHA, BETA)
    assert again.text == f"{text}\n{BEGIN}\n- [Alpha](alpha.md) — what it is\n- [Beta](beta.md)\n{END}\n"


@pytest.mark.parametrize("open_", ["```\ncode\n", "<!-- a comment\n", "<pre>\n"])
def test_no_list_is_put_below_code_or_a_comment_that_nothing_closes(open_: str) -> None:
    text = f"- [x](beta.md)\n\n{open_}"
    made = compiled(text, ALPHA, BETA, add=True)
    assert (made.text, made.missing) == (text.replace("[x]", "[Beta]"), ("alpha",))
    assert made.no_place
    assert not compiled(text, ALPHA, BETA).no_place


def test_a_list_whose_words_would_close_an_open_comment_is_not_put_in() -> None:
    text = f"{BEGIN}\nMine: keep me.\n\n<!-- open\n"
    made = compiled(text, ALPHA._replace(summary="a --> b"), add=True)
    assert (made.text, made.no_place) == (text, True)


def test_what_follows_on_a_mark_without_its_end_stays_the_persons() -> None:
    text = f"{BEGIN}\nMine: keep me.\n"
    once = compiled(text, ALPHA, add=True)
    again = compiled(once.text, ALPHA, BETA, add=True)
    assert again.text.startswith(text)
    assert again.text.count(END) == 1


@pytest.mark.parametrize(
    ("row", "summary"),
    [
        ("[Crane — harbour](beta.md) — serviced", "serviced"),
        ('[Crane](beta.md "tall - and old") - serviced', "serviced"),
        ("[Crane - harbour](beta.md)", ""),
        (r"[Crane](beta.md) — kept in C:\\cranes and C:\docks", r"kept in C:\cranes and C:\docks"),
    ],
)
def test_a_summary_begins_behind_the_link_and_keeps_its_backslashes_p41(row: str, summary: str) -> None:
    found = told_summaries(contents(f"- {row}\n"), catalog(BETA))
    assert found.get("beta", "") == summary


def test_rows_without_a_summary_are_told_p37() -> None:
    assert compiled("- [x](alpha.md)\n- [y](beta.md)\n", ALPHA, BETA).undeclared == ("beta",)


def test_what_stands_behind_the_dash_is_a_summary_for_a_header_that_has_none_p41() -> None:
    text = "- [Alpha](alpha.md) — mine\n- [Beta](beta.md) — the \\[second\\] one `salience:1`\n- [C](c.md)\n"
    found = told_summaries(contents(text), catalog(ALPHA, BETA, Entry("c", "C")))
    assert found == {"beta": "the [second] one"}


def test_pages_without_a_row_get_one_between_marks_below_what_is_written_by_hand_a26() -> None:
    made = compiled(FLAT, ALPHA, BETA, Entry("b(1)", "Mind the [gap](x)", "<!-- END -->\n# no heading"), add=True)
    assert made.text.endswith(
        f"Mine too.\n\n{BEGIN}\n"
        "- [Mind the \\[gap\\](x)](b%281%29.md) — \\<!-- END --> # no heading\n"
        f"- [Beta](beta.md)\n{END}\n"
    )
    assert made.text.startswith("# Memory\n\nMine: keep me.\n")
    page = contents(made.text)
    assert [link.target for link in page.links] == ["alpha.md", "b(1).md", "beta.md"]
    assert [block.crumb for block in page.blocks if block.crumb] == [("Memory",)]


def test_the_list_is_made_anew_and_loses_a_page_that_got_a_row_by_hand() -> None:
    listed = compiled("", ALPHA, BETA, add=True).text
    made = compiled(f"- [Beta](beta.md)\n{listed}", ALPHA, BETA)
    assert made.text == f"- [Beta](beta.md)\n{BEGIN}\n- [Alpha](alpha.md) — what it is\n{END}\n"


PAGES = [Entry(f"page-{number:03d}", f"page-{number:03d}", f"fact number {number}") for number in reversed(range(260))]


def test_a_bound_on_rows_keeps_the_first_chosen_and_tells_of_the_others_in_one_line_a25() -> None:
    made = compiled("# Memory\n", *PAGES, add=True, bound=Bound(200, 1_000_000))
    rows = [line for line in made.text.splitlines() if line.startswith("- ")]
    assert len(rows) == 200
    assert "[page-259]" in made.text
    assert made.left_out == 61
    assert rows[-1] == "- 61 more are not listed: vade list shows all, vade recall finds one"
    assert made == compiled("# Memory\n", *PAGES, add=True, bound=Bound(200, 1_000_000))


@given(st.integers(200, 30_000), st.integers(1, 300), st.sampled_from(["fact", "事实 🚀 "]))
def test_the_page_stays_within_its_bytes_a25(most: int, rows: int, word: str) -> None:
    pages = [entry._replace(summary=word * 9) for entry in PAGES]
    made = compiled("# Memory\n", *pages, add=True, bound=Bound(rows, most))
    assert len(made.text.encode()) <= most
    assert made.text.count("\n- ") <= rows
    assert len(made.missing) == made.left_out == 260 - made.text.count("\n- [")


@given(st.text('ab []()<>!\\`"%# \t\r\n', max_size=12), st.text('ab []()<>"\\%`\r\n', max_size=12))
def test_whatever_stands_in_and_behind_a_link_a_row_leads_where_it_led_and_words_stay_p41(
    label: str, more: str
) -> None:
    text = f"- [{label}](beta.md){more}"
    made = compiled(text, BETA)
    if made.changed:
        assert made.text == f"- [Beta](beta.md){more}"
    assert compiled(made.text, BETA).text == made.text


LINES = ["# H", "text", "- item", "- [x](alpha.md): y", "* [z](beta.md) — w", "", "\t- [t](no.md)", "  more", "```"]


@given(
    lines=st.lists(st.sampled_from([*LINES, "<!--", "%%", BEGIN, END])),
    end=st.sampled_from(["\n", "\r\n"]),
    add=st.booleans(),
)
def test_lines_that_are_no_rows_keep_their_bytes_and_twice_is_once_p41(
    *, lines: list[str], end: str, add: bool
) -> None:
    text = "".join(line + end for line in lines)
    told = [ALPHA._replace(summary="100 %% true"), BETA]
    made = compiled(text, *told, add=add)
    if not add and BEGIN not in lines:
        kept = zip(text.split(end), made.text.split(end), strict=True)
        assert all(old == new for old, new in kept if ".md" not in old)
    assert compiled(made.text, *told, add=add).text == made.text
