"""Links that follow a page to its new name: only the target of each link that meant that page changes (A11, A12).

Pure; it edits one page at a time, for whoever moves pages. Labels, anchors, ``\\|`` in tables, quotes and all other
bytes stay. A link keeps its way of writing where that still leads to the page: bare name, path, relative path.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from vademecum.errors import EditError
from vademecum.page.codec import encode
from vademecum.page.lines import unify
from vademecum.page.links import TAIL
from vademecum.page.marks import DEFINITION
from vademecum.page.model import Link, Page, Span
from vademecum.page.resolve import Names, Resolved, Via, base_of, find_page, fold, folder_of, from_folder

_SUFFIX = ".md"
_WIKI_TARGET = re.compile(r"!?\[\[\s*(?P<bare>[^\[\]|#\\]*?)\s*(?=#|\\?\||\]\])")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# A wikilink has no way to write these, and a header value none that suits all of YAML's ways of quoting.
_UNLINKABLE = re.compile(r"[\[\]|#^]")
_UNQUOTABLE = re.compile(r"""['"\\]|:\s|\s#""")
# What would end a Markdown destination, begin an anchor, or be decoded.
_UNSAFE = re.compile(r"[\s()<>#%?\\|\"\x00-\x1f\x7f]")
_ENCODED_LETTER = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")


def retarget(page: Page, old_name: str, new_name: str, names: Names) -> bytes:
    """The page's bytes with every link to the page ``old_name`` pointing at ``new_name``; ``names`` are those before.

    On the moved page itself, links that only worked from its old folder are rewritten too. Links by alias or title
    stay. Raises EditError when the new name can't be written in a link that needs it.
    """
    encode("", page.codec)
    move = _Move(page, old_name, new_name, names)
    edits = sorted(set(_edits(move)))
    text, at = "", 0
    for start, end, target in edits:
        text += page.text[at:start] + target
        at = end
    return encode(text + page.text[at:], page.codec)


@dataclass(frozen=True, slots=True)
class _Move:
    page: Page
    old: str
    new: str
    names: Names

    @property
    def source(self) -> str:
        """The name that the edited page has after the move."""
        return self.new if self.page.address.name == self.old else self.page.address.name

    def leads(self, target: str, to: str, *, markdown: bool) -> bool:
        """Whether a target on the edited page means a page, once the move is done."""
        moved = _Moved(self.names, self.old, self.new)
        found = find_page(target, self.source, moved, markdown=markdown)
        return isinstance(found, Resolved) and found.name == to

    def wanted(self, target: str, *, markdown: bool) -> str | None:
        """The page that a written target must mean after the move; None when it is to stay as it is."""
        found = find_page(target, self.page.address.name, self.names, markdown=markdown)
        if not isinstance(found, Resolved) or found.via not in {"path", "name"}:
            return None
        if found.name == self.old:
            return self.new
        moved_away = self.source != self.page.address.name and not self.leads(target, found.name, markdown=markdown)
        return found.name if moved_away else None


class _Moved(Names):
    """The names after a move, without building them again."""

    def __init__(self, names: Names, old: str, new: str) -> None:
        self._before, self._old, self._new = names, old, new

    def at(self, path: str) -> tuple[str, ...]:
        kept = tuple(name for name in self._before.at(path) if name != self._old)
        return (*kept, self._new) if fold(self._new) == fold(path) else kept

    def ending(self, path: str) -> tuple[str, ...]:
        kept = tuple(name for name in self._before.ending(path) if name != self._old)
        return (*kept, self._new) if f"/{fold(self._new)}".endswith(f"/{fold(path)}") else kept

    def called(self, text: str) -> tuple[Via, tuple[str, ...]]:
        via, found = self._before.called(text)
        return via, tuple(self._new if name == self._old else name for name in found)


def _edits(move: _Move) -> Iterator[tuple[int, int, str]]:
    """Where each target stands that must change, and what it becomes."""
    unified = unify(move.page.text)
    for link in move.page.links:
        wiki = unified.startswith(("[[", "![["), link.start)
        span = _wiki_span(unified, link) if wiki else _path_span(unified, link)
        written = unified[slice(*span)]
        target = written if wiki else unquote(_ESCAPED.sub(r"\1", written))
        wanted = move.wanted(target, markdown=link.kind == "markdown") if target else None
        if wanted is not None:
            respelled = _respelled(move, target, wanted, markdown=link.kind == "markdown")
            yield (*span, _wiki(move, link, respelled) if wiki else _markdown(unified, span, respelled))


def _wiki_span(unified: str, link: Link) -> Span:
    found = _WIKI_TARGET.match(unified, link.start, link.end)
    return found.span("bare") if found else (link.start, link.start)


def _path_span(unified: str, link: Link) -> Span:
    """Where the path of a Markdown destination stands, without its anchor; the last one of the link is its own."""
    tails = (
        TAIL.match(unified, at.end(), link.end) for at in re.compile(r"\]").finditer(unified, link.start, link.end)
    )
    found = next((tail for tail in tails if tail and tail.end() == link.end), DEFINITION.match(unified, link.start))
    if found is None:
        return link.start, link.start
    start, end = found.span("bare" if found["angled"] is None else "angled")
    anchor = unified.find("#", start, end)
    return start, end if anchor < 0 else anchor


def _wiki(move: _Move, link: Link, target: str) -> str:
    if _UNLINKABLE.search(target) or (link.start < move.page.body_start and _UNQUOTABLE.search(target)):
        raise EditError(
            f"line {link.line} of {move.page.address} has a link that can't be written to {target!r}",
            hint="choose a name without [ ] | # ^ and quotes",
        )
    return target


def _markdown(unified: str, span: Span, target: str) -> str:
    if unified[span[0] - 1] == "<":
        return target
    if _ENCODED_LETTER.search(unified, *span):
        return quote(target)
    return _UNSAFE.sub(lambda found: quote(found[0]), target)


def _respelled(move: _Move, target: str, wanted: str, *, markdown: bool) -> str:
    """A target for the wanted page, in the written one's manner where that leads there."""
    suffix = target[-len(_SUFFIX) :] if target.casefold().endswith(_SUFFIX) else ""
    stem = target.removesuffix(suffix)
    options = [*_manners(move, stem, wanted, markdown=markdown), f"/{wanted}"]
    return next(each for each in options if move.leads(each + suffix, wanted, markdown=markdown)) + suffix


def _manners(move: _Move, stem: str, wanted: str, *, markdown: bool) -> Iterator[str]:
    beside = from_folder(stem, move.page.address.name) if markdown and not stem.startswith("/") else None
    if stem.startswith(("./", "../")) or (beside and move.names.at(beside)):
        path = posixpath.relpath(f"/{wanted}", f"/{folder_of(move.source)}")
        yield f"./{path}" if stem.startswith("./") and not path.startswith(".") else path
    elif "/" not in stem:
        yield base_of(wanted)
    if not stem.startswith("/"):
        yield wanted
