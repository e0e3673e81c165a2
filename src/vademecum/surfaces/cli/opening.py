"""The memory that a command works with: opened for the current folder, closed at the command's end, and in step.

A person at a terminal sees a bar while a large mount is read for the first time, whatever command they gave.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from vademecum.config.places import state_folder
from vademecum.library import SyncReport, find_workspace
from vademecum.library.assess import may_configure
from vademecum.library.sync import Progress as PageProgress
from vademecum.memory import Memory
from vademecum.surfaces.cli.output import warn
from vademecum.surfaces.cli.person import writer

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

# Below this many pages a sync is over before a bar could be read.
BAR_FROM_PAGES = 200


class Layers(TypedDict):
    """Whose files a configuration is read from beside the person's own."""

    workspace: Path
    trusted: bool


def layers() -> Layers:
    """The project at hand, and whether its own file counts."""
    root = find_workspace().root
    return {"workspace": root, "trusted": may_configure(state_folder(os.environ), root)}


def open_memory() -> Memory:
    """The memory of the current folder, for whoever gives the command, closed when it ends."""
    actor, session = writer()
    memory = Memory.open(notice=warn, actor=actor, session=session)
    click.get_current_context().call_on_close(memory.close)
    return memory


def open_synced() -> Memory:
    """The same, and where a person watches, in step already: what it does next has no large mount left to read."""
    memory = open_memory()
    if sys.stderr.isatty():
        sync_all(memory)
    return memory


def sync_all(memory: Memory) -> Mapping[str, SyncReport]:
    """Bring every index in step, with a bar on standard error for what takes long."""
    with progress_bar("indexing", BAR_FROM_PAGES) as of_mount:
        return memory.sync(of_mount)


@contextmanager
def progress_bar(doing: str, least: int) -> Iterator[Callable[[str], PageProgress] | None]:
    """A bar on standard error for what has at least so many pages to do, where a person watches."""
    if not sys.stderr.isatty():
        yield None
        return
    with ExitStack() as stack:
        bars: list[Progress] = []

        def of_mount(name: str) -> PageProgress:
            def tell(done: int, total: int) -> None:
                if total < least:
                    return
                if not bars:
                    bars.append(stack.enter_context(_bar(doing)))
                bars[0].update(_task(bars[0], name, total), completed=done)

            return tell

        yield of_mount


def _task(bar: Progress, name: str, total: int) -> TaskID:
    known = next((task.id for task in bar.tasks if task.description == name), None)
    return bar.add_task(name, total=total) if known is None else known


def _bar(doing: str) -> Progress:
    # rich takes longer to import than most commands take to answer, and most never draw a bar.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    return Progress(
        TextColumn(f"{doing} {{task.description}}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
    )
