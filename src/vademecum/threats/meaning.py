"""What the words of a sentence mean in an order: the names of ``english.py`` and its neighbours. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from vademecum.threats.lexicon import IN_SOUNDS, IN_WORDS, NO_SENSE, words_in

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
_LEAST_SYLLABLES = 5
# Of a sentence in pinyin two syllables at least are no English words.
_ENGLISH_SYLLABLES = frozenset(
    (
        *("a", "an", "ban", "bang", "be", "ben", "bin", "can", "chin", "chu", "dan", "de", "den", "die", "ding"),
        *("do", "due", "e", "er", "fan", "fen", "fun", "gang", "go", "gun", "ha", "hang", "he", "hen", "her"),
        *("hi", "hue", "i", "in", "la", "le", "lie", "lin", "long", "lung", "man", "me", "men", "min", "no", "o"),
        *("pan", "pen", "per", "pie", "pin", "ping", "ran", "rang", "re", "run", "sang", "she", "shin", "shun"),
        *("sin", "sing", "so", "song", "sue", "sun", "tan", "tang", "ten", "tie", "tin", "to", "ve", "wan", "we"),
        *("win", "ya", "yo", "you"),
    )
)
# People write them alone or together, as words.
_SOUNDS_LIKE_PINYIN = re.compile(
    f"(?:(?:{'|'.join(sorted(_INITIALS, key=len, reverse=True))})(?:{'|'.join(_FINALS)})){{1,6}}"
)
_UNENGLISH = re.compile("zh|[xq][iu]|z[aiu]")
_WORD = re.compile(r"[a-z]+|[,.]")
# Words whose spaces were taken out; hardly any word of the lexicons is as long.
_LONGEST = 17
_RUN_TOGETHER = re.compile(f"[a-z]{{{_LONGEST + 1},400}}")
_SHORTEST = 3


class Placed(NamedTuple):
    """Where a word stands in a sentence, and what it means."""

    start: int
    end: int
    means: frozenset[str]

    def covers(self, other: Placed) -> bool:
        """Whether a word that has no sense here takes it from another one: from all that it touches and that do not
        hold it whole."""
        is_within = other.start <= self.start and self.end <= other.end and self != other
        return self.start < other.end and other.start < self.end and not is_within


def meanings(sentence: str) -> frozenset[str]:
    """What the words of a sentence in plain form mean; ``cn`` is among them when Chinese ones do."""
    return frozenset[str]().union(*(word.means for word in placed(sentence)))


def placed(sentence: str) -> Iterator[Placed]:
    """Each word of a sentence in plain form that means anything, wherever it stands, be it within another; none that
    belongs to a longer word of another sense."""
    text = _with_blanks(sentence)
    places = [Placed(*place, entry.means) for entry in words_in(sentence) for place in entry.places(text)]
    blank = [each for each in places if not NO_SENSE.isdisjoint(each.means)]
    for each in places:
        if not any(other.covers(each) for other in blank):
            yield each


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
            found |= IN_SOUNDS[word.group()]
    return frozenset(found)


def may_be_other_spelling(run: str) -> bool:
    """Whether a run of letters and digits shows that words around it, or it itself, may be spelled otherwise."""
    return len(run) > _LONGEST or (_is_no_english(run) and _SOUNDS_LIKE_PINYIN.fullmatch(run) is not None)


def may_be_spelled(text: str) -> bool:
    """Whether ``spelled_otherwise`` may find anything in a part of a text in plain form."""
    return _RUN_TOGETHER.search(text) is not None or any(True for _ in _pinyin_runs(text))


def is_pinyin(text: str) -> bool:
    """Whether some of a text is Chinese in Latin letters."""
    return any(True for _ in _pinyin_runs(text))


def _is_no_english(word: str) -> bool:
    """Whether a word of syllables is none that English has too, as far as its sounds tell."""
    return word not in _ENGLISH_SYLLABLES if word in _SYLLABLES else _UNENGLISH.search(word) is not None


def _pinyin_runs(sentence: str) -> Iterable[str]:
    """Runs of syllables as people write Chinese in Latin letters, without the spaces."""
    run: list[str] = []
    for word in (*_WORD.findall(sentence), "."):
        if not _SOUNDS_LIKE_PINYIN.fullmatch(word):
            if word == ",":
                continue
            if len(run) >= _LEAST_SYLLABLES and sum(map(_is_no_english, set(run))) > 1:
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
