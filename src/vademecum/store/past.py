"""A folder of pages as git kept it: the same store at the end of an earlier day, to be read and nothing else.

It owns which commit a day means and which of its files are pages, by the rules of the mount as it is configured now.
It writes nothing: not to the repository, not to the working tree. What a link or a submodule held is counted, never
followed.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, NoReturn

from vademecum.address import Address
from vademecum.config.model import MountConfig
from vademecum.errors import NotFoundError, ReadOnlyError, UnreadableError
from vademecum.page import Digest, Page, parse
from vademecum.page.names import check_name
from vademecum.store.checkout import Checkout, checkout_of
from vademecum.store.contract import Stamp, Trashed, Walk
from vademecum.store.git import ask, objects
from vademecum.store.repository import head_of
from vademecum.store.walk import SUFFIX, Bounds, is_page_file, page_name, place_below, spelling

# Of some kilobytes each, so that they take no memory to speak of.
_READ_AT_ONCE = 256
_PLAIN_FILES = frozenset({b"100644", b"100755", b"100664"})


class _File(NamedTuple):
    """A file of a commit: its path below the folder, its blob and its size in bytes."""

    place: str
    blob: str
    size: int


class Moment(NamedTuple):
    """A folder in a commit: the repository, the commit, and the folder's path in it, empty for its root."""

    repository: Checkout
    commit: str
    folder: str


def moment_of(root: Path, until: int) -> Moment | None:
    """The newest commit of the folder's branch that was made at ``until`` or before, in seconds since 1970.

    None for a folder in no repository, and for one whose repository has no commit as old as that. Raises
    UnreadableError when git can't be asked.
    """
    repository = checkout_of(root)
    folder = None if repository is None else place_below(str(repository.root), str(root))
    if repository is None or folder is None:
        return None
    if head_of(repository) is None:
        return None  # a repository without any commit, which git would call an error
    found = ask(repository, ["rev-list", "--max-count=1", f"--min-age={until}", "HEAD"]).decode().strip()
    return Moment(repository, found, folder) if found else None


