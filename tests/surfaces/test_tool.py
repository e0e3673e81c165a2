"""The memory tool as an agent meets it: what opens, what is written, and what each refusal says (D13 to D23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.config import Config, MountConfig
from vademecum.errors import (
    AddressError,
    AmbiguousError,
    ConflictError,
    EditError,
    ExistsError,
    HiddenError,
    InputError,
    MatchError,
    NotFoundError,
    ReadOnlyError,
    TooLargeError,
    UnobservedError,
    VademecumError,
)
from vademecum.guards.changes import Actor
from vademecum.library import Workspace
from vademecum.memory import Memory, Setting
from vademecum.sessions import SessionKey
from vademecum.surfaces.tool import call_memory

TODAY = "2026-03-10"
KETTLE = "# Kettle\n\nOn the shelf.\n\n## Care\n\nDescale monthly.\n\n## Cord\n\nKeep it dry, on the shelf side.\n"


class Agent:
    """One session of an agent, in a home store and a read-only vault below one folder."""

    def __init__(self, folder: Path, session: str | None = "one", **knobs: object) -> None:
        self.folder = folder
        vault = MountConfig(name="vault", path=folder / "vault", inbox="inbox", **knobs)  # type: ignore[arg-type]  # knobs of one test
        config = Config(home=folder / "home", mounts=(vault,))
        key = None if session is None else SessionKey("test-host", session)
        setting = Setting(
            config=config,
            cache=folder / "cache",
            state=folder / "state",
            workspace=Workspace(folder / "project", folder / "project"),
            session=key,
            actor=Actor("agent", "test-host"),
            clock=lambda: datetime.fromisoformat(f"{TODAY}T23:30:00+08:00"),
        )
        self.memory = Memory(setting)
        self.diary = f"{TODAY}/{setting.workspace.slug}"

    def call(self, **arguments: object) -> str:
        return call_memory(self.memory, arguments)

    def refusal(self, kind: type[VademecumError], **arguments: object) -> str:
        """What a refused call says; no byte of any store may change by it."""
        before = self.bytes()
        with pytest.raises(kind) as caught:
            self.call(**arguments)
        assert self.bytes() == before
        return str(caught.value)

    def bytes(self) -> dict[Path, bytes]:
        files = [path for place in ("home", "vault") for path in (self.folder / place).rglob("*.md")]
        return {path: path.read_bytes() for path in files}

    def put(self, name: str, text: str) -> Path:
        """Write a file as another program would."""
        path = self.folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def text(self, name: str) -> str:
        return (self.folder / f"{name}.md").read_text(encoding="utf-8")


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    (tmp_path / "vault").mkdir()
    agent = Agent(tmp_path)
    yield agent
    agent.memory.close()


def version_in(answer: str) -> str:
    return answer.partition("version: ")[2].split()[0]


def test_D13_keywords_find_blocks_whose_address_opens_just_that_block(agent: Agent) -> None:
    agent.put("vault/things/kettle", KETTLE)
    found = agent.call(mode="recall", keywords="descale")
    assert "address: vault:things/kettle#Kettle > Care" in found
    opened = agent.call(mode="recall", topic="vault:things/kettle#Kettle > Care")
    assert "Descale monthly." in opened
    assert "shelf" not in opened


def test_what_hardly_fits_is_found_when_all_is_asked_for(agent: Agent) -> None:
    agent.put("vault/things/kettle", KETTLE)
    agent.put("vault/things/lamp", "# Lamp\n\nOil it.\n\n## Wick\n\nTrim it.\n")
    weak = "descale the lighthouse generator during ferry trials of autumn"
    assert "ask with all to see them" in agent.call(mode="recall", keywords=weak)
    assert "Descale monthly." in agent.call(mode="recall", keywords=weak, all=True)


def test_p42_a_search_may_ask_for_pages_of_one_salience(agent: Agent) -> None:
    for word, number in (("stove", 1), ("loft", 3)):
        path = agent.folder / "vault" / f"{word}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"---\nsalience: {number}\n---\nThe kettle is by the {word}.\n", encoding="utf-8")
    said = agent.call(mode="recall", keywords="kettle", salience="hot")
    assert ("vault:stove" in said, "vault:loft" in said) == (True, False)
    assert "vault:loft" in agent.call(mode="recall", keywords="kettle", salience=3)


def test_D13_blank_keywords_are_an_error_and_never_an_open_page(agent: Agent) -> None:
    assert "keywords are blank" in agent.refusal(InputError, mode="recall", keywords=" ")
    assert "keywords are blank" in agent.refusal(InputError, mode="recall", keywords=[])


def test_D13_what_does_not_narrow_a_search_is_said_to_be_unused(agent: Agent) -> None:
    agent.put("vault/kettle", KETTLE)
    found = agent.call(mode="recall", keywords="descale", topic="elsewhere", date="2026-01-01")
    assert "address: vault:kettle" in found
    assert "topic does not narrow a search, so it was not used" in found
    assert "date does not narrow" in found


def test_a_search_that_finds_nothing_says_so(agent: Agent) -> None:
    assert agent.call(mode="recall", keywords="zeppelin").startswith("nothing was found")


def test_D14_an_absent_topic_is_said_to_be_absent_and_nothing_is_written(agent: Agent) -> None:
    answer = agent.call(mode="recall", topic="release-process")
    assert answer.startswith("ABSENT global:topics/release-process\n")
    assert "mode remember, this topic, and content" in answer
    assert agent.bytes() == {}


def test_D14_without_arguments_todays_diary_is_opened(agent: Agent) -> None:
    assert agent.call(mode="recall").startswith(f"ABSENT global:{agent.diary}\nNothing was written today")
    agent.put(f"home/{agent.diary}", "Slept well.\n")
    assert "Slept well." in agent.call(mode="recall")


def test_D14_a_page_that_appeared_since_it_was_absent_is_not_replaced(agent: Agent) -> None:
    agent.call(mode="recall", topic="kettle")
    agent.put("home/topics/kettle", KETTLE)
    said = agent.refusal(ExistsError, mode="remember", topic="kettle", content="Mine.")
    assert "already exists since it was looked for" in said


def test_D15_a_block_is_found_trimmed_in_any_case_by_its_last_heading_or_as_a_hit_shows_it(agent: Agent) -> None:
    agent.put("vault/kettle", f"---\ntitle: The kettle\n---\n{KETTLE}")
    for block in ("Kettle > Care", "care", " KETTLE > care ", "## Care", "The kettle > Kettle > Care"):
        answer = agent.call(mode="recall", topic="vault:kettle", block=block)
        assert "Descale monthly." in answer
        assert "dry" not in answer


def test_D15_a_heading_that_an_address_would_encode_is_found_as_it_stands(agent: Agent) -> None:
    agent.put("vault/odd", "# Odd\n\n## 50% ~ half: a #1\n\nHere.\n\n## Rest\n\nThere.\n")
    assert "Here." in agent.call(mode="recall", topic="vault:odd", block="50% ~ half: a #1")


def test_D15_an_unknown_block_is_answered_with_those_there_are(agent: Agent) -> None:
    agent.put("vault/kettle", KETTLE)
    said = agent.refusal(NotFoundError, mode="recall", topic="vault:kettle", block="Colour")
    assert "no block 'Colour'" in said
    assert "Kettle > Care; Kettle > Cord" in said


def test_D16_a_past_diary_opens_and_is_never_written_by_whatever_name(agent: Agent) -> None:
    past = agent.diary.replace(TODAY, "2026-03-09")
    agent.put(f"home/{past}", "Rain.\n")
    answer = agent.call(mode="recall", date="2026-03-09")
    assert "Rain." in answer
    edit = {"old_string": "Rain", "new_string": "Sun", "version": version_in(answer)}
    for name in ({"date": "2026-03-09"}, {"topic": f"global:{past}"}, {"topic": past}):
        assert "only today's is written to" in agent.refusal(ReadOnlyError, mode="remember", **name, **edit)
    assert "only today's" in agent.refusal(ReadOnlyError, mode="remember", date="2027-01-01", append="Soon.")


@pytest.mark.parametrize("day", ["2026-02-30", "yesterday", "20260301", "2026-3-1"])
def test_D8_a_date_that_no_calendar_has_is_refused(agent: Agent, day: str) -> None:
    assert "no day" in agent.refusal(InputError, mode="recall", date=day)
    assert "no day" in agent.refusal(InputError, mode="remember", date=day, append="x")


def test_D8_topic_and_date_exclude_each_other(agent: Agent) -> None:
    assert "exclude each other" in agent.refusal(InputError, mode="recall", topic="kettle", date=TODAY)


def test_D17_new_content_makes_a_page_that_says_what_when_and_who(agent: Agent) -> None:
    receipt = agent.call(mode="remember", topic="release-process", content="Tag, then build.\n")
    assert receipt.startswith("created global:topics/release-process · ")
    expected = "---\ntitle: release-process\ndate: 2026-03-10\nauthor: agent:test-host\n---\n\nTag, then build.\n"
    assert agent.text("home/topics/release-process") == expected
    assert f"{len(expected)} bytes" in receipt


def test_D17_content_replaces_a_page_that_was_opened_whole(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    assert agent.call(mode="remember", topic="kettle", content="Gone.\n").startswith("replaced global:topics/kettle")
    assert agent.text("home/topics/kettle") == "---\nauthor: agent:test-host\n---\nGone.\n"


@pytest.mark.parametrize(
    "header", ["", "---\ndate: 2026-01-01\n---\n", "---\nauthor: Ada\n---\n", "---\nby: Ada\n---\n"]
)
def test_what_an_agent_writes_over_a_persons_page_does_not_pass_for_the_persons(agent: Agent, header: str) -> None:
    agent.put("home/topics/kettle", f"{header}A person says so.\n")
    agent.call(mode="recall", topic="kettle")
    agent.call(mode="remember", topic="kettle", content="The agent says so.\n")
    assert agent.memory.open_page("topics/kettle").author == "agent:test-host"


@pytest.mark.parametrize("claimed", ["author: person", "by: Ada"])
def test_a_header_that_an_agent_brings_along_names_no_other_author(agent: Agent, claimed: str) -> None:
    content = f"---\n{claimed}\n---\nThe agent says so.\n"
    agent.call(mode="remember", topic="new", content=content)
    assert agent.memory.open_page("topics/new").author == "agent:test-host"
    agent.put("home/topics/old", "A person says so.\n")
    agent.call(mode="recall", topic="old")
    agent.call(mode="remember", topic="old", content=content)
    assert agent.memory.open_page("topics/old").author == "agent:test-host"


def test_a_passage_that_an_agent_changes_leaves_the_rest_of_a_persons_page_as_it_is(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    agent.call(mode="remember", topic="kettle", old_string="Descale monthly", new_string="Descale weekly")
    assert agent.text("home/topics/kettle") == KETTLE.replace("monthly", "weekly")


def test_D22_an_unread_page_is_neither_replaced_nor_edited(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    said = agent.refusal(UnobservedError, mode="remember", topic="kettle", content="Mine.")
    assert "was not read in this session" in said
    assert "open the page first" in said
    agent.refusal(UnobservedError, mode="remember", topic="kettle", old_string="Descale", new_string="Clean")


def test_a_hits_version_lets_what_was_quoted_be_edited_and_no_more(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    version = version_in(agent.call(mode="recall", keywords="descale"))
    mine = {"mode": "remember", "topic": "kettle", "version": version}
    assert "only a part of it was read" in agent.refusal(UnobservedError, content="Mine.", **mine)
    agent.refusal(UnobservedError, old_string="shelf", new_string="table", replace_all=True, **mine)
    assert agent.call(old_string="monthly", new_string="weekly", **mine).startswith("edited")


def test_a_refusal_never_tells_the_version_that_would_get_past_it(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    version = version_in(agent.call(mode="recall", keywords="descale"))
    said = agent.refusal(ConflictError, mode="remember", topic="kettle", content="Mine.", version="0" * 12)
    assert "has changed since version 000000000000" in said
    assert version not in said


def test_D19_edits_follow_one_another_without_a_new_look(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    for old, new in (("monthly", "weekly"), ("weekly", "daily"), ("daily", "hourly")):
        agent.call(mode="remember", topic="kettle", old_string=old, new_string=new)
    assert "Descale hourly." in agent.text("home/topics/kettle")


def test_D19_a_missing_new_string_deletes(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    agent.call(mode="remember", topic="kettle", old_string="On the shelf.\n\n")
    assert agent.text("home/topics/kettle").startswith("# Kettle\n\n## Care")


def test_D19_text_that_is_there_twice_is_refused_with_its_lines_or_replaced_everywhere(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    edit = {"mode": "remember", "topic": "kettle", "old_string": "shelf", "new_string": "table"}
    assert "2 times in global:topics/kettle, on lines 3, 11" in agent.refusal(MatchError, **edit)
    agent.call(**edit, replace_all="true")
    assert agent.text("home/topics/kettle").count("table") == 2


def test_D22_text_that_is_not_there_is_refused(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    said = agent.refusal(MatchError, mode="remember", topic="kettle", old_string="teapot", new_string="x")
    assert "is not in global:topics/kettle" in said


def test_D22_an_edit_of_a_page_that_is_not_there_is_refused(agent: Agent) -> None:
    said = agent.refusal(NotFoundError, mode="remember", topic="kettle", old_string="a", new_string="b")
    assert "there is no page global:topics/kettle" in said


def test_D22_an_edit_of_a_page_that_was_deleted_meanwhile_is_refused(agent: Agent) -> None:
    path = agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    path.unlink()
    said = agent.refusal(ConflictError, mode="remember", topic="kettle", old_string="a", new_string="b")
    assert "was deleted since it was read" in said


def test_D22_without_a_session_all_may_be_read_and_only_new_pages_written(tmp_path: Path) -> None:
    agent = Agent(tmp_path, session=None)
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    agent.refusal(UnobservedError, mode="remember", topic="kettle", old_string="Descale", new_string="Clean")
    agent.refusal(UnobservedError, mode="remember", topic="kettle", content="Mine.")
    assert agent.call(mode="remember", topic="pan", content="Iron.").startswith("created")


def test_D23_what_another_session_changed_is_not_overwritten(tmp_path: Path) -> None:
    one, other = Agent(tmp_path, "one"), Agent(tmp_path, "other")
    one.put("home/topics/kettle", KETTLE)
    one.call(mode="recall", topic="kettle")
    other.call(mode="recall", topic="kettle")
    other.call(mode="remember", topic="kettle", old_string="monthly", new_string="weekly")
    said = one.refusal(ConflictError, mode="remember", topic="kettle", old_string="weekly", new_string="daily")
    assert "has changed since version" in said


@pytest.mark.parametrize("new", ["$& $1 $$", r"\1 \g<0> \n", "{x} %s", "潮 🚀 \u2028"])
def test_H7_replacements_arrive_letter_for_letter(agent: Agent, new: str) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    agent.call(mode="remember", topic="kettle", old_string="Descale monthly.", new_string=new)
    assert agent.text("home/topics/kettle") == KETTLE.replace("Descale monthly.", new)


def test_an_opened_block_permits_edits_inside_it_only(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle", block="Care")
    mine = {"mode": "remember", "topic": "kettle"}
    assert "only a part of it was read" in agent.refusal(UnobservedError, old_string="dry", new_string="wet", **mine)
    agent.refusal(UnobservedError, content="Mine.", **mine)
    assert agent.call(old_string="monthly", new_string="weekly", **mine).startswith("edited")
    agent.refusal(UnobservedError, old_string="dry", new_string="wet", **mine)


def test_content_for_a_blocks_address_never_replaces_the_page(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="recall", topic="kettle")
    said = agent.refusal(InputError, mode="remember", topic="global:topics/kettle#Kettle > Care", content="Mine.")
    assert "topic names a block" in said


def test_append_begins_the_diary_and_goes_on_with_it_unread(tmp_path: Path) -> None:
    one, other = Agent(tmp_path, "one"), Agent(tmp_path, "other")
    assert one.call(mode="remember", append="- Tea.").startswith(f"created global:{one.diary}")
    assert other.call(mode="remember", append="- Toast.").startswith(f"appended global:{one.diary}")
    assert one.text(f"home/{one.diary}").endswith("\n- Tea.\n- Toast.\n")
    assert "author: agent:test-host" in one.text(f"home/{one.diary}")


def test_append_to_a_block_ends_that_block_and_shows_nothing_of_the_page(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE)
    agent.call(mode="remember", topic="kettle", block="Care", append="With vinegar.")
    agent.call(mode="remember", topic="global:topics/kettle#Kettle > Cord", append="Blue.")
    assert "Descale monthly.\nWith vinegar.\n\n## Cord" in agent.text("home/topics/kettle")
    assert agent.text("home/topics/kettle").endswith("shelf side.\nBlue.\n")
    agent.refusal(UnobservedError, mode="remember", topic="kettle", old_string="vinegar", new_string="acid")


def test_append_says_that_a_version_was_not_used(agent: Agent) -> None:
    said = agent.call(mode="remember", topic="kettle", append="Red.", version="0" * 12)
    assert "warning: version was not used" in said


def test_a_topic_in_words_is_one_page_for_reading_and_writing(agent: Agent) -> None:
    assert agent.call(mode="recall", topic="Staging freeze").startswith("ABSENT global:topics/Staging freeze")
    agent.call(mode="remember", topic="Staging freeze", content="From Friday.")
    assert "title: Staging freeze" in agent.text("home/topics/Staging freeze")
    for name in ("Staging freeze", "staging freeze", "topics/Staging freeze", "Staging freeze.md"):
        assert "From Friday." in agent.call(mode="recall", topic=name)


def test_D7_a_topic_may_carry_the_name_of_its_folder(agent: Agent) -> None:
    for topic in ("topics/上线流程", "memory/上线流程", "上线流程"):
        assert agent.call(mode="recall", topic=topic).startswith("ABSENT global:topics/上线流程\n")
    for topic in ("projects/alpha", "topics/a/b"):
        assert "has no /" in agent.refusal(NotFoundError, mode="recall", topic=topic)


def test_D6_a_page_in_the_old_topics_folder_opens_by_its_name(agent: Agent) -> None:
    agent.put("home/memory/habits", "Tea at four.\n")
    assert "Tea at four." in agent.call(mode="recall", topic="memory/habits")


def test_a_plain_name_opens_the_own_topic_first_and_else_the_page_that_is_called_so(agent: Agent) -> None:
    agent.put("vault/runbooks/Deploy", "---\naliases: [Release]\n---\n# Deploy\n\nBy hand.\n")
    for name in ("Deploy", "deploy", "Release", "runbooks/Deploy", "vault:Deploy"):
        assert "By hand." in agent.call(mode="recall", topic=name)
    agent.put("home/topics/Deploy", "My own notes.\n")
    assert "My own notes." in agent.call(mode="recall", topic="Deploy")


def test_A14_several_pages_of_a_name_are_named_and_none_is_guessed(agent: Agent) -> None:
    agent.put("vault/a/Plan", "One.\n")
    agent.put("vault/b/Plan", "Two.\n")
    said = agent.refusal(AmbiguousError, mode="recall", topic="Plan")
    assert "2 pages are called 'Plan'" in said
    assert "vault:a/Plan, vault:b/Plan" in said
    agent.refusal(AmbiguousError, mode="remember", topic="Plan", content="Mine.")


def test_a_name_that_leads_to_a_read_only_page_is_refused_with_a_way_out(agent: Agent) -> None:
    agent.put("vault/runbooks/Deploy", "By hand.\n")
    agent.call(mode="recall", topic="Deploy")
    said = agent.refusal(ReadOnlyError, mode="remember", topic="Deploy", content="Mine.")
    assert "use topic global:topics/Deploy" in said
    assert agent.call(mode="remember", topic="global:topics/Deploy", content="Mine.").startswith("created")


def test_an_address_makes_a_page_where_its_mount_can_be_written(agent: Agent) -> None:
    assert agent.call(mode="recall", topic="vault:inbox/idea").startswith("ABSENT vault:inbox/idea")
    assert agent.call(mode="remember", topic="vault:inbox/idea", content="Fly.").startswith("created vault:inbox/idea")
    assert "title: idea" in agent.text("vault/inbox/idea")


def test_a_mistyped_mount_makes_no_page(agent: Agent) -> None:
    said = agent.refusal(AddressError, mode="remember", topic="valt:Deploy", content="Mine.")
    assert "did you mean vault?" in said


def test_a_hidden_page_is_neither_opened_found_nor_written(agent: Agent) -> None:
    agent.put("home/topics/diary", "---\nprivate: true\n---\nMarimba.\n")
    assert "Marimba" not in agent.call(mode="recall", keywords="marimba")
    for write in ({"content": "x"}, {"append": "x"}, {"old_string": "Marimba", "new_string": "x"}):
        said = agent.refusal(HiddenError, mode="remember", topic="diary", **write)
        assert "Marimba" not in said
    agent.refusal(HiddenError, mode="recall", topic="diary")


def test_A16_comment_text_is_in_no_reply_and_a_page_that_has_some_is_not_replaced(agent: Agent) -> None:
    agent.put("home/topics/kettle", KETTLE + "\n%% hush-hush %%\n\n## Care %%hush-hush%%\n\nTwice.\n")
    replies = [
        agent.call(mode="recall", keywords="hush-hush"),
        agent.call(mode="recall", keywords="kettle shelf descale twice"),
        agent.call(mode="recall", topic="kettle"),
        agent.call(mode="recall", topic="kettle", block="Cord"),
        agent.refusal(NotFoundError, mode="recall", topic="kettle", block="None"),
        agent.refusal(MatchError, mode="remember", topic="kettle", old_string="hush", new_string="x"),
        agent.refusal(EditError, mode="remember", topic="kettle", content="Mine."),
    ]
    assert [reply for reply in replies if "hush-hush" in reply] == []


def test_D10_content_over_the_bound_is_refused_with_its_size(tmp_path: Path) -> None:
    agent = Agent(tmp_path, max_write_bytes=100)
    (tmp_path / "vault").mkdir()
    said = agent.refusal(TooLargeError, mode="remember", topic="vault:inbox/long", content="x" * 200)
    assert "100" in said


def test_D20_no_temporary_file_is_left(agent: Agent) -> None:
    agent.call(mode="remember", topic="kettle", content="Red.")
    agent.call(mode="remember", topic="kettle", old_string="Red", new_string="Blue")
    agent.refusal(MatchError, mode="remember", topic="kettle", old_string="Red", new_string="x")
    left = [path.name for path in (agent.folder / "home").rglob("*") if path.is_file() and ".vade" not in path.parts]
    assert left == ["kettle.md"]


def test_the_day_turns_at_local_midnight(agent: Agent) -> None:
    utc = Memory(replace(agent.memory.setting, clock=lambda: datetime(2026, 3, 10, 15, 30, tzinfo=UTC).astimezone(UTC)))
    assert agent.diary in agent.call(mode="recall")
    assert call_memory(utc, {"mode": "recall"}).startswith("ABSENT global:2026-03-10/")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "mode must be recall or remember, it is missing"),
        ({"mode": "search"}, "it is 'search'"),
        ({"mode": "recall", "query": "x"}, "takes no argument 'query'"),
        ({"mode": "recall", "content": "x"}, "mode recall takes no content"),
        ({"mode": "recall", "replace_all": True}, "mode recall takes no replace_all"),
        ({"mode": "remember", "keywords": "x", "content": "x"}, "mode remember takes no keywords"),
        ({"mode": "recall", "all": True}, "all goes with keywords"),
        ({"mode": "recall", "salience": "hot"}, "salience goes with keywords"),
        ({"mode": "recall", "keywords": "x", "salience": "high"}, "there is no salience 'high'"),
        ({"mode": "remember", "salience": "hot", "content": "x"}, "mode remember takes no salience"),
        ({"mode": "remember", "all": True, "content": "x"}, "mode remember takes no all"),
        ({"mode": "remember", "block": "x", "content": "x"}, "mode remember takes no block"),
        ({"mode": "remember", "topic": "x"}, "remember takes what to write"),
        ({"mode": "remember", "topic": "x", "content": " \n"}, "remember takes what to write"),
        ({"mode": "remember", "content": "x", "old_string": "y"}, "remember takes one of"),
        ({"mode": "remember", "content": "x", "append": "y"}, "remember takes one of"),
        ({"mode": "remember", "new_string": "x"}, "new_string needs the old_string"),
        ({"mode": "remember", "content": "x", "replace_all": True}, "replace_all goes with old_string"),
        ({"mode": "recall", "topic": "x#y", "block": "z"}, "there is no page"),
    ],
)
def test_A34_a_call_that_can_not_be_meant_is_refused_by_name(
    agent: Agent, arguments: dict[str, object], said: str
) -> None:
    assert said in agent.refusal(VademecumError, **arguments)


def test_A34_parameters_that_a_client_had_to_fill_in_count_as_not_given(agent: Agent) -> None:
    blank = dict.fromkeys(("topic", "date", "block", "content", "old_string", "new_string", "append", "version"), "")
    assert agent.call(mode="recall", keywords="zeppelin", replace_all=False, **blank).startswith("nothing was found")
    written = {**blank, "topic": "kettle", "content": "Red."}
    assert agent.call(mode="remember", keywords="", replace_all="", **written).startswith("created")
