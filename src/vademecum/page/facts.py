"""What a header's values mean: title, summary, date, author, salience, tags and aliases. Pure; it reads no text of the
body."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from vademecum.page.dates import find_date
from vademecum.page.model import MetaValue
from vademecum.text.fold import caseless

Meta = Mapping[str, MetaValue]

SALIENCES: Mapping[str, int] = {"hot": 1, "warm": 2, "cold": 3}
"""How much a page matters now: in words, and as headers write it (P4)."""

_DATE_KEYS = ("date", "updated", "modified", "created")
_BETWEEN_TAGS = re.compile(r"[,，、\s\[\]\"']+")
_BETWEEN_ALIASES = re.compile(r"\s*,\s*")


def facts_of(meta: Meta) -> Meta:
    """The header's keys, and beneath them those of ``metadata``, where facts as pages keep all but their name (M1)."""
    inner = meta.get("metadata")
    return {**inner, **meta} if isinstance(inner, Mapping) else meta


def text_of(meta: Meta, *keys: str) -> str | None:
    """The first of the keys that has a text, on one line; a list of texts is joined by commas."""
    for key in keys:
        if (value := meta.get(key)) is None:
            continue
        texts = (" ".join(text.split()) for text in _texts(value))
        if joined := ", ".join(filter(None, texts)):
            return joined
    return None


def date_of(meta: Meta, name: str) -> str | None:
    """The first real date in the header's date keys, or else in the page's name."""
    found = (find_date(text) for key in _DATE_KEYS if (text := text_of(meta, key)))
    return next(filter(None, found), None) or find_date(name)


def salience_of(meta: Meta) -> int | None:
    """How much a page matters, from 1 (hot) to 3 (cold); None where its header says nothing of it, or what is none."""
    return read_salience(text_of(facts_of(meta), "salience") or "")


def read_salience(text: str) -> int | None:
    """The salience that a text says in a word or a figure, None for any other."""
    said = text.strip().casefold()
    return next((number for word, number in SALIENCES.items() if said in {word, str(number)}), None)


def tags_of(meta: Meta, inline: Iterable[str]) -> tuple[str, ...]:
    """All tags in NFC without ``#``, those of the header first, as typed; letter case makes no second one (A10)."""
    typed = [*_list_of(meta, ("tags", "tag"), _BETWEEN_TAGS), *inline]
    return _distinct(map(clean_tag, typed))


def clean_tag(typed: str) -> str:
    """A tag as pages and filters name it: in NFC, without ``#`` and without a ``/`` that nothing follows."""
    return unicodedata.normalize("NFC", typed).strip().lstrip("#").strip().rstrip("/")


def nested(tags: Iterable[str]) -> set[str]:
    """Tags as they compare, each with all that it is nested in, as Obsidian nests them: ``a/b`` is an ``a`` too."""
    parts = [caseless(clean_tag(tag)).split("/") for tag in tags]
    return {"/".join(each[:depth]) for each in parts for depth in range(1, len(each) + 1)} - {""}


def aliases_of(meta: Meta) -> tuple[str, ...]:
    """Other names of the page; a text is split at commas only, since names have spaces (A10)."""
    return _distinct(alias.strip() for alias in _list_of(meta, ("aliases", "alias"), _BETWEEN_ALIASES))


def _list_of(meta: Meta, keys: Iterable[str], between: re.Pattern[str]) -> list[str]:
    values = [meta[key] for key in keys if key in meta]
    return [text for value in values for text in (between.split(value) if isinstance(value, str) else _texts(value))]


def _texts(value: MetaValue | None) -> list[str]:
    """The texts of a list, lists in it included; maps have none."""
    if isinstance(value, str):
        return [value]
    if value is None or isinstance(value, Mapping):
        return []
    return [text for item in value for text in _texts(item)]


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    known: dict[str, str] = {}
    for text in texts:
        if text:
            known.setdefault(caseless(text), text)
    return tuple(known.values())
