"""Numbers as tables of Markdown, by the name of the place in the page where each goes. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from bench.quality import CONTROL, OURS, SHARES
from bench.recall import HALVES

Numbers: TypeAlias = Mapping[str, Any]
MEASURES = {"recall_1": "R@1", "recall_5": "R@5", "recall_10": "R@10", "ndcg_10": "nDCG@10", "mrr": "MRR"}
MEGABYTE = 1_000_000


def tables(part: str, numbers: Numbers) -> dict[str, str]:
    """The tables that a part's numbers fill, by name."""
    return {name: "\n".join(table(numbers)) for name, (of, table) in TABLES.items() if of == part}


def _table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    names = list(head)
    yield f"| {' | '.join(names)} |"
    yield "|---" * len(names) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _quality(numbers: Numbers) -> Iterator[str]:
    def rows() -> Iterator[list[str]]:
        for name, each in numbers["sets"].items():
            ours, control = each["engines"][OURS], each["engines"][CONTROL]
            for half in HALVES:
                cells = (f"{ours[half][key]:.3f} ({control[half][key]:.3f})" for key in MEASURES)
                yield [name, half, *cells]

    yield from _table(["set", "half", *MEASURES.values()], rows())


def _peers(numbers: Numbers) -> Iterator[str]:
    engines = list(dict.fromkeys(name for each in numbers["sets"].values() for name in each["engines"]))

    def rows() -> Iterator[list[str]]:
        for name, each in numbers["sets"].items():
            for key in ("recall_5", "ndcg_10"):
                values = [each["engines"][engine]["all"][key] for engine in engines]
                best = max(values)
                cells = (f"**{value:.3f}**" if value == best else f"{value:.3f}" for value in values)
                yield [name, MEASURES[key], *cells]

    yield from _table(["set", "measure", *engines], rows())
    for name, reason in numbers["left_out"].items():
        yield f"\n{name} was left out: {reason}."


def _times(numbers: Numbers) -> Iterator[str]:
    def rows() -> Iterator[list[str]]:
        for name, each in numbers["sets"].items():
            ours, control = (each["engines"][engine]["seconds"] for engine in (OURS, CONTROL))
            yield [name, *(_beside(ours[share], control[share]) for share in SHARES)]

    yield from _table(["set", *(f"{share}, ms" for share in SHARES)], rows())


def _beside(ours: float, other: float) -> str:
    return f"{ours * 1000:.2f} ({ours / other:.2f}x)"


def _steps(numbers: Numbers) -> Iterator[str]:
    sets = numbers["sets"]
    rows = (
        [name, *(f"{each[which][0]:.3f} / {each[which][1]:.3f}" for which in sets)]
        for name, each in numbers["steps"].items()
    )
    yield from _table(["nDCG@10, half A / half B", *sets], rows)


def _vault(numbers: Numbers) -> Iterator[str]:
    cuts = list(numbers["kinds"]["all"]["hit"])
    rows = (
        [kind, str(each["questions"]), *(f"{each['hit'][cut]:.2f}" for cut in cuts)]
        for kind, each in numbers["kinds"].items()
    )
    yield from _table(["kind", "questions", *(f"hit@{cut}" for cut in cuts)], rows)
    nothing = numbers["nothing"]
    yield f"\nOf {nothing['questions']} questions that nothing answers, {nothing['silent']} brought up nothing."


def _across(numbers: Numbers) -> Iterator[str]:
    cuts = list(numbers["with"]["all"]["hit"])

    def rows() -> Iterator[list[str]]:
        for kind, each in numbers["with"].items():
            pairs = ((each["hit"][cut], numbers["without"][kind]["hit"][cut]) for cut in cuts)
            yield [kind, str(each["questions"]), *(f"{found:.2f} ({without:.2f})" for found, without in pairs)]

    yield from _table(["kind", "questions", *(f"hit@{cut}" for cut in cuts)], rows())


def _scripts(numbers: Numbers) -> Iterator[str]:
    keys = ("recall_1", "recall_5", "ndcg_10")
    rows = (
        [name, way, *(f"{each['ours'][key]:.3f} ({each['control'][key]:.3f})" for key in keys)]
        for name, ways in numbers["sets"].items()
        for way, each in ways.items()
    )
    yield from _table(["set", "texts and questions", *(MEASURES[key] for key in keys)], rows)


def _meaning(numbers: Numbers) -> Iterator[str]:
    if numbers.get("left_out"):
        yield f"Left out: {numbers['left_out']}."
        return

    def rows() -> Iterator[list[str]]:
        for name, ways in numbers["sets"].items():
            for half in HALVES:
                words, both = ways.values()
                cells = (f"{both[half][key]:.3f} ({words[half][key]:.3f})" for key in MEASURES)
                yield [name, half, *cells]

    yield from _table(["set", "half", *MEASURES.values()], rows())


def _silence(numbers: Numbers) -> Iterator[str]:
    def rows() -> Iterator[list[str]]:
        for kind, each in numbers["kinds"].items():
            hit, noise = str(each["hit"]), str(each["noise"])
            if kind == "all":
                hit += f" ({each['hit'] / max(each['deserving'], 1):.1%})"
                noise += f" ({each['noise'] / max(each['others'], 1):.1%})"
            deserving = [str(each["deserving"]), hit, str(each["told"])] if each["deserving"] else ["", "", ""]
            yield [kind, *deserving, *([str(each["others"]), noise] if each["others"] else ["", ""])]

    yield from _table(["kind", "deserving", "hit", "told", "not deserving", "noise"], rows())
    shares = (
        f"`{split}` {hit:.1%} hit and {noise:.1%} noise"
        for split, (hit, noise) in numbers["splits"].items()
        if split != "all"
    )
    yield f"\nBy half: {'; '.join(shares)}."


