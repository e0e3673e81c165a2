"""The opening of a session: seeds whole, index pages verbatim, and a bounded list of the other pages.

It reads the indexes as they are and the files as they are now; it brings nothing in step. Nothing volatile is in the
text: the same memory gives the same bytes, since hosts keep it in the prefix of every request (rule 8). What is
hidden, quarantined, muted, or in a mount that no person trusts gives nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from vademecum.address import Address
from vademecum.context.budget import cut_at_line, first_fit, length
from vademecum.context.channels import INDEX_CHARS, LISTED_LINE, LISTED_PAGES, SEED_CHARS
from vademecum.context.frame import PREFACE, Facts, framed, record, written_out
from vademecum.context.shelf import Shelf, shelves_of
from vademecum.index.contract import PageRow
from vademecum.library import Library
from vademecum.library.allowed import Allowance
from vademecum.library.mutes import Mute
from vademecum.library.provenance import origin_of
from vademecum.library.quarantine import held_back
from vademecum.page import Block, Page
from vademecum.page.display import shown

# The marks round a record with their line ends, and the last line; a mark grows only against a hostile page.
_FRAME = 44
_TALLY = 160


class Given(NamedTuple):
    """A page in a session's start: its address and digest, how many characters of its words are given, of how many."""

    page: str
    digest: str
    chars: int
    of: int

    @property
    def is_whole(self) -> bool:
        """Whether none of its words is missing."""
        return self.chars == self.of


@dataclass(frozen=True, slots=True)
class Opening:
    """The text of a session's start, empty when there is nothing to give. ``seeds`` are whole in it, ``indexes`` are
    index pages, of which one may be given in part; ``left_out`` counts by reason; ``unasked`` are mounts without an
    index, and why."""

    text: str
    seeds: tuple[Given, ...]
    indexes: tuple[Given, ...]
    listed: int
    left_out: dict[str, int]
    unasked: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A page in a listing."""

    mount: str
    row: PageRow
    text: str


def open_session(
    library: Library, mutes: Sequence[Mute] = (), allowed: Sequence[Allowance] = (), *, limit: int
) -> Opening:
    """What a session of this library starts with, when a person muted these pages and allowed those; ``limit`` bounds
    the whole text. For what reads like an order to an agent there stands who says so, and how to look at it."""
    room = limit - length(PREFACE) - _TALLY
    shelves = shelves_of(library, mutes, allowed)
    seeds = [page for shelf in shelves for page in shelf.seeds]
    told = [_seed(page, shelf) for shelf in shelves for page in shelf.seeds]
    fitting = first_fit(told, min(SEED_CHARS, room), between=_FRAME)
    held = {f"{shelf.mount.name}:{name}" for shelf in shelves for name in shelf.held}
    seeded = [seeds[at] for at in fitting]
    indexes = [(shelf.index_page, shelf) for shelf in shelves if shelf.index_page is not None]
    records = [told[at] for at in fitting]
    contents = _index_records(indexes, min(INDEX_CHARS, room) - _size(records))
    records += [text for _, text in contents]
    lines = [line for shelf in shelves for line in _lines(shelf)]
    listed = _chosen(lines, room - _size(records))
    records += [_listing(shelf, listed) for shelf in shelves if any(line.mount == shelf.mount.name for line in listed)]
    of = sum(len(shelf.others) for shelf in shelves)
    tally = f"{len(seeded)} of {len(seeds)} seeds and {len(listed)} of {of} other pages shown; recall what is missing"
    left_out = {
        "seeds": len(seeds) - len(seeded),
        "index pages in part": sum(not given.is_whole for given, _ in contents),
        "index pages": len(indexes) - len(contents),
        "pages not listed": of - len(listed),
        "muted": sum(shelf.muted for shelf in shelves),
    }
    return Opening(
        text="\n".join([PREFACE, *framed(records), tally]) if records else "",
        seeds=tuple(_given(page, "" if _key(page) in held else _words(page)) for page in seeded),
        indexes=tuple(given for given, _ in contents),
        listed=len(listed),
        left_out={reason: count for reason, count in left_out.items() if count},
        unasked=tuple((shelf.mount.name, shelf.unasked) for shelf in shelves if shelf.unasked),
    )


def _key(page: Page) -> str:
    return f"{page.address.mount}:{page.address.name}"


def _given(page: Page, kept: str) -> Given:
    return Given(str(page.address), page.digest, len(kept), len(_words(page)))


def _size(records: Sequence[str]) -> int:
    return sum(length(each) + _FRAME for each in records)


def _seed(page: Page, shelf: Shelf) -> str:
    held = shelf.held.get(page.address.name)
    if held:
        return record({"seed": str(page.address)}, held_back(str(page.address), held))
    author = origin_of(page, shelf.mount).author
    facts = {"seed": str(page.address), "date": page.date, "author": author, "version": page.version}
    return record(facts, _words(page))


def _words(page: Page) -> str:
    """A page's words without its header, of which the facts tell what matters."""
    return shown(page, Block((), 1, 0, 1, page.body_start, len(page.text))).strip("\n")


