"""Reading files that a walk has just seen: by the names that it met, one folder held open at a time.

To find a page by its name costs several questions to the system, since a name may be spelled in many ways and lead
through links. A walk has asked all that of every file. What is then no longer as it saw it is given up here, for the
caller to look for by name; no link is followed, and no file read that is not below the root.
"""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType
from typing import Self

from vademecum.store.contract import Entry
from vademecum.store.files import Folder, opened, read_whole
from vademecum.store.walk import SUFFIX


class SeenFiles:
    """The files below the real path ``root``; to be asked in the order of a walk, within a ``with``."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._stack = ExitStack()
        self._place: str | None = None
        self._folder = Folder(root, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def read(self, entry: Entry) -> bytes | None:
        """The bytes of a page's file; None when it isn't there under that very name, or has another size."""
        place, _, leaf = entry.name.rpartition("/")
        try:
            if place != self._place:
                self._enter(place)
            data = read_whole(self._folder, leaf + SUFFIX, entry.stamp.size)
        except OSError:
            return None
        return data if len(data) == entry.stamp.size else None

    def _enter(self, place: str) -> None:
        self._stack.close()
        self._place = None
        self._folder = self._stack.enter_context(opened(self._root, place.split("/") if place else ()))
        self._place = place
