"""What a write would do, as a closed set of values. Pure; what comes of them is in ``outcome.py``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from vademecum.address import Address
from vademecum.errors import MatchError
from vademecum.page.model import Page


@dataclass(frozen=True, slots=True)
class Content:
    """The page's whole text: a new page, or all of an old one. ``title`` and ``meta`` are for a new page only, save for
    an ``author`` in ``meta`` that is an agent: all of the text is that agent's then, whoever made the page."""

    text: str
    title: str = ""
    meta: tuple[tuple[str, str | tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Replacement:
    """One literal text for another; it must occur exactly once unless ``every``."""

    old: str
    new: str
    every: bool = False


@dataclass(frozen=True, slots=True)
class Addition:
    """Text at the end of the page, or of the block at this heading path; nothing that is there can be lost by it.
    ``title`` and ``meta`` are for the page that it makes where there is none."""

    text: str
    crumb: tuple[str, ...] = ()
    nth: int | None = None
    title: str = ""
    meta: tuple[tuple[str, str | tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class KeyChange:
    """One header key set, or taken away when ``value`` is None."""

    key: str
    value: str | Sequence[str] | None


@dataclass(frozen=True, slots=True)
class RawText:
    """The whole file, header and all, as a person left it in an editor, or as an archive holds it.

    ``data`` are the very bytes, where they say more than the text: other encodings, or a record's whole line. ``text``
    is then what they say, as ``guards/exact.py`` reads it, so that guards see all that will stand there.
    """

    text: str
    data: bytes | None = None


@dataclass(frozen=True, slots=True)
class Removal:
    """The page goes to the trash."""


@dataclass(frozen=True, slots=True)
class Rename:
    """The page gets another name in the same mount."""

    to: str


@dataclass(frozen=True, slots=True)
class Restoration:
    """The page comes back from the trash; ``text`` is what it says there, so that guards see what will stand again."""

    trash_id: str
    text: str


Edit: TypeAlias = Content | Replacement | Addition | KeyChange | RawText
Change: TypeAlias = Edit | Removal | Rename | Restoration
Purpose: TypeAlias = Literal["write", "correct", "import", "compile"]
"""Why a write is asked for, where that is not plain from the change. What Vademecum compiles of a store's own pages, or
puts in a new one, skips observation and approval and nothing else (rule 3)."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who writes: a person, an agent through a host, or an import; ``name`` says which."""

    kind: str = "person"
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


PERSON = Actor()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A write that is asked for. ``version`` is what the writer was shown, whole or its first 12 characters."""

    address: Address
    change: Change
    actor: Actor = PERSON
    version: str | None = None
    purpose: Purpose = "write"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the page that it changes: its own, and the one that it moves it to."""
        own = self.address.name
        return (own, self.change.to) if isinstance(self.change, Rename) else (own,)


class Outcome(NamedTuple):
    """What a write makes of one page: the bytes that it will have, and the page that is there ``before``, if any."""

    before: Page | None
    data: bytes


def check_change(change: Change) -> None:
    """Raise MatchError for a replacement that can't mean anything, before any page is read (D19)."""
    if not isinstance(change, Replacement):
        return
    if not change.old:
        raise MatchError("the text to replace is empty", hint="give the exact text that stands in the page")
    if change.old == change.new:
        raise MatchError("the replacement equals the text it replaces", hint="nothing needs to be done")
