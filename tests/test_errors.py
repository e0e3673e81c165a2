"""The error tree: what the docstring draws is what the code has, and each error can be told from the others."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from vademecum import errors
from vademecum.errors import (
    AmbiguousError,
    ConfigError,
    ConflictError,
    HiddenError,
    NotFoundError,
    RefusedError,
    VademecumError,
)

INDENT = 4


def classes() -> dict[str, type[VademecumError]]:
    found = inspect.getmembers(errors, lambda thing: isinstance(thing, type) and issubclass(thing, VademecumError))
    return dict(found)


def drawn() -> dict[str, tuple[str | None, int | None]]:
    """Each class in the docstring's tree with its parent and the exit code beside it."""
    path: list[str] = []
    tree: dict[str, tuple[str | None, int | None]] = {}
    for line in inspect.getdoc(errors).splitlines():  # type: ignore[union-attr]  # the module has a docstring
        match = re.match(r"^([ │├└─]{4,})(\w+Error)\b.*?(?:exit (\d))?$", line)
        if match:
            depth = len(match[1]) // INDENT - 1
            path[depth:] = [match[2]]
            tree[match[2]] = (path[depth - 1] if depth else None, int(match[3]) if match[3] else None)
    return tree


def test_the_tree_in_the_docstring_names_every_class_under_its_parent() -> None:
    parents = {name: found.__bases__[0].__name__ for name, found in classes().items() if found is not VademecumError}
    assert {name: parent for name, (parent, _) in drawn().items() if parent} == parents


def test_the_exit_codes_in_the_docstring_are_those_of_the_classes() -> None:
    said = {name: code for name, (_, code) in drawn().items() if code is not None}
    assert said == {name: classes()[name].exit_code for name in said}
    assert set(said) == {found.__name__ for found in VademecumError.__subclasses__()}


def test_a_class_exits_as_its_branch_does() -> None:
    branches = VademecumError.__subclasses__()
    assert all(found.exit_code == branch.exit_code for branch in branches for found in branch.__subclasses__())


def test_every_class_has_a_code_of_its_own() -> None:
    codes = [found.code for found in classes().values()]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)


def test_every_class_says_what_it_means() -> None:
    silent = [name for name, found in classes().items() if not (found.__doc__ or "").strip().endswith(".")]
    assert silent == []


def test_a_message_carries_its_hint_on_a_line_of_its_own() -> None:
    error = NotFoundError("no page notes:rome", hint="list the pages")
    assert str(error) == "no page notes:rome\nhint: list the pages"
    assert (error.message, error.hint) == ("no page notes:rome", "list the pages")
    assert str(NotFoundError("no page notes:rome")) == "no page notes:rome"


def test_a_config_error_names_file_line_and_field() -> None:
    error = ConfigError("no such key", file=Path("vade/config.toml"), line=3, field="mounts.x")
    assert error.message == f"{Path('vade/config.toml')}:3: no such key"
    assert (error.line, error.field) == (3, "mounts.x")
    assert ConfigError("no such key", file=Path("config.toml")).message == "config.toml: no such key"


def test_an_ambiguous_error_hints_at_its_candidates() -> None:
    error = AmbiguousError("two pages are called README", ["notes:a/README", "notes:b/README"])
    assert error.candidates == ("notes:a/README", "notes:b/README")
    assert error.hint == "name one of: notes:a/README, notes:b/README"


def test_errors_carry_their_data_as_attributes() -> None:
    conflict = ConflictError("changed", expected="aa", found=None)
    assert (conflict.expected, conflict.found) == ("aa", None)
    assert HiddenError("hidden", "private").reason == "private"


def test_one_except_catches_the_library() -> None:
    with pytest.raises(VademecumError):
        raise RefusedError("no")
