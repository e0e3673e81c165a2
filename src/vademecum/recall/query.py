"""What a recall asks for, checked before any index is opened: a filter is valid or refused. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from unicodedata import normalize

from vademecum.errors import FilterError
from vademecum.index.contract import Filter
from vademecum.page.facts import SALIENCES, clean_tag, read_salience
from vademecum.text import Term, query_terms
from vademecum.text.fold import caseless

_DATE_LENGTH = len("2026-01-31")


def asked_terms(text: str) -> tuple[Term, ...]:
    """The terms that a text asks for. Of several lines the last is said twice: in a talk it is what is said now, in a
    log what came of it."""
    lines = text.strip()
    last = lines.rpartition("\n")[2]
    return query_terms(text if last == lines else f"{lines}\n{last}")


def make_filter(  # noqa: PLR0913 - each narrows by itself
    *,
    types: Iterable[str] = (),
    tags: Iterable[str] = (),
    since: str | None = None,
    until: str | None = None,
    path: str = "",
    salience: Iterable[str] = (),
) -> Filter:
    """A filter of valid values, as an index compares them; blank ones count as not given.

    Tags may be written with their ``#``, salience as a word or a figure. Raises FilterError for a bound that is no real
    date, for bounds that leave no day between them, for what is no salience, and for a value that is no text.
    """
    first, last = _bound("since", since), _bound("until", until)
    if first and last and first > last:
        raise FilterError(f"since {first} is after until {last}", hint="swap the two dates")
    return Filter(
        types=_folded(types),
        tags=_folded(map(clean_tag, tags)),
        since=first,
        until=last,
        path=_text(path.strip().removeprefix("/")),
        salience=frozenset(_salience(value) for value in salience if value.strip()),
    )


def _folded(values: Iterable[str]) -> frozenset[str]:
    return frozenset(folded for value in values if (folded := caseless(_text(value.strip()))))


def _text(value: str) -> str:
    """A value in the form that names and tags have; JSON and a shell can hand over what is no text at all."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise FilterError(f"{value!r} holds half a surrogate pair", hint="write it in UTF-8") from error
    return normalize("NFC", value)


def narrowed(within: Filter) -> dict[str, list[str]]:
    """What a filter asks for, by the name of each option that was given."""
    given: dict[str, Iterable[str | None]] = {
        "type": sorted(within.types),
        "tag": sorted(within.tags),
        "salience": [word for word, number in SALIENCES.items() if number in within.salience],
        "since": [within.since],
        "until": [within.until],
        "path": [within.path],
    }
    told = {name: [value for value in values if value] for name, values in given.items()}
    return {name: values for name, values in told.items() if values}


def _salience(value: str) -> int:
    number = read_salience(value)
    if number is None:
        known = ", ".join(f"{word} or {each}" for word, each in SALIENCES.items())
        raise FilterError(f"there is no salience {value.strip()!r}", hint=f"use {known}")
    return number


def _bound(name: str, text: str | None) -> str | None:
    if text is None or not text.strip():
        return None
    day = text.strip()
    if not is_day(day):
        raise FilterError(f"{name} {day!r} is no date", hint="write a real day as YYYY-MM-DD")
    return day


def make_day(name: str, text: str | None) -> date | None:
    """A real day, None for what is blank. Raises FilterError that names the field."""
    day = _bound(name, text)
    return date.fromisoformat(day) if day else None


def is_day(text: str) -> bool:
    """Whether the text is a real ``YYYY-MM-DD``, as rule 13 asks; ``20260131`` and ``2026-02-30`` are none."""
    if len(text) != _DATE_LENGTH or not text.isascii() or "W" in text:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
