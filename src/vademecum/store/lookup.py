"""From a page's name to its file: found however the disk spells it, and never outside the store.

It owns containment for single pages (A39): each component is looked at with lstat from the root down; a link on the way
is followed for reading only, and only to a place that the store could serve itself. It reads folders, never a body.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from vademecum.errors import ExistsError, NameRefusedError
from vademecum.store.walk import SUFFIX, Bounds, is_page_file, page_name, place_below, spelling


@dataclass(frozen=True, slots=True)
class Found:
    """A page's file: ``place`` is its path below the root, free of links; ``linked`` whether a link led there."""

    place: str
    stat: os.stat_result
    linked: bool

    @property
    def name(self) -> str:
        """The page's own name, whichever link led to it."""
        return page_name(self.place)

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders above the file, the outermost first."""
        return tuple(self.place.split("/")[:-1])

    @property
    def leaf(self) -> str:
        """The file name."""
        return self.place.rpartition("/")[2]


def split_name(name: str) -> tuple[str, ...]:
    """The components of a name that stays below its store; raises NameRefusedError for any other one.

    Reading must reach every file that a walk lists, so this refuses less than the rules for new names do.
    """
    parts = tuple(unicodedata.normalize("NFC", name).split("/"))
    foreign = os.sep != "/" and any(char in name for char in (os.sep, ":"))
    if foreign or "\0" in name or _has_surrogate(name) or any(part in {"", ".", ".."} for part in parts):
        raise NameRefusedError(f"{name!r} names nothing inside a store", hint="use folder/page, as a listing shows it")
    return parts


def _has_surrogate(name: str) -> bool:
    return not name.isascii() and any("\ud800" <= char <= "\udfff" for char in name)


def find(root: str, name: str, bounds: Bounds) -> Found | None:
    """The file of a page below the real path ``root``, None when there is none.

    Raises NameRefusedError when a link on the way leads out of the store, nowhere, or to what the store hides.
    """
    parts = split_name(name)
    if bounds.why_outside("/".join(parts) + SUFFIX) is not None:
        return None
    found = _descend(_Search(root, name), root, (*parts[:-1], parts[-1] + SUFFIX), linked=False)
    if found is not None and found.linked and bounds.why_outside(found.place) is not None:
        raise _bad_link(name, "to what this store does not serve")
    return found


@dataclass(frozen=True, slots=True)
class _Search:
    root: str
    name: str


def _descend(search: _Search, folder: str, rest: tuple[str, ...], *, linked: bool) -> Found | None:
    wanted, *inner = rest
    for disk in _spellings(folder, wanted, is_page=not inner):
        path = f"{folder}/{disk}"
        seen = _lstat(path)
        if seen is None or not _is_exact(folder, disk, seen):
            continue
        through = stat.S_ISLNK(seen.st_mode)
        if through:
            path = _target(search, path)
            seen = _lstat(path)
            if seen is None:
                continue  # deleted since the link was followed
        if inner and stat.S_ISDIR(seen.st_mode):
            found = _descend(search, path, tuple(inner), linked=linked or through)
            if found is not None:
                return found
        elif not inner and stat.S_ISREG(seen.st_mode):
            return Found(place_below(search.root, path) or "", seen, linked or through)
    return None


def _spellings(folder: str, wanted: str, *, is_page: bool) -> Iterator[str]:
    """Names on disk that mean ``wanted``, the one to serve first; a folder is listed only when the usual two fail."""
    decomposed = unicodedata.normalize("NFD", wanted)
    yield wanted
    if decomposed != wanted:
        yield decomposed
    others = (disk for disk in _listing(folder) if disk not in {wanted, decomposed} and _means(disk, wanted, is_page))
    yield from sorted(others, key=lambda disk: spelling(disk, wanted))


def _means(disk: str, wanted: str, is_page: bool) -> bool:  # noqa: FBT001  # two booleans can't be confused here
    if is_page and not is_page_file(disk):
        return False
    plain = disk[: -len(SUFFIX)] + SUFFIX if is_page else disk
    return unicodedata.normalize("NFC", plain) == wanted


def _listing(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _lstat(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except OSError:
        return None  # absent, or under a folder that can't be entered


def _is_exact(folder: str, disk: str, seen: os.stat_result) -> bool:
    """Whether the entry is really spelled so; a disk that ignores case finds ``Secret`` under ``secret`` too.

    Without this one page would have several names there, and a rule for the one would miss the other.
    """
    swapped = disk.swapcase()
    other = _lstat(f"{folder}/{swapped}") if swapped != disk else None
    if other is None or not os.path.samestat(seen, other):
        return True
    wanted = unicodedata.normalize("NFC", disk)
    return any(unicodedata.normalize("NFC", name) == wanted for name in _listing(folder))


def _target(search: _Search, link: str) -> str:
    try:
        target = os.path.realpath(link, strict=True)
    except OSError:
        raise _bad_link(search.name, "nowhere") from None
    if place_below(search.root, target) is None:
        raise _bad_link(search.name, "out of the store")
    return target


def _bad_link(name: str, where: str) -> NameRefusedError:
    hint = "put the page itself in the link's place, or mount the folder that it leads to"
    return NameRefusedError(f"{name!r} goes through a link that leads {where}", hint=hint)


def new_place(root: str, name: str, *, besides: str | None = None) -> str:
    """Where the file of a page goes that is not there yet, in the folders as they are spelled on disk.

    Two names that differ only by case or normal form can't be kept together on every system, so the second is refused
    everywhere, and a store can be carried from disk to disk (A24). ``besides`` is the place of a page that is being
    renamed and so is no twin of itself. Raises ExistsError naming the twin, which may be no page, and
    NameRefusedError for a link on the way.
    """
    *folders, page = split_name(name)
    place = ""
    for folder in folders:
        place += _folder_on_disk(root, place, folder) + "/"
        _refuse_link(root, place[:-1], name)
    leaf = page + SUFFIX
    _refuse_link(root, place + leaf, name)
    twins = [disk for disk in _alike(f"{root}/{place}", leaf) if place + disk != besides]
    if twins and not os.path.isfile(f"{root}/{place}{twins[0]}"):
        raise ExistsError(
            f"{name!r} is the name of a folder or a special file, so no page can be written there",
            hint="give another title or name, or move it away",
        )
    if twins:
        raise _twin_error(name, place + twins[0])
    return place + leaf


def _folder_on_disk(root: str, above: str, wanted: str) -> str:
    same = _alike(f"{root}/{above}", wanted)
    exact = [disk for disk in same if unicodedata.normalize("NFC", disk) == wanted]
    if same and not exact:
        raise _twin_error(above + wanted, above + same[0])
    return min(exact, key=lambda disk: spelling(disk, wanted), default=wanted)


def _twin_error(name: str, twin: str) -> ExistsError:
    return ExistsError(
        f"{name!r} is spelled like {twin.removesuffix(SUFFIX)!r}, which is there already",
        hint="use the spelling that is there, or a name that differs by more than case",
    )


def _refuse_link(root: str, place: str, name: str) -> None:
    if os.path.islink(f"{root}/{place}"):
        raise NameRefusedError(f"{name!r} goes through a link; writes never do", hint="write to the page's own place")


def _alike(folder: str, wanted: str) -> list[str]:
    key = _folded(wanted)
    return sorted(disk for disk in _listing(folder) if _folded(disk) == key)


def _folded(leaf: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", leaf).casefold())
