"""Quiet commits: after a write, one commit of exactly the files that it touched, and of nothing else (P35, A36).

The commit is built in an index file of its own, so that what a person has staged is never read into it. Then git's real
index gets the same entries for the same paths, and last the branch moves, if it is still where it was. In that order a
process that dies in between leaves at most a page that looks staged. A page that the person staged in a version of its
own is left to them and waits. No page's byte changes: git is only handed contents.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from vademecum.errors import HistoryError
from vademecum.page import Digest
from vademecum.page.model import digest_of
from vademecum.store.checkout import Checkout
from vademecum.store.git import order
from vademecum.store.git_settings import Settings, may_be_ours, settings_of
from vademecum.store.under_way import our_turn, why_not_now
from vademecum.store.waiting import Blobs, Change, add_to, list_of, read_list, replace_list

AUTHOR = ("Vademecum", "vade@localhost")
FOUND = "Keep what was changed outside of Vademecum"
# Between looking at a branch and moving it another program may have moved it; each try needs one more such move.
_TRIES = 3
# Files that git hashes well within the time that one order to it may take.
_AT_ONCE = 5000
# Files that are handed to git one by one, and paths that go into one command line.
_FEW = 8
_ARGUMENTS = 1000
_SPACE, _MEANT = 0x20, b'"\\\x7f'
_NO_ID = "0" * 40
_PLAIN = "100644"
_PLAIN_MODES = frozenset({_PLAIN, "100755"})


class Touched(NamedTuple):
    """A file that a write touched: its bytes before, None when it was not there or when they don't matter, and the
    digest after, None when it is gone. ``any_after`` is for a file of many records, whatever it holds now."""

    file: Path
    before: bytes | None
    after: Digest | None
    any_after: bool = False


class Note(NamedTuple):
    """What a commit says: when the write was, one line on it, and trailers by name."""

    at: datetime
    subject: str
    trailers: Mapping[str, str]

    @property
    def message(self) -> str:
        """The commit's whole message."""
        tail = "".join(f"{name}: {_one_line(value)}\n" for name, value in self.trailers.items() if value)
        return f"{_one_line(self.subject)}\n" + (f"\n{tail}" if tail else "")


def keep(  # noqa: PLR0913 - what, where and by whose leave
    repository: Checkout,
    touched: Sequence[Touched],
    note: Note,
    state: Path,
    *,
    only_own: bool,
    listed: Callable[[], None] = lambda: None,
) -> None:
    """Commit what a write touched, after what waited before it; with ``only_own`` in a repository that we made alone.

    Raises HistoryError for what is left out or put off; what is put off comes with the next commit. ``listed`` is
    called once nothing of it can be lost any more.
    """
    if only_own and not may_be_ours(repository):
        listed()
        return
    with our_turn(repository):
        settings = settings_of(repository)
        if only_own and not settings.is_ours:
            listed()
            return
        files, left_out = _kept_by_git(repository, settings, touched)
        if files:
            add_to(list_of(state, repository), Change(_git_date(note.at), note.message, files))
        listed()
        try:
            _commit_list(repository, settings, list_of(state, repository))
        except OSError as error:
            raise HistoryError(f"what waits for its commit could not be noted: {error.strerror}") from error
        if left_out:
            raise HistoryError("; ".join(left_out))


def begin(repository: Checkout, files: Sequence[Path], note: Note) -> None:
    """Make the first commit of a repository that has just been made for these files. Raises HistoryError."""
    paths = [file.relative_to(repository.root).as_posix() for file in files]
    ignored = _ignored(repository, paths)
    kept = [_path(path) + b"\0" for path in paths if path not in ignored]
    for start in range(0, len(kept), _AT_ONCE):
        order(repository, ["update-index", "--add", "-z", "--stdin"], b"".join(kept[start : start + _AT_ONCE]))
    tree = order(repository, ["write-tree"]).decode().strip()
    who = _who(settings_of(repository))
    dates = {"GIT_AUTHOR_DATE": _git_date(note.at), "GIT_COMMITTER_DATE": _git_date(note.at)}
    commit = order(repository, ["commit-tree", tree], note.message.encode(), variables=who | dates).decode().strip()
    _move_branch(repository, commit, None, note.message, who)


