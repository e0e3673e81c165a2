"""Several changes of facts in one scope, all or none: played through first, then written as one group.

Operations see what those before them did, as if each had been written: a fact that one adds can be taken away by the
next. What counts against the budget is the state at the end, so that a batch may go over it in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from vademecum.address import Scope
from vademecum.errors import InputError
from vademecum.guards.changes import Change, Content, Proposal, RawText, Removal
from vademecum.memory.facade import Memory
from vademecum.memory.facts import Record, clean_tags, live_facts
from vademecum.memory.notes import Note, fact_type, free_address, header_of, mount_for, title_of
from vademecum.memory.stated import fact_text
from vademecum.page import Page, parse

Action = Literal["add", "replace", "remove"]


@dataclass(frozen=True, slots=True)
class Operation:
    """One change. ``target`` is a fact's id, or a part of its text that no other fact holds."""

    action: Action
    content: str = ""
    target: str = ""
    tags: tuple[str, ...] = ()


@dataclass(slots=True)
class Tally:
    """What came of the operations, counted."""

    added: int = 0
    replaced: int = 0
    removed: int = 0
    skipped_duplicate: int = 0
    skipped_missing: int = 0
    skipped_ambiguous: int = 0


@dataclass(slots=True)
class _Line:
    """A fact while a batch is played through: what it says now, and what it was before, if it was there."""

    text: str
    was: Record | None = None
    tags: tuple[str, ...] = ()


@dataclass(slots=True)
class _State:
    lines: list[_Line]
    removed: list[Record] = field(default_factory=list)


def batch_facts(memory: Memory, scope: Scope, operations: Sequence[Operation]) -> Tally:
    """Do all operations, or none: whatever the gateway refuses of one of them is raised before anything is written, and
    where a person has to agree to one of them, all of them wait together."""
    mount = mount_for(memory.library, Note("", scope=scope))
    memory.library.sync(mount.name)
    with memory.gateway.alone(mount.name):
        facts = [fact for fact in live_facts(memory, scope) if fact.address.mount == mount.name]
        state = _State([_Line(fact.content, fact) for fact in facts])
        tally = Tally()
        for operation in operations:
            _play(state, operation, tally)
        proposals = _proposals(memory, state, scope)
        receipts = memory.gateway.write_all(proposals, f"Change facts of {scope}") if proposals else ()
    for line in (line for receipt in receipts for line in receipt.warnings):
        memory.setting.notice(line)
    return tally


def _play(state: _State, operation: Operation, tally: Tally) -> None:
    text = operation.content.strip()
    if operation.action != "remove" and not text:
        raise InputError(f"{operation.action} takes content", hint="give the fact's whole text")
    if operation.action == "add":
        if any(line.text == text for line in state.lines):
            tally.skipped_duplicate += 1
            return
        state.lines.append(_Line(text, tags=operation.tags))
        tally.added += 1
        return
    found = _meant(state.lines, operation.target)
    if len(found) != 1:
        tally.skipped_missing += not found
        tally.skipped_ambiguous += bool(found)
        return
    if operation.action == "replace":
        found[0].text = text
        tally.replaced += 1
        return
    state.lines.remove(found[0])
    if found[0].was is not None:
        state.removed.append(found[0].was)
    tally.removed += 1


def _meant(lines: Sequence[_Line], target: str) -> list[_Line]:
    if not target.strip():
        raise InputError("replace and remove take a target", hint="give a fact's id, or a part of its text")
    named = [line for line in lines if line.was and target in (str(line.was.address), line.was.address.name)]
    return named or [line for line in lines if target in line.text]


def _proposals(memory: Memory, state: _State, scope: Scope) -> list[Proposal]:
    """What has to be written for the final state."""
    actor = memory.setting.actor
    removals = [_proposal(memory, fact, Removal()) for fact in state.removed]
    changed = [(line, line.was) for line in state.lines if line.was is not None and line.text != line.was.content]
    replacements = [_proposal(memory, was, _replaced(_page(memory, was), line.text)) for line, was in changed]
    mount = mount_for(memory.library, Note("", scope=scope))
    kind = fact_type(mount)
    additions: list[Proposal] = []
    for line in (line for line in state.lines if line.was is None):
        note = Note(line.text, tags=clean_tags(line.tags), type=kind, scope=scope)
        title = title_of(note)
        content = Content(line.text, title, header_of(note, memory.today(), actor))
        before = [proposal.address for proposal in additions]
        additions.append(Proposal(free_address(memory.library, mount, title, before), content, actor))
    return [*removals, *replacements, *additions]


def _replaced(page: Page, text: str) -> Change:
    """A page that is called by its fact is called by the new one, in the same write."""
    if page.codec.kind == "record" or page.meta.get("title") != title_of(Note(fact_text(page) or "")):
        return Content(text)
    from vademecum.page.edit import replace_body  # noqa: PLC0415 - only a write pays for YAML
    from vademecum.page.edit_keys import set_key  # noqa: PLC0415 - the same

    titled = parse(page.address, set_key(page, "title", title_of(Note(text))))
    return RawText(parse(page.address, replace_body(titled, text)).text)


def _proposal(memory: Memory, fact: Record, change: Change) -> Proposal:
    page = _page(memory, fact)
    memory.open_page(str(page.address))  # the batch has read what it replaces
    return Proposal(page.address, change, memory.setting.actor, page.digest)


def _page(memory: Memory, fact: Record) -> Page:
    return memory.library.store(fact.address.mount).read(fact.address.name)
