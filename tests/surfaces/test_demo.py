"""The demo, played whole: each step does what it says, and nothing is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vademecum.surfaces.demo import QUESTIONS, REASONS_SHOWN, _shortened

STEPS = [
    "created global:MEMORY",
    "is mounted as vault, read-only but for inbox/",
    "1. vault:runbooks/Deploy#Deploy and roll back > Roll back",
    "word previous",
    "1. vault:概念/候潮窗口#候潮窗口 > 降级",
    "smaller reasons",
    "1. vault:api/Webhooks#Webhooks > Signature",
    "whole x-harbour-signature",
    "(saved by hand: vault/inbox/Car park.md)",
    "1. vault:inbox/Car park#Car park > Parking",
    "created global:topics/Staging freeze",
    "1. global:topics/Staging freeze",
    "error: global:topics/Staging freeze has changed since version 000000000000",
    "hint: open it again",
    "edited global:topics/Staging freeze",
    "the server offers: memory",
    "The staging deploy freeze starts on 2026-12-17",
    "refused:\n  global:topics/Staging freeze can't be changed: it was not read in this session",
    "ABSENT global:topics/freeze-announcement",
    "created global:topics/freeze-announcement",
    "edited global:topics/freeze-announcement",
    "That was the whole of it",
]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """The demo's one run, and the folder that holds the home and the temporary files of who runs it."""
    folder = tmp_path_factory.mktemp("demo")
    (folder / "tmp").mkdir()
    (folder / "home").mkdir()
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= {"HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "vademecum", "demo"],
        env=env,
        cwd=folder,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done, folder


def test_every_step_of_the_demo_has_its_outcome_in_order(
    played: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    said = played[0].stdout
    assert played[0].returncode == 0, said
    at = 0
    for step in STEPS:
        assert step in said[at:], f"{step!r} is not said after {said[:at][-200:]!r}"
        at = said.index(step, at)


def test_the_demo_writes_nothing_that_stays(played: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    left = sorted(str(path.relative_to(played[1])) for path in played[1].rglob("*"))
    assert left == ["home", "tmp"]


def test_what_the_demo_pipes_is_short_and_without_colour(
    played: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    said = played[0].stdout
    assert "\x1b" not in said
    assert len(said.splitlines()) < 200


def test_the_demo_asks_in_two_languages_and_for_an_identifier() -> None:
    questions = [question for question, _ in QUESTIONS]
    assert [question.isascii() for question in questions] == [True, False, True]
    assert " " not in questions[2]


def test_reasons_beyond_the_first_are_counted() -> None:
    reasons = [f"   +{number}.000  word w{number}  in body" for number in range(1, 9)]
    shown = _shortened("\n".join(["1. a", *reasons, "2. b", reasons[0]])).splitlines()
    assert shown[: REASONS_SHOWN + 1] == ["1. a", *reasons[:REASONS_SHOWN]]
    assert shown[REASONS_SHOWN + 1 :] == ["   … and 3 smaller reasons", "2. b", reasons[0]]
