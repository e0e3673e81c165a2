"""Disk primitives: folders opened without following links, whole-file writes, the temporary files of dead writers.

It owns how bytes reach the disk: a file is written beside its target, synced, and takes the target's place in one
step, so that a reader, a crash or a full disk meets the old bytes or the new ones and nothing between (A44). It never
writes through a link, and never knows what a page, a mount or a lock is.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from vademecum.errors import StorageError
from vademecum.page import Digest

# Where the system has no such flag (Windows), the components are checked by lstat instead of being pinned.
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_CLOSE = getattr(os, "O_CLOEXEC", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_PINS = hasattr(os, "O_DIRECTORY") and {os.open, os.mkdir, os.stat, os.unlink, os.link, os.rename} <= os.supports_dir_fd
_FOLDER = os.O_RDONLY | _CLOSE | getattr(os, "O_DIRECTORY", 0)

_TEMPORARY = re.compile(r"\.vade-(\d+)-[0-9a-f]{16}\.tmp")
_NO_HARD_LINKS = {
    *(errno.EPERM, errno.EMLINK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EACCES),
    errno.EXDEV,
}
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder held open: what is done in it stays in it, even when a folder on its path is swapped meanwhile.

    ``fd`` is None on systems that can't name a file by its open folder; then ``path`` is used.
    """

    path: str
    fd: int | None

    def at(self, leaf: str) -> str:
        """What to pass to a function of ``os`` together with ``dir_fd=folder.fd``."""
        return leaf if self.fd is not None else os.path.join(self.path, leaf)

    def lstat(self, leaf: str) -> os.stat_result | None:
        """The stat of an entry itself, None when there is none."""
        try:
            return os.lstat(self.at(leaf), dir_fd=self.fd)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def names(self) -> list[str]:
        """The names of all entries, in no order."""
        return os.listdir(self.path if self.fd is None else self.fd)


@contextmanager
def storage_errors(what: str, *, error: type[StorageError] = StorageError) -> Iterator[None]:
    """Raise what the system refuses inside the block as a StorageError that says ``what`` failed, and the cause."""
    try:
        yield
    except OSError as cause:
        reason = os.strerror(cause.errno) if cause.errno else str(cause)
        raise error(f"{what}: {reason}", hint=_hint(cause.errno)) from cause


def _hint(code: int | None) -> str | None:
    if code in _FULL:
        return "free some space and try again"
    if code in _FORBIDDEN:
        return "give this user the right to write there, or mount the store read-only"
    if code in _NO_LOCKS:
        return "keep the store on a disk that knows file locks, or mount it read-only"
    return None


@contextmanager
def opened(root: str, parts: Sequence[str] = (), *, create: bool = False) -> Iterator[Folder]:
    """Open the folder ``parts`` below ``root``; raises OSError when one of the parts is a link or no folder.

    Links in ``root`` itself are followed. ``create`` makes what is missing, each new folder synced into its parent.
    """
    if create:
        os.makedirs(root, exist_ok=True)
    folder = Folder(root, os.open(root, _FOLDER) if _PINS else None)
    try:
        for part in parts:
            if create:
                _make(folder, part)
            folder = _enter(folder, part)
        yield folder
    finally:
        _close(folder)


def _make(folder: Folder, part: str) -> None:
    with suppress(FileExistsError):
        os.mkdir(folder.at(part), dir_fd=folder.fd)
        sync_folder(folder)


