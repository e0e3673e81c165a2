"""What a page's bytes are after a change."""

from __future__ import annotations

import pytest

from vademecum.address import Address
from vademecum.errors import EditError, MatchError, NotFoundError
from vademecum.guards.changes import (
    Addition,
    Content,
    Edit,
    KeyChange,
    RawText,
    Replacement,
    check_change,
)
from vademecum.guards.outcome import bytes_after
from vademecum.page import Page, parse

ADDRESS = Address("notes", "kettle")
PAGE = parse(ADDRESS, b"---\r\ntitle: Kettle # the blue one\r\n---\r\n\r\nOn the shelf.\r\n")


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (
            Replacement("shelf", r"\1 $& table"),
            b"---\r\ntitle: Kettle # the blue one\r\n---\r\n\r\nOn the \\1 $& table.\r\n",
        ),
        (KeyChange("title", "Pot"), b"---\r\ntitle: Pot # the blue one\r\n---\r\n\r\nOn the shelf.\r\n"),
        (KeyChange("title", None), b"---\r\n---\r\n\r\nOn the shelf.\r\n"),
        (RawText("all\nnew\n"), b"all\nnew\n"),
    ],
)
def test_only_what_was_asked_changes(change: Edit, after: bytes) -> None:
    assert bytes_after(change, PAGE) == after


def test_new_content_keeps_the_header_and_the_line_ends() -> None:
    after = bytes_after(Content("One.\nTwo."), PAGE)
    assert after.startswith(b"---\r\ntitle: Kettle # the blue one\r\n---\r\n")
    assert after.endswith(b"One.\r\nTwo.\r\n")


def test_a_new_page_says_its_title_and_keys_in_its_header() -> None:
    made = bytes_after(Content("Body.", "Release: when", (("tags", ("a", "b")), ("date", "2026-11-30"))), None)
    page = parse(ADDRESS, made)
    assert (page.title, page.tags, page.date) == ("Release: when", ("a", "b"), "2026-11-30")
    assert page.body.strip() == "Body."


def test_an_addition_to_no_page_makes_one() -> None:
    assert bytes_after(Addition("first line"), None) == b"first line\n"


@pytest.mark.parametrize("change", [Replacement("a", "b"), KeyChange("a", "b"), Addition("a", ("Log",))])
def test_a_part_of_no_page_can_not_be_changed(change: Edit) -> None:
    with pytest.raises(NotFoundError):
        bytes_after(change, None)


@pytest.mark.parametrize("change", [Replacement("", "b"), Replacement("a", "a")])
def test_D19_a_replacement_that_can_mean_nothing_is_refused_unread(change: Replacement) -> None:
    with pytest.raises(MatchError):
        check_change(change)


@pytest.mark.parametrize("page", [PAGE, None])
@pytest.mark.parametrize("change", [RawText("a \ud800"), Content("a \ud800"), Addition("a \ud800")])
def test_half_a_surrogate_pair_is_refused_and_never_a_crash(change: Edit, page: Page | None) -> None:
    with pytest.raises(EditError, match="surrogate"):
        bytes_after(change, page)
