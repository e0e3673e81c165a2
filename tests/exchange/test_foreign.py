"""What other programs keep, in the forms that they give it out: each is told by itself, and nothing of it is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vademecum.errors import InputError
from vademecum.importers.entry import Entry, Fault, Item, LeftOut, day_of, tags_of
from vademecum.memory.exchange import source_at, source_of

GRAPH = (
    '{"type":"entity","name":"Ann","entityType":"person","observations":["likes tea","plays\\u2028chess"]}\n'
    '{"type":"relation","from":"Ann","to":"Bakery","relationType":"owns"}\r\n'
    '{"type":"entity","name":"Bakery","entityType":"place","observations":[]}'
)
MEM0 = {
    "results": [
        {
            "id": "m-1",
            "memory": "Works with Rust",
            "hash": "x",
            "metadata": {"category": "work", "seed": True, "tags": ["code review"]},
            "categories": ["technology"],
            "created_at": "2025-03-04T05:06:07.8-07:00",
            "updated_at": None,
            "user_id": "ann",
        },
        {"id": "m-2", "memory": "  "},
    ]
}
CHATGPT = {
    "memories": [
        {"id": "c1", "content": "Prefers short answers.", "created_timestamp": 1735787045, "updated_at": "2026-01-01"},
        {"id": "c2", "content": "Lives in Lyon.", "updated_at": "2025-11-30T10:00:00.000Z"},
    ],
    "memory_num_tokens": 20,
}
CHATGPT_TEXT = """```
## Instructions
[2025-02-03] - Always answer in French.
  Except for code.
[unknown] - Never use emoji.

**Projects:**
1. Builds a [kiln] in the garden.
- [2025-02-30] - Has two cats.
```
"""
NOTE = b"""---
title: Coffee
type: note
tags: [brewing]
permalink: drinks/coffee
created: 2024-05-06
---

# Coffee

