"""What was: the versions of a page, what changed between them, who wrote each line, and how one is brought back.

It reads what git kept and writes nothing itself: a version that is brought back goes through the gateway like any other
write. What is hidden from a consumer today is hidden from it in every old version too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import NamedTuple, Protocol

from vademecum.address import Address, parse as parse_address
from vademecum.config.model import Format
from vademecum.errors import (
    AddressError,
    AmbiguousError,
    HiddenError,
    HistoryError,
    NotFoundError,
)
from vademecum.gateway import Receipt
from vademecum.guards.changes import Change, RawText
from vademecum.guards.exact import said_by
from vademecum.library import Library, Mount
from vademecum.memory.record_history import blamed, ids_kept, lines_kept, newest_lines
from vademecum.memory.shelf import page_of
from vademecum.page import Digest
from vademecum.page.model import digest_of
from vademecum.store.checkout import Checkout, checkout_of
from vademecum.store.git import objects
from vademecum.store.log import FileChange, Kept, blame, commits, log
from vademecum.store.past import Moment, PastStore
from vademecum.store.walk import SUFFIX, place_below

NOW = "now"
# Fewer digits fit too many versions by chance, and nobody means them.
_DIGITS_MIN = 4
_HEX = frozenset("0123456789abcdef")


class Write(Protocol):
    """How a change is sent through the gateway."""

    def __call__(self, address: Address, change: Change, *, version: str | None = None) -> Receipt:
        """Write, and return the receipt."""


class Version(NamedTuple):
    """A page as one commit left it; without a digest the commit took it away. ``line`` is that of a record."""

    kept: Kept
    change: FileChange
    digest: Digest | None
    line: bytes | None = None

    @property
    def name(self) -> str:
        """What the page calls it: the beginning of its digest."""
        return "" if self.digest is None else self.digest[:12]


@dataclass(frozen=True, slots=True)
class PageHistory:
    """A page or record with all versions that git kept of it, newest first; ``current`` is what its file holds now."""

    address: Address
    repository: Checkout
    path: str
    versions: tuple[Version, ...]
    current: bytes | None
    kind: Format = "folder"

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that the page had in its repository, its own first."""
        known = [path for each in self.versions for path in (each.change.path, each.change.was) if path]
        return tuple(dict.fromkeys((self.path, *known)))


class Difference(NamedTuple):
    """A page or record at two times; bytes of None are of a time at which it was not there."""

    address: Address
    old: str
    new: str
    before: bytes | None
    after: bytes | None
    kind: Format = "folder"


class Blamed(NamedTuple):
    """A line as it is now, and the commit it is from; None for one that git has not kept yet."""

    text: str
    kept: Kept | None


