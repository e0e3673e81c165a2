"""The session's transcript as the hooks read it: where its reading is kept, and how our own frames are known again.

What can't be read or kept is as if there were no transcript: the ledger is then believed alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from vademecum.context.frame import MARK, PREFACE
from vademecum.sessions import SESSIONS_KEPT, TRANSCRIPTS, Session
from vademecum.store.append import drop_oldest
from vademecum.surfaces.hooks.claude_code import HOST
from vademecum.surfaces.hooks.event import HookEvent, InView, Place
from vademecum.transcripts.claude_code import entry_in
from vademecum.transcripts.reading import Looked, Reading, Sought, Source, View, as_json, from_json, read_on, view_of

# What stands for the boot text itself, which is in view as long as a record of it is, whole or in part.
BOOT_PAGE = "boot"
# The fact of a frame that names its page, by what hands it over: recall and the tool, the boot block, a start.
_OF_STARTS = ("seed", "index page")
_NAMES = ("address", BOOT_PAGE, *_OF_STARTS)
# What starts hand over in these hosts goes where no transcript tells of it.
WITHOUT_STARTS = frozenset({"qwen"})
# A record of these names them in its lines.
_FACTS = "facts of"
# As ``context/facts.py`` ends a fact that it cuts, whose import costs more than a prompt has.
_CUT = "… [cut]"
# Of these a part may be given; a part is not the page.
_IN_PART = (BOOT_PAGE, "index page")


class Transcript:
    """One session's transcript, read once it is asked for."""

    def __init__(self, event: HookEvent, place: Place, session: Session) -> None:
        self._path = event.transcript
        self._told = event.in_view
        self._file = os.path.join(place.state, TRANSCRIPTS, session.key.file)
        self._session = session
        self._last: Reading | None = None
        self._now: Reading | None = None

    def look(self) -> View | None:
        """What is before the agent now, None when the transcript can't tell. A conversation that was wound back since
        is noted at once, so that nothing the ledger knows from the part that was left counts any more."""
        if self._told is not None:
            return _view_of(self._told)
        if not self._path:
            return None
        self._last = _load(self._file)
        looked = self._read()
        if looked is None:
            return None
        self._now = looked.reading
        if looked.is_rewound:
            self._session.rewound()
        return view_of(looked.reading)._replace(is_without_starts=self._session.key.host in WITHOUT_STARTS)

    def _read(self) -> Looked | None:
        """The transcript as it is now, by the reader for its host."""
        calls = self._session.calls
        if self._session.key.host == HOST:
            # It writes down by which event a text came, so nothing has to be told from the text.
            return read_on(self._path, self._last, Source(entry_in, Sought(pages_in, calls=calls)))
        from vademecum.transcripts.by_host import read_as  # noqa: PLC0415 - a prompt waits for no other host's reader

        return read_as(self._session.key.host, self._path, self._last, Sought(pages_in, _is_of_start, calls))

    def keep(self) -> bool:
        """Keep how far it was read; whether it is known what was before the agent."""
        if self._now is not None and self._now != self._last:
            with suppress(OSError):
                _keep(self._file, self._now)
        return self._now is not None or self._told is not None


def _view_of(told: InView) -> View:
    """What a host says to be before the agent."""
    return View(
        pages={(page, place): version for text in told.texts for page, place, version in pages_in(text)},
        calls=frozenset(told.calls),
        has_start=any(_is_of_start(text) for text in told.texts),
    )


def _is_of_start(text: str) -> bool:
    """Whether a record is in it that only a session's start hands over, be it in part."""
    return any(named in (*_OF_STARTS, _FACTS) for named, *_ in _records_in(text))


def pages_in(text: str) -> Iterator[tuple[str, str, str]]:
    """Page, place and version of each record in a text of ours, as its frames say; a page in part is none."""
    return ((page, place, version) for _, page, place, version in _records_in(text) if page)


def _records_in(text: str) -> Iterator[tuple[str, str, str, str]]:
    """The same after the name of the fact that names the page, which is empty for a page in part.

    One text may hold several sets of records, each with a preface and a mark of its own, which occurs in none of them.
    """
    _, preface, rest = text.partition(PREFACE)
    while preface:
        start = rest.find(f"<{MARK}")
        mark = rest[start : rest.find(">", start) + 1] if start >= 0 else ""
        if not mark:
            return
        records, _, after = rest.rpartition(f"</{mark[1:]}")
        for each in (records or rest).split(mark)[1:]:
            yield from _pages_of(each.lstrip("\n"))
        _, preface, rest = after.partition(PREFACE) if records else ("", "", "")


def _pages_of(record: str) -> Iterator[tuple[str, str, str, str]]:
    head, _, words = record.partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.split("\n") if ": " in line)
    named = next((name for name in _NAMES if name in facts), "")
    page, _, place = facts.get(named, "").partition("#")
    if named == BOOT_PAGE:
        yield named, BOOT_PAGE, "", ""
    if page:
        is_part = named in _IN_PART and "shown" in facts
        yield named, *(("", "", "") if is_part else (page, place, facts.get("version", "")))
    elif _FACTS in facts:
        # One fact a line, of whatever version; what is cut is none, but tells of the start all the same.
        lines = [line for line in words.split("\n") if line.startswith("- ")]
        scope = f" [{facts[_FACTS]}]"
        yield from ((_FACTS, "" if line.endswith(_CUT) else line[2:].partition(scope)[0], "", "") for line in lines)


def _load(file: str) -> Reading | None:
    try:
        with open(file, "rb") as kept:
            return from_json(kept.read())
    except OSError:
        return None


def _keep(file: str, reading: Reading) -> None:
    """Put a reading in its file, whole or not at all; the newest stay, as of ledgers."""
    if not os.path.exists(file):
        folder = os.path.dirname(file)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        drop_oldest(folder, keep=SESSIONS_KEPT - 1)
    draft = f"{file}.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as kept:
        kept.write(as_json(reading))
    os.replace(draft, file)
