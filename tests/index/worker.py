"""A process of its own for test_index_processes.py: ``write`` or ``read`` an index a bounded number of times.

Every page of this test has BLOCKS blocks that hold MARK, so that a moment between two commits would show.
"""

from __future__ import annotations

import sys
from pathlib import Path

from vademecum.index.contract import BlockRow, Changes, Fields, Filter, Lengths, PageRow
from vademecum.index.sqlite import open_index
from vademecum.page import digest_of
from vademecum.store.contract import Stamp

MARK = "mark"
BLOCKS = 3


def page(name: str, number: int) -> PageRow:
    """One version of a page."""
    terms = Fields(body=[MARK, f"version{number}", name])
    blocks = tuple(BlockRow(("h",), nth, nth, 0, 9, None, terms, Lengths(body=3)) for nth in range(1, BLOCKS + 1))
    digest, stamp = digest_of(f"{name} {number}".encode()), Stamp(1, number, 3, 4)
    return PageRow(name, digest, stamp, "", "", None, None, None, (), (), {}, (), (), blocks=blocks)


def write(path: Path, who: str, times: int) -> None:
    """Add, replace and remove pages, some of them shared with the other writer."""
    index = open_index(path)
    for number in range(times):
        pages = [page(f"shared{number % 5}", number), page(f"{who}{number % 11}", number)]
        index.apply(Changes(pages=pages, removed=[f"{who}{number % 7}"]), fingerprint=f"{who} {number}")
    index.close()


def read(path: Path, times: int) -> None:
    """Look again and again, and fail when one view disagrees with itself."""
    index = open_index(path)
    for _ in range(times):
        with index.view() as view:
            totals = view.totals([MARK])
            found = view.propose([MARK], limit=1000, within=Filter())
            pages = list(view.pages(Filter()))
            assert totals.blocks == totals.frequency.get(MARK, 0) == len(found) == BLOCKS * len(pages)
            assert totals.lengths.body == 3 * totals.blocks
            assert {each.name: each.digest for each in found} == {row.name: row.digest for row in pages}
            assert view.totals([MARK]) == totals
    index.close()


if __name__ == "__main__":
    _, place, task, count = sys.argv
    if task == "read":
        read(Path(place), int(count))
    else:
        write(Path(place), task, int(count))
