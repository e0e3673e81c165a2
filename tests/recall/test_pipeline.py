"""From a question to an answer over whole mounts: what is asked, what is shown, and what is told beside it."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeAlias
from unicodedata import normalize

import pytest

from vademecum.config import MountConfig
from vademecum.errors import AddressError, FilterError, HiddenError
from vademecum.index.contract import Filter
from vademecum.library import Library, Mount, open_page
from vademecum.recall.pipeline import Answer, Request, recall
from vademecum.recall.query import make_filter

Form: TypeAlias = Literal["NFC", "NFD"]


def library_of(tmp_path: Path, **mounts: dict[str, str]) -> Library:
    """A library with a mount for each keyword, of the pages given by name; ``work`` has the scope workspace."""
    opened = []
    for mount, pages in mounts.items():
        for name, text in pages.items():
            file = tmp_path / mount / f"{name}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        scope = "workspace" if mount == "work" else "user"
        opened.append(Mount(MountConfig(name=mount, path=tmp_path / mount, scope=scope)))  # type: ignore[arg-type]  # of two
    return Library(opened, tmp_path / "cache")


def found(answer: Answer) -> list[str]:
    return [str(hit.address) for hit in answer.hits]


def ask(library: Library, text: str, within: Filter | None = None, **more: object) -> Answer:
    return recall(library, replace(Request(text, within=within or Filter()), **more))  # type: ignore[arg-type]  # test knobs


LOG = """---
title: Ship's log
author: Ada
date: 2026-05-01
---

# Ship's log

## 2026-05-03 Storm

The mast broke at dawn.

## Repairs

