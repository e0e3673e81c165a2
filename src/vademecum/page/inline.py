"""What stands in inline text: links, tags and block ids, and neither of them in code, comments or HTML tags.

One pass over tokens from left to right by CommonMark's precedence: code spans, autolinks and tags of HTML bind tighter
than brackets. The time is linear in the text however brackets and backticks are mixed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from vademecum.page.code import CodeRuns
from vademecum.page.comments import cut
from vademecum.page.links import TAIL, WIKILINK, Found, read_destination, read_wikilink
from vademecum.page.marks import CLOSE_TAG, OPEN_TAG
from vademecum.page.model import Span

# A tag stands at the start of a line or after white space, so "(#tag)", "a#b" and anchors in URLs are none. Letters,
# marks and digits of any script, emoji, _ - and / are its characters; white space and punctuation end it.
_TAG_CHARACTER = (
    r"[^\s\x00-,.:-@\[-^`{-\x9f\u2000-\u200b\u200e-\u206f\u2e00-\u2e7f\u3000-\u303f"
    r"\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]"
)
# Chinese and Japanese put no space after their full stop, so a block id may follow their punctuation at once.
_CJK_END = r"\u2014\u2018-\u201f\u2026\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
# Each alternative begins with a literal, so that the search skips plain text at the speed of a character set.
_TOKEN = re.compile(
    rf"""\\[!-/:-@\[-`{{-~]
    |``*
    |<!--|<[A-Za-z][A-Za-z0-9+.-]{{1,31}}+:[^\s<>]*+>|{OPEN_TAG}|{CLOSE_TAG}
    |{WIKILINK}|!{WIKILINK}
    |\[|!\[|\]
    |\#(?<!\S\#){_TAG_CHARACTER}++
    |\^(?<![^\s{_CJK_END}]\^)[A-Za-z0-9-]++(?=[ \t]*+(?:\n|\Z))""",
    re.VERBOSE,
)
_WANTED = re.compile(r"[\[#^]")
# The same for a whole text: the marks of a heading are followed by a space, or by each other.
_WANTED_ANYWHERE = re.compile(r"[\[^]|\#[^\s#]")
_COLOUR = re.compile(r"(?=[^0-9]*[0-9])(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")


@dataclass(slots=True)
class Inline:
    """What was found, in order of position; tags and block ids with the offset of their mark."""

    links: list[Found] = field(default_factory=list)
    tags: list[tuple[int, str]] = field(default_factory=list)
    ids: list[tuple[int, str]] = field(default_factory=list)


def read_inline(unified: str, runs: Sequence[Span], comments: Sequence[Span]) -> Inline:
    """Read the inline ``runs`` of a text, in order, whose hidden ``comments`` are known."""
    found = Inline()
    # Most pages of plain prose are told by one search.
    if not runs or not _WANTED_ANYWHERE.search(unified, runs[0][0], runs[-1][1]):
        return found
    for run in runs:
        for start, end in cut(*run, comments) if comments else (run,):
            if _WANTED.search(unified, start, end):
                _Run(unified, end, found).read(start)
    return found


def is_tag(name: str) -> bool:
    """Whether a word after ``#`` is a tag: not a number, nor a colour of six or eight digits (A17)."""
    return not name.isdecimal() and _COLOUR.fullmatch(name) is None


class _Run:
    """The brackets that are open at one place of a run. Those below ``dead`` hold a link already, so can't be one."""

    def __init__(self, text: str, end: int, found: Inline) -> None:
        self.text = text
        self.end = end
        self.found = found
        self.opened: list[tuple[int, int]] = []
        self.dead = 0
        self.codes: CodeRuns | None = None
        self.html_closes = True

    def read(self, at: int) -> None:
        while token := _TOKEN.search(self.text, at, self.end):
            at = token.end()
            source = token[0]
            match source[0]:
                case "`":
                    at = self.after_code(token)
                case "<" if source == "<!--":
                    at = self.after_html(at)
                case "[" | "!" if source.endswith("]]"):
                    self.add(read_wikilink(source, token.start()))
                case "[" | "!":
                    self.opened.append(token.span())
                case "]" if self.opened:
                    at = self.close(at)
                case "#" if is_tag(name := source[1:].rstrip("/")):
                    self.found.tags.append((token.start(), name))
                case "^":
                    self.found.ids.append((token.start(), source[1:]))

    def add(self, link: Found | None) -> None:
        if link is not None:
            self.found.links.append(link)

    def after_code(self, token: re.Match[str]) -> int:
        if self.codes is None:
            self.codes = CodeRuns(self.text, token.start(), self.end)
        return self.codes.close(token.end(), token.end() - token.start()) or token.end()

    def after_html(self, at: int) -> int:
        end = self.text.find("-->", at, self.end) if self.html_closes else -1
        self.html_closes = end >= 0
        return end + 3 if end >= 0 else at

    def close(self, at: int) -> int:
        """Make a link or image of the bracket that closes before ``at``, when a destination follows."""
        start, label_start = self.opened.pop()
        depth, is_image = len(self.opened), self.text[start] == "!"
        alive, self.dead = is_image or depth >= self.dead, min(self.dead, depth)
        tail = TAIL.match(self.text, at, self.end) if alive else None
        if tail is None:
            return at
        self.drop_tags(start)
        if not is_image:
            self.dead = depth
        destination = tail["bare"] if tail["angled"] is None else tail["angled"]
        if place := read_destination(destination):
            label = self.text[label_start : at - 1].strip() or None
            self.add(Found("embed" if is_image else "markdown", *place, label, start, tail.end()))
        return tail.end()

    def drop_tags(self, start: int) -> None:
        """The text of a link is no place for tags."""
        while self.found.tags and self.found.tags[-1][0] > start:
            self.found.tags.pop()
