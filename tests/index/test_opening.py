"""What a text opens with, and which blocks have an opening in place of a summary."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from vademecum.address import Address
from vademecum.config.model import MountConfig
from vademecum.index.contract import BlockRow
from vademecum.index.opening import opening_of
from vademecum.library.rows import RowMaker
from vademecum.page import parse
from vademecum.store.contract import Stamp
from vademecum.text import terms

REST = "It has a door to the south, and whoever comes late finds the key under the third stone. " * 4


def block_of(text: str) -> BlockRow:
    page = parse(Address("notes", "page"), text.encode())
    [block] = RowMaker.of(MountConfig(name="notes", path=Path("notes"))).row(page, Stamp(0, 0, 0, 0)).blocks
    return block


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("The north light is a lighthouse, built in 1903.", "The north light"),
        ("Skerry Point (also the Point) has two lamps.", "Skerry Point "),
        ("北灯塔是一座灯塔，建于1903年。", "北灯塔"),
        ("「北灯塔」，又名老灯。", "北灯塔」"),
        ("# North light\n\nBuilt in 1903.", "North light"),
        ("Ann: the lamp is out", ""),
        ("", ""),
    ],
)
def test_a_text_opens_with_what_it_is_about_up_to_what_is_said_of_it(text: str, opening: str) -> None:
    assert opening_of(text) == opening


@given(st.text())
def test_an_opening_is_a_piece_of_the_text_and_short(text: str) -> None:
    opening = opening_of(text)
    assert opening in text
    assert len(opening) <= 60


def test_the_opening_of_a_long_text_without_a_heading_stands_for_its_summary() -> None:
    block = block_of(f"The north light is a lighthouse. {REST}")
    assert list(block.terms.summary) == terms("The north light")
    assert block.lengths.summary == 3


@pytest.mark.parametrize(
    "text",
    [
        "The north light is a lighthouse.",
        f"# Lights\n\nThe north light is a lighthouse. {REST}",
        f"Ann: the north light is a lighthouse. {REST}",
    ],
)
def test_a_short_text_one_with_a_heading_and_a_speech_have_none(text: str) -> None:
    assert not block_of(text).terms.summary


def test_a_summary_that_somebody_wrote_is_the_only_one() -> None:
    block = block_of(f"---\nsummary: Lamps of the coast\n---\nThe north light is a lighthouse. {REST}")
    assert list(block.terms.summary) == terms("Lamps of the coast")
