"""The outlines of pages say the same as their rows, whatever a page says, and hidden pages have none."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings, strategies as st

from vademecum.index.contract import Changes, Filter, PageRow
from vademecum.index.outline import called_in, declared_triggers, is_seed, packed, targets_of, unpacked
from vademecum.index.sqlite import open_index
from vademecum.page import Link, digest_of
from vademecum.store.contract import Stamp

TEXTS = st.text(st.sampled_from('ab\n[]", ./é中\ud800\0'), max_size=5)
LISTS = st.lists(TEXTS, max_size=3)
METAS = st.fixed_dictionaries(
    {},
    optional={
        "name": TEXTS | LISTS,
        "title": TEXTS | st.just({"a": "b"}),
        "updatedAt": st.sampled_from(["", "12", "x", "9" * 30]),
        "created_at": st.sampled_from(["7", "٣"]),
        "seed": st.just("true"),
        "metadata": TEXTS
        | st.fixed_dictionaries({}, optional={"seed": st.sampled_from(["yes", "no"]), "triggers": TEXTS | LISTS}),
    },
)
TARGETS = st.lists(st.sampled_from(["", "A", "a.md", "./b/A.md", "b/a", "中\nx", "[x"]), max_size=4)
KINDS = st.sampled_from([None, "Fact", "persona"])
HIDDEN = st.sampled_from([None, None, "private"])
PAGES = st.builds(
    lambda name, summary, meta, targets, kind, hidden: PageRow(
        name=name,
        digest=digest_of(repr((name, summary, meta)).encode()),
        stamp=Stamp(1, 2, 3, 4),
        title=name,
        summary=summary,
        type=kind,
        date=None,
        author=None,
        tags=(name,) if targets else (),
        aliases=(),
        meta=meta,
        links=tuple(Link("wiki", target, None, None, 1, 0, 1) for target in targets),
        problems=(),
        hidden=hidden,
        threat="" if hidden or not summary else "override",
    ),
    st.sampled_from(["a", "b/a", "中/B", "c"]),
    TEXTS,
    METAS,
    TARGETS,
    KINDS,
    HIDDEN,
)


@given(LISTS)
def test_texts_come_out_as_they_were_packed(texts: list[str]) -> None:
    assert unpacked(packed(texts)) == texts


@settings(max_examples=100, deadline=None)
@given(st.lists(PAGES, max_size=6))
def test_an_outline_says_what_its_row_says(pages: list[PageRow]) -> None:
    with TemporaryDirectory() as folder:
        index = open_index(Path(folder) / "index.db")
        index.apply(Changes(pages), fingerprint="x")
        with index.view() as view:
            rows = [row for row in view.pages(Filter()) if row.hidden is None]
            outlines = view.outlines()
        index.close()
    assert [each.name for each in outlines] == [row.name for row in rows]
    for each, row in zip(outlines, rows, strict=True):
        assert (each.digest, each.date, each.threat) == (row.digest, row.date, row.threat)
        assert each.kind == (row.type.casefold() if row.type else None)
        assert bool(each.is_seed) == is_seed(row.meta)
        assert unpacked(each.said) == [row.title, row.summary]
        assert unpacked(each.tags) == list(row.tags)
        assert set(unpacked(each.targets)) == targets_of(row.links)
        assert unpacked(each.called) == called_in(row.meta)
        assert (None if each.triggers is None else unpacked(each.triggers)) == declared_triggers(row.meta)
        times = (row.meta.get(key) for key in ("updatedAt", "updated_at", "createdAt", "created_at"))
        assert each.changed == next((time for time in times if isinstance(time, str) and time.isdecimal()), None)
