"""Claude Code itself and the use of pages: what its own tool reads was used, what it was handed was not."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Protocol

from vademecum.access import uses_in
from vademecum.config.places import state_folder
from vademecum.surfaces.cli.app import vade


class Claude(Protocol):
    """What the fixture gives, as far as this test needs it."""

    def say(self, prompt: str, *options: str) -> list[dict[str, Any]]: ...


def test_h4_what_its_own_tool_reads_was_used_and_what_it_was_handed_was_not(claude: Claude) -> None:
    store = Path(os.environ["HOME"], ".memory")
    for name in ("潮汐", "crane"):
        (store / "topics").mkdir(parents=True, exist_ok=True)
        (store / "topics" / f"{name}.md").write_text(f"# {name}\n\nThe {name} page.\n", encoding="utf-8")
    vade.main(["connect", "claude-code", "--yes"], standalone_mode=False)
    order = json.dumps({"file_path": str(store / "topics" / "潮汐.md")}, ensure_ascii=False)
    claude.say(f"use Read with {order}", "--allowedTools", "Read", "--add-dir", str(store))
    claude.say("what does the crane page say?")
    assert {page: use.reads for page, use in uses_in(state_folder(os.environ), str(store)).items()} == {
        "topics/潮汐.md": 1
    }
