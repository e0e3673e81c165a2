"""What a text can mean at most, by the words that stand anywhere in it: a cheap look before the exact one. Pure.

It may name a meaning that no sentence has, but never leaves out one that a sentence has, so a text whose meanings
break no rule needs no second look. That holds for whatever is made of a text by taking parts away and joining lines.
Where a run of letters is cut in two, as in a sentence that is too long, each piece has to be asked by itself.
Meanings are bits of a number here, since most texts are asked for all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from vademecum.threats.lexicon import BY_PAIR, BY_RUN, SINGLE, Entry, pairs_of, runs_of, signs_of
from vademecum.threats.meaning import DONE_TO
from vademecum.threats.rules import RULES, key_of

_NAMES = {*(name for rule in RULES for need in rule.needs for name in need), "prompt", *DONE_TO}
_BIT = {name: 1 << place for place, name in enumerate(sorted(_NAMES))}


def bits(meanings: Iterable[str]) -> int:
    """Meanings as one number; those that no rule asks for are left out."""
    found = 0
    for meaning in meanings:
        found |= _BIT.get(meaning, 0)
    return found


def may_break(meanings: int) -> bool:
    """Whether a sentence with these meanings breaks a rule, unless something excuses it."""
    if meanings & _PROMPT and meanings & _DONE_TO:
        meanings |= _LEAKS
    for key, ways in _WAYS:
        if meanings & key:
            for others in ways:
                for need in others:
                    if not meanings & need:
                        break
                else:
                    return True
    return False


def possible_meanings(text: str) -> int:
    """All that the words of a text in plain form may mean."""
    runs = runs_of(text)
    found = 0
    line = ""
    for run in runs & _RUNS:
        found |= _ALONE.get(run, 0)
        for others, word, meanings in _TOGETHER.get(run, ()):
            if others <= runs:
                line = line or _one_line(text)
                if line is _ANY_LINE or word in line:
                    found |= meanings
    return found if text.isascii() else found | _possible_in_signs(signs_of(text))


def _possible_in_signs(signs: str) -> int:
    found = 0
    for pair in _PAIRS & pairs_of(signs):
        for parts, meanings in _SIGNS[pair]:
            if all(part in signs for part in parts):
                found |= meanings
    for sign, meanings in _SINGLE:
        if sign in signs:
            found |= meanings
    return found


def _ways() -> tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]:
    """What else rules need, by the need that the fewest words meet."""
    ways: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for rule in RULES:
        key = key_of(rule)
        ways[bits(key)].append(tuple(bits(need) for need in rule.needs if need is not key))
    return tuple((key, tuple(others)) for key, others in ways.items())


def _alone(entries: Iterable[Entry]) -> int:
    return bits(meaning for entry in entries if len(entry.parts) == 1 for meaning in entry.means)


def _together(entries: Iterable[Entry]) -> tuple[tuple[frozenset[str], str, int], ...]:
    phrases = [entry for entry in entries if len(entry.parts) > 1]
    return tuple((frozenset(each.parts[1:]), each.word, found) for each in phrases if (found := bits(each.means)))


def _one_line(text: str) -> str:
    """The text in which a phrase stands as the lexicons have it; none where quotations may be left out of it, for what
    stands before and after them would meet."""
    if any(mark in text for mark in _QUOTES) or any(
        not part[-1:].isalnum() and part[-1:] != "_" for part in text.split("'")[:-1]
    ):
        return _ANY_LINE
    return " ".join(text.replace("-", " ").split())


def _in_signs(entries: Iterable[Entry]) -> tuple[tuple[tuple[str, ...], int], ...]:
    return tuple((entry.parts, found) for entry in entries if (found := bits(entry.means)))


_QUOTES = '“‘「『«《"`'
_ANY_LINE = "\0"
_PROMPT, _DONE_TO, _LEAKS = bits({"prompt"}), bits(DONE_TO), bits({"leaks-prompt"})
_WAYS = _ways()
_ALONE = {run: means for run, entries in BY_RUN.items() if (means := _alone(entries))}
_TOGETHER = {run: parts for run, entries in BY_RUN.items() if (parts := _together(entries))}
_RUNS = frozenset(_ALONE.keys() | _TOGETHER.keys())
_SIGNS = {pair: words for pair, entries in BY_PAIR.items() if (words := _in_signs(entries))}
_PAIRS = frozenset(_SIGNS)
_SINGLE = tuple((entry.word, bits(entry.means)) for entry in SINGLE)
