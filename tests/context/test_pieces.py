"""What fits: whole pieces within units and bytes, first fit or until the first that does not (M18, L14)."""

from __future__ import annotations

from hypothesis import given, strategies as st

from vademecum.context.budget import length
from vademecum.context.frame import PREFACE
from vademecum.context.pieces import Piece, Room, fitting, joined, size_of, total

TEXTS = st.builds(str.__mul__, st.sampled_from(("a", "潮", "🙂 ", "line\n")), st.integers(0, 60))
PIECES = st.lists(st.builds(Piece, TEXTS, before=TEXTS, after=TEXTS), max_size=8)


@given(PIECES, st.integers(0, 1_500), st.integers(0, 3_000), st.booleans())
def test_what_fits_keeps_both_bounds_and_nothing_that_would_fit_is_left_out(
    pieces: list[Piece],
    units: int,
    octets: int,
    stop: bool,  # noqa: FBT001 - drawn
) -> None:
    room = Room(units, octets)
    places = fitting(pieces, room, stop=stop)
    taken = total([pieces[place] for place in places])
    assert room.takes(taken)
    left = room.without(taken)
    if stop:
        assert places == list(range(len(places)))
    else:
        assert not any(left.takes(piece.size) for place, piece in enumerate(pieces) if place not in places)


@given(PIECES)
def test_a_text_takes_no_more_than_its_pieces_said(pieces: list[Piece]) -> None:
    text = joined(pieces)
    assert length(text) <= total(pieces).units + length(PREFACE)
    assert size_of(text).octets <= total(pieces).octets + len(PREFACE)


def test_no_piece_is_no_text_and_last_words_stand_alone() -> None:
    assert joined([]) == ""
    assert joined([], last=["", "One sentence."]) == "One sentence."
