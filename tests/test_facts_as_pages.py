"""Facts as pages: one Markdown file a fact, in the form of markdown-memory and of agents' own memory folders (M1)."""

from __future__ import annotations

from vademecum.address import Address
from vademecum.guards.changes import Addition, KeyChange
from vademecum.index.contract import Filter
from vademecum.memory import Memory, Note
from vademecum.page import parse
from vademecum.recall.pipeline import Request

FACT = """---
name: Soup days
description: When the cafeteria has soup
tags: [food]
metadata:
  type: fact
  date: 2026-03-02
  author: agent:dsh
  triggers: [soup]
---

The cafeteria serves it on Tuesdays.
"""


def test_M1_name_and_description_are_title_and_summary_and_metadata_tells_the_rest() -> None:
    page = parse(Address("notes", "soup"), FACT.encode())
    assert (page.title, page.summary, page.tags) == ("Soup days", "When the cafeteria has soup", ("food",))
    assert (page.type, page.date, page.author) == ("fact", "2026-03-02", "agent:dsh")
    assert page.problems == ()


def test_M1_a_key_of_the_header_itself_goes_before_one_of_its_metadata() -> None:
    text = FACT.replace("tags:", "type: project\ndate: 2026-03-05\ntags:")
    page = parse(Address("notes", "soup"), text.encode())
    assert (page.type, page.date, page.author) == ("project", "2026-03-05", "agent:dsh")


def test_M1_metadata_that_is_no_map_is_only_kept() -> None:
    page = parse(Address("notes", "soup"), b"---\nname: Soup\nmetadata: some\ntype: fact\n---\ntext\n")
    assert (page.title, page.type, page.meta["metadata"]) == ("Soup", "fact", "some")


def test_M1_a_remembered_fact_keeps_its_header_and_is_found_by_all_that_it_says(memory: Memory) -> None:
    address = memory.remember(Note(FACT, "Soup days")).address
    page = memory.open_page(str(address)).page
    header = page.text[: page.body_start]
    assert header.startswith(FACT[: FACT.index("---\n\nThe")])
    assert "title:" not in header
    for query in ("soup days", "when does the cafeteria serve it", "food"):
        assert [hit.address.page for hit in memory.recall(Request(query)).hits] == [address]
    (listed,) = memory.pages(Filter(types=frozenset({"fact"}), tags=frozenset({"food"})))
    assert (listed.address, listed.row.summary) == (address, "When the cafeteria has soup")


def test_M1_an_edited_fact_keeps_every_line_that_was_not_meant(memory: Memory) -> None:
    address = memory.remember(Note(FACT, "Soup days")).address
    before = memory.open_page(str(address)).page.text
    memory.write(address, KeyChange("metadata.type", "plan"))
    memory.open_page(str(address))
    memory.write(address, Addition("And on Fridays."))
    after = memory.open_page(str(address)).page
    assert after.text == before.replace("type: fact", "type: plan") + "And on Fridays.\n"
    assert after.type == "plan"


def test_L15_M1_a_superseded_fact_leaves_recall_and_lists_with_its_pointer(memory: Memory) -> None:
    address = memory.remember(Note(FACT, "Soup days")).address
    memory.open_page(str(address))
    memory.write(address, KeyChange("superseded_by", "tea-days"))
    assert memory.recall(Request("soup days")).hits == ()
    (listed,) = [each for each in memory.pages(Filter()) if each.address == address]
    assert (listed.row.hidden, listed.row.meta["superseded_by"]) == ("superseded", "tea-days")
