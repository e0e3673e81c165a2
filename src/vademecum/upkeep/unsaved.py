"""Texts that a person wrote and no store took: kept in the state folder until the person takes them away."""

from __future__ import annotations

from pathlib import Path

from vademecum.page import Page
from vademecum.page.names import page_name
from vademecum.store.files import write_atomic

UNSAVED = "unsaved"


def keep_text(state: Path, page: Page, text: str) -> Path:
    """Keep what should have become of a page, in a file of its own; returns the file."""
    folder = state / UNSAVED
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    stem = page.address.name.rpartition("/")[2]
    file = folder / f"{page_name(stem, lambda name: (folder / f'{name}.md').exists())}.md"
    write_atomic(file, text.encode("utf-8", "surrogateescape"), mode=0o600)
    return file


def kept_texts(state: Path) -> tuple[Path, ...]:
    """The files of all texts that are kept, in order of name."""
    return tuple(sorted((state / UNSAVED).glob("*.md")))
