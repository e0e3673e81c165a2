"""What a text opens with: as a rule the name of what it is about, where no heading says it. Pure.

Only a text that goes on for a while says about something what it says; the words of a short one count alike.
"""

from __future__ import annotations

from vademecum.index.marks import label_of

LEAST_WORDS = 50
"""A text of fewer words has no opening."""

_LONGEST = 60
_BEFORE = " \t\r\n\u3000\ufeff#>*_`-+\u2022\"'\u201c\u2018\u300a\u300c"
# What is said of something begins behind its name: with a verb, a bracket or the next clause.
_ENDS = (
    *(",", ". ", ":", ";", "!", "?", "(", "\n", " is ", " was ", " are ", " were "),
    *("\uff0c", "\u3002", "\u3001", "\uff1a", "\uff1b", "\uff01", "\uff1f", "\uff08", "\u662f"),
)


def opening_of(text: str) -> str:
    """The first words of a text up to what is said of them; empty for a speech, which opens with who speaks."""
    start = text.lstrip(_BEFORE)
    if label_of(text):
        return ""
    cut = start[:_LONGEST]
    for end in _ENDS:
        cut = cut.partition(end)[0]
    return cut
