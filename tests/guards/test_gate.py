"""Whether a change may replace what is there (D17 to D23)."""

from __future__ import annotations

import pytest

from vademecum.address import Address
from vademecum.config import BareWrite
from vademecum.errors import ConflictError, ExistsError, NotFoundError, UnobservedError
from vademecum.guards.changes import (
    Addition,
    Change,
    Content,
    KeyChange,
    Proposal,
    RawText,
    Removal,
    Rename,
    Replacement,
)
from vademecum.guards.gate import Allowed, Refused, judge
from vademecum.observation import NEVER_SEEN, Seen
from vademecum.page import Page, parse

ADDRESS = Address("notes", "kettle")
TEXT = b"# Kettle\n\nOn the shelf.\n\n## Care\n\nDescale monthly.\n"
EDIT = Replacement("shelf", "table")


def page(raw: bytes = TEXT) -> Page:
    return parse(ADDRESS, raw)


def verdict(
    change: Change,
    current: Page | None,
    seen: Seen = NEVER_SEEN,
    *,
    version: str | None = None,
    bare_write: BareWrite = "replace_if_observed",
) -> object:
    """What the gate says: the digest it allows to replace, or the class of the error it refuses with."""
    found = judge(Proposal(ADDRESS, change, version=version), current, seen, bare_write)
    match found:
        case Allowed(expect):
            return expect
        case Refused(error):
            return type(error)
        case _:
            return found


def test_D17_new_content_is_allowed_where_nothing_is() -> None:
    assert verdict(Content("x"), None) is None


def test_what_an_import_brings_may_stand_where_a_page_was_that_the_session_had_read() -> None:
    proposal, read = Proposal(ADDRESS, RawText("x"), purpose="import"), Seen(digest=page().digest)
    assert judge(proposal, None, read, "replace_if_observed") == Allowed(None)
    assert verdict(RawText("x"), None, read) is ConflictError


@pytest.mark.parametrize("change", [EDIT, Removal(), Rename("pan"), KeyChange("a", "b")])
def test_D22_nothing_else_is_allowed_where_nothing_is(change: Change) -> None:
    assert verdict(change, None) is NotFoundError


@pytest.mark.parametrize("change", [EDIT, Content("x"), Removal(), Rename("pan"), KeyChange("a", "b")])
def test_D22_what_was_not_read_is_not_changed(change: Change) -> None:
    assert verdict(change, page()) is UnobservedError


@pytest.mark.parametrize("change", [EDIT, Content("x"), Removal(), Rename("pan"), KeyChange("a", "b")])
def test_what_was_read_as_it_is_now_may_be_changed(change: Change) -> None:
    current = page()
    assert verdict(change, current, Seen(digest=current.digest)) == current.digest


@pytest.mark.parametrize("change", [EDIT, Content("x"), Removal()])
def test_D22_what_changed_since_it_was_read_is_not_changed(change: Change) -> None:
    assert verdict(change, page(), Seen(digest="0" * 64)) is ConflictError


def test_D22_what_appeared_since_it_was_looked_for_is_not_replaced() -> None:
    assert verdict(Content("x"), page(), Seen(absent=True)) is ExistsError


def test_what_was_deleted_since_it_was_read_is_not_edited_and_may_be_made_anew() -> None:
    seen = Seen(digest=page().digest)
    assert verdict(EDIT, None, seen) is ConflictError
    assert verdict(Content("x"), None, seen) is None


def test_an_edit_that_carries_the_version_counts_as_read() -> None:
    current = page()
    assert verdict(EDIT, current, version=current.version) == current.digest
    assert verdict(EDIT, current, version=current.digest.upper()) == current.digest


@pytest.mark.parametrize("version", ["0" * 12, "", "0"])
def test_a_version_that_is_not_the_pages_is_refused(version: str) -> None:
    assert verdict(EDIT, page(), Seen(digest=page().digest), version=version) is ConflictError


def test_a_few_characters_of_a_digest_are_no_version() -> None:
    current = page()
    assert verdict(EDIT, current, version=current.digest[:4]) is ConflictError


def test_a_version_of_a_page_that_is_gone_is_refused() -> None:
    assert verdict(Content("x"), None, version="0" * 12) is ConflictError


def test_an_opened_block_permits_edits_inside_it_only() -> None:
    current = page()
    seen = Seen(blocks={"Kettle > Care": current.digest})
    assert verdict(Replacement("Descale", "Clean"), current, seen) == current.digest
    assert verdict(EDIT, current, seen) is UnobservedError
    assert verdict(Replacement("Descale", "Clean", every=True), current, seen) is UnobservedError
    assert verdict(Content("x"), current, seen) is UnobservedError


def test_a_block_opened_before_the_page_changed_permits_nothing() -> None:
    assert verdict(Replacement("Descale", "Clean"), page(), Seen(blocks={"Kettle > Care": "0" * 64})) is ConflictError


def test_what_is_added_needs_no_reading_since_it_loses_nothing() -> None:
    current = page()
    assert verdict(Addition("x"), current) == current.digest
    assert verdict(Addition("x"), None) is None


@pytest.mark.parametrize(("policy", "outcome"), [("create", ExistsError), ("never_replace", ExistsError)])
def test_D18_a_mount_may_forbid_replacing_a_page_whole(policy: BareWrite, outcome: type) -> None:
    current = page()
    assert verdict(Content("x"), current, Seen(digest=current.digest), bare_write=policy) is outcome
    assert verdict(Content("x"), current, version=current.version, bare_write=policy) is outcome


@pytest.mark.parametrize("policy", ["create", "never_replace", "replace_if_observed"])
def test_D18_an_empty_page_may_be_filled_under_each_policy(policy: BareWrite) -> None:
    current = page(b"---\ntitle: Kettle\n---\n\n")
    assert verdict(Content("x"), current, Seen(digest=current.digest), bare_write=policy) == current.digest
