"""Which pages of a store play which part: persona, protocol, contents page, first steps and log, in any layout. Pure.

A page that says its part (``type: persona``) plays it wherever it stands. Else a name at the top of the store makes a
page a candidate, and the layout decides: ``MEMORY.md`` is the contents page of most stores and the protocol of a wiki,
so its name alone tells nothing. What a mount names goes before all of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from vademecum.page import Page
from vademecum.page.display import shown

Role: TypeAlias = Literal["persona", "protocol", "index", "checklist", "log"]
ROLES: tuple[Role, ...] = ("persona", "protocol", "index", "checklist", "log")

# What a candidate is called, in the spelling that it is looked for where no index tells names.
NAMES: Mapping[str, Role] = {
    "SOUL": "persona",
    "PERSONA": "persona",
    "PROTOCOL": "protocol",
    "MEMORY": "index",
    "index": "index",
    "BOOTSTRAP": "checklist",
    "log": "log",
}
_BY_KEY = {name.casefold(): role for name, role in NAMES.items()}
_MEMORY, _INDEX = "memory", "index"

# The head of an entry (P7), with whatever stands behind the day.
_HEAD = re.compile(r"^##[ \t]+(\[[0-9]{4}-[0-9]{2}-[0-9]{2}\][^\n]*)", re.MULTILINE)
# So much of a log's end is read (P20), and so much of one head is told.
TAIL = 4_096
HEAD_CHARS = 160

# A persona is missing while this still stands in its beginning; the page that a wiki starts with has it (P28).
PLACEHOLDER = "_not chosen_"
PERSONA_READ = 4_096
CHECKLIST_READ = 2_048
_STATUS = re.compile(r"^status:[ \t]*([^\s#]*)", re.MULTILINE)
PENDING = "pending"
# ``skipped`` is the person's own word that nobody shall ask again.
_SETTLED = frozenset({"complete", "skipped"})


@dataclass(frozen=True, slots=True)
class Roles:
    """The pages by their parts; None for a part that no page plays. ``is_wiki`` says that the store is laid out round
    a persona, as P's are."""

    persona: Page | None = None
    protocol: Page | None = None
    index: Page | None = None
    checklist: Page | None = None
    log: Page | None = None
    is_wiki: bool = False

    @property
    def names(self) -> frozenset[str]:
        """The names of all these pages but the contents page."""
        pages = (self.persona, self.protocol, self.checklist, self.log)
        return frozenset(page.address.name for page in pages if page is not None)


def is_named(name: str, *files: str | None) -> bool:
    """Whether a page is called by a name of ours, or is one of the files that a mount names. Only such a name may stand
    among words of ours: any page may say its part, and its own name is the words of whoever wrote it."""
    return name.casefold() in _BY_KEY or f"{name}.md" in files


def is_candidate(name: str, kind: str | None) -> bool:
    """Whether a page of this name and type may play a part."""
    return name.casefold() in _BY_KEY or (kind or "").casefold() in ROLES


def roles_of(
    pages: Iterable[Page], *, index_file: str | None = None, protocol_file: str | None = None, is_wiki: bool = False
) -> Roles:
    """The parts of these candidates. A file that a mount names plays its part, or, where it is not there, nobody."""
    there = sorted(pages, key=lambda page: page.address.name)
    told = {role: [page for page in there if (page.type or "").casefold() == role] for role in ROLES}
    called = {role: [page for page in there if _BY_KEY.get(page.address.name.casefold()) == role] for role in ROLES}
    log = _first(told["log"], [page for page in called["log"] if is_wiki or _HEAD.search(page.text)])
    roles = Roles(
        _first(told["persona"], called["persona"]), None, None, _first(told["checklist"], called["checklist"]), log
    )
    is_wiki = is_wiki or any((roles.persona, roles.checklist, roles.log))
    contents = _contents(called["index"], is_wiki=is_wiki)
    index = _named(there, index_file) if index_file else _first(told["index"], contents[:1])
    left = [page for page in called["index"] if is_wiki and page is not index and _key(page) == _MEMORY]
    protocol = _named(there, protocol_file) if protocol_file else _first(told["protocol"], called["protocol"], left)
    return replace(roles, protocol=None if protocol is index else protocol, index=index, is_wiki=is_wiki)


def _contents(candidates: Sequence[Page], *, is_wiki: bool) -> list[Page]:
    """The contents page among ``MEMORY`` and ``index``: in a wiki the latter, and ``MEMORY`` only if it links to
    something; elsewhere the former, unless it links to nothing and the other does."""
    by_key = {_key(page): page for page in candidates}
    memory, index = by_key.get(_MEMORY), by_key.get(_INDEX)
    if is_wiki:
        return [page for page in (index, memory if memory and memory.links else None) if page]
    is_list = memory is not None and (memory.links or index is None or not index.links)
    return [page for page in ((memory, index) if is_list else (index, memory)) if page]


def newest_heads(log: Page, count: int) -> tuple[str, ...]:
    """The last heads of entries in the end of a log, in the order in which they stand (P20); what a person hid in a
    comment is none."""
    text = shown(log)
    tail = text[-TAIL:]
    if len(text) > TAIL:
        tail = tail.partition("\n")[2]  # its first line may be the end of another
    heads = [head if len(head) <= HEAD_CHARS else f"{head[: HEAD_CHARS - 1]}…" for head in _HEAD.findall(tail)]
    return tuple(head.strip() for head in heads[-count:]) if count else ()


def needs_persona(roles: Roles, *, is_wiki: bool) -> bool:
    """Whether a person has yet to say who the agent is here (P28). A store without persona and first steps, as most
    are, needs none unless it was mounted as a wiki."""
    persona, checklist = roles.persona, roles.checklist
    is_pending = checklist is not None and status_of(checklist) not in _SETTLED
    if persona is None:
        return is_wiki or is_pending
    return PLACEHOLDER in persona.text[:PERSONA_READ] or is_pending


def status_of(checklist: Page) -> str:
    """How far the first steps are, ``pending`` where the page does not say."""
    found = _STATUS.search(checklist.text[:CHECKLIST_READ].replace("\r\n", "\n").replace("\r", "\n"))
    return found[1].strip("\"'").casefold() if found and found[1] else PENDING


def _first(*several: Sequence[Page]) -> Page | None:
    return next((page for pages in several for page in pages), None)


def _named(pages: Sequence[Page], file: str) -> Page | None:
    return next((page for page in pages if page.address.name == file.removesuffix(".md")), None)


def _key(page: Page) -> str:
    return page.address.name.casefold()
