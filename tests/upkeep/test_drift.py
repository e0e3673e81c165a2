"""How far a contents page is from the pages of its store."""

from __future__ import annotations

from vademecum.address import Address
from vademecum.page import parse
from vademecum.page.resolve import Named
from vademecum.upkeep.drift import Drift, drift_of

INDEX = "# Index\n\n- [Tea](concepts/茶.md)\n- [Gone](concepts/gone.md)\n- [[kettle]]\n- [Web](https://example.org/x)\n"
PAGES = [Named(name) for name in ("index", "concepts/茶", "concepts/pot", "skills/kettle", "raw/source", "notes")]


def test_links_that_lead_nowhere_are_broken_and_other_peoples_addresses_are_not() -> None:
    index = parse(Address("wiki", "index"), INDEX.encode())
    assert drift_of(index, PAGES, names_all=False) == Drift("wiki:index", broken=1)


def test_a_wikis_contents_page_lacks_what_stands_in_its_folders_unnamed() -> None:
    index = parse(Address("wiki", "index"), INDEX.encode())
    assert drift_of(index, PAGES, names_all=True) == Drift("wiki:index", broken=1, missing=1)


def test_a_contents_page_that_is_right_has_not_drifted() -> None:
    index = parse(Address("wiki", "index"), b"- [Tea](./concepts/a.md#x)\n")
    assert drift_of(index, [Named("index"), Named("concepts/a")], names_all=True) == Drift("wiki:index")
