"""What is asked of an import, and what became of each entry. Pure values; nothing is imported here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vademecum.address import Scope
from vademecum.errors import HeldError, RefusedError, VademecumError

Kind: TypeAlias = Literal[
    "imported", "duplicate", "removed", "left-out", "held", "threat", "over-budget", "invalid", "failed"
]
KINDS: tuple[Kind, ...] = (
    *("imported", "duplicate", "removed", "left-out"),
    *("held", "threat", "over-budget", "invalid", "failed"),
)
REFUSED: frozenset[Kind] = frozenset({"held", "threat", "over-budget", "invalid", "failed"})
_BY_CODE: Mapping[str, Kind] = {
    "threat": "threat",
    "secret": "threat",
    "over-budget": "over-budget",
    "too-large": "over-budget",
}


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one entry: where it was in the file, the page it is now or would be, and why not, if not."""

    where: str
    kind: Kind
    address: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """All outcomes of an import, in the order of the file. ``warnings`` are failures after a write that happened."""

    source: str
    dry_run: bool
    results: tuple[Result, ...]
    warnings: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[Kind, int]:
        """How many entries there are of each outcome."""
        found = Counter(each.kind for each in self.results)
        return {kind: found[kind] for kind in KINDS}

    @property
    def refused(self) -> tuple[Result, ...]:
        """What did not get in, and should be looked at."""
        return tuple(each for each in self.results if each.kind in REFUSED)


@dataclass(frozen=True, slots=True)
class Request:
    """How to import: what ``kind`` the file turned out to be, and where its entries go unless they say it themselves.

    With ``replace`` the mount is to hold what the file holds and nothing else; what differs or is not in the file goes
    to the trash. ``dry_run`` writes nothing and tells the same.
    """

    kind: str = ""
    mount: str | None = None
    scope: Scope | None = None
    replace: bool = False
    dry_run: bool = False


def kind_of(error: VademecumError) -> Kind:
    """The outcome of an entry that the gateway, or the way to it, did not let in."""
    if isinstance(error, HeldError):
        return "held"
    return _BY_CODE.get(error.code) or ("invalid" if isinstance(error, RefusedError) else "failed")
