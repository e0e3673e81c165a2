"""Secrets that no text of a write holds alone: a password behind its header key, and what the page says in the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.config.model import WritingConfig
from vademecum.errors import SecretError
from vademecum.guards.changes import Actor, Addition, Change, Content, KeyChange, Replacement
from vademecum.guards.joined import NEAR, joined_secrets
from vademecum.guards.secrets.scan import find_secrets
from vademecum.library import find_workspace
from vademecum.memory import Memory, Setting
from vademecum.page.parse import parse

SECRET = "Tr0ub4" + "dor&3xQ"
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6" * 3
PAGE = f"# Router\n\npassword: TODO\n\nIt says {TOKEN[:16]}TODO\n"
ROUTER = Address("global", "router")

Opened = Callable[..., Memory]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    """A memory with one page and one record, as configured; its notices are kept in ``notices``."""

    def memory(notices: list[str] | None = None, approval: tuple[str, ...] = (), **knobs: object) -> Memory:
        home = tmp_path / "memory"
        home.mkdir()
        (home / "router.md").write_text(PAGE, encoding="utf-8")
        (tmp_path / "facts.jsonl").write_text('{"id": "router", "content": "password: TODO"}\n', encoding="utf-8")
        facts = MountConfig(name="facts", path=tmp_path / "facts.jsonl", format="records", writable=True)
        writing = WritingConfig(approval=approval, **knobs)  # type: ignore[arg-type]  # knobs of a test
        config = Config(home=home, writing=writing, mounts=(facts,))
        told = [] if notices is None else notices
        place = find_workspace(tmp_path)
        actor = Actor("agent", "test")
        return Memory(Setting(config, tmp_path / "cache", tmp_path / "state", place, actor=actor, notice=told.append))

    return memory


def write(memory: Memory, change: Change, page: Address = ROUTER) -> None:
    store = memory.library.store(page.mount)
    memory.write(page, change, version=store.read(page.name).digest if store.stamp(page.name) else None)


def text_of(memory: Memory, page: Address = ROUTER) -> str:
    return memory.library.store(page.mount).read(page.name).text


NEW = Address("global", "new")
# The page, the change, and the secret that it would make whole.
JOINED: list[tuple[Address, Change, str]] = [
    (NEW, Content("The router.", "Router", (("password", SECRET),)), SECRET),
    (NEW, Content("The router.", "Router", (("api_key", ("none", SECRET)),)), SECRET),
    (NEW, Addition("The router.", title="Router", meta=(("password", SECRET),)), SECRET),
    (ROUTER, KeyChange("password", SECRET), SECRET),
    (ROUTER, Replacement("TODO\n\nIt", f"{SECRET}\n\nIt"), SECRET),
    (ROUTER, Replacement("6TODO", TOKEN[15:]), TOKEN),
    (Address("facts", "router"), Replacement("TODO", SECRET), SECRET),
    (Address("facts", "router"), KeyChange("password", SECRET), SECRET),
]
NAMES = ["meta", "list", "addition", "key", "label", "halves", "record", "record-key"]


@pytest.mark.parametrize(("page", "change", "secret"), JOINED, ids=NAMES)
def test_a40_a_secret_that_a_write_only_puts_together_is_refused(
    opened: Opened, page: Address, change: Change, secret: str
) -> None:
    memory = opened()
    root = memory.library.mount(page.mount).root
    before = {file: file.read_bytes() for file in root.parent.rglob("*") if file.suffix in {".md", ".jsonl"}}
    with pytest.raises(SecretError) as caught:
        write(memory, change, page)
    assert secret not in str(caught.value)
    assert {file: file.read_bytes() for file in root.parent.rglob("*") if file.suffix in {".md", ".jsonl"}} == before


@pytest.mark.parametrize(("page", "change", "secret"), JOINED, ids=NAMES)
def test_a40_a_write_that_puts_a_secret_together_can_be_kept_without_it(
    opened: Opened, page: Address, change: Change, secret: str
) -> None:
    told: list[str] = []
    memory = opened(told, secrets="redact")
    write(memory, change, page)
    raw = memory.library.store(page.mount).read(page.name).raw.decode()
    assert "[secret removed: " in raw
    assert secret not in raw
    assert not find_secrets(raw)
    assert len(told) == 1
    assert secret not in told[0]


def test_a40_a_secret_that_a_write_puts_together_waits_in_no_queue(opened: Opened, tmp_path: Path) -> None:
    memory = opened(approval=("all",))
    with pytest.raises(SecretError):
        write(memory, Replacement("TODO\n\nIt", f"{SECRET}\n\nIt"))
    assert memory.approvals.review().held == ()
    kept = [file.read_bytes() for file in (tmp_path / "state").rglob("*") if file.is_file()]
    assert not any(SECRET.encode() in data for data in kept)


def test_a40_a_page_with_an_old_secret_can_still_be_written_to(opened: Opened) -> None:
    memory = opened()
    file = memory.library.mount("global").root / "router.md"
    file.write_text(f"# Router\n\npassword: {SECRET}\nsecret: TODO\nIt is on the shelf.\n", encoding="utf-8")
    write(memory, Replacement("shelf", "table"))
    write(memory, Addition("It hums."))
    write(memory, KeyChange("type", "thing"))
    assert text_of(memory).endswith("It is on the table.\nIt hums.\n")
    with pytest.raises(SecretError, match="a secret: assignment in line 7 of the page"):
        write(memory, Replacement("TODO", SECRET[::-1]))


def test_a40_what_is_far_from_the_change_is_not_read_again() -> None:
    lines = "".join(f"line {number}\n" for number in range(100))
    page = parse(Address("global", "long"), f"{lines}password: TODO\n".encode())
    assert [each.line for each in joined_secrets(Replacement("TODO", SECRET), page, "folder")] == [101]
    assert joined_secrets(Replacement("line 7\n", "line seven\n"), page, "folder") == ()
    assert NEAR < 100


def test_a_secret_of_signs_alone_is_in_no_name(opened: Opened) -> None:
    told: list[str] = []
    write(opened(told, secrets="redact"), Addition("postgres://svc:!!!!!!!!@db.invalid/app"))
    assert told[0].startswith("global:router is written without what looked like a secret: basic-auth-url")


def test_a40_a_switched_off_scan_joins_nothing(opened: Opened) -> None:
    memory = opened(secrets="off")
    write(memory, KeyChange("password", SECRET))
    assert SECRET in text_of(memory)


@pytest.mark.parametrize("title", ["June Account", "Login", "Wifi password", "API key", "账户", "登录", "用户名密码"])
@pytest.mark.parametrize("line", ["date: 2026-11-30", "aliases: [june-2026, q3-2026]", "created: 2026-11-30T10:22:33Z"])
def test_a_header_line_below_a_title_that_speaks_of_secrets_is_none(title: str, line: str) -> None:
    assert find_secrets(f"---\ntitle: {title}\n{line}\n---\n\nThe cat is grey.\n") == ()


def test_a_pair_below_the_word_for_it_is_a_secret_still() -> None:
    [found] = find_secrets(f"Login\nadmin / {SECRET}\n")
    assert found.kind == "sentence"
