"""The host table holds together, and the reference page tells what it says."""

from __future__ import annotations

from pathlib import Path

from vademecum.context.channels import RECALL_CHARS, SEED_CHARS
from vademecum.hosts.base import HOSTS, Event, Host

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "hosts.md"


def row(host: Host, event: Event) -> str:
    cap = f"{event.cap:,}" if event.cap else ""
    matcher = f"`{event.matcher}`".replace("|", r"\|") if event.matcher else ""
    cells = (host.name, event.name, ", ".join(event.channels), cap, f"{event.timeout} s", matcher)
    return "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"


def test_the_reference_page_has_every_event_of_every_host() -> None:
    heads = tuple(f"| {name} " for name in HOSTS)
    told = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(heads)]
    assert told == [row(host, event) for host in HOSTS.values() for event in host.events]


def test_an_event_carries_text_exactly_where_it_has_channels_and_a_cap() -> None:
    for host in HOSTS.values():
        assert [event.name for event in host.events if bool(event.channels) != bool(event.cap)] == []


def test_only_the_event_of_the_prompt_is_left_out_when_the_person_says_no() -> None:
    for host in HOSTS.values():
        names = [event.name for event in host.asked_for(prompt_recall=True)]
        assert names == [event.name for event in host.events]
        assert [event.name for event in host.asked_for(prompt_recall=False)] == [n for n in names if n != host.prompt]


def test_what_a_host_passes_on_is_written_in_the_table_alone() -> None:
    source = PAGE.parents[2] / "src"
    naming = [file.name for file in sorted(source.rglob("*.py")) if "9_500" in file.read_text(encoding="utf-8")]
    assert naming == ["base.py"]


def test_what_one_channel_may_take_fits_into_the_event_that_carries_it() -> None:
    for host in HOSTS.values():
        for event in host.events:
            wanted = {"seeds": SEED_CHARS, "recall": RECALL_CHARS}
            assert [name for name in event.channels if wanted.get(name, 0) > host.cap(event.name)] == []


def test_an_event_that_a_host_does_not_have_carries_nothing() -> None:
    assert {host.cap("Nothing") for host in HOSTS.values()} == {0}
