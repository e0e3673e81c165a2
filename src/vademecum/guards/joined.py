"""Secrets that a write puts together: what a page would say in the end, and neither it nor the write says alone. Pure.

The attack is a secret in parts: a password set where the word ``password`` stands already, or a token in two edits. No
part of it looks like a secret, and the page does. What the page says already is not told again, so one that holds a
secret from before can still be written to elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vademecum.address import Address
from vademecum.config import Format
from vademecum.errors import VademecumError
from vademecum.guards.changes import Addition, Change, Content, RawText, Removal, Rename, Restoration
from vademecum.guards.secrets.scan import find_secrets, mark_of
from vademecum.page import Page
from vademecum.page.codec import decode
from vademecum.page.record import parse_record

# So many lines around a change are read with it: the words that tell a secret stand on its line, or close to it. A
# whole page would cost a third of a second for every hundred thousand characters.
NEAR = 5
# A part of a secret that is as long is taken out; a shorter one may be any word.
_TELLING = 8


class Joined(NamedTuple):
    """A secret, its kind, and the line of the page that it would stand in."""

    kind: str
    line: int
    value: str


def joined_secrets(change: Change, current: Page | None, kind: Format) -> tuple[Joined, ...]:
    """The secrets that a change would put together; none for a change that can't be made, which is refused anyway."""
    if isinstance(change, Removal | Rename | Restoration | RawText):
        return ()  # what has no other text than its own was read whole
    from vademecum.guards.outcome import bytes_after  # noqa: PLC0415 - only a write pays for YAML

    try:
        after = _text_of(bytes_after(change, current, kind), kind)
    except VademecumError:
        return ()
    first, old, new = _around_the_change(_read_before(change, current).splitlines(), after.splitlines())
    found = find_secrets(new)
    known = {old[each.start : each.end] for each in find_secrets(old)} if found else set()
    joined = [Joined(each.kind, first + each.line, new[each.start : each.end]) for each in found]
    return tuple(each for each in joined if each.value not in known)


def without(text: str, found: Sequence[Joined]) -> str:
    """A text of the change without the secrets, or without its own part of one."""
    for each in found:
        if len(text) >= _TELLING and text in each.value:
            return mark_of(each.kind)
        text = text.replace(each.value, mark_of(each.kind))
    return text


def _read_before(change: Change, current: Page | None) -> str:
    """What was looked through before: the page as it is, or the text that a new one is made of."""
    if current is not None:
        return current.text
    return change.text if isinstance(change, Content | Addition) else ""


def _text_of(data: bytes, kind: Format) -> str:
    return parse_record(Address("mount", "record"), data).text if kind == "records" else decode(data)[0]


def _around_the_change(before: Sequence[str], after: Sequence[str]) -> tuple[int, str, str]:
    """How many lines stand before the part that differs, and that part of both, with the lines around it."""
    most = min(len(before), len(after))
    head = next((at for at in range(most) if before[at] != after[at]), most)
    tail = next((at for at in range(most - head) if before[-1 - at] != after[-1 - at]), most - head)
    first, behind = max(0, head - NEAR), max(0, tail - NEAR)
    old, new = before[first : len(before) - behind], after[first : len(after) - behind]
    return first, "\n".join(old), "\n".join(new)
