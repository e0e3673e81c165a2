"""What a transcript proves to be before the agent, read on from where the last reading ended. Nothing is written.

A transcript is a file of JSON lines that only grows. Its messages form a tree: each names the one before it, and what
the agent sees is the way from a root, which is the conversation's beginning or its last compaction, to the last
message. A conversation that is wound back goes on from an earlier message, and what was left stays in the file. Logs
without such names are for ``log.py``.

A reading is kept between hooks, so that a prompt's hook reads only what was added. It is never needed: when it is gone,
damaged, or of another file, the transcript is read from its end backwards until the way to a root is known. What a line
says is for a module of each host to tell, as an ``Entry``. Hooks wait for this module: paths are plain text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from vademecum.lean import NamedTuple, dumps, loads, sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

FORMAT = 2
# How far back from its end a transcript is read until the way to a root is known, in bytes. The last is several times
# what fits before any agent, and read in a fraction of a hook's deadline; what stands further back counts as gone.
SPANS = (1024 * 1024, 4 * 1024 * 1024, 16 * 1024 * 1024)
# A conversation that is wound back by more messages than these is read anew.
TAIL = 128
# Calls of our own tool that may still be answered.
_ASKS = 32
# The end of what was read, by which the same file is known again, in bytes.
_END = 256


class Entry(NamedTuple):
    """A message of the conversation: its id, and that of the one before it, empty for a root.

    ``texts`` are what a hook or our own tool handed over, ``is_start`` when at the session's start. ``call`` is the
    tool call that it answers, ``asks`` are calls of our own tool. A compaction is a root, and ``kept`` are the messages
    that it left in view.
    """

    id: str
    parent: str
    texts: Sequence[str] = ()
    is_start: bool = False
    call: str = ""
    asks: Sequence[str] = ()
    is_compaction: bool = False
    kept: Sequence[str] = ()


class Sought(NamedTuple):
    """What is looked for in a transcript: the pages, places and versions that a text of ours holds, whether only a
    session's start hands such a text over, and the tool calls that the ledger wants to find again."""

    pages_in: Callable[[str], Iterable[tuple[str, str, str]]]
    is_of_start: Callable[[str], bool] = lambda _text: False
    calls: Collection[str] = ()


class Source(NamedTuple):
    """How a transcript of named messages is read: what a line is, and what is looked for."""

    entry_in: Callable[[bytes], Entry | None]
    sought: Sought


class Handed(NamedTuple):
    """What one message gave the agent of ours: pages with place and version, or the answer to a wanted call."""

    is_start: bool
    call: str
    pages: Sequence[Sequence[str]]


_ById: TypeAlias = Mapping[str, Entry]
_HandedBy: TypeAlias = Mapping[str, Sequence[Handed]]


class Reading(NamedTuple):
    """A transcript read up to ``offset``. ``device`` and ``inode`` say which file it was, ``end`` is a digest of the
    last bytes read. ``tail`` are the last messages of the way, the newest last; ``handed`` stands on all of it, under
    the message that gave it, or that asked the tool for it. ``queues`` are messages on their way, where a host writes
    those down; what they hand over stands in ``handed`` too."""

    device: int
    inode: int
    offset: int
    end: str
    tail: Sequence[str]
    handed: _HandedBy
    asks: Sequence[str]
    queues: Mapping[str, Sequence[str]] = {}


class Looked(NamedTuple):
    """A reading, and whether since the one before the conversation was wound back, or made shorter otherwise where the
    host does not say so itself: what was on its way before that is there by now, or never will be."""

    reading: Reading
    is_rewound: bool = False


class View(NamedTuple):
    """What is before the agent: versions by page and place, answered calls, and whether a session's start is.

    ``is_without_starts`` says that the host never writes down what its starts hand over; ``queued`` are pages that the
    transcript itself tells to be on their way (M22).
    """

    pages: Mapping[tuple[str, str], str]
    calls: frozenset[str]
    has_start: bool
    is_without_starts: bool = False
    queued: Mapping[tuple[str, str], str] = {}


def view_of(reading: Reading) -> View:
    """What a reading proves; of a page that was shown twice the later version counts."""
    waiting = {key for queue in reading.queues.values() for key in queue}
    pages: dict[tuple[str, str], str] = {}
    queued: dict[tuple[str, str], str] = {}
    for key, several in reading.handed.items():
        told = {(page, place): version for each in several for page, place, version in each.pages}
        (queued if key in waiting else pages).update(told)
    handed = [each for several in reading.handed.values() for each in several]
    calls = frozenset(each.call for each in handed if each.call)
    return View(pages, calls, has_start=any(each.is_start for each in handed), queued=queued)


