"""A contents page kept true: its rows say what pages' headers say, and no other byte of it changes. Pure.

A row is a list item that begins with a Markdown link to a page of the store. Rows that people wrote are kept where they
are, and only their words follow the header (P40, P41); where it has no summary, what stands behind the link is the
person's. Pages without a row are told; on request they get one in a list of our own between two marks, which is made
whole each time and stays within a bound on its rows and on the bytes of the page (A25). What stands outside of rows and
marks is the person's too, and so are marks in code or in a comment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from vademecum.page.lines import unify
from vademecum.page.model import Link, Page, Span
from vademecum.page.resolve import Names, Resolved, folder_of, resolve
from vademecum.page.scan import scan
from vademecum.upkeep.index_rows import Entry, destination_of, plain, row_of

BEGIN, END = "<!-- vade index: rows -->", "<!-- vade index: end -->"
# The last row of our list, with the longest count, in bytes.
_LAST = 100
_BULLET = re.compile(r"[ \t]*[-*+][ \t]+\Z")
_LINE_END = re.compile(r"\r\n|\r|\n|\Z")
_MARK = re.compile(rf"^(?:{re.escape(BEGIN)}|{re.escape(END)})(?=[ \t]*$)", re.MULTILINE)
_BADGE = re.compile(r" ?`salience:\d`\s*\Z")
# What Markdown takes for a sign alone.
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


class Bound(NamedTuple):
    """How much a contents page may hold: rows in the list of our own, and bytes of UTF-8 in all of it."""

    rows: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Catalog:
    """The pages that a contents page may name. ``entries`` are in the order in which they are chosen when not all fit;
    ``names`` are those of the whole store, for links; ``instead`` gives for a page that was replaced the one that
    stands for it; ``private`` are pages of which nobody is to be told."""

    entries: Sequence[Entry]
    names: Names
    instead: Mapping[str, str]
    private: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a contents page would be, and what is to be told: lines whose rows are behind, pages without a row, rows
    whose page is gone, listed pages without a summary, how many pages the list has no room for, lines whose rows are
    behind and left as they are since they go on over several lines, and whether a list was asked for that has no place,
    as what the page ends with is code or a comment that nothing closes. ``replaced`` is by line what stands behind a
    link now and would stand nowhere any more; ``private`` are lines of the person's that name a private page."""

    text: str
    changed: tuple[int, ...]
    missing: tuple[str, ...]
    removed: tuple[str, ...]
    undeclared: tuple[str, ...]
    left_out: int = 0
    wrapped: tuple[int, ...] = ()
    no_place: bool = False
    replaced: tuple[tuple[int, str], ...] = ()
    private: tuple[int, ...] = ()


# From where to where, and what is to stand there.
_Edit: TypeAlias = tuple[int, int, str]


class _Row(NamedTuple):
    """A row as it stands: the page that it names, from where to where it goes, its line, where the destination of its
    link begins and the link ends, and whether its paragraph goes on below that line."""

    name: str
    start: int
    end: int
    line: int
    destination: int
    link_end: int
    is_wrapped: bool


class _Layout(NamedTuple):
    """Where the paragraphs and headings of a page are, in order, and the list of our own with its marks."""

    runs: Sequence[Span]
    ours: Span | None

    def run_at(self, offset: int) -> Span | None:
        """The paragraph that an offset stands in; None in code, in HTML, in a definition and in the header."""
        return _span_at(self.runs, offset)


