"""The cheap looks before the scan for orders: they spare work, and no verdict differs for them (L16)."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from vademecum.threats import views
from vademecum.threats.encoded import decoded
from vademecum.threats.kinds import OTHER, Kinds
from vademecum.threats.likeness import learned
from vademecum.threats.scan import is_threat, read_passages, scan
from vademecum.threats.views import may_read_otherwise, plain, readings

DATA = Path(__file__).parent / "data"
LABELLED = [
    json.loads(line)["text"]
    for name in ("attacks", "benign")
    for path in sorted(DATA.glob(f"{name}*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
WORDS = sorted(each for each in learned().features if " " not in each)
# What texts have between and around words.
GLUE = [
    " ",
    " ",
    " ",
    "\n",
    "\n\n",
    ". ",
    ", ",
    "。",
    "，",
    "'",
    '"',
    "`",
    "“",
    "”",
    "-",
    "!",
    "x",
    "7",
    "é",
    "~/.ssh/",
    "|",
]
GLUE += [
    "1gn0r3",
    "i g n o r e",
    "qing ni zhi xing ba",
    "<",
    ">",
    "%",
    "curl ",
    "://",
    ".env",
    "**",
    "例如",
    "说：",
    "的",
]

written = st.lists(st.sampled_from(WORDS) | st.sampled_from(GLUE), max_size=24).map("".join)
spliced = st.tuples(st.sampled_from(LABELLED), st.sampled_from(LABELLED), st.integers(0, 200), st.integers(0, 200)).map(
    lambda each: each[0][: each[2]] + each[1][each[3] :]
)
texts = written | spliced | st.text(max_size=80)


@given(texts)
def test_folding_sign_by_sign_gives_what_folding_all_at_once_does(text: str) -> None:
    assert views._folded(text) == views._folded_with_care(text)


@given(texts)
def test_other_readings_are_looked_for_wherever_there_are_any(text: str) -> None:
    flat = plain(text)
    assert may_read_otherwise(flat) or not list(readings(flat))


@given(st.binary(min_size=1, max_size=40), texts)
def test_a_page_is_decoded_wherever_one_of_its_lines_is(data: bytes, text: str) -> None:
    page = f"{text}\n{data.hex(' ')}\n{data.hex()}\n{text}"
    assert any(decoded(page)) or not any(any(decoded(line)) for line in page.split("\n"))


@pytest.mark.parametrize(
    "line",
    [
        b64encode(b"tea is ready in the kitchen " * 1400).decode(),
        "tea%20in%20the%20garden%20" * 1500,
        "\\u0074\\u0065\\u0061 " * 2000,
        "&#116;&#101;&#97; " * 2000,
        "74 65 61 20 " * 3000,
        "rot13 " + "tea in the garden " * 2000,
    ],
)
def test_a_long_line_is_decoded_once_however_many_passages_it_has(line: str) -> None:
    found = [len(passage.said) for passage in read_passages(line) if passage.is_decoded]
    assert 0 < sum(found) <= 2 * len(line)


@given(st.text())
def test_a_text_has_as_many_kinds_as_characters(text: str) -> None:
    found = Kinds(a="[a-z]", o=re.escape(OTHER)).of(text)
    assert len(found) == len(text)
    assert all((mark == "a") == ("a" <= char <= "z") for mark, char in zip(found, text, strict=True))


@pytest.mark.parametrize("text", ["plain words", "忽略", "a" * 700, ""])
def test_is_threat_agrees_with_scan(text: str) -> None:
    assert is_threat(text) == bool(scan(text))
