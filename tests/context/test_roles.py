"""Which page plays which part, seen from the layout of a store (P3, P20, P28 and the design's fourth question)."""

from __future__ import annotations

import pytest

from vademecum.address import Address
from vademecum.context.roles import TAIL, Roles, needs_persona, newest_heads, roles_of, status_of
from vademecum.page import Page, parse

LINKS = "# Contents\n\n- [Tides](tides.md)\n"
PLAIN = "# How it is kept\n\nOne page a topic.\n"
LOG = "# Log\n\n## [2026-03-01] note | tides\n"


def page(name: str, text: str = "") -> Page:
    return parse(Address("kept", name), text.encode())


def roles(*pages: Page, index_file: str | None = None, protocol_file: str | None = None) -> dict[str, str]:
    found = roles_of(pages, index_file=index_file, protocol_file=protocol_file)
    playing = {name: getattr(found, name) for name in ("persona", "protocol", "index", "checklist", "log")}
    return {name: each.address.name for name, each in playing.items() if each is not None}


WIKI = (page("SOUL", "I am."), page("MEMORY", PLAIN), page("index", LINKS), page("BOOTSTRAP"), page("log", LOG))


def test_p3_in_a_wiki_memory_is_the_protocol_and_index_the_contents_page() -> None:
    assert roles(*WIKI) == {
        "persona": "SOUL",
        "protocol": "MEMORY",
        "index": "index",
        "checklist": "BOOTSTRAP",
        "log": "log",
    }


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ((page("MEMORY", LINKS),), {"index": "MEMORY"}),
        ((page("MEMORY", PLAIN),), {"index": "MEMORY"}),
        ((page("index", PLAIN),), {"index": "index"}),
        ((page("MEMORY", LINKS), page("index", LINKS)), {"index": "MEMORY"}),
        ((page("MEMORY", PLAIN), page("index", LINKS)), {"index": "index"}),
        ((page("memory", LINKS),), {"index": "memory"}),
        ((page("log", "# Log cabins\n\nBuilt of wood.\n"),), {}),
        ((page("deep/SOUL", "I am."), page("deep/MEMORY", LINKS)), {}),
        ((page("SOUL", "I am."), page("MEMORY", LINKS)), {"persona": "SOUL", "index": "MEMORY"}),
        ((page("SOUL", "I am."), page("MEMORY", PLAIN)), {"persona": "SOUL", "protocol": "MEMORY"}),
        ((page("Tides", "---\ntype: log\n---\n"), page("log", LOG)), {"log": "Tides"}),
    ],
)
def test_the_layout_tells_the_parts_and_no_name_alone(pages: tuple[Page, ...], expected: dict[str, str]) -> None:
    assert roles(*pages) == expected


def test_what_a_mount_names_goes_before_the_layout() -> None:
    home = page("Home", LINKS)
    assert roles(*WIKI, home, index_file="Home.md")["index"] == "Home"
    assert roles(*WIKI, home, protocol_file="Home.md")["protocol"] == "Home"
    assert "index" not in roles(*WIKI, index_file="Gone.md")


def test_one_page_plays_one_part() -> None:
    assert roles(page("MEMORY", LINKS), index_file="MEMORY.md", protocol_file="MEMORY.md") == {"index": "MEMORY"}


def test_p20_the_newest_heads_come_from_the_last_4096_characters_in_their_order() -> None:
    entries = "".join(f"## [2026-01-{day:02}] note | entry {day}\n\n{'潮' * 300}\n\n" for day in range(1, 29))
    assert newest_heads(page("log", entries), 3) == tuple(f"[2026-01-{day}] note | entry {day}" for day in (26, 27, 28))
    assert newest_heads(page("log", entries), 0) == ()
    assert len(newest_heads(page("log", entries), 50)) < 14


def test_p20_a_head_that_the_read_end_begins_inside_of_is_none() -> None:
    text = "## [2026-01-01] note | cut off\n" + "x" * (TAIL - 6) + "\n"
    assert newest_heads(page("log", text), 3) == ()


def test_p20_a_long_head_is_told_by_its_beginning() -> None:
    (head,) = newest_heads(page("log", f"## [2026-01-01] note | {'long ' * 100}\n"), 3)
    assert len(head) <= 160
    assert head.endswith("…")


def test_p20_an_entry_that_a_person_hid_in_a_comment_is_none() -> None:
    text = "## [2026-01-01] note | told\r\n\r\n%%\r\n## [2026-01-02] note | hidden\r\n%%\r\n"
    assert newest_heads(page("log", text), 3) == ("[2026-01-01] note | told",)


def test_p28_a_store_without_persona_and_first_steps_needs_none_unless_it_is_a_wiki() -> None:
    assert not needs_persona(Roles(), is_wiki=False)
    assert not needs_persona(roles_of([page("log", LOG)]), is_wiki=False)
    assert needs_persona(Roles(), is_wiki=True)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("---\nstatus: complete\n---\n", "complete"),
        ('---\r\nstatus: "Complete"\r\n---\r\n', "complete"),
        ("---\n status: complete\n---\n", "pending"),
        ("status:\n", "pending"),
        ("no word of it\n", "pending"),
        ("status: skipped # by hand\nstatus: complete\n", "skipped"),
    ],
)
def test_p28_the_status_is_the_first_line_that_begins_with_it(text: str, status: str) -> None:
    assert status_of(page("BOOTSTRAP", text)) == status
