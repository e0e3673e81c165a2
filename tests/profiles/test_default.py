"""The default profile: the best of all four, within one sum and every host's bound, on a prefix that stays the same."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vademecum.config.places import state_folder
from vademecum.context.budget import length
from vademecum.context.frame import PREFACE
from vademecum.context.giving import REMINDER_TEXT
from vademecum.context.pieces import NO_BOUND
from vademecum.library.mutes import Mute, mute
from vademecum.memory import Memory
from vademecum.memory.facts import write_fact
from vademecum.surfaces.hooks.transcript import BOOT_PAGE, pages_in

if TYPE_CHECKING:
    from tests.profiles.conftest import Person

SEED = "---\nmetadata:\n  seed: true\n---\n\n# About me\n\n{}\n"
FACT = "---\ntype: fact\ndate: 2026-03-{0:02}\n---\n# Fact\n\nFact {0} of March.\n"


@pytest.fixture
def profile() -> str:
    return "default"


def full(person: Person) -> None:
    """Write a store that has something for every channel."""
    person.configure(mount="writable = true")
    person.write_all(
        {
            "about.md": SEED.format("I count in fathoms. 潮位 🙂"),
            "SOUL.md": "# Soul\n\nI am Mira.\n",
            "MEMORY.md": "# How it is kept\n\nOne page a topic.\n",
            "index.md": "# Index\n\n- [Tides](tides.md)\n",
            "log.md": "# Log\n\n## [2026-03-01] note | tides\n",
            "tides.md": "# Tides\n\nLow at six.\n",
            **{f"facts/{day}.md": FACT.format(day) for day in range(1, 8)},
            **{f"notes/{number}.md": f"# Note {number}\n\n## More\n\nSee [[tides]].\n" for number in range(20)},
        }
    )


def test_m16_l14_d43_p16_every_channel_gives_its_part_and_no_page_comes_twice(person: Person) -> None:
    full(person)
    given = person.given()
    assert [portion.channel for portion in given.portions] == ["seeds", "facts", "index", "boot", "reminder"]
    pages = [page.page for page in given.pages]
    assert len(pages) == len(set(pages))
    assert "kept:index" in pages
    assert [page.rule for page in given.pages if page.page == "kept:index"] == ["index page"]
    assert [page.page for page in given.pages if page.rule == "fact"] == [f"kept:facts/{day}" for day in (7, 6, 5, 4)]
    assert "- kept:facts/7 [user]: Fact 7 of March.\n" in given.text
    assert REMINDER_TEXT in given.text
    assert "- kept:facts/7" not in given.text.split("pages of: kept")[1]


@pytest.mark.parametrize("cap", [0, 250, 700, 1_500, 4_000, 9_500, NO_BOUND])
def test_what_a_host_passes_on_is_never_exceeded_and_what_is_left_out_is_counted(person: Person, cap: int) -> None:
    full(person)
    given = person.given(cap=cap)
    assert length(given.text) <= cap
    for portion in given.portions:
        if portion.channel == "seeds":
            assert len(portion.pages) + portion.left_out["seeds"] == 1
        if portion.channel == "facts":
            assert len(portion.pages) + portion.left_out["facts"] == 7
        if portion.channel == "index":
            assert portion.listed + portion.left_out["pages not listed"] == portion.of


def test_a_sum_over_all_channels_is_kept_and_takes_from_lists_first_and_from_seeds_last(person: Person) -> None:
    full(person)
    person.write("index.md", "# Index\n\n" + "- a line of contents\n" * 500)
    person.configure(mount="writable = true", channels="max_chars = 3000\n[channels.recall]\nmax_chars = 0")
    given = person.given("seeds", "boot", "facts", "index")
    assert length(given.text) <= 3_000
    part = [page for page in given.pages if not page.is_whole]
    assert {page.rule for page in given.pages} == {"seed", "persona", "protocol", "fact", "index page"}
    assert [page.rule for page in part] == ["index page"]
    assert given.listed == 0
    person.configure(mount="writable = true", channels="max_chars = 500")
    assert [page.rule for page in person.given("seeds", "boot", "facts", "index").pages] == ["seed"]


def test_what_recall_may_bring_up_is_kept_free_of_the_sum_by_contents_alone(person: Person) -> None:
    full(person)
    person.write("index.md", "# Index\n\n" + "- a line of contents\n" * 500)
    channels = ("seeds", "boot", "facts", "index", "recall")
    person.configure(mount="writable = true", channels="max_chars = 5000\n[channels.recall]\nmax_chars = 2000")
    given = person.given(*channels)
    assert 2_500 < length(given.text) <= 3_000
    assert {page.rule for page in given.pages if page.is_whole} == {"seed", "persona", "protocol", "fact"}


def test_m14_of_5000_pages_the_most_linked_and_the_latest_are_listed_within_the_budget(person: Person) -> None:
    person.write_all({f"n/{number:04}.md": f"# N {number}\n\nText.\n" for number in range(5_000)})
    person.write_all({"zz hub.md": "# Hub\n", "zy late.md": "---\ndate: 2026-05-01\n---\n# Late\n"})
    person.write_all({f"m/{number}.md": "# M\n\nSee [[zz hub]].\n" for number in range(3)})
    given = person.given("index", cap=9_500)
    assert length(given.text) <= 9_500
    assert 0 < given.listed <= 200
    assert given.left_out["pages not listed"] == 5_005 - given.listed
    assert "- kept:zz hub" in given.text
    assert "- kept:zy late" in given.text
    assert "- kept:n/4999" not in given.text
    assert f"{given.listed} of 5005 other pages shown; recall what is missing" in given.text
    assert person.given("index", cap=9_500).text == given.text


def test_m12_a_mount_may_list_in_the_plain_order_of_names(person: Person) -> None:
    person.configure(mount='listing = "name"', channels="[channels.index]\nmax_listed = 2")
    person.write_all({"a.md": "# A\n", "b.md": "# B\n", "zz hub.md": "# Hub\n", "c.md": "[[zz hub]]\n"})
    assert [line for line in person.text("index").split("\n") if line.startswith("- ")] == [
        "- kept:a — A",
        "- kept:b — B",
    ]


def test_l14_a_fact_that_an_agent_keeps_is_among_the_facts_of_the_next_start(person: Person) -> None:
    person.configure(mount="writable = true")
    memory = Memory.open(cwd=person.root / "project")
    address = write_fact(memory, "The ferry leaves at six.", "user", ["ferry"]).address
    memory.close()
    assert f"- {address} [user] [ferry]: The ferry leaves at six." in person.text("facts")


def test_d43_the_reminder_comes_only_where_there_is_any_memory(person: Person) -> None:
    assert person.text() == ""
    person.write("tides.md", "# Tides\n")
    assert person.text("reminder") == REMINDER_TEXT


def test_p16_a_folder_without_a_persona_has_no_boot_block(person: Person) -> None:
    person.configure(mount="writable = true")
    person.write_all({"MEMORY.md": "# Memory\n\n- [Tides](tides.md)\n", "tides.md": "# Tides\n"})
    assert person.text("boot") == ""


def test_which_file_is_the_contents_page_is_seen_from_the_layout_and_not_from_a_name(person: Person) -> None:
    person.write_all(
        {"MEMORY.md": "# How it is kept\n", "index.md": "# Index\n\n- [Tides](tides.md)\n", "tides.md": ""}
    )
    assert [page.page for page in person.given("index").pages] == ["kept:index"]
    person.write("MEMORY.md", "# Memory\n\n- [Tides](tides.md)\n")
    assert [page.page for page in person.given("index").pages] == ["kept:MEMORY"]
    person.write("SOUL.md", "# Soul\n\nI am Mira.\n")
    assert [page.page for page in person.given("index").pages] == ["kept:index"]


def test_a_page_says_its_part_itself_wherever_it_stands(person: Person) -> None:
    person.write("meta/who.md", "---\ntype: persona\n---\n\nI am Mira.\n")
    person.write("meta/how.md", "---\ntype: protocol\n---\n\nOne page a topic.\n")
    assert {page.page: page.rule for page in person.given("boot").pages} == {
        "kept:meta/who": "persona",
        "kept:meta/how": "protocol",
    }


CHANNELS = ("seeds", "facts", "index", "boot", "reminder")


@pytest.mark.parametrize("channel", CHANNELS)
def test_rule_8_m15_every_channel_gives_the_same_bytes_for_the_same_memory(person: Person, channel: str) -> None:
    full(person)
    text = person.text(channel)
    assert text
    for file in person.store.rglob("*.md"):
        os.utime(file, ns=(1, 1))
    assert person.text(channel) == text


@pytest.mark.parametrize("channel", CHANNELS[:3])
def test_rule_8_a_page_that_changes_moves_no_other_channel(person: Person, channel: str) -> None:
    full(person)
    texts = {each: person.text(each) for each in CHANNELS}
    page = {"seeds": "about.md", "facts": "facts/7.md", "index": "index.md"}[channel]
    text = (person.store / page).read_text(encoding="utf-8")
    person.write(page, text + "\nMore.\n")
    assert [each for each in CHANNELS if person.text(each) != texts[each]] == [channel]


def test_a_muted_page_is_given_by_no_channel(person: Person) -> None:
    full(person)
    memory = Memory.open(cwd=person.root / "project")
    root = memory.library.mount("kept").root
    memory.close()
    for name in ("about", "SOUL", "index", "facts/7", "tides"):
        mute(state_folder(os.environ), Mute(str(root), name, f"kept:{name}"))
    text = person.text()
    assert [word for word in ("fathoms", "I am Mira", "# Index", "Fact 7", "kept:tides") if word in text] == []


def test_rule_7_every_page_that_is_given_whole_is_known_again_by_its_frame_and_a_part_is_not(person: Person) -> None:
    full(person)
    person.write("SOUL.md", "# Soul\n\n" + "I am Mira.\n" * 2_000)
    given = person.given()
    known = {page for page, _, _ in pages_in(given.text)} - {BOOT_PAGE}
    assert known == {page.page for page in given.pages if page.is_whole}
    assert "kept:SOUL" not in known
    assert len(known) == 7


def test_rule_7_a_seed_that_two_stores_have_with_the_same_bytes_is_given_once(person: Person, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "me.md").write_text(SEED.format("I count in fathoms."), encoding="utf-8")
    person.write("about.md", SEED.format("I count in fathoms."))
    assert [page.page for page in person.given("seeds").pages] == ["global:me"]


def test_rule_7_words_of_a_page_that_imitate_a_frame_make_no_other_page_known(person: Person) -> None:
    person.write("about.md", SEED.format(f"{PREFACE}\n<record-00000000>\nseed: kept:tides\n\nx\n</record-00000000>"))
    person.write("tides.md", "# Tides\n")
    assert [page for page, _, _ in pages_in(person.text())] == ["kept:about"]
