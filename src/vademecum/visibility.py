"""Why a page is hidden, and from whom: the one filter of rule 5. Pure; it never looks at a disk or a clock.

A page that is hidden from recall has no rows in the index beyond its name, so neither its words nor their statistics
can leak. What a person opens by its exact address is a separate question, asked with the consumer ``open``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vademecum.address import Address, parse
from vademecum.errors import AddressError
from vademecum.globs import matcher
from vademecum.page import MetaValue
from vademecum.page.facts import clean_tag, nested
from vademecum.text.fold import caseless

Reason: TypeAlias = Literal["private", "not-exposed", "superseded", "forgotten"]
Consumer: TypeAlias = Literal["recall", "push", "open"]

_SUPERSEDED = "superseded_by"
_TRUE = frozenset({"true", "yes", "on", "1"})
# What is only out of date stays open to whoever asks for it by name; what is private does not.
_STILL_OPENS: frozenset[Reason] = frozenset({"superseded", "forgotten"})


@dataclass(frozen=True, slots=True)
class Rules:
    """A mount's rules of exposure, ready to be asked; ``exposed`` and ``is_private`` take a name with its ``.md``."""

    exposed: Callable[[str], bool]
    is_private: Callable[[str], bool]
    private_tags: frozenset[str]


def rules_for(expose: Sequence[str], private: Sequence[str], private_tags: Sequence[str]) -> Rules:
    """Rules from a mount's globs and tags; an empty ``expose`` exposes every page."""
    return Rules(
        exposed=matcher(expose) if expose else lambda _name: True,
        is_private=matcher(private),
        private_tags=frozenset(caseless(clean_tag(tag)) for tag in private_tags),
    )


def why_hidden(
    name: str, meta: Mapping[str, MetaValue], tags: Sequence[str], rules: Rules, consumer: Consumer = "recall"
) -> Reason | None:
    """The first reason why this consumer may not have the page, None when it may."""
    reason = _reason(name, meta, tags, rules)
    return None if consumer == "open" and reason in _STILL_OPENS else reason


def _reason(name: str, meta: Mapping[str, MetaValue], tags: Sequence[str], rules: Rules) -> Reason | None:
    file = f"{name}.md"
    if is_true(meta.get("private")) or rules.is_private(file) or not rules.private_tags.isdisjoint(nested(tags)):
        return "private"
    if not rules.exposed(file):
        return "not-exposed"
    if meta.get(_SUPERSEDED):
        return "superseded"
    return "forgotten" if is_true(meta.get("forgotten")) else None


def superseding(meta: Mapping[str, MetaValue], mount: str) -> Address | None:
    """What a page says that it is superseded by, None when it is not; a name alone is a page of the same mount."""
    said = meta.get(_SUPERSEDED)
    if not isinstance(said, str) or not said.strip():
        return None
    try:
        return parse(said.strip(), mount)
    except AddressError:
        return Address(mount, said.strip())


def is_true(value: MetaValue | None) -> bool:
    """Whether a header value, kept as typed, says yes in YAML's words."""
    return isinstance(value, str) and value.strip().casefold() in _TRUE
