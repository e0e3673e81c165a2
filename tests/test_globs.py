"""Globs over page names."""

from __future__ import annotations

import pytest

from vademecum.globs import matcher


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("Diary/**", "Diary/2026/a.md"),
        ("Diary", "Diary/2026/a.md"),
        ("Diary/", "deep/Diary/a.md"),
        ("*.md", "deep/a.md"),
        ("/Diary/*.md", "Diary/a.md"),
        ("**/drafts/**", "a/b/drafts/c.md"),
        ("**/drafts/**", "drafts/c.md"),
        ("a/**/z.md", "a/z.md"),
        ("日记/*", "日记/今天.md"),
        ("cafe\u0301/*", "café/a.md"),
        ("DIARY/*", "diary/a.md"),
        ("note?.md", "note1.md"),
    ],
)
def test_a_pattern_matches_what_a_gitignore_line_would(pattern: str, name: str) -> None:
    assert matcher([pattern])(name)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("Diary/**", "MyDiary/a.md"),
        ("Diary/**", "deep/Diary/a.md"),
        ("/a.md", "deep/a.md"),
        ("*.md", "a.txt"),
        ("a/*.md", "a/b/c.md"),
        ("note?.md", "note/.md"),
        ("a.c", "abc"),
        ("", "a.md"),
        ("/", "a.md"),
    ],
)
def test_a_pattern_matches_nothing_more(pattern: str, name: str) -> None:
    assert not matcher([pattern])(name)


def test_no_patterns_match_nothing() -> None:
    assert not matcher([])("a.md")
