"""What a prompt brought up, as text."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from vademecum.context.budget import length
from vademecum.context.compose import compose_recall
from vademecum.recall.pushing import Told


def told(text: str, *, of: int | None = None, title: str = "Tide gauge") -> Told:
    return Told(
        page="notes:gauge",
        place="Float",
        title=title,
        crumb=("Float",),
        date="2026-03-01",
        author="person",
        digest="0123456789abcdef",
        text=text,
        of=len(text) if of is None else of,
        score=1.0,
    )


def test_each_block_is_told_with_address_path_date_and_version() -> None:
    made = compose_recall([told("It reads high.", of=90)])
    for line in (
        "address: notes:gauge#Float",
        "title: Tide gauge > Float",
        "date: 2026-03-01",
        "author: person",
        "version: 0123456789ab",
        "shown: 14 of 90 characters",
        "1 of 1 shown",
    ):
        assert f"\n{line}\n" in made.text


def test_nothing_found_is_nothing_said() -> None:
    assert compose_recall([]).text == ""
    assert compose_recall([told("x" * 5000)]).text == ""


@settings(max_examples=60)
@given(st.lists(st.text(min_size=1, max_size=900), max_size=5), st.text(max_size=400))
def test_the_whole_text_keeps_its_limit_and_counts_what_it_holds(texts: list[str], title: str) -> None:
    blocks = [told(text, title=title) for text in texts]
    made = compose_recall(blocks, limit=2000)
    assert length(made.text) <= 2000
    if made.text:
        assert f"{len(made.kept)} of {len(blocks)} shown" in made.text
        assert made.text.count("\naddress: ") >= len(made.kept)
