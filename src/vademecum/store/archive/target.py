"""Where an export goes: a new file that appears whole or not at all, and that nobody else may read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from vademecum.errors import ExistsError, StorageError
from vademecum.store.files import opened, publish, publish_new, storage_errors


@contextmanager
def new_file(path: Path, *, force: bool) -> Iterator[IO[bytes]]:
    """A file to write, which takes its name when the block ends well; with ``force`` over an older one.

    Raises ExistsError when there is one, and StorageError for what the disk refuses; then nothing is left behind.
    """
    with storage_errors(f"{path} could not be written"), opened(str(path.parent)) as folder:
        there = folder.lstat(path.name)
        if there is not None and not force:
            raise _exists(path)
        if there is not None and not stat.S_ISREG(there.st_mode):
            raise StorageError(f"{path} is no regular file", hint="name another one")
        name = f".vade-{os.getpid()}-{os.urandom(8).hex()}.tmp"
        # What a store holds may be private, and its owner can widen the rights.
        fd = os.open(folder.at(name), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder.fd)
        try:
            with open(fd, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if force:
                publish(folder, name, path.name)
            else:
                publish_new(folder, name, path.name)
        except FileExistsError:
            raise _exists(path) from None
        finally:
            with suppress(OSError):
                os.unlink(folder.at(name), dir_fd=folder.fd)


def _exists(path: Path) -> ExistsError:
    return ExistsError(f"{path} is there already", hint="--force writes over it")