def compile_page(page: Page, catalog: Catalog, bound: Bound, *, add: bool = False) -> Compiled:
    """The page with its rows brought up to date; with ``add``, pages that have none get one within the bound."""
    layout = _layout_of(page.text, page.body_start)
    ours = layout.ours or (0, 0)
    outside = [link for link in page.links if not ours[0] <= link.start < ours[1]]
    known = {entry.name: entry for entry in catalog.entries}
    rows = [row for link in outside if (row := _row_at(page, link, catalog.names, layout)) is not None]
    told = [(row, new) for row in rows if (new := _told(page, row, known, catalog)) is not None]
    behind = [(row, new) for row, new in told if not _same(page.text[row.start : row.end], new)]
    changed = [(row, new) for row, new in behind if not row.is_wrapped]
    staying = _staying(outside, [row for row, _ in changed], known)
    named = {name for link in staying if (name := _name_of(link, page, catalog.names))}
    missing = [entry for entry in catalog.entries if entry.name not in named]
    edits = [(row.start, row.end, new) for row, new in changed]
    text, left_out, no_place = _replaced(page.text, edits), 0, False
    if layout.ours is not None or (add and missing):
        text, left_out, no_place = _filled(page, layout.ours, edits, missing, bound)
        missing = missing if no_place else missing[len(missing) - left_out :]
    unlisted = {entry.name for entry in missing}
    return Compiled(
        text,
        tuple(row.line for row, _ in changed),
        tuple(entry.name for entry in missing),
        tuple(_lost(page, outside, catalog.names, layout)),
        tuple(sorted(entry.name for entry in catalog.entries if not entry.summary and entry.name not in unlisted)),
        left_out,
        tuple(row.line for row, _ in behind if row.is_wrapped),
        no_place,
        tuple((row.line, words) for row, new in changed if (words := _lost_words(page, row, new))),
        tuple(dict.fromkeys(link.line for link in outside if _name_of(link, page, catalog.names) in catalog.private)),
    )


def told_summaries(page: Page, catalog: Catalog) -> Mapping[str, str]:
    """By page what the person wrote behind the dash of its row, for pages whose header has no summary (P41)."""
    bare = {entry.name for entry in catalog.entries if not entry.summary}
    layout = _layout_of(page.text, page.body_start)
    rows = [row for link in page.links if (row := _row_at(page, link, catalog.names, layout)) is not None]
    texts = {row.name: _after_dash(page.text[row.link_end : row.end]) for row in rows if row.name in bare}
    return {name: text for name, text in texts.items() if text}


def _layout_of(text: str, body_start: int) -> _Layout:
    """The layout of a page, from one scan of it in which an empty line and a word stand for each mark: that is text
    wherever the mark is one, and none where the mark is an example in code."""
    unified = unify(text)
    marks = [found.span() for found in _MARK.finditer(unified, body_start)]
    outline = scan(_MARK.sub(lambda found: "\n".ljust(len(found[0]), "x"), unified), body_start)
    layout, begin = _Layout(outline.inline, None), -1
    for start, end in marks:
        if _span_at(outline.comments, start) is not None or layout.run_at(start + 1) is None:
            continue
        if text.startswith(BEGIN, start):
            # Of several the last: what follows on one whose end is gone is the person's.
            begin = start
        elif begin >= 0:
            return layout._replace(ours=(begin, end))
    return layout


def _span_at(spans: Sequence[Span], offset: int) -> Span | None:
    place = bisect_right(spans, offset, key=itemgetter(0)) - 1
    return spans[place] if place >= 0 and offset < spans[place][1] else None


def _row_at(page: Page, link: Link, names: Names, layout: _Layout) -> _Row | None:
    """The row that begins with a link, None where it begins none, or leads to no page of the store."""
    name, run = _name_of(link, page, names), layout.run_at(link.start)
    if name is None or run is None or not _begins_row(page, link):
        return None
    line_end = _LINE_END.search(page.text, link.start)
    start, end = line_end.span() if line_end else (len(page.text), len(page.text))
    is_wrapped = run[1] > end
    label = page.text[link.start + 1 : link.end]
    label_end = link.start + 1 + len(label) - len(label.lstrip()) + len(link.label or "")
    destination = page.text.index("(", label_end) + 1
    return _Row(name, link.start, run[1] if is_wrapped else start, link.line, destination, link.end, is_wrapped)


def _begins_row(page: Page, link: Link) -> bool:
    start = max(page.text.rfind("\n", 0, link.start), page.text.rfind("\r", 0, link.start)) + 1
    return link.kind == "markdown" and _BULLET.match(page.text[start : link.start]) is not None


def _staying(links: Iterable[Link], changed: Iterable[_Row], known: Mapping[str, Entry]) -> Iterator[Link]:
    """The links that are still there when rows are changed: of such a row the one that it begins with, and those in
    words that are kept."""
    gone = {row.line: (row.start, row.link_end if _keeps_words(row, known) else row.end) for row in changed}
    for link in links:
        start, end = gone.get(link.line, (0, 0))
        if not start < link.start < end:
            yield link


def _keeps_words(row: _Row, known: Mapping[str, Entry]) -> bool:
    return row.name in known and not known[row.name].summary


