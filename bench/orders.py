"""Learns what an order to an agent reads like, from the labelled notes, and says how well it does on those left out.

``python bench/orders.py`` leaves out one part of the sets after another, learns from the others, and prints which share
of the attacks and of the honest notes is held at several bounds. ``python bench/orders.py --write`` learns from all and
writes ``src/vademecum/threats/likeness.tsv``. The same notes give the same weights.

A logistic regression over words and pairs of words: an attack is learned as a whole, an honest note in its passages. A
feature is scaled by its rarity to the power of 1.5, and a passage by the root of how many it has. Found by leaving sets
out, for one set of all texts: raw counts, the length of the vector, other powers, signs in threes and stems did no
better, pruning did worse.
"""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from math import log, sqrt
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import numpy as np

from vademecum.store.scaffold import GLOBAL, USER
from vademecum.threats import likeness
from vademecum.threats.likeness import Weights, features
from vademecum.threats.passages import blocks
from vademecum.threats.scan import read_passages
from vademecum.threats.views import plain

HERE = Path(__file__).parents[1]
NOTES = (HERE / "tests" / "guards" / "data", HERE / "bench" / "notes")
VAULT = HERE / "src" / "vademecum" / "examples" / "vault"
WRITTEN = HERE / "src" / "vademecum" / "threats" / "likeness.tsv"
# A feature of a single note is a name; two notes make it a word.
_FEWEST = 2
_RARITY = 1.5
_SCALE = 6
# What weighs less tells nothing: without it the table has half the lines, and no note is judged otherwise.
_LEAST_WEIGHT = 70
_SHARES = (0.003, 0.005, 0.01, 0.02)
PARTS = 6
# Talk, prose and names of any subject: few texts, each of which stands for so many.
_OF_ANYBODY = {"chats": 10, "dialogues": 3, "letters": 3, "own": 4, "prose": 10, "talk": 3, "titles": 2}
_IDENTIFIERS = 60
# The set that the first rules were written with, the wordings that tests name one by one, names, and our own pages.
_ALWAYS = frozenset({"first", "known", "ids", "own"})


class Note(NamedTuple):
    """A labelled note by the wordings of its passages; ``source`` is the set that it belongs to."""

    source: str
    is_attack: bool
    wordings: list[str]

    @property
    def learned_from(self) -> list[str]:
        """An attack as a whole, since most of it may stand in any of its passages; an honest note in its passages."""
        return ["\n".join(self.wordings)] if self.is_attack else self.wordings

    @property
    def weight(self) -> float:
        """What each of its texts counts: less in a long note, and more where few stand for most of what people keep."""
        return float(_OF_ANYBODY.get(self.source, 1) / sqrt(len(self.learned_from)))


def notes() -> Iterator[Note]:
    """All labelled notes, in the order of their files, our own pages, and what is no note at all."""
    for kind in ("attacks", "benign"):
        for path in sorted(path for folder in NOTES for path in folder.glob(f"{kind}*.jsonl")):
            source = path.stem.removeprefix(kind).lstrip("-") or "first"
            for line in path.read_text(encoding="utf-8").splitlines():
                yield Note(source, kind == "attacks", _wordings(str(json.loads(line)["text"])) or [""])
    yield from (Note("ids", is_attack=False, wordings=[plain(each)]) for each in identifiers())
    own = [
        *GLOBAL.values(),
        *USER.values(),
        *(path.read_text(encoding="utf-8") for path in sorted(VAULT.rglob("*.md"))),
    ]
    yield from (Note("own", is_attack=False, wordings=_wordings(text) or [""]) for text in own)


def _wordings(text: str) -> list[str]:
    return [said for passage in read_passages(text) for said, _ in passage.wordings]


def identifiers() -> Iterator[str]:
    """Names that programs make, which are no words: of records, commits, sessions and files, the same each time."""
    for number in range(_IDENTIFIERS):
        digest = sha256(str(number).encode())
        name = str(UUID(bytes=digest.digest()[:16]))
        code = b64encode(digest.digest()[:18]).decode()
        yield from (name, name.replace("-", " "), digest.hexdigest()[: 7 + number % 33], code)
        yield f"{code[:4]}-{digest.hexdigest()[:4]}.md {name[:8]}/{name[9:13]}"