def _kept_by_git(
    repository: Checkout, settings: Settings, touched: Sequence[Touched]
) -> tuple[dict[str, Blobs], list[str]]:
    """The blobs of the files that git is to keep, and why others are left out."""
    places = {each.file.relative_to(repository.root).as_posix(): each for each in touched}
    reasons = _ignored(repository, list(places)) | settings.filtered(list(places))
    kept: dict[str, str | None] = {}
    there: dict[str, bytes] = {}
    for path, each in places.items():
        now = _read(each.file)
        # Who wrote after us keeps what we wrote as well, since it was there before theirs.
        is_ours = each.any_after or (None if now is None else digest_of(now)) == each.after
        if path not in reasons and is_ours:
            kept[path] = None if each.before is None else _blob(repository, path, each.before)
            if now is not None:
                there[path] = now
    after = _blobs_of(repository, there)
    files = {path: Blobs(before, after.get(path)) for path, before in kept.items()}
    return files, [f"{path} is not committed: {reason}" for path, reason in reasons.items()]


def _ignored(repository: Checkout, paths: Sequence[str]) -> dict[str, str]:
    # This command alone knows no literal paths; with a dot before it no path can be taken for a pattern.
    given = b"".join(b"./" + _path(path) + b"\0" for path in paths)
    variables = {"GIT_LITERAL_PATHSPECS": "0"}
    found = order(repository, ["check-ignore", "-z", "--stdin"], given, variables=variables, fine=(0, 1))
    return {_text(path)[2:]: "a .gitignore leaves it out" for path in found.split(b"\0") if path}


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise HistoryError(f"{file} can't be read: {error.strerror}") from error


def _blob(repository: Checkout, path: str, data: bytes) -> str:
    """Hand git the bytes; it unifies line ends where the repository says so, as it would at any commit."""
    return order(repository, ["hash-object", "-w", "--stdin", f"--path={path}"], data).decode().strip()


def _blobs_of(repository: Checkout, contents: Mapping[str, bytes]) -> dict[str, str]:
    """The same for files as they are on disk. Of many git reads them itself: an import has thousands."""
    if len(contents) <= _FEW:
        return {path: _blob(repository, path, data) for path, data in contents.items()}
    paths, found = list(contents), list[str]()
    for start in range(0, len(paths), _AT_ONCE):
        given = b"".join(_quoted(path) + b"\n" for path in paths[start : start + _AT_ONCE])
        found += order(repository, ["hash-object", "-w", "--stdin-paths"], given).decode().split()
    return dict(zip(paths, found, strict=True))


def _quoted(path: str) -> bytes:
    """A path as git reads it from a line."""
    odd = (byte < _SPACE or byte in _MEANT for byte in _path(path))
    letters = (b"\\%03o" % byte if is_odd else bytes([byte]) for byte, is_odd in zip(_path(path), odd, strict=True))
    return b'"' + b"".join(letters) + b'"'


def _commit_list(repository: Checkout, settings: Settings, waiting: Path) -> None:
    changes = read_list(waiting)
    if not changes:
        return
    reason = why_not_now(repository)
    if reason is not None:
        raise HistoryError(f"the commit is put off: {reason}", hint="the next write after that commits both")
    for left in range(_TRIES - 1, -1, -1):
        round_ = _Round(repository, changes)
        try:
            round_.commit(settings)
        except HistoryError:
            if not left or round_.head == _head(repository)[0]:
                raise
        else:
            break
    replace_list(waiting, round_.staged)
    if round_.staged:
        pages = ", ".join(sorted({path for change in round_.staged for path in change.files}))
        raise HistoryError(
            f"{pages} holds changes that were staged by hand, so its commit is put off",
            hint="commit or unstage them, and the next write commits it",
        )


