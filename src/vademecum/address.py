"""Addresses: names for pages and blocks that are not file paths. Pure; it never looks at a disk.

Grammar (docs/concepts/addresses.md)::

    address = [mount ":"] name ["#" place]
    place   = "^" block-id | crumb {" > " crumb} ["~" nth]

A name is the NFC path of a page below its mount, ``/`` between folders, without ``.md``. In names and crumbs
``%``, ``#``, ``:``, ``~``, the spaces at either end and what nobody sees (control characters, line separators, marks
that turn a text's direction) are percent-encoded; in crumbs ``>`` and a leading ``^`` too, and a heading without text
is ``%-``. So any file name and any heading has exactly one address, on one line, and ``parse`` undoes ``str`` to the
character.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from functools import total_ordering
from typing import Literal
from urllib.parse import unquote

from vademecum.errors import AddressError
from vademecum.spelling import CRUMB_JOIN, NO_TEXT, format_name, format_place, spell

__all__ = ["CRUMB_JOIN", "SCOPES", "Address", "Scope", "check_mount", "format_name", "format_place", "parse"]

Scope = Literal["user", "global", "workspace"]
SCOPES: tuple[Scope, ...] = ("user", "global", "workspace")

MOUNT_MAX = 32
# A count with more digits than any page has lines is a typing error, and int() refuses very long ones its own way.
_COUNT_DIGITS = 9


@total_ordering
@dataclass(frozen=True, slots=True)
class Address:
    """Where a page is, or one of its blocks; in order of mount, name and place.

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

    def __lt__(self, other: Address) -> bool:
        return self._order < other._order

    @property
    def _order(self) -> tuple[str, str, tuple[str, ...], int, str]:
        return (self.mount, self.name, self.crumb, self.nth, self.block_id or "")

    def __str__(self) -> str:
        return spell(self.mount, self.name, self.place)

    @property
    def place(self) -> str:
        """The part after ``#``, percent-encoded; empty for a page."""
        if self.block_id is not None:
            return f"^{self.block_id}"
        return format_place(self.crumb, self.nth)


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

    A ``%`` that begins no escape stands for itself, so that a hand-typed name is understood. Raises AddressError for
    a text without a name, an escape that is not UTF-8, a ``^`` without an id, or a count that is no number.
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
        return _with_block_id(page, place[1:].strip(), text)
    path, tilde, count = place.rpartition("~")
    if not tilde:
        path, count = place, "1"
    if not (count.isascii() and count.isdigit() and len(count) <= _COUNT_DIGITS and int(count) > 0):
        raise AddressError(f"address {text!r} counts blocks with {count!r}", hint="after ~ stands a number from 1")
    crumb = tuple(_crumb(part.strip(), text) for part in path.split(CRUMB_JOIN)) if path.strip() else ()
    return replace(page, crumb=crumb, nth=int(count))


def _with_block_id(page: Address, block_id: str, text: str) -> Address:
    if not block_id or not all(char.isalnum() or char in "-_" for char in block_id):
        raise AddressError(f"address {text!r} names no block after ^", hint="write it as NAME#^ID")
    return replace(page, block_id=block_id)


def _crumb(part: str, text: str) -> str:
    return "" if part == NO_TEXT else _decode(part, text)


def _decode(part: str, text: str) -> str:
    try:
        return unquote(part, errors="strict")
    except UnicodeDecodeError as error:
        raise AddressError(f"address {text!r} has a broken percent escape") from error
