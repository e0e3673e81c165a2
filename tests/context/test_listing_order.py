"""Which of too many pages are listed: the most linked to, then the latest by their headers, then by name (M12)."""

from __future__ import annotations

from hypothesis import given, strategies as st

from vademecum.context.contents import most_linked
from vademecum.index.contract import Outline

NAMES = st.lists(st.text("abc/", min_size=1, max_size=3), unique=True, max_size=12)
DATES = st.sampled_from([None, "2024-01-02", "2024-05-06", "2023-12-31"])


@given(NAMES, st.data(), st.integers(0, 15))
def test_M12_the_most_linked_are_listed_then_the_latest_then_the_first_by_name(
    names: list[str], data: st.DataObject, most: int
) -> None:
    rows = [Outline(name, "", None, data.draw(DATES), "", 0, None, "", "", "", "", None) for name in sorted(names)]
    linked = {name: data.draw(st.integers(1, 2)) for name in names if data.draw(st.booleans())}
    days = sorted({row.date or "" for row in rows}, reverse=True)
    rule = sorted(rows, key=lambda row: (-linked.get(row.name, 0), days.index(row.date or ""), row.name))
    assert most_linked(rows, linked, most) == rule[:most]