class _Round:
    """One try to commit all that waits, on the branch as it is now; ``staged`` is what has to wait for a person."""

    def __init__(self, repository: Checkout, changes: Sequence[Change]) -> None:
        self.repository = repository
        self.head, self._head_tree = _head(repository)
        paths = sorted({path for change in changes for path in change.files})
        self._kept = _in_head(repository, self.head, paths)
        blocked = self._staged_by_hand(changes, paths)
        self.staged = [part for change in changes if (part := _only(change, blocked)).files]
        others = frozenset(paths) - blocked
        self.changes = [part for change in changes if (part := _only(change, others)).files]

    def commit(self, settings: Settings) -> None:
        """Make the commits, bring the real index in step, then move the branch once for each commit."""
        made: list[tuple[str, str]] = []
        with tempfile.TemporaryDirectory(prefix="vade-") as folder:
            own = {"GIT_INDEX_FILE": f"{folder}/index"}
            if self.head is not None:
                order(self.repository, ["read-tree", self.head], variables=own)
            tree = self._head_tree
            for change, files in self._steps():
                self._put(files, own)
                before, tree = tree, self._tree(own)
                if tree != before:
                    made.append(
                        (self._commit(tree, made[-1][0] if made else self.head, change, settings), change.message)
                    )
        self._put(self._last(), {})
        at = self.head
        for commit, message in made:
            _move_branch(self.repository, commit, at, message, _who(settings))
            at = commit

    def _steps(self) -> Iterator[tuple[Change, dict[str, str | None]]]:
        """What to commit one after the other: each change, and before it what a hand had changed and nobody kept."""
        kept: dict[str, str | None] = {path: blob for path, (_, blob) in self._kept.items()}
        from_ = self._starts(kept)
        for number, change in enumerate(self.changes):
            files = {path: blobs for path, blobs in change.files.items() if number >= from_.get(path, 0)}
            found = {
                path: blobs.before
                for path, blobs in files.items()
                if blobs.before is not None and kept.get(path) != blobs.before and number == from_.get(path, 0)
            }
            if found:
                yield Change(change.at, FOUND + "\n", {}), dict(found)
            after = {path: blobs.after for path, blobs in files.items()}
            kept |= after
            if after:
                yield change, after

    def _starts(self, kept: Mapping[str, str | None]) -> dict[str, int]:
        """From which change on a path is to be committed: somebody may have committed some of them meanwhile."""
        starts: dict[str, int] = {}
        for path in {path for change in self.changes for path in change.files}:
            numbers = [number for number, change in enumerate(self.changes) if path in change.files]
            # Of a page that the branch does not have nobody can tell whether it ever had it.
            blob = kept.get(path)
            done = [n for n in numbers if blob is not None and self.changes[n].files[path].after == blob]
            is_known = self.changes[numbers[0]].files[path].before == blob
            if is_known:
                starts[path] = numbers[0]
            else:  # of what waited, the branch has a part already, or something else, and then only the last is new
                starts[path] = done[-1] + 1 if done else numbers[-1]
        return starts

    def _last(self) -> dict[str, str | None]:
        return {path: blobs.after for change in self.changes for path, blobs in change.files.items()}

    def _staged_by_hand(self, changes: Sequence[Change], paths: Sequence[str]) -> frozenset[str]:
        """The paths whose entry in the real index is neither what the branch has nor what we knew the file to hold."""
        staged = _in_index(self.repository, paths)
        known: dict[str, set[str | None]] = {
            path: {self._kept[path][1] if path in self._kept else None} for path in paths
        }
        for change in changes:
            for path, blobs in change.files.items():
                known[path] |= set(blobs)
        return frozenset(path for path in paths if not set(staged.get(path, [None])) <= known[path])

    def _put(self, files: Mapping[str, str | None], index: Mapping[str, str]) -> None:
        lines = b"".join(self._entry(path, blob) for path, blob in files.items())
        order(self.repository, ["update-index", "--add", "--replace", "-z", "--index-info"], lines, variables=index)

    def _entry(self, path: str, blob: str | None) -> bytes:
        mode = self._kept[path][0] if path in self._kept else _PLAIN
        if blob is None:
            facts = f"0 {'0' * len(self._kept[path][1] if path in self._kept else self.head or _NO_ID)}"
        else:
            facts = f"{mode if mode in _PLAIN_MODES else _PLAIN} {blob}"
        return facts.encode() + b"\t" + _path(path) + b"\0"

    def _tree(self, index: Mapping[str, str]) -> str:
        return order(self.repository, ["write-tree", "--missing-ok"], variables=index).decode().strip()

    def _commit(self, tree: str, parent: str | None, change: Change, settings: Settings) -> str:
        dates = {"GIT_AUTHOR_DATE": change.at, "GIT_COMMITTER_DATE": change.at}
        who = _who(settings) | dates
        parents = ["-p", parent] if parent else []
        told = change.message.encode("utf-8", "replace")
        return order(self.repository, ["commit-tree", tree, *parents], told, variables=who).decode().strip()


