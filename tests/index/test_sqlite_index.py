from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import apsw
import pytest

from vademecum.errors import IndexDamagedError, IndexFailedError
from vademecum.index.connections import MemoryConnections
from vademecum.index.contract import BlockRow, Changes, Fields, Filter, Held, Index, Known, Lengths, PageRow, Totals
from vademecum.index.sqlite import SqliteIndex, memory_index, open_index
from vademecum.page import Link, Problem, digest_of
from vademecum.store.contract import Stamp

ALL = Filter()
STAMP = Stamp(10, 20, 30, 2**64 - 1)


def block(nth: int, text: str, date: str | None = None, crumb: tuple[str, ...] = ("Top", "Part")) -> BlockRow:
    terms = text.split(" ")
    return BlockRow(crumb, nth, nth, 0, len(text), date, Fields(body=terms), Lengths(body=len(terms)))


def page(name: str, *texts: str, date: str | None = None) -> PageRow:
    blocks = tuple(block(nth, text, date) for nth, text in enumerate(texts, 1))
    digest = digest_of("\n".join(texts).encode())
    return PageRow(name, digest, STAMP, name, "", None, date, None, (), (), {}, (), (), blocks=blocks)


def filled(index: SqliteIndex, *pages: PageRow) -> SqliteIndex:
    index.apply(Changes(pages=pages), fingerprint="rules")
    return index


def proposed(index: SqliteIndex, terms: str, within: Filter = ALL, limit: int = 100) -> list[tuple[str, int]]:
    with index.view() as view:
        return [(each.name, each.nth) for each in view.propose(terms.split(" "), limit=limit, within=within)]


def totals(index: SqliteIndex, *terms: str) -> Totals:
    with index.view() as view:
        return view.totals(terms)


