"""From a page to its index rows, by the rules of one mount. Pure; what is hidden from recall gets no blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from vademecum.config import MountConfig
from vademecum.errors import VademecumError
from vademecum.index.contract import BlockRow, PageRow
from vademecum.index.fields import PageTexts, alone, fields_of_blocks
from vademecum.library.quarantine import IN_NAME
from vademecum.page import Block, Digest, Page, Problem
from vademecum.page.comments import cut
from vademecum.store.contract import Entry, Stamp
from vademecum.text import rules as text_rules
from vademecum.threats.mark import RULES_MARK
from vademecum.visibility import Consumer, Reason, Rules, rules_for, why_hidden

ROW_RULES = "rows-9"
"""A mark of the rules in this module; an index whose rows were made by other rules has to be rebuilt."""

UNREADABLE = "unreadable"
_AS_WORDS = str.maketrans("-_./", "   \n")


@dataclass(frozen=True, slots=True)
class RowMaker:
    """Makes the rows of one mount's pages. ``fingerprint`` marks all rules that decide what a row says."""

    rules: Rules
    fingerprint: str

    @staticmethod
    def of(mount: MountConfig) -> RowMaker:
        """The row maker for a mount's exposure."""
        return _row_maker(mount.expose, mount.private, mount.private_tags)

    def why_hidden(self, page: Page, consumer: Consumer = "recall") -> Reason | None:
        """The first reason why this consumer may not have the page."""
        return why_hidden(page.address.name, page.meta, page.tags, self.rules, consumer)

    def row(self, page: Page, stamp: Stamp) -> PageRow:
        """The rows of a page whose file had this stamp before it was read."""
        hidden = self.why_hidden(page)
        return PageRow(
            name=page.address.name,
            digest=page.digest,
            stamp=stamp,
            title=page.title,
            summary=page.summary,
            type=page.type,
            date=page.date,
            author=page.author,
            tags=page.tags,
            aliases=page.aliases,
            meta=page.meta,
            links=page.links,
            problems=page.problems,
            hidden=hidden,
            chars=len(page.text),
            threat="" if hidden else threats_of(page),
            blocks=() if hidden else _blocks(page),
        )

    def unreadable(self, entry: Entry, error: VademecumError) -> PageRow:
        """The row of a page that can't be read, so that it is reported until it can."""
        return PageRow(
            name=entry.name,
            digest=Digest(""),
            stamp=entry.stamp,
            title=entry.name.rpartition("/")[2],
            summary="",
            type=None,
            date=None,
            author=None,
            tags=(),
            aliases=(),
            meta={},
            links=(),
            problems=(Problem(error.code, 0, 0, error.message),),
            hidden=UNREADABLE,
        )


@lru_cache(maxsize=64)
def _row_maker(expose: tuple[str, ...], private: tuple[str, ...], private_tags: tuple[str, ...]) -> RowMaker:
    mark = repr((ROW_RULES, RULES_MARK, text_rules(), expose, private, private_tags))
    return RowMaker(rules_for(expose, private, private_tags), sha256(mark.encode()).hexdigest()[:16])


def name_as_words(name: str) -> str:
    """A page's name as the words that it is made of, a folder a line: so writes are scanned, and pages."""
    return name.translate(_AS_WORDS)


def threats_of(page: Page) -> str:
    """The rules by which a page reads like an order to an agent, joined by commas; mostly empty.

    Its name counts too, folders included, and then IN_NAME is one of them; so does all else that is told of it, as it
    is told: an escape in a header hides a title, and a record's tags stand in no text at all.
    """
    in_name = _rules_in(name_as_words(page.address.name))
    told = (page.title, page.summary, page.author or "", *page.tags)
    apart = "\n".join(text for text in told if text and text != page.address.name)
    found = in_name | _rules_in(page.text, apart)
    return ",".join(sorted(found | {IN_NAME} if in_name else found))


def _rules_in(*texts: str) -> set[str]:
    from vademecum.threats.scan import scan  # noqa: PLC0415 - its tables cost a quarter of a second, and few need them

    return {threat.rule for text in texts for threat in scan(text)}


def _blocks(page: Page) -> tuple[BlockRow, ...]:
    """A page without any block still has its title, tags and summary to be found by."""
    start = page.body_start
    blocks = page.blocks or (Block(crumb=(), nth=1, level=0, line=1, start=start, end=len(page.text)),)
    texts = [(block.crumb, _own_words(page, block)) for block in blocks]
    fields = fields_of_blocks(PageTexts(_names(page), page.tags, page.summary, page.author), texts)
    if len(blocks) == 1:
        fields = [alone(*fields[0], texts[0][1])]
    return tuple(
        BlockRow(block.crumb, block.nth, block.line, block.start, block.end, block.date or page.date, terms, lengths)
        for block, (terms, lengths) in zip(blocks, fields, strict=True)
    )


def _names(page: Page) -> tuple[str, ...]:
    """What a page is called. A record is called by its own first words, which must not count twice, or by an id, whose
    parts are no words."""
    if page.codec.kind == "record":
        return () if page.text.startswith(page.title) else (page.title,)
    return (page.title, *page.aliases, _stem(page))


def _stem(page: Page) -> str:
    """The file's own name, unless the title says the same: a page is found by either (A01)."""
    stem = page.address.name.rpartition("/")[2]
    return "" if stem.casefold() == page.title.casefold() else stem


def _own_words(page: Page, block: Block) -> str:
    """What a block says below its heading, without what a person hid in ``%%`` comments (A16)."""
    start = _below_heading(page.text, block)
    if not page.comments:
        return page.text[start : block.end]
    return "\n".join(page.text[start:end] for start, end in cut(start, block.end, page.comments))


def _below_heading(text: str, block: Block) -> int:
    """The offset after a block's heading line, without its line end; the block's start when there is none."""
    start = block.start
    if block.level == 0 or (text[start] != "#" and text[start : block.end].lstrip(" ")[:1] != "#"):
        return start
    end = text.find("\n", start, block.end)
    end = block.end if end < 0 else end
    before = text.find("\r", start, end)
    return end if before < 0 else before
