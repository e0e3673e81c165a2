"""Cuts in bytes: within the limit, and never inside what a person sees as one character."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.text.graphemes import can_cut, cut_bytes


@pytest.mark.parametrize(
    "cluster",
    [
        "e\u0301",
        "o\u0302\u0323",
        "👩\u200d👩\u200d👧",
        "👍🏽",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
        "🇮🇹",
        "\u1112\u1161\u11ab",
        "क्ष",
        "นำ",
        "\r\n",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_A23_a_visible_character_is_kept_whole_or_left_out(cluster: str) -> None:
    size = len(cluster.encode())
    assert all(cut_bytes(f"a{cluster}b", limit) == "a" for limit in range(1, size + 1))
    assert cut_bytes(f"a{cluster}b", size + 1) == f"a{cluster}"


def test_flags_are_cut_between_pairs_only() -> None:
    flags = "🇮🇹🇫🇷🇩🇪"
    assert [at for at in range(len(flags) + 1) if can_cut(flags, at)] == [0, 2, 4, 6]


@settings(deadline=None)
@given(st.text(), st.integers(min_value=0, max_value=40))
def test_a_cut_is_a_beginning_within_the_limit(text: str, limit: int) -> None:
    cut = cut_bytes(text, limit)
    assert text.startswith(cut)
    assert len(cut.encode()) <= limit
    assert cut == text or can_cut(text, len(cut))
