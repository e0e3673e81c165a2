"""The words of all languages with what they mean in an order, and which of them can stand in a text at all. Pure.

Most texts hold few of the two and a half thousand words, so a text is asked for its own runs and pairs of signs, and
only words that these speak for are looked for. That never leaves a word out: one that begins and ends where words do is
made of whole runs of letters and digits, and all of its runs stand in the text with it; what has no spaces round it
stands there by its first two signs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from vademecum.threats.chinese import CHINESE, PINYIN
from vademecum.threats.chinese_stakes import CHINESE_STAKES
from vademecum.threats.chinese_turns import CHINESE_TURNS
from vademecum.threats.english import ENGLISH
from vademecum.threats.english_stakes import ENGLISH_STAKES
from vademecum.threats.english_turns import ENGLISH_TURNS
from vademecum.threats.inflection import forms_of
from vademecum.threats.kinds import Kinds
from vademecum.threats.others import ANYWHERE, LATIN
from vademecum.threats.views import plain

# A phrase means these also when only a part of it does.
_PASSED_ON = frozenset({"old", "all", "yours", "agent", "user", "must", "secret", "traces", "instr"})
# Longer words that hold one which means something else there.
NO_SENSE = frozenset({"noun", "other"})
_RUN = re.compile("[a-z0-9]+")
_IN_RUNS = Kinds(**{sign: sign for sign in "abcdefghijklmnopqrstuvwxyz0123456789"})
_BYTES_OF_MARK, _BYTES_OF_SIGN, _BYTES_OF_PAIR = 2, 2, 4
_OF_RUNS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_BETWEEN_PARTS = re.compile("[ -]")


# Words that most texts have; a phrase is looked for by another one of its own.
_FREQUENT = frozenset(
    (
        *("a", "about", "all", "and", "any", "anything", "are", "as", "at", "be", "been", "by", "can", "do", "don"),
        *("each", "every", "everything", "for", "from", "good", "has", "have", "he", "here", "how", "if", "in", "into"),
        *("is", "it", "its", "just", "keep", "like", "ll", "make", "me", "more", "must", "my", "need", "never", "no"),
        *("not", "of", "on", "or", "out", "over", "re", "s", "she", "so", "t", "that", "the", "their", "them", "then"),
        *("there", "these", "they", "this", "to", "up", "ve", "was", "we", "what", "when", "who", "will", "with"),
        *("without", "work", "would", "you", "your"),
    )
)
Key = TypeVar("Key")


def _rarity(part: str) -> tuple[bool, int]:
    return part not in _FREQUENT, len(part)


class Entry:
    """A word or phrase with its meanings; ``parts`` are its runs, or the stretches of it that have no space inside."""

    def __init__(self, word: str, means: Iterable[str]) -> None:
        self.word = word
        self.means = frozenset(means)
        self.is_latin = word.isascii()
        found = _RUN.findall(word) if self.is_latin else _BETWEEN_PARTS.split(word)
        self.parts = tuple(sorted(found, key=_rarity, reverse=True))

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it stands in a text in plain form that has blanks for hyphens, Latin words only as whole ones."""
        word, size = self.word, len(self.word)
        at = text.find(word)
        while at >= 0:
            if not self.is_latin or not (text[at - 1 : at] in _OF_RUNS or text[at + size : at + size + 1] in _OF_RUNS):
                yield at, at + size
            at = text.find(word, at + 1)


def runs_of(text: str) -> list[str]:
    """The runs of letters and digits in a text in plain form, in order."""
    # Nothing cuts a text as quickly as this does.
    return _IN_RUNS.of(text).split()


def signs_of(text: str) -> str:
    """A text in plain form without any space."""
    return "".join(text.split())


def pairs_of(signs: str) -> set[int]:
    """All pairs of neighbours, each as a number: a set of texts takes four times as long to make."""
    data = signs.encode("utf-16", "surrogatepass")[_BYTES_OF_MARK:]
    return {*_numbers(data), *_numbers(data[_BYTES_OF_SIGN:])}


def _numbers(data: bytes) -> memoryview:
    return memoryview(data[: len(data) // _BYTES_OF_PAIR * _BYTES_OF_PAIR]).cast("I")


def words_in(text: str) -> Iterator[Entry]:
    """Each word that may stand in a text in plain form: all that do, and some that don't."""
    runs = set(runs_of(text))
    for run in runs & BY_RUN.keys():
        yield from (entry for entry in BY_RUN[run] if runs.issuperset(entry.parts))
    if not text.isascii():
        signs = signs_of(text)
        for pair in pairs_of(signs) & BY_PAIR.keys():
            yield from (entry for entry in BY_PAIR[pair] if all(part in signs for part in entry.parts))
        yield from (entry for entry in SINGLE if entry.word in signs)


def table(*lexicons: Mapping[str, str], mark: str = "") -> dict[str, set[str]]:
    """What each word means; ``mark`` is one more meaning of those that are not Latin."""
    means: dict[str, set[str]] = defaultdict(set)
    for lexicon in lexicons:
        for meaning, words in lexicon.items():
            for word in (form for written in words.split() for form in forms_of(written)):
                means[plain(word if word[0] == "_" else word.replace("_", " ").replace("-", " "))].add(meaning)
    for phrase, own in means.items():
        for part in _parts(phrase) if own.isdisjoint(NO_SENSE) else ():
            own.update(means.get(part, set()) & _PASSED_ON)
        if mark and not phrase.isascii():
            own.add(mark)
        if "calls" in own:
            own.add("agent")
    return dict(means)


def _parts(phrase: str) -> Iterable[str]:
    """The words within a phrase: between spaces, or any stretch of it where words have none between them."""
    if phrase.isascii():
        return phrase.split()[: -1 if " " not in phrase else None]
    ends = range(len(phrase) + 1)
    return [phrase[start:end] for start in ends for end in ends[start + 1 :] if end - start < len(phrase)]


def _keyed(entries: Iterable[Entry], key: Callable[[str], Key]) -> dict[Key, tuple[Entry, ...]]:
    """Words by a key of the longest of their parts, which is mostly the rarest."""
    keyed: dict[Key, list[Entry]] = defaultdict(list)
    for entry in entries:
        keyed[key(entry.parts[0])].append(entry)
    return {key: tuple(entries) for key, entries in keyed.items()}


def _first_pair(part: str) -> int:
    (pair,) = pairs_of(part[:2])
    return pair


IN_WORDS = table(ENGLISH, ENGLISH_TURNS, ENGLISH_STAKES, LATIN)
IN_SIGNS = table(CHINESE, CHINESE_TURNS, CHINESE_STAKES, mark="cn")
for _word, _found in table(ANYWHERE).items():
    IN_SIGNS.setdefault(_word, set()).update(_found)
IN_SOUNDS = table(PINYIN)
_SIGNS = [Entry(word, found) for word, found in IN_SIGNS.items() if not word.isascii()]
BY_RUN = _keyed((Entry(word, found) for word, found in IN_WORDS.items()), str)
BY_PAIR = _keyed((entry for entry in _SIGNS if len(entry.word) > 1), _first_pair)
SINGLE = tuple(entry for entry in _SIGNS if len(entry.word) == 1)
