"""What a text quotes to warn of it: left out of the scan, since notes on security quote attacks. Pure.

A sentence that holds a quotation or a code span, and says besides that it is an example, an attack or somebody's words,
is about the quotation; so are those after it in its paragraph that quote. None may ask for what it quotes to be done.
A name in quotation marks is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vademecum.threats.meaning import meanings
from vademecum.threats.views import plain

_QUOTED = re.compile(
    r"“[^”]{1,400}”|‘[^’]{1,400}’|「[^」]{1,400}」|『[^』]{1,400}』|«[^»]{1,400}»|《[^》]{1,400}》"
    r"|(?<![\w(])(?<!\S )\"[^\"\n]{1,400}\"|(?<=[\w:,.] )\"[^\"\n]{1,400}\"|(?<![\w'])'[^'\n]{1,400}'(?!\w)"
    r"|`[^`\n]{1,400}`"
)
_TITLE = re.compile(r"\]\([^)\s]{1,300}\s+[\"'][^\n]{1,400}?[\"']\)")
_PLACE = re.compile(r"(?:https?://|www\.)\S{1,300}|[\w-]{1,60}(?:\.[\w-]{1,60})*\.example(?![\w.])[^\s\"'”’]{0,200}")
_SENTENCE = re.compile(r"(?<=[.!?。！？])(?=\s|[\u2e80-\uffff])|(?<=\n)")
_MARK = re.compile("[“‘「『«《\"'`]")
# Words, of which a name has none: a blank between two, some Chinese, or what is long.
_SAYS = re.compile(r"\w\W{0,3}[ \n]\W{0,3}\w|[\u4e00-\u9fff]{4}|\S{16}")
_KEPT = "\0"


def without_quotations(text: str) -> str:
    """The text with a blank for each sentence that is about what it quotes."""
    spans = [span for span in _quotations(text) if _SAYS.search(text, *span)]
    if not spans or _TITLE.search(text):
        return text
    outside = _masked(text, spans)
    parts, at, warned = [], 0, False
    for end in (*(found.start() for found in _SENTENCE.finditer(outside)), len(text)):
        said = meanings(plain(_PLACE.sub(" ", outside[at:end])))
        warned = warned or "attribution" in said
        is_about = warned and _KEPT in outside[at:end] and "decode" not in said and not {"here", "obey"} <= said
        parts.append(_blank(text[at:end]) if is_about else text[at:end])
        at = end
    return "".join(parts)


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Where quotations and code spans stand, looked for only where a mark begins one: apostrophes are many."""
    at = 0
    while mark := _MARK.search(text, at):
        found = _QUOTED.match(text, mark.start())
        if found:
            yield found.span()
        at = found.end() if found else mark.end()


def _masked(text: str, spans: list[tuple[int, int]]) -> str:
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], _KEPT * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def _blank(text: str) -> str:
    return "".join(char if char == "\n" else " " for char in text)
