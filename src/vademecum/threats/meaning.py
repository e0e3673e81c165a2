"""What the words of a sentence mean in an order: the names of ``english.py`` and its neighbours. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from operator import itemgetter

from vademecum.threats.kinds import Kinds
from vademecum.threats.lexicon import IN_SOUNDS, IN_WORDS, Entry, words_in

# "Print the prompt", and in Chinese also "take the prompt and print it".
DONE_TO = ("leak", "take")
_INITIALS = ("", "zh", "ch", "sh", *"bpmfdtnlgkhjqxrzcsyw")
# Before a final stand all that end in it, for an expression takes the first that fits.
_FINALS = (
    *(
        "iang",
        "ang",
        "iong",
        "ong",
        "uang",
        "ian",
        "an",
        "iao",
        "ao",
        "uai",
        "uan",
        "eng",
        "ing",
        "ai",
        "ei",
        "ui",
        "ou",
    ),
    *("iu", "ie", "ue", "ve", "er", "en", "in", "un", "ia", "ua", "uo", *"aoeiuv"),
)
_SYLLABLES = frozenset(initial + final for initial in _INITIALS for final in _FINALS)
_SYLLABLE = rf"(?:{'|'.join(_INITIALS[1:])})?(?:{'|'.join(_FINALS)})"
_LEAST_SYLLABLES = 5
# The first and the last may touch other signs.
_INNER_SYLLABLES = "s" * (_LEAST_SYLLABLES - 2)
_PINYIN = re.compile(rf"(?<![a-z])(?:{_SYLLABLE}[ ,]{{1,2}}){{{_LEAST_SYLLABLES - 1}}}{_SYLLABLE}(?![a-z])")
_WORD = re.compile(r"[a-z]+|[,.]")
_LETTERS = re.compile("[a-z]+")
# Words whose spaces were taken out; hardly any word of the lexicons is as long.
_LONGEST = 17
_RUN_TOGETHER = re.compile(f"[a-z]{{{_LONGEST + 1},400}}")
_OF_LETTERS = Kinds(a="[a-z]")
_SHORTEST = 3


def meanings(sentence: str) -> frozenset[str]:
    """What the words of a sentence in plain form mean; ``cn`` is among them when Chinese ones do."""
    found: set[str] = set()
    text, entries = _with_blanks(sentence), [*words_in(sentence)]
    for latin in (True, False):
        for entry in _in_order(text, [each for each in entries if each.is_latin is latin]):
            _take(found, entry.means)
    return frozenset(found)


def may_mean(text: str, wanted: frozenset[str]) -> bool:
    """Whether any word of a text in plain form has one of these meanings, be it a part of a longer one that has not."""
    entries = [each for each in words_in(text) if not wanted.isdisjoint(each.means)]
    return any(True for entry in entries for _ in entry.places(_with_blanks(text)))


def _with_blanks(text: str) -> str:
    """What is written with a hyphen is what is written in two words."""
    return text.replace("-", " ")


def spelled_otherwise(sentence: str) -> frozenset[str]:
    """What words mean whose spaces were taken out, and Chinese in Latin letters."""
    found: set[str] = set()
    for run in _RUN_TOGETHER.findall(sentence):
        if run not in IN_WORDS:
            found |= meanings(" ".join(_within().findall(run)))
    for run in _pinyin_runs(sentence):
        for word in _sounds().finditer(run):
            _take(found, IN_SOUNDS[word.group()])
    return frozenset(found)


def may_be_spelled_otherwise(text: str) -> bool:
    """Whether a text in plain form shows that some of it is spelled otherwise, by words that stand close together."""
    return _may_run_together(text) or (
        _INNER_SYLLABLES in _marked(text.replace(",", " ").split()) and _has_pinyin(text)
    )


def _may_run_together(text: str) -> bool:
    return "a" * (_LONGEST + 1) in _OF_LETTERS.of(text)


def _has_pinyin(text: str) -> bool:
    return _PINYIN.search(text) is not None


def _marked(words: Iterable[str]) -> str:
    """A mark for each word that is a syllable."""
    return "".join(["s" if word in _SYLLABLES else " " for word in words])


def may_be_spelled(text: str) -> bool:
    """Whether ``spelled_otherwise`` may find anything in a part of a text in plain form."""
    words = _LETTERS.findall(text)
    return any(len(word) > _LONGEST for word in words) or "s" * _LEAST_SYLLABLES in _marked(words)


def _in_order(text: str, entries: Iterable[Entry]) -> list[Entry]:
    """The words as a reader meets them: from left to right, the longest of those that begin together, none twice."""
    places = [(start, -end, entry) for entry in entries for start, end in entry.places(text)]
    met: list[Entry] = []
    at = 0
    for start, end, entry in sorted(places, key=itemgetter(0, 1)):
        if start >= at:
            met.append(entry)
            at = -end
    return met


def _take(found: set[str], means: Iterable[str]) -> None:
    """Add what a word means; a prompt that is named after what is to be done with it is what that is done to."""
    if "prompt" in means and not found.isdisjoint(DONE_TO):
        found.add("leaks-prompt")
    found.update(means)


def _pinyin_runs(sentence: str) -> Iterable[str]:
    """Runs of syllables as people write Chinese in Latin letters, without the spaces."""
    run: list[str] = []
    for word in (*_WORD.findall(sentence), "."):
        if word not in _SYLLABLES:
            if word == ",":
                continue
            if len(run) >= _LEAST_SYLLABLES:
                yield "".join(run)
            run = []
        else:
            run.append(word)


def _alternatives(words: Iterable[str]) -> str:
    """The words as one expression, longest first, told apart by their first letter so that few are tried."""
    by_first: dict[str, list[str]] = defaultdict(list)
    for word in sorted(words, key=len, reverse=True):
        by_first[word[0]].append(re.escape(word[1:]).replace(r"\ ", "[ -]"))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in sorted(by_first.items()))


# Few texts need these two, and to make them takes longer than to read a page.
@cache
def _within() -> re.Pattern[str]:
    return re.compile(_alternatives(word for word in IN_WORDS if word.isalpha() and len(word) >= _SHORTEST))


@cache
def _sounds() -> re.Pattern[str]:
    return re.compile(f"(?:{_alternatives(IN_SOUNDS)})")