def as_json(reading: Reading) -> bytes:
    """What ``from_json`` reads."""
    return dumps([FORMAT, *reading]).encode()


def from_json(data: bytes) -> Reading | None:
    """A kept reading, None for anything that is none."""
    try:
        made_as, device, inode, offset, end, tail, handed, asks, queues = loads(data.decode("utf-8", "surrogatepass"))
        known = {key: [_checked(*each) for each in several] for key, several in handed.items()}
        lists = [tail, asks, *queues.values()]
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    numbers = all(type(each) is int and each >= 0 for each in (device, inode, offset))
    texts = type(end) is str and all(type(each) is list and all(type(one) is str for one in each) for each in lists)
    if made_as != FORMAT or not numbers or not texts:
        return None
    return Reading(device, inode, offset, end, tail, known, asks, queues)


def _checked(is_start: object, call: object, pages: Iterable[Sequence[str]]) -> Handed:
    told = [(page, place, version) for page, place, version in pages]
    if not isinstance(call, str) or any(type(text) is not str for each in told for text in each):
        raise TypeError
    return Handed(is_start is True, call, told)


def read_on(path: str, last: Reading | None, source: Source) -> Looked | None:
    """The transcript as it is now, read on from the last reading where that still holds; None when there is none."""

    def advanced(descriptor: int, last: Reading, found: os.stat_result) -> Looked | None:
        return _advanced(last, _lines(descriptor, last.offset, found.st_size), source)

    def anew(descriptor: int, found: os.stat_result) -> Looked:
        return _anew(descriptor, found, last, source)

    return looked_into(path, last, advanced, anew)


def looked_into(
    path: str,
    last: Reading | None,
    advanced: Callable[[int, Reading, os.stat_result], Looked | None],
    anew: Callable[[int, os.stat_result], Looked],
) -> Looked | None:
    """A file as it is now: ``advanced`` from the last reading where the file is still that one, else read ``anew``, and
    None when it can't be read. Both are given its descriptor and what the disk says of it."""
    try:
        descriptor = opened(path)
    except (OSError, ValueError):  # a path that holds what none can hold is a ValueError
        return None
    try:
        found = os.fstat(descriptor)
        looked = None
        if last is not None and _is_of(last, descriptor, found):
            looked = advanced(descriptor, last, found)
        return _ending_there(looked or anew(descriptor, found), descriptor)
    except (OSError, ImportError):  # without its extra, a packed file is as if it were not there
        return None
    finally:
        os.close(descriptor)


def opened(path: str) -> int:
    """A file's descriptor, for reading alone; raises OSError, or ValueError for what can be no path."""
    return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))


def _is_of(last: Reading, descriptor: int, found: os.stat_result) -> bool:
    """Whether a file is the one that was read, with the end of what was read still in its place."""
    if (found.st_dev, found.st_ino) != (last.device, last.inode):
        return False
    added = found.st_size - last.offset
    return 0 <= added <= SPANS[-1] and _end_at(descriptor, last.offset) == last.end


def _ending_there(looked: Looked, descriptor: int) -> Looked:
    """A new reading with the digest of its end, by which its file is known again."""
    reading = looked.reading
    return looked._replace(reading=reading._replace(end=_end_at(descriptor, reading.offset)))


def _end_at(descriptor: int, offset: int) -> str:
    return sha256(bytes_between(descriptor, max(offset - _END, 0), offset)).hexdigest()[:16]


def _lines(descriptor: int, start: int, end: int) -> bytes:
    """The whole lines between two places; the last one may still be in the writing."""
    data = bytes_between(descriptor, start, end)
    return data[: data.rfind(b"\n") + 1]


def bytes_between(descriptor: int, start: int, end: int) -> bytes:
    """A part of a file, shorter where the file ends before."""
    os.lseek(descriptor, start, os.SEEK_SET)
    parts = []
    while start < end and (part := os.read(descriptor, end - start)):
        parts.append(part)
        start += len(part)
    return b"".join(parts)


def _advanced(last: Reading, lines: bytes, source: Source) -> Looked | None:
    """The last reading with what was added, None when that goes on from a message that the reading does not know."""
    read = last._replace(offset=last.offset + len(lines))
    known = set(last.tail)
    entries = [each for each in _entries(lines, source) if each.id not in known]
    if not entries:
        return Looked(read)
    by_id = _by_id(entries)
    way, root = _way(by_id, entries[-1].id)
    kept = _kept(by_id, way)
    if (root and root not in known) or not kept <= known:
        return None
    stayed = list(last.tail[: last.tail.index(root) + 1]) if root else []
    left = known.difference(stayed, kept)
    before = {key: each for key, each in last.handed.items() if (key not in left if root else key in kept)}
    asks = [*last.asks, *(call for each in entries for call in each.asks)]
    handed = _handed_on({*stayed, *way}, entries, asks, source.sought)
    reading = read._replace(
        tail=[*stayed, *way][-TAIL:],
        handed={key: [*before.get(key, ()), *handed.get(key, ())] for key in {**before, **handed}},
        asks=asks[-_ASKS:],
    )
    # What was added may itself hold a part that was left again.
    left.update(each.id for each in entries if not each.call and each.id not in way)
    return Looked(reading, is_rewound=bool(left) and not by_id[way[0]].is_compaction)