def _absent(numbers: Numbers) -> Iterator[str]:
    def rows() -> Iterator[list[str]]:
        for each in numbers["rows"]:
            for half, found in each["halves"].items():
                shares = (f"{found[name]:.3f}" for name in ("kept", "wrong", "at_90"))
                yield [each["set"], each["way"], f"{each['blocks']:,.0f}", half, str(found["questions"]), *shares]

    head = ["set", "asked of", "blocks a store", "half", "questions", "kept", "wrong", "wrong, where 90% are kept"]
    yield from _table(head, rows())


def _hook(numbers: Numbers) -> Iterator[str]:
    bare = numbers["seconds"][numbers["bare"]]
    rows = ([name, f"{each * 1000:.1f}", f"{each / bare:.2f}"] for name, each in numbers["seconds"].items())
    yield from _table(["", "CPU, median, ms", f"x `{numbers['bare']}`"], rows)


def _startup(numbers: Numbers) -> Iterator[str]:
    bare, library = (numbers["seconds"][numbers[name]]["cpu"] for name in ("bare", "library"))
    rows = (
        [name, f"{each['cpu'] * 1000:.0f}", f"{each['cpu'] / bare:.1f}", f"{each['cpu'] / library:.2f}"]
        for name, each in numbers["seconds"].items()
    )
    head = ["", "CPU, median, ms", f"x `{numbers['bare']}`", f"x `{numbers['library']}`"]
    yield from _table(head, rows)


def _build(numbers: Numbers) -> Iterator[str]:
    def row(each: Numbers) -> list[str]:
        build, size = each["build"], each["bytes"]
        return [
            f"{each['blocks']:,}",
            f"{each['pages']:,}",
            f"{each['blocks'] / build['seconds']:,.0f}",
            f"{each['pages'] / build['seconds']:,.0f}",
            f"{build['seconds'] / build['plain_seconds']:.1f}x",
            f"{build['rss'] / MEGABYTE:,.0f}",
            f"{size['index'] / MEGABYTE:,.1f} ({size['index'] / size['plain']:.1f}x)",
        ]

    head = ["blocks", "pages", "blocks/s", "pages/s", "CPU, plain = 1", "memory, MB", "index, MB"]
    yield from _table(head, map(row, numbers["sizes"]))


def _queries(numbers: Numbers) -> Iterator[str]:
    def rows() -> Iterator[list[str]]:
        for each in numbers["sizes"]:
            warm = each["warm"]
            for name in ("ranking", "recall"):
                cells = (_beside(warm[name][share], warm["plain"][share]) for share in SHARES)
                yield [f"{each['blocks']:,}", name, *cells]
            yield [f"{each['blocks']:,}", "plain", *(f"{warm['plain'][share] * 1000:.2f}" for share in SHARES)]

    yield from _table(["blocks", "", *(f"{share}, ms" for share in SHARES)], rows())


def _kept(numbers: Numbers) -> Iterator[str]:
    def row(each: Numbers) -> list[str]:
        ways = [each["kept"][name] for name in ("words", "evidence")]
        shares = (f"{kept[best]:.3f}" for kept in ways for best in ("top_10", "top_1"))
        return [f"{each['blocks']:,}", str(ways[1]["questions"]), *shares]

    head = ["blocks", "questions", "words: ten", "words: first", "with evidence: ten", "with evidence: first"]
    yield from _table(head, map(row, numbers["sizes"]))


def _cold(numbers: Numbers) -> Iterator[str]:
    def rows() -> Iterator[list[str]]:
        for each in numbers["sizes"]:
            for name, cost in each["cold"].items():
                times = (f"{cost[kind] * 1000:.0f}" for kind in ("cpu", "wall"))
                yield [f"{each['blocks']:,}", name, *times, f"{cost['rss'] / MEGABYTE:.0f}"]

    yield from _table(["blocks", "process", "CPU, ms", "wall, ms", "memory, MB"], rows())


def _verify(numbers: Numbers) -> Iterator[str]:
    names = {"names": "walk, names alone", "stamps": "walk, size and times of each file", "verify": "verification"}
    rows = (
        [told, f"{numbers[name] * 1000:.1f}", f"{numbers[name] / numbers['stamps']:.2f}"]
        for name, told in names.items()
    )
    yield from _table([f"{numbers['pages']:,} pages", "CPU, median, ms", "walk with times = 1"], rows)


def _first(numbers: Numbers) -> Iterator[str]:
    pages = numbers["pages"]
    rows = (
        [
            name,
            f"{each['page_bytes']:,.0f}",
            f"{pages / each['seconds']:,.0f}",
            f"{pages / each['plain_seconds']:,.0f}",
            f"{each['seconds'] / each['plain_seconds']:.1f}x",
        ]
        for name, each in numbers["stores"].items()
    )
    yield from _table([f"{pages:,} pages", "bytes a page", "pages/s", "plain, pages/s", "CPU, plain = 1"], rows)


TABLES: Mapping[str, tuple[str, Callable[[Numbers], Iterator[str]]]] = {
    "quality": ("quality", _quality),
    "peers": ("quality", _peers),
    "times": ("quality", _times),
    "steps": ("steps", _steps),
    "vault": ("vault", _vault),
    "across": ("across", _across),
    "scripts": ("scripts", _scripts),
    "meaning": ("meaning", _meaning),
    "silence": ("silence", _silence),
    "absent": ("absent", _absent),
    "hook": ("hook", _hook),
    "startup": ("startup", _startup),
    "build": ("speed", _build),
    "queries": ("speed", _queries),
    "kept": ("speed", _kept),
    "cold": ("speed", _cold),
    "first": ("build", _first),
    "verify": ("verify", _verify),
}