def _enter(folder: Folder, part: str) -> Folder:
    path = os.path.join(folder.path, part)
    if folder.fd is None:
        if not stat.S_ISDIR(os.lstat(path).st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        return Folder(path, None)
    inner = os.open(part, _FOLDER | _NO_LINK, dir_fd=folder.fd)
    _close(folder)
    return Folder(path, inner)


def _close(folder: Folder) -> None:
    if folder.fd is not None:
        # A part that was refused leaves its parent open, one that was entered has closed it: one close each.
        os.close(folder.fd)


def _open_file(folder: Folder, leaf: str) -> int:
    # A pipe under a page's name would block the open for ever without _NO_WAIT.
    fd = os.open(folder.at(leaf), os.O_RDONLY | _NO_LINK | _NO_WAIT | _CLOSE | _BINARY, dir_fd=folder.fd)
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise OSError(errno.EINVAL, "not a regular file", leaf)
    return fd


def read_file(folder: Folder, leaf: str, limit: int) -> bytes | None:
    """The bytes of a regular file, None when there are more than ``limit``; a link is refused with OSError."""
    fd = _open_file(folder, leaf)
    try:
        # Asked for by its size: a buffer of the whole limit would cost more than all the rest.
        data, step = b"", min(os.fstat(fd).st_size, limit) + 1
        while len(data) <= limit and (chunk := os.read(fd, step)):
            data += chunk
    finally:
        os.close(fd)
    return data if len(data) <= limit else None


def read_whole(folder: Folder, leaf: str, size: int) -> bytes:
    """The bytes of what was a regular file of this size when it was last looked at, and one more where it has grown; a
    link is refused with OSError, and nothing is waited for."""
    fd = os.open(folder.at(leaf), os.O_RDONLY | _NO_LINK | _NO_WAIT | _CLOSE | _BINARY, dir_fd=folder.fd)
    try:
        return os.read(fd, size + 1)
    finally:
        os.close(fd)


def digest_file(folder: Folder, leaf: str) -> Digest | None:
    """The content digest of a regular file of any size, None when there is no file."""
    try:
        fd = _open_file(folder, leaf)
    except FileNotFoundError:
        return None
    with open(fd, "rb") as file:
        return Digest(file_digest(file, "sha256").hexdigest())


@contextmanager
def staged(
    folder: Folder, data: bytes, *, like: os.stat_result | None = None, mode: int | None = None
) -> Iterator[str]:
    """Write ``data`` whole to a temporary file, synced, and give its name; it is gone at the end of the block.

    ``like`` is the file it will replace: its mode is kept, and its owner where the system lets us. ``mode`` wins over
    it; without both the umask decides.
    """
    name = f".vade-{os.getpid()}-{os.urandom(8).hex()}.tmp"
    wanted = mode if mode is not None or like is None else stat.S_IMODE(like.st_mode)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _CLOSE | _BINARY
    # A private page is private from its first byte: rights are widened after the write, never narrowed.
    fd = os.open(folder.at(name), flags, 0o666 if wanted is None else 0o600, dir_fd=folder.fd)
    try:
        with open(fd, "wb", buffering=0) as file:
            _write_all(fd, data)
            _dress(file.fileno(), like, wanted)
            os.fsync(fd)
        yield name
    finally:
        with suppress(OSError):
            os.unlink(folder.at(name), dir_fd=folder.fd)


def _write_all(fd: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def _dress(fd: int, like: os.stat_result | None, mode: int | None) -> None:
    if like is not None and hasattr(os, "fchown") and (like.st_uid, like.st_gid) != _owner(fd):
        with suppress(PermissionError):
            os.fchown(fd, like.st_uid, like.st_gid)
    if mode is not None and hasattr(os, "fchmod") and stat.S_IMODE(os.fstat(fd).st_mode) != mode:
        # Disks of other systems know no rights and may say so; the file then has what they give to all.
        with suppress(PermissionError):
            os.fchmod(fd, mode)


def _owner(fd: int) -> tuple[int, int]:
    found = os.fstat(fd)
    return found.st_uid, found.st_gid


def publish(folder: Folder, name: str, leaf: str) -> None:
    """Let the staged file ``name`` take the place of ``leaf`` in one step."""
    os.replace(folder.at(name), folder.at(leaf), src_dir_fd=folder.fd, dst_dir_fd=folder.fd)
    sync_folder(folder)


def publish_new(folder: Folder, name: str, leaf: str) -> None:
    """Give the staged file ``name`` the name ``leaf``; raises FileExistsError when another program was first."""
    place(folder, name, folder, leaf)
    sync_folder(folder)


def place(source: Folder, name: str, target: Folder, leaf: str) -> None:
    """Give a file a second or a new name, never over another file; raises FileExistsError.

    Where the file system knows hard links ``name`` stays too, and the caller takes it away when the rest is done.
    """
    try:
        os.link(source.at(name), target.at(leaf), src_dir_fd=source.fd, dst_dir_fd=target.fd, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_HARD_LINKS:
            raise
        rename_new(source, name, target, leaf)


def rename_new(source: Folder, name: str, target: Folder, leaf: str) -> None:
    """Rename a file, to another disk too, never over one that is there when it starts; raises FileExistsError."""
    if target.lstat(leaf) is not None:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), leaf)
    try:
        os.rename(source.at(name), target.at(leaf), src_dir_fd=source.fd, dst_dir_fd=target.fd)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _carry(source, name, target, leaf)


def _carry(source: Folder, name: str, target: Folder, leaf: str) -> None:
    """Move a file to another disk: it is whole and synced there before it goes here."""
    with open(_open_file(source, name), "rb") as file:
        like, data = os.fstat(file.fileno()), file.read()
    with staged(target, data, like=like) as written:
        os.utime(target.at(written), ns=(like.st_atime_ns, like.st_mtime_ns), dir_fd=target.fd)
        publish_new(target, written, leaf)
    try:
        os.unlink(source.at(name), dir_fd=source.fd)
    except OSError:
        os.unlink(target.at(leaf), dir_fd=target.fd)
        raise


def sync_folder(folder: Folder) -> None:
    """Ask that new names in the folder outlive a power cut."""
    if folder.fd is None:
        return
    # Some file systems can't. The names are in place by then, so a failure must not look like a failed write.
    with suppress(OSError):
        os.fsync(folder.fd)


def sweep(folder: Folder) -> int:
    """Remove the temporary files that dead writers left in the folder, and return how many.

    Only for a caller that holds the lock of all writers to this folder: then even one with our own process id, which
    may be an old writer's id used again, is nobody's.
    """
    stale = [name for name in folder.names() if name.startswith(".vade-") and _is_stale(name)]
    for name in stale:
        with suppress(OSError):
            os.unlink(folder.at(name), dir_fd=folder.fd)
    return len(stale)


def _is_stale(name: str) -> bool:
    found = _TEMPORARY.fullmatch(name)
    return found is not None and (int(found[1]) == os.getpid() or not _is_alive(int(found[1])))


def _is_alive(pid: int) -> bool:
    if os.name == "nt":
        # There signal 0 is no question: it would end the other program.
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def write_atomic(path: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write a file of Vademecum's own whole, its folder made when missing; raises StorageError naming it and the cause.

    Without ``mode`` an old file's rights stay. A link under that name is refused, so that it is not replaced by a file.
    """
    with storage_errors(f"{path} could not be written"), opened(str(path.parent), create=True) as folder:
        old = folder.lstat(path.name)
        if old is not None and not stat.S_ISREG(old.st_mode):
            raise StorageError(f"{path} is no regular file", hint="write to the file that it stands for")
        with staged(folder, data, like=old, mode=mode) as name:
            publish(folder, name, path.name)
