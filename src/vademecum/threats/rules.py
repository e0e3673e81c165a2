"""All rules, and which of them a sentence with certain meanings may break. The ids are those of L16, and a few more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from vademecum.threats.rule import Group, Rule
from vademecum.threats.rules_harm import ON_HARM
from vademecum.threats.rules_reader import ON_THE_READER

# What L16 tells apart by language.
IN_CHINESE = frozenset({"instr-override", "sysprompt-leak", "jailbreak", "repeat-above", "role-hijack"})

RULES: tuple[Rule, ...] = (*ON_THE_READER, *ON_HARM)


# Of a hundred paragraphs of ordinary prose so many have a word of this meaning; of others one or none.
_SHARE = {
    **dict.fromkeys(("mine", "yours", "own", "net"), 40),
    **dict.fromkeys(("shows", "passes", "looksup", "permits"), 22),
    **dict.fromkeys(("tells", "all", "everything", "scope", "anyone", "read", "serve", "must"), 14),
    **dict.fromkeys(("self", "neg", "grants", "plays", "strongtells", "take", "official"), 9),
    **dict.fromkeys(("fetches", "user", "whenever", "leak", "you-are", "cn", "agent"), 5),
    **dict.fromkeys(("reach", "noask", "blanket", "told", "prior", "off", "send", "runs", "instr"), 3),
    **dict.fromkeys(("switches", "deeds", "old", "lies", "secretly", "wish", "gone", "here", "obey"), 2),
    **dict.fromkeys(("run", "isoff", "assents", "reports", "keeps", "claims", "act", "cancel", "keyish", "only"), 1),
}


def _by_key() -> dict[str, list[Rule]]:
    """The rules by each meaning of one group that they need, the least common one."""
    keyed: dict[str, list[Rule]] = defaultdict(list)
    for rule in RULES:
        for meaning in key_of(rule):
            keyed[meaning].append(rule)
    return dict(keyed)


def key_of(rule: Rule) -> Group:
    """The need of a rule that the fewest paragraphs meet."""
    return min(rule.all_needs, key=lambda group: sum(_SHARE.get(meaning, 0) for meaning in group))


CARRIED = {"calls": "agent", "speaks": "speaks"}
"""What a word in one sentence means for those after it: that the reader is spoken to, or who speaks."""
_KEYED = _by_key()


def may_be_broken(found: frozenset[str]) -> Iterator[Rule]:
    """The rules that a sentence breaks by what it means, if their chains stand in order and it has none of their
    ``but``."""
    for rule in chain.from_iterable(_KEYED.get(meaning, ()) for meaning in found):
        if all(group & found for group in rule.all_needs):
            yield rule
