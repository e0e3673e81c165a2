"""Walking a store: which files below a root are its pages, told by one pass of stat and no read.

It owns the rules of what belongs to a store: hidden and ignored names, inner mounts, depth, count and size. It opens no
file, follows no link and writes nothing. Whatever it leaves out is counted, and what a person should look at is named.

Links are never entered. A link to something that the store serves under its own name hides nothing and is passed over
in silence; any other one is reported (A39). When there are more pages than the bound, those in fewest folders stay,
then those first by name, so that the choice never hangs on the order of a disk.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from vademecum import globs
from vademecum.config.model import MountConfig
from vademecum.store.contract import Stamp, Walk, WalkProblem

SUFFIX = ".md"
# A folder that became a link since its parent was listed is not entered either.
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(frozen=True)
class Bounds:
    """What of a folder belongs to one store. ``inner`` are folders of other mounts: relative, NFC, ``/`` between."""

    config: MountConfig
    inner: frozenset[str]

    @classmethod
    def of(cls, config: MountConfig, root: str, exclude: frozenset[Path]) -> Bounds:
        """The bounds of a mount; those of ``exclude`` that don't lie below the real path ``root`` mean nothing."""
        below = (place_below(root, os.path.realpath(path)) for path in exclude)
        return cls(config, frozenset(unicodedata.normalize("NFC", place) for place in below if place))

    @cached_property
    def ignores(self) -> Callable[[str], bool]:
        """Whether the mount's ignore list names a relative path, or a folder on it."""
        return globs.matcher(self.config.ignore)

    @cached_property
    def ignored_leaves(self) -> frozenset[str] | None:
        """The ignore list as plain names, which it usually is; None when it holds patterns or paths."""
        if any(char in pattern for pattern in self.config.ignore for char in "*?/"):
            return None
        return frozenset(_plain(name.strip()) for name in self.config.ignore)

    @cached_property
    def ignores_entry(self) -> Callable[[str, str], bool]:
        """The same as ``ignores`` for an entry of a folder that is not ignored, given as the folder with its ``/`` and
        a name."""
        names = self.ignored_leaves
        if names is None:
            return lambda prefix, leaf: self.ignores(prefix + leaf)
        return lambda _prefix, leaf: (leaf.lower() if leaf.isascii() else _plain(leaf)) in names

    @cached_property
    def ignores_no_page(self) -> bool:
        """Whether no name that ends in SUFFIX can be on the ignore list, so that it need not be asked for each file."""
        names = self.ignored_leaves
        return names is not None and not any(name.endswith(SUFFIX) for name in names)

    def why_outside(self, place: str) -> str | None:
        """Why a relative path can be no page of this store, None when it can; links are not looked at."""
        parts = place.split("/")
        if any(part.startswith(".") for part in parts):
            return "is hidden"
        if self.ignores(place):
            return "is on the mount's ignore list"
        if any(place.startswith(f"{folder}/") for folder in self.inner):
            return "belongs to an inner mount"
        if len(parts) - 1 > self.config.max_depth:
            return f"lies deeper than {self.config.max_depth} folders"
        return None


def _plain(leaf: str) -> str:
    return unicodedata.normalize("NFC", leaf).casefold()


def _slashed(path: str) -> str:
    return path.replace(os.sep, "/") if os.sep != "/" else path


def stamp_of(found: os.stat_result) -> Stamp:
    """The stamp in a stat result."""
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def page_name(place: str) -> str:
    """The name of the page at a relative path: NFC, without its suffix."""
    stem = place[: -len(SUFFIX)]
    return stem if stem.isascii() else unicodedata.normalize("NFC", stem)


def is_page_file(leaf: str) -> bool:
    """Whether a file name is a page's; ``.MD`` counts, ``.markdown`` does not."""
    return leaf.endswith(SUFFIX) or leaf[-len(SUFFIX) :].lower() == SUFFIX


