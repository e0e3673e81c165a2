"""Which tools an MCP server shows (design decision 16), asked by the official client's own process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from vademecum.surfaces.fact_schema import FACT_TOOLS

LINES = (
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    {
        "jsonrpc": "2.0",
        "id": 3,
        "method": "tools/call",
        "params": {"name": "memory_write", "arguments": {"content": "The heron eats eels."}},
    },
)


def served(folder: Path, *options: str) -> tuple[list[str], dict[str, object]]:
    """The names of the tools that a server shows, and what it answers to a call of one for facts."""
    env = {**os.environ, "HOME": str(folder), "MEMORY_DIR": str(folder / "memory")}
    sent = "".join(f"{json.dumps(line)}\n" for line in LINES).encode()
    command = [sys.executable, "-m", "vademecum", "mcp", *options]
    done = subprocess.run(command, input=sent, env=env, cwd=folder, check=True, capture_output=True, timeout=60)
    answers = {each["id"]: each for each in map(json.loads, done.stdout.splitlines())}
    return [tool["name"] for tool in answers[2]["result"]["tools"]], answers[3]


@pytest.mark.parametrize(
    ("options", "config", "shown"),
    [
        ((), "", ["memory"]),
        (("--tools", "facts"), "", list(FACT_TOOLS)),
        (("--tools", "both"), "", ["memory", *FACT_TOOLS]),
        ((), '[mcp]\ntools = "facts"\n', list(FACT_TOOLS)),
        ((), '[mounts.facts]\npath = "{0}/facts.jsonl"\nprofile = "records"\n', ["memory", *FACT_TOOLS]),
        ((), "[mcp\n", ["memory"]),
    ],
)
def test_the_tools_for_facts_are_shown_on_request_and_where_there_are_records(
    tmp_path: Path, options: tuple[str, ...], config: str, shown: list[str]
) -> None:
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "vademecum" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(config.replace("{0}", str(tmp_path)), encoding="utf-8")
    tools, answer = served(tmp_path, *options)
    assert tools == shown
    if "memory_write" in shown:
        result = answer["result"]
        assert isinstance(result, dict)
        assert result["isError"] is False
    else:
        assert "error" in answer
