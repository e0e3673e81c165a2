"""The product as measured: the real index in a file, filled with rows as sync makes them, and the real ranking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from bench.data import Document
from vademecum.index.contract import BlockRow, Changes, Fields, Filter, PageRow
from vademecum.index.fields import alone, fields_of
from vademecum.index.sqlite import SqliteIndex, open_index
from vademecum.index.vectors.search import Near
from vademecum.page import Digest
from vademecum.recall.dates import spans_of
from vademecum.recall.dense import joined
from vademecum.recall.pipeline import PROPOSED
from vademecum.recall.query import asked_terms
from vademecum.recall.rank import WEIGHTS, Around, Scored, Weights, choose, drivers, named, rank, wanted
from vademecum.store.contract import Stamp


def page_rows(documents: Iterable[Document]) -> Iterator[PageRow]:
    """Pages of blocks: a conversation is a page and its turns are blocks, any other text is a page of its own.

    Titles and headings are empty, since the control sees none either.
    """
    for name, turns in groupby(documents, key=lambda document: document.session or document.id):
        said = tuple(turns)
        blocks = tuple(_block_rows(said))
        if len(blocks) == 1:
            terms, lengths = alone(blocks[0].terms, blocks[0].lengths, said[0].text)
            blocks = (replace(blocks[0], terms=terms, lengths=lengths),)
        text = "\n".join(" ".join(block.terms.body) for block in blocks)
        yield PageRow(
            name=name,
            digest=Digest(sha256(f"{name}\n{text}".encode()).hexdigest()),
            stamp=Stamp(len(text), 0, 0, 0),
            title="",
            summary="",
            type=None,
            date=blocks[0].date,
            author=None,
            tags=(),
            aliases=(),
            meta={},
            links=(),
            problems=(),
            blocks=blocks,
        )


def _block_rows(documents: Iterable[Document]) -> Iterator[BlockRow]:
    """Blocks that follow each other, as the sections of a page do."""
    start = 0
    for document in documents:
        terms, lengths = fields_of(Fields(body=(document.text,)))
        end = start + len(document.text)
        yield BlockRow(
            crumb=(document.id,),
            nth=1,
            line=1,
            start=start,
            end=end,
            date=document.day,
            terms=terms,
            lengths=lengths,
        )
        start = end


class Product:
    """One index of documents, asked as recall asks it."""

    def __init__(self, file: Path, documents: Sequence[Document]) -> None:
        # Asked on the last day of which there is a document.
        self._today = max((document.day for document in documents if document.day), default="2000-01-01")
        self._index: SqliteIndex = open_index(file)
        self._index.apply(Changes(pages=page_rows(documents)), fingerprint="bench")

    def ask(self, text: str, limit: int = 10, weights: Weights = WEIGHTS, near: Sequence[Near] = ()) -> list[str]:
        """The ids of the best documents, best first."""
        return [hit.candidate.crumb[0] for hit in self.scored(text, weights, near)[:limit]]

    def scored(self, text: str, weights: Weights = WEIGHTS, near: Sequence[Near] = ()) -> list[Scored]:
        """All candidates in order of score, those ``near`` in meaning among them."""
        terms = asked_terms(text)
        with self._index.view() as view:
            totals = view.totals(wanted(terms))
            chosen = choose(terms, totals, weights)
            asked = drivers(chosen)
            proposed = view.propose(asked, limit=PROPOSED, within=Filter(), bearing=named(chosen)) if asked else []
            beside = {"bench": partial(view.beside, within=Filter())}
            both = joined({"bench": proposed}, {"bench": near}, {"bench": view}, Filter())
            return rank(both, chosen, totals, weights, Around(spans_of(text, self._today), beside))

    def close(self) -> None:
        """Give back the files."""
        self._index.close()
