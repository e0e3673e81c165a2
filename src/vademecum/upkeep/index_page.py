"""A contents page kept true: its rows say what pages' headers say, and no other byte of it changes. Pure.

A row is a list item that begins with a Markdown link to a page of the store. Rows that people wrote are kept where they
are, and only their words follow the header (P40, P41). Pages without a row are told; on request they get one in a list
of our own between two marks, which is made whole each time and stays within a bound on its rows and on the bytes of the
page (A25). What stands outside of rows and marks is the person's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from vademecum.page.model import Link, Page
from vademecum.page.resolve import Names, Resolved, folder_of, resolve
from vademecum.upkeep.index_rows import Entry, destination_of, plain, row_of

BEGIN, END = "<!-- vade index: rows -->", "<!-- vade index: end -->"
# The last row of our list, with the longest count, in bytes.
_LAST = 100
_BULLET = re.compile(r"[ \t]*[-*+][ \t]+\Z")
_LINE_END = re.compile(r"\r\n|\r|\n|\Z")
# Behind a label's end, which is no bracket that a backslash takes its meaning.
_DESTINATION = re.compile(r"(?<!\\)(?:\\\\)*\]\(\s*(<[^>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)")
# From the last beginning before an end: what follows on one whose end is gone is the person's.
_BLOCK = re.compile(
    rf"^{re.escape(BEGIN)}[ \t]*(?:\r\n|\r|\n)(?:(?!^{re.escape(BEGIN)}).)*?^{re.escape(END)}[ \t]*(?=[\r\n]|\Z)",
    re.DOTALL | re.MULTILINE,
)
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
    stands for it."""

    entries: Sequence[Entry]
    names: Names
    instead: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a contents page would be, and what is to be told: lines whose rows are behind, pages without a row, rows
    whose page is gone, listed pages without a summary, and how many pages the list has no room for."""

    text: str
    changed: tuple[int, ...]
    missing: tuple[str, ...]
    removed: tuple[str, ...]
    undeclared: tuple[str, ...]
    left_out: int = 0


class _Row(NamedTuple):
    """A row as it stands: the page that it names, from where to where it goes, its line, and where its link ends."""

    name: str
    start: int
    end: int
    line: int
    link_end: int


def compile_page(page: Page, catalog: Catalog, bound: Bound, *, add: bool = False) -> Compiled:
    """The page with its rows brought up to date; with ``add``, pages that have none get one within the bound."""
    ours = _BLOCK.search(page.text)
    outside = [link for link in page.links if ours is None or not ours.start() <= link.start < ours.end()]
    known = {entry.name: entry for entry in catalog.entries}
    rows = [row for link in outside if (row := _row_at(page, link, catalog.names)) is not None]
    edits = [(row, _told(page, row, known, catalog)) for row in rows]
    changed = [(row, new) for row, new in edits if new is not None and not _same(page.text[row.start : row.end], new)]
    # Of a row that is changed nothing is left but the link that it begins with.
    first = {row.line: row.start for row, _ in changed}
    staying = (link for link in outside if first.get(link.line, link.start) == link.start)
    named = {name for link in staying if (name := _name_of(link, page, catalog.names))}
    missing = tuple(entry.name for entry in catalog.entries if entry.name not in named)
    text = _replaced(page.text, [(row.start, row.end, new) for row, new in changed])
    left_out = 0
    if ours is not None or (add and missing):
        text, left_out = _filled(text, [known[name] for name in missing], page, bound)
        missing = missing[len(missing) - left_out :] if left_out else ()
    return Compiled(
        text,
        tuple(row.line for row, _ in changed),
        missing,
        tuple(_lost(page, outside, catalog.names)),
        tuple(sorted(entry.name for entry in catalog.entries if not entry.summary and entry.name not in missing)),
        left_out,
    )


def told_summaries(page: Page, catalog: Catalog) -> Mapping[str, str]:
    """By page what the person wrote behind the dash of its row, for pages whose header has no summary (P41)."""
    bare = {entry.name for entry in catalog.entries if not entry.summary}
    rows = [row for link in page.links if (row := _row_at(page, link, catalog.names)) is not None]
    texts = {row.name: _after_dash(page.text[row.link_end : row.end]) for row in rows if row.name in bare}
    return {name: text for name, text in texts.items() if text}


def _row_at(page: Page, link: Link, names: Names) -> _Row | None:
    """The row that begins with a link, None where it begins none, or leads to no page of the store."""
    name = _name_of(link, page, names)
    if name is None or not _begins_row(page, link):
        return None
    end = _LINE_END.search(page.text, link.end)
    return _Row(name, link.start, len(page.text) if end is None else end.start(), link.line, link.end)


def _begins_row(page: Page, link: Link) -> bool:
    start = max(page.text.rfind("\n", 0, link.start), page.text.rfind("\r", 0, link.start)) + 1
    return link.kind == "markdown" and _BULLET.match(page.text[start : link.start]) is not None


def _name_of(link: Link, page: Page, names: Names) -> str | None:
    outcome = resolve(link, page.address.name, names)
    return outcome.name if isinstance(outcome, Resolved) and outcome.via != "self" else None


def _told(page: Page, row: _Row, known: Mapping[str, Entry], catalog: Catalog) -> str | None:
    """What a row is to say; None for that of a page which has no part in the list, as a hidden one."""
    # Of several the last: a picture in the label has one too.
    found = [each[1] for each in _DESTINATION.finditer(page.text, row.start, row.link_end)]
    destination = found[-1] if found else destination_of(row.name, folder_of(page.address.name))
    if row.name in known:
        return row_of(known[row.name], destination)
    instead = catalog.instead.get(row.name)
    if instead is None:
        return None
    # What was corrected says nothing any more, also where a person had given it a row.
    base = plain(row.name.rpartition("/")[2])
    return f"[{base}]({destination}) — replaced by {plain(instead)}"


def _lost(page: Page, links: Iterable[Link], names: Names) -> Iterator[str]:
    """The destinations of rows whose page is not there; what names no Markdown file may be a file of another kind."""
    for link in links:
        is_page = _begins_row(page, link) and link.target.casefold().endswith(".md")
        if is_page and _name_of(link, page, names) is None:
            yield link.target


def _filled(text: str, entries: Sequence[Entry], page: Page, bound: Bound) -> tuple[str, int]:
    """The text with the list of our own made anew, and how many pages it has no room for."""
    newline = page.codec.newline
    ours = _BLOCK.search(text)
    rest = _bytes(text) - (_bytes(ours[0]) if ours else 0)
    folder = folder_of(page.address.name)
    rows = [f"- {row_of(entry, destination_of(entry.name, folder))}" for entry in entries]
    kept = _fitting(rows, bound, rest + _bytes(newline.join(["", "", BEGIN, END, ""])), newline)
    left_out = len(rows) - kept
    by_name = [row for _, row in sorted(zip((each.name for each in entries[:kept]), rows[:kept], strict=True))]
    last = [f"- {left_out:,} more are not listed: vade list shows all, vade recall finds one"] if left_out else []
    block = newline.join([BEGIN, *by_name, *last, END])
    if ours is not None:
        return text[: ours.start()] + block + text[ours.end() :], left_out
    end = "" if not text else newline if text.endswith(("\n", "\r")) else newline * 2
    return f"{text}{end}{block}{newline}", left_out


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


def _replaced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    parts, at = list[str](), 0
    for start, end, new in sorted(edits):
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def _same(old: str, new: str) -> bool:
    """Whether two rows differ by nothing but spaces (P40)."""
    return " ".join(old.split()) == " ".join(new.split())


def _after_dash(row: str) -> str:
    """What stands behind the dash in the rest of a row, as it reads."""
    _, dash, told = row.partition(" — ")
    if not dash:
        _, dash, told = row.partition(" - ")
    line = " ".join(re.sub(r"\s*`salience:\d`\s*$", "", told).split())
    return _ESCAPED.sub(r"\1", line) if dash else ""
