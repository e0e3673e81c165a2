"""The labelled texts that the guards are measured with: what they are, and that they are what they say.

``data/attacks*.jsonl`` holds texts that somebody might plant in a page, ``data/benign*.jsonl`` notes that a careful
owner would keep, and ``data/secrets*.jsonl`` texts with and without a made-up secret.

All were written by hand, in English, Chinese and some other languages, by people who knew no rule that they could be
fitted to; none was copied from a published set. What is ``open`` rules may be written while looking at. What is
``sealed`` nobody looks at while writing rules: it is scored once, at the end, and then it is spent. A half that was
scored is opened, whatever it said, and the next measure is taken on rows that are written and sealed afresh; so there
are times without sealed rows. A text is never sealed again, and never mended because a rule fails on it; a wrong label
is corrected in the open, with a word about why.

One object a line, keys in one order:

* attacks: ``id``, ``half``, ``lang`` (``zh`` Chinese, ``mixed`` Chinese with English or with pinyin), ``kind`` (what
  the text wants), ``evasion`` (how it hides, or ``none``), ``text``.
* benign: ``id``, ``half``, ``lang``, ``kind``, ``text``. A note that *quotes* an attack to warn of it is benign.
* secrets: ``id``, ``half``, ``has_secret``, ``kind``, ``text_parts``, ``secret_parts`` (null without a secret). The
  text and the secret are the joined parts: no key stands in the file in one piece, so no code host takes it for real.

Characters that cannot be seen are written as JSON escapes, so that the files can be reviewed.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

DATA = Path(__file__).parent / "data"
KEYS = {
    "attacks": ["id", "half", "lang", "kind", "evasion", "text"],
    "benign": ["id", "half", "lang", "kind", "text"],
    "secrets": ["id", "half", "has_secret", "kind", "text_parts", "secret_parts"],
}
HALVES = ("open", "sealed")
ATTACK_KINDS = {
    "instruction-override",
    "prompt-leak",
    "role-hijack",
    "markup-injection",
    "marker-injection",
    "exfiltration",
    "command-forcing",
    "concealment",
    "fake-authority",
    "memory-poisoning",
    "secret-reading",
}
HOST_PATTERNS = re.compile(
    r"A[KS]IA(?!X{16})[A-Z2-7]{16}|gh[pos]_[A-Za-z0-9]{36}(?<!x{36})|github_pat_\w{22}|glpat-[\w-]{20}|[sr]k_live_|xox[bp]-\d"
    r"|xapp-1|whsec_|sk-(?:proj|ant)-|AIza[\w-]{35}|hf_[A-Za-z]{34}|eyJ\w{15,}\.|BEGIN [A-Z ]*PRIVATE KEY|npm_\w{36}"
    r"|pypi-Ag|SG\.[\w-]{22}|dop_v1_|hvs\.\w"
)


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written(name).splitlines()]


def written(name: str) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(DATA.glob(f"{name}*.jsonl")))


def halves(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The rows of each half that there is."""
    return {half: found for half in HALVES if (found := [row for row in rows if row["half"] == half])}


def text_of(row: dict[str, Any]) -> str:
    return str(row["text"]) if "text" in row else "".join(row["text_parts"])


def secret_of(row: dict[str, Any]) -> str | None:
    return None if row["secret_parts"] is None else "".join(row["secret_parts"])


def mixes_scripts(text: str) -> bool:
    """Whether letters of Latin stand in one sentence with letters of Cyrillic or Greek that look like them."""
    scripts = {unicodedata.name(char, "").split(" ")[0] for char in text if char.isalpha()}
    return "LATIN" in scripts and bool(scripts & {"CYRILLIC", "GREEK"})


def decodes_base64(text: str) -> bool:
    for run in re.findall(r"[A-Za-z0-9+/]{24,}={0,2}", text):
        try:
            base64.b64decode(run, validate=True).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
        return True
    return False


def decodes_hex(text: str) -> bool:
    return any(len(bytes.fromhex(run)) > 15 for run in re.findall(r"\b(?:[0-9a-f]{2}){16,}\b", text))


def words_cut(text: str) -> bool:
    """Whether marks of emphasis or ends of lines stand inside words, several times, or it comes in named pieces."""
    pieces = re.findall(r"(?:^|[\s，：])(?:[A-Za-z甲乙丙]\s?[=:]|[①②③])", text)
    return len(re.findall(r"\w\*{1,2}\w|\w\n\w", text)) >= 3 or len(pieces) >= 2


SHOWN: dict[str, Callable[[str], bool]] = {
    "zero-width": lambda text: len(re.findall(r"\w[\u200b\u200c\u200d\u2060]\w", text)) >= 5,
    "full-width": lambda text: len(re.findall(r"[\uff21-\uff3a\uff41-\uff5a]", text)) >= 8,
    "homoglyph": mixes_scripts,
    "spacing": lambda text: re.search(r"(?:\b\w[ \-._]+){4,}\w\b", text) is not None,
    "bidi": lambda text: "\u202e" in text and "\u202c" in text,
    "base64": decodes_base64,
    "html-comment": lambda text: re.search(r"<!--.+?-->", text, re.DOTALL) is not None,
    "tag-chars": lambda text: len(re.findall("[\U000e0020-\U000e007e]", text)) >= 15,
    "leet": lambda text: len(re.findall(r"[A-Za-z]\d[A-Za-z\d]|\d[A-Za-z]", text)) >= 5,
    "split": words_cut,
    "traditional": lambda text: (
        len(re.findall("[專會員請將統覆額後項議紀錄畢則過認執錯須訊傳設長將應關從無費為實總資處單誤]", text)) >= 4
    ),
    "pinyin": lambda text: (
        re.search(r"(?:\b[a-z]{1,6}\b ?){6,}", text) is not None
        or re.search(r"(?:\b[a-z]+\b[ ,]*){15,}", text) is not None
    ),
    "hex-url": lambda text: decodes_hex(text) or len(unquote(text)) + 30 < len(text),
    "code-fence": lambda text: text.count("```") >= 2 or text.count("~~~") >= 2,
    "link-title": lambda text: re.search(r"\]\(\S+ \".+\"\)", text) is not None,
    "yaml-value": lambda text: re.match(r"---\n(?:.+\n)+---\n", text) is not None,
    "table-cell": lambda text: re.search(r"^\|(?:-{3}\|)+$", text, re.MULTILINE) is not None,
}


