"""Making the table of triggers from the pages that a session may be given (M25, M26). Pure; it reads no file.

A page's own triggers are those under ``metadata.triggers`` in its header. One that names none goes by its ``name`` and
by its file's name (M26); one that names an empty list wants none. The same pages give the same bytes.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import NamedTuple, TypeAlias

from vademecum.config.channels import TriggersChannel
from vademecum.context.shelf import Shelf
from vademecum.context.triggers import FORMAT, folded, is_word_sign, run_size, runs_in
from vademecum.index.outline import called_in, declared_triggers, unpacked
from vademecum.lean import dumps, sha256
from vademecum.page import MetaValue, Page
from vademecum.recall.everyday import PAIRS, SIGNS, STEMS
from vademecum.recall.floor import is_telling
from vademecum.text import query_terms, rules as text_rules
from vademecum.text.fold import Table as Signs

# A trigger is a few words; a longer one is a text that was taken for one.
LONGEST_TRIGGER = 200
# With so many slots a key, seven of eight are empty, and a word that is no trigger mostly meets nothing to compare.
_SLOTS_PER_KEY = 8
# To be raised with any rule of this module, so that no table made by another one is taken for one of these.
_MADE_BY = "table-1"

# A trigger as it is compared, with mount and name of its page.
_Row: TypeAlias = tuple[str, tuple[str, str]]


class Rules(NamedTuple):
    """How many pages one prompt brings in, whether ASCII words must stand alone, and whether case counts."""

    cap: int = 3
    is_word: bool = True
    is_case_sensitive: bool = False


class Trigger(NamedTuple):
    """A string that brings in the page of a mount."""

    text: str
    mount: str
    name: str


def table_of(shelves: Iterable[Shelf], config: TriggersChannel) -> bytes:
    """The table of all pages on these shelves but their contents pages, empty where the channel gives none."""
    rules = Rules(config.cap, config.match == "word", config.case_sensitive)
    return make_table(_all(shelves, is_word=rules.is_word), rules) if config.on and config.cap else b""


def made_of(shelves: Iterable[Shelf], config: TriggersChannel) -> str:
    """A digest of all that decides what ``table_of`` makes, in a tenth of its time. Where it is the same, so is the
    table."""
    is_word = config.match == "word"
    told: list[object] = [FORMAT, _MADE_BY, text_rules(), *map(sorted, (STEMS, PAIRS, SIGNS))]
    told += [config.on, config.cap, is_word, config.case_sensitive]
    for shelf in shelves:
        if shelf.mount.config.format == "folder":
            told.append(shelf.mount.name)
            told.append(
                [
                    (page.address.name, triggers_of(page.address.name, page.meta, is_word=is_word))
                    for page in _pages(shelf)
                ]
            )
            told.append([(row.name, row.called, row.triggers) for row in shelf.others])
    return sha256(dumps(told).encode()).hexdigest()[:32]


def _all(shelves: Iterable[Shelf], *, is_word: bool) -> Iterator[Trigger]:
    for shelf in shelves:
        # Facts of a file of records have ids for names, and no file of their own to be read from.
        if shelf.mount.config.format == "folder":
            for page in _pages(shelf):
                name = page.address.name
                texts = triggers_of(name, page.meta, is_word=is_word)
                yield from [Trigger(text, shelf.mount.name, name) for text in texts]
            for row in shelf.others:
                declared = None if row.triggers is None else unpacked(row.triggers)
                texts = _texts(row.name, declared, unpacked(row.called), is_word=is_word)
                yield from [Trigger(text, shelf.mount.name, row.name) for text in texts]


def _pages(shelf: Shelf) -> list[Page]:
    """The pages that are given in words, as their files are, but the contents page."""
    roles = shelf.roles
    return [page for page in (*shelf.seeds, roles.persona, roles.protocol, roles.checklist, roles.log) if page]


def triggers_of(name: str, meta: Mapping[str, MetaValue], *, is_word: bool) -> list[str]:
    """The strings that bring in a page of this name with this header.

    Where words must stand alone, a name that is one word of every day, as ``todo``, or that has no letter, as a day's,
    is no trigger unless its header says so: it would come in with half of all prompts, and with every log.
    """
    return _texts(name, declared_triggers(meta), called_in(meta), is_word=is_word)


def _texts(name: str, declared: Sequence[str] | None, called: Iterable[str], *, is_word: bool) -> list[str]:
    if declared is not None:
        return [text for text in declared if text.strip()]
    texts = [*called, name.rpartition("/")[2]]
    return [text for text in texts if text.strip() and not (is_word and _is_everyday(text))]


def make_table(triggers: Iterable[Trigger], rules: Rules) -> bytes:
    """The table of these triggers, which ``triggers.from_bytes`` reads, empty for none."""
    is_case_sensitive = rules.is_case_sensitive
    told = ((folded(text, is_case_sensitive=is_case_sensitive), (mount, name)) for text, mount, name in triggers)
    # In the order in which they came they lie together in memory, which a set would go through criss-cross.
    rows = [row for row in dict.fromkeys(told) if 0 < len(row[0]) <= LONGEST_TRIGGER]
    if not rows:
        return b""
    texts = [text for text, _ in rows]
    words = _words_of(texts) if rules.is_word else [()] * len(texts)
    runs = {text for text, own in zip(texts, words, strict=True) if not own}
    keys = _rarest([own or runs_in(text, run_size(text)) for text, own in zip(texts, words, strict=True)])
    slots = len(set(keys)) * _SLOTS_PER_KEY + 1
    by_slot: dict[int, list[tuple[_Row, int]]] = {}
    for key, row in zip(keys, rows, strict=True):
        by_slot.setdefault(key % slots, []).append((row, key))
    bodies = {slot: _body(by_slot[slot]) for slot in sorted(by_slot)}
    sizes = [0] * slots
    for slot, body in bodies.items():
        sizes[slot] = len(body)
    starts = array("I", accumulate(sizes, initial=0))
    head = dumps([FORMAT, rules, sorted(set(map(run_size, runs))), any(map(str.isascii, runs)), slots])
    return b"".join((head.encode(), b"\n", starts.tobytes(), *bodies.values()))


class _Numbers(dict[str, int]):
    """Each word as the number that ``words_in`` makes of it."""

    def __missing__(self, word: str) -> int:
        self[word] = number = int.from_bytes(word.encode(), "little")
        return number


def _words_of(texts: Sequence[str]) -> list[tuple[int, ...]]:
    """The words in each text, as ``words_in`` says of one; none has a line end in it. Most words stand in several."""
    numbers = _Numbers()
    lines = "\n".join(texts).translate(_WORD_LINES).split("\n")
    return [tuple(map(numbers.__getitem__, dict.fromkeys(line.split()))) for line in lines]


def _rarest(several: Sequence[Iterable[int]]) -> list[int]:
    """Of the parts of each the one that the fewest have, the least of those that are as rare."""
    often = Counter(chain.from_iterable(several))
    return [min(sorted(parts), key=often.__getitem__) for parts in several]


def _body(rows: list[tuple[_Row, int]]) -> bytes:
    """The lines of one slot. Most have one, so that to bring these in order is less than to order all triggers."""
    lines = [f"{key}\t{text}\t{dumps(page)}" for (text, page), key in sorted(rows)]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


_WORD_LINES = Signs(lambda char: char if char == "\n" or is_word_sign(char) else " ")


def _is_everyday(name: str) -> bool:
    if not any(map(str.isalpha, name)):
        return True
    return " " not in name.strip() and not _is_compound(name) and not any(map(is_telling, query_terms(name)))


def _is_compound(name: str) -> bool:
    """Whether a name is plain words with hyphens between them, which is a word of its own and never of every day: most
    names are, and to take each apart would take longer than all the rest of a table."""
    joined = name.replace("-", "")
    is_joined = joined != name and joined.isascii() and joined.isalnum() and not (name[0] == "-" or name[-1] == "-")
    return is_joined and "--" not in name
