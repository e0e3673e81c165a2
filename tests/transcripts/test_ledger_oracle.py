"""H1: what the ledger and the transcript say is in view, against an oracle that just counts what the host shows.

Every step makes its objects anew, as every hook is a process of its own; the files are all that joins them.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any, TypeAlias

from hypothesis import HealthCheck, given, settings, strategies as st

from vademecum.address import Address
from vademecum.context.frame import PREFACE, framed, record
from vademecum.sessions import Offer, Session, SessionKey
from vademecum.surfaces.hooks.event import HookEvent, Place
from vademecum.surfaces.hooks.transcript import Transcript, pages_in

Conversation: TypeAlias = Any
PAGES = ("notes:kettle", "notes:pan")
page = st.sampled_from(PAGES)


def text_of(offer: Offer) -> str:
    return "\n".join([PREFACE, *framed([record({"address": offer.page, "version": offer.digest[:12]}, "Words.")])])


class World:
    """One session after the other in one state folder; ``host`` writes what the agent sees into the transcript.

    The oracle keeps, for each message, what it brought; what is in view is what the messages on the way brought last.
    """

    def __init__(self, begun: type[Conversation]) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.sessions = 0
        self.host = begun(self.root / "0.jsonl")
        self.host.say("hello")
        self.edits = dict.fromkeys(PAGES, 0)
        self.brought: dict[str, tuple[str, str]] = {}
        self.pushed: dict[str, tuple[str, str]] = {}
        self.calls = 0
        self.forget()

    def forget(self) -> None:
        """A ledger of which nothing is known yet."""
        self.queued: dict[str, str] = {}
        self.wrote: dict[str, str] = {}
        self.read: dict[str, tuple[str, str]] = {}
        self.looked_at: list[str] | None = None
        self.is_compacted = False

    def session(self) -> Session:
        return Session(str(self.root / "sessions"), SessionKey("claude-code", str(self.sessions)))

    def now(self, name: str) -> Offer:
        """A page as it is now."""
        number = PAGES.index(name) * 1000 + self.edits[name]
        return Offer(name, "", f"{number:012}" + "0" * 52)

    def versions(self, name: str) -> set[str]:
        """The versions of a page that the oracle takes for seen."""
        shown = [
            version for each in self.host.written for of, version in [self.brought.get(each, ("", ""))] if of == name
        ]
        read = [version for version, answer in [self.read.get(name, ("", ""))] if answer in self.host.written]
        return {*shown[-1:], *read, *(known[name] for known in (self.queued, self.wrote) if name in known)}

    def notice(self) -> None:
        """What a hook finds out when it reads the transcript: whether what it read before was taken back."""
        was_there = {*(self.looked_at or ()), *self.host.added}
        if self.looked_at is not None and not self.is_compacted and not was_there <= {*self.host.written}:
            self.queued.clear()
            self.wrote.clear()
        self.looked_at, self.is_compacted, self.host.added = [*self.host.written], False, []

    def prompt(self, name: str, fate: str) -> None:
        """A prompt that speaks of a page; the host passes on what the hook gave, or later, or not at all."""
        session, offer = self.session(), self.now(name)
        event = HookEvent("UserPromptSubmit", str(self.sessions), transcript=str(self.host.file))
        transcript = Transcript(event, Place(str(self.root), str(self.root), {}), session)
        session.believe(transcript.look)
        is_shown = session.is_shown(offer)
        assert transcript.keep()
        session.next_turn()
        self.notice()
        assert is_shown == (offer.digest in self.versions(name)), (name, self.versions(name))
        self.queued.clear()
        if not is_shown:
            session.offer("recall", [offer])
            self.queued[name] = offer.digest
            self.read.pop(name, None)
        if fate == "cancelled":
            return
        if fate == "given":
            self.host.say(f"what of {name}?")
        if not is_shown:
            message = self.host.hand_over(text_of(offer))
            self.brought[message] = self.pushed[message] = (name, offer.digest)
        self.host.say("Noted.", "assistant")

    def recall(self, name: str) -> None:
        """The agent asks our tool for a page."""
        offer, call = self.now(name), self.call()
        asked_by = self.host.use("mcp__vade__memory", call)
        self.session().offer("tool", [Offer(*each) for each in pages_in(text_of(offer))])
        self.host.answer(call, text_of(offer))
        self.brought[asked_by] = (name, offer.digest)
        self.queued[name] = offer.digest
        self.read.pop(name, None)

    def read_by_host(self, name: str) -> None:
        """The agent reads the page's file with the host's own tool."""
        offer, call = self.now(name), self.call()
        asked_by = self.host.use("Read", call)
        self.session().read_by_host(offer, call)
        self.host.answer(call, "Words.")
        self.read[name] = (offer.digest, asked_by)
        self.queued[name] = offer.digest

    def write(self, name: str) -> None:
        """The agent writes the page."""
        before = self.now(name).digest
        self.edits[name] += 1
        call = self.call()
        self.host.use("mcp__vade__memory", call)
        self.host.answer(call, f"edited {name}")
        self.session().wrote(Address("notes", name.removeprefix("notes:")), before, self.now(name).digest, whole=True)
        self.wrote[name] = self.queued[name] = self.now(name).digest
        self.read.pop(name, None)

    def edit(self, name: str) -> None:
        """A person edits the page."""
        self.edits[name] += 1

    def compact(self) -> None:
        self.session().compacted()
        self.host.compact()
        self.is_compacted = True
        self.queued.clear()
        self.wrote.clear()
        self.read.clear()

    def rewind(self, back: int) -> None:
        """A person winds the conversation back and says something else."""
        self.host.rewind_to(max(len(self.host.view) - back, 1))
        self.host.say("something else")

    def rewind_and_wait(self, back: int) -> None:
        """Wound back, with nothing said since: no transcript tells."""
        self.host.rewind_to(max(len(self.host.view) - back, 1))

    def fork(self) -> None:
        self.sessions += 1
        self.host = self.host.fork(self.root / f"{self.sessions}.jsonl", f"f{self.sessions}")
        self.forget()

    def lose_the_reading(self) -> None:
        for file in (self.root / "transcripts").rglob("*.jsonl"):
            file.write_bytes(file.read_bytes()[:-9])
        self.looked_at = None

    def check(self) -> None:
        """Nothing is ever pushed twice into one view."""
        in_view = [self.pushed[each] for each in self.host.written if each in self.pushed]
        assert len(in_view) == len(set(in_view))

    def call(self) -> str:
        self.calls += 1
        return f"toolu_{self.calls}"


of_page = st.sampled_from(["recall", "read_by_host", "write", "edit"])
of_all = st.sampled_from(["compact", "fork", "lose_the_reading"])
back = st.tuples(st.sampled_from(["rewind", "rewind_and_wait"]), st.integers(0, 12))
# Only prompts find anything out, so they make up half of all.
step = st.one_of(
    st.tuples(st.just("prompt"), page, st.sampled_from(["given", "given", "late", "cancelled"])),
    st.tuples(st.just("prompt"), page, st.just("given")),
    st.tuples(st.just("prompt"), page, st.just("given")),
    st.tuples(of_page, page),
    back,
    st.tuples(of_all),
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(step, min_size=4, max_size=25))
def test_H1_the_ledger_agrees_with_what_the_host_shows(
    conversation: Conversation, steps: list[tuple[Any, ...]]
) -> None:
    world = World(type(conversation))
    try:
        for name, *more in steps:
            getattr(world, name)(*more)
            world.check()
    finally:
        shutil.rmtree(world.root)
