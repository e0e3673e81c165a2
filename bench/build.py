"""How many pages of about a kilobyte a first sync brings into the index in a second of one core's processor.

The real ``vade sync`` runs in a process of its own on stores without Chinese and with three pages in ten of it, so that
starting Python, tables that are made once and words met for the first time are all counted. What plain FTS5 takes to
index the same texts, ready-made, tells how busy or quick the machine was.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.children import places, run
from bench.corpus import BLOCKS_A_PAGE, is_chinese, made_pages, write
from bench.data import DataSet
from bench.peers import Plain
from bench.still import MOST_PAGES, MOUNT

PAGES = 5_000


def measure(sets: Sequence[DataSet], pages: int = PAGES) -> dict[str, Any]:
    """Processor seconds and sizes, by what the store is made of."""
    texts = [document.text for data in sets for group in data.groups.values() for document in group]
    return {"pages": pages, "stores": {name: _first_sync(each, pages) for name, each in _kinds(texts) if each}}


def _kinds(texts: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    yield "no Chinese", [text for text in texts if not is_chinese(text)]
    yield "three in ten Chinese", list(texts) if any(map(is_chinese, texts)) else []


def _first_sync(texts: Sequence[str], pages: int) -> dict[str, float]:
    made = list(made_pages(texts, pages * BLOCKS_A_PAGE))
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        home = Path(name)
        env = places(home, {MOUNT: f'path = "{home / "store"}"\nmax_pages = {MOST_PAGES}\n'})
        size = write(made, home / "store")
        synced = run([sys.executable, "-m", "vademecum", "sync"], env)
        start = time.process_time()
        with closing(Plain(home / "plain.db", (text for page in made for text in page.texts()))):
            plain = time.process_time() - start
    return {"page_bytes": size / pages, "seconds": synced.cpu, "plain_seconds": plain}
