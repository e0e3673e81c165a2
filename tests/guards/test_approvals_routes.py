"""Every way to change a page is held where a person wants to agree to all of them: no route goes round it (L16).

Each table names all that there is, so that whoever adds a command, a tool or a method has to say here what it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import MountConfig
from vademecum.config.model import WritingConfig
from vademecum.errors import HeldError
from vademecum.gateway import Gateway
from vademecum.guards.changes import (
    PERSON,
    Actor,
    Addition,
    Change,
    Content,
    KeyChange,
    Proposal,
    Purpose,
    RawText,
    Removal,
    Rename,
    Replacement,
)
from vademecum.memory import Memory, Note
from vademecum.memory.correcting import Correction
from vademecum.sessions import SessionKey
from vademecum.surfaces.cli.app import COMMANDS, run
from vademecum.surfaces.fact_schema import FACT_TOOLS
from vademecum.surfaces.fact_tools import call_fact_tool
from vademecum.surfaces.tool import call_memory
from vademecum.surfaces.tool_schema import SCHEMA

TIDE = Address("global", "topics/Tide")
TEXT = "The tide turns at six.\n"
AGENT = Actor("agent", "test-host")

# Commands that change no page: they read, or change what is Vademecum's own.
READING = frozenset({
    "recall", "show", "list", "log", "diff", "blame", "held", "export", "status", "doctor", "eval", "context", "trace",
    "tokens",
})  # fmt: skip
SETTING_UP = frozenset({
    "mount", "trust", "config", "sync", "allow", "mute", "connect", "disconnect", "mcp", "demo", "completion", "rpc",
})  # fmt: skip
# ``init`` writes pages of Vademecum's own into a new store, and ``index`` compiles contents pages of those that are
# there; with the others a person decides on what they are shown.
EXEMPT = frozenset({"init", "index", "approve", "reject", "compact", "upkeep"})
ROUTES: dict[str, list[str]] = {
    "add": ["add", "The moon is full."],
    "add --to": ["add", "And it is high.", "--to", str(TIDE)],
    "add --replace": ["add", "It turns at seven.", "--title", "Tide", "--replace"],
    "edit --old": ["edit", str(TIDE), "--old", "six", "--new", "seven"],
    "edit --set": ["edit", str(TIDE), "--set", "type=fact"],
    "edit --unset": ["edit", str(TIDE), "--unset", "date"],
    "edit --content": ["edit", str(TIDE), "--content", "new.md"],
    "correct": ["correct", "The tide will turn at six.", "--truth", "It turns at nine.", "--target", str(TIDE)],
    "promote": ["promote", str(TIDE), "--to", "user", "--yes"],
    "forget": ["forget", str(TIDE), "--yes"],
    "forget --restore": ["forget", "--restore", "TRASH"],
    "restore": ["restore", str(TIDE), "--version", "FIRST"],
    "undo": ["undo", "--session", "last", "--yes"],
    "import": ["import", "notes", "--from", "claude-code", "--scope", "global", "--yes"],
}

# What the facade has beside its ways to write.
FACADE_READS = frozenset({
    "open", "library", "session", "recorder", "history", "gateway", "approvals", "recall", "replay", "open_past",
    "open_page", "count_as_seen", "look_up", "trash", "sync", "embedder", "sync_vectors", "pages", "address_of",
    "first_of", "status", "diagnose", "forget_indexes", "today", "target", "close",
})  # fmt: skip
# ``purge`` changes no page that stands, and only a person may.
FACADE_EXEMPT = frozenset({"purge"})
FACADE_WRITES: dict[str, Callable[[Memory, str], object]] = {
    "write": lambda memory, _trash: memory.write(TIDE, Addition("more")),
    "remember": lambda memory, _trash: memory.remember(Note("The moon is full.")),
    "append": lambda memory, _trash: memory.append(str(TIDE), "more"),
    "restore": lambda memory, trash: memory.restore("global", trash),
    "corrections": lambda memory, _trash: memory.corrections.correct(
        Correction("The tide will turn at six.", "The tide will turn at nine.", targets=(str(TIDE),))
    ),
}
GATEWAY_WRITES = frozenset({"write", "write_all", "restore"})
# ``alone`` holds a lock, ``check`` and ``preview`` look, ``finish`` does what was agreed to, ``purge`` is the facade's.
GATEWAY_EXEMPT = frozenset({"alone", "check", "preview", "finish", "purge"})
BUNDLE = json.dumps({"version": 1, "records": [{"scope": "global", "content": "The moon is full.", "tags": []}]})
FACT_ROUTES: dict[str, dict[str, object]] = {
    "memory_write": {"content": "The moon is full.", "scope": "global"},
    "memory_forget": {"id": str(TIDE)},
    "memory_correct": {"claim": "The tide turns at six.", "truth": "The tide turns at nine.", "scope": "global"},
    "memory_batch": {"scope": "global", "operations": [{"action": "add", "content": "The moon is full."}]},
    "memory_import": {"bundle": BUNDLE, "scope": "global"},
}

CHANGES: tuple[Change, ...] = (
    Content("new"),
    RawText("new"),
    Replacement("six", "seven"),
    Addition("more"),
    KeyChange("type", "fact"),
    Removal(),
    Rename("topics/Moon"),
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home store with a past: a page in two versions, one in the trash, and one that a session wrote."""
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "memory"))
    (tmp_path / "project" / "notes").mkdir(parents=True)
    (tmp_path / "project" / "notes" / "moon.md").write_text("---\nname: moon\n---\nIt is full.\n", encoding="utf-8")
    (tmp_path / "project" / "new.md").write_text("All of it.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "project")
    steps = (
        ["init"],
        ["add", TEXT, "--title", "Tide"],
        ["edit", str(TIDE), "--old", "turns", "--new", "will turn"],
        ["add", "To be forgotten.", "--title", "Gone"],
        ["forget", "global:topics/Gone", "--yes"],
    )
    assert [run(step) for step in steps] == [0] * len(steps)
    memory = Memory.open(session=SessionKey("test-host", "one"), actor=AGENT)
    memory.write(Address("global", "topics/Star"), Content("It shines."))
    memory.close()
    monkeypatch.setenv("VADE_WRITING_APPROVAL", '["all"]')
    return tmp_path / "memory"


@pytest.fixture
def agents(home: Path) -> Iterator[Memory]:
    """An agent's memory of that store, in which everything was read."""
    assert home.is_dir()
    memory = Memory.open(session=SessionKey("test-host", "two"), actor=AGENT)
    memory.open_page(str(TIDE))
    yield memory
    memory.close()


def pages(home: Path) -> dict[str, bytes]:
    found = (path for path in home.rglob("*.md") if not {".git", ".vade"} & set(path.parts))
    return {str(path.relative_to(home)): path.read_bytes() for path in found}


def waiting() -> int:
    memory = Memory.open()
    try:
        return len(memory.approvals.review().held)
    finally:
        memory.close()


def first_version() -> str:
    memory = Memory.open()
    try:
        return memory.history.of(str(TIDE)).versions[-1].name
    finally:
        memory.close()


def trash_id() -> str:
    memory = Memory.open()
    try:
        return memory.trash()[0][1].id
    finally:
        memory.close()


def test_L16_every_command_says_whether_it_changes_pages() -> None:
    known = {name.split()[0] for name in ROUTES} | READING | SETTING_UP | EXEMPT
    assert sorted(set(COMMANDS) - known) == []


@pytest.mark.parametrize("route", ROUTES)
def test_L16_no_command_changes_a_page_before_a_person_agrees(home: Path, route: str) -> None:
    before = pages(home)
    words = {"TRASH": trash_id, "FIRST": first_version}
    code = run([words[word]() if word in words else word for word in ROUTES[route]])
    assert (code, pages(home)) == (5, before)
    assert waiting() >= 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"topic": "moon", "content": "It is full."},
        {"topic": str(TIDE), "content": "It turns at seven."},
        {"topic": str(TIDE), "old_string": "six", "new_string": "seven"},
        {"topic": str(TIDE), "append": "more"},
        {"append": "more"},
    ],
)
def test_L16_no_form_of_the_tool_changes_a_page_before_a_person_agrees(
    home: Path, agents: Memory, arguments: dict[str, object]
) -> None:
    before = pages(home)
    with pytest.raises(HeldError) as caught:
        call_memory(agents, {"mode": "remember", **arguments})
    assert pages(home) == before
    assert agents.approvals.find(caught.value.id).session == agents.setting.session


