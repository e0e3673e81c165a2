"""Block recall over whole mounts: what is searched, what is shown, and what the next call can do with it."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from filelock import FileLock

from vademecum.address import Address
from vademecum.config import MountConfig, Retriever
from vademecum.config.profiles import PROFILES
from vademecum.errors import AddressError, FilterError
from vademecum.index.contract import Filter
from vademecum.library import Library, Mount, open_page
from vademecum.page.display import shown
from vademecum.recall.blocks.answer import NO_KEYWORD, recall_blocks
from vademecum.recall.blocks.corpus import Kept, read_corpus
from vademecum.recall.pipeline import Answer, Hit, Request
from vademecum.recall.query import make_filter
from vademecum.recall.retrievers import answer, merged
from vademecum.recall.snippet import Snippet
from vademecum.recall.trace import Trace

TODAY = date(2026, 11, 30)
FILLER = {f"topics/filler-{n}": f"Filler {n} of no interest.\n" for n in range(8)}


def ago(days: int) -> str:
    return (TODAY - timedelta(days=days)).isoformat()


def write(folder: Path, pages: dict[str, str]) -> None:
    for name, text in pages.items():
        file = folder / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())


def library_of(tmp_path: Path, pages: dict[str, str], **knobs: object) -> Library:
    """A library of one mount in the notes profile."""
    return Library([mount_of(tmp_path, "notes", pages, **(dict(PROFILES["notes"]) | knobs))], tmp_path / "cache")


def mount_of(tmp_path: Path, name: str, pages: dict[str, str], **knobs: object) -> Mount:
    write(tmp_path / name, pages)
    return Mount(MountConfig(name=name, path=tmp_path / name, **knobs))  # type: ignore[arg-type]  # knobs by their names


def ask(library: Library, text: str, within: Filter | None = None, **more: object) -> Answer:
    request = replace(Request(text, within=within or Filter()), **more)  # type: ignore[arg-type]  # test knobs
    return recall_blocks(library, request, TODAY)


def found(given: Answer) -> list[str]:
    return [str(hit.address) for hit in given.hits]


def test_a_hit_is_a_block_with_its_facts_and_an_address_that_reopens_it_d36(tmp_path: Path) -> None:
    tools = "---\nauthor: Ada\n---\n# Tools\n\n## pnpm\n\nUse `corepack`.\n\n## node\n\nUse 22.\n"
    library = library_of(tmp_path, FILLER | {f"{ago(10)}/--D-Project-x--": tools})
    hit = ask(library, "corepack").hits[0]
    assert str(hit.address) == f"notes:{ago(10)}/--D-Project-x--#Tools > pnpm"
    assert (hit.date, hit.author, hit.retriever) == (ago(10), "Ada", "blocks")
    assert hit.snippet.text == "## pnpm\n\nUse `corepack`."
    opened = open_page(library, str(hit.address))
    assert hit.snippet.text in opened.text
    assert opened.page.version == hit.version
    assert hit.score == pytest.approx(math.fsum(part.value for part in hit.trace.parts), abs=1e-12)


def test_a_heading_above_counts_in_every_block_below_it_d27(tmp_path: Path) -> None:
    page = "# Harbour\n\n## Lights\n\nred\n\n## Gates\n\nshut\n"
    library = library_of(tmp_path, FILLER | {"topics/page": page})
    assert sorted(found(ask(library, "harbour"))) == [
        "notes:topics/page#Harbour > Gates",
        "notes:topics/page#Harbour > Lights",
    ]


def test_the_text_of_pages_that_recall_never_shows_counts_nowhere(tmp_path: Path) -> None:
    hidden = {
        "topics/a": "---\nprivate: true\n---\nneedle\n",
        "topics/b": "---\nsuperseded_by: c\n---\nneedle\n",
        "topics/c": "---\nforgotten: true\n---\nneedle\n",
    }
    library = library_of(tmp_path, FILLER | hidden)
    told = ask(library, "needle")
    assert (found(told), told.notices) == ([], ('no block holds "needle"',))
    assert found(ask(library_of(tmp_path / "two", hidden | {"topics/d": "needle\n"}), "needle")) == ["notes:topics/d"]


def test_diaries_leave_the_search_after_the_window_and_topics_never_do_d38(tmp_path: Path) -> None:
    pages = {
        f"{ago(45)}/x": "needle needle needle\n",
        f"{ago(46)}/x": "needle " * 4,
        "topics/old": "---\ndate: 2001-01-01\n---\nneedle\n",
    }
    library = library_of(tmp_path, FILLER | pages)
    assert sorted(found(ask(library, "needle"))) == [f"notes:{ago(45)}/x", "notes:topics/old"]
    assert "needle" in open_page(library, f"notes:{ago(46)}/x").text
    everything = library_of(tmp_path, {}, daily_window_days=0)
    assert len(ask(everything, "needle").hits) == 3


@pytest.mark.parametrize("folder", ["project-1", "archive-2025", "2026-02-30", "notes 2", "1", "2026"])
def test_a_folder_that_is_no_real_day_holds_longterm_pages_d6(tmp_path: Path, folder: str) -> None:
    library = library_of(tmp_path, FILLER | {f"{folder}/page": "needle\n"})
    assert ask(library, "needle").hits[0].score == pytest.approx(3 / (1 + 7 / ((8 * 25 + 7) / 9)), abs=1e-9)


@pytest.mark.parametrize("limit", [1, 10])
def test_the_best_longterm_block_is_added_below_the_diaries_d34(tmp_path: Path, limit: int) -> None:
    diaries = {f"{ago(1)}/p{n}": f"needle needle needle {n}\n" for n in range(limit)}
    pages = (
        diaries
        | {"topics/best": "needle needle\n", "topics/next": "needle\n"}
        | {f"topics/f{n}": "x " * 200 for n in range(50)}
    )
    hits = found(ask(library_of(tmp_path, pages), "needle", limit=limit))
    assert len(hits) == limit + 1
    assert hits[-1] == "notes:topics/best"
    without = library_of(tmp_path, {}, longterm_append=False)
    assert len(ask(without, "needle", limit=limit).hits) == limit


def test_a_filter_narrows_the_hits_and_changes_no_score(tmp_path: Path) -> None:
    pages = {
        f"{ago(3)}/x": "---\ntags: [sea]\n---\nneedle\n",
        "topics/a": "---\ntags: [sea]\n---\nneedle\n",
        "topics/b": "needle\n",
    }
    library = library_of(tmp_path, FILLER | pages)
    scores = {str(hit.address): hit.score for hit in ask(library, "needle").hits}
    tagged = ask(library, "needle", make_filter(tags=["sea"]))
    assert {str(hit.address): hit.score for hit in tagged.hits} == {
        name: score for name, score in scores.items() if name != "notes:topics/b"
    }
    dated = ask(library, "needle", make_filter(since=ago(5)))
    assert (found(dated), dated.notices) == ([f"notes:{ago(3)}/x"], ("blocks left out because they have no date: 2",))
    assert found(ask(library, "needle", make_filter(path="topics/", until="2026-12-31"))) == []


def test_the_same_text_in_two_mounts_is_shown_once(tmp_path: Path) -> None:
    pages = {"topics/a": "# A\n\nneedle\n"}
    mounts = [mount_of(tmp_path, "one", pages | FILLER), mount_of(tmp_path, "two", pages)]
    assert found(ask(Library(mounts, tmp_path / "cache"), "needle")) == ["one:topics/a#A"]


def test_two_days_noted_in_the_same_words_are_two_hits(tmp_path: Path) -> None:
    days = {f"{ago(back)}/log": "standup cancelled\n" for back in (1, 5)}
    assert sorted(found(ask(library_of(tmp_path, FILLER | days), "standup"))) == [
        f"notes:{ago(5)}/log",
        f"notes:{ago(1)}/log",
    ]


def test_statistics_are_those_of_all_mounts_asked_d29(tmp_path: Path) -> None:
    both = [mount_of(tmp_path, "one", {"a": "needle\n"}), mount_of(tmp_path, "two", {"b": "needle\n\n", **FILLER})]
    whole = mount_of(tmp_path, "whole", {"a": "needle\n", "b": "needle\n\n", **FILLER})
    split = ask(Library(both, tmp_path / "cache"), "needle")
    together = ask(Library([whole], tmp_path / "cache"), "needle")
    assert [hit.score for hit in split.hits] == [hit.score for hit in together.hits] != []


def test_dropped_absent_and_common_keywords_are_told_d33(tmp_path: Path) -> None:
    told = ask(library_of(tmp_path, FILLER | {"topics/a": "needle filler\n"}), "needle ghost filler w x y z").notices
    assert told[0] == "keywords capped to 5 (dropped: y, z)"
    assert told[1:] == (
        'no block holds "ghost"',
        'no block holds "w"',
        'no block holds "x"',
        '"filler" is in every block, so it tells none from another',
    )


@pytest.mark.parametrize("text", ["", "`` **"])
def test_without_a_keyword_there_is_no_answer_and_it_is_said(tmp_path: Path, text: str) -> None:
    told = ask(library_of(tmp_path, FILLER), text)
    assert (told.hits, told.notices) == ((), (NO_KEYWORD,))


def test_a_mount_or_scope_that_is_not_there_is_refused(tmp_path: Path) -> None:
    library = library_of(tmp_path, FILLER)
    with pytest.raises(AddressError):
        ask(library, "filler", mount="nowhere")
    with pytest.raises(FilterError):
        ask(library, "filler", scope="workspace")


def test_A43_what_was_kept_of_a_page_is_forgotten_when_it_changes_or_goes(tmp_path: Path) -> None:
    library, kept = library_of(tmp_path, FILLER | {"topics/a": "needle one\n", "topics/b": "other\n"}), Kept()

    def ask_again(text: str) -> list[str]:
        return found(recall_blocks(library, Request(text), TODAY, kept))

    assert ask_again("needle") == ["notes:topics/a"]
    write(tmp_path / "notes", {"topics/b": "needle two\n"})
    (tmp_path / "notes" / "topics" / "a.md").unlink()
    assert ask_again("needle") == ["notes:topics/b"]
    assert ask_again("one other") == []


def test_A43_a_page_that_is_kept_is_not_read_again(tmp_path: Path, reads: list[str]) -> None:
    notes, kept = mount_of(tmp_path, "notes", FILLER | {"topics/a": "needle\n"}), Kept()
    # Files that were just written are looked at again, lest a second change hide; to this clock they are old.
    library = Library([notes], tmp_path / "cache", clock_ns=lambda: time.time_ns() + 10**11)
    for keeper, expected in ((kept, 9), (kept, 0), (Kept(most_chars=0), 9), (kept, 0)):
        library.sync_all()
        reads.clear()
        assert recall_blocks(library, Request("ghost"), TODAY, keeper).hits == ()
        assert sum(path.endswith(".md") for path in reads) == expected


def test_A43_an_index_that_can_not_be_brought_in_step_hides_no_change(tmp_path: Path) -> None:
    notes, kept = mount_of(tmp_path, "notes", FILLER | {"topics/a": "needle one\n"}), Kept()
    library = Library([notes], tmp_path / "cache", wait=0.0)
    assert recall_blocks(library, Request("needle"), TODAY, kept).hits[0].snippet.text == "needle one"
    write(tmp_path / "notes", {"topics/a": "needle two and more\n"})
    with FileLock(library.index_path("notes").with_suffix(".lock")):
        told = recall_blocks(library, Request("needle"), TODAY, kept)
    assert [hit.snippet.text for hit in told.hits] == ["needle two and more"]
    assert told.notices[0].startswith("what changed in notes of late is not in this answer")


def test_a_page_that_could_not_be_read_once_is_found_when_it_can(tmp_path: Path) -> None:
    library, kept = library_of(tmp_path, FILLER | {"topics/a": "needle\n"}), Kept()
    library.sync_all()
    file, aside = tmp_path / "notes/topics/a.md", tmp_path / "a.md"
    file.rename(aside)  # the index knows it still
    assert len(read_corpus(library, library.mounts, TODAY, kept).blocks) == 8
    aside.rename(file)
    assert len(read_corpus(library, library.mounts, TODAY, kept).blocks) == 9


def test_of_too_many_pages_the_oldest_diaries_are_left_out_and_counted(tmp_path: Path) -> None:
    days = {f"{ago(age)}/x": "diary\n" for age in (0, 1, 2)}
    library = library_of(tmp_path, days | {"topics/a": "topic\n"})
    library.sync_all()
    corpus = read_corpus(library, library.mounts, TODAY, Kept(), most_pages=3)
    assert [block.place[1] for block in corpus.blocks] == ["topics/a", f"{ago(0)}/x", f"{ago(1)}/x"]
    assert corpus.beyond == 1


def test_an_index_of_other_rules_is_not_believed(tmp_path: Path) -> None:
    library = library_of(tmp_path, FILLER)
    assert not read_corpus(library, library.mounts, TODAY, Kept()).in_step
    library.sync_all()
    assert read_corpus(library, library.mounts, TODAY, Kept()).in_step


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of files that are opened, as the operating system is asked for them."""
    seen: list[str] = []
    real: Callable[..., int] = os.open

    def noted(path: object, *arguments: object, **more: object) -> int:
        seen.append(os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else "")
        return real(path, *arguments, **more)

    monkeypatch.setattr(os, "open", noted)
    return seen


