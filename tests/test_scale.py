"""A store of ten thousand pages: changes by others are seen by the next answer, and the index is only a copy."""

from __future__ import annotations

import shutil
from itertools import cycle, islice
from pathlib import Path

from vademecum.config import MountConfig
from vademecum.index.contract import Filter
from vademecum.library import Library, Mount
from vademecum.recall.pipeline import Request, recall

PAGES = 10_000
CHANGED = 2_000
WORDS = (
    "harbour",
    "tide",
    "pilot",
    "berth",
    "cargo",
    "crane",
    "mooring",
    "潮汐",
    "码头",
    "引航",
    "泊位",
    "货物",
    "系泊",
)
QUERIES = ("pilot berth 7", "码头 货物", "crane of quay 4242", "newword", "gauge")


def page(number: int, word: str) -> str:
    words = " ".join(islice(cycle(WORDS), number % len(WORDS), number % len(WORDS) + 5))
    header = f"---\ntitle: Quay {number}\ntags: [t{number % 9}]\n---\n"
    return f"{header}\n# Quay {number}\n\n{words} of quay {number} {word}.\n"


def write(root: Path, numbers: range, word: str) -> None:
    for number in numbers:
        (root / str(number % 50) / f"quay {number}.md").write_text(page(number, word), encoding="utf-8")


def answers(library: Library) -> list[tuple[object, ...]]:
    found = [recall(library, Request(query, limit=25)) for query in QUERIES]
    return [(hit.address, hit.score, hit.version, hit.snippet) for answer in found for hit in answer.hits]


def test_2000_files_changed_by_others_are_seen_at_once_and_a_deleted_index_changes_no_answer(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    for folder in range(50):
        (root / str(folder)).mkdir(parents=True)
    write(root, range(PAGES), "oldword")
    library = Library([Mount(MountConfig(name="notes", path=root))], tmp_path / "cache")
    assert library.sync("notes").added == PAGES
    write(root, range(CHANGED), "newword")
    hits = recall(library, Request("newword", limit=25)).hits
    assert len(hits) == 25
    assert all("newword" in hit.snippet.text for hit in hits)
    with library.index("notes").view() as view:
        assert view.totals(["newword", "oldword"]).frequency == {"newword": CHANGED, "oldword": PAGES - CHANGED}
        assert sum(1 for _ in view.pages(Filter())) == PAGES
    before = answers(library)
    library.close()
    shutil.rmtree(tmp_path / "cache")
    assert answers(library) == before
