"""The table of triggers has the bytes that its definition says, however it is put together."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import accumulate

from hypothesis import given, settings, strategies as st

from vademecum.context.trigger_table import LONGEST_TRIGGER, Rules, Trigger, make_table, triggers_of
from vademecum.context.triggers import FORMAT, folded, run_size, runs_in, words_in
from vademecum.lean import dumps
from vademecum.recall.floor import is_telling
from vademecum.text import query_terms

WORDS = st.sampled_from(
    ["tide", "Tide", "gauge", "go", "x", "12", "_", "é", "潮位", "表", "-", "  ", "\n", "\t", '"', "C++"]
)
TEXTS = st.lists(WORDS, max_size=4).map(" ".join) | st.lists(WORDS, max_size=4).map("".join)
TRIGGERS = st.lists(st.builds(Trigger, TEXTS, st.sampled_from(["a", 'b"']), st.sampled_from(["n", "d/ö", ", "])))
RULES = st.builds(Rules, st.just(3), st.booleans(), st.booleans())


def defined(triggers: list[Trigger], rules: Rules) -> bytes:
    """One trigger after another: in the slot of its rarest part, and of parts as rare of the least."""
    told = {(folded(text, is_case_sensitive=rules.is_case_sensitive), mount, name) for text, mount, name in triggers}
    rows = sorted(row for row in told if 0 < len(row[0]) <= LONGEST_TRIGGER)
    if not rows:
        return b""
    words = [words_in(text) if rules.is_word else set[int]() for text, *_ in rows]
    parts = [own or runs_in(text, run_size(text)) for own, (text, *_) in zip(words, rows, strict=True)]
    often = Counter(part for each in parts for part in each)
    keys = [min(each, key=lambda part: (often[part], part)) for each in parts]
    slots = len(set(keys)) * 8 + 1
    bodies = [
        "\n".join(
            f"{key}\t{text}\t{dumps([mount, name])}"
            for key, (text, mount, name) in zip(keys, rows, strict=True)
            if key % slots == slot
        ).encode()
        for slot in range(slots)
    ]
    runs = [text for own, (text, *_) in zip(words, rows, strict=True) if not own]
    head = dumps([FORMAT, rules, sorted({run_size(text) for text in runs}), any(map(str.isascii, runs)), slots])
    starts = array("I", accumulate(map(len, bodies), initial=0))
    return b"".join((head.encode(), b"\n", starts.tobytes(), *bodies))


@settings(max_examples=200, deadline=None)
@given(TRIGGERS, RULES)
def test_a_table_has_the_bytes_of_its_definition(triggers: list[Trigger], rules: Rules) -> None:
    assert make_table(triggers, rules) == defined(triggers, rules)
    assert make_table(triggers[::-1], rules) == defined(triggers, rules)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(["todo", "list", "Fix", "fix", "a", "1", "v2", "s", "é", "-", "-", "-", "."])).map("".join)
)
def test_a_name_is_of_every_day_where_no_term_of_it_tells_anything(name: str) -> None:
    is_everyday = not any(map(str.isalpha, name)) or not any(map(is_telling, query_terms(name)))
    assert triggers_of(name, {}, is_word=True) == ([] if is_everyday else [name])
