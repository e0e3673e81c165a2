"""Days as people say them, where a date is asked for: ``yesterday``, ``3 days ago``, ``last week``, ``昨天``.

They mean what they mean in a question to recall, counted from the same local day, so that a filter and a question never
disagree (A46). A date in figures stays as it was given, a wrong one too, and so does what is understood only in part,
as ``the second half of 2023``: whoever takes it says what is wrong with it.
"""

from __future__ import annotations

from datetime import date

from vademecum.recall.dates import only_days
from vademecum.recall.days import parts_of


def spoken_day(text: str | None, today: date, *, last: bool = False) -> str | None:
    """The day that a text names, as ``YYYY-MM-DD``: the first of several, or the ``last``; else the text itself."""
    said = (text or "").strip()
    if not any(map(str.isalpha, said)) or "-" in said:
        return text
    spans = only_days(said, today.isoformat())
    if len(spans) != 1:
        return text
    return date(*parts_of(spans[0].last if last else spans[0].first)).isoformat()


def local_day() -> date:
    """The day where this computer is, by which diaries and filters alike are dated."""
    return date.today()  # noqa: DTZ011 - the local day is meant