def _name_of(link: Link, page: Page, names: Names) -> str | None:
    outcome = resolve(link, page.address.name, names)
    return outcome.name if isinstance(outcome, Resolved) and outcome.via != "self" else None


def _told(page: Page, row: _Row, known: Mapping[str, Entry], catalog: Catalog) -> str | None:
    """What a row is to say; None for that of a page which has no part in the list, as a hidden one."""
    # With the title of the link, where it has one.
    destination = page.text[row.destination : row.link_end - 1]
    if not destination.strip():
        destination = destination_of(row.name, folder_of(page.address.name))
    if row.name in known:
        return row_of(known[row.name], destination, _BADGE.sub("", page.text[row.link_end : row.end]))
    instead = catalog.instead.get(row.name)
    if instead is None:
        return None
    # What was corrected says nothing any more, also where a person had given it a row.
    base = plain(row.name.rpartition("/")[2])
    return f"[{base}]({destination}) — replaced by {plain(instead)}"


def _lost(page: Page, links: Iterable[Link], names: Names, layout: _Layout) -> Iterator[str]:
    """The destinations of rows whose page is not there; what names no Markdown file may be a file of another kind."""
    for link in links:
        is_page = link.target.casefold().endswith(".md") and layout.run_at(link.start) is not None
        if is_page and _begins_row(page, link) and _name_of(link, page, names) is None:
            yield link.target


def _filled(
    page: Page, ours: Span | None, edits: Sequence[_Edit], entries: Sequence[Entry], bound: Bound
) -> tuple[str, int, bool]:
    """The text with its rows edited and the list of our own made anew, how many pages it has no room for, and whether
    there is no place for it."""
    newline, folder = page.codec.newline, folder_of(page.address.name)
    rest = _replaced(page.text, [*edits, (*ours, "")] if ours else edits)
    rows = [f"- {row_of(entry, destination_of(entry.name, folder))}" for entry in entries]
    kept = _fitting(rows, bound, _bytes(rest) + _bytes(newline.join(["", "", BEGIN, END, ""])), newline)
    left_out = len(rows) - kept
    by_name = [row for _, row in sorted(zip((each.name for each in entries[:kept]), rows[:kept], strict=True))]
    last = [f"- {left_out:,} more are not listed: vade list shows all, vade recall finds one"] if left_out else []
    block = newline.join([BEGIN, *by_name, *last, END])
    if ours is not None:
        return _replaced(page.text, [*edits, (*ours, block)]), left_out, False
    end = "" if not rest else newline if rest.endswith(("\n", "\r")) else newline * 2
    text = f"{rest}{end}{block}{newline}"
    # Where the marks are none, the next time would put one more list below, or take a person's lines for the list.
    is_there = _layout_of(text, page.body_start).ours == (len(rest + end), len(text) - len(newline))
    return (text, left_out, False) if is_there else (rest, 0, True)


def _fitting(rows: Sequence[str], bound: Bound, taken: int, newline: str) -> int:
    """How many of the first rows fit, with a line on the others unless all do."""
    sizes = [_bytes(f"{row}{newline}") for row in rows]
    free = bound.bytes - taken
    if len(rows) <= bound.rows and sum(sizes) <= free:
        return len(rows)
    free -= _LAST
    kept = 0
    for size in sizes[: max(bound.rows - 1, 0)]:
        free -= size
        if free < 0:
            break
        kept += 1
    return kept


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _replaced(text: str, edits: Iterable[_Edit]) -> str:
    parts, at = list[str](), 0
    for start, end, new in sorted(edits):
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def _same(old: str, new: str) -> bool:
    """Whether two rows differ by nothing but spaces (P40)."""
    return " ".join(old.split()) == " ".join(new.split())


def _lost_words(page: Page, row: _Row, new: str) -> str:
    """What a row says behind its link that it would say no more, as a person can't see from headers."""
    words = " ".join(_BADGE.sub("", page.text[row.link_end : row.end]).split())
    return "" if words in " ".join(new.split()) else words.lstrip("-–— ")


def _after_dash(row: str) -> str:
    """What stands behind the dash in the rest of a row, as it reads."""
    _, dash, told = row.partition(" — ")
    if not dash:
        _, dash, told = row.partition(" - ")
    line = " ".join(_BADGE.sub("", told).split())
    return _ESCAPED.sub(r"\1", line) if dash else ""
