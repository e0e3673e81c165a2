"""Running a command as a child, in places of its own, and what it cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from vademecum.config.knobs import SCALARS

ROOT = Path(__file__).parents[1]
# What a person has set for themselves, and what would make each process compile its modules anew.
_LEFT_OUT = frozenset({"PYTHONDONTWRITEBYTECODE", *(knob.variable for knob in SCALARS)})


class Cost(NamedTuple):
    """Seconds of processor time and of the clock on the wall, and the most memory at once, in bytes."""

    cpu: float
    wall: float
    rss: float


def places(home: Path, mounts: Mapping[str, str]) -> dict[str, str]:
    """An environment with all places below a folder, and a configuration with these mounts' keys in TOML."""
    config = home / "config" / "vademecum" / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text("".join(f"[mounts.{name}]\n{keys}" for name, keys in mounts.items()), encoding="utf-8")
    kinds = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "CACHE", "STATE")}
    env = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    paths = os.pathsep.join(filter(None, (str(ROOT), env.get("PYTHONPATH", ""))))
    return env | kinds | {"HOME": str(home), "MEMORY_DIR": str(home / "memory"), "PYTHONPATH": paths}


def run(command: Sequence[str], env: Mapping[str, str]) -> Cost:
    """Run a command to its end in the folder of its home; what it says is passed over, that it failed is not."""
    # A child counts the memory of whoever starts it until it becomes another program, so a small one starts it.
    launch = [sys.executable, str(ROOT / "bench" / "launch.py"), *command]
    told = subprocess.run(launch, env=dict(env), cwd=env["HOME"], check=True, stdout=subprocess.PIPE).stdout
    code, cpu, wall, rss = json.loads(told)
    assert code == 0, f"{' '.join(command)} ended with {code}"
    return Cost(cpu, wall, rss)