class History:
    """The past of one library. ``find`` gives the address that a name means, ``write`` goes through the gateway."""

    def __init__(self, library: Library, find: Callable[[str], Address], write: Write) -> None:
        self._library = library
        self._find = find
        self._write = write

    def log(self, *, most: int, mount: str | None = None) -> list[tuple[Checkout, Kept]]:
        """The newest commits that changed pages, of one mount or of all. Raises HistoryError where nothing is kept."""
        mounts = [self._library.mount(mount)] if mount else self._library.mounts
        places = {place for each in mounts if (place := _place(each)) is not None}
        if not places:
            raise _nothing_kept([each.name for each in mounts])
        found: dict[str, tuple[Checkout, Kept]] = {}
        for repository, folder in sorted(places):
            found.update({kept.commit: (repository, kept) for kept in log(repository, folder, most=most)})
        return sorted(found.values(), key=lambda pair: pair[1].at, reverse=True)[:most]

    def of(self, name: str, *, hidden_too: bool = False) -> PageHistory:
        """All that git kept of a page, which may be deleted by now.

        Raises NotFoundError, AmbiguousError, HiddenError and HistoryError.
        """
        address = self._named(name)
        mount, store = self._library.mount(address.mount), self._library.store(address.mount)
        file = store.path(address.name)
        repository = checkout_of(file.parent)
        if repository is None:
            raise _nothing_kept([mount.name])
        path = place_below(str(repository.root), str(file)) or ""
        current = store.read(address.name).raw if store.stamp(address.name) is not None else None
        kind = mount.config.format
        made = _versions(repository, path) if kind == "folder" else _versions_of_record(repository, path, address.name)
        found = PageHistory(address, repository, path, tuple(made), current, kind)
        if not hidden_too:
            self._check_open(address, current)
        return found

    def version(self, history: PageHistory, name: str) -> Version:
        """The version that the beginning of its digest, or of its commit's name, means; the newest of equal ones.

        Raises NotFoundError or AmbiguousError.
        """
        wanted = name.strip().lower()
        fitting = [each for each in history.versions if wanted and _is_called(each, wanted)]
        if len(wanted) < _DIGITS_MIN or not fitting:
            hint = f"vade log {history.address} lists what there is"
            raise NotFoundError(f"git kept no version {name!r} of {history.address}", hint=hint)
        if len({each.digest for each in fitting}) > 1:
            candidates = [f"{each.name} {each.kept.commit[:12]}" for each in fitting]
            raise AmbiguousError(f"{len(fitting)} versions of {history.address} begin with {name!r}", candidates)
        return fitting[0]

    def version_of_day(self, history: PageHistory, day: date) -> Version:
        """The version at the end of a local day. Raises NotFoundError when there was none."""
        end = datetime.combine(day + timedelta(days=1), time.min).astimezone()
        found = next((each for each in history.versions if each.kept.at < end), None)
        if found is None or found.digest is None:
            raise NotFoundError(f"{history.address} was not there at the end of {day.isoformat()}")
        return found

    def bytes_of(self, history: PageHistory, version: Version, *, hidden_too: bool = False) -> bytes:
        """What a version held. Raises NotFoundError, HiddenError or HistoryError."""
        blob = version.change.after
        if blob is None or version.digest is None:
            raise NotFoundError(f"{history.address} was taken away by {version.kept.commit[:12]}")
        data = version.line if history.kind == "records" else objects(history.repository, [blob])[0]
        if data is None:
            raise HistoryError(f"git lacks what {history.address} held at {version.kept.commit[:12]}")
        if not hidden_too:
            self._check_open(history.address, data)
        return data

    def difference(
        self, name: str, old: str | None = None, new: str | None = None, *, hidden_too: bool = False
    ) -> Difference:
        """What a page said at two versions: the one before the last change and now, unless they are named."""
        history = self.of(name, hidden_too=hidden_too)

        def data_of(version: Version) -> bytes | None:
            return None if version.digest is None else self.bytes_of(history, version, hidden_too=hidden_too)

        if new is None:
            after, label = history.current, NOW
        else:
            chosen = self.version(history, new)
            after, label = data_of(chosen), chosen.name or chosen.kept.commit[:12]
        if old is not None:
            first: Version | None = self.version(history, old)
        else:
            first = _before(history, None if after is None else digest_of(after))
        before = None if first is None else data_of(first)
        return Difference(history.address, "" if first is None else first.name, label, before, after, history.kind)

    def not_kept(self, mount: str | None = None) -> list[Difference]:
        """The pages whose files hold something else than what git kept last, as when they were edited by hand."""
        mounts = [self._library.mount(mount)] if mount else self._library.mounts
        kept_at = [(each, place) for each in mounts if (place := _place(each)) is not None]
        if not kept_at:
            raise _nothing_kept([each.name for each in mounts])
        return [found for each, place in kept_at for found in self._changed(each, *place)]

    def blame(self, name: str, *, hidden_too: bool = False) -> list[Blamed]:
        """The lines of a page as it is, each with where it is from."""
        history = self.of(name, hidden_too=hidden_too)
        if history.current is None:
            raise NotFoundError(f"{history.address} is deleted", hint=f"vade log {history.address} shows what was kept")
        if history.kind == "records":
            versions = [(each.kept, each.line) for each in history.versions]
            return [Blamed(*each) for each in blamed(history.current, versions)]
        lines = blame(history.repository, history.path, history.current)
        known = commits(history.repository, sorted({each.commit for each in lines if each.commit}))
        return [Blamed(each.text.decode("utf-8", "replace"), known.get(each.commit or "")) for each in lines]

    def contents(self, address: Address) -> list[bytes]:
        """All that git kept of what a page said, newest first. Raises what ``of`` raises."""
        history = self.of(str(address), hidden_too=True)
        if history.kind == "records":
            return [each.line for each in history.versions if each.line is not None]
        blobs = [each.change.after for each in history.versions if each.change.after is not None]
        return [data for data in objects(history.repository, blobs) if data is not None]

    def restore(self, history: PageHistory, version: Version, *, hidden_too: bool = False) -> Receipt:
        """Bring a version back, to the byte, as a write like any other; what is there now stays in git.

        Raises what the gateway does.
        """
        data = self.bytes_of(history, version, hidden_too=hidden_too)
        return restore_bytes(self._library, self._write, history.address, data)

    def _named(self, name: str) -> Address:
        try:
            return self._find(name).page
        except NotFoundError:
            gone = self._gone(name)
            if not gone:
                raise
            if len(gone) > 1:
                raise AmbiguousError(f"{len(gone)} deleted pages were called {name!r}", list(map(str, gone))) from None
            return gone[0]

    def _gone(self, name: str) -> list[Address]:
        """The pages of that name which git knows and no folder has."""
        try:
            asked = parse_address(name)
        except AddressError:
            asked = None
        mounts = [each for each in self._library.mounts if asked is None or each.name == asked.mount]
        wanted = (name.removesuffix(SUFFIX) if asked is None else asked.name).casefold()
        known = {Address(each.name, old) for each in mounts for old in _names_known(each)}
        whole = sorted(each for each in known if each.name.casefold() == wanted)
        last = sorted(each for each in known if each.name.rpartition("/")[2].casefold() == wanted)
        return whole or last

    def _changed(self, mount: Mount, repository: Checkout, folder: str) -> Iterable[Difference]:
        if mount.config.format == "records":
            yield from self._changed_records(mount, repository, folder)
            return
        newest = log(repository, folder, most=1)
        if not newest:
            return
        past = PastStore(mount.config, Moment(repository, newest[0].commit, folder), exclude=mount.exclude)
        store = self._library.store(mount.name)
        before, after = ({entry.name for entry in each.walk().entries} for each in (past, store))
        for name in sorted(before | after):
            was = past.read(name) if name in before else None
            now = store.read(name) if name in after else None
            shown = was if now is None else now
            hidden = shown is None or self._library.rows(mount.name).why_hidden(shown, "open") is not None
            then, today = (None if each is None else each.raw for each in (was, now))
            if not hidden and then != today:
                yield Difference(Address(mount.name, name), "kept", NOW, then, today)

    def _changed_records(self, mount: Mount, repository: Checkout, path: str) -> Iterable[Difference]:
        store, then = self._library.store(mount.name), newest_lines(repository, path)
        now = {entry.name: store.read(entry.name).raw for entry in store.walk().entries}
        for name in sorted(name for name in now.keys() | then.keys() if then and now.get(name) != then.get(name)):
            before, after = then.get(name), now.get(name)
            page = page_of(Address(mount.name, name), after or before or b"", "records")
            if self._library.rows(mount.name).why_hidden(page, "open") is None:
                yield Difference(page.address, "kept", NOW, before, after, "records")

    def _check_open(self, address: Address, data: bytes | None) -> None:
        if data is None:
            return
        page = page_of(address, data, self._library.mount(address.mount).config.format)
        reason = self._library.rows(address.mount).why_hidden(page, "open")
        if reason is not None:
            raise HiddenError(f"{address} is hidden: {reason}", reason, hint="a person can show it with --hidden")


