"""The documents don't lie: links lead somewhere, generated pages are current, commands and flags exist."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import click
import pytest

from vademecum import errors
from vademecum.surfaces.cli.app import vade

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FRONT = [ROOT / name for name in ("README.md", "AGENTS.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES = [*FRONT, *sorted(DOCS.rglob("*.md"))]

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
FENCE = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
# A command as a reader would type it: after a prompt's start, a pipe, a quote or a backtick.
CALL = re.compile(r"(?:^|[|`;&] *|-- )vade ([a-z]+)([^`\n|]*)", re.MULTILINE)


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def anchors(page: Path) -> set[str]:
    headings = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[tuple[str, Path, str]]:
    """Each relative link of a page: as written, the file that it leads to, and its anchor."""
    for link in LINK.findall(CODE.sub("", FENCE.sub("", page.read_text(encoding="utf-8")))):
        if "://" not in link:
            file, _, anchor = unquote(link).partition("#")
            yield link, (page.parent / file).resolve() if file else page, anchor


def broken(page: Path) -> list[str]:
    return [
        link
        for link, target, anchor in links(page)
        if not target.exists() or (anchor and anchor not in anchors(target))
    ]


def named(command: str) -> click.Command | None:
    return vade.get_command(click.Context(vade), command)


def unknown_calls(text: str) -> list[str]:
    """Commands and long flags in a text that the program does not have."""
    return [
        f"vade {name} {word}".strip()
        for name, rest in CALL.findall(text)
        for word in ["", *re.findall(r"(?<= )--[a-z-]+", rest)]
        if not exists(named(name), word)
    ]


def exists(command: click.Command | None, flag: str) -> bool:
    if command is None or not flag:
        return command is not None
    return flag == "--help" or any(flag in [*each.opts, *each.secondary_opts] for each in command.params)


def reachable(start: Path) -> set[Path]:
    found: set[Path] = set()
    waiting = [start]
    while waiting:
        page = waiting.pop()
        if page not in found and page.suffix == ".md":
            found.add(page)
            waiting += [target for _, target, _ in links(page) if target.exists()]
    return found


def every_command() -> Iterable[str]:
    return vade.list_commands(click.Context(vade))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_and_flags_in_the_text_exist(page: Path) -> None:
    assert unknown_calls(page.read_text(encoding="utf-8")) == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    assert [page for page in PAGES if page not in reachable(ROOT / "README.md")] == []


@pytest.mark.parametrize("name", ["cli.md", "errors.md", "mcp.md"])
def test_generated_pages_are_current(name: str) -> None:
    page = DOCS / "reference" / name
    assert page.read_text(encoding="utf-8") == generator().pages()[page], "run `make docs`"


def test_every_command_explains_itself() -> None:
    assert [name for name in every_command() if not (command := named(name)) or not command.help] == []


def test_every_command_is_in_a_page_that_people_wrote() -> None:
    written = "".join(page.read_text(encoding="utf-8") for page in PAGES if page.name != "cli.md")
    called = {name for name, _ in CALL.findall(written)}
    assert [name for name in every_command() if name not in called] == []


def test_error_codes_are_unique_and_documented_and_nothing_else_is() -> None:
    codes = [each.code for each in generator().error_classes()]
    documented = re.findall(r"^\| `([a-z-]+)` \|", (DOCS / "reference" / "errors.md").read_text("utf-8"), re.MULTILINE)
    assert len(set(codes)) == len(codes)
    assert documented == codes


def test_every_exit_status_is_documented() -> None:
    statuses = {value for name, value in vars(errors).items() if name.startswith("EXIT_")}
    assert statuses <= set(generator().EXITS)


def test_the_changelog_has_room_for_the_next_change() -> None:
    headings = HEADING.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert headings[:2] == ["Changelog", "Unreleased"]


def test_broken_links_and_anchors_are_found(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("# One thing\n\n[a](b.md) [b](#one-thing) [c](#two) [d](https://example.org/x)\n")
    assert broken(page) == ["b.md", "#two"]


def test_unknown_commands_and_flags_are_found() -> None:
    text = "run `vade frobnicate` or\nvade recall bread --frob\nvade recall bread --json | head\n"
    assert unknown_calls(text) == ["vade frobnicate", "vade recall --frob"]
