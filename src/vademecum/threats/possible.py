"""What a text can mean at most, by the words that stand anywhere in it: a cheap look before the exact one. Pure.

It may name a meaning that no sentence has, but never leaves out one that a sentence has, so a text whose meanings
break no rule needs no second look. That holds for whatever is made of a text by taking parts away and joining lines.
Where a run of letters is cut in two, as in a sentence that is too long, each piece has to be asked by itself.

A text is cut into its runs once; what a run says is worked out when it is first met and then looked up. Meanings are
bits of a number, since most texts are asked for all of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from vademecum.threats.lexicon import BY_PAIR, BY_RUN, SINGLE, Entry, pairs_of, runs_of, signs_of
from vademecum.threats.meaning import may_be_other_spelling, may_be_spelled
from vademecum.threats.needs import NEEDS
from vademecum.threats.rules import CARRIED, RULES, key_of

# Beside meanings a text shows these: a need of a sign, and that some of it may be spelled otherwise.
_SPELLED = "spelled otherwise"
_NEEDED = [(name, place, need) for name, needs in NEEDS.items() for place, need in enumerate(needs)]
_ASKED = {*(name for rule in RULES for need in rule.all_needs for name in need), *CARRIED, *NEEDS, _SPELLED}
_NAMES = [*sorted(_ASKED), *(f"{name} {place}" for name, place, _ in _NEEDED)]
_BIT = {name: 1 << place for place, name in enumerate(_NAMES)}
# More runs than a large store has words; then the table begins anew.
_MOST_RUNS = 200_000


def bits(meanings: Iterable[str]) -> int:
    """Meanings as one number; those that no rule asks for are left out."""
    found = 0
    for meaning in meanings:
        found |= _BIT.get(meaning, 0)
    return found


def may_break(meanings: int) -> bool:
    """Whether a sentence with these meanings breaks a rule, unless something excuses it."""
    if meanings & _ALWAYS:
        return True
    keys = meanings & _KEYS
    while keys:
        key = keys & -keys
        keys ^= key
        for needs in _WAYS[key]:
            for need in needs:
                if not meanings & need:
                    break
            else:
                return True
    return False


def may_break_a_rule(text: str) -> bool:
    """Whether a text in plain form, or any sentence of it, may break a rule."""
    return may_break(possible_meanings(text))


def possible_meanings(text: str) -> int:
    """All that a text in plain form, or any sentence of it, may mean by its words and signs."""
    ordered = runs_of(text)
    runs = set(ordered)
    found = _meant_by(text, runs)
    if found & _OTHERWISE and not may_be_spelled(text):
        found ^= _OTHERWISE
    if _may_leave_out(text):
        found |= _phrases_anywhere(runs, found)
    else:
        found |= _phrases_in_order(text, ordered, found)
    return _with_signs(found)


def _meant_by(text: str, runs: set[str]) -> int:
    """What single words and marks mean."""
    found = 0
    for run in runs - _MEANINGLESS:
        found |= _ALONE[run]
    for mark, means in _MARKS:
        if mark in text:
            found |= means
    if "." in text and _INNER_DOT.search(text):
        found |= _DOTTED
    return found if text.isascii() else found | _possible_in_signs(signs_of(text))


def _phrases_in_order(text: str, ordered: list[str], found: int) -> int:
    """What is known, and what phrases mean whose runs stand together."""
    line = ""
    for pair in _PAIRS_OF_RUNS & set(pairwise(ordered)):
        for phrase, means in _BEGUN_BY[pair]:
            if means & ~found:
                line = line or " ".join(text.replace("-", " ").split())
                if phrase in line:
                    found |= means
    return found


def _phrases_anywhere(runs: set[str], found: int) -> int:
    """What is known, and what phrases mean whose runs all stand somewhere."""
    for run in runs & _PHRASED_RUNS:
        for others, means in _PHRASES[run]:
            if means & ~found and others <= runs:
                found |= means
    return found


def _may_leave_out(text: str) -> bool:
    """Whether quotations may be left out of a text, so that what stands before and after them would meet."""
    return any(mark in text for mark in _QUOTES) or any(
        not part[-1:].isalnum() and part[-1:] != "_" for part in text.split("'")[:-1]
    )


def _with_signs(found: int) -> int:
    for means, needs in _SIGNS_BY_NEEDS:
        for need in needs:
            if not found & need:
                break
        else:
            found |= means
    return found


def _possible_in_signs(signs: str) -> int:
    found = 0
    for pair in _PAIRS & pairs_of(signs):
        for parts, meanings in _SIGNS[pair]:
            if meanings & ~found and all(part in signs for part in parts):
                found |= meanings
    for sign, meanings in _SINGLE:
        if sign in signs:
            found |= meanings
    return found


class _Runs(dict[str, int]):
    """What runs mean by themselves, each worked out when it is first met; most mean nothing, and are kept apart."""

    def __missing__(self, run: str) -> int:
        if len(_MEANINGLESS) + len(self) > _MOST_RUNS:
            self.clear()
            _MEANINGLESS.clear()
        means = bits(meaning for entry in BY_RUN.get(run, ()) if len(entry.parts) == 1 for meaning in entry.means)
        means |= bits(
            f"{name} {place}"
            for name, place, need in _NEEDED
            if run in need.runs or any(part in run for part in need.parts)
        )
        if may_be_other_spelling(run):
            means |= _OTHERWISE
        if means:
            self[run] = means
        else:
            _MEANINGLESS.add(run)
        return means


def _phrases() -> Iterator[tuple[Entry, int]]:
    for entry in chain.from_iterable(BY_RUN.values()):
        if len(entry.parts) > 1 and (means := bits(entry.means)):
            yield entry, means


def _begun_by() -> dict[tuple[str, str], list[tuple[str, int]]]:
    """Phrases by their first two runs, each with what it means."""
    begun: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for entry, means in _phrases():
        first, second, *_ = runs_of(entry.word)
        begun[first, second].append((entry.word, means))
    return dict(begun)


def _by_run() -> dict[str, list[tuple[frozenset[str], int]]]:
    """Phrases by one of their runs, each with its other runs and what it means."""
    keyed: dict[str, list[tuple[frozenset[str], int]]] = defaultdict(list)
    for entry, means in _phrases():
        keyed[entry.parts[0]].append((frozenset(entry.parts[1:]), means))
    return dict(keyed)


def _ways() -> dict[int, tuple[tuple[int, ...], ...]]:
    """What else rules need, by each meaning of the need that the fewest texts meet."""
    ways: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for rule in RULES:
        key = key_of(rule)
        for meaning in key:
            ways[_BIT[meaning]].append(tuple(bits(need) for need in rule.all_needs if need is not key))
    return {key: tuple(dict.fromkeys(others)) for key, others in ways.items()}


def _needs_of(kind: str) -> Iterable[tuple[str, int]]:
    for name, place, need in _NEEDED:
        for word in getattr(need, kind):
            yield word, _BIT[f"{name} {place}"]


def _summed(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    summed: dict[str, int] = defaultdict(int)
    for word, means in pairs:
        summed[word] |= means
    return dict(summed)


def _in_signs() -> dict[int, tuple[tuple[tuple[str, ...], int], ...]]:
    found: dict[int, list[tuple[tuple[str, ...], int]]] = defaultdict(list)
    for pair, entries in BY_PAIR.items():
        found[pair] = [(entry.parts, means) for entry in entries if (means := bits(entry.means))]
    for word, means in _summed(_needs_of("chinese")).items():
        if len(word) > 1:
            (pair,) = pairs_of(word[:2])
            found[pair].append(((word,), means))
    return {pair: tuple(words) for pair, words in found.items() if words}


_QUOTES = '“‘「『«《"`'
_OTHERWISE = _BIT[_SPELLED]
_ALWAYS = bits({"exfiltration", _SPELLED})
_WAYS = _ways()
_KEYS = sum(_WAYS)
_ALONE = _Runs()
_MEANINGLESS: set[str] = set()
_BEGUN_BY = _begun_by()
_PAIRS_OF_RUNS = frozenset(_BEGUN_BY)
_PHRASES = _by_run()
_PHRASED_RUNS = frozenset(_PHRASES)
_INNER_DOT = re.compile(r"\.[a-z0-9]")
_MARKS = tuple((mark, means) for mark, means in _summed(_needs_of("marks")).items() if mark != ".")
_DOTTED = _summed(_needs_of("marks"))["."]
_SIGNS_BY_NEEDS = tuple(
    (_BIT[name], tuple(_BIT[f"{name} {place}"] for place in range(len(needs)))) for name, needs in NEEDS.items()
)
_SIGNS = _in_signs()
_PAIRS = frozenset(_SIGNS)
_SINGLE = tuple(
    _summed(
        [
            *((entry.word, bits(entry.means)) for entry in SINGLE),
            *((word, means) for word, means in _needs_of("chinese") if len(word) == 1),
        ]
    ).items()
)
