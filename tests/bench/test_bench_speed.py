"""The speed part on tiny stores of our own sentences: real files, real children, numbers that hold anywhere."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

import bench.build
import bench.speed
import bench.verify
from bench.children import places, run
from bench.corpus import BLOCKS_A_PAGE, is_chinese, made_pages, write
from bench.data import ALL, DataSet, Document, Question
from bench.exact import without_bounds
from bench.speed import exactness, questions_of
from bench.still import MOUNT, library_of
from bench.tables import tables
from bench.verify import walk
from vademecum.address import Address
from vademecum.index import proposing
from vademecum.library import Library
from vademecum.page.parse import parse
from vademecum.recall.pipeline import Request, recall

ENGLISH = (
    "The pilot boards at the outer buoy, fifty minutes before the berth time, unless the swell is over two metres.",
    "A gauge that reads high after a storm has weed in its well; rinse it before anyone trusts the next reading.",
    "Ask the harbour master for the key of the lamp store, and write down who had it last.",
)
CHINESE = (
    "引航员在外浮标登船，靠泊前五十分钟，涌浪超过两米时除外。",
    "风暴之后潮位计读数偏高，多半是井里进了海草，先冲洗再相信下一个读数。",
    "灯具仓库的钥匙问港务长要，并写下上一个借走的人。",
)


def data_of(texts: Sequence[str], name: str) -> DataSet:
    documents = tuple(Document(f"{name}/{n}", text, ALL, None, None) for n, text in enumerate(texts))
    asked = tuple(Question(each.id, each.text, ALL, frozenset({each.id})) for each in documents)
    return DataSet(name, {ALL: documents}, asked)


SETS = (data_of(ENGLISH, "en"), data_of(CHINESE, "zh"))


def test_the_same_texts_give_the_same_store_and_another_seed_another_one() -> None:
    first = list(made_pages((*ENGLISH, *CHINESE), 100))
    assert first == list(made_pages((*ENGLISH, *CHINESE), 100))
    assert first != list(made_pages((*ENGLISH, *CHINESE), 100, seed=2))
    assert sum(len(page.blocks) for page in first) == 100
    assert len(first) == 34


def test_three_pages_in_ten_are_chinese_and_one_language_is_enough() -> None:
    pages = list(made_pages((*ENGLISH, *CHINESE), 3000))
    assert 0.25 < sum(is_chinese(page.blocks[0].text) for page in pages) / len(pages) < 0.35
    assert all(is_chinese(page.blocks[0].text) for page in made_pages(CHINESE, 30))
    assert not any(is_chinese(page.blocks[0].text) for page in made_pages(ENGLISH, 30))


def test_a_made_page_is_read_as_it_was_meant() -> None:
    for made in made_pages((*ENGLISH, *CHINESE, "# [[odd]] - `marks`: | 3% of {all}, \"quoted\" 'text'"), 60):
        page = parse(Address("notes", made.name), made.markdown.encode())
        assert page.problems == ()
        assert page.tags == made.tags
        assert [block.crumb[-1] for block in page.blocks] == [block.heading for block in made.blocks]
        assert len(list(made.texts())) == len(made.blocks)


def test_words_are_cut_where_they_end() -> None:
    words = {word for text in ENGLISH for word in text.split()}
    made = [block.text for page in made_pages(ENGLISH, 60) for block in page.blocks]
    assert {word for text in made for word in text.split()} <= words


def test_questions_are_whole_and_from_both_languages() -> None:
    asked = questions_of(SETS, 3)
    assert asked == questions_of(SETS, 3)
    assert set(asked) <= {*ENGLISH, *CHINESE}
    assert sum(map(is_chinese, asked)) == 1
    assert len(questions_of(SETS, 100)) == 6


def test_a_size_is_measured_through_the_real_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.speed, "COLD_QUESTIONS", 1)
    found = bench.speed.measure(SETS, 31)
    assert (found["blocks"], found["pages"]) == (31, 11)
    assert found["build"]["rss"] > 1_000_000
    assert found["bytes"]["index"] > found["bytes"]["plain"] / 10
    assert found["warm"].keys() == {"ranking", "recall", "plain"}
    all_of_six = {"questions": 6, "top_10": 1.0, "top_1": 1.0}
    assert found["kept"] == {"words": all_of_six, "evidence": all_of_six}
    assert found["cold"].keys() == {"python", "recall", "plain"}
    for times in found["warm"].values():
        assert 0 < times["median"] <= times["p99"] <= times["worst"]


def test_without_its_bounds_recall_scores_every_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(made_pages(ENGLISH, 90), tmp_path / "store")
    library = library_of(tmp_path / "store", tmp_path / "cache")
    with closing(library):
        Library.sync(library, MOUNT)
        monkeypatch.setattr("vademecum.recall.pipeline.PROPOSED", 12)
        monkeypatch.setattr("vademecum.recall.pipeline.PROPOSED_AT_LEAST", 12)
        asked = Request(ENGLISH[0], limit=1000)
        bounded = recall(library, asked).hits
        monkeypatch.setattr("bench.exact._AT_ONCE", 7)
        with without_bounds(90):
            exact = recall(library, asked).hits
        # Each block that is proposed brings its two neighbours with it.
        assert len(bounded) <= 3 * 12 < len(exact)
        assert recall(library, asked).hits == bounded
        assert exactness(library, [], 90)["questions"] == 0


def test_a_constant_that_has_gone_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(proposing, "_MAX_BYTES")
    with pytest.raises(AttributeError), without_bounds(1):
        pass


def test_verification_is_measured_beside_a_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.verify, "ROUNDS", 1)
    found = bench.verify.measure(SETS, pages=20)
    assert found.keys() == {"pages", "names", "stamps", "verify"}
    assert found["pages"] == 20


def test_a_first_sync_is_measured_beside_plain_full_text() -> None:
    found = bench.build.measure(SETS, pages=6)
    assert found["pages"] == 6
    assert found["stores"].keys() == {"no Chinese", "three in ten Chinese"}
    for each in found["stores"].values():
        assert each["page_bytes"] > 100
        assert each["seconds"] > 0
        assert each["plain_seconds"] > 0
    assert "| no Chinese |" in tables("build", found)["first"]


def test_a_walk_counts_files_at_any_depth(tmp_path: Path) -> None:
    write(made_pages(ENGLISH, 10 * BLOCKS_A_PAGE), tmp_path)
    (tmp_path / "00" / "deep").mkdir()
    (tmp_path / "00" / "deep" / "a.md").touch()
    os.symlink(tmp_path, tmp_path / "loop")
    assert walk(tmp_path, stat=False) == walk(tmp_path, stat=True) == 12


def test_a_child_that_fails_is_told_and_the_memory_of_its_parent_is_not_its_own(tmp_path: Path) -> None:
    env = places(tmp_path, {})
    assert run(["true"], env).rss < 20_000_000
    with pytest.raises(AssertionError, match="ended with 1"):
        run(["false"], env)