def _anew(descriptor: int, found: os.stat_result, last: Reading | None, source: Source) -> Looked:
    """The transcript read from its end, as far back as it takes."""
    for span in SPANS:
        start = max(found.st_size - span, 0)
        lines = _lines(descriptor, start, found.st_size)
        # The first line is whole only where the file begins.
        entries = _entries(lines[lines.find(b"\n") + 1 :] if start else lines, source)
        by_id = _by_id(entries)
        way, is_whole = _way_back(by_id, entries)
        kept = _kept(by_id, way)
        if not start or (is_whole and kept <= by_id.keys()):
            break
    on = {*way, *kept}
    asks = [call for each in entries for call in each.asks]
    handed = _handed_on(on, entries, asks, source.sought)
    offset = start + len(lines)
    reading = Reading(found.st_dev, found.st_ino, offset, "", way[-TAIL:], handed, asks[-_ASKS:])
    return Looked(reading, is_rewound=last is not None and _was_left(last, by_id, way))


def _was_left(last: Reading, by_id: _ById, way: Sequence[str]) -> bool:
    """Whether the newest message of the last reading is off the way for another reason than a compaction after it."""
    newest = last.tail[-1] if last.tail else ""
    if newest not in by_id or newest in way:
        return False
    order = list(by_id)
    return not (by_id[way[0]].is_compaction and order.index(way[0]) > order.index(newest))


def _entries(lines: bytes, source: Source) -> list[Entry]:
    return [entry for line in lines.split(b"\n") if line and (entry := source.entry_in(line)) is not None]


def _by_id(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Messages by id. The first counts: hosts write some again, in copies whose parents are wrong."""
    found: dict[str, Entry] = {}
    for each in entries:
        found.setdefault(each.id, each)
    return found


def _way(by_id: _ById, newest: str) -> tuple[list[str], str]:
    """The messages that lead to the newest, the oldest first, and the one before them, empty when the first is a root.

    A circle, which no host writes, ends where it closes.
    """
    way: dict[str, None] = {}
    at = newest
    while at in by_id and at not in way:
        way[at] = None
        at = by_id[at].parent
    return [*reversed(way)], "" if at in way else at


def _way_back(by_id: _ById, entries: Sequence[Entry]) -> tuple[list[str], bool]:
    """The whole way to the last message, and whether it ends in a root. A message that names one which is not there
    goes on from the one above it, as when a host has written them into another file, or not yet."""
    if not entries:
        return [], False
    above = dict(zip([*by_id][1:], by_id, strict=False))
    way, root = _way(by_id, entries[-1].id)
    is_whole = not root
    while root and (upper := above.get(way[0], "")) and upper not in way:
        more, root = _way(by_id, upper)
        way = [*(key for key in more if key not in way), *way]
    return way, is_whole


def _kept(by_id: _ById, way: Iterable[str]) -> set[str]:
    return {kept for key in way for kept in by_id[key].kept}


def _handed_on(
    on: Collection[str], entries: Iterable[Entry], asks: Collection[str], sought: Sought
) -> dict[str, list[Handed]]:
    """What messages on the way handed over. Of several tools called at once only the last answer is on it, though all
    are in view: an answer counts with the message that asked for it."""
    handed: dict[str, list[Handed]] = {}
    for each in entries:
        place = each.parent if each.call else each.id
        if place in on and (found := handed_by(each, sought, is_ours=not each.call or each.call in asks)) is not None:
            handed.setdefault(place, []).append(found)
    return handed


def handed_by(entry: Entry, sought: Sought, *, is_ours: bool) -> Handed | None:
    """What a message handed over of what is looked for, None for nothing; texts that are not ours hand over nothing."""
    texts = entry.texts if is_ours else ()
    pages = [page for text in texts for page in sought.pages_in(text)]
    call = entry.call if entry.call in sought.calls else ""
    is_start = entry.is_start or any(sought.is_of_start(text) for text in texts)
    return Handed(is_start, call, pages) if pages or call or is_start else None