def test_L16_the_tool_has_no_other_mode_to_write_with() -> None:
    assert SCHEMA["properties"]["mode"]["enum"] == ["recall", "remember"]


def test_L16_every_method_of_the_facade_says_whether_it_changes_pages() -> None:
    public = {name for name in vars(Memory) if not name.startswith("_")}
    assert sorted(public - (FACADE_READS | FACADE_EXEMPT | set(FACADE_WRITES))) == []


@pytest.mark.parametrize("name", FACADE_WRITES)
def test_L16_no_method_of_the_facade_changes_a_page_before_a_person_agrees(
    home: Path, agents: Memory, name: str
) -> None:
    before, trash = pages(home), trash_id()
    with pytest.raises(HeldError):
        FACADE_WRITES[name](agents, trash)
    assert pages(home) == before


def test_L16_every_method_of_the_gateway_says_whether_it_changes_pages() -> None:
    public = {name for name in vars(Gateway) if not name.startswith("_")}
    assert sorted(public - (GATEWAY_WRITES | GATEWAY_EXEMPT)) == []


def test_L16_no_change_of_anyone_for_any_reason_is_made_before_a_person_agrees(agents: Memory, home: Path) -> None:
    before, version = pages(home), agents.open_page(str(TIDE)).page.digest
    purposes: tuple[Purpose, ...] = ("write", "correct", "import")
    for change, actor, purpose in product(CHANGES, (PERSON, AGENT, Actor("import", "chatgpt")), purposes):
        with pytest.raises(HeldError):
            agents.gateway.write(Proposal(TIDE, change, actor, version, purpose))
    assert pages(home) == before
    assert waiting() == len(CHANGES) * 9


