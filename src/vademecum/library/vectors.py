"""Bringing a mount's vectors in step with its pages: what is new or changed is embedded, what is gone is let go.

Only what recall may show unasked is ever sent to an embedder: no page that is private or hidden, none that waits to be
looked at, none of a store that nobody trusts, and of each page no comment. Each batch is kept as soon as it is there,
so a pass that fails or is interrupted goes on where it ended. It reads stores and indexes, and writes vectors.

What is out of sight is not gone: while a folder is away or can't be read its vectors stay, since they may have cost
money, and a store in which there is no page at all may be a disk that is not mounted.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import NamedTuple
from unicodedata import normalize

from vademecum.errors import VademecumError, VectorsFailedError
from vademecum.index.contract import Filter
from vademecum.index.vectors.embedder import BATCH, Embedder
from vademecum.index.vectors.kept import Count, Placed, VectorFile
from vademecum.library.library import Library
from vademecum.library.mounts import Mount
from vademecum.library.provenance import standing_of
from vademecum.library.rows import UNREADABLE
from vademecum.page import Block, Page, visible_runs

EMBEDDED_CHARS = 6_000
"""Code points of a block that are embedded: what the models with the shortest window that is common, 8,192 tokens, take
of a Chinese text. A longer block is embedded by its beginning."""
TEXT_RULES = f"texts-1-{EMBEDDED_CHARS}"
"""A mark of what is embedded of a page; another mark has every page looked at again."""

_CHANGING = "changing"

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class VectorReport:
    """One pass over a mount. ``made`` counts texts that were embedded, ``cut`` those of them that were too long;
    ``left_out`` counts pages by reason; ``failure`` says why the pass ended early, empty when it is whole."""

    made: int = 0
    cut: int = 0
    removed: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)
    failure: str = ""
    hint: str | None = None
    restarted: bool = False


def vectors_path(library: Library, mount: str) -> str:
    """Where the vectors of a mount are kept: beside its index, under the name of the same real path."""
    index = library.index_path(mount)
    place = index.stem.partition("-")[0]
    return os.path.join(index.parent.parent, "vectors", f"{place}.db")


def embed_mount(
    library: Library, mount: Mount, embedder: Embedder, *, progress: Progress | None = None, anew: bool = False
) -> VectorReport:
    """Make what vectors are missing, after the index was brought in step; it never raises for what an embedder does.

    ``progress`` gets (done, of) in pages; ``anew`` forgets what there is first.
    """
    try:
        return _embed(library, mount, embedder, progress, anew=anew)
    except VectorsFailedError as error:
        return VectorReport(failure=error.message, hint=error.hint)


def embed_library(
    library: Library, embedder: Embedder, progress: Callable[[str], Progress] | None = None, *, anew: bool = False
) -> dict[str, VectorReport]:
    """Make what vectors are missing in all mounts, in their order, up to the first that the embedder fails for.

    What keeps a single mount from it, as a folder that is away, keeps no other. ``progress`` gives each mount a
    callable for (done, of).
    """
    reports: dict[str, VectorReport] = {}
    for mount in library.mounts:
        tell = progress(mount.name) if progress else None
        try:
            reports[mount.name] = _embed(library, mount, embedder, tell, anew=anew)
        except VectorsFailedError as error:
            reports[mount.name] = VectorReport(failure=error.message, hint=error.hint)
            continue
        if reports[mount.name].failure:
            break
    return reports


def _embed(
    library: Library, mount: Mount, embedder: Embedder, progress: Progress | None, *, anew: bool
) -> VectorReport:
    """One pass; the report has what ended it early. Raises VectorsFailedError when this mount can't have one."""
    path = vectors_path(library, mount.name)
    with _one_at_a_time(path):
        sight = _look(library, mount)
        if sight.is_away:
            if not count_vectors(library, mount.name, embedder.identity).pages:
                return VectorReport()  # as the folders of the home store, which come into being with their first page
            told = f"{mount.name} can't be read, so its vectors are kept as they are"
            raise VectorsFailedError(told, hint="bring its folder back, then vade sync")
        if sight.places and anew:
            told = f"folders of {mount.name} can't be read, so its vectors are not made anew"
            raise VectorsFailedError(told, hint="vade status names them")
        file, damaged = VectorFile.to_write(path, embedder.identity, _rules(library, mount))
        try:
            if anew:
                file.forget()
            return replace(_Pass(library, mount, embedder, file, sight).run(progress), restarted=damaged)
        finally:
            file.close()


def count_vectors(library: Library, mount: str, identity: str) -> Count:
    """How many blocks of a mount have vectors by this model. Raises VectorsFailedError."""
    file = VectorFile.to_read(vectors_path(library, mount), identity)
    if file is None:
        return Count(0, 0, "")
    try:
        return file.count()
    finally:
        file.close()


def texts_of(page: Page) -> Iterator[tuple[Block, str]]:
    """Each block with the text that stands for it: its title and headings, then what it says, comments left out."""
    for block in page.blocks or (Block((), 1, 0, 1, page.body_start, len(page.text)),):
        above = block.crumb[:-1]  # its own heading begins its text
        path = above if block.crumb[:1] == (page.title,) else (page.title, *above)
        own = "".join(page.text[start:end] for start, end in visible_runs(page, block))
        yield block, f"{' > '.join(path)}\n{own.strip()}".strip()


