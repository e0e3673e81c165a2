"""Start-up cost is a property: what a prompt waits for imports nothing heavy."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Third-party packages that may be loaded before a hook answers: the database, the stemmer, the lock.
LEAN_PACKAGES = frozenset({"vademecum", "apsw", "Stemmer", "filelock"})
# What Cython registers beside a compiled package.
CYTHON = ("_cython", "cython_runtime")
# Standard modules that cost more than they give there.
HEAVY_STANDARD = frozenset({
    "asyncio", "concurrent", "email", "http", "importlib.metadata", "multiprocessing", "socket", "sqlite3", "ssl",
    "subprocess", "tempfile", "tomllib", "unittest", "xml", "zipfile",
})  # fmt: skip
# What `import vademecum` itself may load: nothing but what Python needs to define lazy names.
ROOT_ONLY = frozenset({"vademecum", "__future__", "importlib", "typing", "types", "warnings"})


SAY = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"


def loaded(code: str) -> frozenset[str]:
    """Modules that a fresh interpreter loads for the code, beyond those that any start loads."""
    return modules_after(code) - modules_after("")


def modules_after(code: str) -> frozenset[str]:
    done = subprocess.run([sys.executable, "-c", SAY + code], check=True, capture_output=True, encoding="utf-8")
    return frozenset(done.stderr.splitlines()[-1].split())


def top(modules: frozenset[str]) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in modules)


def heavy(modules: frozenset[str]) -> list[str]:
    """Loaded packages of others that are not on the list, and standard modules that are known to be slow."""
    foreign = {name for name in top(modules) if name not in sys.stdlib_module_names | LEAN_PACKAGES}
    slow = {each for each in HEAVY_STANDARD for name in modules if name == each or name.startswith(f"{each}.")}
    return sorted({name for name in foreign if not name.startswith(CYTHON)} | slow)


def test_the_package_alone_loads_next_to_nothing() -> None:
    assert sorted(loaded("import vademecum") - ROOT_ONLY) == []


@pytest.mark.parametrize(
    "module",
    ["vademecum.address", "vademecum.text", "vademecum.page", "vademecum.index.sqlite", "vademecum.recall.rank"],
)
def test_the_lean_path_loads_nothing_heavy(module: str) -> None:
    assert heavy(loaded(f"import {module}")) == []


def test_telling_the_version_loads_neither_tools_nor_parsers() -> None:
    code = "import runpy; sys.argv = ['vade', '--version']; runpy.run_module('vademecum', run_name='__main__')"
    seen = top(modules_after(code))
    assert seen & {"mcp", "yaml", "msgspec", "rich", "asyncio", "apsw", "tomlkit"} == set()


def test_heavy_modules_would_be_found() -> None:
    assert "asyncio" in heavy(loaded("import asyncio"))
    assert "yaml" in heavy(loaded("import yaml"))
    assert "http" in heavy(loaded("from http import client"))


def imported_packages() -> set[str]:
    """Top-level names of other people's packages that the code imports anywhere."""
    nodes = (node for path in (ROOT / "src").rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    names = set[str]()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"vademecum"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {plain(re.split(r"[<>=!~ \[;]", line)[0]) for line in project["dependencies"]}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    sellers = packages_distributions()
    assert {plain(sellers[name][0]) for name in imported_packages()} == declared()


def test_every_dependency_has_its_tested_version() -> None:
    pins = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8").splitlines()
    assert declared() <= {plain(line.partition("==")[0]) for line in pins if "==" in line}