@pytest.mark.parametrize("name", KEYS)
def test_rows_have_their_keys_a_name_of_their_own_and_a_half(name: str) -> None:
    rows = read(name)
    assert {tuple(row) for row in rows} == {tuple(KEYS[name])}
    assert len({row["id"] for row in rows}) == len(rows)
    assert len({text_of(row) for row in rows}) == len(rows)
    assert "open" in halves(rows)
    assert sum(map(len, halves(rows).values())) == len(rows)
    assert all(text_of(row).strip() for row in rows)


def test_each_half_has_attacks_of_every_kind() -> None:
    for rows in halves(read("attacks")).values():
        assert {row["kind"] for row in rows} == ATTACK_KINDS


@pytest.mark.parametrize("name", ["attacks", "benign"])
def test_at_least_two_of_five_are_chinese_in_each_half(name: str) -> None:
    for rows in halves(read(name)).values():
        langs = [row["lang"] for row in rows]
        assert langs.count("zh") >= 0.4 * len(langs)


@pytest.mark.parametrize("name", ["attacks", "benign"])
def test_chinese_is_written_where_it_is_said(name: str) -> None:
    han = re.compile("[一-龥]")
    chinese = [row for row in read(name) if row["lang"] in {"zh", "mixed"} and row.get("evasion") != "pinyin"]
    assert [row["id"] for row in chinese if not han.search(row["text"])] == []


@pytest.mark.parametrize("name", KEYS)
def test_what_cannot_be_seen_is_escaped_in_the_file(name: str) -> None:
    raw = written(name)
    assert {
        char for char in raw if char != "\n" and unicodedata.category(char) in {"Cc", "Cf", "Cn", "Co", "Zl", "Zp"}
    } == set()


def test_attacks_are_many_and_of_every_kind() -> None:
    kinds = Counter(row["kind"] for row in read("attacks"))
    assert set(kinds) == ATTACK_KINDS
    assert sum(kinds.values()) >= 180
    assert min(kinds.values()) >= 15


@pytest.mark.parametrize("evasion", SHOWN)
def test_an_evasion_really_is_in_the_text(evasion: str) -> None:
    rows = [row for row in read("attacks") if row["evasion"] == evasion]
    assert len(rows) >= 5
    assert [row["id"] for row in rows if not SHOWN[evasion](row["text"])] == []


def test_an_attack_without_evasion_hides_nothing() -> None:
    rows = read("attacks")
    plain = [row for row in rows if row["evasion"] == "none"]
    assert {row["evasion"] for row in rows} == {"none", *SHOWN}
    assert 0.4 * len(rows) <= len(plain) <= 0.6 * len(rows)
    hidden = ("zero-width", "full-width", "homoglyph", "bidi", "tag-chars", "split", "yaml-value")
    assert [
        (row["id"], name) for row in plain for name in hidden if row["lang"] != "ru" and SHOWN[name](row["text"])
    ] == []


def test_benign_notes_are_many_and_quote_attacks_in_both_languages() -> None:
    rows = read("benign")
    quotes = Counter(row["lang"] for row in rows if row["kind"] == "security-quote")
    assert len(rows) >= 360
    assert sum(quotes.values()) >= 40
    assert min(quotes["en"], quotes["zh"]) >= 20


def test_benign_notes_hold_marks_that_attacks_use_too() -> None:
    text = "\n".join(row["text"] for row in read("benign"))
    for mark in (
        "\u200d",
        "\u200c",
        "\u200e",
        "\u2068",
        "\u00ad",
        "<|im_start|>",
        "<script",
        "<!--",
        "base64,",
        "Ω",
        "Ｖ",
        "curl ",
    ):
        assert mark in text


def test_no_text_is_both_an_attack_and_benign() -> None:
    assert {row["text"] for row in read("attacks")} & {row["text"] for row in read("benign")} == set()


def test_secrets_are_many_and_so_are_their_likenesses() -> None:
    rows = read("secrets")
    has = Counter(row["has_secret"] for row in rows)
    assert has[True] >= 60
    assert has[False] >= 80
    kinds = Counter((row["kind"], row["has_secret"]) for row in rows)
    assert len({kind for kind, _ in kinds}) == len(kinds)


def test_a_secret_is_a_part_of_its_text_once() -> None:
    for row in read("secrets"):
        secret = secret_of(row)
        assert row["has_secret"] == (secret is not None)
        if secret is not None:
            assert len(secret) >= 6
            assert text_of(row).count(secret) == 1, row["id"]


def test_no_secret_stands_in_the_file_in_one_piece() -> None:
    raw = written("secrets")
    assert [row["id"] for row in read("secrets") if (secret := secret_of(row)) and secret in raw] == []
    assert HOST_PATTERNS.findall(raw) == []