class _Sight(NamedTuple):
    """What a pass sees of a mount: the digests of the ``wanted`` pages, those that recall may show, in order of name.
    ``unseen`` are pages that are there and that the index can't tell of, ``places`` the folders that can't be read."""

    wanted: Mapping[str, str]
    unseen: frozenset[str]
    places: tuple[str, ...]
    is_bare: bool

    @property
    def is_away(self) -> bool:
        """Whether the mount itself can't be read."""
        return self.is_bare and bool(self.places)

    @property
    def is_whole(self) -> bool:
        """Whether nothing but single pages is out of sight."""
        return not (self.is_bare or self.places)

    def is_gone(self, name: str) -> bool:
        """Whether a page that has vectors is to lose them."""
        if name in self.wanted or name in self.unseen or self.is_bare:
            return False
        return not any(name.startswith(f"{place}/") for place in self.places)


def _look(library: Library, mount: Mount) -> _Sight:
    """Look at a mount. Raises VectorsFailedError when its index says nothing of it, emptied or of other rules."""
    with library.index(mount.name).view() as view:
        if view.fingerprint != library.rows(mount.name).fingerprint:
            told = f"the index of {mount.name} is not in step, so its vectors are kept as they are"
            raise VectorsFailedError(told, hint="vade sync brings it in step")
        rows = {row.name: (row.digest, row.hidden) for row in view.pages(Filter())}
    walk = library.store(mount.name).walk()
    wanted = {name: digest for name, (digest, hidden) in rows.items() if hidden is None} if mount.trusted else {}
    unread = {name for name, (_, hidden) in rows.items() if hidden == UNREADABLE}
    places = [normalize("NFC", problem.place) for problem in walk.problems if problem.code == "unreadable"]
    return _Sight(wanted, frozenset(unread | (walk.stamps.keys() - rows.keys())), tuple(places), not walk.stamps)


class _Pass:
    """One pass over the pages of a mount."""

    def __init__(self, library: Library, mount: Mount, embedder: Embedder, file: VectorFile, sight: _Sight) -> None:
        self._library = library
        self._mount = mount
        self._embedder = embedder
        self._file = file
        self._sight = sight
        self._waiting: dict[str, tuple[str, Sequence[Placed]]] = {}
        self._texts: dict[bytes, str] = {}
        self._made = 0
        self._cut = 0
        self._left_out = Counter[str]()

    def run(self, progress: Progress | None) -> VectorReport:
        """Embed what is missing, as far as the embedder goes."""
        wanted, known = self._sight.wanted, self._file.pages()
        changed = [name for name, digest in wanted.items() if known.get(name) != digest]
        gone = [name for name in known if self._sight.is_gone(name)]
        self._file.drop(gone)
        failure: VectorsFailedError | None = None
        try:
            for done, name in enumerate(changed, start=1):
                self._take(name, wanted[name])
                if len(self._texts) >= BATCH:
                    self._flush()
                if progress is not None:
                    progress(done, len(changed))
            self._flush()
            self._file.finish(prune=self._sight.is_whole)
        except VectorsFailedError as error:
            failure = error
            self._file.fail(error.message)
        return VectorReport(
            made=self._made,
            cut=self._cut,
            removed=len(gone),
            left_out=dict(self._left_out),
            failure=failure.message if failure else "",
            hint=failure.hint if failure else None,
        )

    def _take(self, name: str, digest: str) -> None:
        """Note what a page needs; one that is not what the index says, or may not be sent, is left out.

        Who may not be sent loses what it had; who only can't be read right now does not.
        """
        try:
            page = self._library.store(self._mount.name).read(name)
        except VademecumError:
            self._left_out["unreadable"] += 1
            return
        reason = self._why_not(page, digest)
        if reason:
            self._left_out[reason] += 1
            if reason != _CHANGING:
                self._file.drop([name])
            return
        blocks, texts = list[Placed](), dict[bytes, str]()
        for block, text in texts_of(page):
            key = sha256(f"{self._embedder.identity}\0{text}".encode("utf-8", "surrogatepass")).digest()
            blocks.append(Placed(block.crumb, block.nth, key))
            texts[key] = text
        self._texts.update((key, texts[key]) for key in sorted(self._file.missing(list(texts))))
        self._waiting[name] = (page.digest, blocks)

    def _why_not(self, page: Page, digest: str) -> str:
        if page.digest != digest:
            return _CHANGING
        if self._library.rows(self._mount.name).why_hidden(page) is not None:
            return "hidden"
        return standing_of(page, self._mount)

    def _flush(self) -> None:
        """Embed what is noted, and then note the pages, all of whose blocks have vectors now."""
        keys = list(self._texts)
        for start in range(0, len(keys), BATCH):
            some = keys[start : start + BATCH]
            vectors = self._embedder.embed([self._texts[key][:EMBEDDED_CHARS] for key in some], "passage")
            self._file.keep(some, vectors)
            self._made += len(some)
            self._cut += sum(len(self._texts[key]) > EMBEDDED_CHARS for key in some)
        self._file.place(self._waiting)
        self._texts.clear()
        self._waiting.clear()


def _rules(library: Library, mount: Mount) -> str:
    return f"{TEXT_RULES} {library.rows(mount.name).fingerprint}"


@contextmanager
def _one_at_a_time(path: str) -> Iterator[None]:
    """Keep other programs from embedding the same pages meanwhile, which could cost money twice."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only who makes vectors needs it

    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        lock = FileLock(f"{path}.lock", timeout=0)
        lock.acquire()
    except Timeout as error:
        raise VectorsFailedError("another program is making these vectors", hint="let it end") from error
    except OSError as error:
        raise VectorsFailedError(f"the file of vectors can't be written: {error.strerror}") from error
    try:
        yield
    finally:
        lock.release()