def spelling(disk: str, wanted: str) -> tuple[int, str]:
    """The rank of a component on disk among those that mean ``wanted``: as asked, then decomposed, then by its letters.

    The least one is served; the rest are twins.
    """
    if disk == wanted:
        return 0, disk
    return (1 if disk == unicodedata.normalize("NFD", wanted) else 2), disk


@dataclass(slots=True)
class _Pass:
    """What one pass has gathered: a stamp's text for each name, the folders entered, the links met, what to report.

    ``odd`` says of some of the pages why their files can't be served; ``spelled`` holds the places of those whose files
    the disk spells otherwise than their names.
    """

    root: str
    bounds: Bounds
    pages: dict[str, str] = field(default_factory=dict)
    odd: dict[str, WalkProblem] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)
    folders: set[str] = field(default_factory=lambda: {""})
    links: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    problems: list[WalkProblem] = field(default_factory=list)
    limit: int = 0

    def __post_init__(self) -> None:
        self.limit = self.bounds.config.max_page_bytes

    def path(self, place: str) -> str:
        """The absolute path of a place."""
        return f"{self.root}/{place}" if place else self.root

    def place(self, name: str) -> str:
        """The path of a page's file relative to the root."""
        return self.spelled.get(name, name + SUFFIX)

    def leave_out(self, problem: WalkProblem) -> None:
        """Count one page as left out, and name it."""
        self.left_out[problem.code] += 1
        self.problems.append(problem)


def _problem(code: str, place: str, message: str) -> WalkProblem:
    """A place that a person should look at; bytes that are no text are shown as ``?``."""
    return WalkProblem(code, place.encode("utf-8", "replace").decode(), message)


def walk(root: str, bounds: Bounds) -> Walk:
    """All pages below the real path ``root``, in order of name; never raises for what it meets there."""
    seen = _Pass(root, bounds)
    waiting = [""]
    while waiting:
        inner = _scan(waiting.pop(), seen)
        seen.folders.update(inner)
        waiting += inner
    _judge_links(seen)
    stamps = _stamps(seen)
    return Walk(stamps, dict(sorted(seen.left_out.items())), tuple(sorted(seen.problems, key=_order)))


def _order(problem: WalkProblem) -> tuple[str, str]:
    return problem.place, problem.code


def _scan(folder: str, seen: _Pass) -> list[str]:
    """Sort the entries of one folder, and return the relative paths of the folders to enter."""
    try:
        with _listed(seen.path(folder)) as entries:
            return list(_sorted(entries, f"{folder}/" if folder else "", seen))
    except OSError as error:
        seen.problems.append(_problem("unreadable", folder, _reason(error)))
        return []


@contextmanager
def _listed(path: str) -> Iterator[Iterator[os.DirEntry[str]]]:
    """The entries of a folder, which is held open where that can be: a stat that starts from it costs a fifth less."""
    if os.scandir not in os.supports_fd:
        with os.scandir(path) as entries:
            yield entries
        return
    folder = os.open(path, _FOLDER)
    try:
        with os.scandir(folder) as entries:
            yield entries
    finally:
        os.close(folder)


def _sorted(entries: Iterator[os.DirEntry[str]], prefix: str, seen: _Pass) -> Iterator[str]:
    """Take each entry for what it is; the folders to enter are yielded.

    Each answer waits for this loop over all files of a store. So it makes nothing of a file but a name and a text:
    tens of thousands of tuples would set off the garbage collector, which costs as much as the loop.
    """
    too_deep = prefix.count("/") > seen.bounds.config.max_depth
    ignores, inner = seen.bounds.ignores_entry, seen.bounds.inner
    is_usual = seen.bounds.ignores_no_page and not too_deep
    for entry in entries:
        leaf = entry.name
        if leaf[0] == ".":
            continue
        if is_usual and leaf.endswith(SUFFIX) and leaf.isascii() and entry.is_file(follow_symlinks=False):
            _take(prefix + leaf, entry, seen)
        elif ignores(prefix, leaf) or not _is_text(prefix + leaf, seen):
            continue
        elif entry.is_symlink():
            seen.links.append(prefix + leaf)
        elif entry.is_dir(follow_symlinks=False):
            if not inner or unicodedata.normalize("NFC", prefix + leaf) not in inner:
                yield prefix + leaf
        elif is_page_file(leaf):
            if too_deep:
                seen.left_out["depth"] += 1
            else:
                _take(prefix + leaf, entry, seen)


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)


