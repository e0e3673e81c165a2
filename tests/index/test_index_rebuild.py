from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
from hypothesis import given, settings, strategies as st

from vademecum.index.contract import BlockRow, Changes, Fields, Filter, Lengths, PageRow
from vademecum.index.record import unpack
from vademecum.index.sqlite import SqliteIndex, open_index
from vademecum.page import digest_of
from vademecum.store.contract import Stamp

TERMS = ("a", "b", "ab", "a-b", '"', "A", "中", "中国")
QUERIES = (["a"], ["b", "中"], ["A", "a-b", '"'], list(TERMS))
FILTERS = (Filter(), Filter(path="p"), Filter(tags=frozenset({"t"})), Filter(since="2024-06-01"))

FIELDS = st.builds(Fields, *(st.lists(st.sampled_from(TERMS), max_size=3) for _ in range(5)))
DATES = st.sampled_from([None, "2024-01-01", "2024-12-31"])
BLOCKS = st.lists(st.tuples(FIELDS, DATES), max_size=4)
NAMES = st.sampled_from(["p/1", "p/2", "q/1", "q/2", "r"])
HIDDEN = st.sampled_from([None, None, "private"])
TAGS = st.sampled_from([(), ("T",)])


def page(
    name: str, blocks: list[tuple[Fields, str | None]], hidden: str | None = None, tags: tuple[str, ...] = ()
) -> PageRow:
    rows = tuple(
        BlockRow(("h",), nth, nth, 0, 9, date, terms, Lengths(*map(len, terms)))
        for nth, (terms, date) in enumerate(blocks, 1)
    )
    digest, stamp = digest_of(repr((blocks, hidden, tags)).encode()), Stamp(1, 2, 3, 4)
    return PageRow(name, digest, stamp, "", "", None, None, None, tags, (), {}, (), (), hidden, blocks=rows)


PAGES = st.builds(page, NAMES, BLOCKS, HIDDEN, TAGS)
CHANGES = st.builds(Changes, pages=st.lists(PAGES, max_size=4), removed=st.lists(NAMES, max_size=2))


def answers(index: SqliteIndex) -> list[object]:
    """All that a view says, at limits that cut inside ties."""
    with index.view() as view:
        said: list[object] = [view.digest, list(view.pages(Filter())), [view.page(name) for name in view.known()]]
        said += [view.names(), sorted(view.stamps().items()), [view.called([word]) for word in ("1", "2", "r", "")]]
        said.append(view.outlines())
        said += [view.totals(query) for query in QUERIES]
        said += [
            view.propose(query, limit=limit, within=within)
            for query in QUERIES
            for within in FILTERS
            for limit in (1, 2, 100)
        ]
        return said


def check_statistics(path: Path) -> None:
    """Compare what is kept with what can be counted, and let the engine check itself."""
    connection = apsw.Connection(str(path))
    connection.execute("insert into fts(fts, rank) values ('integrity-check', 0)")
    connection.execute("create virtual table temp.words using fts5vocab('main', 'fts', 'row')")
    seen = connection.execute("select term, doc from temp.words where term <> char(2)")
    engine = {term.replace("\x01a", "A"): n for term, n in seen}
    counted = Counter(
        term for (record,) in connection.execute("select record from posting") for term in unpack(record).terms
    )
    kept = dict(connection.execute("select term, n from df"))
    assert kept == dict(counted) == engine
    assert connection.pragma("integrity_check") == "ok"
    connection.close()


@settings(max_examples=40, deadline=None)
@given(st.lists(CHANGES, min_size=1, max_size=6))
def test_an_index_changed_often_answers_as_one_built_afresh(history: list[Changes]) -> None:
    store: dict[str, PageRow] = {}
    with TemporaryDirectory() as folder:
        changed = open_index(Path(folder) / "changed.db")
        for changes in history:
            changed.apply(changes, fingerprint="rules")
            store = {name: row for name, row in store.items() if name not in set(changes.removed)}
            store |= {row.name: row for row in changes.pages}
        fresh = open_index(Path(folder) / "fresh.db")
        fresh.apply(Changes(pages=[store[name] for name in sorted(store)]), fingerprint="rules")

        assert answers(changed) == answers(fresh)
        changed.close()
        fresh.close()
        check_statistics(Path(folder) / "changed.db")
        check_statistics(Path(folder) / "fresh.db")


def test_hundreds_of_equal_blocks_are_proposed_alike_after_any_history(tmp_path: Path) -> None:
    terms = Fields(body=["same", "text"])
    rows = [page(f"p/{number}", [(terms, None)]) for number in range(700)]
    fresh, changed = open_index(tmp_path / "fresh.db"), open_index(tmp_path / "changed.db")
    fresh.apply(Changes(pages=rows), fingerprint="rules")

    changed.apply(Changes(pages=[replace(row, digest=digest_of(b"")) for row in rows[::-2]]), fingerprint="rules")
    changed.apply(Changes(pages=rows[::3]), fingerprint="rules")
    changed.apply(Changes(pages=reversed(rows)), fingerprint="rules")

    assert answers(changed) == answers(fresh)
    with fresh.view() as one, changed.view() as two:
        for limit in (1, 50, 350, 699, 700, 701):
            found = one.propose(["same"], limit=limit, within=Filter())
            assert len(found) == min(limit, 700)
            assert found == two.propose(["same"], limit=limit, within=Filter())