The mast was mended with ash.
"""


def test_a_hit_is_a_block_with_its_path_date_author_and_an_address_that_reopens_it(tmp_path: Path) -> None:
    library = library_of(tmp_path, notes={"log": LOG})
    hit = ask(library, "mast broke").hits[0]
    assert str(hit.address) == "notes:log#Ship's log > 2026-05-03 Storm"
    assert (hit.path, hit.date, hit.author) == (("Ship's log", "2026-05-03 Storm"), "2026-05-03", "Ada")
    opened = open_page(library, str(hit.address))
    assert hit.snippet.text.strip() in opened.text
    assert opened.page.version == hit.version


def test_every_trace_adds_up_to_its_score(tmp_path: Path) -> None:
    library = library_of(tmp_path, notes={"log": LOG, "mast": "# Mast\n\nAsh, nine metres.\n"})
    for hit in ask(library, "was the mast of ash mended").hits:
        assert math.fsum(part.value for part in hit.trace.parts) == pytest.approx(hit.score, abs=1e-12)


@pytest.mark.parametrize(
    ("within", "expected"),
    [
        (make_filter(tags=["#Sea"]), ["notes:b"]),
        (make_filter(types=["Decision"]), ["notes:a"]),
        (make_filter(since="2026-05-02"), ["notes:b"]),
        (make_filter(until="2026-05-01"), ["notes:a"]),
        (make_filter(since="2026-05-01", until="2026-05-02"), ["notes:a", "notes:b"]),
        (make_filter(path="deep/"), ["notes:deep/c"]),
    ],
)
def test_filters_narrow_down_what_counts(tmp_path: Path, within: Filter, expected: list[str]) -> None:
    pages = {
        "a": "---\ntype: decision\ndate: 2026-05-01\n---\nkettle\n",
        "b": "---\ntags: [sea]\ndate: 2026-05-02\n---\nkettle\n",
        "deep/c": "kettle\n",
    }
    assert sorted(found(ask(library_of(tmp_path, notes=pages), "kettle", within))) == expected


@pytest.mark.parametrize(("asked", "typed"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_filter_finds_a_tag_and_a_type_however_they_are_composed(tmp_path: Path, asked: Form, typed: Form) -> None:
    header = normalize(typed, "---\ntype: Idée\ntags: [été]\n---\n")
    library = library_of(tmp_path, notes={"a": f"{header}kettle\n", "b": "kettle #ete\n"})
    assert found(ask(library, "kettle", make_filter(tags=[normalize(asked, "Été")]))) == ["notes:a"]
    assert found(ask(library, "kettle", make_filter(types=[normalize(asked, "idée")]))) == ["notes:a"]


def test_a_filter_by_a_tag_lets_through_what_is_nested_in_it(tmp_path: Path) -> None:
    pages = {"a": "kettle #Project/Alpha/one\n", "b": "kettle #projects\n", "c": "kettle #x/project\n"}
    library = library_of(tmp_path, notes=pages)
    for asked in ("project", "#project/", "PROJECT/alpha"):
        assert found(ask(library, "kettle", make_filter(tags=[asked]))) == ["notes:a"]
    assert found(ask(library, "kettle", make_filter(tags=["project/a"]))) == []


@pytest.mark.parametrize("where", ["---\ntags: [privé]\n---\nkettle\n", "kettle #privé/health\n"])
@pytest.mark.parametrize(("configured", "typed"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_page_with_a_private_tag_stays_hidden_however_the_tag_is_composed(
    tmp_path: Path, where: str, configured: Form, typed: Form
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.md").write_text(normalize(typed, where), encoding="utf-8")
    config = MountConfig(name="notes", path=tmp_path / "notes", private_tags=(normalize(configured, "privé"),))
    library = Library([Mount(config)], tmp_path / "cache")
    assert ask(library, "kettle").hits == ()
    with pytest.raises(HiddenError):
        open_page(library, "notes:a")


def test_blocks_left_out_for_want_of_a_date_are_told(tmp_path: Path) -> None:
    pages = {"a": "kettle\n", "b": "---\ndate: 2026-05-02\n---\nkettle\n"}
    answer = ask(library_of(tmp_path, notes=pages), "kettle", make_filter(since="2026-01-01"))
    assert found(answer) == ["notes:b"]
    assert any("they have no date: 1" in notice for notice in answer.notices)


def test_blocks_that_the_question_never_met_are_not_told_as_left_out(tmp_path: Path) -> None:
    pages = {f"p{number}": f"zebra{number} grazing\n" for number in range(55)} | {
        "b": "---\ndate: 2026-05-02\n---\nkettle\n"
    }
    library, bound = library_of(tmp_path, notes=pages), make_filter(since="2024-01-01")
    assert [each for each in ask(library, "zebra1", bound).notices if "no date" in each] == [
        "blocks left out because they have no date: 1"
    ]
    assert not [each for each in ask(library, "kettle", bound).notices if "no date" in each]


def test_a_bound_below_nothing_is_refused() -> None:
    with pytest.raises(FilterError, match="snippet_chars is -5"):
        Request("kettle", snippet_chars=-5)
    with pytest.raises(FilterError, match="limit is -1"):
        Request("kettle", limit=-1)


def test_A20_a_tag_typed_as_no_is_a_tag(tmp_path: Path) -> None:
    pages = {"a": "---\ntags: [no, 2024]\n---\nkettle\n", "b": "kettle\n"}
    library = library_of(tmp_path, notes=pages)
    assert found(ask(library, "kettle", make_filter(tags=["no"]))) == ["notes:a"]
    assert found(ask(library, "kettle", make_filter(tags=["2024"]))) == ["notes:a"]


def test_scope_and_mount_choose_who_is_asked(tmp_path: Path) -> None:
    library = library_of(tmp_path, notes={"a": "kettle\n"}, work={"b": "kettle too\n"})
    assert sorted(found(ask(library, "kettle"))) == ["notes:a", "work:b"]
    assert found(ask(library, "kettle", scope="workspace")) == ["work:b"]
    assert found(ask(library, "kettle", mount="notes")) == ["notes:a"]
    with pytest.raises(FilterError):
        ask(library, "kettle", scope="global")
    with pytest.raises(AddressError):
        ask(library, "kettle", mount="nots")


def test_a_page_that_is_in_two_mounts_is_shown_once(tmp_path: Path) -> None:
    library = library_of(tmp_path, notes={"a": "kettle on the shelf\n"}, more={"copy": "kettle on the shelf\n"})
    assert len(ask(library, "kettle").hits) == 1


def test_two_days_noted_in_the_same_words_are_two_hits(tmp_path: Path) -> None:
    days = dict.fromkeys(("2024-01-01", "2024-02-02"), "standup cancelled\n")
    answer = ask(library_of(tmp_path, notes=days), "standup cancelled")
    assert sorted(found(answer)) == ["notes:2024-01-01", "notes:2024-02-02"]


def test_one_library_ranks_as_one_store_would(tmp_path: Path) -> None:
    texts = (f"{'kettle ' * (number % 3)}shelf {'pot ' * (number % 5)}word{number}\n" for number in range(12))
    pages = {f"p{number}": text for number, text in enumerate(texts)}
    one = library_of(tmp_path / "one", notes=pages)
    halves = [dict(list(pages.items())[start::2]) for start in (0, 1)]
    two = library_of(tmp_path / "two", first=halves[0], second=halves[1])
    for query in ("kettle shelf", "pot", "word7 kettle"):
        alone = [(hit.address.name, hit.score) for hit in ask(one, query, limit=12).hits]
        assert sorted(alone) == sorted((hit.address.name, hit.score) for hit in ask(two, query, limit=12).hits)


@pytest.mark.parametrize("text", ["", "   \t\n", "?!.,;", "*"])
def test_A18_a_query_without_words_finds_nothing_and_says_why(tmp_path: Path, text: str) -> None:
    answer = ask(library_of(tmp_path, notes={"a": "kettle\n"}), text)
    assert answer.hits == ()
    assert any("no word" in notice for notice in answer.notices)


def test_pages_beyond_the_bounds_are_told(tmp_path: Path) -> None:
    library = library_of(tmp_path, notes={"a": "kettle\n", "b": "kettle\n"})
    mount = library.mounts[0]
    bounded = Library([replace(mount, config=replace(mount.config, max_pages=1))], tmp_path / "other")
    assert any("pages of notes left out by its bounds: 1" in notice for notice in ask(bounded, "kettle").notices)


def test_a_page_without_a_body_is_found_by_its_title(tmp_path: Path) -> None:
    library = library_of(tmp_path, notes={"a": "---\ntitle: The blue kettle\nsummary: on the shelf\n---\n"})
    assert found(ask(library, "blue shelf")) == ["notes:a"]


def test_a_page_rewritten_while_it_is_read_is_answered_as_it_is_now(tmp_path: Path) -> None:
    library = library_of(tmp_path, notes={"edit": "kettle of copper\n"})
    library.sync_all()
    file = tmp_path / "notes" / "edit.md"
    armed = [True]

    def rewrite(event: str, arguments: tuple[object, ...]) -> None:
        if armed and event == "open" and str(arguments[0]).endswith("edit.md"):
            armed.clear()
            file.write_text("kettle of iron\n", encoding="utf-8")

    sys.addaudithook(rewrite)
    answer = ask(library, "kettle")
    assert not armed
    assert [hit.snippet.text.strip() for hit in answer.hits] == ["kettle of iron"]
    assert answer.hits[0].version == open_page(library, "edit").page.version


def test_a_mount_whose_folder_went_away_is_told_and_the_others_answer(tmp_path: Path) -> None:
    library = library_of(tmp_path, notes={"a": "kettle\n"}, work={"b": "kettle too\n"})
    library.sync_all()
    (tmp_path / "notes").rename(tmp_path / "away")
    for _ in range(2):
        answer = ask(library, "kettle")
        assert found(answer) == ["work:b"]
        assert answer.notices == (f"the folder of notes is not there: {tmp_path / 'notes'}",)
