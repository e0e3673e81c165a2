"""The tools for facts as an agent calls them: parameters, defaults and shapes of answers (L, table 4.3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from vademecum.address import SCOPES, parse
from vademecum.config import MountConfig
from vademecum.config.model import FactsConfig, Operation
from vademecum.context.frame import PREFACE
from vademecum.errors import ConflictError, HeldError, InputError, NotFoundError, RefusedError
from vademecum.guards.changes import Actor, Replacement
from vademecum.index.contract import Filter
from vademecum.memory import Memory, Setting
from vademecum.surfaces.fact_schema import FACT_TOOLS
from vademecum.surfaces.fact_tools import call_fact_tool


def with_records(setting: Setting, folder: Path, **knobs: object) -> Memory:
    """An agent's memory whose three scopes are files of records."""
    (folder / "facts").mkdir(exist_ok=True)
    mounts = tuple(
        MountConfig(name=scope, path=folder / "facts" / f"{scope}.jsonl", scope=scope, format="records", writable=True)
        for scope in SCOPES
    )
    # The knobs are a test's own.
    mounts = tuple(replace(mount, **knobs) for mount in mounts)  # type: ignore[arg-type]
    return Memory(replace(setting, config=replace(setting.config, mounts=mounts), actor=Actor("agent", "test")))


@pytest.fixture(params=["folder", "records"])
def agent(request: pytest.FixtureRequest, setting: Setting, tmp_path: Path) -> Iterator[Memory]:
    """An agent's memory in pages, and one in records."""
    opened = (
        with_records(setting, tmp_path)
        if request.param == "records"
        else Memory(replace(setting, actor=Actor("agent", "test")))
    )
    yield opened
    opened.close()


def ask(memory: Memory, tool: str, **arguments: object) -> Any:  # noqa: ANN401 - what JSON says
    return json.loads(call_fact_tool(memory, f"memory_{tool}", arguments))


def write(memory: Memory, content: str, **more: object) -> str:
    return str(ask(memory, "write", content=content, **more)["id"])


def contents(told: dict[str, Any]) -> list[str]:
    return [each["content"] for each in told["results"]]


def test_l_there_are_ten_tools_and_each_says_what_it_takes(agent: Memory) -> None:
    names = "write recall list get forget correct batch export import diagnose".split()  # noqa: SIM905 - reads better
    assert list(FACT_TOOLS) == [f"memory_{name}" for name in names]
    assert all(tool.schema["additionalProperties"] is False for tool in FACT_TOOLS.values())
    for name in FACT_TOOLS:
        with pytest.raises(InputError, match="takes no argument 'zzz'"):
            call_fact_tool(agent, name, {"zzz": 1})


def test_l_write_trims_keeps_and_tells_id_scope_content_and_time(agent: Memory) -> None:
    told = ask(agent, "write", content="  The user drinks oolong.\n", scope="user", tags=["#tea", "tea", " drink "])
    assert {key: told[key] for key in ("scope", "content", "createdAt")} == {
        "scope": "user",
        "content": "The user drinks oolong.",
        "createdAt": 1_796_040_000_000,
    }
    found = ask(agent, "get", id=told["id"])
    assert (found["content"], found["tags"], found["superseded"]) == (
        "The user drinks oolong.",
        ["tea", "drink"],
        False,
    )
    assert found["about"] == PREFACE


@pytest.mark.parametrize("content", ["", " \n", None])
def test_l_an_empty_fact_is_refused(agent: Memory, content: str | None) -> None:
    with pytest.raises(InputError, match="content is missing"):
        ask(agent, "write", content=content)


def test_l_a_fact_without_scope_goes_to_the_project_or_where_it_is_configured(setting: Setting) -> None:
    assert ask(Memory(setting), "write", content="Builds take nine minutes.")["scope"] == "workspace"
    facts = FactsConfig(write_scope="user")
    configured = Memory(replace(setting, config=replace(setting.config, facts=facts)))
    assert ask(configured, "write", content="The user lives in Aarhus.")["scope"] == "user"


def test_l_recall_searches_all_scopes_and_tells_scores_that_compare(agent: Memory) -> None:
    for scope in ("user", "global", "workspace"):
        write(agent, f"The heron of {scope} eats eels.", scope=scope)
    write(agent, "Tulips grow in spring.", scope="user")
    told = ask(agent, "recall", query="heron eels", scope="all")
    assert told["query"] == "heron eels"
    assert {each["scope"] for each in told["results"]} == {"user", "global", "workspace"}
    assert all(set(each) == {"id", "scope", "content", "tags", "score"} for each in told["results"])
    scores = [each["score"] for each in told["results"]]
    assert scores == sorted(scores, reverse=True)
    assert contents(ask(agent, "recall", query="heron eels", scope="user")) == ["The heron of user eats eels."]


