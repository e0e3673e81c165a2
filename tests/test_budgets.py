"""Size and care, counted: modules, functions, broad catches, ``Any``, bare suppressions and the README."""

from __future__ import annotations

import ast
import io
import re
import statistics
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "vademecum"
CHECKED = ("src", "tests", "bench", "docs")

MODULE_LINES = 400
FUNCTION_LINES = 80
LONG_FUNCTION = 50
LONG_SHARE = 0.025
MEDIAN_LINES = 7
README_LINES = 150

# Where JSON comes in or goes out, or click hands over options; everything further in is typed.
JSON_MODULES = (
    *("arguments", "tool", "tool_schema", "fact_tools", "fact_schema", "desk", "mcp", "demo_client"),
    *("cli/options", "cli/output", "cli/read", "cli/settings"),
)
MAY_SAY_ANY = frozenset(f"surfaces/{name}.py" for name in JSON_MODULES)

CODES = r"[A-Z]+\d+(?:,\s*[A-Z]+\d+)*"
SUPPRESSION = re.compile(rf"#\s*(type:\s*ignore(\[[^\]]*\])?|(ruff:\s*)?noqa(:\s*{CODES})?|mypy:\s*\S+)")


def sources(root: Path = SOURCE) -> dict[str, str]:
    return {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in sorted(root.rglob("*.py"))}


def functions(source: str) -> Iterator[tuple[str, int, int]]:
    """Name, line and size of every function: its lines from ``def`` to the end, docstring not counted."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            documented = ast.get_docstring(node, clean=False) is not None
            docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
            yield node.name, node.lineno, (node.end_lineno or 0) - node.lineno + 1 - docstring


def body_sizes(files: Mapping[str, str]) -> dict[str, int]:
    named = ((file, *function) for file, text in files.items() for function in functions(text))
    return {f"{file}:{line}:{name}": size for file, name, line, size in named}


def too_long(files: Mapping[str, str]) -> list[str]:
    return [f"{file}: {count} lines" for file, text in files.items() if (count := text.count("\n")) > MODULE_LINES]


def over(sizes: Mapping[str, int], limit: int) -> list[str]:
    return [f"{name}: {size} lines" for name, size in sizes.items() if size > limit]


def broad_catches(files: Mapping[str, str]) -> list[str]:
    return [
        f"{file}:{node.lineno}"
        for file, text in files.items()
        if not file.startswith("surfaces/")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ExceptHandler) and is_broad(node.type) and not raises_again(node)
    ]


def raises_again(handler: ast.ExceptHandler) -> bool:
    """Whether it only clears up: its last statement passes the same error on."""
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def is_broad(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(is_broad(each) for each in caught.elts)
    return caught is None or (isinstance(caught, ast.Name) and caught.id in {"Exception", "BaseException"})


def says_any(files: Mapping[str, str]) -> list[str]:
    return [
        f"{file}:{node.lineno}"
        for file, text in files.items()
        if file not in MAY_SAY_ANY
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Name) and node.id == "Any") or (isinstance(node, ast.Attribute) and node.attr == "Any")
    ]


def bare_suppressions(files: Mapping[str, str]) -> list[str]:
    """Comments that silence a checker and don't say why, behind them or on a comment line above."""
    return [f"{file}:{line}" for file, text in files.items() for line in unexplained(text)]


def unexplained(source: str) -> list[int]:
    """Lines of suppressions without a reason; one reason holds for a run of lines that follow each other."""
    lines = ["", *source.splitlines()]
    told: set[int] = set()
    bare: list[int] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        at = token.start[0]
        if token.type == tokenize.COMMENT and SUPPRESSION.match(token.string):
            above = lines[at - 1].lstrip().startswith("#")
            if reason_of(token.string) or above or at - 1 in told:
                told.add(at)
            else:
                bare.append(at)
    return bare


def reason_of(comment: str) -> str:
    return SUPPRESSION.sub("", comment).strip(" #-—:")


def expect_none(found: list[str]) -> None:
    assert not found, "\n".join(["", *found])


def test_modules_fit_in_four_hundred_lines() -> None:
    expect_none(too_long(sources()))


def test_no_function_is_longer_than_eighty_lines() -> None:
    expect_none(over(body_sizes(sources()), FUNCTION_LINES))


def test_few_functions_are_longer_than_fifty_lines() -> None:
    sizes = body_sizes(sources())
    long = over(sizes, LONG_FUNCTION)
    assert len(long) <= LONG_SHARE * len(sizes), long


def test_the_median_function_fits_in_one_breath() -> None:
    assert statistics.median(body_sizes(sources()).values()) <= MEDIAN_LINES


def test_only_surfaces_catch_everything() -> None:
    expect_none(broad_catches(sources()))


def test_any_stands_only_where_json_enters() -> None:
    expect_none(says_any(sources()))


def test_every_suppression_has_its_reason() -> None:
    files = {f"{folder}/{file}": text for folder in CHECKED for file, text in sources(ROOT / folder).items()}
    expect_none(bare_suppressions(files))


def test_the_readme_is_one_page() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= README_LINES


def test_long_modules_and_functions_are_found() -> None:
    text = "def f():\n" + "    x = 1\n" * MODULE_LINES
    assert too_long({"a.py": text}) == [f"a.py: {MODULE_LINES + 1} lines"]
    assert over(body_sizes({"a.py": text}), FUNCTION_LINES) == [f"a.py:1:f: {MODULE_LINES + 1} lines"]


def test_docstrings_do_not_count_as_body() -> None:
    assert list(functions('def f():\n    """One.\n\n    Two.\n    """\n    return 1\n')) == [("f", 1, 2)]


def test_broad_catches_are_found_in_every_form() -> None:
    text = "try:\n    f()\nexcept (ValueError, Exception):\n    pass\ntry:\n    f()\nexcept:\n    pass\n"
    assert broad_catches({"page.py": text}) == ["page.py:3", "page.py:7"]
    assert broad_catches({"surfaces/hooks.py": text}) == []
    assert broad_catches({"page.py": "try:\n    f()\nexcept BaseException:\n    clear()\n    raise\n"}) == []


def test_any_is_found_by_name_and_by_attribute() -> None:
    text = "import typing\nfrom typing import Any\nx: Any = 1\ny: typing.Any = 2\n"
    assert says_any({"page.py": text}) == ["page.py:3", "page.py:4"]
    assert says_any({"surfaces/mcp.py": text}) == []


def test_suppressions_without_reason_are_found() -> None:
    bare = "x = 1  # type: ignore[assignment]\ny = 2  # noqa: E501, S101\nz = 3  # noqa\n"
    told = "x = 1  # type: ignore[assignment]  # the stub is wrong\ny = 2  # noqa: S101 - proven above\n"
    above = "# the names are those of the protocol\nx = 1  # noqa: N802\ny = 1  # noqa: N802\n"
    assert bare_suppressions({"a.py": bare}) == ["a.py:1", "a.py:2", "a.py:3"]
    assert bare_suppressions({"a.py": told, "b.py": above}) == []
