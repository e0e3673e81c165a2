"""Memory: the facade that every surface calls, and the only place where the parts are wired together.

Its parts are built on first use, so that a surface pays for what it asks. Each method brings the indexes in step with
the files before it answers, and every write goes through the gateway.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from vademecum.address import Address
from vademecum.config.load import load_config
from vademecum.config.places import cache_folder, state_folder
from vademecum.errors import ExistsError, NotFoundError, StorageError, UnreadableError
from vademecum.gateway import Gateway, Guards, Receipt, within_write_bound
from vademecum.guards.approvals import needs_person
from vademecum.guards.budgets import Characters
from vademecum.guards.changes import PERSON, Actor, Addition, Change, Content, Proposal
from vademecum.guards.diaries import past_stays
from vademecum.guards.passing_days import unclear_days
from vademecum.index.contract import Filter, PageRow
from vademecum.index.vectors.choose import embedder_of
from vademecum.index.vectors.embedder import Embedder
from vademecum.library import Library, Mount, Opened, SyncReport, find, find_workspace, open_page
from vademecum.library.assess import may_configure
from vademecum.library.mounts import mounts_for
from vademecum.library.past import forget_past
from vademecum.library.provenance import QUARANTINED
from vademecum.library.sync import Progress
from vademecum.library.trust import count_as_seen
from vademecum.library.vectors import VectorReport, embed_library
from vademecum.memory.approvals import Approvals
from vademecum.memory.history import History
from vademecum.memory.last_write import last_write_mark
from vademecum.memory.notes import (
    TITLE_TAKEN,
    Note,
    header_of,
    mount_for,
    new_address,
    page_titled,
    settled,
    title_of,
    written_over,
)
from vademecum.memory.past import looking_back, open_then
from vademecum.memory.recalling import Recalling, Replayed
from vademecum.memory.recording import Recorder
from vademecum.memory.scanning import scans_of
from vademecum.memory.setting import Setting
from vademecum.memory.unfinished import Unfinished
from vademecum.recall.blocks.corpus import Kept
from vademecum.recall.dense import Dense
from vademecum.recall.pipeline import Answer, Request
from vademecum.sessions import Session, SessionKey
from vademecum.store.contract import Trashed
from vademecum.upkeep.finding import Finding
from vademecum.upkeep.health import Places, diagnose
from vademecum.upkeep.status import MountStatus, status_of

if TYPE_CHECKING:
    from vademecum.memory.correcting import Corrections

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Listed:
    """A page as a list shows it."""

    address: Address
    row: PageRow


class Memory:
    """One person's memory as one session sees it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @classmethod
    def open(
        cls,
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        session: SessionKey | None = None,
        actor: Actor = PERSON,
        notice: Callable[[str], None] = lambda _line: None,
    ) -> Memory:
        """The memory for a folder, the current one by default, as configured.

        Raises ConfigError that names file, line and field, and StorageError when the current folder is gone.
        """
        variables = os.environ if env is None else env
        state, workspace = state_folder(variables), find_workspace(cwd)
        setting = Setting(
            config=load_config(variables, workspace=workspace.root, trusted=may_configure(state, workspace.root)),
            cache=cache_folder(variables),
            state=state,
            workspace=workspace,
            session=session,
            actor=actor,
            notice=notice,
        )
        return cls(setting)

    @cached_property
    def library(self) -> Library:
        """The mounts of this session; what a process that died had begun to write there is finished first."""
        setting = self.setting
        mounts = mounts_for(setting.config, setting.workspace, setting.state)
        library = Library(mounts, setting.cache, notice=setting.notice)
        Unfinished(setting, library).settle_all()
        return library

    @cached_property
    def session(self) -> Session | None:
        """The session's ledger, if the surface has a session."""
        key = self.setting.session
        return None if key is None else Session(self.setting.state / "sessions", key)

    @cached_property
    def _recalling(self) -> Recalling:
        return Recalling(self.setting, self.library, Kept(dense=Dense(self.embedder)), self.today)

    @cached_property
    def recorder(self) -> Recorder:
        """What commits each write, where its mount is in a repository for that."""
        setting = self.setting
        return Recorder(self.library, setting.state, setting.clock, setting.session)

    @cached_property
    def history(self) -> History:
        """What git kept of the pages."""
        return History(self.library, self.address_of, self.write)

    @property
    def gateway(self) -> Gateway:
        """The one door for writes, for those who say why they write or write several things."""
        return self._gateway

    @cached_property
    def corrections(self) -> Corrections:
        """What writes a truth down and marks what it corrects."""
        from vademecum.memory.correcting import Corrections  # noqa: PLC0415 - its tables take a tenth of a start to make

        return Corrections(self.library, self._gateway, self.today, self.setting.actor)

    @cached_property
    def _gateway(self) -> Gateway:
        return Gateway(self.library, self.session, self._guards, self._groups)

    @cached_property
    def _groups(self) -> Unfinished:
        return Unfinished(self.setting, self.library)

    @cached_property
    def _guards(self) -> Guards:
        """What every write passes."""
        characters, scans = Characters(self.library), scans_of(self.library, self.setting)
        return Guards(
            scans=(scans.threats, scans.secrets),
            looks=(scans.joined_secrets,),
            approvals=(past_stays(self.today), needs_person),
            alarms=(scans.hold,),
            queue=self.approvals.hold,
            room=characters.room,
            budgets=(within_write_bound, characters.within),
            histories=(self.recorder, last_write_mark(self.setting)),
            together=self.recorder.together,
            remarks=(lambda proposal: unclear_days(proposal, self.today()),),
        )

    @cached_property
    def approvals(self) -> Approvals:
        """The writes that wait for a person."""
        return Approvals(self.setting, lambda: self.library, lambda: self._guards, lambda: self._groups)

    def recall(self, request: Request) -> Answer:
        """The blocks that answer a request best, each with its address and the reasons for its place.

        With ``as_of`` they are told from what git kept at the end of that day, and days in the question from it.
        """
        return self._recalling.recall(request)

    def replay(self, name: str) -> Replayed:
        """Ask a recorded recall again: by its id, the beginning of one, or ``last``.

        Raises NotFoundError, and UnreadableError for what another version recorded.
        """
        return self._recalling.replay(name)

    def open_past(self, name: str, day: date) -> Opened:
        """A page or block as git kept it at the end of a day; it does not count as seen, since it is not what is there.

        Raises NotFoundError, AmbiguousError or HiddenError.
        """
        setting = self.setting
        with looking_back(self.library.mounts, setting.cache, day, setting.notice) as past:
            return open_then(past, name)

    def open_page(self, name: str, *, hidden_too: bool = False, noted: bool = True) -> Opened:
        """Open the page or block that a name means, and note in the ledger that it was seen, unless nobody sees it.

        Raises NotFoundError, AmbiguousError, HiddenError or UnreadableError.
        """
        opened = self._on_synced(lambda: open_page(self.library, name, hidden_too=hidden_too))
        if noted:
            self._note_seen(opened.address, opened.page.digest)
        return opened

    def count_as_seen(self, opened: Opened) -> bool:
        """Note that the person looked at a page, whole, so that it may be pushed; False when it was not quarantined.

        Raises StorageError.
        """
        if opened.block is not None or opened.standing != QUARANTINED:
            return False
        page = opened.page
        root = self.library.mount(page.address.mount).root
        count_as_seen(self.setting.state, root, page.address.name, page.digest)
        return True

    def look_up(self, address: Address) -> Opened | None:
        """Open the page at an exact address; None, noted in the ledger as absent, when there is none (D14)."""
        try:
            return self.open_page(str(address))
        except NotFoundError:
            if self.library.store(address.mount).stamp(address.name) is not None:
                raise
            self._note_seen(address.page, None)
            return None

    def write(self, address: Address, change: Change, *, version: str | None = None) -> Receipt:
        """Send a change through the gateway; ``version`` is what the writer was shown. Raises what the gateway does."""
        return self._gateway.write(Proposal(address, change, self.setting.actor, version))

    def remember(self, note: Note, *, replace: bool = False, version: str | None = None) -> Receipt:
        """Keep a text as a page. The page that has this very title already is meant again; else it is a new one.

        Its title, type and tags win over a header in its text. Raises AmbiguousError for several pages of that title,
        ExistsError or UnobservedError where the page is there and this session may not replace it (D17); with
        ``replace`` whatever it says now is replaced, or what it says at ``version`` alone (D45). An agent has to have
        seen that, or to give its version.
        """
        mount = mount_for(self.library, note)
        self.library.sync(mount.name)
        note = note if mount.config.format == "records" else settled(note)
        title = title_of(note)
        found = page_titled(self.library, mount, title)
        if found is not None and self.session is None and not replace:
            raise ExistsError(f"{found} has this title already", hint=TITLE_TAKEN)
        if version is None and found is not None and replace and self.setting.actor.kind != "agent":
            version = self.library.store(mount.name).read(found.name).digest
        if found is not None and (note.tags or note.type):
            note = written_over(self.library.store(mount.name).read(found.name), note)
        content = Content(note.text, title, header_of(note, self.today(), self.setting.actor))
        return self.write(found or new_address(self.library, mount, title), content, version=version)

    def append(self, name: str, text: str) -> Receipt:
        """Add a text at the end of a page, or of the block that the name goes on to."""
        address = self.open_page(name, noted=False).address
        nth = address.nth if address.crumb else None
        return self.write(address.page, Addition(text, address.crumb, nth))

    def restore(self, mount: str, trash_id: str) -> Receipt:
        """Bring a deleted page back."""
        return self._gateway.restore(mount, trash_id, self.setting.actor)

    def purge(self, mount: str, trash_id: str) -> None:
        """Take a deleted page out of the trash for good, and out of what was kept to answer about earlier days."""
        self._gateway.purge(mount, trash_id, self.setting.actor)
        forget_past(self.setting.cache)

    def trash(self) -> list[tuple[str, Trashed]]:
        """What can be brought back, with the mount it was in, newest first."""
        found = [
            (mount.name, item) for mount in self._mounts_on_disk() for item in self.library.store(mount.name).trash()
        ]
        return sorted(found, key=lambda pair: pair[1].deleted, reverse=True)

    def sync(self, progress: Callable[[str], Progress] | None = None) -> dict[str, SyncReport]:
        """Bring every index in step with its files; ``progress`` gives each mount a callable for (done, of). Indexes
        that nobody used for long make room. Raises UnreadableError for a store that can't be read, once all others are
        in step. What a process had written that died before its commit is committed."""
        from vademecum.index.leftovers import sweep  # noqa: PLC0415 - who only asks or writes waits for none of it

        reports, closed = dict[str, SyncReport](), None
        for mount in self.library.mounts:
            try:
                reports[mount.name] = self.library.sync(mount.name, progress(mount.name) if progress else None)
            except UnreadableError as error:
                closed = closed or error
        in_use = [self.library.index_path(mount.name) for mount in self.library.mounts]
        sweep(self.setting.cache, in_use, self.setting.clock().timestamp())
        self.recorder.take_up()
        if closed is not None:
            raise closed
        return reports

    def embedder(self) -> Embedder | None:
        """What makes vectors here, None when nothing is to. Raises VectorsFailedError for what is missing to it."""
        return embedder_of(self.setting.config.vectors, os.environ)

    def sync_vectors(
        self, progress: Callable[[str], Progress] | None = None, *, anew: bool = False
    ) -> dict[str, VectorReport]:
        """Make the vectors that are missing, after ``sync``, mount by mount until the embedder fails; none without one.

        Raises VectorsFailedError when the embedder that is configured can't be.
        """
        embedder = self.embedder()
        return {} if embedder is None else embed_library(self.library, embedder, progress, anew=anew)

    def pages(self, within: Filter, mount: str | None = None) -> list[Listed]:
        """The pages of one mount or of all, in order of mount and name, hidden ones included."""
        names = [self.library.mount(mount).name] if mount else [each.name for each in self.library.mounts]

        def listed() -> list[Listed]:
            with self.library.views(names) as views:
                rows = ((name, row) for name, view in zip(names, views, strict=True) for row in view.pages(within))
                return [Listed(Address(name, row.name), row) for name, row in rows]

        return self._on_synced(listed)

    def address_of(self, name: str) -> Address:
        """The exact address that a name means, without opening the page."""
        return self._on_synced(lambda: find(self.library, name))

    def first_of(self, names: Sequence[str]) -> Address | None:
        """The exact address that the first fitting one of these names means, None when no page fits any.

        Raises AmbiguousError when several pages fit that name.
        """
        return self._on_synced(lambda: _first(self.library, names))

    def status(self, reports: Mapping[str, SyncReport]) -> tuple[MountStatus, ...]:
        """What every mount holds, after the sync that gave these reports."""
        return status_of(self.library, reports)

    def diagnose(self, reports: Mapping[str, SyncReport]) -> tuple[Finding, ...]:
        """What keeps the memory from working well here, and how to mend it."""
        places = Places(self.setting.config, self.setting.cache, self.setting.state)
        return diagnose(self.library, self.status(reports), places)

    def forget_indexes(self) -> None:
        """Empty every index, so that the next sync reads each page again."""
        for mount in self.library.mounts:
            self.library.index(mount.name).clear()

    def today(self) -> date:
        """The local day, by which diaries, stamps and windows are dated (rule 13)."""
        return self.setting.clock().date()

    def target(self, note: Note) -> Mount:
        """The mount that a note goes to; raises FilterError when no mount of its scope can be written."""
        return mount_for(self.library, note)

    def close(self) -> None:
        """Give back file handles."""
        if "library" in self.__dict__:
            self.library.close()

    def _on_synced(self, step: Callable[[], T]) -> T:
        """Take a step on indexes that are in step with the files."""

        def synced() -> T:
            for mount in self.library.mounts:
                report = self.library.refresh(mount.name)
                if report.late:
                    self.setting.notice(f"the index of {mount.name} may be late: {report.late}")
            return step()

        return self.library.mended(synced)

    def _note_seen(self, address: Address, digest: str | None) -> None:
        """What can't be noted is read all the same; a later edit then has to carry its version."""
        if self.session is not None:
            try:
                self.session.observe(address, digest)
            except StorageError as error:
                self.setting.notice(error.message)

    def _mounts_on_disk(self) -> list[Mount]:
        return [mount for mount in self.library.mounts if not mount.is_missing]


def _first(library: Library, names: Sequence[str]) -> Address | None:
    for name in names:
        with suppress(NotFoundError):
            return find(library, name)
    return None
