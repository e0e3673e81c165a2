"""The one-way rule of design section 3: a module imports from lower floors or its own folder, and never in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

PACKAGE = "vademecum"
SOURCE = Path(__file__).parents[1] / "src" / PACKAGE

FLOORS: dict[int, tuple[str, ...]] = {
    1: (
        "errors",
        "lean",
        "address",
        "spelling",
        "text",
        "config",
        "page",
        "visibility",
        "globs",
        "nearest",
        "servers",
        "observation",
        "examples",
        "threats",
        "importers",
    ),
    2: ("store", "index", "transcripts"),
    3: ("library",),
    4: ("recall", "guards", "sessions", "activity", "access"),
    5: ("gateway", "context", "upkeep"),
    6: ("nudges", "memory", ""),
    7: ("surfaces", "hosts"),
    8: ("__main__",),
}
FLOOR_OF = {part: floor for floor, parts in FLOORS.items() for part in parts}
# Folders of many of a kind keep to themselves; all other parts of a floor share the package's own folder.
FOLDERS = {"store", "index", "transcripts", "recall", "guards", "context", "upkeep", "surfaces", "hosts"}
# An index row holds the stamp that a store gave; the command line is the one way to what installs into hosts.
ALLOWED = {("index", f"{PACKAGE}.store.contract")} | {
    ("surfaces", f"{PACKAGE}.hosts.{module}") for module in ("base", "claude_code", "installers", "ledger", "plan")
}

Graph = Mapping[str, frozenset[str]]


def part_of(module: str) -> str:
    """The part of the design that a module belongs to: ``store`` for ``vademecum.store.files``, empty for the root."""
    return module.split(".")[1] if "." in module else ""


def module_name(path: Path, source: Path = SOURCE) -> str:
    parts = (PACKAGE, *path.relative_to(source).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, str]:
    return {module_name(path): path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}


def imported(node: ast.AST, module: str, *, is_package: bool) -> Iterator[str]:
    """All dotted names that one node may import; ``from a import b`` gives ``a.b``."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = module.split(".")
        base = base[: len(base) - node.level + is_package] if node.level else []
        start = ".".join([*base, node.module] if node.module else base)
        yield from (f"{start}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in {"import_module", "__import__"}:
        yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def graph_of(sources: Mapping[str, str]) -> Graph:
    """Which modules each module names, wherever the import stands: top, function or TYPE_CHECKING block."""
    packages = {name.rpartition(".")[0] for name in sources}
    graph = {}
    for module, source in sources.items():
        names = [
            name
            for node in ast.walk(ast.parse(source))
            for name in imported(node, module, is_package=module in packages)
        ]
        ours = (known(name, sources) for name in names if name.split(".")[0] == PACKAGE)
        graph[module] = frozenset(ours) - {module}
    return graph


def known(name: str, sources: Iterable[str]) -> str:
    """The longest prefix of a dotted name that is a module."""
    while name not in sources and "." in name:
        name = name.rpartition(".")[0]
    return name


def may_import(module: str, target: str) -> bool:
    here, there = part_of(module), part_of(target)
    if here == there or (here, target) in ALLOWED:
        return True
    if here not in FLOOR_OF or there not in FLOOR_OF:
        return False
    beside = FLOOR_OF[here] == FLOOR_OF[there] and not {here, there} & FOLDERS
    return FLOOR_OF[there] < FLOOR_OF[here] or beside


def upward(graph: Graph) -> list[str]:
    edges = ((module, target) for module, targets in graph.items() for target in sorted(targets))
    return [f"{module} -> {target}" for module, target in edges if not may_import(module, target)]


def cycles(graph: Graph) -> list[str]:
    """Every import circle once, as a path that ends where it began."""
    found: dict[frozenset[str], str] = {}
    done: set[str] = set()

    def visit(module: str, path: list[str]) -> None:
        if module in path:
            circle = [*path[path.index(module) :], module]
            found.setdefault(frozenset(circle), " -> ".join(circle))
        elif module not in done:
            for target in sorted(graph.get(module, ())):
                visit(target, [*path, module])
            done.add(module)

    for module in graph:
        visit(module, [])
    return sorted(found.values())


def computed_imports(sources: Mapping[str, str]) -> list[str]:
    """Modules outside the surfaces that import a name which can't be read here."""
    return [
        module
        for module, source in sources.items()
        if part_of(module) != "surfaces"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).split(".")[-1] in {"import_module", "__import__"}
        and not isinstance(node.args[0], ast.Constant)
    ]


def undocumented(sources: Mapping[str, str]) -> list[str]:
    return [module for module, source in sources.items() if not ast.get_docstring(ast.parse(source))]


def homeless(sources: Iterable[str]) -> list[str]:
    return [module for module in sources if part_of(module) not in FLOOR_OF]


def expect_none(found: list[str]) -> None:
    assert not found, "\n".join(["", *found])


def test_every_module_stands_on_a_floor() -> None:
    expect_none(homeless(modules()))


def test_every_module_says_what_it_owns() -> None:
    expect_none(undocumented(modules()))


def test_no_module_imports_from_its_own_height_or_above() -> None:
    expect_none(upward(graph_of(modules())))


def test_no_import_goes_round_in_a_circle() -> None:
    expect_none(cycles(graph_of(modules())))


def test_no_import_is_computed_outside_the_surfaces() -> None:
    expect_none(computed_imports(modules()))


def test_upward_imports_are_found_wherever_they_stand() -> None:
    sources = {
        "vademecum.errors": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from vademecum import memory",
        "vademecum.store.folder": "def f():\n    import vademecum.library",
        "vademecum.memory": "",
        "vademecum.library": "import importlib\nimportlib.import_module('vademecum.surfaces.cli')",
        "vademecum.surfaces.cli": "from ..memory import Memory",
        "vademecum": "",
    }
    assert upward(graph_of(sources)) == [
        "vademecum.errors -> vademecum.memory",
        "vademecum.store.folder -> vademecum.library",
        "vademecum.library -> vademecum.surfaces.cli",
    ]


def test_folders_of_one_floor_keep_apart_save_for_the_stamp() -> None:
    assert may_import("vademecum.index.sqlite", "vademecum.store.contract")
    assert not may_import("vademecum.index.sqlite", "vademecum.store.folder")
    assert not may_import("vademecum.context.compose", "vademecum.gateway")
    assert may_import("vademecum.page.model", "vademecum.address")


def test_a_circle_inside_a_folder_is_found() -> None:
    sources = {
        "vademecum.page": "from vademecum.page.read import read",
        "vademecum.page.read": "from . import edit",
        "vademecum.page.edit": "from vademecum.page import read",
    }
    assert cycles(graph_of(sources)) == ["vademecum.page.read -> vademecum.page.edit -> vademecum.page.read"]


def test_unknown_silent_and_computing_modules_are_found() -> None:
    sources = {"vademecum.utils": "'''Odds and ends.'''", "vademecum.page": "import_module(name)"}
    assert homeless(sources) == ["vademecum.utils"]
    assert undocumented(sources) == ["vademecum.page"]
    assert computed_imports(sources) == ["vademecum.page"]
