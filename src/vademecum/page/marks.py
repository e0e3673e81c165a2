"""The marks that open and close Markdown blocks, as patterns over a unified text (CommonMark 0.31). No state here.

Patterns that see untrusted text never backtrack over it: repeats are possessive, or can end in one place only.
"""

from __future__ import annotations

import re

# A line that can only be text, whatever came before: what it starts with can't open a block. Lines with a % are left
# to the careful path, since they may hold a comment.
_PLAIN_LINE = (
    r"(?:[^\s#>`~<=\-_*+0-9%]|[*_]{1,2}+[^\s*_%]|[-+][^\s%+-]|`{1,2}+(?![`%])|~{1,2}+(?![~%])|[0-9]++[^0-9.)\n%])"
    r"[^\n%]*+(?=\n|\Z)"
)
# Groups: heading marks and text; item mark; text of a paragraph; the line end and the empty lines after either.
PLAIN_BLOCK = re.compile(
    rf"(?:(#{{1,6}})(?=[ \t\n]|\Z)([^\n%]*+)(?=\n|\Z)"
    rf"|([-*+] |[0-9]{{1,9}}[.)] )?+({_PLAIN_LINE}(?:\n{_PLAIN_LINE})*+))(\n*+)"
)

ATX = re.compile(r"#{1,6}(?=[ \t\n]|\Z)")
SETEXT = re.compile(r"(?:=+|-+)[ \t]*+$", re.MULTILINE)
RULE = re.compile(r"(?:(?:\*[ \t]*+){3,}+|(?:-[ \t]*+){3,}+|(?:_[ \t]*+){3,}+)$", re.MULTILINE)
FENCE = re.compile(r"`{3,}+(?=[^`\n]*+$)|~{3,}+", re.MULTILINE)
FENCE_END = {char: re.compile(rf"({char}{{3,}}+)[ \t]*+$", re.MULTILINE) for char in "`~"}
TOP_FENCE_END = {char: re.compile(rf"^ {{0,3}}({char}{{3,}}+)[ \t]*+$", re.MULTILINE) for char in "`~"}
ITEM = re.compile(r"(?:[-+*]|([0-9]{1,9})[.)])(?=[ \t\n]|\Z)")
BLANK = re.compile(r"^[ \t]*$", re.MULTILINE)

_TAG_NAME = r"[A-Za-z][A-Za-z0-9-]*+"
_ATTRIBUTE = r"""\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?+"""
OPEN_TAG = rf"<{_TAG_NAME}(?:{_ATTRIBUTE})*+\s*+/?>"
CLOSE_TAG = rf"</{_TAG_NAME}\s*+>"
_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)
_RAW_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
# Each start of an HTML block with what ends it; kinds 6 and 7 end at a blank line.
HTML = (
    (re.compile(r"<(?:script|pre|style|textarea)(?=[ \t>\n]|\Z)", re.IGNORECASE), _RAW_END),
    (re.compile("<!--"), re.compile("-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(r"<![A-Za-z]"), re.compile(">")),
    (re.compile(rf"</?(?:{_BLOCK_TAGS})(?=[ \t\n]|/?>|\Z)", re.IGNORECASE), BLANK),
)
# Kind 7: one complete tag alone on its line; it may not interrupt a paragraph.
HTML_TAG_LINE = re.compile(rf"(?:{OPEN_TAG}|{CLOSE_TAG})[ \t]*+\Z")

_BARE = r"[^\x00-\x20\x7f()\\]|\\[^\s]|\\(?=\s|\Z)"
_NESTED = rf"\((?:{_BARE}|\((?:{_BARE})*+\))*+\)"
DESTINATION = rf"(?:<(?P<angled>(?:[^<>\\\n]|\\.)*+)>|(?P<bare>(?!<)(?:{_BARE}|{_NESTED})*+))"
TITLE = r"""(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\))"""
_GAP = r"[ \t]*+\n?[ \t]*+"
DEFINITION = re.compile(
    rf"\[(?P<label>(?=[^\]]*?\S)(?:[^\[\]\\]|\\.){{1,999}}+)\]:{_GAP}(?=\S){DESTINATION}"
    rf"(?:(?=\s){_GAP}{TITLE}(?=[ \t]*+(?:\n|\Z)))?[ \t]*+(?:\n[ \t]*+|\Z)",
    re.DOTALL,
)


def heading_text(line: str) -> str:
    """The text of an ATX heading from what follows its opening marks, its closing marks taken off."""
    text = line.strip(" \t")
    kept = text.rstrip("#")
    if kept and kept[-1] not in " \t":
        return text.strip()
    return kept.strip()


def html_end(text: str, at: int, eol: int, *, interrupts: bool) -> re.Pattern[str] | None:
    """The pattern that ends the HTML block which opens at ``at``; None when none opens there."""
    found = next((end for start, end in HTML if start.match(text, at)), None)
    if found is None and not interrupts and HTML_TAG_LINE.match(text, at, eol):
        return BLANK
    return found
