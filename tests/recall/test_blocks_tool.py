"""Block recall as an agent and a person meet it: rows that reopen, edits that fit, and no path in any answer (H6)."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.config.profiles import PROFILES
from vademecum.errors import InputError, VademecumError
from vademecum.guards.changes import Actor
from vademecum.library import Workspace
from vademecum.memory import Memory, Setting
from vademecum.recall.blocks.rows import DIARIES, LONGTERM, head, score
from vademecum.recall.pipeline import Hit
from vademecum.recall.snippet import Snippet
from vademecum.recall.trace import Trace
from vademecum.sessions import SessionKey
from vademecum.surfaces.cli.app import vade
from vademecum.surfaces.tool import call_memory

TODAY = date(2026, 11, 30)
YESTERDAY = (TODAY - timedelta(days=1)).isoformat()
DIARY = f"{YESTERDAY}/--D-Project-x--"
FILLER = {f"topics/filler-{n}": f"Filler {n} of no interest at all.\n" for n in range(8)}
PAGES = FILLER | {
    DIARY: "# 工具链\n\n## pnpm\n\n`needle` 在 “此”。\n\n## pnpm\n\nsecond thimble\n",
    "topics/windows-env": "# Windows\n\n## Shell > odd ~2\n\nanvil\r\nand 'hammer'\r\n",
    "topics/unseen-name": "quiet words\n",
}


class Agent:
    """A session whose notes it knows by address only."""

    def __init__(self, folder: Path, pages: dict[str, str]) -> None:
        self.folder = folder
        for name, text in pages.items():
            file = folder / "secret-place" / f"{name}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
        notes = MountConfig(name="notes", path=folder / "secret-place", profile="notes", **PROFILES["notes"])  # type: ignore[arg-type]  # knobs by their names
        setting = Setting(
            config=Config(home=folder / "secret-home", mounts=(notes,)),
            cache=folder / "cache",
            state=folder / "state",
            workspace=Workspace(folder / "project", folder / "project"),
            session=SessionKey("test-host", "one"),
            actor=Actor("agent", "test-host"),
            clock=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC),
        )
        self.memory = Memory(setting)

    def call(self, **arguments: object) -> str:
        return call_memory(self.memory, arguments)

    def search(self, keywords: str, **more: object) -> str:
        return self.call(mode="recall", keywords=keywords, retriever="blocks", **more)


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    agent = Agent(tmp_path, PAGES)
    yield agent
    agent.memory.close()


ROW = re.compile(r"^- \[(?P<topic>[^\]]+)\](?: (?P<block>.+))? \(score (?P<score>[0-9.]+)\)$", re.MULTILINE)


def row_of(answer: str) -> re.Match[str]:
    found = ROW.search(answer)
    assert found is not None, answer
    return found


def hit_at(address: Address, value: float) -> Hit:
    snippet = Snippet("text", 0, 4, 1, cut=False, of=4)
    return Hit(address, "Title", None, "", "user", "0" * 12, value, snippet, 4, Trace(()), retriever="blocks")


def test_a_row_has_address_heading_path_and_score_d35() -> None:
    page = Address("notes", "topics/windows-env")
    assert (
        head(hit_at(page.block(("Tools", "pnpm"), 2), 1.2)) == "- [notes:topics/windows-env] Tools > pnpm~2 (score 1.2)"
    )
    assert head(hit_at(page, 1.5)) == "- [notes:topics/windows-env] (score 1.5)"


@pytest.mark.parametrize(
    ("value", "told"), [(1.0, "1"), (1.5, "1.5"), (0.50004, "0.5"), (12.34567, "12.3457"), (100.0, "100"), (10.0, "10")]
)
def test_a_score_has_at_most_four_decimals_d35(value: float, told: str) -> None:
    assert score(value) == told


def test_a_row_is_followed_by_the_block_as_it_stands_in_the_page_d35(agent: Agent) -> None:
    answer = agent.search("needle")
    row = row_of(answer)
    assert row["topic"] == f"notes:{DIARY}"
    assert row["block"] == "工具链 > pnpm"
    assert "\n## pnpm\n\n`needle` 在 “此”。\n" in answer


@pytest.mark.parametrize("word", ["needle", "thimble", "anvil", "quiet"])
def test_address_and_heading_path_of_a_row_reopen_its_block_d36(agent: Agent, word: str) -> None:
    row = row_of(agent.search(word))
    opened = agent.call(mode="recall", topic=row["topic"], **({"block": row["block"]} if row["block"] else {}))
    assert word in opened
    others = {"needle", "thimble", "anvil", "quiet"} - {word}
    assert not any(other in opened for other in others)


def test_day_workspace_and_heading_path_reopen_a_block_too_d36(agent: Agent) -> None:
    row = row_of(agent.search("needle"))
    opened = agent.call(mode="recall", date=YESTERDAY, workspace="D-Project-x", block=row["block"])
    assert "needle" in opened
    assert "thimble" not in opened


def test_a_diary_is_named_by_its_label_or_a_part_that_no_other_has_d9(tmp_path: Path) -> None:
    slugs = {"--D-Project-x--": "first", "--D-Project-xy--": "second", "--E-Other--": "third"}
    agent = Agent(tmp_path, {f"{YESTERDAY}/{slug}": f"{text}\n" for slug, text in slugs.items()})

    def opened(workspace: str, day: str = YESTERDAY) -> str:
        return said(agent, {"mode": "recall", "date": day, "workspace": workspace})

    assert "\nfirst\n" in opened("d-project-X")  # an exact label wins, in any case
    assert "\nsecond\n" in opened("xy")
    assert "\nthird\n" in opened(" --e-other-- ")
    assert opened("project").startswith(f"2 diaries of {YESTERDAY} are called 'project'\nname one of: notes:")
    assert opened("zzz") == (
        f"there is no diary of {YESTERDAY} called 'zzz'\nthat day has those of D-Project-x, D-Project-xy, E-Other"
    )
    assert opened("x", day="2001-01-01").startswith("there is no diary of 2001-01-01 called 'x'\nsearch with keywords")


def test_a_workspace_without_a_real_day_is_refused_d8(agent: Agent) -> None:
    with pytest.raises(InputError, match="workspace goes with date"):
        agent.call(mode="recall", workspace="x")
    with pytest.raises(InputError, match="topic and date exclude each other"):
        agent.call(mode="recall", workspace="x", date=YESTERDAY, topic="windows-env")
    with pytest.raises(InputError, match="which is no day"):
        agent.call(mode="recall", workspace="x", date="2026-02-30")
    with pytest.raises(InputError, match="mode remember takes no workspace"):
        agent.call(mode="remember", append="x", workspace="x")


def test_of_a_long_block_a_window_is_shown_with_how_much_it_is_d35(tmp_path: Path) -> None:
    long = {name: text * 20 for name, text in FILLER.items()}
    agent = Agent(tmp_path, long | {"topics/long": f"# Long\n\n{'word ' * 150}needle{' word' * 150}\n"})
    answer = agent.search("needle")
    assert "shown: 200 of 1514 characters" in answer
    assert "needle" in answer


def test_notices_stand_before_the_rows_d33(agent: Agent) -> None:
    answer = agent.search("needle ghost a1 b2 c3 d4")
    assert (
        answer.index("keywords capped to 5 (dropped: d4)")
        < answer.index('no block holds "ghost"')
        < answer.index("- [")
    )


def test_an_empty_answer_is_one_line_with_notices_and_no_hint_d35(agent: Agent) -> None:
    assert agent.search("ghost") == 'nothing was found\nno block holds "ghost"'


def test_words_that_stand_everywhere_find_nothing_h5(tmp_path: Path) -> None:
    told = Agent(tmp_path, FILLER).search("filler interest").split("\n")
    assert told[0] == "nothing was found"
    assert [line.partition(" is in every block")[0] for line in told[1:]] == ['"filler"', '"interest"']


def test_the_closing_hint_follows_from_what_was_found_d37(agent: Agent) -> None:
    diaries, longterm = agent.search("needle"), agent.search("anvil")
    assert diaries.endswith(DIARIES)
    assert longterm.endswith(LONGTERM)


def test_an_added_seat_turns_the_closing_hint_d37(tmp_path: Path) -> None:
    day = [(TODAY - timedelta(days=n)).isoformat() for n in range(6)]
    pages = {f"{d}/x": f"needle needle needle {d}\n" for d in day} | {"topics/a": f"needle {'x ' * 10}\n"} | FILLER
    answer = Agent(tmp_path, pages).search("needle")
    assert len(ROW.findall(answer)) == 6
    assert ROW.findall(answer)[-1][0] == "notes:topics/a"
    assert answer.endswith(LONGTERM)


@pytest.mark.parametrize(
    "topic", ["unseen-nam", "notes:topics/unseen-nam", "topics/unseen-nam", "topics", "notes:topics/"]
)
def test_no_answer_names_a_page_that_no_search_has_found_d12(agent: Agent, topic: str) -> None:
    told = said(agent, {"mode": "recall", "topic": topic}) + agent.search("ghost") + agent.search("needle")
    assert "unseen-name" not in told
    assert "filler" not in told


def test_what_a_row_shows_can_be_replaced_where_it_stands_h6(agent: Agent) -> None:
    answer = agent.search("anvil")
    version = answer.partition("version: ")[2].split()[0]
    shown = answer.partition("anvil")[1] + answer.partition("anvil")[2].partition("\n</")[0]
    assert shown == "anvil\nand 'hammer'"
    topic = row_of(answer)["topic"]
    agent.call(mode="remember", topic=topic, old_string=shown, new_string="forge", version=version)
    after = (agent.folder / "secret-place" / "topics" / "windows-env.md").read_bytes()
    assert after == b"# Windows\n\n## Shell > odd ~2\n\nforge\r\n"


def test_a_retriever_that_is_none_is_refused_and_so_is_one_without_keywords(agent: Agent) -> None:
    with pytest.raises(InputError, match="there is no retriever 'fuzzy'"):
        agent.call(mode="recall", keywords="needle", retriever="fuzzy")
    with pytest.raises(InputError, match="retriever goes with keywords"):
        agent.call(mode="recall", topic="windows-env", retriever="blocks")
    with pytest.raises(InputError, match="mode remember takes no retriever"):
        agent.call(mode="remember", append="x", retriever="blocks")
    assert "needle" in agent.call(mode="recall", keywords="needle", retriever="")


def said(agent: Agent, arguments: dict[str, object]) -> str:
    """All that a call tells, be it an answer or an error."""
    try:
        return agent.call(**arguments)
    except VademecumError as error:
        return f"{error.message}\n{error.hint}"


BAD_KEYWORDS = (
    *("", " ", "`` **", "needle", "thimble anvil", "quiet", "ghost", "secret-place", "topics/unseen-name", "\x00"),
    *("/", "..", "unseen", "a b c d e f", "filler", "-", "[", '["needle"]', "needle" * 500),
)


def test_no_answer_and_no_error_tells_where_the_notes_are_h6(agent: Agent) -> None:
    rng = random.Random(6)  # noqa: S311 - chosen calls, not secrets
    values: dict[str, tuple[object, ...]] = {
        "mode": ("recall", "recall", "recall", "remember", "search", ""),
        "keywords": (*BAD_KEYWORDS, 7, ["needle", "ghost"], [7]),
        "retriever": ("blocks", "BLOCKS", "none", "", None, 7),
        "topic": (
            None,
            None,
            "",
            "x",
            "topics/none",
            "unseen-nam",
            "notes:topics/unseen-nam",
            "nots:x",
            "../x",
            "notes:",
        ),
        "date": (None, YESTERDAY, "2026-02-30"),
        "workspace": (None, "D-Project-x", "project", "zzz", "/"),
        "block": (None, "pnpm"),
    }
    notes, seen = agent.folder / "secret-place", set()
    damages = iter((lambda: (notes / "topics" / "filler-0.md").chmod(0), lambda: notes.rename(agent.folder / "away")))
    for number in range(400):
        if number in {200, 300}:
            next(damages)()
        told = said(agent, {name: rng.choice(choices) for name, choices in values.items()})
        seen.add(told.partition("\n")[0][:20])
        asked_for_unseen = "unseen" in told and ("quiet" in told or 'no block holds "' in told)
        assert str(agent.folder) not in told
        assert not re.search(r"[\w-]+/[\w-]+\.md", told), told
        assert "secret-home" not in told
        assert "secret-place" not in told.replace('no block holds "secret-place"', "")
        assert "unseen-name" not in told or asked_for_unseen, told
    assert len(seen) > 6


def test_the_command_line_asks_by_blocks_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "home"))
    for name, text in (FILLER | {"topics/a": "a catalog\n", "topics/b": "the log\n"}).items():
        file = tmp_path / "home" / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    ran = CliRunner().invoke(vade, ["recall", "--retriever", "blocks", "--json", "log"])
    [hit] = json.loads(ran.stdout)["hits"]
    assert (hit["address"], hit["retriever"]) == ("global:topics/b", "blocks")
    explained = CliRunner().invoke(vade, ["recall", "--retriever", "blocks", "--explain", "log"])
    assert "in 1 blocks" in explained.stdout