def test_rows_of_other_rules_take_no_part_of_a_sync(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x"))
    assert index.apply(Changes(pages=[page("b", "y")]), fingerprint="rules", partial=True)
    assert not index.apply(Changes(pages=[page("c", "z")]), fingerprint="others", partial=True)
    index.clear()
    assert not index.apply(Changes(removed=["a"], pages=[page("c", "z")]), fingerprint="rules", partial=True)
    with index.view() as view:
        assert (list(view.pages(ALL)), view.fingerprint) == ([], "")
    assert index.apply(Changes(pages=[page("d", "w")]), fingerprint="rules")


def test_a_page_comes_back_as_it_was_given_without_its_terms(tmp_path: Path) -> None:
    row = replace(
        page("a/b", "x y", "z"),
        type="Note",
        author="me",
        tags=("One", "two"),
        aliases=("bee",),
        meta={"k": ["v", {"deep": "w"}]},
        links=(Link("wiki", "c", None, "see", 3, 4, 9),),
        problems=(Problem("code", 1, 2, "odd"),),
        chars=7,
    )
    row = replace(row, blocks=(*row.blocks, block(1, "q", crumb=("two\nlines", "[x]", "")), block(2, "r", crumb=())))

    with filled(open_index(tmp_path / "i.db"), row).view() as view:
        assert view.page("a/b") == replace(row, blocks=tuple(replace(each, terms=Fields()) for each in row.blocks))
        assert list(view.pages(ALL)) == [replace(row, blocks=())]
        assert view.page("a") is None


def test_a_candidate_carries_what_scoring_needs(tmp_path: Path) -> None:
    row = page("a", "x y x", date="2024-02-03")

    with filled(open_index(tmp_path / "i.db"), row).view() as view:
        [found] = view.propose(["x"], limit=5, within=ALL)

    assert (found.name, found.crumb, found.nth, found.line, found.start, found.end) == (
        "a",
        ("Top", "Part"),
        1,
        1,
        0,
        5,
    )
    assert (found.date, found.digest, found.lengths) == ("2024-02-03", row.digest, Lengths(body=3))
    assert found.record == b" y \x1e x\x1f00002 "


def test_totals_follow_every_change(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x y", "x"), page("b", "x x z"))
    assert totals(index, "x", "y", "none") == Totals(3, Lengths(body=6), {"x": 3, "y": 1})

    index.apply(Changes(pages=[page("a", "y")], removed=["b", "never there"]), fingerprint="rules")

    assert totals(index, "x", "y", "z") == Totals(1, Lengths(body=1), {"y": 1})


@pytest.mark.parametrize("place", ["file", "memory"])
def test_A18_every_term_finds_its_own_block_and_no_other(tmp_path: Path, place: str) -> None:
    nasty = ["c++", "node.js", "v0.2.1", "a@b.c", "src/x.py", "=running", 'say"hi"', '"', "it's", "a:b", "NEAR", "near"]
    nasty += ["OR", "(x", "{y}", "-z", "^a", "*", "terms:x", "Straße", "É", "é", "日本", "a\u00a0b", "\x7f", "\ufeff"]
    nasty += [*string.punctuation, *string.ascii_letters]
    nasty = list(dict.fromkeys(nasty))
    index = open_index(tmp_path / "i.db") if place == "file" else memory_index()

    filled(index, *(page(f"{number:03}", term) for number, term in enumerate(nasty)))

    assert [proposed(index, term) for term in nasty] == [[(f"{number:03}", 1)] for number in range(len(nasty))]
    assert len(proposed(index, " ".join(nasty[:40]))) == 40


def test_the_engine_cuts_text_into_exactly_the_given_terms(tmp_path: Path) -> None:
    words = ['a"b', "a'b", "A", "a", "x.y", "É", "é", "中文", "`", "\\", "\x7f", "(", "a" * 300]
    filled(open_index(tmp_path / "i.db"), page("a", " ".join(words)))

    connection = apsw.Connection(str(tmp_path / "i.db"))
    connection.execute("create virtual table temp.words using fts5vocab('main', 'fts', 'row')")
    seen = {term for (term,) in connection.execute("select term from temp.words")}

    assert seen == {*words, "\x01a"} - {"A"}


@pytest.mark.parametrize("others", [(), ("first",)], ids=["in an empty index", "beside another page"])
def test_a_term_with_capitals_is_counted_like_any_other(tmp_path: Path, others: tuple[str, ...]) -> None:
    index = filled(open_index(tmp_path / "i.db"), *(page(name, "x") for name in others))
    filled(index, page("a", "Upper lower", "Upper UPPER"), page("b", "UPPER"))
    assert totals(index, "Upper", "UPPER", "lower", "upper").frequency == {"Upper": 2, "UPPER": 2, "lower": 1}


def test_what_can_be_no_term_is_found_nowhere(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x y"))

    with index.view() as view:
        assert view.propose(["", " ", "x y", "\n", "\ud800"], limit=5, within=ALL) == []
        assert view.totals(["", "x y", "\ud800"]).frequency == {}
        assert view.propose([], limit=5, within=ALL) == []
        assert view.propose(["x"], limit=0, within=ALL) == []


def test_a_hidden_page_is_listed_but_leaves_no_trace_in_search(tmp_path: Path) -> None:
    secret = replace(page("s", "x secret"), hidden="private")
    index = filled(open_index(tmp_path / "i.db"), page("a", "x"), secret)

    assert totals(index, "secret", "x") == Totals(1, Lengths(body=1), {"x": 1})
    assert proposed(index, "secret x") == [("a", 1)]
    with index.view() as view:
        assert list(view.pages(ALL)) == [replace(page("a", "x"), blocks=()), replace(secret, blocks=())]


def test_pages_are_counted_by_why_they_are_hidden_and_odd_ones_are_given(tmp_path: Path) -> None:
    odd = replace(page("b", "x"), chars=3, problems=(Problem("nul", 1, 2, "odd"),))
    secret = replace(page("s", "x"), chars=40, hidden="private", problems=odd.problems)
    index = filled(open_index(tmp_path / "i.db"), secret, odd, replace(page("a", "x"), chars=5))

    with index.view() as view:
        assert view.held() == {None: Held(2, 8), "private": Held(1, 40)}
        assert view.odd() == [replace(odd, blocks=()), replace(secret, blocks=())]


@pytest.mark.parametrize("others", [(), ("z",)])
def test_of_two_rows_of_a_name_far_apart_the_last_one_stays(tmp_path: Path, others: tuple[str, ...]) -> None:
    index = filled(open_index(tmp_path / "i.db"), *(page(name, "old") for name in others))
    between = (page(f"p{nth}", "x") for nth in range(600))

    filled(index, page("a", "first"), *between, page("a", "second"))

    assert totals(index, "first", "second").frequency == {"second": 1}


def test_a_page_that_becomes_hidden_takes_its_terms_away(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x"))

    filled(index, replace(page("a", "x"), hidden="forgotten"))

    assert totals(index, "x") == Totals(0, Lengths(), {})
    assert proposed(index, "x") == []


def test_filters_choose_before_the_limit_counts(tmp_path: Path) -> None:
    common = [page(f"n{number}", "x x x") for number in range(30)]
    rare = replace(page("log/day", "x y y y", date="2024-05-05"), type="Diary", tags=("Kind",))
    index = filled(open_index(tmp_path / "i.db"), *common, rare)

    for within in (
        Filter(types=frozenset({"DIARY", "other"})),
        Filter(tags=frozenset({"kind", "other"})),
        Filter(path="log/"),
        Filter(since="2024-05-05", until="2024-05-05"),
        Filter(types=frozenset({"diary"}), tags=frozenset({"KIND"}), path="l", since="2024-01-01"),
    ):
        assert proposed(index, "x", within, limit=1) == [("log/day", 1)]
        with index.view() as view:
            assert [row.name for row in view.pages(within)] == ["log/day"]


def test_what_stands_beside_a_proposed_block_is_given_once_and_never_across_pages(tmp_path: Path) -> None:
    pages = page("a", "x", "y", "z", "x", date="2024-01-01"), page("b", "y"), page("c", "y", "x", "y")
    with filled(open_index(tmp_path / "i.db"), *pages).view() as view:
        found = view.propose(["x"], limit=9, within=ALL)
        assert {(each.name, each.nth) for each in found} == {("a", 1), ("a", 4), ("c", 2)}
        beside = {(each.name, each.nth) for each in view.beside(found, ALL)}
        assert beside == {("a", 2), ("a", 3), ("c", 1), ("c", 3)}
        dated = view.beside(found, Filter(since="2023-01-01"))
        assert {(each.name, each.nth) for each in dated} == {("a", 2), ("a", 3)}
        assert view.beside([], ALL) == view.beside([found[0]._replace(nth=7)], ALL) == []
        view.propose(["y"], limit=9, within=ALL)
        assert [(each.name, each.nth) for each in view.beside(found, ALL)] == [("a", 3)]


def test_blocks_that_bear_a_mark_are_proposed_beside_the_others(tmp_path: Path) -> None:
    said = [page(f"s{number}", "~ann ann common") for number in range(5)]
    rare = [page(f"r{number}", "rare rare common" if number % 2 else "rare") for number in range(20)]
    index = filled(open_index(tmp_path / "i.db"), *said, *rare, page("only", "~ann ann"))
    with index.view() as view:
        terms = ["rare", "common", "ann"]
        alone = {each.name for each in view.propose(terms, limit=5, within=ALL)}
        both = {each.name for each in view.propose(terms, limit=5, within=ALL, bearing=["~ann", "~bob"])}
        assert view.propose(["ann"], limit=5, within=ALL, bearing=["~ann"]) == view.propose(
            ["ann"], limit=5, within=ALL
        )
    assert both - alone <= {each.name for each in said}
    assert {each.name for each in said} <= both


def test_of_equal_matches_the_shorter_block_is_proposed_first(tmp_path: Path) -> None:
    long = " ".join(f"w{number}" for number in range(300))
    index = filled(open_index(tmp_path / "i.db"), page("long", f"x x {long}"), page("short", "x y"))
    assert proposed(index, "x") == [("short", 1), ("long", 1)]


def test_a_path_filter_takes_its_characters_literally(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a_b/c", "x"), page("axb/c", "x"), page("A_b/c", "x"))

    assert proposed(index, "x", Filter(path="a_")) == [("a_b/c", 1)]


def test_undated_blocks_never_meet_a_date_and_are_counted(tmp_path: Path) -> None:
    dated, bare = page("d", "x", "x", date="2024-05-05"), page("u", "x", "x", "x")
    index = filled(open_index(tmp_path / "i.db"), dated, bare)

    assert proposed(index, "x", Filter(until="2025-01-01")) == proposed(index, "x", Filter(path="d"))
    with index.view() as view:
        assert view.count_undated(Filter(since="2030-01-01"), ["x", "y"]) == 3
        assert view.count_undated(Filter(since="2030-01-01", path="d"), ["x"]) == 0
        assert view.count_undated(ALL, ["x"]) == 0


def test_undated_blocks_that_the_terms_never_meet_are_not_counted(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("u", "x", "y", "x z"), page("d", "x", date="2024-05-05"))
    bound = Filter(since="2024-01-01")
    with index.view() as view:
        assert [view.count_undated(bound, terms) for terms in (["x"], ["z"], ["z", "y"], ["w"], [])] == [2, 1, 2, 0, 0]


def test_a_page_lies_within_dates_by_any_of_its_blocks(tmp_path: Path) -> None:
    row = replace(page("a"), blocks=(block(1, "x"), block(2, "x", "2024-05-05")))

    with filled(open_index(tmp_path / "i.db"), row).view() as view:
        assert [found.name for found in view.pages(Filter(since="2024-05-01"))] == ["a"]
        assert list(view.pages(Filter(since="2024-06-01"))) == []


def test_known_says_stamp_digest_and_whether_it_is_settled(tmp_path: Path) -> None:
    index, later = open_index(tmp_path / "i.db"), Stamp(1, -2, 3, 4)
    pages = [page("a", "x"), page("b", "y")]
    index.apply(Changes(pages=pages, unsettled=frozenset({"a"})), fingerprint="rules")
    with index.view() as view:
        assert view.known() == {"a": Known(STAMP, pages[0].digest, False), "b": Known(STAMP, pages[1].digest, True)}

    index.apply(
        Changes(restamped={"a": later, "b": later, "gone": later}, unsettled=frozenset("b")), fingerprint="rules"
    )

    with index.view() as view:
        assert view.known() == {"a": Known(later, pages[0].digest, True), "b": Known(later, pages[1].digest, False)}


def test_the_digest_tells_stores_apart_and_not_their_histories(tmp_path: Path) -> None:
    first = filled(open_index(tmp_path / "1.db"), page("a", "x"), page("b", "y"))
    second = filled(filled(open_index(tmp_path / "2.db"), page("b", "y")), page("a", "x"))

    with first.view() as one, second.view() as two:
        assert one.digest == two.digest
    filled(second, page("a", "y"))
    with first.view() as one, second.view() as two:
        assert one.digest != two.digest


def test_the_last_of_two_rows_of_one_name_stays(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x"), page("a", "y"))

    assert totals(index, "x", "y") == Totals(1, Lengths(body=1), {"y": 1})


def test_when_reading_the_pages_fails_nothing_is_applied(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x"))

    def pages() -> Iterator[PageRow]:
        yield from (page(f"p{number}", "y") for number in range(2000))
        raise OSError("the store went away")

    with pytest.raises(OSError, match="went away"):
        index.apply(Changes(pages=pages(), removed=["a"]), fingerprint="new")
    with index.view() as view:
        assert (view.fingerprint, list(view.known())) == ("rules", ["a"])
    assert proposed(filled(index, page("b", "y")), "y") == [("b", 1)]


def test_a_bad_term_is_refused_and_harms_nothing(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x"))

    with pytest.raises(ValueError, match="no index term"):
        filled(index, page("b", "fine bad\tterm"))

    assert totals(index, "x", "fine").frequency == {"x": 1}


@pytest.mark.parametrize("place", ["file", "memory"])
def test_a_view_keeps_its_moment_while_the_index_changes(tmp_path: Path, place: str) -> None:
    index = filled(open_index(tmp_path / "i.db") if place == "file" else memory_index(), page("a", "x"))

    with index.view() as before:
        filled(index, page("a", "y"), page("b", "x"))
        with index.view() as after:
            assert [found.name for found in after.propose(["x"], limit=9, within=ALL)] == ["b"]
        assert [found.name for found in before.propose(["x"], limit=9, within=ALL)] == ["a"]
        assert before.totals(["x"]).blocks == 1
        assert list(before.known()) == ["a"]


def test_nothing_is_copied_of_an_index_in_memory_while_somebody_writes_it() -> None:
    connections = MemoryConnections()
    count = "select count(*) from df"
    with connections.writing() as writer:
        # It stands in no transaction, as in the moment before one begins.
        writer.execute("insert into df values ('a', 1)")
        early = connections.reader()
        assert early.execute(count).get == 0
        connections.give_back(early)
    late = connections.reader()
    assert late.execute(count).get == 1
    with connections.writing() as writer:
        writer.execute("begin; insert into df values ('b', 1)")  # it ends without a commit, as when a rollback fails
    assert connections.reader().execute(count).get == 1


def test_an_index_in_memory_is_left_for_a_new_one_only_when_nobody_takes_a_reader() -> None:
    connections, seen = MemoryConnections(), list[int]()
    with connections.writing() as writer:
        writer.execute("insert into df values ('a', 1)")
    with connections._lock:
        other = Thread(target=connections.condemn)
        other.start()
        # It waits for the lock, so that what is read here is all of one index.
        seen += (connections.reader().execute("select count(*) from df").get for _ in range(3))
    other.join()
    assert seen == [1, 1, 1]
    assert connections.reader().execute("select count(*) from df").get == 0


@pytest.mark.parametrize("place", ["file", "memory"])
def test_pages_may_be_read_from_the_index_that_takes_them(tmp_path: Path, place: str) -> None:
    index = filled(open_index(tmp_path / "i.db") if place == "file" else memory_index(), page("a", "x"))

    def pages() -> Iterator[PageRow]:
        for _ in range(2):
            with index.view() as view:
                yield page("b", *["x"] * view.totals(["x"]).frequency["x"])

    index.apply(Changes(pages=pages()), fingerprint="rules")

    assert proposed(index, "x") == [("a", 1), ("b", 1)] or proposed(index, "x") == [("b", 1), ("a", 1)]


def test_a_view_that_has_ended_answers_no_more(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), *(page(f"{number:04}", "x") for number in range(1200)))
    with index.view() as view:
        rows = view.pages(ALL)
        next(rows)

    with pytest.raises(IndexFailedError):
        view.known()
    with pytest.raises(IndexFailedError):
        list(rows)
    with index.view() as view:
        assert [row.name for row in view.pages(ALL)] == [f"{number:04}" for number in range(1200)]


def test_clear_forgets_everything(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x"))

    index.clear()

    with index.view() as view:
        assert (view.fingerprint, view.digest, view.known()) == ("", "0" * 64, {})
    assert totals(filled(index, page("b", "x")), "x") == Totals(1, Lengths(body=1), {"x": 1})


def test_ties_are_settled_by_length_and_address_whatever_the_order_of_writing(tmp_path: Path) -> None:
    pages = [page(f"p{number}", " ".join(["x", "y", "z"][: number % 3 + 1])) for number in range(300)]
    first = filled(open_index(tmp_path / "1.db"), *pages)
    second = filled(open_index(tmp_path / "2.db"), *reversed(pages))

    few = proposed(first, "x", limit=20)

    assert few == proposed(second, "x", limit=20) == proposed(first, "x", limit=300)[:20]
    assert {int(name[1:]) % 3 for name, _ in few} == {0}


def test_long_records_end_the_list_early_but_not_before_fifty(tmp_path: Path) -> None:
    long = " ".join(f"{'w' * 40}{number}" for number in range(100))
    index = filled(open_index(tmp_path / "i.db"), *(page(f"p{number}", f"x {long}") for number in range(70)))

    assert len(proposed(index, "x")) == 50
    filled(index, *(page(f"s{number}", "x") for number in range(30)))
    assert len(proposed(index, "x")) == 30 + 46  # records of 5 and of 4,295 bytes


def test_a_closed_index_opens_again_with_all_it_had(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "new" / "folders" / "i.db"), page("a", "x"))
    index.close()
    index.close()

    assert sorted(each.name for each in (tmp_path / "new" / "folders").glob("i.db*")) == ["i.db", "i.db.lock"]
    assert proposed(open_index(tmp_path / "new" / "folders" / "i.db"), "x") == [("a", 1)]


def test_read_only_makes_nothing_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(IndexFailedError) as caught:
        open_index(tmp_path / "none" / "i.db", read_only=True)
    assert not isinstance(caught.value, IndexDamagedError)
    assert list(tmp_path.iterdir()) == []

    filled(open_index(tmp_path / "i.db"), page("a", "x")).close()
    index = open_index(tmp_path / "i.db", read_only=True)

    assert proposed(index, "x") == [("a", 1)]
    with pytest.raises(IndexFailedError):
        index.clear()


def test_a_writer_that_waits_in_vain_says_so(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db", wait=0), page("a", "x"))
    other = apsw.Connection(str(tmp_path / "i.db"))
    other.execute("begin immediate")

    with pytest.raises(IndexFailedError, match="another program"):
        filled(index, page("b", "x"))

    assert proposed(index, "x") == [("a", 1)]
    other.execute("rollback")
    assert len(proposed(filled(index, page("b", "x")), "x")) == 2


def test_what_was_written_is_in_the_file_before_the_last_close_locks_readers_out(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x"))
    beside = apsw.Connection(str(tmp_path / "i.db"))  # so that this is not the last close
    assert beside.pragma("user_version")
    index.close()
    # The file alone, without the journal.
    (tmp_path / "copy.db").write_bytes((tmp_path / "i.db").read_bytes())

    assert proposed(open_index(tmp_path / "copy.db"), "x") == [("a", 1)]


def test_blocks_of_very_few_terms_are_ranked_too(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("one", "x"), page("two", "x x"), page("both", "x y"), page("no"))

    first, *others = [name for name, _ in proposed(index, "x y none")]
    assert (first, set(others)) == ("both", {"one", "two"})


def test_writing_from_within_the_reading_of_pages_is_refused_and_harms_nothing(tmp_path: Path) -> None:
    index = filled(open_index(tmp_path / "i.db"), page("a", "x"))

    def pages() -> Iterator[PageRow]:
        index.apply(Changes(), fingerprint="inner")
        yield page("b", "x")

    with pytest.raises(IndexFailedError):
        index.apply(Changes(pages=pages()), fingerprint="outer")

    assert proposed(index, "x") == [("a", 1)]


def test_it_is_an_index_as_the_contract_says(tmp_path: Path) -> None:
    indexes: list[Index] = [open_index(tmp_path / "i.db"), memory_index()]

    for index in indexes:
        with index.view() as view:
            assert (view.fingerprint, view.totals([])) == ("", Totals(0, Lengths(), {}))
        index.close()
