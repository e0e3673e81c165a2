"""Writes that wait for a person: kept one by one in the state folder, and approved or rejected by their ids.

To approve is to send the proposal through the whole gateway again, on the version that it was judged on (rule 3): the
scans run anew, and a page that has changed since is left alone. Nothing is written here but the queue's own files, and
who may approve is for the surfaces to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from secrets import token_hex

from vademecum.errors import (
    AmbiguousError,
    ConflictError,
    InputError,
    LookupFailedError,
    NotFoundError,
    RefusedError,
    StoreBusyError,
    UnreadableError,
    VademecumError,
)
from vademecum.gateway import Approval, Gateway, Groups, Guards, Judged, Receipt, within_write_bound
from vademecum.gateway.writing import current_page
from vademecum.guards.approvals import as_judged
from vademecum.guards.changes import Addition, Proposal
from vademecum.guards.gate import Held, Refused, Verdict, reaches_all
from vademecum.library import Library, Mount
from vademecum.memory.held import HeldWrite, Part, from_json, to_json
from vademecum.memory.setting import Setting
from vademecum.page import Page
from vademecum.sessions import Session, SessionKey
from vademecum.store.files import storage_errors, write_atomic

FOLDER = "approvals"
# An agent that asks for more in a week is in a loop, and nobody reads a longer list.
MOST = 500
_SUFFIX = ".json"
_OPEN = frozenset({"waiting", "stale", "begun"})
# Longer than any write; an approval waits for nobody else.
_WAIT = 20.0


@dataclass(frozen=True, slots=True)
class Review:
    """What waits, oldest first; how many were dropped as nobody decided in time; and what files can't be read."""

    held: tuple[HeldWrite, ...]
    dropped: int = 0
    unreadable: tuple[str, ...] = ()


