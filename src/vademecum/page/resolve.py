"""What a link points at: Obsidian's rules as a pure function over the names of a store. It never reads a page.

The rule, first match wins; letters are compared without case, and composed or not (A14, A24):

1. no target: the page itself;
2. a Markdown link, or one that begins with ``./`` or ``../``: the path from the page's own folder;
3. the path from the root, when there is a ``/`` in it;
4. pages whose path ends in the target, whole folders only: those in the page's own folder first, then the shortest
   path, then the order of names; the others are carried along, for lint;
5. aliases, then titles (A10, M6), for wikilinks only; two pages of one alias are ambiguous.

Someone who asks from nowhere (a tool, a person) has no folder of their own, so several pages in 4 are ambiguous too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vademecum.page.model import Block, Link

Via = Literal["self", "path", "name", "alias", "title"]
Reason = Literal["missing-page", "missing-heading", "missing-block"]
BlocksOf: TypeAlias = Callable[[str], Sequence[Block]]
Lookup: TypeAlias = Mapping[str, tuple[str, ...]]

# What Obsidian takes for a space when it compares headings, so that every heading can be linked to.
_HEADING_NOISE = re.compile(r"""[\s!"#$%&()*+,./:;<=>?@\[\\\]^`{|}~]+""")
_NO_SLUG = re.compile(r"[^\w\s-]")


@dataclass(frozen=True, slots=True)
class Named:
    """A page as links see it: its name, its aliases, and its title when the header gives one."""

    name: str
    aliases: tuple[str, ...] = ()
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """The page that a link points at, and the block when it names one; ``others`` would have fitted as well."""

    name: str
    via: Via
    block: Block | None = None
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several pages fit and no rule chooses, in order of name."""

    candidates: tuple[str, ...]
    via: Via


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Nothing fits; ``name`` is the page when only its heading or block id is missing (A13)."""

    reason: Reason
    name: str | None = None


Outcome: TypeAlias = Resolved | Ambiguous | Unresolved


class Names:
    """All pages that links of one store can point at."""

    def __init__(self, pages: Iterable[Named]) -> None:
        known = sorted(pages, key=lambda page: page.name)
        self._paths = _grouped((page.name, page.name) for page in known)
        self._bases = _grouped((base_of(page.name), page.name) for page in known)
        self._aliases = _grouped((alias, page.name) for page in known for alias in page.aliases)
        self._titles = _grouped((page.title, page.name) for page in known if page.title)

    def at(self, path: str) -> tuple[str, ...]:
        """The pages at a path from the root; more than one only where case tells pages apart."""
        return self._paths.get(fold(path), ())

    def ending(self, path: str) -> tuple[str, ...]:
        """The pages whose path is this, or ends in it after a folder."""
        end = fold(path)
        same_base = self._bases.get(base_of(end), ())
        return tuple(name for name in same_base if fold(name) == end or fold(name).endswith(f"/{end}"))

    def called(self, text: str) -> tuple[Via, tuple[str, ...]]:
        """The pages that have a text as alias, else as title."""
        folded = fold(text)
        by_alias = self._aliases.get(folded, ())
        return ("alias", by_alias) if by_alias else ("title", self._titles.get(folded, ()))


def resolve(link: Link, source: str | None, names: Names, blocks_of: BlocksOf | None = None) -> Outcome:
    """What a link on the page ``source`` points at; None is a link from nowhere.

    ``blocks_of`` gives the blocks of a page by name; without it, anchors are not looked at.
    """
    anchor = link.anchor
    outcome = find_page(link.target.strip(), source, names, markdown=link.kind == "markdown")
    if not isinstance(outcome, Resolved) or not anchor or blocks_of is None:
        return outcome
    block = find_block(anchor, blocks_of(outcome.name), slugs=link.kind == "markdown")
    if block is None:
        return Unresolved("missing-block" if anchor.startswith("^") else "missing-heading", outcome.name)
    return Resolved(outcome.name, outcome.via, block, outcome.others)


def find_page(target: str, source: str | None, names: Names, *, markdown: bool = False) -> Outcome:
    """The page that a target means, written with or without ``.md``; ``markdown`` is how the link was written."""
    if not target:
        return Unresolved("missing-page") if source is None else Resolved(source, "self")
    spellings = (target[:-3], target) if target.casefold().endswith(".md") else (target,)
    for spelling in spellings:
        outcome = _find(spelling, source, names, markdown=markdown)
        if not isinstance(outcome, Unresolved):
            return outcome
    return Unresolved("missing-page")