def _who(settings: Settings) -> dict[str, str]:
    name, mail = settings.person or AUTHOR
    roles = ("AUTHOR", "COMMITTER")
    return {f"GIT_{role}_{part}": value for role in roles for part, value in (("NAME", name), ("EMAIL", mail))}


def _move_branch(repository: Checkout, commit: str, old: str | None, message: str, who: Mapping[str, str]) -> None:
    """Let the branch of HEAD stand for a commit, if it still stands for ``old``; its log tells it as git's own does."""
    told = f"{'commit' if old else 'commit (initial)'}: {message.partition(chr(10))[0]}"
    move = ["update-ref", "-m", told, "--create-reflog", "HEAD", commit, old or ""]
    order(repository, move, variables=who)


def _only(change: Change, paths: frozenset[str]) -> Change:
    return change._replace(files={path: blobs for path, blobs in change.files.items() if path in paths})


def _head(repository: Checkout) -> tuple[str | None, str | None]:
    """The commit of HEAD and its tree, None before the first one."""
    words = order(repository, ["rev-parse", "HEAD^{commit}", "HEAD^{tree}"], fine=(0, 128)).decode().split()
    return (words[0], words[1]) if len(words) > 1 else (None, None)


def _in_head(repository: Checkout, head: str | None, paths: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Mode and blob of those of the paths that the commit has."""
    if head is None:
        return {}
    wanted = set(paths)
    which = ["--", *wanted] if len(wanted) <= _ARGUMENTS else ["-r"]
    found = order(repository, ["ls-tree", "-z", "--full-tree", head, *which])
    entries = (line.partition(b"\t") for line in found.split(b"\0") if line)
    return {
        name: (mode, blob)
        for facts, _, path in entries
        for mode, _, blob in [facts.decode().split()]
        if (name := _text(path)) in wanted
    }


def _in_index(repository: Checkout, paths: Iterable[str]) -> dict[str, list[str | None]]:
    """The blobs that git's index has for those of the paths that it has."""
    wanted = set(paths)
    which = ["--", *wanted] if len(wanted) <= _ARGUMENTS else []
    found: dict[str, list[str | None]] = {}
    for line in filter(None, order(repository, ["ls-files", "-s", "-z", *which]).split(b"\0")):
        facts, _, path = line.partition(b"\t")
        if _text(path) in wanted:
            found.setdefault(_text(path), []).append(facts.decode().split()[1])
    return found


def _git_date(at: datetime) -> str:
    return f"@{int(at.timestamp())} {at:%z}"


def _path(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")


def _text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")


def _one_line(text: str) -> str:
    return " ".join(text.split())
