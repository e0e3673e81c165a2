"""Which pages a text names."""

from __future__ import annotations

import pytest

from vademecum.page.mentions import mentioned

NAMES = ("concepts/tea", "concepts/茶", "茶", "tea", "skills/how to pour")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see concepts/tea.md for more", ["concepts/tea"]),
        ("`concepts/茶.md`", ["concepts/茶"]),
        ("- [Tea](concepts/%E8%8C%B6.md) — hot", ["concepts/茶"]),
        ("- [Tea](./concepts/tea.md#brewing)", ["concepts/tea"]),
        ("见concepts/tea.md。", ["concepts/tea"]),
        ("红茶.md", []),
        ("green-tea.md, x/tea.md, tea.mdx", []),
        ("tea.md, then `tea.md` and concepts/tea.md", ["tea", "concepts/tea"]),
        ("skills/how to pour.md; tea.md", ["skills/how to pour", "tea"]),
        ("tea, 茶, concepts", []),
        ("", []),
    ],
)
def test_P27_paths_links_and_backticks_name_pages_in_any_script(text: str, found: list[str]) -> None:
    assert list(mentioned(text, NAMES)) == found


def test_P27_an_address_names_its_page_and_not_a_longer_one() -> None:
    assert mentioned("wiki:tea\nwiki:concepts/茶#x", NAMES, "wiki") == ("tea", "concepts/茶")
    assert mentioned("wiki:teapot wiki:tea-set other:tea", NAMES, "wiki") == ()


def test_a_name_in_decomposed_letters_is_the_same_name() -> None:
    assert mentioned("notes/cafe\u0301.md", ["notes/caf\u00e9"]) == ("notes/caf\u00e9",)
