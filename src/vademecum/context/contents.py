"""The index channel: contents pages word for word, and a bounded list of each store's other pages (M11 to M15). Pure.

Of what does not fit the list goes first, then the end of a contents page, and the text says how much is missing. Which
of too many pages are listed follows a rule that any two computers apply alike: those that most others link to, then
the latest by their headers, then by name; a mount may ask for the first by name instead (M12).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest

from vademecum.address import Address
from vademecum.context.budget import cut_at_line
from vademecum.context.channels import LISTED_LINE
from vademecum.context.frame import Facts, record, written_out
from vademecum.context.pieces import FRAME, GivenPage, Piece, Portion, Room, size_of, total
from vademecum.context.roles import is_named
from vademecum.context.shelf import Shelf
from vademecum.index.contract import Outline
from vademecum.index.outline import unpacked
from vademecum.library.provenance import origin_of
from vademecum.library.quarantine import held_back
from vademecum.page.display import words_of

INDEX = "index"
_GUIDANCE = (
    "One file a memory: a header, then what is to be remembered. Read the file before you rely on its line here. "
    "[[name]] is the file whose header says that name."
)
_RELATIVE = "Paths are relative to the directory."


@dataclass(frozen=True, slots=True)
class Line:
    """A page in a list: where it stands among those of its store that should be listed, and what is said of it."""

    shelf: Shelf
    place: int
    name: str
    text: str

    @property
    def order(self) -> tuple[int, str, str]:
        """The best of each store before the second of any."""
        return self.place, self.shelf.mount.name, self.name


def contents_of(shelves: Sequence[Shelf], room: Room, *, most: int) -> Portion:
    """Contents pages, and in what they leave of the room lists of up to ``most`` pages a store, as those are now."""
    return _contents([_as_now(shelf, most) for shelf in shelves], room, most)


def needed(shelves: Sequence[Shelf], most: int) -> Room:
    """The room for all contents pages whole and all lists, as indexed."""
    return total(_contents(shelves, Room(), most).pieces)


def _contents(shelves: Sequence[Shelf], room: Room, most: int) -> Portion:
    pages: list[tuple[Shelf, Piece]] = []
    for shelf in shelves:
        piece = _contents_page(shelf, room)
        if piece is not None:
            pages.append((shelf, piece))
            room = room.without(piece.size)
    lists = _lists(shelves, [shelf for shelf, _ in pages], room, most)
    pieces = [piece for shelf in shelves for piece in _of(shelf, pages) + _of(shelf, lists)]
    there = sum(shelf.index_page is not None for shelf in shelves)
    of = sum(len(shelf.others) for shelf in shelves)
    left_out = {
        "index pages in part": sum(not page.is_whole for _, piece in pages for page in piece.pages),
        "index pages": there - len(pages),
        "pages not listed": of - sum(piece.listed for _, piece in lists),
    }
    return Portion(INDEX, tuple(pieces), left_out, of)


def _as_now(shelf: Shelf, most: int) -> Shelf:
    """The store without pages of its list that are gone by now, or that a person has hidden since."""
    looked: set[str] = set()
    while rows := [row for row in _listed(shelf, most) if row.name not in looked]:
        looked.update(row.name for row in rows)
        if since := shelf.since(rows):
            others = (since.get(row.name, row) for row in shelf.others)
            shelf = replace(shelf, others=tuple(row for row in others if row is not None))
        if all(since.values()):
            break
    return shelf


def _of(shelf: Shelf, pieces: Iterable[tuple[Shelf, Piece]]) -> list[Piece]:
    return [piece for each, piece in pieces if each is shelf]


def _contents_page(shelf: Shelf, room: Room) -> Piece | None:
    """A store's contents page, whole or its first lines; None where there is none, or not even its first line fits."""
    page = shelf.index_page
    if page is None:
        return None
    address, words = str(page.address), words_of(page)
    held = shelf.held.get(page.address.name)
    facts: Facts = {
        "index page": address,
        "author": origin_of(page, shelf.mount).author,
        "version": page.version,
    }
    kept = held_back(address, held) if held else words
    name = page.address.name
    heading = f"{name}.md" if is_named(name, shelf.mount.config.index_file) else INDEX
    before = f"{_head(shelf)}\n\n## {written_out(heading)}" if _is_section(shelf) else ""
    given = GivenPage(address, page.digest, 0 if held else len(words), len(words), "index page")
    whole = Piece(record(facts, kept), (given,), before)
    if room.takes(whole.size):
        return whole
    kept, text = _first_lines(kept, facts, room.without(size_of(before)))
    part = given._replace(chars=0 if held else len(kept))
    return Piece(text, (part,), before) if text else None


