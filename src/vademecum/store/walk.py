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
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from vademecum import globs
from vademecum.config.model import MountConfig
from vademecum.store.contract import Entry, Stamp, Walk, WalkProblem

SUFFIX = ".md"


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
    def ignores_entry(self) -> Callable[[str, str], bool]:
        """The same for an entry of a folder that is not ignored, asked as the folder with its ``/`` and a name.

        A list of plain names, which is the usual one, is asked for each of many thousand files without a pattern.
        """
        if any(char in pattern for pattern in self.config.ignore for char in "*?/"):
            return lambda prefix, leaf: self.ignores(prefix + leaf)
        names = frozenset(_plain(name.strip()) for name in self.config.ignore)
        return lambda _prefix, leaf: (leaf.lower() if leaf.isascii() else _plain(leaf)) in names

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
    """What one pass has gathered: a file for each name, the folders entered, the links met, and what to report."""

    root: str
    bounds: Bounds
    pages: dict[str, os.DirEntry[str]] = field(default_factory=dict)
    folders: set[str] = field(default_factory=lambda: {""})
    links: list[os.DirEntry[str]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    problems: list[WalkProblem] = field(default_factory=list)

    def place(self, entry: os.DirEntry[str]) -> str:
        """The path of an entry relative to the root."""
        return _slashed(entry.path[len(self.root) :]).lstrip("/")

    def leave_out(self, code: str, place: str, message: str) -> None:
        """Count one page as left out, and name it."""
        self.left_out[code] += 1
        self.report(code, place, message)

    def report(self, code: str, place: str, message: str) -> None:
        """Name a place that a person should look at; bytes that are no text are shown as ``?``."""
        self.problems.append(WalkProblem(code, place.encode("utf-8", "replace").decode(), message))


def walk(root: str, bounds: Bounds) -> Walk:
    """All pages below the real path ``root``, in order of name; never raises for what it meets there."""
    seen = _Pass(root, bounds)
    waiting = [""]
    while waiting:
        inner = list(_scan(waiting.pop(), seen))
        seen.folders.update(inner)
        waiting += inner
    _judge_links(seen)
    entries = tuple(_entries(seen))
    return Walk(entries, dict(sorted(seen.left_out.items())), tuple(sorted(seen.problems, key=_order)))


def _order(problem: WalkProblem) -> tuple[str, str]:
    return problem.place, problem.code


def _scan(folder: str, seen: _Pass) -> Iterator[str]:
    """Sort the entries of one folder, and yield the relative paths of the folders to enter."""
    prefix = f"{folder}/" if folder else ""
    too_deep = prefix.count("/") > seen.bounds.config.max_depth
    ignores, inner = seen.bounds.ignores_entry, seen.bounds.inner
    for entry in _listed(folder, seen):
        leaf = entry.name
        if leaf[0] == "." or ignores(prefix, leaf):
            continue
        if not leaf.isascii() and not _is_text(leaf):
            seen.leave_out("encoding", prefix + leaf, "the file name is not UTF-8")
        elif entry.is_symlink():
            seen.links.append(entry)
        elif entry.is_dir(follow_symlinks=False):
            if not inner or unicodedata.normalize("NFC", prefix + leaf) not in inner:
                yield prefix + leaf
        elif is_page_file(leaf):
            if too_deep:
                seen.left_out["depth"] += 1
            else:
                _take(page_name(prefix + leaf), entry, seen)


def _listed(folder: str, seen: _Pass) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(f"{seen.root}/{folder}" if folder else seen.root) as entries:
            return list(entries)
    except OSError as error:
        seen.report("unreadable", folder, _reason(error))
        return []


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)


def _is_text(leaf: str) -> bool:
    try:
        leaf.encode()
    except UnicodeEncodeError:
        return False
    return True


def _take(name: str, entry: os.DirEntry[str], seen: _Pass) -> None:
    """Keep one file for each name; twins, which differ in normal form or in the suffix's case alone, are reported."""
    kept = seen.pages.setdefault(name, entry)
    if kept is entry:
        return
    first, second = sorted((kept, entry), key=lambda twin: _spellings(name, seen.place(twin)))
    seen.pages[name] = first
    seen.leave_out("twin", seen.place(second), f"another file has the same name {name!r} and is served instead")


def _spellings(name: str, place: str) -> list[tuple[int, str]]:
    return [spelling(disk, wanted) for disk, wanted in zip(place.split("/"), f"{name}{SUFFIX}".split("/"), strict=True)]


def _entries(seen: _Pass) -> Iterator[Entry]:
    """The pages that stay, in order of name; the others are counted."""
    limit = seen.bounds.config.max_page_bytes
    for name in _chosen(seen):
        entry = seen.pages[name]
        try:
            found = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue  # deleted since its folder was listed: as if it never was
        except OSError as error:
            seen.leave_out("unreadable", seen.place(entry), _reason(error))
            continue
        if not stat.S_ISREG(found.st_mode):
            seen.leave_out("not-a-file", seen.place(entry), "this is no regular file")
        elif found.st_size > limit:
            seen.leave_out("size", seen.place(entry), f"{found.st_size} bytes are over the bound of {limit}")
        else:
            yield Entry(name, stamp_of(found))


def _chosen(seen: _Pass) -> list[str]:
    names, limit = sorted(seen.pages), seen.bounds.config.max_pages
    if len(names) <= limit:
        return names
    seen.left_out["count"] += len(names) - limit
    return sorted(sorted(names, key=_depth)[:limit])


def _depth(name: str) -> int:
    return name.count("/")


def _judge_links(seen: _Pass) -> None:
    if not seen.links:
        return
    served = seen.folders.union(map(seen.place, seen.pages.values()))
    for link in seen.links:
        try:
            target = os.path.realpath(link.path, strict=True)
        except OSError:
            seen.leave_out("link", seen.place(link), "the link leads nowhere, or round in a circle")
            continue
        inside = place_below(seen.root, target)
        if inside in served or not (is_page_file(link.name) or os.path.isdir(target)):
            continue
        where = "out of the store" if inside is None else "to what this store does not serve"
        seen.leave_out("link", seen.place(link), f"the link leads {where}")


def place_below(root: str, path: str) -> str | None:
    """The relative path of a real path below the real path ``root``, empty for the root itself, None when outside."""
    if path == root:
        return ""
    lead = root if root.endswith(os.sep) else root + os.sep
    return _slashed(path[len(lead) :]) if path.startswith(lead) else None
