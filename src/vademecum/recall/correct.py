"""Which of the stored facts state what a claim says, so that the truth can take their place (H9, L15). Pure.

People reword a claim more than any list of rules follows. So what speaks for and against each fact is weighed
(``chances.py``), among it how a strict reading takes it (``strict.py``), and what is meant by all likelihood is chosen.
A wrong choice takes a true fact out of every recall, a missed one leaves a question to whoever corrects: so what is
less likely is a candidate, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from vademecum.recall.chances import Chance, chances
from vademecum.recall.lead_in import without_lead_in
from vademecum.recall.reading import read_statement
from vademecum.recall.signal_weights import BOUND
from vademecum.recall.strict import plain, strictly

MOST_CANDIDATES = 5
LEAST_STRICT = 0.7
"""From this chance on a fact is chosen that says the claim strictly."""
# Below this chance a fact is not worth a person's look.
_LEAST = 0.0005


class Fact(NamedTuple):
    """One stored fact: what it is called, and what it says."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The facts that state the claim, those that a person may find to state it, best first, and why none is chosen."""

    targets: tuple[str, ...]
    candidates: tuple[str, ...] = ()
    abstained: str | None = None


def choose_targets(facts: Iterable[Fact], claim: str, truth: str) -> Choice:
    """The facts to be superseded when ``truth`` takes the place of ``claim``.

    Facts that already say the truth are never among them. Equal facts and texts give the same choice, in the facts'
    order.
    """
    asked, fresh = without_lead_in(claim), without_lead_in(truth)
    if not read_statement(asked).telling:
        return Choice((), (), "the claim says nothing that a fact could be found by")
    if plain(asked) == plain(fresh):
        return Choice((), (), "the claim and the truth say the same")
    known = list(facts)
    texts = [fact.text for fact in known]
    strict = strictly(texts, asked, fresh)
    likely = chances(asked, fresh, texts, strict)
    found = {at: each for at, each in likely.items() if plain(texts[at]) != plain(fresh)}
    chosen = {at for at, each in found.items() if each.value >= (LEAST_STRICT if at in strict.stating else BOUND)}
    chosen |= {at for at, text in enumerate(texts) if plain(text) == plain(asked)}
    targets = tuple(known[at].id for at in sorted(chosen))
    rest = _rest({at: each for at, each in found.items() if at not in chosen})
    why = None if targets else strict.why or _why_none(rest, found)
    return Choice(targets, tuple(known[at].id for at in rest), why)


def _rest(found: Mapping[int, Chance]) -> list[int]:
    likely = [at for at, chance in found.items() if chance.value >= _LEAST]
    return sorted(likely, key=lambda at: -found[at].value)[:MOST_CANDIDATES]


def _why_none(rest: list[int], found: Mapping[int, Chance]) -> str:
    return found[rest[0]].doubt if rest else "no fact states anything like the claim"