def _first_lines(words: str, facts: Facts, room: Room) -> tuple[str, str]:
    """As many first lines as fit, and their record; both empty when none does."""
    of = words.count("\n") + 1
    head = size_of(record({**facts, "shown": f"{of} of {of} lines"}, ""))
    limit = room.without(head).units - FRAME - 1
    kept = cut_at_line(words, limit)
    # A line has at most three times as many bytes as units, so few steps lead to what fits by both.
    while kept and (over := size_of(kept).octets + head.octets + FRAME + 1 - room.octets) > 0:
        limit = min(limit, size_of(kept).units) - max(over // 3, 1)
        kept = cut_at_line(words, limit)
    lines = f"{kept.count(chr(10)) + 1} of {of} lines"
    return (kept, record({**facts, "shown": lines}, kept)) if kept else ("", "")


def _lists(shelves: Sequence[Shelf], begun: Sequence[Shelf], room: Room, most: int) -> list[tuple[Shelf, Piece]]:
    """A list of each store that has one. ``begun`` are stores whose section has its head already."""
    wanted = [shelf for shelf in shelves if shelf.mount.config.listing != "off" and shelf.others]
    lines = sorted((line for shelf in wanted for line in _lines(shelf, most)), key=lambda line: line.order)
    empty = [_list(shelf, [], is_begun=shelf in begun) for shelf in wanted]
    # A count of what is listed has as many digits at most as that of all.
    room = room.without(total(empty)).without(size_of("".join(str(len(shelf.others)) for shelf in wanted)))
    chosen: list[Line] = []
    for line in lines:
        size = size_of(line.text + ("\n" if not _is_section(line.shelf) else ", "))
        if not room.takes(size):
            break
        chosen.append(line)
        room = room.without(size)
    listed = [(shelf, [line for line in chosen if line.shelf is shelf]) for shelf in wanted]
    return [(shelf, _list(shelf, kept, is_begun=shelf in begun)) for shelf, kept in listed if kept]


def _list(shelf: Shelf, lines: Sequence[Line], *, is_begun: bool) -> Piece:
    texts = [line.text for line in sorted(lines, key=lambda line: line.name)]
    mount, of = shelf.mount.name, len(shelf.others)
    if not _is_section(shelf):
        shown = f"{len(texts)} of {of}" if len(texts) < of else None
        return Piece(record({"pages of": mount, "shown": shown}, "\n".join(texts)), listed=len(texts))
    head = [] if is_begun else [_head(shelf), ""]
    before = "\n".join([*head, f"## {of} memory files", _RELATIVE])
    missing = of - len(texts) + sum(shelf.beyond.values())
    after = f"{missing} {'note is' if missing == 1 else 'notes are'} left out of this list; recall finds them."
    return Piece(
        record({"paths of": mount}, ", ".join(texts)), before=before, after=after if missing else "", listed=len(texts)
    )


def _lines(shelf: Shelf, most: int) -> list[Line]:
    """What is said of the pages that should be listed, the best first."""
    say = _path if _is_section(shelf) else _line
    return [Line(shelf, place, row.name, say(shelf, row)) for place, row in enumerate(_listed(shelf, most))]


def _listed(shelf: Shelf, most: int) -> Sequence[Outline]:
    """The pages that should be listed, the best first; none where there is no list."""
    if shelf.mount.config.listing == "off":
        return ()
    is_linked = shelf.mount.config.listing == "linked"
    return (most_linked(shelf.others, shelf.linked, most) if is_linked else shelf.others)[:most]


def most_linked(rows: Sequence[Outline], linked: Mapping[str, int], most: int) -> list[Outline]:
    """The rows that most pages link to, then the latest, then the first by name, in whose order all must come."""
    # Stable as a sort is: of one day, the first by name stay first.
    return nlargest(most, rows, key=lambda row: (linked.get(row.name, 0), row.date or ""))


def _line(shelf: Shelf, row: Outline) -> str:
    address = str(Address(shelf.mount.name, row.name))
    name, held = written_out(address), shelf.held.get(row.name)
    if held:
        return f"- {name} — {held_back(name, held)}"[:LISTED_LINE]
    title, summary = unpacked(row.said)
    if row.name.rpartition("/")[2] == title:
        title = ""
    told = written_out(" ".join(": ".join(filter(None, (title, summary))).split()))
    line = f"- {name} — {told}" if told else f"- {name}"
    return line if len(line) <= LISTED_LINE else f"{line[: LISTED_LINE - 1]}…"


def _path(_shelf: Shelf, row: Outline) -> str:
    return f"{written_out(row.name)}.md"


def _is_section(shelf: Shelf) -> bool:
    return shelf.mount.config.form == "section"


def _head(shelf: Shelf) -> str:
    """Title, directory where agents are told paths, and what the files are (M11)."""
    is_told = shelf.mount.config.exposure == "path"
    directory = [f"Directory: {written_out(str(shelf.mount.root))}"] if is_told else []
    return "\n".join([f"# Memory: {shelf.mount.name}", *directory, _GUIDANCE])
