"""``upkeep``: what has gone cold is shown, and done only once a person agrees."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]
Vault = Callable[..., Path]
COLD = "---\nsalience: 3\ndate: 2020-01-01\nlast_access: 2020-02-01\n---\n\n# Tea\n"
PAGES: dict[str, str | bytes] = {"concepts/茶.md": COLD, "old.md": "---\ndate: 2020-01-01\n---\n\n# Old\n"}


@pytest.fixture
def wiki(vault: Vault, vade: Vade) -> Path:
    root = vault(PAGES, "--read-only")
    assert vade("config", "mounts.notes.profile", "wiki").code == 0
    return root


def bytes_of(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*.md")}


def test_without_apply_no_byte_changes(wiki: Path, vade: Vade) -> None:
    before = bytes_of(wiki)
    done = vade("upkeep")
    assert done.code == 0
    assert [line.split("\t")[0::3] for line in done.out.splitlines()] == [
        ["notes:old", "look at it"],
        ["notes:concepts/茶", "put it in the archive"],
    ]
    assert bytes_of(wiki) == before


def test_with_apply_it_is_done_after_asking(wiki: Path, vade: Vade) -> None:
    before = bytes_of(wiki)
    assert vade("upkeep", "--apply", stdin=b"n\n").code == 1
    assert bytes_of(wiki) == before
    assert vade("upkeep", "--apply", stdin=b"y\n").code == 0
    assert (wiki / "archive/concepts/茶.md").read_text(encoding="utf-8") == COLD
    assert (wiki / "old.md").exists()


def test_an_opened_page_is_not_put_away_and_its_line_tells_the_day(wiki: Path, vade: Vade) -> None:
    assert vade("show", "notes:concepts/茶").code == 0
    assert (wiki / "concepts/茶.md").read_text(encoding="utf-8") == COLD
    told = vade("upkeep", "--json").json
    assert ([each["address"] for each in told["proposals"]], told["stamps"]) == (["notes:old"], 1)
    assert vade("upkeep", "--apply", "--yes", "--json").json["stamped"] == ["notes:concepts/茶"]
    assert "last_access: 20" in (wiki / "concepts/茶.md").read_text(encoding="utf-8")
    assert "2020-02-01" not in (wiki / "concepts/茶.md").read_text(encoding="utf-8")


def test_a_store_without_anything_cold_says_so(vade: Vade) -> None:
    done = vade("upkeep")
    assert (done.code, done.out) == (1, "")
    assert "no page has gone cold" in done.err


def test_an_agent_may_look_and_not_put_away(wiki: Path, vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    assert vade("upkeep").code == 0
    refused = vade("upkeep", "--apply", "--yes")
    assert refused.code != 0
    assert "for a person to do" in refused.err


def test_pages_of_one_mount_alone(wiki: Path, vade: Vade) -> None:
    assert vade("upkeep", "--mount", "global").code == 1
    assert vade("upkeep", "--mount", "nowhere").code != 0
