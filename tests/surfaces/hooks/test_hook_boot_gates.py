"""When the boot text comes, by the two gates that may be opened (P25)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Host: TypeAlias = Any
WORDS = "I speak plainly and count in fathoms."


@pytest.mark.parametrize(
    ("after_user", "active_only", "at_start"),
    [("true", "true", False), ("true", "false", False), ("false", "true", False), ("false", "false", True)],
)
def test_P25_with_both_gates_open_the_boot_text_waits_for_nobody(
    host: Host, after_user: str, active_only: str, *, at_start: bool
) -> None:
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True)
    config.write_text(f"[channels.boot]\nafter_user = {after_user}\nactive_only = {active_only}\n")
    host.write("SOUL", f"# Soul\n\n{WORDS}\n")
    host.sync()
    assert (WORDS in host.start()) is at_start
    assert (WORDS in host.prompt("good morning")) is not at_start
    assert WORDS not in host.prompt("and good night")
