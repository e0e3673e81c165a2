"""Triggers: literal strings by which a page comes in when a prompt says one. Pure; a hook waits for it.

``trigger_table.py`` makes the table at a session's start; here it is only read, with each prompt. A trigger stands in
the slot of one part of it: of the word in it that the fewest triggers hold, or of a few signs where it is no word. A
prompt looks into the slots of its own parts and compares what it finds there, so it need not compare all the others,
nor are they read. Words are those of ASCII letters: scripts that set no spaces have triggers that stand anywhere. Case,
width and accents make no difference, and white space of any length is one space.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence

from vademecum.context.frame import MARK, MARK_LENGTH, PREFACE
from vademecum.lean import loads
from vademecum.spelling import spell
from vademecum.text.fold import Table as Signs, fold, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Code: TypeAlias = Literal["H", "I", "Q"]

    # A page that a prompt names, by mount and name: its longest trigger that is said, folded, and how often any is.
    Said: TypeAlias = tuple[str, str, str, int]

FORMAT = f"1 {sys.byteorder}"
# A pasted log goes on for ever; it bounds what one prompt may cost.
LONGEST_PROMPT = 200_000
# A pasted list names thousands of pages, of which a few come in.
MOST_SAID = 256
_PLACE_BYTES = 4
_UNIT = 2
# How many units of UTF-16 a part of what is no word may have, and the code of a number of that size.
_CODES: Mapping[int, Code] = {1: "H", 2: "I", 4: "Q"}
_FEW, _FEW_ASCII = 2, 4


class Table:
    """All triggers of a library, and how they are compared: how many pages one prompt brings in, whether ASCII words
    must stand alone, and whether case counts.

    ``sizes`` are the lengths of the parts that are no words, ``all_ascii`` whether some of those are of ASCII signs
    alone; ``starts`` says where in ``rows`` each slot begins, and the next one.

    It is no tuple with names: making such a class takes longer than to read a table.
    """

    __slots__ = ("all_ascii", "cap", "is_case_sensitive", "is_word", "rows", "sizes", "starts")

    def __init__(
        self, rules: Sequence[int], parts: tuple[Sequence[int], bool], starts: Sequence[int], rows: bytes
    ) -> None:
        self.cap, self.is_word, self.is_case_sensitive = rules
        self.sizes, self.all_ascii = parts
        self.starts = starts
        self.rows = rows


def from_bytes(data: bytes) -> Table | None:
    """A kept table, None for one of another version or computer, and for anything that is none."""
    head, _, rest = data.partition(b"\n")
    try:
        made_as, rules, sizes, all_ascii, slots = loads(head.decode())
        if made_as != FORMAT:
            return None
        end = (slots + 1) * _PLACE_BYTES
        return Table(rules, (sizes, all_ascii), memoryview(rest)[:end].cast("I"), rest[end:])
    except (ValueError, TypeError):
        return None


def said_in(table: Table, prompt: str) -> list[Said]:
    """The pages that a prompt names: those by the longest trigger first, then those named most often, then by address.

    Our own words in it name none, so that no page brings in another (M29). Of a great many those with the longest
    triggers are told.
    """
    text = folded(own_words(prompt[:LONGEST_PROMPT]), is_case_sensitive=bool(table.is_case_sensitive))
    told: dict[str, list[tuple[str, int]]] = {}
    for trigger, page in sorted(_candidates(table, text), key=lambda each: (-len(each[0]), each)):
        if len(told) >= MOST_SAID and page not in told:
            break
        if times := _times(text, trigger, is_word=bool(table.is_word)):
            told.setdefault(page, []).append((trigger, times))
    return sorted(_each(told), key=lambda each: (-len(each[2]), -each[3], spell(each[0], each[1])))


def own_words(prompt: str) -> str:
    """A prompt without the records of ours that it holds; what stands between their marks is none of the person's."""
    if PREFACE not in prompt and f"<{MARK}" not in prompt:
        return prompt
    first, *others = prompt.replace(PREFACE, "\n").split(f"<{MARK}")
    kept = [first]
    for each in others:
        mark = each[: each.find(">") + 1]
        end = f"</{MARK}{mark}"
        is_ours = len(mark) > MARK_LENGTH and end in each
        kept.append(each.partition(end)[2] if is_ours else each)
    return "\n".join(kept)


def folded(text: str, *, is_case_sensitive: bool) -> str:
    """A text as it is compared."""
    return " ".join((plain(text) if is_case_sensitive else fold(text)).split())


def words_in(text: str) -> set[int]:
    """The runs of ASCII letters in a text, each as a number."""
    return {int.from_bytes(word.encode(), "little") for word in text.translate(_WORD_SIGNS).split()}


def runs_in(text: str, size: int) -> set[int]:
    """All that stands side by side in a text, so many units of UTF-16 each, as numbers: of such Python makes thousands
    in the time that it takes to make a few texts."""
    units = memoryview(text.encode("utf-16-le", "surrogatepass"))
    width = _UNIT * size
    found = set[int]()
    for first in range(0, width, _UNIT):
        whole = (len(units) - first) // width * width
        found.update(units[first : first + max(whole, 0)].cast(_CODES[size]))
    return found


def run_size(trigger: str) -> int:
    """How long the parts of a trigger are that is no word: two signs of Chinese say as much as four letters do."""
    longest = _FEW_ASCII if trigger.isascii() else _FEW
    return max(size for size in _CODES if size <= min(len(trigger), longest))


def _candidates(table: Table, text: str) -> Iterator[tuple[str, str]]:
    """Triggers that the text may say, each with mount and name of its page as JSON."""
    parts = words_in(text)
    if table.all_ascii or not text.isascii():
        parts.update(*(runs_in(text, size) for size in table.sizes))
    starts, slots = table.starts, len(table.starts) - 1
    found = {slot for part in parts if starts[slot := part % slots] != starts[slot + 1]}
    for slot in found:
        for row in table.rows[starts[slot] : starts[slot + 1]].decode("utf-8", "surrogatepass").split("\n"):
            key, trigger, page = row.split("\t", 2)
            if int(key) in parts:  # another one may share its slot
                yield trigger, page


def _each(told: Mapping[str, Sequence[tuple[str, int]]]) -> Iterator[Said]:
    for page, several in told.items():
        mount, name = loads(page)
        longest = max((trigger for trigger, _ in several), key=lambda trigger: (len(trigger), trigger))
        yield mount, name, longest, sum(times for _, times in several)


def is_word_sign(char: str) -> bool:
    """Whether a sign belongs to a word that must stand alone: an ASCII letter or figure, or a line below."""
    return char.isascii() and (char.isalnum() or char == "_")


_WORD_SIGNS = Signs(lambda char: char if is_word_sign(char) else " ")


def _times(text: str, trigger: str, *, is_word: bool) -> int:
    if not is_word:
        return text.count(trigger)
    times, at = 0, text.find(trigger)
    while at >= 0:
        end = at + len(trigger)
        stands_alone = not (_is_inside(text, at) or _is_inside(text, end))
        times += stands_alone
        at = text.find(trigger, end if stands_alone else at + 1)
    return times


def _is_inside(text: str, at: int) -> bool:
    """Whether a place is inside a word of ASCII letters."""
    return 0 < at < len(text) and is_word_sign(text[at - 1]) and is_word_sign(text[at])
