"""Secrets are found, and taken out whole: measured on labelled texts, with the cases of A40."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from vademecum.guards.secrets.patterns import SAID
from vademecum.guards.secrets.scan import find_secrets, redact

DATA = Path(__file__).parent / "data"
# As measured at the least; what is sealed is scored once, and its counts are added here then.
FOUND = {"open": 142}
WRONG = {"open": 1}


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
    lines = [line for path in sorted(DATA.glob("secrets*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    found = [json.loads(line) for line in lines]
    return [
        ("".join(row["text_parts"]), "".join(row["secret_parts"] or ()))
        for row in found
        if row["half"] == half and row["has_secret"] == has_secret
    ]


@pytest.mark.parametrize("half", FOUND)
def test_secrets_are_taken_out_at_least_as_often_as_measured(half: str) -> None:
    assert sum(secret not in redact(text)[0] for text, secret in rows(half, has_secret=True)) >= FOUND[half]


@pytest.mark.parametrize("half", WRONG)
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


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("export DB_PASS={}", "Kiwi!landed42"),
        ('"apiKey": "{}",', "a8f5f167f44f4964" + "e6c998dee827110c"),
        ("password => '{}',", "rubyP4ss!z"),
        ("<password>{}</password>", "Xml!Pass99"),
        ('{{"name": "DB_PASSWORD", "value": "{}"}}', "Json9!value"),
        ("ENV REDIS_PASSWORD {}", "dockerEnv_991"),
        ("docker login -u ci -p {} registry.ourfirm.example", "Zebra_77_quilt"),
        ("mysql -u root -p{} app", "Winter2024!"),
        ("curl -u monitor:{} https://metrics.ourfirm.example", "H4rbour!Seal"),
        ("kubectl create secret generic db --from-literal=password={}", "Mango9!tree"),
        ("ALTER USER app IDENTIFIED BY '{}';", "Qw3rty!lamp"),
        ("machine git.ourfirm.example login bot password {}", "n3trc-Passw0rd"),
        ("jdbc:mysql://db/x?user=a&password={}", "JdbcP4ss!1"),
        ("otpauth://totp/x?secret={}", "JBSWY3DP" + "EHPK3PXP"),
        ("https://open.feishu.cn/open-apis/bot/v2/hook/{}", "38160c1c-8b25-43e1-" + "ae6f-4682994a0251"),
        ("Jenkins password was changed to {}.", "B0ttle_neck!3"),
        ("Log in as deploy with {} and look.", "Xk29!mmQ"),
        ("The backup passphrase is {}", "seven grey herons leave at noon"),
        ("Recovery code of the registrar account: {}", "7KQ2-M9XD-44TP-ZB1H"),
        ("Jenkins still takes the pass {}, nobody changed it.", "Ferret_on_ice3"),
        ("服务器口令还是那个 {}，没有改。", "Gul0u!tower"),
        ("缓存的 auth 用 {} 就能连。", "Nf83pLxvQe1z"),
        ("账号 admin，密码 {}。", "Hz@xihu2023"),
        ("第二因子的种子是 {}。", "JBXWY4DP" + "FHPK3QXA"),
    ],
)
def test_a_secret_is_found_however_it_is_told(text: str, secret: str) -> None:
    left, found = redact(text.format(secret))
    assert secret not in left
    assert found


@pytest.mark.parametrize(
    "text",
    [
        "password = await prompt('Password: ', {mask: true})",
        "gh" + "p_" + "x" * 36 + " shows what a token looks like",
        "password: {{ vault_db_password }}",
        "token: see op://team/deploy/token",
        "secret: arn:aws:secretsmanager:eu-central-1:123456789012:secret:prod/db",
        "cache key: deps-linux-ea6a9be7e0b99d29a71cf45b117d67a4606ffab8ea375c5bcf693309f3f3f95f",
        "auth: oauth2",
        "pass rate: 98.5%",
        "passphrase: at least four words",
        "password_file: /run/secrets/db",
        "mysql -u root -p",
        "docker login -u ci --password-stdin",
        'curl -H "Authorization: Bearer $TOKEN" https://api.ourfirm.example',
        "def login(user, password, token=None):",
        '"token": {"type": "string", "minLength": 20}',
        "fingerprint SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8",
        "the password was changed on Monday",
        "license key: stored in the safe",
        "密码用 argon2id 存储",
        "密码长度至少 12 位",
        "口令由管理员保管",
        "令牌有效期 30 天",
    ],
)
def test_what_a_developer_writes_about_secrets_is_none(text: str) -> None:
    assert redact(text) == (text, ())


@given(st.text(max_size=400))
def test_what_is_found_lies_in_the_text_in_order_and_apart(text: str) -> None:
    found = find_secrets(text)
    ends = [place for secret in found for place in (secret.start, secret.end)]
    assert ends == sorted(ends)
    assert all(0 <= place <= len(text) for place in ends)


def test_a_private_key_without_an_end_goes_on_to_the_next_one_and_each_is_found() -> None:
    begin, end = "-----BEGIN RSA PRIVATE" + " KEY-----", "-----END RSA PRIVATE" + " KEY-----"
    text = f"{begin}\nMIIEow\n{begin}\nMIIEpA\n{end}\nTea.\n"
    found = [text[each.start : each.end] for each in find_secrets(text) if each.kind == "private-key"]
    assert found == [f"{begin}\nMIIEow\n", f"{begin}\nMIIEpA\n{end}"]


@pytest.mark.parametrize("owner", ["the wifi at the office", "db.example", "Anna's old box", "guests"])
def test_a_password_that_is_said_of_something_is_found_and_its_words_are_read_whole(owner: str) -> None:
    text = f"The password for {owner} is Kx7!mmQ2pd and stays."
    assert [text[each.start : each.end] for each in find_secrets(text)] == ["Kx7!mmQ2pd"]
    assert SAID.search(f"The password for {owner.replace(' ', '')}is Kx7!mmQ2pd") is None
