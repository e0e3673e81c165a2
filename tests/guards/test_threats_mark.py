"""The mark of the rules for threats, by which an index knows that what it says of a page is out of date (L16)."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files

from vademecum.threats.mark import RULES_MARK

RULES = files("vademecum.threats")
PINNED = ("threats-12", "590a2011df9c8cca")


def test_l16_the_mark_goes_up_whenever_a_rule_changes() -> None:
    names = sorted(each.name for each in RULES.iterdir() if each.name.endswith((".py", ".tsv")))
    digest = sha256()
    for name in names:
        if name != "mark.py":
            # One sort of line, since a clone may be checked out with another.
            content = RULES.joinpath(name).read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{name}\n{len(content)}\n".encode() + content)
    now = (RULES_MARK, digest.hexdigest()[:16])
    assert now == PINNED, (
        "a file of threats/ is not the one that this mark stands for: count RULES_MARK in threats/mark.py up, if that "
        f"mark was released or an index may have been made with it, and set PINNED here to {(RULES_MARK, now[1])}"
    )
