"""English verbs in the regular forms that an order may have, from one entry of a lexicon. Pure.

An entry ends in ``+`` when the word before it takes -s and -ing, and in ``++`` when its last letter is doubled. In
a phrase the mark stands behind the verb, as in ``mention+_it``. What has been done is no order, so there is no past.
"""

from __future__ import annotations

from collections.abc import Iterator

_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"


def forms_of(entry: str) -> Iterator[str]:
    """All forms that an entry stands for; itself when it has no mark."""
    stem, mark, rest = entry.partition("+")
    if not mark:
        yield entry
        return
    doubled = stem + stem[-1] if rest[:1] == "+" else ""
    yield from (form + rest.lstrip("+") for form in _forms(stem, doubled or stem))


def _forms(stem: str, before_ending: str) -> tuple[str, ...]:
    if stem.endswith("e"):
        return stem, f"{stem}s", f"{stem[:-1]}ing"
    if stem.endswith("y") and stem[-2] not in _VOWELS:
        return stem, f"{stem[:-1]}ies", f"{stem}ing"
    return stem, stem + ("es" if stem.endswith(_HISSING) else "s"), f"{before_ending}ing"
