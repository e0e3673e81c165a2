"""M: a folder of notes mounted as it is, with contents page, seeds and triggers, under ``markdown-memory``."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from vademecum.memory import Memory
from vademecum.surfaces.hooks.transcript import pages_in

if TYPE_CHECKING:
    from tests.profiles.conftest import Person
    from vademecum.context.giving import Given

CONTENTS = "# Memory\n\n- [Tides](tides.md) — when the water is low\n- [潮位](潮位.md) — 港口\n"


@pytest.fixture
def profile() -> str:
    return "markdown-memory"


def note(text: str, *, name: str = "", seed: bool = False) -> str:
    head = [f"name: {name}"] if name else []
    head += ["metadata:", "  seed: true"] if seed else []
    return "\n".join(["---", *head, "---", "", text, ""])


def paths_in(given: Given) -> list[str]:
    """The paths of the list, as the section gives them."""
    found = re.search(r"paths of: kept\n\n(.*?)\n</record-", given.text, re.DOTALL)
    return found[1].split(", ") if found else []


def test_m11_the_section_has_title_directory_guidance_contents_page_count_note_and_paths_in_order(
    person: Person,
) -> None:
    person.write_all({"MEMORY.md": CONTENTS, "tides.md": note("Low at six."), "projects/alpha.md": note("Alpha.")})
    text = person.text("index")
    parts = (
        "# Memory: kept",
        f"Directory: {person.store}\n",
        "One file a memory:",
        "Read the file before you rely on its line",
        "[[name]] is the file",
        "## MEMORY.md\n",
        f"\n\n{CONTENTS.strip()}\n</record-",
        "## 2 memory files\n",
        "Paths are relative",
        "projects/alpha.md, tides.md\n",
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_m3_m15_the_contents_page_is_given_word_for_word_and_the_same_memory_gives_the_same_bytes(
    person: Person,
) -> None:
    page = CONTENTS + "\n\n* odd   spaces,\ttabs and <tags>\n"
    person.write_all({"MEMORY.md": page, "tides.md": note("Low at six.")})
    text = person.text()
    assert page.strip("\n") in text
    assert person.text() == text


def test_m3_any_map_of_content_may_be_the_contents_page(person: Person) -> None:
    person.configure(mount='index_file = "Home.md"')
    person.write_all({"Home.md": CONTENTS, "MEMORY.md": note("One of many.")})
    given = person.given("index")
    assert [page.page for page in given.pages] == ["kept:Home"]
    assert paths_in(given) == ["MEMORY.md"]


def test_m12_the_list_has_pages_alone_in_order_of_path_without_the_contents_page(person: Person) -> None:
    person.write_all({"MEMORY.md": CONTENTS, "b.md": note("B"), "a/z.md": note("Z"), "a/map.png": "no page"})
    assert paths_in(person.given("index")) == ["a/z.md", "b.md"]


def test_m13_what_a_bound_leaves_out_is_counted_in_the_section(person: Person) -> None:
    person.configure(mount="max_depth = 2", channels="[channels.index]\nmax_listed = 3")
    person.write_all({f"note {number}.md": note("N") for number in range(5)})
    person.write_all({"a/b/c/deep.md": note("Deep")})
    given = person.given("index")
    assert paths_in(given) == ["note 0.md", "note 1.md", "note 2.md"]
    assert "3 notes are left out of this list" in given.text


def test_m13_a_list_within_all_bounds_leaves_nothing_out(person: Person) -> None:
    person.write("a.md", note("A"))
    assert "left out" not in person.text("index")


@pytest.mark.parametrize("most", [900, 1_500, 3_000, 5_000])
def test_m14_the_whole_section_stays_within_its_bytes_and_the_list_is_cut_first(person: Person, most: int) -> None:
    person.configure(channels=f"[channels.index]\nmax_bytes = {most}")
    lines = "\n".join(f"- 潮位 {number} 🙂" for number in range(60))
    person.write("MEMORY.md", f"# Contents\n\n{lines}\n")
    person.write_all({f"笔记 {number}.md": note("N") for number in range(300)})
    given = person.given("index")
    section = given.text[given.text.index("# Memory") : given.text.rindex(">") + 1]
    assert len(section.encode()) <= most
    (contents,) = given.pages
    assert given.listed == 0 or contents.is_whole
    assert given.left_out["pages not listed"] == 300 - given.listed > 0
    assert (given.left_out.get("index pages in part", 0) == 1) == (not contents.is_whole)
    assert f"{given.listed} of 300 other pages shown; recall what is missing" in given.text


def test_m14_nothing_is_cut_inside_a_character_and_a_part_says_how_much_it_is(person: Person) -> None:
    person.configure(channels="[channels.index]\nmax_bytes = 1500")
    person.write("MEMORY.md", "\n".join("潮位🙂" * 5 for _ in range(80)))
    given = person.given("index")
    kept = given.text.split("lines\n\n")[1].split("\n</record-")[0].split("\n")
    assert set(kept) == {"潮位🙂" * 5}
    assert f"shown: {len(kept)} of 80 lines" in given.text


def test_m16_m17_seeds_are_given_whole_each_after_the_name_by_which_it_is_known(person: Person) -> None:
    person.write("projects/alpha.md", note("# Alpha\n\nShips in May.", name="alpha", seed=True))
    text = person.text("seeds")
    assert re.search(r"<record-\w+>\nseed: kept:projects/alpha\n[^<]*\n\n# Alpha\n\nShips in May\.\n</record-", text)
    assert "metadata" not in text


def test_m4_a_mark_at_the_top_of_a_header_makes_no_seed(person: Person) -> None:
    person.write("a.md", "---\nseed: true\n---\n\nNot a seed.\n")
    assert person.given("seeds").pages == ()


def test_m18_m19_a_seed_that_is_too_large_is_left_out_whole_and_a_later_one_still_fits(person: Person) -> None:
    person.configure(channels="[channels.seeds]\nmax_bytes = 1000")
    person.write_all(
        {f"{name}.md": note(name * size, seed=True) for name, size in (("a", 300), ("b", 2_000), ("c", 300))}
    )
    given = person.given("seeds")
    assert [page.page for page in given.pages] == ["kept:a", "kept:c"]
    assert "b" * 20 not in given.text
    assert given.left_out == {"seeds": 1}
    assert "2 of 3 seeds shown; recall what is missing" in given.text


def test_m18_seeds_are_measured_in_bytes(person: Person) -> None:
    person.configure(channels="[channels.seeds]\nmax_bytes = 1000")
    person.write("a.md", note("潮" * 320, seed=True))
    assert person.given("seeds").pages == ()
    person.write("a.md", note("x" * 320, seed=True))
    assert len(person.given("seeds").pages) == 1


def test_m7_giving_writes_nothing_to_the_store(person: Person) -> None:
    person.write_all({"MEMORY.md": CONTENTS, "a.md": note("A", seed=True)})
    before = {file: file.read_bytes() for file in person.store.rglob("*") if file.is_file()}
    assert person.text()
    assert {file: file.read_bytes() for file in person.store.rglob("*") if file.is_file()} == before


def test_rule_7_what_a_section_gives_is_known_again_by_its_frames(person: Person) -> None:
    person.write_all({"MEMORY.md": CONTENTS, "a.md": note("A", seed=True), "b.md": note("B")})
    assert [page for page, _, _ in pages_in(person.text())] == ["kept:a", "kept:MEMORY"]


def test_rule_8_a_section_moves_with_its_store_alone(person: Person) -> None:
    person.write_all({"MEMORY.md": CONTENTS, "a.md": note("A", seed=True)})
    texts = {channel: person.text(channel) for channel in ("seeds", "index")}
    person.write("a.md", note("A, and more", seed=True))
    assert person.text("seeds") != texts["seeds"]
    assert person.text("index") == texts["index"]


def test_nothing_else_is_ever_said_unasked(person: Person) -> None:
    person.write_all({"MEMORY.md": CONTENTS, "SOUL.md": note("I am."), "log.md": "## [2026-03-01] note | tide\n"})
    given = person.given()
    assert [portion.channel for portion in given.portions] == ["seeds", "index"]
    assert "I am." not in given.text


def test_a_folder_that_goes_away_gives_nothing_and_no_error(person: Person) -> None:
    person.write("MEMORY.md", CONTENTS)
    assert person.text()
    shutil.rmtree(person.store)
    assert person.given(sync=False).text == ""


def test_agents_never_write_to_it(person: Person) -> None:
    memory = Memory.open(cwd=person.root / "project")
    assert memory.library.mount("kept").config.writable is False
    memory.close()
