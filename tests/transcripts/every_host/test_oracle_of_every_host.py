"""H1: inject, commit, compact, rewind, restart and queue in any order, against a host that counts what its agent sees.

Every step makes its objects anew, as every hook is a process of its own; the files are all that joins them.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from vademecum.context.frame import PREFACE, framed, record
from vademecum.sessions import STARTS, Offer, Session, SessionKey
from vademecum.surfaces.hooks.event import HookEvent, Place
from vademecum.surfaces.hooks.transcript import Transcript, pages_in
from vademecum.transcripts.by_host import read_as
from vademecum.transcripts.reading import Sought, View, from_json, view_of

Writer: TypeAlias = Any
SEED, KETTLE, PAN = "notes:seed", "notes:kettle", "notes:pan"
PAGES = (SEED, KETTLE, PAN)
DIGESTS = {page: f"{number:012}" + "0" * 52 for number, page in enumerate(PAGES, 1)}
NAMES = ("Codex", "CodexOfOld", "Dsh", "DshThree", "DshZero", "DshPlain", "Gemini", "Qwen", "QwenOfOld")


def text_of(pages: Sequence[str], fact: str = "address") -> str:
    return "\n".join(
        [PREFACE, *framed([record({fact: page, "version": DIGESTS[page][:12]}, "Words.") for page in pages])]
    )


class World:
    """A session, or one after the other, on one host; the host knows what its agent sees and what it still holds."""

    def __init__(self, writer: type[Writer]) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.host = writer(self.root, text_of, lambda pages: text_of(pages, "seed"))
        self.forks = 0
        self.restart()

    def session(self) -> Session:
        return Session(str(self.root / "sessions"), SessionKey(self.host.host, self.host.session))

    def look(self, session: Session) -> Transcript:
        event = HookEvent("", self.host.session, host=self.host.host, transcript=str(self.host.file))
        return Transcript(event, Place(str(self.root), str(self.root), {}), session)

    def on_its_way(self) -> list[str]:
        return [*self.host.held, *getattr(self.host, "begun", ())]

    def inject(self, page: str, *, is_queued: bool = False) -> None:
        """A prompt brings a page up, unless it is there; the host writes it down with the prompt, or holds it."""
        session, offer = self.session(), Offer(page, "", DIGESTS[page])
        transcript = self.look(session)
        session.believe(transcript.look)
        is_shown = session.is_shown(offer)
        assert transcript.keep()
        session.next_turn()
        assert is_shown == (page in [*self.host.seen(), *self.on_its_way()])
        if not is_shown:
            session.offer("recall", [offer])
        if is_queued:
            _ = is_shown or self.host.hold(page)
            return
        self.host.prompt(f"what of {page}?", [] if is_shown else [page])
        assert self.host.seen().count(page) == 1

    def queue(self, page: str) -> None:
        if self.on_its_way() and self.host.host != "dsh":
            self.commit()  # what a host holds and writes nowhere goes with the next prompt, whatever that brings up
        self.inject(page, is_queued=True)

    def commit(self) -> None:
        """A prompt of which no hook knows, such as a command."""
        self.host.prompt("go on")

    def compact(self) -> None:
        if getattr(self.host, "begun", ()):
            self.commit()  # nothing is there to be compacted before the first prompt, with which this goes
        if self.host.tells_of_compactions:
            self.session().compacted()
        self.host.compact()

    def rewind(self, turns: int) -> None:
        self.host.rewind(turns)

    def restart(self) -> None:
        """Another process goes on, and gives what a start gives if none is in view."""
        self.host.resume()
        session = self.session()
        transcript = self.look(session)
        view = transcript.look()
        transcript.keep()
        session.next_turn()
        if view is None or not view.has_start:
            session.name_snapshot("d")
            lacks = [] if SEED in [*self.host.seen(), *self.on_its_way()] else [SEED]
            session.offer(STARTS, [Offer(each, "", DIGESTS[each]) for each in lacks])
            self.host.start(lacks)

    def fork(self) -> None:
        if self.host.can_fork:
            self.forks += 1
            self.host = self.host.fork(f"f{self.forks}")

    def check(self) -> None:
        """Nothing is before an agent twice, and a reading that was read on says what a new one says."""
        there = [*self.host.seen(), *self.on_its_way()]
        assert len(there) == len(set(there)), there
        sought = Sought(pages_in)
        kept = from_json(self.kept()) if self.kept() else None
        anew = read_as(self.host.host, str(self.host.file), None, sought)
        on = read_as(self.host.host, str(self.host.file), kept, sought)
        assert anew is not None
        assert on is not None
        assert facts(view_of(on.reading)) == facts(view_of(anew.reading))
        view = view_of(anew.reading)
        assert {page for page, _ in view.pages} == {*self.host.seen()}.difference(self.host.system)
        assert {page for page, _ in view.queued} == {page for _, page in getattr(self.host, "waiting", ())}

    def kept(self) -> bytes:
        file = self.root / "transcripts" / SessionKey(self.host.host, self.host.session).file
        return file.read_bytes() if file.exists() else b""


def facts(view: View) -> tuple[Mapping[tuple[str, str], str], Mapping[tuple[str, str], str]]:
    return view.pages, view.queued


page = st.sampled_from(PAGES)
step = st.one_of(
    st.tuples(st.sampled_from(["inject", "inject", "queue"]), page),
    st.tuples(st.just("inject"), page),
    st.tuples(st.just("rewind"), st.integers(1, 3)),
    st.tuples(st.sampled_from(["commit", "compact", "restart", "fork"])),
)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(step, min_size=3, max_size=20))
def test_H1_the_ledger_agrees_with_what_each_host_shows(
    writers: Mapping[str, type[Writer]], name: str, steps: list[tuple[Any, ...]]
) -> None:
    world = World(writers[name])
    try:
        for each, *more in steps:
            getattr(world, each)(*more)
            world.check()
    finally:
        shutil.rmtree(world.root)
