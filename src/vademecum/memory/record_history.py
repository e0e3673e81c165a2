"""The past of one record: what its line was in the commits of the file that it shares with others, and which hold it.

A commit that changed other records of the file alone is none of its versions. It reads only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from vademecum.page.record import read_record
from vademecum.store.checkout import Checkout
from vademecum.store.git import objects
from vademecum.store.log import FileChange, Kept, holders, log
from vademecum.store.record_lines import Lines

# A file of records may have a thousand versions of a megabyte each, so they are not all held at once.
_AT_ONCE = 32


def lines_kept(repository: Checkout, path: str, name: str) -> list[tuple[Kept, FileChange, bytes | None]]:
    """The commits that changed a record, newest first, each with the line that it left; None where it took it away."""
    changes = [(kept, change) for kept in log(repository, path, follow=True) for change in kept.files]
    changes.reverse()
    found: list[tuple[Kept, FileChange, bytes | None]] = []
    before: bytes | None = None
    for (kept, change), lines in zip(changes, _files(repository, [change.after for _, change in changes]), strict=True):
        line = lines.raw(name)
        if line != before:
            found.append((kept, change, line))
        before = line
    return found[::-1]


def ids_kept(repository: Checkout, path: str) -> set[str]:
    """The ids of all records that the file ever had, as git kept them."""
    blobs = [change.after for kept in log(repository, path, follow=True) for change in kept.files]
    return {name for lines in _files(repository, blobs) for name in lines.places}


def holders_of(repository: Checkout, path: str, name: str) -> list[str]:
    """The commits, on any branch, tag or remote, that changed the file and left the record in it."""
    commits = holders(repository, path)
    files = _files(repository, [f"{commit}:{path}" for commit in commits])
    return [commit for commit, lines in zip(commits, files, strict=True) if name in lines.places]


def newest_lines(repository: Checkout, path: str) -> Mapping[str, bytes]:
    """The records as git kept them last, by id."""
    newest = log(repository, path, most=1)
    blob = newest[0].files[0].after if newest and newest[0].files else None
    lines = next(_files(repository, [blob]))
    return {name: lines.raw(name) or b"" for name in lines.places}


def shown(line: bytes) -> str:
    """A record as lines, a key on each, so that what changed and where it is from can be said by line."""
    record = read_record(line)
    return line.decode("utf-8", "replace") if record is None else json.dumps(record, ensure_ascii=False, indent=2)


def blamed(line: bytes, versions: Sequence[tuple[Kept, bytes | None]]) -> Iterator[tuple[str, Kept | None]]:
    """The lines of a record as it is shown now, each with the commit that it is from; ``versions`` are newest first.

    A line is from the oldest commit since which each version has had it; None when even the newest has not.
    """
    known = [(kept, frozenset() if data is None else frozenset(shown(data).split("\n"))) for kept, data in versions]
    for each in shown(line).split("\n"):
        since: Kept | None = None
        for kept, lines in known:
            if each not in lines:
                break
            since = kept
        yield each, since


def _files(repository: Checkout, blobs: Sequence[str | None]) -> Iterator[Lines]:
    """The file's lines at each of these blobs, of which None is no file; lines that two of them share are read once."""
    lines = Lines.of(b"")
    for start in range(0, len(blobs), _AT_ONCE):
        chunk = blobs[start : start + _AT_ONCE]
        contents = iter(objects(repository, [blob for blob in chunk if blob is not None]))
        for blob in chunk:
            data = None if blob is None else next(contents)
            lines = Lines.of(data or b"", lines.cache)
            yield lines
