"""``tokens``: what pages given unasked cost."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vademecum.address import Address
from vademecum.config.places import state_folder
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.hooks.event import START, HookEvent
from vademecum.surfaces.hooks.receipts import Given, keep_receipt

Vade = Callable[..., Any]
Vault = Callable[..., Path]


def gives(session: str, *pages: str) -> None:
    state = str(state_folder(os.environ))
    told: list[dict[str, str | int | float]] = [
        {"page": page, "version": "0" * 12, "rule": "seed", "chars": 8, "of": 8} for page in pages
    ]
    keep_receipt(state, HookEvent(START, session=session, cwd="/p"), Given("start", told, 8 * len(pages), {}, ""))


@pytest.fixture
def notes(vault: Vault) -> Path:
    return vault({"茶.md": "# 茶\n\n红茶绿茶普洱白茶\n", "tea.md": "# Tea\n\nblack and green\n"})


def test_a_script_is_given_pages_channels_days_and_what_nobody_opens(notes: Path, vade: Vade) -> None:
    for number in range(5):
        gives(f"s{number}", "notes:tea", "notes:茶", "notes:gone")
    Session(state_folder(os.environ) / "sessions", SessionKey("claude-code", "s4")).observe(
        Address("notes", "tea"), "d1"
    )
    told = vade("tokens", "--json").json
    pages = {each["name"]: each for each in told["pages"]}
    assert pages["notes:tea"]["tokens"] == pages["notes:gone"]["tokens"] == 10
    assert pages["notes:茶"]["tokens"] > 20
    assert (pages["notes:tea"]["given"], pages["notes:tea"]["opened"]) == (5, 1)
    assert [each["name"] for each in told["channels"]] == ["seed"]
    assert told["never_opened"] == ["notes:茶", "notes:gone"]


def test_a_person_sees_the_dearest_page_first_and_what_nobody_opens(notes: Path, vade: Vade) -> None:
    for number in range(5):
        gives(f"s{number}", "notes:tea", "notes:茶")
    done = vade("tokens", "-n", "1")
    assert (done.code, [line.split("\t")[0] for line in done.out.splitlines()]) == (0, ["notes:茶"])
    assert "1 of 2 pages" in done.err
    assert "always given, never opened: notes:tea, 10 tokens in 5 sessions" in done.err


@pytest.mark.parametrize(("by", "rows"), [("channel", ["seed"]), ("month", None), ("day", None)])
def test_it_adds_up_by_channel_and_over_time(notes: Path, vade: Vade, by: str, rows: list[str] | None) -> None:
    gives("one", "notes:tea")
    done = vade("tokens", "--by", by)
    assert done.code == 0
    first = [line.split("\t")[0] for line in done.out.splitlines()]
    assert len(first) == 1
    assert rows is None or first == rows


def test_nothing_given_is_nothing_spent(vade: Vade) -> None:
    done = vade("tokens")
    assert (done.code, done.out) == (1, "")
    assert "no session was given anything yet" in done.err


def test_a_day_that_is_none_is_refused(vade: Vade) -> None:
    assert "since" in vade("tokens", "--since", "2026-02-30").err