def restore_bytes(library: Library, write: Write, address: Address, data: bytes) -> Receipt:
    """Write a page's bytes as they are, whatever its encoding is now. Raises what the gateway does."""
    store, kind = library.store(address.mount), library.mount(address.mount).config.format
    version = store.read(address.name).digest if store.stamp(address.name) is not None else None
    return write(address, RawText(said_by(data, kind), data), version=version)


def _versions(repository: Checkout, path: str) -> Iterable[Version]:
    changes = [(kept, change) for kept in log(repository, path, follow=True) for change in kept.files]
    blobs = objects(repository, [change.after for _, change in changes if change.after is not None])
    contents = iter(blobs)
    for kept, change in changes:
        data = None if change.after is None else next(contents)
        yield Version(kept, change, None if data is None else digest_of(data))


def _versions_of_record(repository: Checkout, path: str, name: str) -> Iterable[Version]:
    for kept, change, line in lines_kept(repository, path, name):
        yield Version(kept, change, None if line is None else digest_of(line), line)


def _is_called(version: Version, wanted: str) -> bool:
    if not set(wanted) <= _HEX:
        return False
    return version.kept.commit.startswith(wanted) or (version.digest or "").startswith(wanted)


def _before(history: PageHistory, digest: Digest | None) -> Version | None:
    """The newest version that is another one than this."""
    return next((each for each in history.versions if each.digest != digest), None)


def _place(mount: Mount) -> tuple[Checkout, str] | None:
    """The repository that a mount is in, and where in it."""
    repository = checkout_of(mount.root)
    if repository is None:
        return None
    folder = place_below(str(repository.root), str(mount.root))
    return None if folder is None else (repository, folder)


def _names_known(mount: Mount) -> set[str]:
    """The names of all pages that a mount ever had, as git kept them."""
    place = _place(mount)
    if place is None:
        return set()
    repository, folder = place
    if mount.config.format == "records":
        return ids_kept(repository, folder)
    paths = {path for kept in log(repository, folder) for each in kept.files for path in (each.path, each.was) if path}
    return {name for path in paths if (name := _name(mount, repository, path)) is not None}


def _name(mount: Mount, repository: Checkout, path: str) -> str | None:
    file = Path(repository.root, path)
    inner = place_below(str(mount.root), str(file))
    if not inner or not inner.lower().endswith(SUFFIX) or any(file.is_relative_to(each) for each in mount.exclude):
        return None
    return unicodedata.normalize("NFC", inner[: -len(SUFFIX)])


def _nothing_kept(mounts: Sequence[str]) -> HistoryError:
    own = 'git init, and mounts.NAME.commit = "always"'
    hint = f"vade init makes a repository for the home store; for a folder of your own: {own}"
    return HistoryError(f"{', '.join(mounts)} is in no git repository, so nothing of it was kept", hint=hint)
