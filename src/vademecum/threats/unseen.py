"""Characters of a text that nobody sees, and letters that are dressed as signs. Pure.

Most are left out, since they only part what belongs together. But whole words can stand in tags and in the selectors of
variants, where a model reads them: there is no honest reason to write any there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category

from vademecum.text.fold import Table

# Small capitals, and letters in black circles and squares, are dressed Latin ones that no Unicode form undresses.
_DRESSED = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz", strict=True)) | {
    chr(first + at): letter for first in (0x1F150, 0x1F170) for at, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
}
# Letters and signs without a shape: fillers of Hangul, the blank of Braille, vowels of Khmer, a note without a head.
_BARE = frozenset("\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\U0001d159")
_ENDS_OF_LINES = "\t\n\v\f\r\x85"
# What steers, and what stands round another sign.
_UNSEEN_KINDS = frozenset({"Cf", "Me"})
_TAGS = {code: chr(code - 0xE0000) for code in range(0xE0020, 0xE007F)}
_TAG = re.compile("[\U000e0020-\U000e007e]")
# A flag of a part of a country is a black flag with its code behind it in tags, such as that of England.
_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a]{2}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,4}\U000e007f")
# A sign has one selector; bytes are hidden in many.
_SELECTORS = re.compile("(?:[\ufe00-\ufe0f\U000e0100-\U000e01ef][\u200b-\u200f\u2060-\u2064\ufeff]{0,4}){4,}")
_FEWEST = 4
# Without any of these a text has no words that nobody sees.
_HIDING = re.compile("[\ufe00-\ufe0f\U000e0020-\U000e007e\U000e0100-\U000e01ef]")


def _shown(character: str) -> str:
    return "" if _is_unseen(character) else _DRESSED.get(character, character)


def _is_unseen(character: str) -> bool:
    is_steering = category(character) == "Cc" and character not in _ENDS_OF_LINES
    is_empty = "\ufe00" <= character <= "\ufe0f" or "\U000e0000" <= character <= "\U000e0fff" or character in _BARE
    return is_steering or is_empty or category(character) in _UNSEEN_KINDS


SHOWN = Table(_shown)
"""What of each character shows, for ``str.translate``: nothing, the letter that is dressed as it, or itself."""
# ASCII is translated in one go if the table has all of it, and nothing but characters or None.
_SHOWN_ASCII = {code: ord(shown) if (shown := _shown(chr(code))) else None for code in range(128)}


def shown_ascii(text: str) -> str:
    """ASCII text without what nobody sees."""
    return text.translate(_SHOWN_ASCII)


def may_hide_words(text: str) -> bool:
    """Whether ``unseen_words`` may find anything in a text or a part of it."""
    return not text.isascii() and _HIDING.search(text) is not None


def unseen_words(text: str) -> Iterator[tuple[int, str]]:
    """What stands in a text in characters that nobody sees, each with its offset: all tags together, and each run of
    selectors, in which anything may stand."""
    tags = list(_TAG.finditer(_FLAG.sub(lambda flag: " " * len(flag.group()), text)))
    if len(tags) >= _FEWEST:
        yield tags[0].start(), "".join(tag.group() for tag in tags).translate(_TAGS)
    yield from ((run.start(), run.group()) for run in _SELECTORS.finditer(text))
