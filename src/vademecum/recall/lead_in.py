"""What people say before a claim about where they have it from: ``You have it that``, ``你记的是``. Pure.

It says nothing that a fact could state, so it is left out before a claim is read. Only what is told, written, kept or
believed leads in, in the first words, and never a denial: ``I don't think that …`` is a claim of its own.
"""

from __future__ import annotations

import re

_TELLS = (
    "believe|think|thought|said|says?|wrote|written|noted|told|tell|remember|have|has|had|got|recorded|stored|saved"
    "|claims?|states?|reads?|put|assumed?"
)
_WHERE = (
    "you|me|us|it|down|there|here|somewhere|noted|written|recorded|stored|before|once|earlier|in|your|my|the|notes?"
    "|memory"
)
_WHO = r"i|you|we|it|there|(?:the|your|my|our|one) \w+"
_THAT = re.compile(
    rf"(?:(?:somewhere|apparently|at some point|once),? )?(?:(?:{_WHO})(?: (?!not\b|never\b)\w+)?? )?"
    rf"(?:{_TELLS})\b(?: (?:{_WHERE}))*(?: that| is that|:|,)\s+",
    re.IGNORECASE,
)
# Without a ``that``, only what can't be said of a thing: I believe, I told you.
_BARE = re.compile(
    r"(?:i|you) (?:believe|think|thought|said|told (?:you|me)|assume) "
    r"(?=(?:i|you) (?:told|said)|the |\w+'s |(?-i:[A-Z]))",
    re.IGNORECASE,
)
_HAN = re.compile(
    "(?:你|我|我们|之前|上次|以前|记忆里|笔记里|这里|那边|好像|应该|资料里|库里)[这那里上中]?"
    "(?:你|我|之前|上次|以前|还|都|也|是|有|跟你|给你|对你)*(?:记|写|说|存|以为|记得|提|讲)(?:过|的|着|了|成|录)*"
    "(?:是|：|:|，|,|说|(?=你[写说记存]))+"
)
_LEAST_HAN = 4


def without_lead_in(text: str) -> str:
    """A claim or a truth without what leads in, however often something does."""
    left = text.strip()
    while (found := _THAT.match(left) or _BARE.match(left)) is not None and found.end() < len(left):
        left = left[found.end() :]
    while (han := _HAN.match(left)) is not None and len(left) - han.end() >= _LEAST_HAN:
        left = left[han.end() :]
    return left
