"""Where agents are told addresses only, no answer and no error tells a place on the disk or a topic nobody has seen.

Every mode and argument of the tool is tried, with a store that breaks meanwhile (H6, D11, D12).
"""

from __future__ import annotations

import errno
import os
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.config import MountConfig
from vademecum.config.profiles import PROFILES
from vademecum.errors import VademecumError
from vademecum.guards.changes import Actor
from vademecum.memory import Memory, Setting
from vademecum.surfaces.tool import call_memory

UNSEEN = ("zanzibar-ledger", "quokka-plan", "Ytterby mine")
OLD_DAY = "2026-11-12"
PATH = re.compile(r"[^\s:`\"'\[\]()]+/[^\s:`\"'\[\]()]*\.(md|jsonl|db|lock|tmp)\b")


def page(name: str, number: int) -> str:
    title = f"title: {name}\naliases: [{name} alias]\n" if number % 2 else ""
    return f"---\n{title}date: 2026-11-0{number + 1}\n---\n# {name}\n\nHush {number}.\n\n## Care\n\nHush again.\n"


@pytest.fixture
def memory(setting: Setting, tmp_path: Path) -> Iterator[Memory]:
    """A session over one mount of addresses only, in a folder and beside a home whose names are known to be leaks."""
    folder = tmp_path / "secret-root"
    pages = {f"topics/{name}": page(name, number) for number, name in enumerate(UNSEEN)}
    pages |= {f"side/{UNSEEN[0]}": "Hush too.\n", f"{OLD_DAY}/--wombat--": "# Day\n\nA seen needle.\n"}
    pages |= {"topics/open-book": "# Open book\n\n## Page one\n\nneedle here, needle there\n\n## Page two\n\nfine\n"}
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    # The profile's knobs by their names.
    notes = MountConfig(name="notes", path=folder, profile="notes", max_chars=3000, **PROFILES["notes"])  # type: ignore[arg-type]
    config = replace(setting.config, home=tmp_path / "secret-home", mounts=(notes,))
    opened = Memory(replace(setting, config=config, actor=Actor("agent", "test-host")))
    yield opened
    opened.close()


def told_by(memory: Memory, arguments: Mapping[str, object]) -> str:
    """All that an agent reads of a call, be it an answer or an error."""
    try:
        return call_memory(memory, arguments)
    except VademecumError as error:
        return str(error)


def leaks_in(told: str, memory: Memory, asked: Mapping[str, object]) -> list[str]:
    """What a text tells that it must not: a name that the call itself gave is no secret to who called."""
    given = " ".join(str(value) for value in asked.values())
    places = [str(memory.setting.config.home), "secret-root", "secret-home", str(memory.setting.state)]
    names = [name for name in UNSEEN if name not in given]
    found = [each for each in (*places, *names) if each in told and each not in given]
    return found + [each[0] for each in PATH.finditer(told) if each[0] not in given]


NAMES = ("zanzibar-ledgr", "quokka", "Ytterby", "zanzibar", "ledger", "open-book", "Open book", "topics", "side", "")
TOPICS = (
    *NAMES,
    *(f"notes:topics/{name}" for name in NAMES),
    *(f"{name}#Care" for name in NAMES),
    *(
        "notes:",
        "notes:/",
        "nots:quokka",
        "../secret",
        "notes:../x",
        "/etc/passwd",
        "topics/a/b",
        "C:\\x",
        "\x00",
        "a" * 300,
    ),
    *(
        f"notes:{OLD_DAY}/--wombat--",
        f"notes:{OLD_DAY}/wombat",
        "notes:con",
        "notes:x.md",
        "global:SOUL",
        "notes:.vade/lock",
    ),
)
ARGUMENTS: dict[str, tuple[object, ...]] = {
    "mode": ("recall", "recall", "remember", "remember", "Remember", "search", "", None),
    "keywords": (
        "needle",
        "quokk",
        "",
        " ",
        "page 'one'",
        ["needle", "fine"],
        '["needle"]',
        3,
        "*",
        "v w x y z u t",
    ),
    "retriever": ("blocks", "bm25", "literal", "vector", "none", "", 1),
    "topic": TOPICS,
    "date": (OLD_DAY, "2026-11-30", "2026-02-30", "", "today", 1),
    "workspace": ("wombat", "w", "zzz", "", "/", 1),
    "block": ("Page one", "Open book > Page two", "Care", "zzz", "#", " > ", "~2", "^x", ""),
    "content": ("Mine.\n", " ", "x" * 4000, "y" * 2_000_000, "---\ntitle: [\n---\nx", "", 1),
    "old_string": ("needle", "fine", "zzz", "", "needle here", 1),
    "new_string": ("pin", "", r"\1 $&", 1),
    "append": ("More.", "z" * 4000, "", "# Head\n", 1),
    "replace_all": (True, False, "true", "maybe", ""),
    "version": ("0" * 12, "abc", "", 1),
    "query": ("unknown argument",),
}
# What reaches the disk in whatever state it is.
ALWAYS: tuple[dict[str, object], ...] = (
    {"mode": "remember", "topic": "notes:topics/fresh", "append": "Mine.\n"},
    {"mode": "remember", "topic": "notes:topics/open-book", "append": "More."},
    {"mode": "recall", "topic": "notes:topics/open-book"},
    {"mode": "recall", "keywords": "needle"},
)
REQUIRED = {"recall": ("keywords", "topic", "date"), "remember": ("content", "old_string", "append")}


