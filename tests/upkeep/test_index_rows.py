"""One row of a contents page: what is cut where, and that no header's words can be more than words (P36 to P39)."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from vademecum.address import Address
from vademecum.page import parse
from vademecum.page.resolve import Named, Names, Resolved, resolve
from vademecum.upkeep.index_rows import (
    LABEL_MAX,
    SUMMARY_MAX,
    SUMMARY_MIN,
    Entry,
    destination_of,
    label_of,
    row_of,
    summary_of,
)

WORDS = st.text(max_size=60)


@pytest.mark.parametrize(
    ("entry", "row"),
    [
        (Entry("a", "Alpha"), "[Alpha](a.md)"),
        (Entry("a", "", "what it is"), "[a](a.md) — what it is"),
        (Entry("a", "Alpha", "what it is", 1), "[Alpha](a.md) — what it is `salience:1`"),
        (Entry("a", "港口起重机", "每年三月检修"), "[港口起重机](a.md) — 每年三月检修"),
    ],
)
def test_a_row_tells_title_summary_and_salience_p37(entry: Entry, row: str) -> None:
    assert row_of(entry, "a.md") == row


@pytest.mark.parametrize(
    ("title", "label"),
    [
        ("x" * 32, "x" * 32),
        ("x" * 33, "x" * 31 + "…"),
        ("Release process: how we ship the thing", "Release process…"),
        ("Ab: a very long title without any other sign", "Ab: a very long title without…"),
        ("Deploys - the harbour crane - on Tuesdays", "Deploys - the harbour crane…"),
        ("Deploy checklist (for the harbour crane)", "Deploy checklist…"),
        ("港口起重机年度检修记录：每年三月由外部公司进行，需要提前一个月预约，并且通知码头", "港口起重机年度检修记录…"),
    ],
)
def test_a_label_is_cut_at_its_last_separator_else_at_a_word_p39(title: str, label: str) -> None:
    assert label_of(title) == label
    assert len(label) <= LABEL_MAX


@pytest.mark.parametrize(
    ("summary", "room", "told"),
    [
        ("a" * 48, 48, "a" * 48),
        ("a" * 49, 48, "a" * 47 + "…"),
        ("先看日志，再看配置，最后才重启整个服务", 12, "先看日志，再看配置"),
        ("先，看日志再看配置最后才重启整个服务", 12, "先，看日志再看配置最后…"),
        ("first line\n  second line", 48, "first line second line"),
    ],
)
def test_a_summary_is_cut_at_a_clause_past_its_half_p37(summary: str, room: int, told: str) -> None:
    assert summary_of(summary, room) == told


@pytest.mark.parametrize(("path", "room"), [("a.md", 48), ("x" * 57 + ".md", 43), ("x" * 120 + ".md", 16)])
def test_a_summary_has_what_label_and_path_leave_of_the_line_p38(path: str, room: int) -> None:
    row = row_of(Entry("a", "t" * 5, "s" * 200), path)
    assert SUMMARY_MIN <= room <= SUMMARY_MAX
    assert row == f"[ttttt]({path}) — {'s' * (room - 1)}…"


@pytest.mark.parametrize(
    ("name", "folder", "path"),
    [
        ("a", "", "a.md"),
        ("b/a", "", "b/a.md"),
        ("b/a", "b", "a.md"),
        ("b/a", "c/d", "../../b/a.md"),
        ("b/c/a", "b/d", "../c/a.md"),
        ("spaces in name (1)", "", "spaces%20in%20name%20%281%29.md"),
        ("数据/缓存", "", "数据/缓存.md"),
        ("a#b%20", "", "a%23b%2520.md"),
    ],
)
def test_a_link_leads_to_its_page_from_any_folder_a26(name: str, folder: str, path: str) -> None:
    assert destination_of(name, folder) == path
    (link,) = parse(Address("m", f"{folder}/index".lstrip("/")), f"- [x]({path})\n".encode()).links
    found = resolve(link, f"{folder}/index".lstrip("/"), Names([Named(name), Named("other")]))
    assert isinstance(found, Resolved)
    assert found.name == name


@given(WORDS, WORDS)
def test_no_words_of_a_header_are_more_than_words_a26(title: str, summary: str) -> None:
    row = row_of(Entry("page", title, summary), "page.md")
    assert "\n" not in row
    assert "\r" not in row
    page = parse(Address("m", "index"), f"- {row}\n- [next](next.md)\n".encode("utf-8", "surrogatepass"))
    assert [link.target for link in page.links] == ["page.md", "next.md"]
    assert (page.comments, page.tags) == ((), ())
    assert len(page.blocks) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("#urgent and #2, not C# or a#b", r"\#urgent and \#2, not C# or a#b"),
        ("100 %% and 5 %", r"100 \%\% and 5 %"),
        ("see https://example.org/a", "see https://example.org/a"),
    ],
)
def test_what_would_be_a_tag_or_end_a_comment_is_escaped_and_addresses_stay_a26(words: str, told: str) -> None:
    assert row_of(Entry("page", "Page", words), "page.md") == f"[Page](page.md) — {told}"
    hidden = parse(Address("m", "index"), f"%% open\n\n- {row_of(Entry('page', 'Page', words), 'page.md')}\n".encode())
    assert (hidden.comments, hidden.tags, len(hidden.links)) == ((), (), 1)