def _features(text: str) -> set[str]:
    return set[str]().union(*(features(text[start:end]) for start, end in (*blocks(text), (0, 0))))


def learn(known: Sequence[Note]) -> Weights:
    """The weights of words and pairs that tell these notes apart best."""
    texts = [(note.is_attack, note.weight, _features(text)) for note in known for text in note.learned_from]
    counts = Counter(feature for _, _, found in texts for feature in found)
    kept = sorted(each for each, count in counts.items() if count >= _FEWEST)
    rarity = np.array([(log((1 + len(texts)) / (1 + counts[each])) + 1) ** _RARITY / _SCALE for each in kept])
    places = {each: at for at, each in enumerate(kept)}
    rows = [[places[each] for each in found if each in places] for _, _, found in texts]
    values = [rarity[row] / max(1, len(found)) ** 0.5 for row, (_, _, found) in zip(rows, texts, strict=True)]
    ends = np.cumsum([0, *map(len, rows)])
    cells = (np.concatenate(values), np.concatenate(rows).astype(int), ends)
    matrix = import_module("scipy.sparse").csr_matrix(cells, (len(rows), len(kept)))
    fitted = (
        import_module("sklearn.linear_model")
        .LogisticRegression(C=30, solver="liblinear", max_iter=300)
        .fit(
            matrix,
            [is_attack for is_attack, _, _ in texts],
            sample_weight=[weight for _, weight, _ in texts],
        )
    )
    found = zip(kept, (int(each) for each in np.rint(100 * fitted.coef_[0] * rarity)), strict=True)
    weighed = {each: weight for each, weight in found if abs(weight) >= _LEAST_WEIGHT}
    return Weights(weighed, round(100 * float(fitted.intercept_[0])))


def scored(known: Sequence[Note], weights: Weights) -> list[float]:
    """How much each note is like an order by these weights, in its worst wording."""
    return [max(likeness.likeness(wording, weights).whole for wording in note.wordings) for note in known]


def left_out(known: Sequence[Note]) -> Iterator[tuple[Note, float]]:
    """Each note of a set with its likeness, learned from the sets of other parts; two sets are always learned from."""
    sources = sorted({note.source for note in known} - _ALWAYS)
    for part in range(PARTS):
        tested = {source for at, source in enumerate(sources) if at % PARTS == part}
        if tested:
            weights = learn([note for note in known if note.source not in tested])
            asked = [note for note in known if note.source in tested]
            yield from zip(asked, scored(asked, weights), strict=True)


def table(found: Sequence[tuple[Note, float]]) -> Iterator[str]:
    """Which share of attacks is held where so many honest notes are, and each set at the bound that ships."""
    attacks = np.array([score for note, score in found if note.is_attack])
    honest = np.sort([score for note, score in found if not note.is_attack])[::-1]
    for share in _SHARES:
        bound = honest[int(share * len(honest))]
        yield f"held of honest notes {share:.1%}: of attacks {np.mean(attacks > bound):.1%}, bound {bound:.2f}"
    for source in sorted({note.source for note, _ in found}):
        held = {
            kind: [score >= likeness.ORDER for note, score in found if note.source == source and note.is_attack is kind]
            for kind in (True, False)
        }
        yield f"  {source}: {sum(held[True])} of {len(held[True])}, {sum(held[False])} of {len(held[False])}"


def write(weights: Weights) -> None:
    """The weights as a table."""
    lines = [f"{weight}\t{feature}" for feature, weight in sorted(weights.features.items())]
    WRITTEN.write_text("\n".join([str(weights.base), *lines]) + "\n", encoding="utf-8")


def main() -> None:
    """Print the table, and write the weights where that is asked for."""
    known = list(notes())
    sys.stdout.write("\n".join(table(list(left_out(known)))) + "\n")
    if "--write" in sys.argv[1:]:
        write(learn(known))


if __name__ == "__main__":
    main()
