"""Secrets are found, and taken out whole: measured on labelled texts, with the cases of A40."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from vademecum.guards.secrets.scan import find_secrets, redact

DATA = Path(__file__).parent / "data" / "secrets.jsonl"
# As measured when the sealed half was scored, once.
FOUND = {"open": 47, "sealed": 35}
WRONG = {"open": 0, "sealed": 2}


def joined(*parts: str) -> str:
    """A made-up secret that stands in no file in one piece."""
    return "".join(parts)


A40 = [
    ("db password is x and the key is {}", joined("sk", "-", "NOTREAL", "7" * 24)),
    ("api_key: {}", joined("sk", "-zz-", "NOTREALNOTREAL4444", ".", "secondhalf5555_NOT-real66")),
    ("aws {}", joined("AK", "IA", "FAKEFAKEFAKEFAKE")),
    ("pat {}", joined("gh", "p_", "F" * 36)),
    ("Authorization: Bearer {}", joined("eyJ", "hbGciOi.FAKE.FAKE" * 2)),
    ("postgres://svc:{}@db.invalid/app", joined("s3c", "r3t")),
    ("{}", joined("-----BEGIN ", "PRIVATE KEY-----", "\nRkFLRQ==\n", "-----END ", "PRIVATE KEY-----")),
    ("数据库密码是{}，用户名 root。", joined("Hx7", "#mifeng", "22")),
]


def rows(half: str, *, has_secret: bool) -> list[tuple[str, str]]:
    found = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    return [
        ("".join(row["text_parts"]), "".join(row["secret_parts"] or ()))
        for row in found
        if row["half"] == half and row["has_secret"] == has_secret
    ]


@pytest.mark.parametrize("half", ["open", "sealed"])
def test_secrets_are_taken_out_at_least_as_often_as_measured(half: str) -> None:
    assert sum(secret not in redact(text)[0] for text, secret in rows(half, has_secret=True)) >= FOUND[half]


@pytest.mark.parametrize("half", ["open", "sealed"])
def test_what_only_looks_like_a_secret_stays_as_often_as_measured(half: str) -> None:
    assert sum(bool(find_secrets(text)) for text, _ in rows(half, has_secret=False)) <= WRONG[half]


@pytest.mark.parametrize(("text", "secret"), A40)
def test_a40_nothing_of_a_secret_is_left_and_all_else_is(text: str, secret: str) -> None:
    before, after = text.split("{}")
    left, found = redact(text.format(secret))
    assert left == f"{before}[secret removed: {found[0].kind}]{after}"


@pytest.mark.parametrize(
    "text",
    [
        "commit 3f786850e387550fdab836ed7e6dc881de23001b fixed it",
        "build 123e4567-e89b-12d3-a456-426614174000 is green",
        "prod uses password auth; the token lives in the vault",
        "password: <your password>",
        "token = os.environ['TOKEN']",
    ],
)
def test_a40_digests_names_and_plain_sentences_are_no_secrets(text: str) -> None:
    assert redact(text) == (text, ())


@given(st.text(max_size=400))
def test_what_is_found_lies_in_the_text_in_order_and_apart(text: str) -> None:
    found = find_secrets(text)
    ends = [place for secret in found for place in (secret.start, secret.end)]
    assert ends == sorted(ends)
    assert all(0 <= place <= len(text) for place in ends)
