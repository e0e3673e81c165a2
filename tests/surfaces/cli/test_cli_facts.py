"""``vade correct`` and ``vade promote``: what is written, what is told, and that nothing corrected is given unasked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

Vade: TypeAlias = Callable[..., Any]
CLAIM, TRUTH = "The tide gauge reads 12 cm high", "The tide gauge reads 7 cm high"
WRONG = "global:topics/The tide gauge reads 12 cm high"


def given_at_start() -> str:
    """What an agent is handed when its session starts, by the real hook."""
    sent = {"session_id": "one", "cwd": os.getcwd(), "hook_event_name": "SessionStart", "source": "startup"}
    command = [sys.executable, "-m", "vademecum", "hook", "claude-code", "SessionStart"]
    done = subprocess.run(command, input=json.dumps(sent).encode(), check=True, capture_output=True)
    told = json.loads(done.stdout or "{}")
    return str(told.get("hookSpecificOutput", {}).get("additionalContext", ""))


def test_l15_correct_tells_what_it_wrote_and_what_it_superseded(vade: Vade) -> None:
    vade("add", f"{CLAIM}.")
    vade("add", "The rain gauge reads 12 cm high.")
    done = vade("correct", CLAIM, "--truth", TRUTH, "--evidence", "the harbour's list")
    assert done.code == 0
    assert f"superseded {WRONG}" in done.out
    assert "rain gauge" not in "".join(line for line in done.out.splitlines() if line.startswith("superseded"))
    shown = vade("show", TRUTH)
    assert f"{TRUTH} (evidence: the harbour's list)" in shown.out


def test_l15_what_was_corrected_is_listed_and_opens_with_what_holds_instead(vade: Vade) -> None:
    vade("add", f"{CLAIM}.")
    vade("correct", CLAIM, "--truth", TRUTH)
    assert CLAIM not in vade("recall", "tide gauge").out
    assert f"superseded by global:topics/{TRUTH}" in vade("list", "--hidden").out
    (row,) = vade("list", "--hidden", "--json").json
    assert (row["hidden"], row["superseded_by"]) == ("superseded", f"global:topics/{TRUTH}")
    shown = vade("show", WRONG)
    assert shown.code == 0
    assert f"superseded by global:topics/{TRUTH}" in shown.err


def test_h9_a_corrected_seed_is_given_no_longer(vade: Vade, tmp_path: Path) -> None:
    vade("init")
    seed = tmp_path / "memory" / "gauge.md"
    seed.write_text(f"---\nmetadata:\n  seed: true\n  trigger: gauge\n---\n{CLAIM}.\n", encoding="utf-8")
    vade("sync")
    assert CLAIM in given_at_start()
    done = vade("correct", CLAIM, "--truth", TRUTH)
    assert "superseded global:gauge" in done.out
    assert CLAIM not in given_at_start()
    assert seed.read_text(encoding="utf-8").endswith(f"---\n{CLAIM}.\n")


def test_correct_without_a_target_says_so_and_lists_what_is_near(vade: Vade) -> None:
    vade("add", "The rain gauge reads 12 cm high.")
    done = vade("correct", CLAIM, "--truth", TRUTH)
    assert done.code == 1
    assert "candidate global:topics/The rain gauge reads 12 cm high" in done.out
    assert "nothing was superseded" in done.err


def test_correct_asks_first_and_takes_what_is_chosen(vade: Vade) -> None:
    vade("add", f"{CLAIM}.")
    asked = vade("correct", CLAIM, "--truth", TRUTH, "--confirm", "--json")
    assert asked.code == 0
    assert [each["address"] for each in asked.json["candidates"]] == [WRONG]
    assert vade("list", "--json").json[0]["title"] == f"{CLAIM}."
    done = vade("correct", CLAIM, "--truth", TRUTH, "--target", WRONG, "--json")
    assert done.json["superseded"] == [WRONG]


def test_a_part_of_a_long_page_is_told_with_the_way_to_edit_it(vade: Vade) -> None:
    vade("add", f"# Gauges\n\n## Tide\n\n{CLAIM}.\n\n## Rain\n\nEmptied on Mondays.\n")
    done = vade("correct", CLAIM, "--truth", TRUTH)
    assert "part global:topics/Gauges#Gauges > Tide" in done.out
    assert "vade edit" in done.err
    assert vade("list", "--hidden").out == ""


def test_promote_moves_a_page_to_another_scope_and_leaves_it_in_the_trash(vade: Vade) -> None:
    vade("add", "Gauges are read at six.", "--title", "Gauges", "--tag", "harbour", "--scope", "user")
    done = vade("promote", "user:Gauges", "--to", "global", "--yes")
    assert done.code == 0
    assert "+Gauges are read at six." in done.out
    assert "moved user:Gauges to global:topics/Gauges" in done.out
    page = vade("show", "global:topics/Gauges", "--json").json
    assert (page["title"], page["tags"]) == ("Gauges", ["harbour"])
    assert vade("show", "user:Gauges").code != 0
    assert [each["name"] for each in vade("forget", "--list", "--json").json] == ["Gauges"]


def test_promote_asks_and_leaves_everything_when_nobody_says_yes(vade: Vade) -> None:
    vade("add", "Gauges are read at six.", "--title", "Gauges", "--scope", "user")
    done = vade("promote", "user:Gauges", "--to", "global", stdin=b"n\n")
    assert "nothing was changed" in done.err
    assert vade("show", "user:Gauges").code == 0
    assert vade("show", "global:topics/Gauges").code != 0


def test_promote_is_refused_where_the_page_is_already_and_where_it_can_t_be_written(vade: Vade, vault: Any) -> None:  # noqa: ANN401 - a fixture's callable
    vault({"Gauges.md": "# Gauges\n"})
    assert "already" in vade("promote", "notes:Gauges", "--to", "user", "--yes").err
    assert vade("promote", "notes:Gauges", "--to", "global", "--yes").code == 5


def test_promote_takes_nothing_away_when_the_other_scope_refuses_the_page(vade: Vade) -> None:
    vade("add", "Gauges are read at six.", "--title", "Gauges", "--scope", "user")
    vade("config", "writing.approval", "create")
    done = vade("promote", "user:Gauges", "--to", "global", "--yes")
    assert done.code != 0
    assert vade("show", "user:Gauges").code == 0


def test_what_a_store_begins_with_is_never_offered_as_what_a_claim_means(vade: Vade) -> None:
    vade("init")
    done = vade("correct", "unicorns live in Wales", "--truth", "unicorns live nowhere")
    assert [line for line in done.out.splitlines() if line.startswith(("part", "candidate"))] == []
    assert "--target" not in done.err


def test_only_whole_candidates_are_counted_where_target_is_advised(vade: Vade) -> None:
    vade("add", "The rain gauge reads 12 cm high.")
    vade("add", f"All is measured.\n\n## Gauges\n\n- {CLAIM}.\n- It is old.\n", "--title", "Harbour")
    done = vade("correct", CLAIM, "--truth", TRUTH)
    wholes = [line for line in done.out.splitlines() if line.startswith("candidate ")]
    assert any(line.startswith("part ") for line in done.out.splitlines())
    assert f"{len(wholes)} candidate; --target with its address says that it is meant" in done.err
