"""Which meanings in one sentence make a threat. Data and one question; the ids are those of L16, and a few more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple, TypeAlias

Group: TypeAlias = frozenset[str]


class Rule(NamedTuple):
    """``needs`` are groups of meanings, of each of which the sentence must have one; ``but`` are meanings that it must
    not have. ``why`` says what it asks for."""

    id: str
    why: str
    needs: tuple[Group, ...]
    but: Group


def _rule(name: str, why: str, *ways: str) -> tuple[Rule, ...]:
    """One rule in several ways, each written as groups: ``|`` between words of one, ``-`` before those of ``but``."""
    return tuple(_read(name, why, way.split()) for way in ways)


def _read(name: str, why: str, parts: list[str]) -> Rule:
    but = [word for part in parts if part[0] == "-" for word in part[1:].split("|")]
    needs = tuple(frozenset(part.split("|")) for part in parts if part[0] != "-")
    return Rule(name, why, needs, frozenset(but))


# What L16 tells apart by language.
IN_CHINESE = frozenset({"instr-override", "sysprompt-leak", "jailbreak", "repeat-above", "role-hijack"})

RULES: tuple[Rule, ...] = (
    *_rule(
        "instr-override",
        "it tells the reader to drop what it was told before",
        "drop instr old yours|agent|must|only|fromnow|all|obey -habit|noun",
        "drop instr yours -habit",
        "drop|void instr|rule|all given",
        "drop instr here obey|only",
        "void instr old agent|yours",
        "void instr old here obey",
        "void instr yours fromnow",
        "void agent instr old",
        "void old agent obey",
        "only obey here instr|user|fromnow",
        "real yours|here|old",
        "devrules drop|void",
        "newrules yours|here|agent|obey",
        "priority instr here|yours|agent|official",
    ),
    *_rule(
        "disregard-rules", "it tells the reader to break its rules", "drop rule agent yours|must|all|fromnow -habit"
    ),
    *_rule(
        "bypass-restrictions",
        "it has protections switched off for the agent",
        "off guard agent must|official|yours -guarded",
        "off guard noask must|official -guarded",
        "off guard evertime -guarded",
        "off weakens agent -guarded",
        "off weakens official noask|fromnow|yours|must -guarded",
        "off weakens must run|all|evertime -guarded",
    ),
    *_rule(
        "sysprompt-leak",
        "it asks for the system prompt or hidden instructions",
        "leaks-prompt must|yours|user|agent|here|evertime|reply -deny",
        "leak given reply|agent",
    ),
    *_rule("repeat-above", "it asks for everything that stands before", "repeat above must|yours|agent|all"),
    *_rule(
        "role-hijack",
        "it gives the reader another role without limits",
        "become free yours|agent|fromnow|must",
        "you-are free",
        "fromnow free yours|agent|must",
        "become agent fromnow drop|noask|free",
        "you-are fromnow agent",
        "free drop|off rule|guard",
    ),
    *_rule("role-pretend", "it has the reader pretend to have no limits", "pretend free"),
    *_rule(
        "jailbreak",
        "it says that the reader has no limits",
        "free agent yours|fromnow|all",
        "free noask agent|all|must",
    ),
    *_rule(
        "fake-update",
        "it speaks as a vendor or authority that changes what the reader may do",
        "official agent off guard",
        "official agent noask -guarded",
        "official noask fromnow|all|yours -guarded",
        "official off guard fromnow|noask -guarded",
        "official void|off rule|guard yours|fromnow",
    ),
    *_rule(
        "no-confirm",
        "it does away with a person's consent",
        "noask run|act|command all|must|fromnow|evertime|remote|here -guarded",
        "noask agent all|fromnow|evertime|yours|must -guarded",
        "noask pay must|all|user|fromnow|payto -guarded",
        "noask all must fromnow|here|yours -guarded",
        "noask net|persist must|agent|all -guarded",
        "voice noask -guarded",
        "voice erase all",
    ),
    *_rule(
        "conceal",
        "it hides something from the person",
        "hide user",
        "hide erase traces",
        "hide act|run|send|traces agent|evertime|must",
        "asked hide",
        "quiet hide",
        "falsify hide|quiet|erase",
        "needless user act|run|send|agent|pay",
        "quiet user act|send|run must",
        "quiet traces send|act",
        "quiet run must agent|noask|decode",
    ),
    *_rule(
        "memory-poison",
        "it plants a rule about money or trust as if the person had said it",
        "remember pay payto|noask|trusted",
        "remember trusted net|noask|fromnow|user|all|yours must|fromnow|user|all|yours",
        "remember noask",
        "user trusted pay payto",
    ),
    *_rule(
        "cred-exfil",
        "it sends secrets or what was said elsewhere",
        "send secret net must|agent|evertime|fromnow|yours|all|take -negated",
        "send secretpath net|evertime|agent -negated",
        "send private net evertime|agent|must|all -negated",
        "image",
        "placeholder evertime secret|user|private|send",
    ),
    *_rule(
        "read-secrets",
        "it has secrets read and written where others see them",
        "read secretpath must|agent|all|here|yours|reply -negated",
        "read secret agent must leak|send -negated",
        "read secret must leak all -negated",
        "read secret all|take reply|here -negated",
        "read home secret here|reply|leak -negated",
    ),
    *_rule(
        "c2-forced-action",
        "it has the agent run commands whenever it works",
        "evertime run remote",
        "must remote",
        "agent remote",
        "destroy evertime|noask",
        "persist agent run|act|send must|evertime",
        "persist quiet|hide",
    ),
    *_rule(
        "c2-vocabulary", "it has the reader take its orders from elsewhere", "c2 agent|must|evertime|net|yours|obey"
    ),
)


# So common that few rules are worth trying because of them.
_COMMON = frozenset(
    (
        "all",
        "must",
        "yours",
        "agent",
        "user",
        "old",
        "here",
        "act",
        "run",
        "read",
        "send",
        "leak",
        "only",
        "obey",
        "off",
    )
) | {"official", "instr", "take"}


def _by_key() -> dict[str, list[Rule]]:
    """The rules by each meaning of one group that they need, the least common one."""
    keyed: dict[str, list[Rule]] = defaultdict(list)
    for rule in RULES:
        for meaning in key_of(rule):
            keyed[meaning].append(rule)
    return dict(keyed)


def key_of(rule: Rule) -> Group:
    """The need of a rule that the fewest sentences meet."""
    return min(rule.needs, key=lambda group: len(group & _COMMON))


_KEYED = _by_key()
KEYS = frozenset({*_KEYED, "prompt"})
"""Meanings without which a sentence breaks no rule."""


def broken(found: frozenset[str]) -> Iterator[Rule]:
    """The rules that a sentence breaks by what it means, unless it has one of their ``but``."""
    for rule in chain.from_iterable(_KEYED.get(meaning, ()) for meaning in found):
        if all(group & found for group in rule.needs):
            yield rule
