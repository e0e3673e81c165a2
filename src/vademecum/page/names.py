"""Names of pages: a file name from a title, and the check that a name stays inside its store.

Pure. It never looks at a disk: links are followed, and refused, by the store. A name has no ``.md`` of its own, and
``/`` between folders.

The attack that ``check_name`` answers: a name that an agent, an import or a link chose leaves the store, reaches a
hidden folder such as ``.git``, or names a device, be it plainly or once some system has decoded, folded or trimmed
it (A39).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from urllib.parse import unquote

from vademecum.errors import NameRefusedError
from vademecum.text.graphemes import cut_bytes

SUFFIX = ".md"
NAME_BYTES = 255
# Room for what atomic writes and sync programs put around a name while they work (A23).
AFFIX_BYTES = 40
TITLE_BYTES = NAME_BYTES - len(SUFFIX) - AFFIX_BYTES
HASH_DIGITS = 8

# Pages that stores, hosts and people give a meaning of their own: no title may land on one of them (A22).
SPECIAL = frozenset(
    {"memory", "index", "soul", "bootstrap", "log", "readme", "home", "agents", "claude", "gemini", "user", "license"}
)
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"}
)

_UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
_DROPPED = str.maketrans(dict.fromkeys('*?"<>#^[]', "") | dict.fromkeys("/\\|:", "-"))
# Overrides and isolates show a name otherwise than it is kept, as "invoice\u202edm.exe" does.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
# Nobody sees these, so they would only make twins. The joiners stay: Persian, the scripts of India and emoji need them.
_UNSEEN = re.compile("[\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_HEX_ESCAPE = re.compile(r"%(?=[0-9A-Fa-f]{2})")
# Dots hide a file or vanish on Windows, a dash looks like an option, a tilde like a home folder.
_LEADING = " .-~\uff0e\ufe52\u2024"
_TRAILING = " .-"

_DRIVE = re.compile(r"[A-Za-z]:")
_VARIABLE = re.compile(r"\$\w+|\$\{\w+\}|%\w+%")


def page_name(title: str, taken: Callable[[str], bool]) -> str:
    """A readable file name, without folder or ``.md``, for a page of this title.

    ``taken`` says whether a page has that name already, compared as the store compares; a twin gets `` 2``, `` 3``
    and so on. The same title always gives the same first choice, so look a page up by its title before asking.
    """
    base = _readable(title)
    return next(name for name in _candidates(base) if not taken(name))


def check_name(name: str) -> str:
    """The name in NFC, or NameRefusedError with the reason why no store keeps such a page (A39)."""
    composed = unicodedata.normalize("NFC", name)
    reason = _refusal(composed)
    if reason is not None:
        raise NameRefusedError(
            f"the name {name!r} {reason}", hint="use a path below the store, such as folder/page, without .md"
        )
    return composed


def _candidates(base: str) -> Iterator[str]:
    yield base
    for number in count(2):
        tail = f" {number}"
        yield cut_bytes(base, TITLE_BYTES - len(tail)).rstrip(_TRAILING) + tail


def _readable(title: str) -> str:
    text = _portable(unicodedata.normalize("NFC", title))
    if not any(unicodedata.category(char)[0] in "LN" for char in text):
        return _fallback(title)
    if text.casefold() in SPECIAL or _is_device(text):
        text = f"note {text}"
    if len(text.encode()) > TITLE_BYTES:
        tail = f" {_hash(title)}"
        text = cut_bytes(text, TITLE_BYTES - len(tail)).rstrip(_TRAILING) + tail
    return text if _refusal(text) is None else _fallback(title)


def _portable(text: str) -> str:
    """The title's own letters, with what Windows, macOS, zip, a link or an address can't hold left out."""
    seen = _UNSEEN.sub("", text)
    printable = "".join(" " if unicodedata.category(char) in _UNPRINTABLE else char for char in seen)
    spaced = re.sub(r":\s+", " - ", _HEX_ESCAPE.sub("-", printable))
    words = " ".join(spaced.translate(_DROPPED).split())
    while words and (words[0] in _LEADING or unicodedata.category(words[0]) == "Cf"):
        words = words[1:]
    return words.rstrip(_TRAILING)


def _fallback(title: str) -> str:
    return f"note-{_hash(title)}"


def _hash(title: str) -> str:
    return sha256(title.encode(errors="surrogatepass")).hexdigest()[:HASH_DIGITS]


def _refusal(name: str) -> str | None:
    """Why a name is refused, as the end of a sentence that begins with it."""
    if any(unicodedata.category(char) in _UNPRINTABLE for char in name):
        return "has a control character"
    if _TURNING.search(name):
        return "has a character that turns the direction of the text after it"
    if not name.strip():
        return "is blank"
    if "\\" in name:
        return "has a backslash"
    parts = name.split("/")
    if (parts[0].startswith("~") and len(parts) > 1) or parts[0] == "~" or _VARIABLE.fullmatch(parts[0]):
        return "begins with a place that a shell expands"
    reasons = (_part_refusal(part, is_page=at == len(parts) - 1) for at, part in enumerate(parts))
    return next(filter(None, reasons), None) or _escape_in_disguise(name)


def _part_refusal(part: str, *, is_page: bool) -> str | None:
    if not part:
        return "is absolute or has an empty folder"
    if part != part.strip():
        return "has a space at an end"
    if _is_hidden(part):
        return "has a part that begins with a dot"
    if _is_device(part):
        return "is a device on Windows"
    if not is_page and part.endswith("."):
        return "has a folder that ends in a dot"
    if len(part.encode()) + (len(SUFFIX) if is_page else 0) > NAME_BYTES:
        return f"has a part of over {NAME_BYTES} bytes"
    return None


def _escape_in_disguise(name: str) -> str | None:
    """Why a name is refused that is harmless as it stands, but not once decoded, or folded to plain characters."""
    for text in (name, unquote(name), unquote(unquote(name))):
        parts = re.split(r"[/\\]", unicodedata.normalize("NFKC", _visible(text)))
        if any(_is_dots(part) or part.casefold().startswith(".git") for part in parts) or not parts[0]:
            return "reads as a parent or hidden folder to some systems"
        if any(_is_hidden(_visible(part)) for part in re.split(r"[/\\]", text)):
            return "has a part that begins with a dot"
        if _DRIVE.match(_visible(text)):
            return "begins with a drive"
    return None


def _visible(text: str) -> str:
    """Without the format characters that some file systems ignore when they compare."""
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


def _is_hidden(part: str) -> bool:
    # git~1 is the short name that Windows gives to .git.
    return part[:1] in {".", "\uff0e", "\ufe52", "\u2024"} or part.casefold() == "git~1"


def _is_dots(part: str) -> bool:
    return not part.strip(" .")


def _is_device(part: str) -> bool:
    return part.partition(".")[0].rstrip().casefold() in _DEVICES
