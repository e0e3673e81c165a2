"""Bytes to a Page: the one place where decoding, header, blocks, links and tags come together. Pure; it never raises
for what a file holds, and never changes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vademecum.address import Address
from vademecum.page.blocks import blocks_of
from vademecum.page.codec import decode
from vademecum.page.facts import aliases_of, date_of, facts_of, tags_of, text_of
from vademecum.page.inline import read_inline
from vademecum.page.lines import line_column, lines_of, unify
from vademecum.page.links import Found, header_links, read_destination
from vademecum.page.meta import read_metadata
from vademecum.page.model import Link, Page, Problem, digest_of
from vademecum.page.outline import Definition, Heading
from vademecum.page.scan import scan


def parse(address: Address, raw: bytes) -> Page:
    """Read one Markdown file; what is odd in it becomes a problem of the page, with line and column."""
    text, codec, problems = decode(raw)
    unified = unify(text)
    metadata = read_metadata(text)
    outline = scan(unified, metadata.body_start)
    inline = read_inline(unified, outline.inline, outline.comments)
    in_header = [link for region in metadata.regions for link in header_links(text, region)]
    meta, name = metadata.values, address.name
    facts = facts_of(meta)
    return Page(
        address=address.page if address.is_block else address,
        raw=raw,
        digest=digest_of(raw),
        codec=codec,
        text=text,
        meta=meta,
        body_start=metadata.body_start,
        blocks=blocks_of(unified, metadata.body_start, outline.headings, inline.ids),
        links=_with_lines(unified, [*in_header, *_definitions(outline.definitions), *inline.links]),
        tags=tags_of(meta, (tag for _, tag in inline.tags)),
        aliases=aliases_of(meta),
        comments=tuple(outline.comments),
        problems=(*problems, *metadata.problems, *_unpaired(text, outline.unpaired)),
        title=text_of(meta, "title", "name") or _first_title(outline.headings) or name.rpartition("/")[2],
        summary=text_of(meta, "summary", "description") or "",
        type=text_of(facts, "type"),
        date=date_of(facts, name),
        author=text_of(facts, "author", "by"),
    )


def _first_title(headings: Iterable[Heading]) -> str | None:
    return next((heading.text for heading in headings if heading.level == 1 and heading.text), None)


def _definitions(definitions: Iterable[Definition]) -> Iterable[Found]:
    """A reference definition is the link, whoever uses it: it alone holds the target that a rename must change."""
    for found in definitions:
        if place := read_destination(found.destination):
            yield Found("markdown", *place, found.label, found.start, found.end)


def _with_lines(unified: str, found: list[Found]) -> tuple[Link, ...]:
    if not found:
        return ()
    found.sort(key=lambda link: link.start)
    lines = lines_of(unified, (link.start for link in found))
    return tuple(Link(*link[:4], line, link.start, link.end) for link, line in zip(found, lines, strict=True))


def _unpaired(text: str, offsets: Sequence[int]) -> Iterable[Problem]:
    if offsets:
        line, column = line_column(text, min(offsets))
        yield Problem("comment-unpaired", line, column, f"{len(offsets)} %% without a second one, nothing is hidden")
