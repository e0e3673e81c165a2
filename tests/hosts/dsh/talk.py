"""Speaks to DeepSeek Harness through its own Python kit, in the environment that has it, as a script of turns says.

    python talk.py '{"home": ..., "cwd": ..., "port": ..., "patches": [...], "turns": [...]}'

A turn is ``{"session": id, "say": text}``; ``resume`` goes on with a session of an earlier run, and ``until`` names a
file whose coming is waited for after the turn. The program's last words of each turn are printed, a line of JSON each.
"""

# ruff: noqa: T201 - its output is what the test reads
from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

# It is in that environment alone.
from deepseek_harness import DeepSeekHarness  # type: ignore[import-not-found]

PATIENCE = 60.0


def talk(script: dict[str, Any]) -> None:
    sessions: dict[str, Any] = {}
    with DeepSeekHarness(
        dsh_home=script["home"],
        cwd=script["cwd"],
        base_url=f"http://127.0.0.1:{script['port']}",
        api_key="sk-made-up",
        provider="deepseek-official",
        model="deepseek-flash",
        patches=tuple(script["patches"]),
        request_timeout_seconds=PATIENCE,
    ) as harness:
        for turn in script["turns"]:
            name = turn["session"]
            if name not in sessions:
                sessions[name] = harness.resume_session(name) if turn.get("resume") else harness.start_session(name)
            print(json.dumps(sessions[name].run(turn["say"]).final_response), flush=True)
            wait_for(turn.get("until"))


def wait_for(file: str | None) -> None:
    end = time.monotonic() + PATIENCE
    while file and not Path(file).exists():
        if time.monotonic() > end:
            sys.exit(f"{file} never came")
        time.sleep(0.05)


if __name__ == "__main__":
    talk(json.loads(sys.argv[1]))