class PastStore:
    """The store of one mount as a commit holds it; ``exclude`` are the folders of other mounts inside it."""

    def __init__(self, config: MountConfig, moment: Moment, *, exclude: frozenset[Path] = frozenset()) -> None:
        self._config = config
        self._moment = moment
        self._bounds = Bounds.of(config, str(config.path), exclude)
        self._ahead: dict[str, bytes] = {}

    @property
    def mount(self) -> str:
        """The mount's name, first part of each address."""
        return self._config.name

    @property
    def root(self) -> Path:
        """The folder's real path."""
        return self._config.path

    def walk(self) -> Walk:
        """All pages of the commit; what is left out is counted as in the folder of today."""
        pages, left_out = self._listing
        return Walk({name: _stamp(pages[name]).text for name in self._names}, dict(sorted(left_out.items())), ())

    def stamp(self, name: str) -> Stamp | None:
        """A stamp that tells one blob from another; None when the commit has no such page."""
        found = self._pages.get(unicodedata.normalize("NFC", name))
        return None if found is None else _stamp(found)

    def read(self, name: str) -> Page:
        """One page as it was. Raises NotFoundError, NameRefusedError or UnreadableError."""
        name = check_name(name)
        if name not in self._pages:
            raise NotFoundError(f"there was no page {Address(self.mount, name)} then")
        return parse(Address(self.mount, name), self._bytes_of(name))

    def path(self, name: str) -> Path:
        """Where the page is or would be on disk today."""
        return self.root / f"{check_name(name)}{SUFFIX}"

    def check_writable(self, name: str) -> None:
        """Raise ReadOnlyError: what was, stays as it was."""
        self._refuse(name)

    def lock(self) -> AbstractContextManager[None]:
        """Raise ReadOnlyError."""
        self._refuse()

    def put(self, name: str, data: bytes, *, expect: Digest | None) -> Digest:
        """Raise ReadOnlyError."""
        self._refuse(name, data, expect)

    def move(self, name: str, to: str, *, expect: Digest) -> None:
        """Raise ReadOnlyError."""
        self._refuse(name, to, expect)

    def delete(self, name: str, *, expect: Digest) -> Trashed:
        """Raise ReadOnlyError."""
        self._refuse(name, expect)

    def restore(self, trash_id: str) -> str:
        """Raise ReadOnlyError."""
        self._refuse(trash_id)

    def read_trashed(self, trash_id: str) -> Page:
        """Raise NotFoundError: a commit has no trash."""
        raise NotFoundError(f"there is nothing in the trash under {trash_id!r}", hint="ask without a past date")

    def purge(self, trash_id: str) -> None:
        """Raise ReadOnlyError."""
        self._refuse(trash_id)

    def trash(self) -> tuple[Trashed, ...]:
        """A commit has no trash."""
        return ()

    def _refuse(self, *_given: object) -> NoReturn:
        raise ReadOnlyError(f"{self.mount} is shown as it was, and can't be written", hint="write without a past date")

    def _bytes_of(self, name: str) -> bytes:
        if name not in self._ahead:
            self._read_on(name)
        return self._ahead.pop(name)

    def _read_on(self, name: str) -> None:
        """Read a page and those that follow it by name: a sync goes through them in this order, and each question to
        git costs as much as some hundred answers."""
        names = self._names[bisect_left(self._names, name) :][:_READ_AT_ONCE]
        contents = objects(self._moment.repository, [self._pages[each].blob for each in names])
        if contents[0] is None:
            raise UnreadableError(f"git lacks what {Address(self.mount, name)} held then")
        self._ahead = {each: raw for each, raw in zip(names, contents, strict=True) if raw is not None}

    @cached_property
    def _names(self) -> list[str]:
        return sorted(self._pages)

    @property
    def _pages(self) -> dict[str, _File]:
        return self._listing[0]

    @cached_property
    def _listing(self) -> tuple[dict[str, _File], Counter[str]]:
        """The pages by name, and what was left out by code."""
        pages: dict[str, _File] = {}
        left_out: Counter[str] = Counter()
        for mode, file in self._files():
            if self._bounds.why_outside(file.place) is not None or not is_page_file(file.place):
                continue
            if mode not in _PLAIN_FILES:
                left_out["link"] += 1
            elif file.size > self._config.max_page_bytes:
                left_out["size"] += 1
            else:
                _keep(pages, file, left_out)
        return self._bounded(pages, left_out), left_out

    def _bounded(self, pages: dict[str, _File], left_out: Counter[str]) -> dict[str, _File]:
        most = self._config.max_pages
        if len(pages) <= most:
            return pages
        left_out["count"] += len(pages) - most
        kept = sorted(sorted(pages), key=lambda name: name.count("/"))[:most]
        return {name: pages[name] for name in kept}

    def _files(self) -> Iterator[tuple[bytes, _File]]:
        """Mode and file of all that the commit holds below the folder."""
        moment = self._moment
        tree = f"{moment.commit}:{moment.folder}"
        try:
            listed = ask(moment.repository, ["ls-tree", "-r", "-z", "-l", "--full-tree", tree])
        except UnreadableError:
            if self._is_known():
                return  # the folder was not there yet
            raise
        for line in filter(None, listed.split(b"\0")):
            facts, _, place = line.partition(b"\t")
            mode, _, blob, size = facts.split()
            text = place.decode("utf-8", "surrogateescape")
            yield mode, _File(text, blob.decode(), 0 if size == b"-" else int(size))

    def _is_known(self) -> bool:
        """Whether git has the commit, so that only the folder can be what it lacks."""
        return objects(self._moment.repository, [self._moment.commit]) != [None]


def _keep(pages: dict[str, _File], file: _File, left_out: Counter[str]) -> None:
    """Keep a file under its page's name; of twins, whose letters differ in form, the one that a folder would serve."""
    try:
        file.place.encode()
    except UnicodeEncodeError:
        left_out["encoding"] += 1
        return
    name = page_name(file.place)
    other = pages.get(name)
    if other is not None:
        left_out["twin"] += 1
        wanted = f"{name}{SUFFIX}"
        file = min(file, other, key=lambda each: spelling(each.place, wanted))
    pages[name] = file


def _stamp(file: _File) -> Stamp:
    """Equal blobs have equal stamps; no clock of a past day says whether a file is settled, so it always is."""
    return Stamp(file.size, 0, 0, int(file.blob[:15], 16))
