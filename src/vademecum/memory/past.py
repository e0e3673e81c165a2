"""Asking about an earlier day: the same questions, put to what git kept when it ended. No ledger notes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

from vademecum.library import Mount, Opened, open_page
from vademecum.library.library import Notice
from vademecum.library.past import Past, past_of
from vademecum.recall.pipeline import Answer, Request
from vademecum.recall.retrievers import answer


@contextmanager
def looking_back(mounts: Sequence[Mount], cache: Path, day: date, notice: Notice) -> Iterator[Past]:
    """The library of these mounts at the end of a day, for as long as it is asked."""
    past = past_of(mounts, cache, day, notice)
    try:
        yield past
    finally:
        past.library.close()


def recall_then(past: Past, request: Request, day: date) -> Answer:
    """What the library of then answers; the days that the question names are told from that day."""
    if not past.library.mounts:
        return Answer(request, (), past.notices)
    found = past.library.mended(lambda: answer(past.library, request, day))
    return replace(found, notices=(*found.notices, *past.notices))


def open_then(past: Past, name: str) -> Opened:
    """The page or block of then that a name means. Raises NotFoundError, AmbiguousError or HiddenError."""

    def step() -> Opened:
        for mount in past.library.mounts:
            past.library.refresh(mount.name)
        return open_page(past.library, name)

    return past.library.mended(step)
