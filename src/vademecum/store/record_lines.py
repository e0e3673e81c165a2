"""A JSONL file's bytes as lines, and the same bytes with one record set, added or taken away. Pure; no disk.

Each byte of the file belongs to one piece: a record, or what stands between records. So what no edit is about is put
back as it was, be it a record, a torn line or a blank one (A27). Only ``\\n`` ends a line, with a ``\\r`` before it
that may be there (A29). Records that were glued together on one line are told apart where each is whole (A28).
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from vademecum.page.json_object import object_at, read_object
from vademecum.page.record import id_of
from vademecum.store.contract import WalkProblem

_NOT_UTF8 = "is not UTF-8"


class Piece(NamedTuple):
    """Bytes of one line: a record when ``id`` is given, else what stands beside records."""

    raw: bytes
    id: str | None = None


class Line(NamedTuple):
    """A line without its end, and how many records it holds; ``fault`` says why it, or a part of it, is none."""

    pieces: tuple[Piece, ...]
    end: bytes
    records: int = 0
    fault: str = ""


Cache: TypeAlias = Mapping[bytes, Line]


@dataclass(frozen=True, slots=True)
class Lines:
    """A file's bytes as lines. ``places`` maps each id to the line and piece of its first record, counted from 0;
    ``repeated`` names the ids that are found again, with the number of the line, counted from 1."""

    bom: bytes
    lines: tuple[Line, ...]
    places: Mapping[str, tuple[int, int]]
    repeated: tuple[tuple[str, int], ...]
    data: bytes = field(repr=False)
    cache: Cache = field(repr=False)

    @staticmethod
    def of(data: bytes, cache: Cache | None = None) -> Lines:
        """The lines of a file's bytes; ``cache`` is that of an earlier version, so that only new lines are read."""
        known = cache or {}
        bom = BOM_UTF8 if data.startswith(BOM_UTF8) else b""
        ended = data[len(bom) :].split(b"\n")
        whole = [line + b"\n" for line in ended[:-1]] + [ended[-1]] * bool(ended[-1])
        fresh = {raw: known.get(raw) or _line(raw) for raw in whole}
        lines = tuple(fresh[raw] for raw in whole)
        places, repeated = _places(lines)
        return Lines(bom, lines, places, repeated, data, fresh)

    def raw(self, name: str) -> bytes | None:
        """The bytes of a record, None when there is none of that id."""
        place = self.places.get(name)
        return None if place is None else self.lines[place[0]].pieces[place[1]].raw

    def all_raw(self, name: str) -> tuple[bytes, ...]:
        """The bytes of each record of that id, the one that is served first."""
        return tuple(piece.raw for line in self.lines for piece in line.pieces if piece.id == name)

    def faulty(self) -> list[int]:
        """The numbers of the lines that are not one record each, blank ones aside, counted from 1."""
        return [number for number, line in enumerate(self.lines, start=1) if line.fault or line.records > 1]

    def problems(self) -> Iterator[WalkProblem]:
        """What a person should know of the file, by line."""
        for number, line in enumerate(self.lines, start=1):
            if line.fault:
                yield WalkProblem("malformed-line", f"line {number}", f"{line.fault}; it is kept as it is")
            if line.records > 1:
                yield WalkProblem("glued-line", f"line {number}", f"holds {line.records} records; all are served")
        for name, number in self.repeated:
            yield WalkProblem("duplicate-id", f"line {number}", f"the id {name} is on an earlier line, which is served")

    def replaced(self, name: str, raw: bytes) -> bytes:
        """The file's bytes with a record in the place of the one of that id."""
        at, nth = self.places[name]
        line = self.lines[at]
        pieces = (*line.pieces[:nth], Piece(raw), *line.pieces[nth + 1 :])
        return self._joined((*self.lines[:at], line._replace(pieces=pieces), *self.lines[at + 1 :]))

    def added(self, *records: bytes) -> bytes:
        """The file's bytes with more lines at its end; a last line without an end is ended first (A28)."""
        end = self._newline()
        torn = bool(self.lines) and not self.lines[-1].end
        return self.data + end * torn + b"".join(raw + end for raw in records)

    def without(self, name: str) -> bytes:
        """The file's bytes without any record of that id; a line that held nothing else goes with its end."""
        return self._joined(filter(None, (_without(line, name) for line in self.lines)))

    def _joined(self, lines: Iterable[Line]) -> bytes:
        return self.bom + b"".join(b"".join(piece.raw for piece in line.pieces) + line.end for line in lines)

    def _newline(self) -> bytes:
        """The line end that most lines have."""
        return b"\r\n" if 2 * self.data.count(b"\r\n") > self.data.count(b"\n") else b"\n"


def _places(lines: Iterable[Line]) -> tuple[dict[str, tuple[int, int]], tuple[tuple[str, int], ...]]:
    """Where each id is first, and which ids are found again on which line."""
    places: dict[str, tuple[int, int]] = {}
    repeated = []
    for at, line in enumerate(lines):
        for nth, piece in enumerate(line.pieces):
            if piece.id is not None and places.setdefault(piece.id, (at, nth)) != (at, nth):
                repeated.append((piece.id, at + 1))
    return places, tuple(repeated)


def _line(raw: bytes) -> Line:
    end = b"\r\n" if raw.endswith(b"\r\n") else b"\n" if raw.endswith(b"\n") else b""
    body = raw[: len(raw) - len(end)]
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return Line((Piece(body),), end, fault=_NOT_UTF8)
    if not text.strip():
        return Line((Piece(body),), end)
    record = read_object(text)
    if record is not None and len(text.strip()) == len(text):  # as nearly all are, so nothing is cut and encoded anew
        return Line((Piece(body, id_of(body, record)),), end, 1)
    if record is not None:
        before, after = len(text) - len(text.lstrip()), len(text.rstrip())
        own = text[before:after].encode()
        return Line(_pieces((text[:before], None), (own, id_of(own, record)), (text[after:], None)), end, 1)
    return _torn_or_glued(text, end)


def _torn_or_glued(text: str, end: bytes) -> Line:
    """A line that is no record: those that stand whole at its beginning are served, the rest of it is kept."""
    pieces: list[tuple[str | bytes, str | None]] = []
    at = 0
    while (found := object_at(text, at)) is not None:
        record, after = found
        start = text.index("{", at)
        own = text[start:after].encode()
        pieces += [(text[at:start], None), (own, id_of(own, record))]
        at = after
    rest = text[at:]
    count = sum(name is not None for _, name in pieces)
    fault = "" if not rest.strip() else "holds more than its record" if count else "is no JSON object"
    return Line(_pieces(*pieces, (rest, None)), end, count, fault)


def _pieces(*found: tuple[str | bytes, str | None]) -> tuple[Piece, ...]:
    return tuple(Piece(raw.encode() if isinstance(raw, str) else raw, name) for raw, name in found if raw)


def _without(line: Line, name: str) -> Line | None:
    """A line without a record, None when nothing but blanks is left of it."""
    kept = tuple(piece for piece in line.pieces if piece.id != name)
    if len(kept) == len(line.pieces):
        return line
    return line._replace(pieces=kept) if any(piece.raw.strip() for piece in kept) else None
