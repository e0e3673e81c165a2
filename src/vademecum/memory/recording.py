"""Recording writes: what the gateway's history guard hands to git, and the repository that a new home store gets.

It decides what a commit says and where; how it is made without disturbing anybody is ``store/commits``. A failure is
raised as HistoryError, which the gateway tells beside the result of the write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path, PurePosixPath

from vademecum.errors import HistoryError
from vademecum.gateway import Receipt
from vademecum.guards.changes import PERSON, Proposal, Rename
from vademecum.library import Library, Mount
from vademecum.sessions import SessionKey
from vademecum.store.checkout import Checkout, checkout_of
from vademecum.store.commits import Note, Touched, begin, keep
from vademecum.store.founding import found_repository
from vademecum.store.gathered import FOLDER, Gathering, forget, left_behind

_VERBS = {
    "created": "Add",
    "replaced": "Replace",
    "edited": "Edit",
    "appended": "Add to",
    "deleted": "Forget",
    "restored": "Bring back",
}


class Recorder:
    """The history guard of one memory: one commit a write, or one for all writes that are made ``together``."""

    def __init__(
        self, library: Library, state: Path, clock: Callable[[], datetime], session: SessionKey | None = None
    ) -> None:
        self._library = library
        self._state = state
        self._clock = clock
        self._session = "" if session is None else PurePosixPath(session.file).stem
        self._gathered: list[tuple[Mount, Touched]] | None = None
        self._noted: Gathering | None = None

    def __call__(self, mount: Mount, proposal: Proposal, receipt: Receipt) -> None:
        """Commit what a write touched. Raises HistoryError for what could not be committed now."""
        if mount.config.commit == "never":
            return
        touched = [(mount, each) for each in self._touched(mount, proposal, receipt)]
        if self._gathered is not None and self._noted is not None:
            self._gathered.extend(touched)
            for _, each in touched:
                self._noted.add(each, only_own=mount.config.commit == "own")
        else:
            self.take_up()
            trailers = {"Vade-Actor": str(proposal.actor), "Vade-Session": self._session}
            self._keep_for(proposal.actor.kind, touched, Note(self._clock(), _subject(proposal, receipt), trailers))

    @contextmanager
    def together(self, subject: str, actor: str) -> Iterator[None]:
        """Make all writes meanwhile one commit. Raises HistoryError at the end, when the writes are long done.

        What is made together inside of this is a part of it.
        """
        if self._gathered is not None:
            yield
            return
        self.take_up()
        gathered: list[tuple[Mount, Touched]] = []
        note = Note(self._clock(), subject, {"Vade-Actor": actor, "Vade-Session": self._session})
        noted = Gathering(self._state, note)
        self._gathered, self._noted = gathered, noted
        try:
            yield
        except BaseException:
            with suppress(HistoryError):  # why the writes ended early is the news
                self._keep(_merged(gathered), note)
            raise
        else:
            self._keep_for(actor.partition(":")[0], _merged(gathered), note)
        finally:
            self._gathered = self._noted = None
            noted.end()

    def take_up(self) -> None:
        """Commit what processes had written together that died before they could. What can't be done now stays noted
        for the next one."""
        if not (self._state / FOLDER).is_dir():
            return
        with left_behind(self._state) as found:
            for file, begun in found.items():
                listed = list[None]()
                groups = _by_repository(begun.touched)
                for (repository, only_own), touched in groups.items():
                    with suppress(HistoryError):  # what is on the list comes with the next commit
                        keep(
                            repository,
                            touched,
                            begun.note,
                            self._state,
                            only_own=only_own,
                            listed=lambda: listed.append(None),  # noqa: B023 - it is called in this very round
                        )
                if len(listed) == len(groups):
                    forget(file)

    def _touched(self, mount: Mount, proposal: Proposal, receipt: Receipt) -> list[Touched]:
        store = self._library.store(mount.name)
        file = store.path(receipt.address.name)
        if mount.config.format == "records":
            return [Touched(file, None, None, any_after=True)]
        if isinstance(proposal.change, Rename):
            gone = Touched(store.path(proposal.address.name), receipt.replaced, None)
            return [gone, Touched(file, None, receipt.after)]
        return [Touched(file, receipt.replaced, receipt.after)]

    def _keep_for(self, kind: str, touched: list[tuple[Mount, Touched]], note: Note) -> None:
        """Commit, and tell only a person of paths where a mount tells none."""
        try:
            self._keep(touched, note)
        except HistoryError as error:
            if kind == PERSON.kind or all(mount.config.exposure == "path" for mount, _ in touched):
                raise
            raise HistoryError("it is written, and its commit is put off or left out") from error

    def _keep(self, touched: list[tuple[Mount, Touched]], note: Note) -> None:
        places = _by_repository([(each, mount.config.commit == "own") for mount, each in touched])
        failures = []
        for (repository, only_own), files in places.items():
            try:
                keep(repository, files, note, self._state, only_own=only_own)
            except HistoryError as error:
                failures.append(error)
            except OSError as error:  # the state folder's own; where it is concerns no agent
                told = f"what waits for its commit could not be noted: {error.strerror}"
                failures.append(HistoryError(told, hint="vade doctor says which folder takes no files"))
        if failures:
            raise HistoryError("; ".join(each.message for each in failures), hint=failures[0].hint)


def _by_repository(touched: Sequence[tuple[Touched, bool]]) -> dict[tuple[Checkout, bool], list[Touched]]:
    """Files by the repository that they are in, and by whether that must be our own; those in none are left out."""
    places: dict[tuple[Checkout, bool], list[Touched]] = {}
    for each, only_own in touched:
        repository = checkout_of(each.file.parent)
        if repository is not None:
            places.setdefault((repository, only_own), []).append(each)
    return places


def begin_history(library: Library, home: Path, now: datetime) -> Path | None:
    """Make the home store a repository of ours with the pages that are there, unless it is in one already.

    Returns its folder, None when nothing was made. Raises HistoryError.
    """
    made = found_repository(home)
    if made is None:
        return None
    stores = [library.store(mount.name) for mount in library.mounts if checkout_of(mount.root) == made]
    files = [store.path(entry.name) for store in stores for entry in store.walk().entries]
    inner = {folder for folder in {file.parent for file in files} if checkout_of(folder) != made}
    files = [file for file in files if file.parent not in inner]
    begin(made, files, Note(now, "Begin with the pages that are there", {}))
    return made.root


def _merged(gathered: list[tuple[Mount, Touched]]) -> list[tuple[Mount, Touched]]:
    """One entry a file: what it was before the first write, and what it is after the last."""
    files: dict[Path, tuple[Mount, Touched]] = {}
    for mount, each in gathered:
        first = files.get(each.file)
        before = each.before if first is None else first[1].before
        files[each.file] = (mount, each._replace(before=before))
    return list(files.values())


def _subject(proposal: Proposal, receipt: Receipt) -> str:
    if receipt.action == "moved":
        return f"Move {proposal.address} to {receipt.address}"
    return f"{_VERBS[receipt.action]} {receipt.address}"