class Approvals:
    """The queue of one person. ``guards`` gives what a write passes, and ``groups`` what notes several that are made
    together; both are asked for only when one is approved."""

    def __init__(
        self,
        setting: Setting,
        library: Callable[[], Library],
        guards: Callable[[], Guards],
        groups: Callable[[], Groups | None] = lambda: None,
    ) -> None:
        self._setting = setting
        self._library = library
        self._guards = guards
        self._groups = groups
        self._folder = setting.state / FOLDER

    def hold(self, writes: Sequence[Judged], verdict: Held, subject: str = "") -> str:
        """Keep held writes, which are made all or none, and return their id; the same asked for again waits already.

        Raises RefusedError when too many wait, and what ``difference`` raises for a change that can't be made.
        """
        now = self._setting.clock()
        held = HeldWrite(
            id=token_hex(4),
            parts=tuple(map(_part, writes)),
            folder=str(self._setting.workspace.root),
            session=self._setting.session,
            reason=verdict.reason,
            difference="".join(_difference(each.mount, each.proposal, each.current) for each in writes),
            created=now,
            expires=now + timedelta(days=self._setting.config.writing.approval_days),
            subject=subject,
        )
        waiting = [each for each in self.review().held if each.state in _OPEN]
        same = next((each for each in waiting if each.state == "waiting" and each.asked == held.asked), None)
        if same is not None:
            return same.id
        if len(waiting) >= MOST:
            raise RefusedError(f"{MOST} writes wait for a person already", hint="ask a person to look at vade held")
        self._keep(held)
        return held.id

    def review(self) -> Review:
        """What is kept, oldest first; what nobody decided on in time is dropped, and counted."""
        now, dropped = self._setting.clock(), 0
        held: list[HeldWrite] = []
        unreadable: list[str] = []
        for file in self._files():
            try:
                each = self._read(file)
            except UnreadableError as error:
                unreadable.append(error.message)
                continue
            if each.is_over(now):
                self._drop(file)
                dropped += each.state in _OPEN
            else:
                held.append(each)
        return Review(tuple(sorted(held, key=lambda each: (each.created, each.id))), dropped, tuple(unreadable))

    def find(self, name: str) -> HeldWrite:
        """The held write of that id, or of the only one that begins so.

        Raises NotFoundError, for one that has waited too long too, AmbiguousError or UnreadableError.
        """
        held = self._read(self._file(name))
        if held.is_over(self._setting.clock()):
            self._drop(self._path(held.id))
            raise NotFoundError(
                f"{held.id} waited for a person until {held.expires:%Y-%m-%d %H:%M}, and was dropped",
                hint="have the write proposed again",
            )
        return held

    def show(self, name: str) -> HeldWrite:
        """The held write as a person has to see it: its diff is made anew, from what would be written to the page as it
        is now. Raises what ``find`` does."""
        held = self.find(name)
        try:
            self._check_place(held)
            shown = (_difference(self._mount(part), part.proposal, self._current(part.proposal)) for part in held.parts)
            return replace(held, difference="".join(shown))
        except VademecumError:  # it can't be written as things are, so the diff from then is all there is
            return held

    def approve(self, shown: HeldWrite | str) -> tuple[Receipt, ...]:
        """Write what was held, by the whole order of the gateway: the very writes that were shown, or those of an id.

        Several are made all or none. Raises ConflictError for the first page that has changed since, and whatever else
        the gateway refuses; all of it then stays in the queue with the reason.
        """
        with self._alone():
            held = self.find(shown if isinstance(shown, str) else shown.id)
            if isinstance(shown, HeldWrite) and held.asked != shown.asked:
                raise RefusedError(f"{held.id} is another write than was shown", hint="look at it again")
            if held.state == "rejected":
                raise RefusedError(f"{held.id} was rejected{_why(held)}", hint="have the write proposed again")
            self._check_place(held)
            self._keep(replace(held, state="begun", note="its approval began and was cut off"))
            try:
                self._check_pages(held)
                receipts = self._gateway(held).write_all([part.proposal for part in held.parts], held.subject)
            except VademecumError as error:
                is_stale = isinstance(error, ConflictError | LookupFailedError)
                self._keep(replace(held, state="stale" if is_stale else "waiting", note=error.message))
                raise
            self._drop(self._path(held.id))
            return receipts

    def reject(self, name: str, reason: str = "") -> str:
        """Decide against a held write, which is kept with the reason until it expires; returns its id."""
        with self._alone():
            file = self._file(name)
            try:
                self._keep(replace(self._read(file), state="rejected", note=reason))
            except UnreadableError:
                self._drop(file)
            return file.stem

    def gateway_for(self, session: SessionKey) -> Gateway:
        """The gateway for what a person wants done, as a session of its own: they are asked again only where it reads
        like an order to an agent, and for a moment a store may hold both the old and the new."""
        guards = replace(self._guards(), approvals=(), room=None, budgets=(within_write_bound,))
        return Gateway(self._library(), Session(self._setting.state / "sessions", session), guards, self._groups())

    def _gateway(self, held: HeldWrite) -> Gateway:
        """The gateway for approved writes, which count as their session's own."""
        session = None if held.session is None else Session(self._setting.state / "sessions", held.session)
        for part in held.parts if session is not None else ():
            if session is not None and part.digest is not None and reaches_all(part.proposal):
                # It could not have been held unread; of many sessions the ledger of this one may be gone by now.
                session.observe(part.proposal.address, part.digest)
        guards = replace(self._guards(), approvals=(_agreed(held),), alarms=(), queue=None)
        return Gateway(self._library(), session, guards, self._groups())

    def _check_pages(self, held: HeldWrite) -> None:
        """Say first what a person wants to know: whether the pages are those of the diff."""
        for part in held.parts:
            verdict = _agreed(held)(self._mount(part), part.proposal, self._current(part.proposal))
            if isinstance(verdict, Refused):
                raise verdict.error

    def _current(self, proposal: Proposal) -> Page | None:
        return current_page(self._library().store(proposal.address.mount), proposal.address.name)

    def _mount(self, part: Part) -> Mount:
        return self._library().mount(part.proposal.address.mount)

    def _check_place(self, held: HeldWrite) -> None:
        """Another project has another store under the same name."""
        roots = {mount.name: str(mount.root) for mount in self._library().mounts}
        if any(roots.get(part.proposal.address.mount) != part.root for part in held.parts):
            hint = f"run it in {held.folder}"
            raise InputError(f"{held.id} is a write to a store that is not mounted here", hint=hint)

    def _keep(self, held: HeldWrite) -> None:
        with storage_errors(f"{self._folder} could not be made"):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(self._path(held.id), to_json(held).encode(), mode=0o600)

    def _drop(self, file: Path) -> None:
        with storage_errors(f"{file} could not be removed"):
            file.unlink(missing_ok=True)

    def _read(self, file: Path) -> HeldWrite:
        with storage_errors(f"{file} could not be read", error=UnreadableError):
            text = file.read_text(encoding="utf-8", errors="replace")
        return from_json(text, file.stem)

    def _file(self, name: str) -> Path:
        wanted = name.strip().lower()
        found = [file for file in self._files() if wanted and file.stem.startswith(wanted)]
        if len(found) > 1:
            raise AmbiguousError(f"several held writes begin with {name!r}", [file.stem for file in found])
        if not found:
            raise NotFoundError(f"no write is held under {name!r}", hint="vade held lists them")
        return found[0]

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob(f"*{_SUFFIX}"))

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{_SUFFIX}"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Two who approve at once must not both write."""
        from filelock import FileLock, Timeout  # noqa: PLC0415 - only a decision needs it

        with storage_errors(f"{self._folder} could not be locked"):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = FileLock(self._folder / ".lock", timeout=_WAIT)
            try:
                lock.acquire()
            except Timeout as error:
                raise StoreBusyError("somebody else is deciding on a held write", hint="try again") from error
        try:
            yield
        finally:
            lock.release()


def _agreed(held: HeldWrite) -> Approval:
    # A write that was cut off may be there already: then only the very same page will do.
    digests = {part.proposal.address: part.digest for part in held.parts}

    def agreed(mount: Mount, proposal: Proposal, current: Page | None) -> Verdict:
        judged = as_judged(digests.get(proposal.address), may_have_grown=held.state != "begun")
        return judged(mount, proposal, current)

    return agreed


def _part(write: Judged) -> Part:
    digest = write.current.digest if write.current else None
    return Part(_pinned(write.proposal, write.current), digest, str(write.mount.root))


def _difference(mount: Mount, proposal: Proposal, current: Page | None) -> str:
    from vademecum.guards.difference import difference  # noqa: PLC0415 - only a held write pays for YAML

    return difference(proposal, current, mount.config.format)


def _pinned(proposal: Proposal, current: Page | None) -> Proposal:
    """The proposal for the very page that it was judged on, whoever remembers by then what the session had read."""
    if current is None or isinstance(proposal.change, Addition):
        return proposal
    return replace(proposal, version=current.digest)


def _why(held: HeldWrite) -> str:
    return f": {held.note}" if held.note else ""
