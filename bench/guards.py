"""How well guards tell attacks and secrets from honest notes, on labelled texts: the open ones in
``tests/guards/data`` and the sealed ones in ``tests/guards/unseen``.

``python bench/guards.py [open|sealed|all]`` scores Vademecum and whichever of two others is installed, and prints
counts alone, never a text. What is sealed is for the end: whoever tunes a rule after scoring it has no measure left, so
then it is opened, and new rows are sealed. docs/concepts/threats.md has what was measured, and with which versions.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeAlias

GUARDS = Path(__file__).parents[1] / "tests" / "guards"
DATA = (GUARDS / "data", GUARDS / "unseen")
HALVES = ("open", "sealed")

Row: TypeAlias = dict[str, object]
Holds: TypeAlias = Callable[[str], bool]


def rows(name: str, half: str) -> Iterator[Row]:
    """The labelled texts of one set, of one half or all."""
    for path in sorted(path for folder in DATA for path in folder.glob(f"{name}*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if half in {"all", row["half"]}:
                yield row


def text_of(row: Row) -> str:
    """The text of a row, which secrets keep in parts."""
    parts = row.get("text_parts")
    return "".join(map(str, parts)) if isinstance(parts, list) else str(row["text"])


def ours_threats() -> Holds:
    """Vademecum's scan for orders to an agent."""
    return importlib.import_module("vademecum.threats.scan").is_threat  # type: ignore[no-any-return]  # its own type is the same


def ours_secrets() -> Holds:
    """Vademecum's scan for secrets."""
    find = importlib.import_module("vademecum.guards.secrets.scan").find_secrets
    return lambda text: bool(find(text))


def memory_guard(*kinds: str) -> Callable[[], Holds]:
    """``agent-memory-guard``'s scan, counting threats of these kinds, of any without one."""

    def made() -> Holds:
        scan = importlib.import_module("agent_memory_guard.scan").scan
        return lambda text: any(not kinds or threat.value in kinds for threat in scan(text).threats)

    return made


def bastion(*kinds: str) -> Callable[[], Holds]:
    """``bastionmemory``'s classes of one entry a text, counting findings of these kinds."""

    def made() -> Holds:
        classify = importlib.import_module("bastionmemory.checks").classify
        entry = importlib.import_module("bastionmemory.models").MemoryEntry
        return lambda text: any(found.kind in kinds for found in classify(entry("page.md", 1, text)))

    return made


THREATS: dict[str, tuple[str, Callable[[], Holds]]] = {
    "vademecum": ("vademecum", ours_threats),
    "agent-memory-guard": ("agent-memory-guard", memory_guard("prompt_injection", "self_reinforcement")),
    "bastionmemory, block": ("bastionmemory", bastion("malice")),
    "bastionmemory, block or review": ("bastionmemory", bastion("malice", "directive")),
}
SECRETS: dict[str, tuple[str, Callable[[], Holds]]] = {
    "vademecum": ("vademecum", ours_secrets),
    "agent-memory-guard": ("agent-memory-guard", memory_guard("secret_leakage")),
}


def tally(held: Holds, name: str, half: str, by: str) -> Counter[tuple[str, bool]]:
    """How many texts of a set were held and how many passed, by a key of their rows."""
    return Counter((str(row[by]), held(text_of(row))) for row in rows(name, half))


def share(counts: Counter[tuple[str, bool]], *keys: str) -> str:
    """How many were held of all with these keys, or of all there are."""
    of = [(count, held) for (key, held), count in counts.items() if not keys or key in keys]
    return f"{sum(count for count, held in of if held)} of {sum(count for count, _ in of)}"


def report(half: str) -> Iterator[str]:
    """The tables, line by line."""
    for name, (package, made) in THREATS.items():
        try:
            held = made()
        except ModuleNotFoundError:
            continue
        attacks = {by: tally(held, "attacks", half, by) for by in ("kind", "lang", "evasion")}
        honest = {by: tally(held, "benign", half, by) for by in ("kind", "lang")}
        whole = f"attacks held {share(attacks['kind'])}, notes held {share(honest['kind'])}"
        yield f"{name} {_version(package)}: {whole}"
        for by, counts in attacks.items():
            yield f"  attacks held by {by}: " + ", ".join(f"{key} {share(counts, key)}" for key in _keys(counts))
        for by, counts in honest.items():
            wrong = [f"{key} {share(counts, key)}" for key in _keys(counts) if counts[key, True]]
            yield f"  notes held by {by}: " + (", ".join(wrong) or "none")
    for name, (package, made) in SECRETS.items():
        try:
            held = made()
        except ModuleNotFoundError:
            continue
        counts = Counter(
            (str(row["kind"]) + ("" if row["has_secret"] else " (none)"), held(text_of(row)))
            for row in rows("secrets", half)
        )
        true = [key for key in _keys(counts) if not key.endswith("(none)")]
        false = [key for key in _keys(counts) if key.endswith("(none)")]
        whole = f"secrets found {share(counts, *true)}, false {share(counts, *false)}"
        yield f"{name} {_version(package)}: {whole}"
        yield "  found by kind: " + ", ".join(f"{key} {share(counts, key)}" for key in true)
        yield "  false by kind: " + (
            ", ".join(f"{key} {share(counts, key)}" for key in false if counts[key, True]) or "none"
        )


def _keys(counts: Counter[tuple[str, bool]]) -> list[str]:
    return sorted({key for key, _ in counts})


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def main(half: str = "open") -> None:
    """Print the tables for one half or all."""
    if half not in {*HALVES, "all"}:
        raise SystemExit(f"open, sealed or all, not {half}")
    sys.stdout.writelines(f"{line}\n" for line in report(half))


if __name__ == "__main__":
    main(*sys.argv[1:2])
