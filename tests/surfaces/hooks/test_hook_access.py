"""What hooks count as use of a page, and when its day is written to it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.access import Use, uses_in
from vademecum.activity import note_spoken, spoken_in
from vademecum.sessions import SessionKey
from vademecum.surfaces.hooks.claude_code import HOST, write_answer
from vademecum.surfaces.hooks.event import STOP, Answer
from vademecum.surfaces.hooks.refresh import refresh, started

Host: TypeAlias = Any
STAMPED = "---\ntitle: 茶\nlast_access: 2026-01-01\n---\n\n# 茶\n\nThe kettle sings.\n"


def uses(host: Host, root: Path) -> Mapping[str, Use]:
    return uses_in(host.state, str(root))


def wiki(host: Host, more: str = "") -> Path:
    """A wiki beside the home store, in step."""
    root: Path = host.root / "wiki"
    for name, text in {"concepts/茶": STAMPED, "index": "# Index\n\n- [茶](concepts/%E8%8C%B6.md)\n"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / f"{name}.md").write_text(text, encoding="utf-8")
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f'[mounts.wiki]\npath = "{root}"\nprofile = "wiki"\n{more}', encoding="utf-8")
    host.sync()
    return root


def reads(host: Host, path: Path, **more: object) -> None:
    file = {"content": path.read_text(encoding="utf-8"), "startLine": 1, "numLines": 8, "totalLines": 8}
    given = {"tool_name": "Read", "tool_input": {"file_path": str(path)}, "tool_response": {"file": file}}
    host.call("PostToolUse", **given, **more)


def stamp_of(root: Path) -> str:
    line = (root / "concepts/茶.md").read_text(encoding="utf-8").splitlines()[2]
    return line.removeprefix("last_access: ")


def today() -> str:
    return datetime.now().astimezone().date().isoformat()


@pytest.mark.parametrize("more", [{}, {"agent_id": "a1"}])
def test_the_hosts_own_read_is_use_whoever_reads(host: Host, more: dict[str, str]) -> None:
    reads(host, host.store / "harbour" / "Tide gauge.md", **more)
    found = uses(host, host.store)
    assert [(page, use.reads) for page, use in found.items()] == [("harbour/tide gauge.md", 1)]


def test_what_a_prompt_or_a_start_hands_over_is_no_use(host: Host) -> None:
    assert "Tide gauge" in host.start()
    assert "Tide gauge" in host.prompt("is the Skerry gauge still wrong?")
    assert uses(host, host.store) == {}


def refreshed(host: Host) -> None:
    """Bring the mounts in step, once no process that a hook started is at it: to such a one it would be left."""
    for child in started:
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
    refresh(str(host.project))


def test_a_mount_may_count_nothing(host: Host) -> None:
    root = wiki(host, 'track_access = "off"\n')
    reads(host, root / "concepts/茶.md")
    assert uses(host, root) == {}


def test_P26_a_day_of_use_is_written_once_nobody_works_with_the_page(host: Host) -> None:
    root = wiki(host)
    key = SessionKey(HOST, "one")
    note_spoken(str(host.state), key, 1.0)
    reads(host, root / "concepts/茶.md")
    refreshed(host)
    assert stamp_of(root) == "2026-01-01"
    host.call("SessionEnd", reason="exit")
    assert spoken_in(str(host.state), key) is None
    refreshed(host)
    assert stamp_of(root) == today()


def test_P26_P27_with_the_first_words_the_pages_that_were_named_count_where_listing_does(host: Host) -> None:
    root = wiki(host, 'track_access = "listed"\n')
    host.start()
    assert uses(host, root) == {}
    host.prompt("/compact")
    assert uses(host, root) == {}
    for _ in range(2):
        host.prompt("good morning")
    assert uses(host, root)["concepts/茶.md"].listings == 1
    host.call("SessionEnd", reason="exit")
    refreshed(host)
    assert stamp_of(root) == today()


def test_a_stop_hands_a_nudge_on_only_by_being_prevented() -> None:
    assert b'"decision": "block"' in write_answer(STOP, Answer("write it down"))
    assert b'"reason": "write it down"' in write_answer(STOP, Answer("write it down"))
    assert write_answer(STOP, Answer()) == b""
