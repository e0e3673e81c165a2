"""Time from the start of ``vade mcp`` to its list of tools, beside a bare Python and the MCP library alone.

Hosts wait a second or two for that list and send their first request without the tools when it is late. Run it as
``python bench/startup.py [rounds]``; each round measures all three in turn, so that a busy machine is busy for each.
CPU time is what to compare; wall time depends on what else runs.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROUNDS = 7
HANDSHAKE = (
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "bench", "version": "0"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)
PYTHON = "python -c pass"
LIBRARY = "import mcp"
SERVER = "vade mcp, to its tools"


class Cost(NamedTuple):
    """Seconds."""

    cpu: float
    wall: float


def until_exit(code: str, env: dict[str, str]) -> Cost:
    """What it costs to run a line of Python."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", code], env=env)
    return _ended(process, began)


def until_tools(env: dict[str, str]) -> Cost:
    """What it costs until the server has listed its tools; then it is killed, so that leaving is not counted."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "vademecum", "mcp"]
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(json.dumps(each) + "\n" for each in HANDSHAKE).encode())
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.kill()
        cost = _ended(process, began)
    assert answers[1]["result"]["tools"][0]["name"] == "memory"
    return cost


def _ended(process: subprocess.Popen[bytes], began: float) -> Cost:
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(used.ru_utime + used.ru_stime, wall)


def measure(rounds: int) -> dict[str, list[Cost]]:
    """All costs, by what was measured; a first round that only writes bytecode is not among them."""
    costs: dict[str, list[Cost]] = {PYTHON: [], LIBRARY: [], SERVER: []}
    with tempfile.TemporaryDirectory() as home:
        places = {
            name: str(Path(home) / name.lower()) for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
        }
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        env |= {"HOME": home, "MEMORY_DIR": str(Path(home) / "memory"), **places}
        for number in range(rounds + 1):
            taken = {
                PYTHON: until_exit("pass", env),
                LIBRARY: until_exit("import mcp", env),
                SERVER: until_tools(env),
            }
            for name, cost in taken.items() if number else ():
                costs[name].append(cost)
    return costs


def main() -> None:
    """Print medians, and the ratios between them."""
    costs = measure(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
    cpu = {name: statistics.median(cost.cpu for cost in each) for name, each in costs.items()}
    wall = {name: statistics.median(cost.wall for cost in each) for name, each in costs.items()}
    print(f"{'':24}{'CPU ms':>8}{'wall ms':>9}{'x python':>10}{'x import mcp':>14}")
    for name, seconds in cpu.items():
        ratios = f"{seconds / cpu[PYTHON]:>10.1f}{seconds / cpu[LIBRARY]:>14.2f}"
        print(f"{name:24}{seconds * 1000:>8.0f}{wall[name] * 1000:>9.0f}{ratios}")


if __name__ == "__main__":
    main()
