"""What shells complete: pages, mounts, tags, settings and the trash, from the indexes as they stand.

It syncs nothing and waits for nothing, and any trouble completes nothing: nobody reads an error at a half-typed line.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
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


def _completer(candidates: Callable[[str], Iterable[str]]) -> Completer:
    """A function as click wants it, of one that gives values for what was typed."""

    def complete(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only a shell that completes needs it

        try:
            return [CompletionItem(value) for value in candidates(incomplete) if value.isprintable()]
        except (VademecumError, OSError):
            return []

    return complete


def _pages(typed: str) -> list[str]:
    """Addresses that begin as typed; else names that do, or whose last part does, where they name one page."""
    found = [(mount, row.name) for mount, row in _rows()]
    from vademecum.address import Address  # noqa: PLC0415 - as above

    addresses = [str(Address(mount, name)) for mount, name in found]
    begun = [address for address in addresses if _begins(address, typed)]
    if begun:
        return begun
    times = Counter(name for _, name in found)
    return [name for _, name in found if times[name] == 1 and (_begins(name, typed) or _begins(_stem(name), typed))]


def _tags(typed: str) -> list[str]:
    return sorted({tag for _, row in _rows() for tag in row.tags if _begins(tag, typed)})


def _mounts(typed: str) -> list[str]:
    return [mount.name for mount in _memory().library.mounts if _begins(mount.name, typed)]


def _trash(typed: str) -> list[str]:
    return [item.id for _, item in _memory().trash() if _begins(item.id, typed)]


def _settings(typed: str) -> list[str]:
    from vademecum.config.load import load_config  # noqa: PLC0415 - as above
    from vademecum.config.reference import settings  # noqa: PLC0415

    return [row.key for row in settings(load_config(os.environ)) if _begins(row.key, typed)]


def _memory() -> Memory:
    from vademecum.memory import Memory  # noqa: PLC0415 - as above

    memory = Memory.open()
    click.get_current_context().call_on_close(memory.close)
    return memory


def _rows() -> list[tuple[str, PageRow]]:
    from vademecum.index.contract import Filter  # noqa: PLC0415 - as above

    library = _memory().library
    found: list[tuple[str, PageRow]] = []
    for mount in library.mounts:
        with library.index(mount.name).view() as view:
            found += [(mount.name, row) for row in view.pages(Filter()) if row.hidden is None]
    return found


def _begins(text: str, typed: str) -> bool:
    return text.casefold().startswith(typed.casefold())


def _stem(name: str) -> str:
    return name.rpartition("/")[2]


complete_page = _completer(_pages)
complete_tag = _completer(_tags)
complete_mount = _completer(_mounts)
complete_setting = _completer(_settings)
complete_trash = _completer(_trash)
