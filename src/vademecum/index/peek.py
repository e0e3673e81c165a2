"""One look at an index by somebody who can wait but a moment. It makes and repairs nothing, and reads no store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from vademecum.errors import IndexDamagedError, IndexFailedError
from vademecum.index.failure import Guard, failed, is_damage
from vademecum.index.generations import Generations
from vademecum.index.proposing import Proposer
from vademecum.index.schema import OURS, READ, connect, state_of


@contextmanager
def peek(path: str, *, wait: float = 0.0) -> Iterator[Proposer]:
    """One moment of the index whose first file has this path; a lock is waited for so many seconds.

    Raises IndexFailedError when there is none or another program keeps it to itself, IndexDamagedError when it can't
    be used; the next one who may write makes it anew.
    """
    newest = Generations(path, wait=0).newest()
    if newest is None:
        raise IndexFailedError("there is no search index yet", hint="sync the store, which makes it")
    connection = _opened(newest, wait)
    try:
        yield Proposer(connection, Guard(lambda: None))
    finally:
        connection.close(True)


def _opened(path: str, wait: float) -> apsw.Connection:
    try:
        connection = connect(path, READ, wait=wait)
        try:
            is_ours = state_of(connection) is OURS
        except BaseException:
            connection.close(True)
            raise
        if is_ours:
            return connection
        connection.close(True)
    except (apsw.Error, OSError) as error:
        if not is_damage(error):
            raise failed(error) from error
    raise IndexDamagedError("the search index can't be read", hint="sync the store, which makes it anew")