- [method] Pour over is clear #filter (tested)
- relates_to [[Tea]]
"""
AUTO_MEMORY = {
    "MEMORY.md": b"# Memory index\n\n- [Who Ann is](user_role.md) \xe2\x80\x94 her role\n",
    "user_role.md": b"---\nname: Who Ann is\ndescription: her role\nmetadata:\n  type: user\n---\n\nAnn bakes.\n",
}


def read(files: dict[str, bytes], kind: str = "") -> tuple[str, list[Item]]:
    source = source_of(files, "the export", kind)
    return source.kind, list(source.items())


def entries(items: list[Item]) -> list[Entry]:
    return [each for each in items if isinstance(each, Entry)]


def test_an_entity_becomes_a_page_with_its_observations_and_relations() -> None:
    kind, items = read({"memory.jsonl": GRAPH.encode()})
    ann, bakery = entries(items)
    assert kind == "knowledge-graph"
    assert (ann.title, ann.type, ann.source) == ("Ann", "person", "knowledge-graph Ann")
    assert ann.text == "- likes tea\n- plays\u2028chess\n\n## Relations\n\n- owns [[Bakery]]"  # A29
    assert bakery.text == "Bakery is known as place."


def test_glued_torn_and_odd_lines_of_a_graph_are_told_by_number_and_stop_nothing_a27_a28() -> None:
    glued = '{"type":"entity","name":"A","observations":["1"]}{"type":"entity","name":"B","observations":["2"]}'
    torn = '{"type":"entity","name":"C","obs'
    _, items = read({"m.jsonl": f"\ufeff{glued}\n[]\n{torn}\nnull\n\n".encode()})
    assert [each.title for each in entries(items)] == ["A", "B"]
    assert [each.where for each in items if isinstance(each, Fault)] == ["m.jsonl:2", "m.jsonl:3", "m.jsonl:4"]


def test_two_lines_of_one_entity_are_one_page_and_relations_from_nowhere_are_told() -> None:
    lines = (
        '{"type":"entity","name":"A","observations":["1"]}\n{"type":"entity","name":"A","observations":["1","2"]}\n'
        '{"type":"relation","from":"X","to":"A","relationType":"knows"}\n{"type":"entity","observations":[]}'
    )
    _, items = read({"m.jsonl": lines.encode()})
    assert [each.text for each in entries(items)] == ["- 1\n- 2"]
    assert [each.where for each in items if isinstance(each, Fault)] == ["m.jsonl:4", "m.jsonl:3"]


def test_a_graph_as_one_document_is_read_too() -> None:
    graph = {
        "entities": [{"name": "A", "entityType": "t", "observations": ["x"]}],
        "relations": [{"from": "A", "to": "B", "relationType": "r"}],
    }
    kind, items = read({"graph.json": json.dumps(graph, indent=2).encode()})
    assert (kind, [each.text for each in entries(items)]) == ("knowledge-graph", ["- x\n\n## Relations\n\n- r [[B]]"])


def test_a_mem0_memory_keeps_its_day_tags_and_owner_and_no_key_that_means_something_here() -> None:
    kind, items = read({"mem0.json": json.dumps(MEM0).encode()})
    (memory,) = entries(items)
    assert kind == "mem0"
    assert (memory.text, memory.date, memory.source) == ("Works with Rust", "2025-03-04", "mem0 m-1")
    assert memory.tags == ("technology", "code-review", "work")
    assert dict(memory.more) == {"mem0_user_id": "ann", "mem0_seed": "true"}
    assert [each.where for each in items if isinstance(each, Fault)] == ["mem0.json: record 2"]


def test_a_bare_list_of_mem0_is_told_from_one_of_chatgpt() -> None:
    assert read({"a.json": b'[{"memory": "x"}]'})[0] == "mem0"
    assert read({"a.json": b' [\n  {"content": "x"}]'})[0] == "chatgpt"
    assert [each.text for each in entries(read({"a.json": b'["x", "y"]'})[1])] == ["x", "y"]


def test_the_memories_behind_chatgpts_settings_keep_their_day_and_id() -> None:
    kind, items = read({"memories.json": json.dumps(CHATGPT).encode()})
    assert kind == "chatgpt"
    assert [(each.text, each.date, each.source) for each in entries(items)] == [
        ("Prefers short answers.", "2025-01-02", "chatgpt c1"),
        ("Lives in Lyon.", "2025-11-30", "chatgpt c2"),
    ]


def test_a_list_that_an_assistant_printed_is_read_line_by_line() -> None:
    kind, items = read({"memories.txt": CHATGPT_TEXT.encode()})
    assert kind == "chatgpt"
    assert [(each.where, each.text, each.date, each.tags) for each in entries(items)] == [
        ("memories.txt:3", "Always answer in French.\nExcept for code.", "2025-02-03", ("Instructions",)),
        ("memories.txt:5", "Never use emoji.", "", ("Instructions",)),
        ("memories.txt:8", "Builds a [kiln] in the garden.", "", ("Projects",)),
        ("memories.txt:9", "Has two cats.", "", ("Projects",)),
    ]


def test_a_note_of_basic_memory_stays_as_it_is() -> None:
    kind, items = read({"drinks/Coffee.md": NOTE})
    (note,) = entries(items)
    assert kind == "basic-memory"
    assert note.text == NOTE.decode()
    assert (note.title, note.name, note.date, note.type) == ("Coffee", "drinks/Coffee", "2024-05-06", "note")
    assert note.source == "basic-memory drinks/coffee"


def test_an_auto_memory_gives_its_pages_and_leaves_out_an_index_that_only_points() -> None:
    kind, items = read(dict(AUTO_MEMORY))
    assert kind == "claude-code"
    assert [each.where for each in items if isinstance(each, LeftOut)] == ["MEMORY.md"]
    assert [(each.title, each.type, each.name) for each in entries(items)] == [("Who Ann is", "user", "user_role")]


def test_an_index_that_says_something_itself_is_a_page() -> None:
    _, items = read({"slug/memory/MEMORY.md": b"# Memory\n\n- Ann likes tea\n- [x](gone.md)\n"})
    assert [each.name for each in entries(items)] == ["slug/MEMORY"]


@pytest.mark.parametrize("data", [b"Dear diary, today I baked.\nIt was fine.\n", b"[1, 2]", b'{"a": 1}'])
def test_a_file_that_tells_no_kind_is_refused_with_the_kinds_that_there_are(data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        read({"a.txt": data})
    assert "--from" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("files", "kind", "said"),
    [
        ({"a.json": b'{"version": 1'}, "json-v1", "a.json:1"),
        ({"a.json": b'{"version": 3, "records": []}'}, "", "version 3"),
        ({"a.json": b'{"version": 1}'}, "json-v1", "no list of records"),
        ({"a.json": b'{"records": []}'}, "json-v2", "version"),
        ({"a.json": b"[" * 100_000}, "mem0", "too many brackets"),
        ({"a.json": b"{}"}, "mem0", "no list of memories"),
        ({"a.json": b'{"x": 1}'}, "chatgpt", "no list of memories"),
        ({"a.txt": b"\xff\xfe"}, "chatgpt", "not UTF-8: byte 0"),
        ({"a.tar": b"text"}, "tar", "can't be read as an archive"),
    ],
)
def test_a_broken_export_is_refused_by_name_l17(files: dict[str, bytes], kind: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(files, kind)


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2025-03-04T23:00:00Z", "2025-03-04"),
        ("2025-02-30", ""),
        (1735787045, "2025-01-02"),
        (1735787045000, "2025-01-02"),
        (True, ""),
        (float("inf"), ""),
        (None, ""),
    ],
)
def test_only_a_real_day_is_taken_from_a_time(value: object, day: str) -> None:
    assert day_of(value) == day


def test_tags_have_no_space_and_no_second_spelling() -> None:
    assert tags_of(["#To do", "to DO", " ", "咖啡"]) == ("To-do", "咖啡")


def test_an_observation_that_is_no_text_is_named_and_the_others_are_taken() -> None:
    graph = {"type": "entity", "name": "Ann", "observations": [5, {"content": "obj"}, "good", None]}
    items = list(source_of({"memory.json": json.dumps(graph).encode()}, "memory.json").items())
    assert [(each.where, each.reason) for each in items if isinstance(each, Fault)] == [
        ("memory.json:1, observation 1", "is no text"),
        ("memory.json:1, observation 4", "is no text"),
    ]
    assert [each.text for each in items if isinstance(each, Entry)] == ["- obj\n- good"]


def test_every_value_of_mem0_becomes_a_key_whatever_it_is_made_of() -> None:
    about = {"foo": {"a": 1}, "mixed": [1, "x", {"b": [None]}], "on": True, "of": 2.5, "none": None, "list": ["a", "b"]}
    data = json.dumps([{"memory": "Likes tea", "metadata": about}]).encode()
    (entry,) = source_of({"m.json": data}, "m.json").items()
    assert isinstance(entry, Entry)
    assert dict(entry.more) == {
        "mem0_foo": '{"a": 1}',
        "mem0_mixed": '[1, "x", {"b": [null]}]',
        "mem0_on": "true",
        "mem0_of": "2.5",
        "mem0_list": ("a", "b"),
    }


def test_links_in_a_folder_are_named_and_not_followed(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "notes", tmp_path / "elsewhere"
    for place in (folder / "drinks", elsewhere):
        place.mkdir(parents=True)
        (place / "coffee.md").write_bytes(NOTE)
    (folder / "drinks" / "link.md").symlink_to(elsewhere / "coffee.md")
    (folder / "more").symlink_to(elsewhere)
    (folder / "gone.md").symlink_to(tmp_path / "nowhere")
    (folder / "picture.png").symlink_to(elsewhere / "coffee.md")
    source = source_at(folder)
    items = list(source.items())
    assert source.total == len(items) == 4
    assert [each.where for each in items if isinstance(each, LeftOut)] == ["drinks/link.md", "gone.md", "more"]
    assert [each.where for each in items if isinstance(each, Entry)] == ["drinks/coffee.md"]