def _index_records(pages: Sequence[tuple[Page, Shelf]], limit: int) -> list[tuple[Given, str]]:
    """Each index page, whole or its first lines; one of which not even the first fits is left to recall."""
    records = []
    for page, shelf in pages:
        held = shelf.held.get(page.address.name)
        author = origin_of(page, shelf.mount).author
        facts = {"index page": str(page.address), "author": author, "version": page.version}
        kept = held_back(str(page.address), held) if held else _words(page)
        text = record(facts, kept)
        if length(text) + _FRAME > limit:
            kept, text = _first_lines(kept, facts, limit - _FRAME)
        if text:
            records.append((_given(page, "" if held else kept), text))
            limit -= length(text) + _FRAME
    return records


def _first_lines(words: str, facts: Facts, limit: int) -> tuple[str, str]:
    """As many first lines as fit, and their record; both empty when none does."""
    of = words.count("\n") + 1
    kept = cut_at_line(words, limit - length(record({**facts, "shown": f"{of} of {of} lines"}, "")))
    lines = f"{kept.count(chr(10)) + 1} of {of} lines"
    return (kept, record({**facts, "shown": lines}, kept)) if kept else ("", "")


def _lines(shelf: Shelf) -> list[_Line]:
    """The other pages of a store, if they are few enough to look through."""
    if len(shelf.others) > LISTED_PAGES:
        return []
    return [
        _Line(shelf.mount.name, row, _line(shelf.mount.name, row, shelf.held.get(row.name))) for row in shelf.others
    ]


def _line(mount: str, row: PageRow, held: str | None) -> str:
    name = str(Address(mount, row.name))
    if held:
        return f"- {name} — {held_back(name, held)}"[:LISTED_LINE]
    title = "" if row.name.rpartition("/")[2] == row.title else row.title
    told = written_out(" ".join(": ".join(filter(None, (title, row.summary))).split()))
    line = f"- {name} — {told}" if told else f"- {name}"
    return line if len(line) <= LISTED_LINE else f"{line[: LISTED_LINE - 1]}…"


def _chosen(lines: Sequence[_Line], limit: int) -> list[_Line]:
    """The lines that fit: pages with more links and a later date first; then in order of address."""
    # Its head takes a line of each listing, and there is one a mount.
    limit -= sum(_FRAME + len(mount) + len("pages of ") for mount in {line.mount for line in lines})
    ranked = sorted(
        lines, key=lambda line: (-len(line.row.links), _later_first(line.row.date), line.mount, line.row.name)
    )
    kept = [ranked[at] for at in first_fit([line.text for line in ranked], limit)]
    return sorted(kept, key=lambda line: (line.mount, line.row.name))


def _later_first(date: str | None) -> tuple[int, ...]:
    return tuple(-ord(char) for char in date or "")


def _listing(shelf: Shelf, listed: Sequence[_Line]) -> str:
    lines = [line.text for line in listed if line.mount == shelf.mount.name]
    return record({"pages of": shelf.mount.name}, "\n".join(lines))
