"""Recalls that are asked again: the same to the digit, or what has changed; nothing of a page's text is kept."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from vademecum.config import Config, MountConfig
from vademecum.config.model import RecallConfig
from vademecum.errors import NotFoundError, UnreadableError
from vademecum.index.contract import Filter
from vademecum.memory import Memory, Note, Setting
from vademecum.memory.recorded import recorded_recall
from vademecum.recall.pipeline import Request
from vademecum.recall.rank import WEIGHTS
from vademecum.recall.replay import Place, Recorded, differences, from_json, rules_mark, to_json

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
DAYS = st.none() | st.dates(date(1990, 1, 1), date(2090, 1, 1))
FILTERS = st.builds(
    Filter,
    types=st.frozensets(TEXT, max_size=2),
    tags=st.frozensets(TEXT, max_size=2),
    since=st.none() | st.just("2026-01-31"),
    path=TEXT,
    salience=st.frozensets(st.integers(1, 3)),
)
REQUESTS = st.builds(
    Request,
    text=TEXT,
    limit=st.integers(1, 25),
    scope=st.sampled_from([None, "user", "global", "workspace"]),
    mount=st.none() | TEXT,
    within=FILTERS,
    today=DAYS,
    as_of=DAYS,
)
PLACES = st.builds(Place, TEXT, TEXT, st.floats(0, 100), st.just("bm25"))


MARKS = st.none() | st.dictionaries(TEXT, TEXT)


@given(
    st.builds(
        Recorded, REQUESTS, TEXT, st.dictionaries(TEXT, st.tuples(TEXT, TEXT)), st.lists(PLACES).map(tuple), MARKS
    )
)
def test_a_recall_reads_as_it_was_written(recorded: Recorded) -> None:
    read = from_json(to_json(recorded))
    assert (read, read.id) == (recorded, recorded.id)
    assert differences(recorded, read) == ()


@pytest.mark.parametrize("line", ["", "{}", "[1]", "[2, {}, 0, {}, []]", '[1, {"within": {}}, "", {}, []]', "[1, 2, 3"])
def test_a_line_of_another_version_is_an_error_that_says_what_to_do(line: str) -> None:
    with pytest.raises(UnreadableError, match="can't be read"):
        from_json(line)


def test_weights_and_settings_mark_the_rules() -> None:
    assert rules_mark(None) == rules_mark(None, WEIGHTS)
    assert len({rules_mark(None), rules_mark(1), rules_mark(None, WEIGHTS._replace(k1=WEIGHTS.k1 + 0.1))}) == 3


def test_what_moved_is_told_with_its_ranks() -> None:
    request = Request("gauge")
    then = Recorded(request, "r", {"a": ("f", "1")}, (Place("a:x", "v1", 2.0, "bm25"), Place("a:y", "v1", 1.0, "bm25")))
    now = Recorded(request, "s", {"a": ("f", "2")}, (Place("a:y", "v2", 1.5, "bm25"), Place("a:z", "v1", 1.0, "bm25")))
    assert differences(then, now) == (
        "the rules of ranking are other ones now",
        "pages of a have changed",
        "a:x is no hit any more; it was number 1",
        "a:y is number 1 now; it was 2",
        "the page of a:y has changed since version v1",
        "a:z is new at number 2",
    )


def test_other_words_of_a_glossary_are_told_and_what_was_not_kept_is_not_guessed() -> None:
    recorded = Recorded(Request("gauge"), "r", {}, (), {"user": "1", "work": "1"})
    assert differences(recorded, recorded._replace(added={"more": "1", "user": "2"})) == (
        "the glossary of more adds words to the question now",
        "the glossary of user adds other words to the question now",
        "the glossary of work adds no words to the question now",
    )
    assert differences(recorded._replace(added=None), recorded) == ()


def test_a_move_that_a_glossary_of_a_mount_that_was_not_asked_made_has_its_cause(setting: Setting) -> None:
    words = setting.config.home / "words"
    words.mkdir(parents=True)
    (words / "glossary.md").write_text("缓存 = cache\n", encoding="utf-8")
    memory = Memory(replace(setting, config=Config(home=setting.config.home, mounts=(MountConfig("words", words),))))
    memory.remember(Note("The cache keeps tables for an hour.", title="Redis"))
    then = memory.recall(Request("缓存", mount="global"))
    assert len(then.hits) == 1
    (words / "glossary.md").write_text("缓存 = buffer\n", encoding="utf-8")
    told = memory.replay(then.id).differences
    assert told[0] == "the glossary of words adds other words to the question now"
    assert "is no hit any more" in told[1]
    (words / "glossary.md").write_text("缓存 = cache\n港口 = harbour\n", encoding="utf-8")
    assert memory.replay(then.id).differences == ()
    memory.close()


def test_the_same_recall_has_the_same_answer_and_id(memory: Memory) -> None:
    memory.remember(Note("The gauge listens on 8080.", title="Gauge"))
    first, second = memory.recall(Request("gauge port")), memory.recall(Request("gauge port"))
    assert first.id == second.id != ""
    replayed = memory.replay(first.id[:6])
    assert replayed.differences == ()
    assert replayed.answer.hits == first.hits
    assert memory.replay("last").differences == ()


def test_a_changed_page_is_told(memory: Memory) -> None:
    receipt = memory.remember(Note("The gauge listens on 8080.", title="Gauge"))
    then = memory.recall(Request("gauge"))
    memory.remember(Note("The gauge gauge gauge is old.", title="Old gauge"))
    told = memory.replay(then.id).differences
    assert told[0] == f"pages of {receipt.address.mount} have changed"
    assert any(line.startswith("global:topics/") and "is new at number" in line for line in told[1:])


def test_a_recall_by_date_is_replayed_as_of_its_day(setting: Setting) -> None:
    memory = Memory(setting)
    memory.remember(Note("The gauge listens on 8080.", title="Gauge"))
    then = memory.recall(Request("gauge yesterday"))
    memory.close()
    later = Memory(replace(setting, clock=lambda: setting.clock().replace(year=2027)))
    assert later.replay(then.id).differences == ()
    later.close()


def test_what_is_kept_holds_no_text_of_a_page_and_is_the_owners_alone(memory: Memory, setting: Setting) -> None:
    memory.remember(Note("The gauge listens on quincunx.", title="Gauge"))
    found = memory.recall(Request("gauge"))
    [file] = (setting.state / "recalls").glob("*.jsonl")
    assert "quincunx" in found.hits[0].snippet.text
    assert "quincunx" not in file.read_text()
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600


def test_only_the_newest_recalls_are_kept_and_none_when_none_are_wanted(setting: Setting) -> None:
    bounded = Memory(replace(setting, config=Config(home=setting.config.home, recall=RecallConfig(recorded=3))))
    ids = [bounded.recall(Request(f"gauge {n}")).id for n in range(5)]
    assert len(list((setting.state / "recalls").glob("*.jsonl"))) == 3
    with pytest.raises(NotFoundError, match="no recorded recall"):
        bounded.replay(ids[0])
    bounded.close()
    none = Memory(replace(setting, config=Config(home=setting.config.home, recall=RecallConfig(recorded=0))))
    assert none.recall(Request("gauge unrecorded")).id == ""
    none.close()


def test_an_id_must_name_one_recall(memory: Memory, setting: Setting) -> None:
    with pytest.raises(NotFoundError):
        recorded_recall(setting.state, "last")
    for n in range(17):
        memory.recall(Request(f"gauge {n}"))
    with pytest.raises(NotFoundError):
        recorded_recall(setting.state, "")


def test_an_answer_is_given_where_none_can_be_kept(setting: Setting, tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file, where a folder should be")
    told: list[str] = []
    memory = Memory(replace(setting, state=tmp_path / "blocked", notice=told.append, session=None))
    assert memory.recall(Request("gauge")).id == ""
    assert any("could not be recorded" in line for line in told)
    memory.close()
