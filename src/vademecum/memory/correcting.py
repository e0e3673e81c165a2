"""Correction: the truth is written, and what it corrects is marked as superseded by it (L15, spec 5.11).

Truth and marks are one group of writes, all or nothing: a person agrees to all of it at once, and no death in between
leaves an error that was taken away without the truth. Nothing is deleted; a superseded fact leaves all that recalls or
gives unasked, and can be opened by its address. Which facts are meant decides ``recall/correct.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from vademecum.address import Address, Scope
from vademecum.errors import (
    HeldError,
    InputError,
    NotFoundError,
    UnreadableError,
    VademecumError,
)
from vademecum.gateway import Receipt
from vademecum.guards.changes import Actor, Content, KeyChange, Outcome, Proposal
from vademecum.library import Library, Mount, find
from vademecum.memory.notes import Note, fact_type, header_of, mount_for, new_address, title_of
from vademecum.memory.stated import Stated, facts_of, mounts_of, stated_by
from vademecum.recall.correct import Fact, choose_targets
from vademecum.visibility import superseding

TAG = "correction"
KEY = "superseded_by"


@dataclass(frozen=True, slots=True)
class Correction:
    """What is wrong, and what holds instead. ``targets`` name the facts that are meant, which are looked for without
    them; with ``confirm`` nothing is written, and whoever asks gets them named first."""

    claim: str
    truth: str
    evidence: str = ""
    scope: Scope | None = None
    mount: str | None = None
    confirm: bool = False
    targets: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What is written down: the truth, and what it is known from."""
        truth, evidence = self.truth.strip(), self.evidence.strip()
        return f"{truth} (evidence: {evidence})" if evidence else truth


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction did: where the truth stands and whether it was ``written`` now, and what it supersedes.

    ``candidates`` are facts that the claim may mean; one that is no ``whole`` page is a passage to be edited.
    ``abstained`` says why none was marked.
    """

    truth: Address | None
    written: Receipt | None = None
    superseded: tuple[Address, ...] = ()
    candidates: tuple[Stated, ...] = ()
    abstained: str | None = None
    warnings: tuple[str, ...] = ()


class Writer(Protocol):
    """The gateway, as far as a correction needs it."""

    def write_all(self, proposals: Sequence[Proposal], subject: str = "") -> tuple[Receipt, ...]:
        """Do all that is proposed, or raise and do nothing."""

    def preview(self, proposal: Proposal, before: Sequence[Outcome] = ()) -> Outcome | None:
        """Say what a write would do, or raise what it would raise."""


class Corrections:
    """Corrections of one memory, written by its gateway."""

    def __init__(self, library: Library, writer: Writer, today: Callable[[], date], actor: Actor) -> None:
        self._library = library
        self._writer = writer
        self._today = today
        self._actor = actor

    def correct(self, asked: Correction) -> Corrected:
        """Write the truth, and mark what the claim means, in one scope alone.

        Raises InputError for what can't be meant, and what the gateway raises: then nothing is written.
        """
        if not asked.claim.strip() or not asked.truth.strip():
            raise InputError("a correction takes a claim and a truth", hint="say what is wrong, and what holds instead")
        mount = mount_for(self._library, Note(asked.text, scope=asked.scope, mount=asked.mount))
        near = mounts_of(self._library, mount.config.scope)
        for each in near:
            self._library.sync(each.name)
        facts = facts_of(self._library, near, asked.claim)
        targets, found = self._chosen(asked, facts, mount)
        if asked.confirm:
            return replace(found, candidates=(*targets, *found.candidates))
        return self._carried_out(asked, mount, facts, targets, found)

    def latest(self, address: Address) -> Address:
        """What holds now instead of a fact: the end of the chain of supersessions (H9); itself if nothing does."""
        passed = [address.page]
        while (after := self._after(passed[-1])) is not None and after not in passed:
            passed.append(after)
        return passed[-1]

    def _after(self, address: Address) -> Address | None:
        try:
            page = self._library.store(address.mount).read(address.name)
        except (NotFoundError, UnreadableError):
            return None
        after = superseding(page.meta, address.mount)
        names = {mount.name for mount in self._library.mounts}
        if after is None or after.mount not in names or self._library.store(after.mount).stamp(after.name) is None:
            return None
        return after

    def _chosen(self, asked: Correction, facts: Sequence[Stated], mount: Mount) -> tuple[list[Stated], Corrected]:
        """The whole facts that are meant; passages that are meant can only be edited, so they are candidates."""
        if asked.targets:
            named = [self._named(name, mount, asked) for name in dict.fromkeys(asked.targets)]
            return [fact for fact in named if fact is not None], Corrected(None)
        by_number = {str(number): fact for number, fact in enumerate(facts) if not _says(fact, asked)}
        choice = choose_targets((Fact(key, fact.text) for key, fact in by_number.items()), asked.claim, asked.truth)
        meant = [by_number[key] for key in choice.targets]
        targets = [fact for fact in meant if fact.whole]
        why = choice.abstained
        if meant and not targets:
            why = "what states the claim is a part of a page that says more"
        others = [*(fact for fact in meant if not fact.whole), *(by_number[key] for key in choice.candidates)]
        return targets, Corrected(None, candidates=tuple(others), abstained=why)

    def _named(self, name: str, mount: Mount, asked: Correction) -> Stated | None:
        """The fact that somebody named; None for one that this very correction superseded already (L15).

        Raises InputError for one that something else superseded: the truth would stand beside that, as true as it.
        """
        address = find(self._library, name)
        scope = self._library.mount(address.mount).config.scope
        if scope != mount.config.scope:
            hint = "a correction stays in one scope; name the scope of the fact"
            raise InputError(f"{address} is of scope {scope}, the truth would be of {mount.config.scope}", hint=hint)
        page = self._library.store(address.mount).read(address.name)
        if superseding(page.meta, address.mount) is not None:
            self._check_done(address.page, asked)
            return None
        stated = stated_by(page)
        if address.is_block or len(stated) != 1 or not stated[0].whole:
            raise InputError(f"{address} says more than one thing", hint="edit the part of it that is wrong")
        return stated[0]

    def _check_done(self, address: Address, asked: Correction) -> None:
        after = self.latest(address)
        if after == address or not self._states_truth(after, asked):
            way = f"correct {after} instead" if after != address else "restore it, or take superseded_by out of it"
            by = f"by {after} " if after != address else ""
            raise InputError(f"{address} is superseded {by}already, so nothing was written", hint=way)

    def _states_truth(self, address: Address, asked: Correction) -> bool:
        return any(_says(fact, asked) for fact in stated_by(self._library.store(address.mount).read(address.name)))

    def _carried_out(
        self, asked: Correction, mount: Mount, facts: Sequence[Stated], targets: Sequence[Stated], found: Corrected
    ) -> Corrected:
        known = _said_already(asked, mount, facts)
        first = [] if known is not None else [self._truth(asked, mount)]
        truth = known or first[0].address
        warnings: list[str] = []
        marks = list(self._marks(targets, truth, warnings))
        receipts = self._writer.write_all([*first, *marks], _subject(asked)) if first or marks else ()
        return replace(
            found,
            truth=truth,
            written=receipts[0] if first else None,
            superseded=tuple(mark.address for mark in marks),
            warnings=(*warnings, *(line for receipt in receipts for line in receipt.warnings)),
        )

    def _truth(self, asked: Correction, mount: Mount) -> Proposal:
        note = Note(asked.text, title_of(Note(asked.truth)), (TAG,), fact_type(mount), asked.scope, asked.mount)
        content = Content(note.text, note.title, header_of(note, self._today(), self._actor))
        return Proposal(new_address(self._library, mount, note.title), content, self._actor, purpose="correct")

    def _marks(self, targets: Iterable[Stated], truth: Address, warnings: list[str]) -> Iterator[Proposal]:
        """What marks each fact, if it still says what it was chosen for; what can't be marked is told."""
        for target in targets:
            if target.address == truth:
                continue
            is_near = target.page.codec.kind == "record" and target.address.mount == truth.mount
            change = KeyChange(KEY, truth.name if is_near else str(truth))
            mark = Proposal(target.address, change, self._actor, target.page.digest, purpose="correct")
            try:
                self._writer.preview(mark)
            except HeldError:  # a person is asked about all of it at once
                yield mark
            except VademecumError as error:
                warnings.append(f"{target.address} was not marked: {error}")
            else:
                yield mark


def _subject(asked: Correction) -> str:
    return f"Correct: {title_of(Note(asked.truth))}"


def _said_already(asked: Correction, mount: Mount, facts: Iterable[Stated]) -> Address | None:
    """A fact of the mount that says the truth in these words: a correction that is made twice writes no twin."""
    found = (fact for fact in facts if fact.whole and fact.address.mount == mount.name and _says(fact, asked))
    return next((fact.address for fact in found), None)


def _says(fact: Stated, asked: Correction) -> bool:
    return _plain(fact.text) in {_plain(asked.truth), _plain(asked.text)}


def _plain(text: str) -> str:
    return " ".join(text.split())
