"""Prompts are kept for who asked for it, as the real hooks see them, and lead to drafts of questions."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.upkeep.prompts import PROMPTS, Opening, read_openings

Host: TypeAlias = Any
ASK = "is the Skerry gauge still wrong?"


def test_no_prompt_is_kept_unasked(host: Host) -> None:
    host.start()
    host.prompt(ASK)
    assert not (host.state / PROMPTS).exists()


def test_a_prompt_is_kept_with_what_its_session_opened_afterwards(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_HOOKS_RECORD_PROMPTS", "true")
    host.start()
    host.prompt("nothing that any page knows")
    assert "12 cm" in host.prompt(ASK)
    page = str(next(Path(os.environ["MEMORY_DIR"]).rglob("Tide gauge.md")))
    host.call("PostToolUse", tool_name="Read", tool_input={"file_path": page}, tool_response={"type": "text"})
    [file] = (host.state / PROMPTS).rglob("*.jsonl")
    assert file.stat().st_mode & 0o777 == 0o600
    assert [json.loads(line)["prompt"] for line in file.read_text().splitlines()] == [
        "nothing that any page knows",
        ASK,
    ]
    assert list(read_openings(host.state)) == [Opening(ASK, ("global:harbour/Tide gauge",))]
