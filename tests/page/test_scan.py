"""The block structure of Markdown, against markdown-it as an oracle."""

import pytest
from hypothesis import example, given, settings, strategies as st
from markdown_it import MarkdownIt

from vademecum.page.lines import unify
from vademecum.page.scan import scan

Headings = list[tuple[int, int, str]]

ORACLE = MarkdownIt("commonmark")
# Whole lines and starts of lines that meet badly. Left out on purpose: %% comments, which are Obsidian's; and link
# definitions, after which markdown-it starts a new block where CommonMark's own algorithm goes on with the paragraph.
LINES = (
    "# h", "## h ##", "#", "#x", "### a # b", "a", "b c", "", "- a", "-", "* x", "+ x", "  b", "    c", "1. x",
    "2. x", "01. x", "10) x", "1)", "===", "---", "--", "=", "- -", "* * *", "_ _ _", "***", "```", "````", "``` x",
    "~~~", "  ```", "`", "`` x", "<div>", "</div>", "<!-- c", "-->", "<!-- c -->", "<b>", "<b> x", "<?", "?>",
    "<pre>", "</pre>", "<![CDATA[", "]]>", "<!X", "<a b='c'>", "</a>", "<script>", "x</script>", "\\# x", "**b**",
    "*e*", "_u_", "-x", "12 x", "[x]", "a\\", "   # i", "é # x",
)  # fmt: skip
INDENTS = (" ", "  ", "    ", "> ", ">", "- ", "1. ", "", "", "")
MARKS = ' #>-=`~<!*_1.[()"\\/a\n\n\n'


@st.composite
def nasty_lines(draw: st.DrawFn) -> str:
    starts = st.lists(st.sampled_from(INDENTS), max_size=3).map("".join)
    line = st.builds(str.__add__, starts, st.sampled_from(LINES))
    return "\n".join(draw(st.lists(line, min_size=1, max_size=7)))


def ours(text: str) -> Headings:
    return [
        (found.level, text.count("\n", 0, found.start), " ".join(found.text.split())) for found in scan(text).headings
    ]


def theirs(text: str) -> Headings:
    try:
        tokens = ORACLE.parse(text)
    except IndexError:  # the oracle itself fails on some HTML in quotes
        return ours(text)
    return [
        (int(token.tag[1]), token.map[0] if token.map else -1, " ".join(tokens[index + 1].content.split()))
        for index, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    ]


@settings(max_examples=200, deadline=None)
@given(nasty_lines())
@example("> a\nb\n===\n# h")
@example("- a\n\n  # inside\n# outside")
@example("1. a\n\n   ```\n# out\n   ```")
def test_headings_of_nasty_lines_are_those_of_commonmark(text: str) -> None:
    assert ours(text) == theirs(text)


@settings(max_examples=200, deadline=None)
@given(st.text(MARKS, max_size=30).filter(lambda text: "]:" not in text))
def test_headings_of_nasty_characters_are_those_of_commonmark(text: str) -> None:
    assert ours(text) == theirs(text)


@settings(max_examples=120, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(("\t", " \t", "  \t", "")), st.sampled_from(LINES)), min_size=1, max_size=6))
def test_tabs_count_as_columns(lines: list[tuple[str, str]]) -> None:
    text = "\n".join(start + rest for start, rest in lines)
    assert ours(text) == theirs(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("# a #\n## b ## \n#\n### #\n", [(1, 0, "a"), (2, 1, "b"), (1, 2, ""), (3, 3, "")]),
        ("# a#\n# a \\#\n# C #sharp\n", [(1, 0, "a#"), (1, 1, "a \\#"), (1, 2, "C #sharp")]),
        ("one\ntwo\n===\n", [(1, 0, "one two")]),
        ("one\n---\n\n---\n", [(2, 0, "one")]),
        ("# a\r\n## b\r", [(1, 0, "a"), (2, 1, "b")]),
        ("[a]: /x\n===\n# h\n", [(1, 2, "h")]),
        ("[a]: /x\nTitle\n===\n", [(1, 1, "Title")]),
        ("[a]: /x\n---\n===\n", []),
    ],
)
def test_headings_by_hand(text: str, wanted: Headings) -> None:
    assert ours(unify(text)) == wanted


def test_A15_code_holds_no_headings() -> None:
    closed = "# Rig\n\n```sh\n# hoist\n## lower\n```\nStill here.\n\n~~~\n# no\n````\n~~~~\n\n    # no\n\n"
    assert ours(f"{closed}# Stow\n```\n# open to the end\n") == [(1, 0, "Rig"), (1, 15, "Stow")]


def test_headings_in_html_and_comments_are_no_headings() -> None:
    before = "<!--\n# no\n\n# no\n-->\n<pre>\n# no\n</pre>\n<?\n# no\n?>\n<div>\n# no\n\n"
    assert ours(f"{before}# yes\n<![CDATA[\n# no\n]]>\n<b>\n# no\n\n") == [(1, 14, "yes")]


def test_headings_in_lists_and_quotes_split_nothing() -> None:
    assert ours("- # item\n> # quote\n\n1. a\n\n   ## deep\n\n# top\n") == [(1, 7, "top")]


def test_A16_a_hidden_heading_is_no_heading() -> None:
    outline = scan("%%\n# hidden\n\n```\n%%\n# shown %%not this%%\n")
    assert [(found.level, found.text) for found in outline.headings] == [(1, "shown")]


def test_A48_a_heading_keeps_its_exact_source() -> None:
    (heading,) = scan('## 🪂 | <i class="k">Drop:</i> [[Kite|k]] `x`  ##\n').headings
    assert heading.text == '🪂 | <i class="k">Drop:</i> [[Kite|k]] `x`'


def test_A29_only_line_ends_end_lines() -> None:
    text = "a\u2028# no\n\x0b# no\n\x0c# no\n\x85# no\n# yes\u2029still\n"
    assert ours(text) == [(1, 4, "yes still")]
    assert scan(text).headings[0].text == "yes\u2029still"


def test_containers_nest_to_a_bound() -> None:
    text = "".join("  " * depth + "- a\n" for depth in range(400)) + "# end\n" + "> " * 50_000
    assert ours(text) == [(1, 400, "end")]