def _is_text(place: str, seen: _Pass) -> bool:
    """Whether a name can be written as text; one that can't is reported."""
    try:
        place.encode()
    except UnicodeEncodeError:
        seen.leave_out(_problem("encoding", place, "the file name is not UTF-8"))
        return False
    return True


def _take(place: str, entry: os.DirEntry[str], seen: _Pass) -> None:
    """Keep what is at a place under its name; of twins, which differ in normal form or suffix alone, only the first."""
    stamp, odd = "", None
    try:
        found = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return  # deleted since its folder was listed: as if it never was
    except OSError as error:
        odd = _problem("unreadable", place, _reason(error))
    else:
        # As Stamp.text has it, without the stamp.
        stamp = f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"
        if found.st_size > seen.limit or not stat.S_ISREG(found.st_mode):
            odd = _why_left_out(found, place, seen.limit)
    name = place[: -len(SUFFIX)] if place.isascii() else page_name(place)
    if name in seen.pages and not _is_first(place, name, seen):
        return
    seen.pages[name] = stamp
    if odd is not None:
        seen.odd[name] = odd
    if not place.isascii() or not place.endswith(SUFFIX):
        seen.spelled[name] = place


def _why_left_out(status: os.stat_result, place: str, limit: int) -> WalkProblem:
    if not stat.S_ISREG(status.st_mode):
        return _problem("not-a-file", place, "this is no regular file")
    return _problem("size", place, f"{status.st_size} bytes are over the bound of {limit}")


def _is_first(place: str, name: str, seen: _Pass) -> bool:
    """Whether the file at this place is served, rather than the twin that was met before; the other one is reported."""
    first, second = sorted((seen.place(name), place), key=lambda twin: _spellings(name, twin))
    seen.leave_out(_problem("twin", second, f"another file has the same name {name!r} and is served instead"))
    if first != place:
        return False
    seen.odd.pop(name, None)
    seen.spelled.pop(name, None)
    return True


def _spellings(name: str, place: str) -> list[tuple[int, str]]:
    return [spelling(disk, wanted) for disk, wanted in zip(place.split("/"), f"{name}{SUFFIX}".split("/"), strict=True)]


def _stamps(seen: _Pass) -> dict[str, str]:
    """The stamps of the pages that stay; the others are counted."""
    chosen = _chosen(seen)
    for name, problem in seen.odd.items():
        if chosen.pop(name, None) is not None:
            seen.leave_out(problem)
    return chosen


def _chosen(seen: _Pass) -> dict[str, str]:
    limit = seen.bounds.config.max_pages
    if len(seen.pages) <= limit:
        return seen.pages
    seen.left_out["count"] += len(seen.pages) - limit
    return {name: seen.pages[name] for name in sorted(sorted(seen.pages), key=_depth)[:limit]}


def _depth(name: str) -> int:
    return name.count("/")


def _judge_links(seen: _Pass) -> None:
    if not seen.links:
        return
    served = seen.folders.union(map(seen.place, seen.pages))
    for link in seen.links:
        path = seen.path(link)
        try:
            target = os.path.realpath(path, strict=True)
        except OSError:
            seen.leave_out(_problem("link", link, "the link leads nowhere, or round in a circle"))
            continue
        inside = place_below(seen.root, target)
        if inside in served or not (is_page_file(link) or os.path.isdir(target)):
            continue
        where = "out of the store" if inside is None else "to what this store does not serve"
        seen.leave_out(_problem("link", link, f"the link leads {where}"))


def place_below(root: str, path: str) -> str | None:
    """The relative path of a real path below the real path ``root``, empty for the root itself, None when outside."""
    if path == root:
        return ""
    lead = root if root.endswith(os.sep) else root + os.sep
    return _slashed(path[len(lead) :]) if path.startswith(lead) else None
