"""A rule as it is written and read: groups of meanings that have to meet in one sentence. Pure."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Group: TypeAlias = frozenset[str]


class Link(NamedTuple):
    """A group of a chain, whether it has to stand close behind the one before, and whether no negation may be close
    before it."""

    group: Group
    is_close: bool
    is_asserted: bool


Chain: TypeAlias = tuple[Link, ...]


class Rule(NamedTuple):
    """``needs`` are groups of meanings, of each of which the sentence must have one; ``but`` are meanings that it must
    not have; of the groups of a chain words stand in its order. ``why`` says what it asks for. One that ``is_sure``
    needs nothing beside it to be believed."""

    id: str
    why: str
    needs: tuple[Group, ...]
    but: Group
    chains: tuple[Chain, ...]
    is_sure: bool = False

    @property
    def all_needs(self) -> tuple[Group, ...]:
        """All groups, those of chains too."""
        return (*self.needs, *(link.group for chain in self.chains for link in chain))


def rule(name: str, why: str, *ways: str) -> tuple[Rule, ...]:
    """One rule in several ways, each written as groups.

    ``|`` stands between meanings of one group, ``-`` before those of ``but``, ``>`` between groups of which one follows
    the other closely, ``>>`` where it follows anywhere in the sentence, ``!`` before one that is not negated, and
    ``=`` alone in a way that is sure.
    """
    return tuple(_read(name, why, way.split()) for way in ways)


def _read(name: str, why: str, parts: list[str]) -> Rule:
    is_sure = "=" in parts
    parts = [part for part in parts if part != "="]
    but = [word for part in parts if part[0] == "-" for word in part[1:].split("|")]
    needs = tuple(frozenset(part.split("|")) for part in parts if part[0] != "-" and ">" not in part)
    chains = tuple(_chain(part) for part in parts if ">" in part)
    return Rule(name, why, needs, frozenset(but), chains, is_sure)


def _chain(part: str) -> Chain:
    links = part.replace(">>", ">~").split(">")
    return tuple(
        Link(frozenset(link.lstrip("!~").split("|")), is_close=link[0] != "~", is_asserted=link[0] == "!")
        for link in links
    )
