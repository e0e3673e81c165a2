"""What a recall asks for, checked before any index is opened: a filter is valid or refused. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from unicodedata import normalize

from vademecum.address import SCOPES, Scope
from vademecum.errors import FilterError
from vademecum.index.contract import Filter

_DATE_LENGTH = len("2026-01-31")


def make_filter(
    *,
    types: Iterable[str] = (),
    tags: Iterable[str] = (),
    since: str | None = None,
    until: str | None = None,
    path: str = "",
) -> Filter:
    """A filter of valid values, as an index compares them; blank ones count as not given.

    Tags may be written with their ``#``. Raises FilterError for a bound that is no real date, and for bounds that
    leave no day between them.
    """
    first, last = _bound("since", since), _bound("until", until)
    if first and last and first > last:
        raise FilterError(f"since {first} is after until {last}", hint="swap the two dates")
    return Filter(
        types=_folded(types),
        tags=_folded(tag.strip().removeprefix("#") for tag in tags),
        since=first,
        until=last,
        path=normalize("NFC", path.strip().removeprefix("/")),
    )


def check_scope(name: str) -> Scope:
    """The scope of that name, in whatever case. Raises FilterError that names the nearest one."""
    return SCOPES[SCOPES.index(_nearest_or_refuse("scope", name, SCOPES))]


def check_mount(name: str, mounts: Sequence[str]) -> str:
    """The mount of that name, in whatever case. Raises FilterError that names the nearest one."""
    return _nearest_or_refuse("mount", name, mounts)


def _folded(values: Iterable[str]) -> frozenset[str]:
    return frozenset(folded for value in values if (folded := normalize("NFC", value.strip()).casefold()))


def _bound(name: str, text: str | None) -> str | None:
    if text is None or not text.strip():
        return None
    day = text.strip()
    if not is_day(day):
        raise FilterError(f"{name} {day!r} is no date", hint="write a real day as YYYY-MM-DD")
    return day


def is_day(text: str) -> bool:
    """Whether the text is a real ``YYYY-MM-DD``, as rule 13 asks; ``20260131`` and ``2026-02-30`` are none."""
    if len(text) != _DATE_LENGTH or not text.isascii() or "W" in text:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _nearest_or_refuse(what: str, name: str, known: Sequence[str]) -> str:
    asked = name.strip().casefold()
    same = [each for each in known if each.casefold() == asked]
    # Names that differ in case only are told apart by their exact writing.
    if len(same) == 1 or name in same:
        return name if name in same else same[0]
    # Only a wrong name pays for the comparison's import.
    from difflib import get_close_matches  # noqa: PLC0415

    near = get_close_matches(asked, [each.casefold() for each in known], n=1)
    guess = next((each for each in known if near and each.casefold() == near[0]), None)
    hint = f"did you mean {guess}?" if guess else f"the {what}s are {', '.join(known) or 'none'}"
    raise FilterError(f"there is no {what} {name.strip()!r}", hint=hint)
