"""What prompts bring up unasked, and what they don't: hit rate and noise by kind of prompt, on the example vault.

Run it as ``python bench/silence.py [--floors]``. Each line of ``prompts.jsonl`` is a prompt as people write them to a
coding agent, with the pages that it deserves; most deserve none. **Hit**: one of its pages was told. **Noise**: text
was given to a prompt that deserves nothing. The floor was set on the half marked ``tune``; ``test`` says whether it
holds. ``--floors`` shows what other floors would give.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from vademecum.config.model import MountConfig
from vademecum.context.compose import compose_recall
from vademecum.library.glossaries import glossaries
from vademecum.library.library import Library
from vademecum.library.mounts import Mount
from vademecum.library.plan_cache import PlannedMount
from vademecum.recall.pushing import push
from vademecum.recall.rank import WEIGHTS, Weights

PROMPTS = Path(__file__).with_name("prompts.jsonl")
FLOORS = (0.05, 0.08, 0.10, 0.12, 0.14, 0.15, 0.16, 0.18, 0.20, 0.25, 0.30)
MOST_NOISE = 0.05
SPLITS = ("tune", "test")


class Prompt(NamedTuple):
    """A prompt, and the names of the pages that it deserves, without their folders."""

    kind: str
    split: str
    text: str
    expected: frozenset[str]


class Told(NamedTuple):
    """What a prompt brought up, as names without folders."""

    prompt: Prompt
    pages: tuple[str, ...]

    @property
    def is_hit(self) -> bool:
        """Whether a page that it deserves is among them."""
        return not self.prompt.expected.isdisjoint(self.pages)

    @property
    def is_noise(self) -> bool:
        """Whether it deserves nothing and got something."""
        return not self.prompt.expected and bool(self.pages)


def load() -> list[Prompt]:
    """All prompts."""
    lines = map(json.loads, PROMPTS.read_text(encoding="utf-8").splitlines())
    return [Prompt(each["kind"], each["split"], each["prompt"], frozenset(each["expect"])) for each in lines]


def tell(mount: PlannedMount, state: str, prompts: Iterable[Prompt], weights: Weights = WEIGHTS) -> list[Told]:
    """What each prompt brings up in a session that has seen nothing yet."""
    answers = []
    for prompt in prompts:
        pushed = push([mount], prompt.text, state, is_shown=lambda _page, _place, _digest: False, weights=weights)
        kept = [pushed.told[each] for each in compose_recall(pushed.told).kept]
        answers.append(Told(prompt, tuple(one.page.partition(":")[2].rpartition("/")[2] for one in kept)))
    return answers


def shares(told: Sequence[Told]) -> tuple[float, float]:
    """Hit rate among the prompts that deserve something, noise among those that don't."""
    deserving = [each.is_hit for each in told if each.prompt.expected]
    others = [each.is_noise for each in told if not each.prompt.expected]
    return sum(deserving) / max(len(deserving), 1), sum(others) / max(len(others), 1)


def on_example_vault(measure: Callable[[PlannedMount, str], None]) -> None:
    """Measure with the example vault, in step, as the only mount."""
    with as_file(files("vademecum.examples") / "vault") as vault, TemporaryDirectory() as folder:
        library = Library([Mount(MountConfig(name="vault", path=vault))], Path(folder, "cache"))
        library.sync_all()
        fingerprint, path = library.rows("vault").fingerprint, str(library.index_path("vault"))
        [(_, glossary)] = glossaries(library)
        library.close()
        planned = PlannedMount("vault", str(vault.resolve()), path, fingerprint, 2 << 20, (), glossary=glossary)
        measure(planned, folder)


def print_kinds(mount: PlannedMount, state: str) -> None:
    """The table by kind, and the shares of both halves."""
    told = tell(mount, state, load())
    print(f"{'kind':16}{'prompts':>8}{'deserving':>10}{'hit':>6}{'told':>6}{'noise':>7}")
    for kind in sorted({each.prompt.kind for each in told}):
        of = [each for each in told if each.prompt.kind == kind]
        deserving = [each for each in of if each.prompt.expected]
        counts = (len(of), len(deserving), sum(each.is_hit for each in of), sum(bool(each.pages) for each in deserving))
        print(
            f"{kind:16}{counts[0]:>8}{counts[1]:>10}{counts[2]:>6}{counts[3]:>6}{sum(each.is_noise for each in of):>7}"
        )
    for split in (*SPLITS, "all"):
        hit, noise = shares([each for each in told if split in {each.prompt.split, "all"}])
        print(f"{split}: {hit:.1%} of the prompts that deserve a page got one, {noise:.1%} of the others got text")


def print_floors(mount: PlannedMount, state: str) -> None:
    """Hit rate and noise of both halves at several floors."""
    print(f"{'floor':>6}{'tune hit':>10}{'noise':>8}{'test hit':>10}{'noise':>8}")
    for floor in FLOORS:
        told = tell(mount, state, load(), WEIGHTS._replace(floor=floor))
        pairs = [shares([each for each in told if each.prompt.split == split]) for split in SPLITS]
        print(f"{floor:>6}" + "".join(f"{hit:>10.3f}{noise:>8.3f}" for hit, noise in pairs))


if __name__ == "__main__":
    on_example_vault(print_floors if "--floors" in sys.argv[1:] else print_kinds)
