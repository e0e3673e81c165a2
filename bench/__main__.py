"""``python -m bench DATA [SET ...] [--json] [--speed] [--steps]``, or ``--vault``: the table on stdout, progress on
stderr."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.data import DataSet, load, set_names
from bench.metrics import Quality, quantile
from bench.recall import HALVES, Answered, Compared, compare, of_half
from bench.speed import SIZES, Speed, measure
from bench.steps import worth
from bench.vault import ask_all, table

MEASURES = ("R@1", "R@5", "R@10", "nDCG@10", "MRR")
SHARES = {"median": 0.5, "p99": 0.99, "worst": 1.0}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when the product is below the control on any set in R@5 or nDCG@10."""
    options = _parser().parse_args(arguments)
    if options.vault:
        print("\n".join(table(ask_all())))
        return 0
    if options.data is None:
        print("say which folder holds the data, or --vault", file=sys.stderr)
        return 2
    names = options.sets or set_names(options.data)
    if not names:
        print(f"no data set in {options.data}", file=sys.stderr)
        return 2
    sets = [load(options.data / name) for name in names]
    if options.steps:
        print("\n".join(_step_table(sets)))
        return 0
    compared = [_told(data) for data in sets]
    speeds = _speeds(sets, options.sizes) if options.speed else []
    if options.json:
        print(json.dumps(_as_json(compared, speeds), indent=1))
    else:
        print("\n".join((*_quality_table(compared), "", *_time_table(compared), *_speed_table(speeds))))
    worse = [name for name, product, control in _whole(compared) if _is_below(product, control)]
    for name in worse:
        print(f"{name}: below the control", file=sys.stderr)
    return 1 if worse else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA", nargs="?", help="folder with one folder a data set")
    parser.add_argument("sets", nargs="*", metavar="SET", help="names of data sets; all without it")
    parser.add_argument("--json", action="store_true", help="all numbers as JSON")
    parser.add_argument("--speed", action="store_true", help="also measure build and query at growing sizes")
    parser.add_argument("--steps", action="store_true", help="what each part of the ranking is worth, and nothing else")
    parser.add_argument("--vault", action="store_true", help="the questions about the example vault, and nothing else")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of blocks for --speed")
    return parser


def _told(data: DataSet) -> Compared:
    print(f"{data.name}: {len(data.questions)} questions", file=sys.stderr)
    return compare(data)


def _speeds(sets: Sequence[DataSet], sizes: Iterable[int]) -> list[Speed]:
    documents = [document for data in sets for group in data.groups.values() for document in group]
    questions = [question.text for data in sets for question in data.questions]
    speeds = []
    for size in sizes:
        print(f"speed at {size:,} blocks", file=sys.stderr)
        speeds.append(measure(documents, questions, size))
    return speeds


def _whole(compared: Iterable[Compared]) -> Iterator[tuple[str, Quality, Quality]]:
    return ((each.name, of_half(each.product, "all"), of_half(each.control, "all")) for each in compared)


def _is_below(product: Quality, control: Quality) -> bool:
    return product.recall_5 < control.recall_5 or product.ndcg_10 < control.ndcg_10


def _quality_table(compared: Iterable[Compared]) -> Iterator[str]:
    yield f"| set | half | {' | '.join(MEASURES)} |"
    yield "|---|---|" + "---|" * len(MEASURES)
    for each in compared:
        for half in HALVES:
            pairs = zip(of_half(each.product, half), of_half(each.control, half), strict=True)
            cells = (f"{product:.3f} ({control:.3f})" for product, control in pairs)
            yield f"| {each.name} | {half} | {' | '.join(cells)} |"


def _time_table(compared: Iterable[Compared]) -> Iterator[str]:
    yield f"| set | {' | '.join(f'{name}, ms' for name in SHARES)} |"
    yield "|---|" + "---|" * len(SHARES)
    for each in compared:
        yield f"| {each.name} | {' | '.join(_times(each.product, each.control))} |"


def _times(product: Sequence[Answered], control: Sequence[Answered]) -> Iterator[str]:
    for share in SHARES.values():
        ours, theirs = (quantile([each.seconds for each in side], share) * 1000 for side in (product, control))
        yield f"{ours:.2f} ({ours / theirs:.2f}x)"


def _speed_table(speeds: Sequence[Speed]) -> Iterator[str]:
    if not speeds:
        return
    yield ""
    yield f"| blocks | build, blocks/s | {' | '.join(f'query {name}, ms' for name in SHARES)} |"
    yield "|---|---|" + "---|" * len(SHARES)
    for speed in speeds:
        cells = []
        for share in SHARES.values():
            ours, theirs = quantile(speed.product, share) * 1000, quantile(speed.control, share) * 1000
            cells.append(f"{ours:.2f} ({ours / theirs:.2f}x)")
        build = f"{speed.blocks / speed.product_build:,.0f} ({speed.control_build / speed.product_build:.2f}x)"
        yield f"| {speed.blocks:,} | {build} | {' | '.join(cells)} |"


def _step_table(sets: Sequence[DataSet]) -> Iterator[str]:
    rows: dict[str, list[str]] = {}
    for data in sets:
        print(f"{data.name}: {len(data.questions)} questions", file=sys.stderr)
        for name, half_a, half_b in worth(data):
            rows.setdefault(name, []).append(f"{half_a.ndcg_10:.3f} / {half_b.ndcg_10:.3f}")
    yield f"| nDCG@10, half A / half B | {' | '.join(data.name for data in sets)} |"
    yield "|---|" + "---|" * len(sets)
    for name, cells in rows.items():
        yield f"| {name} | {' | '.join(cells)} |"


def _as_json(compared: Iterable[Compared], speeds: Iterable[Speed]) -> dict[str, object]:
    quality = {
        each.name: {
            half: {
                "product": of_half(each.product, half)._asdict(),
                "control": of_half(each.control, half)._asdict(),
            }
            for half in HALVES
        }
        for each in compared
    }
    speed = {
        each.blocks: {
            "build_seconds": {"product": each.product_build, "control": each.control_build},
            "query_seconds": {
                name: {"product": quantile(each.product, share), "control": quantile(each.control, share)}
                for name, share in SHARES.items()
            },
        }
        for each in speeds
    }
    return {"quality": quality, "speed": speed}


if __name__ == "__main__":
    sys.exit(main())
