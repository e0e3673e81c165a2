"""Addresses: names for pages and blocks that are not file paths. Pure; it never looks at a disk.

Grammar (docs/concepts/addresses.md)::

    address = [mount ":"] name ["#" place]
    place   = "^" block-id | crumb {" > " crumb} ["~" nth]

A name is the NFC path of a page below its mount, ``/`` between folders, without ``.md``. In names and crumbs
``%``, ``#``, ``:``, ``~`` and control characters are percent-encoded, and ``>`` in crumbs too, so that any file
name and any heading has exactly one address and ``parse`` undoes ``str`` to the character.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import unquote

from vademecum.errors import AddressError

Scope = Literal["user", "global", "workspace"]
SCOPES: tuple[Scope, ...] = ("user", "global", "workspace")

CRUMB_JOIN = " > "
MOUNT_MAX = 32
_NAME_ESCAPES = {ord(c): f"%{ord(c):02X}" for c in "%#:~" + "".join(map(chr, range(32))) + "\x7f"}
_CRUMB_ESCAPES = _NAME_ESCAPES | {ord(">"): "%3E"}


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """Where a page is, or one of its blocks.

    ``crumb`` is the block's heading path, empty for the page or its untitled block; ``nth`` counts blocks of one
    heading path from 1; ``block_id`` is an Obsidian block id without its ``^``.
    """

    mount: str
    name: str
    crumb: tuple[str, ...] = ()
    nth: int = 1
    block_id: str | None = None

    @property
    def page(self) -> Address:
        """The address of the whole page."""
        return Address(self.mount, self.name)

    @property
    def is_block(self) -> bool:
        """Whether it points at a part of the page."""
        return bool(self.crumb) or self.block_id is not None or self.nth > 1

    def block(self, crumb: tuple[str, ...], nth: int = 1) -> Address:
        """The address of a block of the same page."""
        return replace(self, crumb=crumb, nth=nth, block_id=None)

    def __str__(self) -> str:
        page = f"{self.mount}:{format_name(self.name)}"
        place = self.place
        return f"{page}#{place}" if place else page

    @property
    def place(self) -> str:
        """The part after ``#``, percent-encoded; empty for a page."""
        if self.block_id is not None:
            return f"^{self.block_id}"
        return format_place(self.crumb, self.nth)


def format_name(name: str) -> str:
    """A page's name as it stands in an address; spaces at its ends and a ``.md`` of its own stay readable back."""
    text = name.translate(_NAME_ESCAPES)
    if text.endswith(".md"):
        text = f"{text[:-3]}%2Emd"
    if text[:1] == " ":
        text = f"%20{text[1:]}"
    return f"{text[:-1]}%20" if text[-1:] == " " else text


def format_place(crumb: tuple[str, ...], nth: int = 1) -> str:
    """A heading path as it stands after ``#``."""
    joined = CRUMB_JOIN.join(part.translate(_CRUMB_ESCAPES) for part in crumb)
    return f"{joined}~{nth}" if nth > 1 else joined


def check_mount(name: str) -> str:
    """Return a mount's name, or raise AddressError saying which character can't stand in one."""
    if not name or len(name) > MOUNT_MAX:
        raise AddressError(f"a mount name has 1 to {MOUNT_MAX} characters, got {len(name)}")
    bad = next((c for c in name if not (c.isalnum() or c in "-_")), None)
    if bad is not None:
        raise AddressError(f"mount name {name!r} has {bad!r}", hint="use letters, digits, - and _")
    return name


def parse(text: str, mount: str | None = None) -> Address:
    """Read an address; ``mount`` is used when the text names none.

    Raises AddressError for a text without a name, with an unknown escape or a count that is no number.
    """
    head, hash_mark, place = text.partition("#")
    before, colon, after = head.partition(":")
    if colon:
        mount, head = check_mount(before.strip()), after
    if mount is None:
        raise AddressError(f"address {text!r} names no mount", hint="write it as MOUNT:NAME")
    name = unicodedata.normalize("NFC", _decode(head.strip().removesuffix(".md"), text))
    if not name:
        raise AddressError(f"address {text!r} names no page", hint="write it as MOUNT:NAME")
    return _with_place(Address(mount, name), place, text) if hash_mark else Address(mount, name)


def _with_place(page: Address, place: str, text: str) -> Address:
    if place.startswith("^"):
        return replace(page, block_id=place[1:].strip())
    path, tilde, count = place.rpartition("~")
    if not tilde:
        path, count = place, "1"
    if not (count.isascii() and count.isdigit() and int(count) > 0):
        raise AddressError(f"address {text!r} counts blocks with {count!r}", hint="after ~ stands a number from 1")
    crumb = tuple(_decode(part.strip(), text) for part in path.split(CRUMB_JOIN)) if path.strip() else ()
    return replace(page, crumb=crumb, nth=int(count))


def _decode(part: str, text: str) -> str:
    try:
        return unquote(part, errors="strict")
    except UnicodeDecodeError as error:
        raise AddressError(f"address {text!r} has a broken percent escape") from error
