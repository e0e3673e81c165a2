"""Byte-preserving edits of a page: replace a text, replace the body, append, and make a new page.

Pure: a ``Page`` and what to change go in, the new bytes come out; the gateway writes them. All edits are literal, keep
the page's encoding, byte-order mark and line ends, and touch no byte that they were not asked to. What agents are not
shown, text within ``%%`` comments, they can't match or replace. Header keys are edited by ``edit_keys``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from vademecum.errors import AmbiguousError, EditError, MatchError, NotFoundError
from vademecum.page.codec import encode
from vademecum.page.display import HIDDEN_MARK
from vademecum.page.edit_keys import remove_key, set_in, set_key
from vademecum.page.header import explain_missing, locate
from vademecum.page.header_nodes import Header, Value
from vademecum.page.lines import line_column
from vademecum.page.model import Block, Page, Span

__all__ = ["append_text", "new_page", "remove_key", "replace_body", "replace_text", "set_key"]

_NEWLINE = r"(?:\r\n|\r(?!\n)|(?<!\r)\n)"
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*(?:[\r\n]|\Z)")
_SHOWN_LINES = 8
_SHOWN_HEADINGS = 20
# Keys that say the same to readers: filling in one beside the other would give a page two titles.
_ALIASES = {"title": "name", "name": "title", "summary": "description", "description": "summary"}


def replace_text(page: Page, old: str, new: str, *, every: bool = False) -> bytes:
    """The page's bytes with one text in place of another; line ends of both follow the page.

    Raises MatchError unless ``old`` is there exactly once, or at least once for ``every``; EditError for a page whose
    bytes are not all text (A42).
    """
    encode("", page.codec)
    wanted = _unix(old)
    if not wanted:
        raise MatchError("the text to replace is empty", hint="give the text as it stands in the page")
    if wanted == _unix(new):
        raise MatchError("the text to replace and its replacement are the same", hint="nothing needs to be done")
    found = list(_occurrences(page, wanted))
    _check_count(page, found, every=every)
    written = _with_ends(new, page.codec.newline)
    return encode(_spliced(page.text, _apart(found), written), page.codec)


def replace_body(page: Page, content: str) -> bytes:
    """The page's bytes with new content: all of it when that has a header, else all after the page's own header.

    Raises EditError for a page with hidden comments, which the writer can't have seen and would wipe out.
    """
    encode("", page.codec)
    if page.comments:
        lines = _lines(page, page.comments)
        raise EditError(
            f"{page.address} has hidden comments on line {lines}, which a new body would delete",
            hint="replace single texts, or append",
        )
    text = _ended(_with_ends(content, page.codec.newline), page.codec.newline)
    _refuse_half_header(text)
    if locate(text) is not None:
        return encode(text, page.codec)
    gap = page.body[: len(page.body) - len(page.body.lstrip("\r\n"))] if page.body_start and text else ""
    kept = "" if text.startswith(("\r", "\n")) else gap
    head = page.text[: page.body_start]
    return encode((_ended(head, page.codec.newline) if text else head) + kept + text, page.codec)


def append_text(page: Page, text: str, crumb: tuple[str, ...] | None = None, nth: int | None = None) -> bytes:
    """The page's bytes with lines added at its end, or at the end of a block's own text, before the next heading.

    ``crumb`` is a heading path, or the last part of one. Raises NotFoundError for no such heading, AmbiguousError for
    several when ``nth`` chooses none (A48).
    """
    encode("", page.codec)
    newline = page.codec.newline
    added = _with_ends(text, newline).rstrip("\r\n")
    if not added.strip():
        raise EditError("there is no text to append", hint="give a text that is more than white space")
    at = len(page.text) if crumb is None else _end_of(page, _section(page, crumb, nth))
    before, after = _ended(page.text[:at], newline), page.text[at:]
    if _UNDERLINE.match(added) and not _ends_blank(before):
        # Right below a paragraph, a line of dashes would turn that paragraph into a heading.
        before += newline
    # A heading that is underlined would take the added line into its text.
    gap = newline if after and not after.startswith(("\r", "\n")) and not after.lstrip(" ").startswith("#") else ""
    return encode(before + added + newline + gap + after, page.codec)


def new_page(title: str, body: str, meta: Mapping[str, Value]) -> bytes:
    """A new page's bytes: a header with the title and the given keys, then the body, ended by a line end.

    A blank title is not written. A header that the body brings along stays as it is, and is only filled up with what
    it lacks. Raises EditError when that header is malformed.
    """
    text = _ended(_unix(body), "\n")
    _refuse_half_header(text)
    given = _keys(text)
    titled = {"title": title} if title.strip() else {}
    missing = {key: value for key, value in {**titled, **meta}.items() if not {key, _ALIASES.get(key)} & given}
    if missing and text and locate(text) is None:
        text = "\n" + text
    for key, value in missing.items():
        text = set_in(text, key, value, "\n")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise EditError("the text holds half a surrogate pair") from error


def _occurrences(page: Page, wanted: str) -> Iterator[Span]:
    """Where a text stands among what is shown, each place it can begin at, so that overlapping ones count too."""
    pattern = re.compile(_NEWLINE.join(map(re.escape, wanted.split("\n"))))
    edges = [0, *(edge for span in page.comments for edge in span), len(page.text)]
    for start, end in list(pairwise(edges))[::2]:
        match = pattern.search(page.text, start, end)
        while match:
            yield match.span()
            match = pattern.search(page.text, match.start() + 1, end)


def _check_count(page: Page, found: list[Span], *, every: bool) -> None:
    if not found:
        raise MatchError(
            f"the text to replace is not in {page.address}",
            hint="open the page again and copy the text as it stands there, spaces included; no text can be replaced"
            f" together with a hidden comment, shown as {HIDDEN_MARK}",
        )
    if len(found) > 1 and not every:
        raise MatchError(
            f"the text to replace is {len(found)} times in {page.address}, on lines {_lines(page, found)}",
            hint="give more of the text around the one you mean, or replace every one",
        )


def _lines(page: Page, spans: list[Span] | tuple[Span, ...]) -> str:
    shown = ", ".join(str(line_column(page.text, start)[0]) for start, _ in spans[:_SHOWN_LINES])
    return shown if len(spans) <= _SHOWN_LINES else f"{shown} and {len(spans) - _SHOWN_LINES} more"


def _apart(found: list[Span]) -> list[Span]:
    """The first of those that overlap."""
    kept: list[Span] = []
    for span in found:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def _spliced(text: str, spans: list[Span], written: str) -> str:
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    return written.join(text[start:end] for start, end in list(pairwise(edges))[::2])


def _section(page: Page, crumb: tuple[str, ...], nth: int | None) -> Block:
    """The one block of a heading path: the whole path before its last part, the exact letters before other case."""
    wanted = tuple(part.strip() for part in crumb)
    ways = ((fold, whole) for fold in (False, True) for whole in (True, False))
    found = next(filter(None, (_matching(page, wanted, fold=fold, whole=whole) for fold, whole in ways)), [])
    shown = " > ".join(wanted)
    if not found or (nth is not None and nth > len(found)):
        which = f" number {nth}" if found else ""
        raise NotFoundError(f"{page.address} has no heading {shown!r}{which}", hint=_headings(page))
    if len(found) > 1 and nth is None:
        lines = " and ".join(str(block.line) for block in found)
        candidates = [str(page.address.block(block.crumb, block.nth)) for block in found]
        raise AmbiguousError(f"{page.address} has the heading {shown!r} on lines {lines}", candidates)
    return found[(nth or 1) - 1]


def _matching(page: Page, wanted: tuple[str, ...], *, fold: bool, whole: bool) -> list[Block]:
    def fits(block: Block) -> bool:
        crumb = block.crumb if whole else block.crumb[-len(wanted) :]
        texts = tuple(part.strip() for part in crumb)
        return [*map(str.casefold, texts)] == [*map(str.casefold, wanted)] if fold else texts == wanted

    return [block for block in page.blocks if fits(block)]


def _headings(page: Page) -> str:
    paths = [" > ".join(block.crumb) for block in page.blocks if block.crumb]
    more = f" and {len(paths) - _SHOWN_HEADINGS} more" if len(paths) > _SHOWN_HEADINGS else ""
    return f"its headings are: {'; '.join(paths[:_SHOWN_HEADINGS])}{more}" if paths else "it has no headings"


def _end_of(page: Page, block: Block) -> int:
    """The offset after a block's last line that is not blank."""
    own = page.text_of(block)
    if not own.strip():
        return block.start
    filled = len(own.rstrip())
    rest = re.search(_NEWLINE, own[filled:])
    return block.start + (len(own) if rest is None else filled + rest.end())


def _refuse_half_header(text: str) -> None:
    problem = explain_missing(text)
    if problem is not None:
        raise EditError(f"line {problem.line} of the new content: {problem.message}", hint="close the header with ---")


def _keys(text: str) -> frozenset[str]:
    """The keys of a header that a new page's body brings along."""
    if locate(text) is None:
        return frozenset()
    return frozenset(key.value for key, _ in Header.of(text).pairs)


def _unix(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _with_ends(text: str, newline: str) -> str:
    return _unix(text).replace("\n", newline)


def _ended(text: str, newline: str) -> str:
    return text if not text or text.endswith(("\n", "\r")) else text + newline


def _ends_blank(text: str) -> bool:
    lines = _unix(text).split("\n")
    return len(lines) <= 1 or not lines[-2].strip()
