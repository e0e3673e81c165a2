"""Shell completion of page names, from the index as it stands. It syncs nothing, and any trouble completes nothing."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from vademecum.errors import VademecumError
from vademecum.index.contract import Filter
from vademecum.memory import Memory


def complete_name(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001 - click's
    """Addresses that begin as typed, or whose page name does."""
    memory: Memory | None = None
    try:
        memory = Memory.open()
        return [CompletionItem(address) for address in _addresses(memory) if _fits(address, incomplete)]
    except (VademecumError, OSError):
        return []
    finally:
        if memory is not None:
            memory.close()


def _addresses(memory: Memory) -> list[str]:
    found: list[str] = []
    for mount in memory.library.mounts:
        with memory.library.index(mount.name).view() as view:
            found += [f"{mount.name}:{row.name}" for row in view.pages(Filter()) if row.hidden is None]
    return found


def _fits(address: str, incomplete: str) -> bool:
    typed = incomplete.casefold()
    return address.casefold().startswith(typed) or address.partition(":")[2].casefold().startswith(typed)
