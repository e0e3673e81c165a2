"""What a text quotes: left out of the scan, since notes on security quote attacks and others quote people. Pure.

A quotation within a sentence is somebody's words, unless the sentence tells its reader to do or to keep what it quotes.
One that is all there is of its sentence counts only when a sentence before it, or the line over its list, says that it
is an example, an attack, or somebody's words; then code spans are quotations too, and the whole sentence is left out.
A name in quotation marks is none, nor is the value of a field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vademecum.threats.meaning import meanings
from vademecum.threats.views import plain

_QUOTED = re.compile(
    r"“[^”]{1,400}”|‘[^’]{1,400}’|「[^」]{1,400}」|『[^』]{1,400}』|«[^»]{1,400}»|《[^》]{1,400}》"
    r"|(?<![\w(])(?<!\S )\"[^\"\n]{1,400}\"|(?<=[\w:,.;|>*=!?)→—–-] )\"[^\"\n]{1,400}\"|(?<![\w'])'[^'\n]{1,400}'(?!\w)"
    r"|`[^`\n]{1,400}`"
)
_TITLE = re.compile(r"\]\([^)\s]{1,300}\s+[\"'][^\n]{1,400}?[\"']\)")
_PLACE = re.compile(r"(?:https?://|www\.)\S{1,300}|[\w-]{1,60}(?:\.[\w-]{1,60})*\.example(?![\w.])[^\s\"'”’]{0,200}")
_SENTENCE = re.compile(r"(?<=[.!?。！？])(?=\s|[\u2e80-\uffff])|(?<=\n)")
_MARK = re.compile("[“‘「『«《\"'`]")
# Words, of which a name has none: a blank between two, some Chinese, or what is long.
_SAYS = re.compile(r"\w\W{0,3}[ \n]\W{0,3}\w|[\u4e00-\u9fff]{4}|\S{16}")
_KEPT = "\0"
# Beside a quotation: words of a sentence of its own, which neither a field's name nor whom it speaks to is.
_SPEAKS = re.compile(r"[^\W\d_]{2,40}\W{1,3}(?<!\0)[^\W\d_]{2}|[\u4e00-\u9fff]{2}")
_FIELD = re.compile(r"[\s>*-]{0,8}[\w.-]{1,24}:\s{0,2}[\[\0][\0\s,\]]*$")
_TURNED = re.compile(r"\0\s?(?:→|->|=>)\s?\0")
# Who says one of these beside a quotation wants what it quotes to be done or kept.
_TAKES_UP = frozenset({"calls", "decode", "keeps", "persist", "remember"})


def without_quotations(text: str, *, is_introduced: bool = False) -> str:
    """The text with blanks for what it quotes, and for each sentence that is about what it quotes.

    ``is_introduced`` says that a line over it told what is quoted there."""
    spans = [span for span in _quotations(text) if _SAYS.search(text, *span)]
    if not spans or _TITLE.search(text):
        return text
    outside = _masked(text, spans)
    parts, at, warned = [], 0, is_introduced
    for end in (*(found.start() for found in _SENTENCE.finditer(outside)), len(text)):
        said = meanings(plain(_PLACE.sub(" ", outside[at:end])))
        warned = warned or "attribution" in said or _TURNED.search(outside, at, end) is not None
        quotes = _KEPT in outside[at:end] and not {"here", "obey"} <= said
        if warned and quotes and "decode" not in said:
            parts.append(_blank(text[at:end]))
        elif quotes and said.isdisjoint(_TAKES_UP) and _speaks(outside[at:end]):
            within = [span for span in spans if at <= span[0] and span[1] <= end and text[span[0]] != "`"]
            parts.append(_masked(text[at:end], [(start - at, stop - at) for start, stop in within], " "))
        else:
            parts.append(text[at:end])
        at = end
    return "".join(parts)


def _speaks(outside: str) -> bool:
    return _SPEAKS.search(outside) is not None and _FIELD.match(outside) is None


def introduces(text: str, meaning: str = "attribution") -> bool:
    """Whether a line over a list says that what stands there is quoted: as a ``specimen`` of an attack, or any."""
    return meaning in meanings(_PLACE.sub(" ", text))


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Where quotations and code spans stand, looked for only where a mark begins one: apostrophes are many."""
    at = 0
    while mark := _MARK.search(text, at):
        found = _QUOTED.match(text, mark.start())
        if found:
            yield found.span()
        at = found.end() if found else mark.end()


def _masked(text: str, spans: list[tuple[int, int]], mask: str = _KEPT) -> str:
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], "".join(char if char == "\n" else mask for char in text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def _blank(text: str) -> str:
    return "".join(char if char == "\n" else " " for char in text)
