"""Words that mean a day only on the day they are written, such as ``yesterday``: found, and told to the agent. Pure.

What is written down is read for years, and by then ``tomorrow`` is false. Nobody's words are rewritten: an agent can
write the date itself, once it is told, and a person may mean what they say. A day that the text dates itself, in the
same line, is clear; so is one in a diary of its day, and one in code is no word at all.
"""

from __future__ import annotations

import re
from datetime import date

from vademecum.guards.changes import Proposal
from vademecum.guards.texts import texts_of

_SHOWN = 3
_FIELDS = frozenset({"text", "new", "title"})
_COUNT = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|several|a couple of)"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_ENGLISH = (
    r"(?:the day before )?yesterday|(?:the day after )?tomorrow|today|tonight",
    rf"(?<!the )(?:last|next) (?:night|week|weekend|month|year|{_WEEKDAY})",
    rf"{_COUNT} (?:day|week|month|year)s? ago",
)
_HAN = (
    r"大?前[天日]|大?后[天日](?!性)|[昨今明][天日晚]|[昨今明]早",
    r"[上下]个?(?:周末|周|星期|礼拜|月)(?:[一二三四五六日天](?!个))?",
    r"去年|明年|[\d一二两三四五六七八九十几]{1,3}(?:天|周|个星期|个月|年)[前后]",
)
_WORDS = re.compile(rf"(?<![\w-])(?:{'|'.join(_ENGLISH)})(?![\w-])|{'|'.join(_HAN)}", re.IGNORECASE)
_DATED = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{4}/\d{1,2}/\d{1,2}|\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}")
_CODE = re.compile(r"^(```+|~~~+)[^\n]*\n.*?(?:^\1|\Z)|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_DIARY = re.compile(r"(?:^|/)\d{4}-\d{2}-\d{2}(?:/|$)")


def unclear_days(proposal: Proposal, today: date) -> str | None:
    """What to tell an agent whose text names days by how far they are from today; None where all is clear."""
    if proposal.actor.kind != "agent" or _DIARY.search(proposal.address.name):
        return None
    texts = (each.text for each in texts_of(proposal) if each.field in _FIELDS)
    words = list(dict.fromkeys(word for text in texts for word in _passing(text)))
    if not words:
        return None
    shown = ", ".join(f'"{word}"' for word in words[:_SHOWN])
    return f"it says {shown}, which is another day for whoever reads it later; better write the date (today is {today})"


def _passing(text: str) -> list[str]:
    lines = _CODE.sub(" ", text).splitlines()
    return [found.group() for line in lines if not _DATED.search(line) for found in _WORDS.finditer(line)]
