"""How far a contents page is from its store's pages: links that lead nowhere, pages that it does not name. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vademecum.page import Page
from vademecum.page.resolve import Named, Names, Resolved, Unresolved, resolve

# The folders whose pages a wiki's contents page names (P6).
PAGE_FOLDERS = ("identity/", "user/", "skills/", "decisions/", "projects/", "concepts/")


class Drift(NamedTuple):
    """The contents page at ``address``, how many of its links are broken, and how many pages it lacks."""

    address: str
    broken: int = 0
    missing: int = 0


def drift_of(index: Page, pages: Iterable[Named], *, names_all: bool) -> Drift:
    """The drift of a contents page from these pages of its store; with ``names_all`` it is to name every page in a
    wiki's folders, as others need not."""
    known = list(pages)
    names = Names(known)
    outcomes = [resolve(link, index.address.name, names) for link in index.links]
    linked = {outcome.name for outcome in outcomes if isinstance(outcome, Resolved)}
    broken = sum(isinstance(each, Unresolved) and each.reason == "missing-page" for each in outcomes)
    lacking = [each.name for each in known if each.name.startswith(PAGE_FOLDERS) and each.name not in linked]
    return Drift(str(index.address), broken, len(lacking) if names_all else 0)