def test_L16_every_tool_for_facts_says_whether_it_changes_pages() -> None:
    assert {name for name, tool in FACT_TOOLS.items() if tool.writes} == set(FACT_ROUTES)


@pytest.mark.parametrize("tool", FACT_ROUTES)
def test_L16_no_tool_for_facts_changes_a_page_before_a_person_agrees(home: Path, agents: Memory, tool: str) -> None:
    before = pages(home)
    with suppress(HeldError):  # an import tells of each record apart
        assert '"held": 1' in call_fact_tool(agents, tool, FACT_ROUTES[tool])
    assert pages(home) == before


def test_L16_a_restore_of_the_gateway_passes_the_same_order(agents: Memory, home: Path) -> None:
    before = pages(home)
    with pytest.raises(HeldError):
        agents.gateway.restore("global", trash_id(), AGENT)
    assert pages(home) == before


def test_a_mount_of_its_own_is_held_by_its_own_knob(tmp_path: Path, home: Path, agents: Memory) -> None:
    (tmp_path / "vault").mkdir()
    mount = MountConfig(name="vault", path=tmp_path / "vault", writable=True, approval=("create",))
    config = replace(agents.setting.config, mounts=(mount,), writing=WritingConfig())
    memory = Memory(replace(agents.setting, config=config))
    with pytest.raises(HeldError):
        memory.write(Address("vault", "a"), Content("x"))
    memory.append(str(TIDE), "more")
    assert (home / "topics" / "Tide.md").read_text(encoding="utf-8").endswith("more\n")
    memory.close()