def call_at(rng: random.Random) -> dict[str, object]:
    """Mostly calls that mean something, so that they get far; some of everything."""
    mode = rng.choice(("recall", "remember"))
    if rng.random() < 0.2:
        names = rng.sample(sorted(ARGUMENTS), rng.randint(0, 5))
        return {name: rng.choice(ARGUMENTS[name]) for name in names}
    names = [rng.choice(REQUIRED[mode])]
    names += [name for name in ("topic", "block", "version", "workspace", "new_string") if rng.random() < 0.4]
    return {"mode": mode} | {name: rng.choice(ARGUMENTS[name]) for name in names}


def denied(path: object, *_rest: object, **_options: object) -> None:
    raise PermissionError(errno.EACCES, "Permission denied", str(path))


def damages(folder: Path) -> Iterator[bool]:
    """What befalls a store while it is used, one thing a step; true where the home store is met by it too, which tells
    its paths."""
    book = folder / "topics" / "open-book.md"
    yield False
    book.write_bytes(b"\xff\xfe\x00bad")
    yield False
    book.unlink()
    book.mkdir()
    yield False
    (folder / "topics" / "loop.md").symlink_to(folder / "topics" / "loop.md")
    (folder / ".vade").mkdir(exist_ok=True)
    yield False
    with pytest.MonkeyPatch.context() as disk:  # an administrator may write where rights forbid it
        for call in ("rename", "replace", "link"):
            disk.setattr(os, call, denied)
        yield True
    for each in (folder / "topics", folder):
        os.chmod(each, 0o500)
    yield False
    os.chmod(folder, 0o700)
    folder.rename(folder.with_name("elsewhere"))
    yield False
    if folder.exists():  # a write has made it anew
        folder.rename(folder.with_name("anew"))
    folder.write_text("a file where the folder was")
    yield False


@pytest.mark.parametrize("seed", range(2))
def test_no_mode_and_no_error_tells_a_place_or_an_unseen_topic_h6_d11_d12(memory: Memory, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - chosen calls, not secrets
    folder = memory.library.mount("notes").root
    kinds: set[str] = set()
    home = re.compile(re.escape(str(memory.setting.config.home)) + r"\S*")
    for is_home_met in damages(folder):
        for asked in (*ALWAYS, *(call_at(rng) for _ in range(40))):
            told = told_by(memory, asked)
            kinds.add(told[:14])
            assert leaks_in(home.sub("", told) if is_home_met else told, memory, asked) == [], (asked, told)
    assert len(kinds) > 25


def test_what_goes_to_make_room_is_not_named_h6_d12(setting: Setting, tmp_path: Path) -> None:
    (tmp_path / "notes" / "topics").mkdir(parents=True)
    for name in UNSEEN[:2]:  # each says what the other says, so that one of them may go
        (tmp_path / "notes" / "topics" / f"{name}.md").write_text("Hush hush.\n" * 20, encoding="utf-8")
    notes = MountConfig(name="notes", path=tmp_path / "notes", writable=True, exposure="address", max_chars=500)
    memory = Memory(replace(setting, config=replace(setting.config, mounts=(notes,)), actor=Actor("agent", "test")))
    asked = {"mode": "remember", "topic": "notes:topics/new", "content": "New. " * 15}
    told = told_by(memory, asked)
    assert "to make room" in told
    assert leaks_in(told, memory, asked) == []
    [(_, gone)] = memory.trash()
    assert gone.id in told
