"""How fast a store is read and asked as it grows, beside plain full-text search of the same texts in the same run.

A store of the wanted size is written to disk (``corpus.py``) and brought in step by the real ``vade sync`` in a process
of its own. Then whole real questions are asked, the commonest words left in: of recall as it is, of its index and
ranking alone, and of plain FTS5 with all words. What is compared is processor time, in turn in the same process.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.children import Cost, places, run
from bench.corpus import BLOCKS_A_PAGE, CHINESE, is_chinese, made_pages, write
from bench.data import DataSet
from bench.exact import without_bounds
from bench.peers import Plain
from bench.quality import quantiles
from bench.still import MOST_PAGES, MOUNT, TOP, library_of
from vademecum.address import Address
from vademecum.library import Library
from vademecum.recall.pipeline import Request, recall
from vademecum.recall.rank import WEIGHTS, Weights

SIZES = (1_000, 10_000, 100_000)
QUESTIONS = 200
# A full scan scores every block that holds a word in Python, so it is asked fewer questions.
EXACT_QUESTIONS = 40
MOST_SCANNED = 20_000_000
COLD_QUESTIONS = 12
# What blocks and pages around a block add is nothing that an index proposes by.
WORDS_ALONE = WEIGHTS._replace(before=0.0, after=0.0, answer=0.0, asking=0.0, page=0.0, voice=0.0, day=0.0)


class Place(NamedTuple):
    """Where one size is measured: the store, what was made of it, and the environment of children."""

    store: Path
    cache: Path
    plain: Path
    env: Mapping[str, str]


def measure(sets: Sequence[DataSet], blocks: int) -> dict[str, Any]:
    """Everything at one size."""
    texts = [document.text for data in sets for group in data.groups.values() for document in group]
    asked = questions_of(sets, QUESTIONS)
    pages = -(-blocks // BLOCKS_A_PAGE)
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        home = Path(name)
        env = places(home, {MOUNT: f'path = "{home / "store"}"\nmax_pages = {MOST_PAGES}\n'})
        place = Place(home / "store", Path(env["XDG_CACHE_HOME"], "vademecum"), home / "plain.db", env)
        size = write(made_pages(texts, blocks), place.store)
        synced = run([sys.executable, "-m", "vademecum", "sync"], env)
        start = time.process_time()
        plain = Plain(place.plain, (text for page in made_pages(texts, blocks) for text in page.texts()))
        plain_build = time.process_time() - start
        library = library_of(place.store, place.cache)
        with closing(plain), closing(library):
            warm = _warm(library, plain, asked)
            few = asked[: min(EXACT_QUESTIONS, MOST_SCANNED // blocks)]
            ways = {"words": WORDS_ALONE, "evidence": WEIGHTS}
            kept = {name: exactness(library, few, blocks, weights) for name, weights in ways.items()}
        index = library.index_path(MOUNT)
        return {
            "blocks": blocks,
            "pages": pages,
            "page_bytes": size / pages,
            "build": {"seconds": synced.cpu, "wall": synced.wall, "rss": synced.rss, "plain_seconds": plain_build},
            "bytes": {"index": _size(index), "plain": _size(place.plain)},
            "warm": warm,
            "kept": kept,
            "cold": _cold(place, index, asked[:COLD_QUESTIONS]),
        }


def questions_of(sets: Sequence[DataSet], count: int) -> list[str]:
    """Whole real questions, three in ten of them Chinese where there are any; the same for the same sets."""
    texts = list(dict.fromkeys(question.text for data in sets for question in data.questions))
    chinese, others = [each for each in texts if is_chinese(each)], [each for each in texts if not is_chinese(each)]
    share = CHINESE if others else 1.0
    draw = random.Random(len(texts))  # noqa: S311 - a sample, no secret
    signs = draw.sample(chinese, min(round(count * share), len(chinese)))
    found = [*signs, *draw.sample(others, min(count - len(signs), len(others)))]
    draw.shuffle(found)
    return found


def _warm(library: Library, plain: Plain, questions: Sequence[str]) -> dict[str, Any]:
    asks: dict[str, Callable[[str], object]] = {
        "recall": lambda text: recall(library, Request(text, limit=TOP)),
        "ranking": lambda text: recall(library, Request(text, limit=0)),
        "plain": plain.ask,
    }
    spent: dict[str, list[float]] = {name: [] for name in asks}
    for text in questions:
        for name, ask in asks.items():
            ask(text)
            start = time.process_time_ns()
            ask(text)
            spent[name].append((time.process_time_ns() - start) / 1e9)
    return {name: quantiles(seconds) for name, seconds in spent.items()}


def exactness(library: Library, questions: Sequence[str], blocks: int, weights: Weights = WEIGHTS) -> dict[str, Any]:
    """The share of the exact best that recall gives, against a scan of every block that holds a word, scored the same;
    and how often the very best is the same."""

    def best(text: str) -> list[Address]:
        return [hit.address for hit in recall(library, Request(text, limit=TOP), weights).hits]

    tops, firsts = [], []
    for text in questions:
        given = best(text)
        with without_bounds(blocks):
            exact = best(text)
        if exact:
            tops.append(len(set(given) & set(exact)) / len(exact))
            firsts.append(given[:1] == exact[:1])
    return {
        "questions": len(tops),
        "top_10": statistics.fmean(tops or [1.0]),
        "top_1": statistics.fmean(firsts or [1.0]),
    }


def _cold(place: Place, index: Path, questions: Sequence[str]) -> dict[str, Any]:
    """A process for one question, its files dropped from memory first where the system can; medians over questions."""
    recall_it = ["-m", "bench.cold", "recall", str(place.store), str(place.cache)]
    commands = {"recall": recall_it, "plain": ["-m", "bench.cold", "plain", str(place.plain)]}
    costs: dict[str, list[Cost]] = {"python": [], **{name: [] for name in commands}}
    for number, text in enumerate([questions[0], *questions]):
        taken = {"python": run([sys.executable, "-c", "pass"], place.env)}
        for name, command in commands.items():
            drop(place.plain if name == "plain" else index)
            taken[name] = run([sys.executable, *command, text], place.env)
        for name, cost in taken.items() if number else ():  # the first round only writes bytecode
            costs[name].append(cost)
    return {name: _median(each) for name, each in costs.items()}


def _median(costs: Sequence[Cost]) -> dict[str, float]:
    columns = zip(*costs, strict=True)
    return dict(zip(Cost._fields, map(statistics.median, columns), strict=True))


def drop(file: Path) -> None:
    """Ask the system to forget a file's pages, so that the next reader waits for the disk."""
    if hasattr(os, "posix_fadvise"):
        for each in (file, Path(f"{file}-wal")):
            if each.exists():
                with each.open("rb") as opened:
                    os.fsync(opened.fileno())
                    os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _size(file: Path) -> int:
    return sum(each.stat().st_size for each in file.parent.glob(f"{file.name}*"))
