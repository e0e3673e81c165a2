"""What shells complete: pages, mounts, tags, settings and the trash, from the indexes as they stand.

It syncs nothing and waits for nothing, and any trouble completes nothing: nobody reads an error at a half-typed line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import TYPE_CHECKING, TypeAlias

import click

from vademecum.errors import VademecumError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from vademecum.index.contract import PageRow
    from vademecum.memory import Memory

COMPLETE_VARIABLE = "_VADE_COMPLETE"
"""Set by the shells' scripts, as click names it; its value says which shell asks."""

Completer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem]]"


def _completer(candidates: Callable[[Memory], Iterable[str]]) -> Completer:
    """What click calls, of a function that gives all values there are."""

    def complete(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        # Every command imports this module, and only a shell at its prompt needs these.
        from click.shell_completion import CompletionItem  # noqa: PLC0415

        from vademecum.memory import Memory  # noqa: PLC0415 - as above

        try:
            with closing(Memory.open()) as memory:
                found = _fitting(candidates(memory), incomplete)
        except (VademecumError, OSError):
            return []
        return [CompletionItem(value) for value in found if value.isprintable()]

    return complete


def _pages(memory: Memory) -> list[str]:
    """All addresses, and the names that are in one mount only."""
    from vademecum.address import Address  # noqa: PLC0415 - as above

    found = [(mount, row.name) for mount, row in _rows(memory)]
    times = Counter(name for _, name in found)
    addresses = [str(Address(mount, name)) for mount, name in found]
    return [*addresses, *(name for name, count in times.items() if count == 1)]


def _tags(memory: Memory) -> list[str]:
    return sorted({tag for _, row in _rows(memory) for tag in row.tags})


def _mounts(memory: Memory) -> list[str]:
    return [mount.name for mount in memory.library.mounts]


def _trash(memory: Memory) -> list[str]:
    return [item.id for _, item in memory.trash()]


def _settings(memory: Memory) -> list[str]:
    from vademecum.config.reference import settings  # noqa: PLC0415 - as above

    return [row.key for row in settings(memory.setting.config)]


def _rows(memory: Memory) -> list[tuple[str, PageRow]]:
    """The rows of pages that may be seen."""
    from vademecum.index.contract import Filter  # noqa: PLC0415 - as above

    found: list[tuple[str, PageRow]] = []
    for mount in memory.library.mounts:
        with memory.library.index(mount.name).view() as view:
            found += [(mount.name, row) for row in view.pages(Filter()) if row.hidden is None]
    return found


def _fitting(values: Iterable[str], typed: str) -> list[str]:
    """The values that begin as typed; if none does, those whose last part does, as a person remembers a page.

    A page is given once: by its address only where its name does not fit or is not enough.
    """
    from urllib.parse import unquote  # noqa: PLC0415 - as above

    known, wanted = list(values), typed.casefold()
    begun = [value for value in known if value.casefold().startswith(wanted)]
    found = begun or [value for value in known if value.rpartition("/")[2].casefold().startswith(wanted)]
    short = set(found)
    return [value for value in found if unquote(value.partition(":")[2]) not in short]


complete_page = _completer(_pages)
complete_tag = _completer(_tags)
complete_mount = _completer(_mounts)
complete_setting = _completer(_settings)
complete_trash = _completer(_trash)