def test_l_search_scope_says_which_scopes_are_searched(setting: Setting) -> None:
    facts = FactsConfig(search_scope=("user",))
    memory = Memory(replace(setting, config=replace(setting.config, facts=facts)))
    write(memory, "The heron eats eels.", scope="user")
    write(memory, "The heron eats frogs.", scope="global")
    assert contents(ask(memory, "recall", query="heron")) == ["The heron eats eels."]
    assert contents(ask(memory, "list")) == ["The heron eats eels."]
    assert contents(ask(memory, "recall", query="heron", scope="global")) == ["The heron eats frogs."]


@pytest.mark.parametrize(
    ("limit", "most"),
    [(None, 5), (3, 3), ("3", 3), (25, 25), (26, 25), (0, 5), (-1, 5), (2.5, 5), (True, 5), ("many", 5), ([], 5)],
)
def test_l_a_limit_that_is_no_number_from_one_is_five_and_none_is_over_twenty_five(
    memory: Memory, limit: object, most: int
) -> None:
    operations = [{"action": "add", "content": f"Heron number {number} eats eels."} for number in range(27)]
    ask(memory, "batch", scope="global", operations=operations)
    assert len(ask(memory, "list", limit=limit)["results"]) == most
    assert len(ask(memory, "recall", query="heron", limit=limit)["results"]) == most


def test_l11_a_blank_question_gives_the_newest_facts_with_a_score_of_zero(agent: Memory) -> None:
    write(agent, "The heron eats eels.", scope="user")
    told = ask(agent, "recall", query=" ")
    assert contents(told) == ["The heron eats eels."]
    assert [each["score"] for each in told["results"]] == [0.0]


def test_l15_a_corrected_fact_leaves_recall_and_is_listed_with_what_holds(agent: Memory) -> None:
    wrong = write(agent, "The staging server listens on port 8080.", scope="global")
    told = ask(
        agent,
        "correct",
        claim="The staging server listens on port 8080",
        truth="The staging server listens on port 8090",
        evidence="deploy log",
        scope="global",
    )
    assert told["superseded"] == [wrong]
    assert [each["id"] for each in ask(agent, "recall", query="staging server port")["results"]] == [told["id"]]
    listed = {each["id"]: each for each in ask(agent, "list")["results"]}
    assert listed[wrong]["supersededBy"] == told["id"]
    assert ask(agent, "get", id=wrong)["supersededBy"] == told["id"]
    exported = ask(agent, "export")["records"]
    assert [each["content"] for each in exported] == ["The staging server listens on port 8090 (evidence: deploy log)"]


def test_correct_tells_who_is_meant_before_anything_is_written(agent: Memory) -> None:
    wrong = write(agent, "Lunch is at noon.", scope="global")
    told = ask(agent, "correct", claim="Lunch is at noon", truth="Lunch is at one", scope="global", confirm=True)
    assert (told["id"], told["superseded"]) == (None, [])
    assert told["candidates"] == [{"id": wrong, "content": "Lunch is at noon.", "whole": True}]
    done = ask(agent, "correct", claim="Lunch is at noon", truth="Lunch is at one", scope="global", targets=[wrong])
    assert done["superseded"] == [wrong]


