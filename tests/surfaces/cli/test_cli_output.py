"""Tables and text as a terminal shows them: widths, cuts, controls."""

from __future__ import annotations

import os
import pty
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from vademecum.surfaces.cli.output import cell_width, cut_to, may_colour, plural, print_table


def on_terminal(monkeypatch: pytest.MonkeyPatch, columns: int, show: Callable[[], None]) -> list[str]:
    """What a terminal of this width gets, line by line, without colours."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    master, slave = pty.openpty()
    with open(slave, "w", encoding="utf-8") as stream, redirect_stdout(stream):
        show()
        stream.flush()
        told = os.read(master, 65536).decode()
    os.close(master)
    return told.replace("\x1b[1m", "").replace("\x1b[0m", "").splitlines()


def rows() -> Sequence[Sequence[str]]:
    return [("notes:a long address", "A title that goes on and on", "2026-03-14"), ("notes:b", "潮汐表怎么读的书", "")]


def test_a_wide_terminal_shows_all_in_line(monkeypatch: pytest.MonkeyPatch) -> None:
    told = on_terminal(monkeypatch, 80, lambda: print_table(("address", "title", "date"), rows()))
    assert told == [
        "address               title                        date",
        "notes:a long address  A title that goes on and on  2026-03-14",
        "notes:b               潮汐表怎么读的书",
    ]


def test_a_narrow_terminal_cuts_titles_and_never_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    told = on_terminal(monkeypatch, 48, lambda: print_table(("address", "title", "date"), rows()))
    assert told[1:] == ["notes:a long address  A title that…   2026-03-14", "notes:b               潮汐表怎么读…"]
    assert max(map(cell_width, told)) <= 48


def test_numbers_stand_under_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    told = on_terminal(monkeypatch, 80, lambda: print_table(("folder", "pages"), [("a", "7"), ("b", "1,200")]))
    assert told == ["folder  pages", "a           7", "b       1,200"]


def test_no_rows_print_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("a", "b"), [])
    assert capsys.readouterr().out == ""


def test_into_a_pipe_go_whole_rows_with_tabs(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("a", "b"), [("x" * 200, "one\ttwo\nthree")])
    assert capsys.readouterr().out == f"{'x' * 200}\tone two three\n"


def test_a_page_can_not_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    told = on_terminal(monkeypatch, 80, lambda: print_table(("title",), [("\x1b]0;owned\x07 \x9b2J",)]))
    assert told[1] == "␛]0;owned␇ �2J"


@pytest.mark.parametrize(
    ("text", "width", "cut"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("潮汐表", 6, "潮汐表"),
        ("潮汐表", 5, "潮汐…"),
        ("潮汐表", 4, "潮…"),
        ("e\u0301e\u0301", 2, "e\u0301e\u0301"),
    ],
)
def test_text_is_cut_by_the_cells_it_takes(text: str, width: int, cut: str) -> None:
    assert cut_to(text, width) == cut
    assert cell_width(cut) <= width


def test_colour_is_left_out_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert may_colour() is None
    monkeypatch.setenv("NO_COLOR", "1")
    assert may_colour() is False


def test_one_is_not_many() -> None:
    assert (plural(1, "page"), plural(0, "page"), plural(1234, "page")) == ("1 page", "0 pages", "1,234 pages")


def test_a_pages_own_escapes_go_into_a_pipe_as_they_are(vade: Callable[..., Any], vault: Callable[..., Path]) -> None:
    text = "red \x1b[31mtea\x1b[0m, \x1b]0;title\x07 and \x07 a bell"
    vault({"tea.md": f"{text}\n"})
    assert vade("show", "notes:tea").out == f"{text}\n"
    assert text in vade("recall", "tea bell").out
