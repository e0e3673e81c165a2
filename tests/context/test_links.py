"""By how many pages each page is linked to, against counting them one by one."""

from __future__ import annotations

from hypothesis import given, strategies as st

from vademecum.context.shelf import links_to

NAMES = st.sampled_from(["a", "A", "b", "x/a", "x/b", "y/a", "y/x/a", "x"])
TARGETS = st.sets(st.sampled_from(["", "a", "b", "x/a", "x/b", "y/x/a", "x", "/a", "none"]))


def links(target: str, name: str) -> bool:
    key = name.casefold()
    return target in {key, key.rpartition("/")[2]}


@given(st.dictionaries(NAMES, TARGETS))
def test_a_page_counts_once_for_each_other_page_that_links_to_it(pages: dict[str, set[str]]) -> None:
    one_by_one = {
        name: sum(other != name and any(links(target, name) for target in pages[other]) for other in pages)
        for name in pages
    }
    assert links_to(list(pages.items())) == {name: count for name, count in one_by_one.items() if count}
