"""The tables of the embedded index, and how a connection to them is opened. It knows no pages and no file names.

What filters and ties need stands in the narrow ``block`` table, what scoring needs in the wide ``posting`` table: a
query looks at thousands of the first and at a few hundred of the second.
"""

# ruff: noqa: S608 - statements are put together from constants of this folder; every value is bound

from __future__ import annotations

from collections.abc import Iterable

import apsw

from vademecum.lean import NamedTuple

SCHEMA_VERSION = 4
APPLICATION_ID = 0x76616465  # "vade"

READ = apsw.SQLITE_OPEN_READONLY
WRITE = apsw.SQLITE_OPEN_READWRITE
CREATE = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE

# FTS5's ascii tokeniser cuts at ASCII characters that are no letters, so all but the space must be named as letters.
# It also folds A-Z; a capital is therefore given as this mark and its small letter.
_CAPITAL = "\x01"
_ASCII = [chr(code) for code in range(0x21, 0x7F)]
_UPPER = "".join(c for c in _ASCII if c.isupper()).encode()
_CAPITALS = {ord(c): _CAPITAL + c.lower() for c in _ASCII if c.isupper()}
# Without stored lengths FTS5 takes each row to be one token short of none. With an average of three tokens a row its
# bm25 is then 0/0, and upside down below; so a row is filled up to four, with a token that nothing asks for.
_FILLER = "\x02"
_LEAST_TOKENS = 4
# Written out rather than taken from ``string``, whose import compiles patterns that a hook would wait for.
_TOKEN_CHARACTERS = "".join(c for c in _ASCII if not c.isalnum()) + "\x7f" + _CAPITAL + _FILLER


def _quoted(text: str, quote: str) -> str:
    return quote + text.replace(quote, quote + quote) + quote


_TOKENIZE = _quoted(f"ascii tokenchars {_quoted(_TOKEN_CHARACTERS, chr(39))}", '"')

# Bytes that FTS5 gathers before it writes a segment. With its own megabyte a first sync writes hundreds and merges
# them again and again; a change of one page is written at its end in any case and needs no such room.
_BUFFER = 16 << 20

# The check on df.n turns a statistic that doesn't add up into an error at once: an index that miscounts is damaged.
_TABLES = f"""
create table total (
    id integer primary key check (id = 1), fingerprint text not null, digest text not null, blocks integer not null,
    title integer not null, headings integer not null, tags integer not null, summary integer not null,
    body integer not null);
create table df (term text primary key, n integer not null check (n >= 0)) without rowid;
create table page (
    id integer primary key, name text not null unique, digest text not null, stamp text not null,
    settled integer not null, hidden text, kind text, salience integer, date text, detail text not null);
create table outline (
    page integer primary key, name text not null, digest text not null, kind text, date text, threat text not null,
    is_seed integer not null, changed text, said text not null, tags text not null, targets text not null,
    called text not null, triggers text);
create table tag (page integer not null, tag text not null, primary key (page, tag)) without rowid;
create table called (page integer not null, word text not null, primary key (page, word)) without rowid;
create index called_word on called (word);
create table block (
    id integer primary key, page integer not null, date text, words integer not null, tie integer not null,
    size integer not null);
create index block_page on block (page, date);
create table posting (
    id integer primary key, crumb text not null, nth integer not null, line integer not null, start integer not null,
    stop integer not null, title integer not null, headings integer not null, tags integer not null,
    summary integer not null, body integer not null, record blob not null);
create virtual table fts using fts5(terms, content='', columnsize=0, detail=full, tokenize={_TOKENIZE});
insert into fts(fts, rank) values ('hashsize', {_BUFFER});
create virtual table vocabulary using fts5vocab(fts, row);
insert into total values (1, '', '{0:064x}', 0, 0, 0, 0, 0, 0);
pragma application_id = {APPLICATION_ID};
pragma user_version = {SCHEMA_VERSION};
"""


class State(NamedTuple):
    """What a file turned out to be; the value says it in a notice."""

    value: str


OURS = State("is an index of this version")
EMPTY = State("was empty")
OUTDATED = State("has another version's tables")
FOREIGN = State("belongs to another program")
DAMAGED = State("was damaged")


def connect(file: str, flags: int, *, wait: float) -> apsw.Connection:
    """A connection to a database; ``wait`` is how many seconds a lock is waited for. Raises apsw's errors."""
    connection = apsw.Connection(file, flags=flags)
    connection.set_busy_timeout(round(wait * 1000))
    # No mmap: a mapped file that another program cuts short would kill the whole program instead of raising.
    connection.execute("pragma cache_size = -16000; pragma temp_store = memory")
    if flags != READ:
        # The index is derived: after a power cut the last commits may be missing, which the next sync notices.
        connection.execute("pragma synchronous = normal; pragma journal_size_limit = 67108864")
    return connection


def create(connection: apsw.Connection) -> None:
    """Make the tables of an empty database, all or none."""
    connection.execute("pragma journal_mode = wal")
    connection.execute(f"begin immediate; {_TABLES} commit")


def state_of(connection: apsw.Connection) -> State:
    """What kind of database this is. Raises apsw's errors for one that can't be read."""
    application = connection.pragma("application_id")
    if application == APPLICATION_ID:
        return OURS if connection.pragma("user_version") == SCHEMA_VERSION else OUTDATED
    empty = connection.execute("select not exists (select 1 from sqlite_schema)").get
    return EMPTY if empty and application == 0 else FOREIGN


def fts_text(text: str, distinct: int) -> str:
    """The text that FTS5 cuts into exactly the terms that stand in it, and fillers where few are ``distinct``."""
    return _coded(text + f" {_FILLER}" * (_LEAST_TOKENS - distinct))


def _coded(text: str) -> str:
    # Terms come folded; looking at the bytes tells so much sooner than making the text small again.
    raw = text.encode()
    return text if len(raw.translate(None, _UPPER)) == len(raw) else text.translate(_CAPITALS)


def has_capitals(coded: str) -> bool:
    """Whether a text for FTS5 holds a term with capitals."""
    return _CAPITAL in coded


def fts_query(terms: Iterable[str]) -> str:
    """The FTS5 expression for blocks that hold any of the terms, whatever characters these have (A18)."""
    return " OR ".join(_quoted(_coded(term), '"') for term in terms)


COUNT_TERMS = f"""
insert into df select term, doc from vocabulary where instr(term, '{_CAPITAL}') = 0 and term <> '{_FILLER}'
"""
"""Fills an empty ``df`` from what FTS5 knows already, all terms but those with capitals."""
CAPITAL_TERMS = f"select term, doc from vocabulary where instr(term, '{_CAPITAL}') > 0"
"""Terms with capitals, as FTS5 has them, and in how many blocks each stands."""


def plain_term(coded: str) -> str:
    """The term that FTS5 was given so."""
    first, *rest = coded.split(_CAPITAL)
    return first + "".join(part[0].upper() + part[1:] for part in rest)
