"""Folders of Markdown that other memories keep: Claude Code's auto-memory, and the notes of basic-memory. Pure.

Both are Markdown with a header as ours is, so a note stays as it is: observations (``- [category] text #tag``) and
relations (``- relation [[Note]]``) are list items, tags and links here too. Only the header gets what it lacks. A page
keeps its file's name, since others link to it by that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from vademecum.address import Address
from vademecum.importers.entry import Entry, Fault, Files, Item, LeftOut
from vademecum.page import Page, parse
from vademecum.page.facts import text_of

CLAUDE_CODE = "claude-code"
BASIC_MEMORY = "basic-memory"
INDEX = "MEMORY.md"

_POINTER = re.compile(r"\s*(?:[-*+]\s+)?(?:\*\*)?\[+[^\]\n]+\]+\(?(?P<target>[^)\n]*)\)?.*")


def looks_like_claude_code(files: Files) -> bool:
    """Whether a folder is an auto-memory: it has the index, or pages whose header says name, description and type."""
    if any(PurePosixPath(path).name == INDEX for path in files):
        return True
    metas = [_parsed(path, data).meta for path, data in _markdown(files)]
    return any("name" in meta and "description" in meta and {"type", "metadata"} & set(meta) for meta in metas)


def looks_like_basic_memory(files: Files) -> bool:
    """Whether a folder or a note is of basic-memory, which gives every note a permalink."""
    return any("permalink" in _parsed(path, data).meta for path, data in _markdown(files))


def read_claude_code(files: Files) -> Iterator[Item]:
    """The pages of an auto-memory folder, or of several projects' folders. An index that only points is left out."""
    for path, data in _markdown(files):
        if PurePosixPath(path).name == INDEX and _only_points(path, _parsed(path, data).body, files):
            yield LeftOut(path, "only points to the other pages")
        else:
            yield _note(path, data, CLAUDE_CODE)


def read_basic_memory(files: Files) -> Iterator[Item]:
    """The notes of a basic-memory project."""
    for path, data in _markdown(files):
        yield _note(path, data, BASIC_MEMORY)


def _markdown(files: Files) -> Iterator[tuple[str, bytes]]:
    return ((path, data) for path, data in files.items() if path.lower().endswith(".md"))


def _parsed(path: str, data: bytes) -> Page:
    return parse(Address("import", path), data)


def _note(path: str, data: bytes, kind: str) -> Item:
    page = _parsed(path, data)
    if not page.codec.exact:
        return Fault(path, "is not UTF-8")
    if not page.body.strip():
        return Fault(path, "has no text below its header")
    inner = page.meta.get("metadata")
    name = path[: -len(".md")]
    return Entry(
        where=path,
        text=page.text,
        title=page.title if text_of(page.meta, "title", "name") else PurePosixPath(name).name,
        date=page.date or "",
        type=page.type or (text_of(inner, "type") if isinstance(inner, dict) else None) or "",
        name=_without_memory_folder(name) if kind == CLAUDE_CODE else name,
        source=f"{kind} {text_of(page.meta, 'permalink') or path}",
    )


def _without_memory_folder(name: str) -> str:
    """The name without the folder that each project calls alike: ``slug/memory/page`` becomes ``slug/page``."""
    parts = name.split("/")
    return "/".join(part for at, part in enumerate(parts) if part != "memory" or at == len(parts) - 1)


def _only_points(path: str, body: str, files: Files) -> bool:
    folder = PurePosixPath(path).parent
    lines = [line for line in body.split("\n") if line.strip() and not line.startswith("#")]
    return bool(lines) and all(_points(line, folder, files) for line in lines)


def _points(line: str, folder: PurePosixPath, files: Files) -> bool:
    found = _POINTER.fullmatch(line.rstrip("\r"))
    return found is not None and str(folder / found["target"].strip()) in files