def find_block(anchor: str, blocks: Iterable[Block], *, slugs: bool = False) -> Block | None:
    """The first block of an anchor: ``^id``, a heading, or headings of a path as ``A#B``.

    ``slugs`` accepts ``real-section`` for ``Real Section`` too, as web pages spell it.
    """
    if anchor.startswith("^"):
        wanted = anchor[1:].strip().casefold()
        return next((block for block in blocks if wanted in map(str.casefold, block.ids)), None)
    headed = [block for block in blocks if block.crumb]
    parts = [_heading_key(part) for part in anchor.split("#") if part.strip()]
    found = next((block for block in headed if _is_path(parts, [*map(_heading_key, block.crumb)])), None)
    return _by_slug(anchor, headed) if found is None and slugs else found


def ranked(candidates: Iterable[str], target: str, source: str | None) -> list[str]:
    """Pages that a target fits, best first: own folder, shortest path, the exact letters, order of name."""
    folder = None if source is None else fold(folder_of(source))
    return sorted(
        candidates,
        key=lambda name: (fold(folder_of(name)) != folder, len(name), not name.endswith(target), name),
    )


def from_folder(path: str, source: str | None) -> str | None:
    """The path from the root that a path from the page's folder means; None when it leaves the store."""
    parts = folder_of(source or "").split("/")
    for part in path.split("/"):
        if part == "..":
            if parts in ([""], []):
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(filter(None, parts))


def folder_of(name: str) -> str:
    """The folder part of a name, empty at the root."""
    return name.rpartition("/")[0]


def base_of(name: str) -> str:
    """The last part of a name."""
    return name.rpartition("/")[2]


def fold(text: str) -> str:
    """A text as links compare it: composed, without case, without spaces around it."""
    if text.isascii():
        return text.lower().strip()
    # Folding case can take a composed letter apart again.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).strip()


def _find(target: str, source: str | None, names: Names, *, markdown: bool) -> Outcome:
    rooted = target.startswith("/")
    relative = target.startswith(("./", "../"))
    if (markdown and not rooted) or relative:
        path = from_folder(target, source)
        found = names.at(path) if path else ()
        if found or relative:
            return _chosen(found, target, source, "path")
    path = target.strip("/")
    if "/" in path or rooted:
        found = names.at(path)
        if found or rooted:
            return _chosen(found, path, source, "path")
    found = names.ending(path)
    if source is None and len(found) > 1 and not names.at(path):
        return Ambiguous(found, "name")
    if found:
        return _chosen(found, path, source, "name")
    return Unresolved("missing-page") if markdown else _by_other_name(target, names)


def _by_other_name(target: str, names: Names) -> Outcome:
    via, found = names.called(target)
    if len(found) > 1:
        return Ambiguous(found, via)
    return Resolved(found[0], via) if found else Unresolved("missing-page")


def _chosen(found: tuple[str, ...], target: str, source: str | None, via: Via) -> Outcome:
    if not found:
        return Unresolved("missing-page")
    first, *others = ranked(found, target, source)
    return Resolved(first, via, None, tuple(others))


def _grouped(pairs: Iterable[tuple[str, str]]) -> Lookup:
    groups: dict[str, dict[str, None]] = {}
    for key, name in pairs:
        if folded := fold(key):
            groups.setdefault(folded, {})[name] = None
    return {key: tuple(names) for key, names in groups.items()}


def _heading_key(text: str) -> str:
    folded = fold(text)
    return _HEADING_NOISE.sub(" ", folded).strip() or folded


def _is_path(parts: Sequence[str], crumb: Sequence[str]) -> bool:
    """Whether the last parts agree, and the others come in this order above it."""
    if not parts or parts[-1] != crumb[-1]:
        return False
    above = iter(crumb[:-1])
    return all(part in above for part in parts[:-1])


def _by_slug(anchor: str, headed: Iterable[Block]) -> Block | None:
    counts: dict[str, int] = {}
    for block in headed:
        slug = re.sub(r"\s", "-", _NO_SLUG.sub("", fold(block.crumb[-1])))
        seen = counts[slug] = counts.get(slug, -1) + 1
        if fold(anchor) == (f"{slug}-{seen}" if seen else slug):
            return block
    return None
