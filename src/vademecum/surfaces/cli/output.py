"""How answers look: tables and marks that read well without colour, and JSON with stable keys. It computes nothing.

Text from pages goes to a terminal with its control characters made visible, so that no page can move the cursor or
change the title of the window; into a pipe or a file it goes as it is.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from typing import Any

import click

from vademecum.address import Address

MIN_COLUMN = 12
GAP = "  "

# C0 controls get their pictures, C1 controls have none; tab and line feed may stay.
_VISIBLE = (
    {code: 0x2400 + code for code in range(0x20) if code not in b"\t\n"}
    | {0x7F: 0x2421}
    | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
)
# What ends a line for a reader or a script, and the tab between cells.
_BREAKS = dict.fromkeys(map(ord, "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"), " ")

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a script to read.")


def say(line: str) -> None:
    """One line for a person, on standard error; where that is full or gone, the command goes on without it."""
    with suppress(OSError):
        click.echo(line.translate(_VISIBLE), err=True)


def warn(line: str) -> None:
    """One warning for a person, on standard error."""
    with suppress(OSError):
        click.echo(click.style("warning: ", fg="yellow", bold=True) + line.translate(_VISIBLE), err=True)


def clean(text: str) -> str:
    """A page's text as standard output may have it."""
    return text.translate(_VISIBLE) if sys.stdout.isatty() else text


def print_text(text: str, *, nl: bool = True) -> None:
    """A page's text on standard output: made visible for a terminal, and into a pipe to the byte, escapes too.

    Without a word on colours click takes some of the escapes out of a pipe, which are the page's own here.
    """
    click.echo(clean(text), nl=nl, color=True)


def may_colour() -> bool | None:
    """False where colours are not wanted (https://no-color.org); None lets click ask whether it is a terminal."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def print_json(value: object) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=_plain))


def _plain(value: object) -> Any:  # noqa: ANN401 - what JSON takes
    if isinstance(value, Address):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    return str(value)


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows for a person to read: in line below a head, and cut to the width of the terminal, save the first column.

    Into a pipe or a file go the rows alone, whole, with tabs between their cells. Without rows nothing is printed.
    """
    cells = [[_one_line(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        click.echo("".join("\t".join(row) + "\n" for row in cells), nl=False)
    elif cells:
        click.echo("\n".join(_in_line(head, cells, shutil.get_terminal_size().columns)))


def _one_line(cell: str) -> str:
    """The cell without what would end its line or itself; every other space stays, since an address is nothing else
    with one of its spaces changed."""
    return cell.strip("\n").translate(_BREAKS).translate(_VISIBLE)


def _in_line(head: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> list[str]:
    columns = list(zip(head, *rows, strict=True))
    widths = _fitted([max(map(cell_width, column)) for column in columns], room)
    numeric = [all(cell.replace(",", "").isdigit() for cell in column[1:]) for column in columns]
    lines = [
        GAP.join(_padded(cell, width, right=right) for cell, width, right in zip(row, widths, numeric, strict=True))
        for row in (head, *rows)
    ]
    return [click.style(lines[0].rstrip(), bold=True), *(line.rstrip() for line in lines[1:])]


def _fitted(widths: list[int], room: int) -> list[int]:
    """Widths that fit, as far as the widest columns after the first can give way."""
    over = sum(widths) + len(GAP) * (len(widths) - 1) - room
    while over > 0 and len(widths) > 1:
        widest = max(range(1, len(widths)), key=lambda column: widths[column])
        given = min(over, widths[widest] - MIN_COLUMN)
        if given <= 0:
            break
        widths[widest] -= given
        over -= given
    return widths


def _padded(cell: str, width: int, *, right: bool) -> str:
    text = cut_to(cell, width)
    space = " " * (width - cell_width(text))
    return space + text if right else text + space


def cut_to(text: str, width: int) -> str:
    """The text, cut with ``…`` where it is wider than so many terminal cells."""
    if cell_width(text) <= width:
        return text
    taken, used = "", 0
    for char in text:
        used += cell_width(char)
        if used >= width:
            break
        taken += char
    return f"{taken.rstrip()}…"


def cell_width(text: str) -> int:
    """How many cells a terminal takes for a text: two for wide characters, none for marks on others."""
    if text.isascii():
        return len(text)
    return sum(_width_of(char) for char in text)


def _width_of(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def plural(count: int, word: str) -> str:
    """``1 page``, ``2 pages``."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