def test_a_page_that_can_not_be_read_stops_no_other(tmp_path: Path) -> None:
    library = library_of(tmp_path, FILLER | {"topics/a": "needle\n", "topics/big": "needle " * 40}, max_page_bytes=200)
    assert found(ask(library, "needle")) == ["notes:topics/a"]


def test_a_folder_that_is_away_is_told_without_its_place_d11(tmp_path: Path) -> None:
    library = library_of(tmp_path, FILLER | {"topics/a": "needle\n"})
    library.sync_all()
    (tmp_path / "notes").rename(tmp_path / "elsewhere")
    told = ask(library, "needle")
    assert told.hits == ()
    assert "the folder of notes is not there" in told.notices
    assert not any(str(tmp_path) in notice for notice in told.notices)


# -- a generated library


def generated() -> dict[str, str]:
    """Pages with every kind of text that is awkward to quote, each block with a word of its own."""
    sizes = (900, 1000, 1001)
    pages = {
        f"{ago(2)}/--D-Project-x--": "# 工具链\n\n## pnpm\n\n“引号”和`tok0a`的**正文**\n\n## pnpm\n\n第二 tok0b\n",
        "topics/crlf": "# One\r\n\r\nfirst tok1a\r\nsecond `line`\r\n\r\n## Two\r\n\r\nlast tok1b\r\n",
        "topics/lead": "\n\n  indented tok2a\n\n# Then\n\nsaid tok2b\n",
        "topics/odd": "# a > b # ~2 %41 ^x\n\ntok3a 'single' \"double\"\n\n# 50%\n\ntok3b\n\n#\n\ntok3c\n",
        "topics/fence": "# Code\n\n```sh\n# no heading tok4a\n```\n\nTwo\nlines\n---\n\ntok4b\n",
        "topics/tabs": "# Tab\n\n\tcode tok5a\n\n> quote tok5b\n",
    }
    for number, size in enumerate(sizes):
        head, word = "# Long\n\n", f"tok6{number}"
        body = f"行 `x` “y”\n{'长 text ' * 200}"
        text = head + body[: size // 2] + f" {word} " + body[: size - len(head) - size // 2 - len(word) - 3] + "."
        assert len(text) == size
        pages[f"topics/long-{size}"] = f"{text}\n"
    return pages


WORDS = [f"tok{page}{block}" for page in range(6) for block in "abc"[: 3 if page == 3 else 2]] + [
    "tok60",
    "tok61",
    "tok62",
]


def test_every_hit_of_a_generated_library_reopens_with_its_snippet_byte_for_byte_h6(tmp_path: Path) -> None:
    library, kept = library_of(tmp_path, generated()), Kept()
    for word in WORDS:
        hits = recall_blocks(library, Request(word), TODAY, kept).hits
        assert hits, word
        opened = open_page(library, str(hits[0].address))
        assert word in hits[0].snippet.text.replace("`", "")
        assert hits[0].snippet.text in shown(opened.page, opened.block)
        assert opened.page.text.count(opened.page.text[hits[0].snippet.start : hits[0].snippet.end]) == 1
        assert hits[0].snippet.cut == (word == "tok62")
    second = recall_blocks(library, Request("tok0b"), TODAY, kept).hits[0]
    assert str(second.address).endswith("#工具链 > pnpm~2")


# -- which retriever answers


def notes_and_vault(tmp_path: Path) -> Library:
    notes = mount_of(tmp_path, "notes", FILLER | {"topics/a": "catalog\n", "topics/b": "log\n"}, **PROFILES["notes"])
    return Library([notes, mount_of(tmp_path, "vault", {"c": "# Logs\n\nA log of winds.\n"})], tmp_path / "cache")


def test_each_mount_is_asked_by_its_own_retriever_unless_the_request_names_one(tmp_path: Path) -> None:
    library = notes_and_vault(tmp_path)

    def by(**more: object) -> list[tuple[str, str]]:
        request = replace(Request("log winds"), **more)  # type: ignore[arg-type]  # test knobs
        return [(hit.address.name, hit.retriever) for hit in answer(library, request, TODAY).hits]

    assert sorted(by()) == [("c", "bm25"), ("topics/b", "blocks")]
    assert by(mount="notes") == [("topics/b", "blocks")]
    assert set(by(retriever="blocks")) <= {("c", "blocks"), ("topics/b", "blocks")}
    assert {retriever for _, retriever in by(retriever="bm25")} == {"bm25"}


def hit(name: str, retriever: Retriever, score: float = 1.0) -> Hit:
    """A hit of which only its place in a list matters."""
    nothing = Snippet("", 0, 0, 1, cut=False, of=0)
    return Hit(Address("m", name), name, None, "", "user", "", score, nothing, 0, Trace(()), retriever=retriever)


def names(hits: tuple[Hit, ...]) -> list[str]:
    return [each.address.name for each in hits]


def test_two_lists_are_merged_by_rank_and_never_by_score() -> None:
    words = [hit("a", "bm25", 40.0), hit("b", "bm25", 39.0)]
    blocks = [hit("x", "blocks", 0.5), hit("y", "blocks", 0.5)]
    assert names(merged(words, blocks, 3)) == ["a", "x", "b"]
    assert names(merged(words, [], 3)) == ["a", "b"]
    assert names(merged([], blocks, 1)) == ["x"]


def test_what_both_lists_hold_comes_first() -> None:
    assert names(merged([hit("a", "bm25"), hit("b", "bm25")], [hit("b", "blocks")], 5)) == ["b", "a"]


def test_the_added_seat_is_added_to_merged_lists_too_d34() -> None:
    day = "2026-11-29"
    words = [hit("w1", "bm25"), hit("w2", "bm25")]
    blocks = [hit(f"{day}/a", "blocks"), hit(f"{day}/b", "blocks"), hit("topics/seat", "blocks")]
    assert names(merged(words, blocks, 2))[-1] == "topics/seat"
    assert len(merged(words, blocks, 2)) == 3
