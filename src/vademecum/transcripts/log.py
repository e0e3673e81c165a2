"""Linear logs: transcripts whose lines say what happens to a list of messages, plain, packed, or one whole document.

What ``reading.py`` does for trees: a log is read on from where the last reading ended, and when that can't be, from its
end backwards as far as it takes, or from its beginning where a line may speak of any message before it. A log may go
on from a part of another file. What a line says is for a module of each host to tell. Nothing is written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from vademecum.transcripts.frames import ENDINGS, unpacked
from vademecum.transcripts.reading import (
    SPANS,
    Looked,
    Reading,
    Sought,
    bytes_between,
    looked_into,
    opened,
)
from vademecum.transcripts.surface import Surface

# A log that goes on from others does so after each rewind and fork; a chain of more than these is no host's.
_BASES = 64
# The end of a file's name by which lines of several files are told apart.
_TAG = 8


class Log(NamedTuple):
    """How a host's log is read: what a line, called by a key that no other line has, does to the messages in view.

    ``base_of`` tells from a file's path and first line which part of which file stood before it. A reading of a log
    that ``is_sought`` may begin anywhere; one of another begins at its beginning. ``document`` is the ending of names
    of files that are not lines but one value.
    """

    read_line: Callable[[bytes, str, Surface], None]
    base_of: Callable[[str, bytes], tuple[str, int] | None] = lambda _path, _line: None
    is_sought: bool = True
    document: str = ""


class _Part(NamedTuple):
    """A piece of a file, from a place in it on, that ends with a line, or all of one that is no lines. It is cut when
    there is more in the file that does not belong to the log."""

    file: tuple[int, int]
    tag: str
    start: int
    text: bytes
    is_document: bool = False
    is_cut: bool = False


def read_log(path: str, last: Reading | None, log: Log, sought: Sought) -> Looked | None:
    """The log as it is now, read on from the last reading where that still holds; None when it can't be read."""

    def advanced(descriptor: int, last: Reading, found: os.stat_result) -> Looked | None:
        return _advanced(path, descriptor, last, (found.st_size, log, sought))

    def anew(descriptor: int, found: os.stat_result) -> Looked:
        return _anew(path, descriptor, last, (found, log, sought))

    return looked_into(path, last, advanced, anew)


def _advanced(path: str, descriptor: int, last: Reading, given: tuple[int, Log, Sought]) -> Looked | None:
    """The last reading with what was added, None when the log has to be read anew for it."""
    size, log, sought = given
    if size == last.offset:
        return Looked(last)
    is_packed = path.endswith(ENDINGS)
    if _is_document(path, log) or (is_packed and log.is_sought):
        return None
    data = bytes_between(descriptor, last.offset, size)
    text, length = unpacked(data) if is_packed else _whole_lines(data)
    surface = Surface(sought, last, is_whole=False)
    _read([_Part((last.device, last.inode), _tag(path), last.offset, text)], log, surface)
    if surface.is_short:
        return None
    reading = surface.reading(last.device, last.inode, last.offset + length)
    return Looked(reading, surface.is_rewound or bool(surface.compacted))


def _anew(path: str, descriptor: int, last: Reading | None, given: tuple[os.stat_result, Log, Sought]) -> Looked:
    """The log read from its end, as far back as it takes, or from its beginning."""
    found, log, sought = given
    spans = SPANS if log.is_sought else (found.st_size,)
    for span in spans:
        parts, offset, is_whole = _back(path, descriptor, log, span)
        surface = Surface(sought, is_whole=is_whole or span == spans[-1])
        _read(parts, log, surface)
        if is_whole or (surface.is_restarted and not surface.is_short):
            break
    reading = surface.reading(found.st_dev, found.st_ino, offset)
    return Looked(reading, is_rewound=last is not None and _was_left(last, parts, surface, is_whole=is_whole))


def _was_left(last: Reading, parts: Sequence[_Part], surface: Surface, *, is_whole: bool) -> bool:
    """Whether messages are gone that were there when the last reading was made, or came after it. A log that goes on
    from others, and from all but the file of then, has gone back to before that one; another file alone proves nothing.
    """
    then = [part for part in parts if part.file == (last.device, last.inode)]
    if not then:
        return is_whole and len(parts) > 1
    is_gone = is_whole and bool(last.tail) and last.tail[-1] not in surface.keys
    return is_gone or any(part.is_cut for part in then)


def _back(path: str, descriptor: int, log: Log, span: int) -> tuple[Sequence[_Part], int, bool]:
    """The last bytes of a log, which may begin in the files that it goes on from; how far its own file was read, and
    whether the log begins with them."""
    part, offset = _last_of(path, descriptor, (os.fstat(descriptor).st_size, span), log)
    parts = [part]
    while part.start == 0 and len(parts) <= _BASES:
        base = log.base_of(path, part.text[: part.text.find(b"\n") + 1])
        if base is None:
            return parts[::-1], offset, True
        path, end = base
        span -= len(part.text)
        if span <= 0:
            break
        try:
            descriptor = opened(path)
        except (OSError, ValueError):
            break
        try:
            part, _ = _last_of(path, descriptor, (end, span), log)
        finally:
            os.close(descriptor)
        parts.append(part)
    return parts[::-1], offset, False


def _last_of(path: str, descriptor: int, bounds: tuple[int, int], log: Log) -> tuple[_Part, int]:
    """The whole lines in the last bytes, ``span`` of them, before the place ``end`` of a file, and where they end."""
    end, span = bounds
    found = os.fstat(descriptor)
    part = _Part((found.st_dev, found.st_ino), _tag(path), 0, b"", is_cut=end < found.st_size)
    if _is_document(path, log):
        return part._replace(text=bytes_between(descriptor, 0, end), is_document=True), end
    if path.endswith(ENDINGS):
        text, offset = unpacked(bytes_between(descriptor, 0, found.st_size))
        # Of a file that another one goes on from, the place was told for its text.
        whole = len(text) if end == found.st_size else end
        return part._replace(text=text[:whole], is_cut=whole < len(text)), offset
    start = max(end - span, 0)
    text, length = _whole_lines(bytes_between(descriptor, start, end))
    # The first line is whole only where the file begins.
    cut = text.find(b"\n") + 1 if start else 0
    return part._replace(start=start + cut, text=text[cut:]), start + length


def _whole_lines(data: bytes) -> tuple[bytes, int]:
    """What is there up to the end of the last line; a line more may still be in the writing."""
    length = data.rfind(b"\n") + 1
    return data[:length], length


def _read(parts: Sequence[_Part], log: Log, surface: Surface) -> None:
    for part in parts:
        for at, line in [(0, part.text)] if part.is_document else _numbered(part.text):
            log.read_line(line, f"{part.tag}:{part.start + at}", surface)


def _numbered(text: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    for line in text.split(b"\n"):
        if line:
            yield at, line
        at += len(line) + 1


def _is_document(path: str, log: Log) -> bool:
    return bool(log.document) and path.endswith(log.document)


def _tag(path: str) -> str:
    return os.path.basename(path).partition(".")[0][-_TAG:]
