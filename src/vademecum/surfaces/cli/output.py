"""How answers look: tables and marks that read well without colour, and JSON with stable keys. It computes nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, is_dataclass
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn
from rich.table import Table

from vademecum.address import Address
from vademecum.library.sync import Progress as PageProgress
from vademecum.memory import Memory
from vademecum.sessions import SessionKey

# Below this many pages a sync is over before a bar could be read.
BAR_FROM_PAGES = 200

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a script to read.")


def open_memory(session: SessionKey | None = None) -> Memory:
    """The memory of the current folder, closed when the command ends."""
    memory = Memory.open(session=session, notice=say)
    click.get_current_context().call_on_close(memory.close)
    return memory


def console() -> Console:
    """Standard output for people; rich leaves colour out by itself for pipes and ``NO_COLOR``."""
    return Console(file=sys.stdout, highlight=False, soft_wrap=True, emoji=False, markup=False)


def say(line: str) -> None:
    """One line for a person, on standard error."""
    click.echo(line, err=True)


def print_json(value: object) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=_plain))


def _plain(value: object) -> Any:  # noqa: ANN401 - what JSON takes
    if isinstance(value, Address):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    return str(value)


def table(*columns: str) -> Table:
    """An unboxed table, with a bold head and room between columns."""
    return Table(*columns, box=None, pad_edge=False, header_style="bold", show_edge=False, expand=False)


def sync_progress() -> tuple[AbstractContextManager[object], Callable[[str], PageProgress]]:
    """A bar on standard error for long syncs: the context to work in, and the progress of each mount."""
    bar = Progress(
        TextColumn("indexing {task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TaskProgressColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        disable=not sys.stderr.isatty(),
    )

    def of_mount(name: str) -> PageProgress:
        task = bar.add_task(name, total=None, visible=False)
        return lambda done, total: bar.update(task, completed=done, total=total, visible=total >= BAR_FROM_PAGES)

    return bar, of_mount


def plural(count: int, word: str) -> str:
    """``1 page``, ``2 pages``."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
