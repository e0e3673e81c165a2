"""What it costs to see that nothing has changed in a store of 10,000 pages, beside a bare walk of the same folders."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.corpus import BLOCKS_A_PAGE, made_pages, write
from bench.data import DataSet
from bench.still import MOUNT, library_of
from vademecum.library import Library

PAGES = 10_000
ROUNDS = 9
_LATER_NS = 10_000_000_000


def measure(sets: Sequence[DataSet], pages: int = PAGES) -> dict[str, Any]:
    """Medians of processor seconds: names alone, names and stamps, and the product's verification."""
    texts = [document.text for data in sets for group in data.groups.values() for document in group]
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        store = Path(home, "store")
        write(made_pages(texts, pages * BLOCKS_A_PAGE), store)
        cache = Path(home, "cache")
        # A page that was written in the same breath as it was read is looked at once more; by this clock none was.
        library = Library(library_of(store, cache).mounts, cache, clock_ns=lambda: time.time_ns() + _LATER_NS)
        with closing(library):
            report = library.sync(MOUNT)
            assert report.added == pages
            steps: dict[str, Callable[[], object]] = {
                "names": lambda: walk(store, stat=False),
                "stamps": lambda: walk(store, stat=True),
                "verify": lambda: library.sync(MOUNT),
            }
            assert walk(store, stat=True) == pages
            spent: dict[str, list[float]] = {name: [] for name in steps}
            for number in range(ROUNDS + 1):
                for name, step in steps.items():
                    start = time.process_time()
                    step()
                    if number:  # the first round fills the system's caches
                        spent[name].append(time.process_time() - start)
            assert library.sync(MOUNT).unchanged == pages
    return {"pages": pages, **{name: statistics.median(seconds) for name, seconds in spent.items()}}


def walk(folder: Path | str, *, stat: bool) -> int:
    """Walk a folder with ``os.scandir`` and count its files; with ``stat`` also ask each for its size and times."""
    found = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                found += walk(entry.path, stat=stat)
            else:
                found += 1
                if stat:
                    entry.stat(follow_symlinks=False)
    return found
