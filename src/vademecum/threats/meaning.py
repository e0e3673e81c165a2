"""What the words of a sentence mean in an order: the names of ``english.py`` and its neighbours. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from vademecum.threats.chinese import CHINESE, PINYIN
from vademecum.threats.english import ENGLISH
from vademecum.threats.others import ANYWHERE, LATIN
from vademecum.threats.views import plain

# A phrase means these also when only a part of it does.
_PASSED_ON = frozenset({"old", "all", "yours", "agent", "user", "must", "secret", "traces", "instr"})
# "Print the prompt", and in Chinese also "take the prompt and print it".
_DONE_TO = ("leak", "take")
_SYLLABLE = re.compile(
    r"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:i?ang|i?ong|uang|i?an|i?ao|uai|uan|eng|ing|ai|ei|ui|ou|iu|ie|ue|ve|er|en"
    r"|in|un|ia|ua|uo|a|o|e|i|u|v)"
)
_SYLLABLES = 5
_SHORTEST = 3
_PINYIN = re.compile(rf"(?<![a-z])(?:{_SYLLABLE.pattern}[ ,]{{1,2}}){{{_SYLLABLES - 1}}}{_SYLLABLE.pattern}(?![a-z])")
_WORD = re.compile(r"[a-z]+|[,.]")


def meanings(sentence: str) -> frozenset[str]:
    """What the words of a sentence in plain form mean; ``cn`` is among them when Chinese ones do."""
    found: set[str] = set()
    for word in _WORDS.finditer(sentence):
        _take(found, _MEANS[word.group().replace("-", " ")])
    if not sentence.isascii():
        for word in _SIGNS.finditer(sentence):
            _take(found, _SIGN_MEANS[word.group()])
    return frozenset(found)


def spelled_otherwise(sentence: str) -> frozenset[str]:
    """What words mean whose spaces were taken out, and Chinese in Latin letters."""
    found: set[str] = set()
    for run in _RUN_TOGETHER.findall(sentence):
        if run not in _MEANS:
            found |= meanings(" ".join(_WITHIN.findall(run)))
    for run in _pinyin_runs(sentence):
        for word in _SOUNDS.finditer(run):
            _take(found, _SOUND_MEANS[word.group()])
    return frozenset(found)


def may_be_spelled_otherwise(text: str) -> bool:
    """Whether ``spelled_otherwise`` may find anything in a part of a text in plain form."""
    return _RUN_TOGETHER.search(text) is not None or _PINYIN.search(text) is not None


def may_mean(wanted: frozenset[str]) -> Callable[[str], bool]:
    """A quick test whether any word of a text in plain form has one of these meanings; it may say yes too often."""
    words = re.compile(rf"(?<![a-z0-9])(?:{_alternatives(_only(_MEANS, wanted))})(?![a-z0-9])")
    marks = re.compile(_alternatives(word for word in _only(_SIGN_MEANS, wanted) if not word.isascii()))

    def test(text: str) -> bool:
        return words.search(text) is not None or (not text.isascii() and marks.search(text) is not None)

    return test


def _only(means: Mapping[str, set[str]], wanted: frozenset[str]) -> list[str]:
    return [word for word, found in means.items() if found & wanted]


def _take(found: set[str], means: set[str]) -> None:
    """Add what a word means; a prompt that is named after what is to be done with it is what that is done to."""
    if "prompt" in means and not found.isdisjoint(_DONE_TO):
        found.add("leaks-prompt")
    found |= means


def _pinyin_runs(sentence: str) -> Iterable[str]:
    """Runs of syllables as people write Chinese in Latin letters, without the spaces."""
    run: list[str] = []
    for word in (*_WORD.findall(sentence), "."):
        if word in {",", "."} or not _is_syllable(word):
            if word == ",":
                continue
            if len(run) >= _SYLLABLES:
                yield "".join(run)
            run = []
        else:
            run.append(word)


@lru_cache(maxsize=4096)
def _is_syllable(word: str) -> bool:
    return _SYLLABLE.fullmatch(word) is not None


def _table(*lexicons: Mapping[str, str], mark: str = "") -> dict[str, set[str]]:
    means: dict[str, set[str]] = defaultdict(set)
    for lexicon in lexicons:
        for meaning, words in lexicon.items():
            for word in words.split():
                means[plain(word if word[0] == "_" else word.replace("_", " ").replace("-", " "))].add(meaning)
    for phrase, own in means.items():
        for part in _parts(phrase) if "noun" not in own else ():
            own.update(means.get(part, set()) & _PASSED_ON)
        if mark and not phrase.isascii():
            own.add(mark)
    return dict(means)


def _parts(phrase: str) -> Iterable[str]:
    """The words within a phrase: between spaces, or any stretch of it where words have none between them."""
    if phrase.isascii():
        return phrase.split()[: -1 if " " not in phrase else None]
    ends = range(len(phrase) + 1)
    return [phrase[start:end] for start in ends for end in ends[start + 1 :] if end - start < len(phrase)]


def _alternatives(words: Iterable[str]) -> str:
    """The words as one expression, longest first, told apart by their first letter so that few are tried."""
    by_first: dict[str, list[str]] = defaultdict(list)
    for word in sorted(words, key=len, reverse=True):
        by_first[word[0]].append(re.escape(word[1:]).replace(r"\ ", "[ -]"))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in sorted(by_first.items()))


_MEANS = _table(ENGLISH, LATIN)
_WORDS = re.compile(rf"(?<![a-z0-9])(?:{_alternatives(_MEANS)})(?![a-z0-9])")
# Words whose spaces were taken out: no single word of the lexicons is as long.
_RUN_TOGETHER = re.compile("[a-z]{18,400}")
_WITHIN = re.compile(_alternatives(word for word in _MEANS if word.isalpha() and len(word) >= _SHORTEST))
_SIGN_MEANS = _table(CHINESE, mark="cn")
for _word, _found in _table(ANYWHERE).items():
    _SIGN_MEANS.setdefault(_word, set()).update(_found)
_SIGNS = re.compile(f"(?:{_alternatives(word for word in _SIGN_MEANS if not word.isascii())})")
_SOUND_MEANS = _table(PINYIN)
_SOUNDS = re.compile(f"(?:{_alternatives(_SOUND_MEANS)})")
