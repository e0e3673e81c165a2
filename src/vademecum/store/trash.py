"""The store's trash: deleted pages and what is needed to bring them back. It asks nobody whether it may.

A deleted page lies in a folder of its own below the hidden folder, with a small JSON file that says which page it was.
That file is written first: a crash then leaves a page where it was, never one in the trash that has no name. What the
JSON says is checked like any other input, since the folder may have come with a clone.
"""

from __future__ import annotations

import json
import os
import re
import stat
from contextlib import suppress
from datetime import datetime

from vademecum.page import Digest
from vademecum.store.contract import Trashed
from vademecum.store.files import Folder, opened, place, publish_new, read_file, rename_new, staged, sweep, sync_folder
from vademecum.store.lock import HIDDEN, hidden_exists

TRASH = "trash"
_PAGE = "page.md"
_ABOUT = "about.json"
_ABOUT_BYTES = 16 * 1024
_ID = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}")


def new_entry(name: str, digest: Digest, now: datetime) -> Trashed:
    """An entry for a page deleted at ``now``, which is in UTC; its id sorts by time and is never used twice."""
    stamp = now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Trashed(f"{now:%Y%m%dT%H%M%SZ}-{os.urandom(4).hex()}", name, digest, stamp)


def discard(root: str, source: Folder, leaf: str, entry: Trashed) -> None:
    """Move a file into the trash; raises OSError, and then the file is where it was."""
    about = {"name": entry.name, "digest": entry.digest, "deleted": entry.deleted}
    text = json.dumps(about, ensure_ascii=False).encode()
    _tidy(root)
    with opened(root, (HIDDEN, TRASH, entry.id), create=True) as kept:
        with staged(kept, text) as written:
            publish_new(kept, written, _ABOUT)
        try:
            rename_new(source, leaf, kept, _PAGE)
        except OSError:
            _clear(root, entry.id)
            raise
        sync_folder(kept)
    sync_folder(source)


def recover(root: str, trash_id: str, target: Folder, leaf: str) -> None:
    """Move a page out of the trash; raises FileExistsError rather than replace another file."""
    with opened(root, (HIDDEN, TRASH, trash_id)) as kept:
        place(kept, _PAGE, target, leaf)
        sync_folder(target)
    _clear(root, trash_id)


def purge(root: str, trash_id: str) -> None:
    """Take a page out of the trash for good; raises OSError, and then it may be there still."""
    with opened(root, (HIDDEN, TRASH, trash_id)) as kept:
        os.unlink(kept.at(_PAGE), dir_fd=kept.fd)
        sync_folder(kept)
    _clear(root, trash_id)


def entries(root: str) -> tuple[Trashed, ...]:
    """What can be brought back, newest first; folders that hold no whole entry are passed over."""
    if not hidden_exists(root):
        return ()
    try:
        with opened(root, (HIDDEN, TRASH)) as folder:
            ids = [name for name in folder.names() if _ID.fullmatch(name)]
    except FileNotFoundError:
        return ()
    found = [entry for trash_id in ids if (entry := entry_of(root, trash_id)) is not None]
    return tuple(sorted(found, key=lambda entry: (entry.deleted, entry.id), reverse=True))


def entry_of(root: str, trash_id: str) -> Trashed | None:
    """One entry, None when there is none of that id with a page and its particulars."""
    if not _ID.fullmatch(trash_id):
        return None
    try:
        with opened(root, (HIDDEN, TRASH, trash_id)) as kept:
            raw = read_file(kept, _ABOUT, _ABOUT_BYTES)
            about = json.loads(raw or b"null")
            page = kept.lstat(_PAGE)
    except (OSError, ValueError):
        return None
    # A link that came with a clone is no page: restored, it would stand in the store and lead anywhere.
    return _entry(trash_id, about) if page is not None and stat.S_ISREG(page.st_mode) else None


def read_page(root: str, trash_id: str, limit: int) -> bytes | None:
    """The bytes of a deleted page, None when there are more than ``limit``; raises OSError."""
    with opened(root, (HIDDEN, TRASH, trash_id)) as kept:
        return read_file(kept, _PAGE, limit)


def _entry(trash_id: str, about: object) -> Trashed | None:
    match about:
        case {"name": str(name), "digest": str(digest), "deleted": str(deleted)}:
            return Trashed(trash_id, name, Digest(digest), deleted)
        case _:
            return None


def _tidy(root: str) -> None:
    """Take away what a writer left that died before it had moved a page in, or after it had moved one out."""
    with opened(root, (HIDDEN, TRASH), create=True) as folder:
        ids = [name for name in folder.names() if _ID.fullmatch(name)]
    for name in ids:
        if not os.path.lexists(os.path.join(folder.path, name, _PAGE)):
            _clear(root, name)


def _clear(root: str, trash_id: str) -> None:
    """Take an entry's folder away with what is left in it; a rest that stays is passed over when entries are listed."""
    with suppress(OSError):
        with opened(root, (HIDDEN, TRASH, trash_id)) as kept:
            sweep(kept)
            for leaf in (_PAGE, _ABOUT):
                with suppress(FileNotFoundError):
                    os.unlink(kept.at(leaf), dir_fd=kept.fd)
        with opened(root, (HIDDEN, TRASH)) as folder:
            os.rmdir(folder.at(trash_id), dir_fd=folder.fd)