def test_l_get_and_forget_find_a_fact_by_the_order_of_scopes(setting: Setting, tmp_path: Path) -> None:
    memory = with_records(setting, tmp_path)
    for scope in ("global", "workspace"):
        line = {"id": "same", "scope": scope, "content": f"The heron of {scope} eats eels."}
        (tmp_path / "facts" / f"{scope}.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert ask(memory, "get", id="same")["scope"] == "global"
    assert ask(memory, "get", id="same", scope="workspace")["scope"] == "workspace"
    gone = ask(memory, "forget", id="same")
    assert gone == {"deleted": True, "id": "global:same", "scope": "global"}
    assert ask(memory, "get", id="same")["scope"] == "workspace"
    facts = FactsConfig(lookup_order=("workspace",))
    other = Memory(replace(memory.setting, config=replace(memory.setting.config, facts=facts)))
    assert ask(other, "forget", id="same")["scope"] == "workspace"


def test_l7_forgetting_what_is_not_there_deletes_nothing(agent: Memory) -> None:
    assert ask(agent, "forget", id="nobody") == {"deleted": False, "id": "nobody", "scope": None}
    with pytest.raises(NotFoundError, match="nobody"):
        ask(agent, "get", id="nobody")


def test_what_is_forgotten_can_be_brought_back(agent: Memory) -> None:
    gone = write(agent, "The heron eats eels.")
    assert ask(agent, "forget", id=gone)["deleted"] is True
    ((mount, item),) = agent.trash()
    assert str(agent.restore(mount, item.id).address) == gone


def test_l_batch_adds_replaces_and_removes_and_counts_what_it_skips(agent: Memory) -> None:
    write(agent, "The heron eats eels.", scope="global")
    write(agent, "The stork eats frogs.", scope="global")
    keep = write(agent, "The crane eats frogs.", scope="global")
    told = ask(
        agent,
        "batch",
        scope="global",
        operations=[
            {"action": "add", "content": "The heron eats eels."},
            {"action": "add", "content": "The ibis eats snails.", "tags": ["bird"]},
            {"action": "replace", "target": keep, "content": "The crane eats roots."},
            {"action": "remove", "target": "stork"},
            {"action": "remove", "target": "penguin"},
            {"action": "replace", "target": "eats", "content": "x"},
        ],
    )
    assert told == {
        "scope": "global",
        "added": 1,
        "replaced": 1,
        "removed": 1,
        "skippedDuplicate": 1,
        "skippedMissing": 1,
        "skippedAmbiguous": 1,
    }
    assert set(contents(ask(agent, "list"))) == {
        "The heron eats eels.",
        "The ibis eats snails.",
        "The crane eats roots.",
    }
    assert ask(agent, "get", id=keep)["content"] == "The crane eats roots."
    assert "frogs" not in {each.row.title for each in agent.pages(Filter())}.__str__()


def test_operations_see_what_those_before_them_did(agent: Memory) -> None:
    told = ask(
        agent,
        "batch",
        scope="user",
        operations=[{"action": "add", "content": "A heron."}, {"action": "remove", "target": "heron"}],
    )
    assert (told["added"], told["removed"]) == (1, 1)
    assert contents(ask(agent, "list")) == []


def test_l_a_batch_of_which_one_part_is_refused_does_nothing(setting: Setting, tmp_path: Path) -> None:
    memory = with_records(setting, tmp_path, max_write_bytes=400)
    write(memory, "The heron eats eels.", scope="user")
    before = (tmp_path / "facts" / "user.jsonl").read_bytes()
    operations = [
        {"action": "remove", "target": "heron"},
        {"action": "add", "content": "The ibis eats snails."},
        {"action": "add", "content": "x" * 500},
    ]
    with pytest.raises(RefusedError, match="bytes"):
        ask(memory, "batch", scope="user", operations=operations)
    assert (tmp_path / "facts" / "user.jsonl").read_bytes() == before


def test_h8_l6_the_budget_of_a_batch_counts_the_state_at_its_end(setting: Setting, tmp_path: Path) -> None:
    memory = with_records(setting, tmp_path, max_chars=60)
    write(memory, "y" * 50, scope="user")
    swap = [{"action": "add", "content": "z" * 55}, {"action": "remove", "target": "yyy"}]
    assert ask(memory, "batch", scope="user", operations=swap)["added"] == 1
    before = (tmp_path / "facts" / "user.jsonl").read_bytes()
    with pytest.raises(RefusedError):
        ask(memory, "batch", scope="user", operations=[{"action": "add", "content": "v" * 6}])
    assert (tmp_path / "facts" / "user.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"operations": [{"action": "add", "content": "x"}]}, "one scope"),
        ({"scope": "mine", "operations": []}, "no scope"),
        ({"scope": "user", "operations": []}, "list of changes"),
        ({"scope": "user", "operations": "x"}, "must be a list"),
        ({"scope": "user", "operations": [7]}, "an object"),
        ({"scope": "user", "operations": [{"action": "burn"}]}, "no action 'burn'"),
        ({"scope": "user", "operations": [{"action": "add"}]}, "takes content"),
        ({"scope": "user", "operations": [{"action": "remove"}]}, "take a target"),
    ],
)
def test_a_batch_that_can_t_be_meant_says_why(memory: Memory, arguments: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        ask(memory, "batch", **arguments)


def test_l17_what_is_exported_can_be_imported_elsewhere_and_twice_changes_nothing(
    setting: Setting, tmp_path: Path
) -> None:
    one = Memory(setting)
    write(one, "The heron eats eels.", scope="user", tags=["bird"])
    write(one, "Builds take nine minutes.", scope="global")
    bundle = call_fact_tool(one, "memory_export", {})
    assert json.loads(bundle) == {
        "version": 1,
        "records": [
            {"scope": "user", "content": "The heron eats eels.", "tags": ["bird"]},
            {"scope": "global", "content": "Builds take nine minutes.", "tags": []},
        ],
    }
    two = with_records(setting, tmp_path)
    assert ask(two, "import", bundle=bundle)["imported"] == 2
    again = ask(two, "import", bundle=bundle)
    assert (again["imported"], again["duplicate"]) == (0, 2)
    assert call_fact_tool(two, "memory_export", {}) == bundle


@pytest.mark.parametrize(
    "bundle", ["x", '{"version": 2, "records": []}', '{"version": 1}', '{"version":1,"records":[]}']
)
def test_l17_what_is_no_bundle_is_told(memory: Memory, bundle: str) -> None:
    with pytest.raises(InputError, match="bundle"):
        ask(memory, "import", bundle=bundle)


def test_l_diagnose_tells_settings_and_what_each_scope_holds(agent: Memory) -> None:
    write(agent, "Lunch is at noon.", scope="global")
    ask(agent, "correct", claim="Lunch is at noon", truth="Lunch is at one", scope="global")
    told = ask(agent, "diagnose")
    state = next(each for each in told["scopes"] if each["scope"] == "global")
    assert (state["live"], state["superseded"], state["total"]) == (1, 1, 2)
    assert state["mounts"] == ["global"]
    assert told["settings"]["searchScope"] == ["user", "global", "workspace"]


def test_diagnose_names_no_place_of_a_mount_that_hides_it(setting: Setting, tmp_path: Path) -> None:
    memory = with_records(setting, tmp_path, exposure="address")
    assert str(tmp_path) not in call_fact_tool(memory, "memory_diagnose", {})


WRITES: dict[str, dict[str, object]] = {
    "write": {"content": "The ibis eats snails.", "scope": "global"},
    "forget": {"id": "kept", "scope": "global"},
    "correct": {"claim": "The heron eats eels", "truth": "The heron eats frogs", "scope": "global"},
    "batch": {"scope": "global", "operations": [{"action": "add", "content": "The ibis eats snails."}]},
    "import": {"bundle": '{"version": 1, "records": [{"scope": "global", "content": "The ibis eats snails."}]}'},
}


def test_l16_every_tool_that_writes_waits_where_a_person_has_to_agree(setting: Setting, tmp_path: Path) -> None:
    assert "all" in get_args(Operation)
    assert {f"memory_{name}" for name in WRITES} == {name for name, tool in FACT_TOOLS.items() if tool.writes}
    memory = with_records(setting, tmp_path, approval=("all",))
    file = tmp_path / "facts" / "global.jsonl"
    file.write_text('{"id": "kept", "scope": "global", "content": "The heron eats eels."}\n', encoding="utf-8")
    before = file.read_bytes()
    for name, arguments in WRITES.items():
        if name == "import":
            assert ask(memory, name, **arguments)["held"] == 1
        else:
            with pytest.raises(HeldError):
                ask(memory, name, **arguments)
        assert file.read_bytes() == before, name


def test_l16_a_batch_waits_as_one_and_a_persons_yes_does_the_whole_of_it(setting: Setting, tmp_path: Path) -> None:
    memory = with_records(setting, tmp_path, approval=("delete",))
    for text in ("The heron eats eels.", "The stork eats frogs."):
        write(memory, text, scope="user")
    operations = [
        {"action": "add", "content": "The ibis eats snails."},
        {"action": "remove", "target": "stork"},
        {"action": "replace", "target": "heron", "content": "The heron eats frogs."},
    ]
    before = (tmp_path / "facts" / "user.jsonl").read_bytes()
    with pytest.raises(HeldError, match="and 2 more are held together") as caught:
        ask(memory, "batch", scope="user", operations=operations)
    assert (tmp_path / "facts" / "user.jsonl").read_bytes() == before
    (held,) = memory.approvals.review().held
    assert (held.id, held.subject) == (caught.value.id, "Change facts of user")
    assert sorted(held.operations) == ["create", "delete", "replace"]
    assert all(f"eats {what}" in memory.approvals.show(held.id).difference for what in ("eels", "frogs", "snails"))
    assert [each.action for each in memory.approvals.approve(held.id)] == ["deleted", "replaced", "created"]
    assert set(contents(ask(memory, "list"))) == {"The ibis eats snails.", "The heron eats frogs."}
    assert memory.approvals.review().held == ()


def test_a_batch_of_which_one_part_no_longer_fits_is_not_made_and_says_which(setting: Setting, tmp_path: Path) -> None:
    memory = with_records(setting, tmp_path, approval=("delete",))
    stork = write(memory, "The stork eats frogs.", scope="user")
    operations = [{"action": "add", "content": "The ibis eats snails."}, {"action": "remove", "target": "stork"}]
    with pytest.raises(HeldError) as caught:
        ask(memory, "batch", scope="user", operations=operations)
    version = memory.open_page(stork).page.digest
    memory.write(parse(stork), Replacement("frogs", "mice"), version=version)
    with pytest.raises(ConflictError, match=f"{stork} has changed since this write was held"):
        memory.approvals.approve(caught.value.id)
    assert contents(ask(memory, "list")) == ["The stork eats mice."]
    (held,) = memory.approvals.review().held
    assert (held.state, len(held.parts)) == ("stale", 2)
