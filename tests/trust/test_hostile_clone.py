"""A hostile clone gives the agent nothing until a person trusts it (decision 3, A39, A41)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.address import Address
from vademecum.config import Config
from vademecum.errors import ExistsError, ReadOnlyError
from vademecum.guards.changes import Addition
from vademecum.library.assess import may_configure
from vademecum.memory import Memory, Note
from vademecum.memory.founding import found_project
from vademecum.recall.pipeline import Request
from vademecum.surfaces.frame import framed_hits, framed_page

Clone: TypeAlias = Any
WORD = "zugzwang"


@pytest.fixture
def opened_files() -> Callable[[], list[str]]:
    """What this interpreter has opened since, as an audit hook sees it: nothing can be opened past it."""
    seen: list[str] = []
    sys.addaudithook(lambda event, told: seen.append(str(told[0])) if event == "open" else None)
    return lambda: seen


def test_explicit_recall_shows_its_hits_marked_and_with_their_claims(hostile: Clone) -> None:
    memory = hostile.memory()
    hits = memory.recall(Request(f"deploy fridays {WORD}", limit=25)).hits
    memory.close()
    assert {hit.standing for hit in hits} == {"untrusted"}
    assert {hit.address.mount for hit in hits} == {"clone"}
    authors = {hit.address.name: hit.author for hit in hits}
    assert authors["orders"] == "pull, claims agent:claude-code"
    assert authors["seed"] == "pull, claims person"
    assert authors["SOUL"] == "pull"


def test_an_agent_reads_the_standing_with_every_hit_and_page(hostile: Clone) -> None:
    memory = hostile.memory()
    hits = framed_hits(memory.recall(Request("deploy fridays")))
    page = framed_page(memory.open_page("clone:orders"))
    memory.close()
    for text in (hits, page):
        assert "standing: untrusted" in text
        assert "author: pull, claims agent:claude-code" in text


def test_every_write_is_refused_and_notes_go_elsewhere(hostile: Clone) -> None:
    memory = hostile.memory()
    with pytest.raises(ReadOnlyError):
        memory.write(Address("clone", "orders"), Addition("more"))
    written = memory.remember(Note("mine", scope="workspace")).address
    memory.close()
    assert written.mount == "workspace"
    assert hostile.git("status", "--porcelain") == ""


def test_its_configuration_is_never_opened(hostile: Clone, opened_files: Callable[[], list[str]]) -> None:
    memory = Memory.open(cwd=hostile.root)
    memory.recall(Request(WORD))
    memory.diagnose(memory.sync())
    memory.close()
    assert [file for file in opened_files() if file.endswith("seed.md")]
    assert not [file for file in opened_files() if ".memory/config.toml" in file]
    assert memory.setting.config.recall.limit == Config(home=hostile.root).recall.limit


def test_a_trusted_configuration_counts_until_a_pull_changes_it(cloned: Callable[..., Clone]) -> None:
    clone = cloned({"config.toml": "[recall]\nlimit = 9\n"})
    assert not may_configure(clone.setting.state, clone.root)
    clone.trust()
    assert may_configure(clone.setting.state, clone.root)
    (clone.store / "config.toml").write_text("[recall]\nlimit = 8\n", encoding="utf-8")
    assert may_configure(clone.setting.state, clone.root)
    clone.git("checkout", "--quiet", ".")
    clone.pull({"config.toml": "[recall]\nlimit = 25\n"})
    assert not may_configure(clone.setting.state, clone.root)


def test_links_out_of_the_store_are_neither_read_nor_named_to_an_agent(hostile: Clone) -> None:
    memory = hostile.memory()
    answer = memory.recall(Request("secret", limit=25))
    memory.close()
    assert not [hit for hit in answer.hits if "secret" in hit.snippet.text]
    assert "diary" not in framed_hits(answer)


def test_no_odd_name_breaks_an_address_or_the_frame(hostile: Clone) -> None:
    memory = hostile.memory()
    answer = memory.recall(Request(WORD, limit=25))
    memory.close()
    told = [line for line in framed_hits(answer).splitlines() if line.startswith("address: ")]
    assert len(told) == len(answer.hits)
    assert all("\u202e" not in line for line in told)


def test_making_a_project_store_over_a_clones_one_is_refused(hostile: Clone) -> None:
    memory = hostile.memory()
    with pytest.raises(ExistsError, match="not trusted"):
        found_project(memory)
    memory.close()
    assert not (hostile.setting.state / "trust.json").exists()


def test_once_trusted_it_is_the_workspace_and_can_be_written(hostile: Clone) -> None:
    hostile.trust()
    memory = hostile.memory()
    hits = memory.recall(Request("deploy fridays")).hits
    assert ("workspace:orders", "") in {(str(hit.address.page), hit.standing) for hit in hits}
    assert memory.append("workspace:orders", "and on Mondays").action == "appended"
    memory.close()


def test_A47_trust_in_one_clone_is_no_trust_in_another_of_the_same_repository(hostile: Clone, tmp_path: Path) -> None:
    hostile.trust()
    hostile.git("clone", "--quiet", str(hostile.upstream), str(tmp_path / "second"))
    memory = Memory.open(cwd=tmp_path / "second")
    standing = {mount.name: mount.trusted for mount in memory.library.mounts}
    memory.close()
    assert standing["clone"] is False
    other = replace(hostile.setting, workspace=memory.setting.workspace)
    second = Memory(other)
    assert not second.library.mount("clone").trusted
    second.close()
