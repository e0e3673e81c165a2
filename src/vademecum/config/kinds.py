"""Kinds of configured values: what each accepts, and what it becomes. It touches no disk and knows no key.

A value that is not accepted raises WrongValueError, whose message goes on after the key's name: "must be ...".
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias
from urllib.parse import urlsplit

from vademecum.config.places import home_folder
from vademecum.nearest import nearest

Env: TypeAlias = Mapping[str, str]

_SHOWN_MAX = 60
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TIME_OF_DAY = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class WrongValueError(ValueError):
    """The value is not of the kind; ``item`` is the place in a list, from 0, when one item of it is at fault."""

    def __init__(self, fault: str, *, hint: str | None = None, item: int | None = None) -> None:
        super().__init__(fault)
        self.fault = fault
        self.hint = hint
        self.item = item


class _Unfit(Exception):  # noqa: N818 - a signal of this module: ``Kind.read`` makes the error of it
    def __init__(self, hint: str | None = None) -> None:
        super().__init__(hint)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of value; ``words`` is what it accepts, as a noun that goes on after "must be"."""

    words: str
    _accept: Callable[[object, Env], object]
    _parse: Callable[[str], object] = str

    def read(self, value: object, env: Env) -> object:
        """The value in force for a TOML value. Raises WrongValueError; ConfigError where ``~`` leads nowhere."""
        try:
            return self._accept(value, env)
        except _Unfit as unfit:
            raise WrongValueError(f"must be {self.words}, got {shown(value)}", hint=unfit.hint) from unfit

    def parse(self, text: str) -> object:
        """The TOML value that a text from a shell or a variable stands for; ``read`` judges it."""
        return self._parse(text)


def whole(low: int, high: int) -> Kind:
    """A whole number within bounds, both included."""

    def accept(value: object, _env: Env) -> int:
        # bool is an int to Python, but not to a person who writes TOML.
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _Unfit
        return value

    def parse(text: str) -> object:
        return int(text) if _WHOLE.fullmatch(text.strip()) else text

    return Kind(f"a whole number from {low} to {high}", accept, parse)


def choice(options: tuple[str, ...]) -> Kind:
    """One of a few words."""

    def accept(value: object, _env: Env) -> str:
        if not isinstance(value, str):
            raise _Unfit
        if value not in options:
            raise _Unfit(hint_for(value, options))
        return value

    return Kind(f"one of {', '.join(options)}", accept)


def many(of: Kind, plural: str) -> Kind:
    """A list of one kind; setting it replaces the default list."""

    def accept(value: object, env: Env) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise _Unfit(_list_hint(value))
        return tuple(_read_item(of, place, item, env) for place, item in enumerate(value))

    return Kind(f"a list of {plural}", accept, lambda text: _parse_list(of, text))


def _list_hint(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    return "the list is not valid TOML" if value.lstrip().startswith("[") else f"write [{shown(value)}]"


def _read_item(of: Kind, place: int, item: object, env: Env) -> object:
    try:
        return of.read(item, env)
    except WrongValueError as error:
        raise WrongValueError(error.fault, hint=error.hint, item=place) from error


def _parse_list(of: Kind, text: str) -> object:
    """A TOML array, or a text that is its one item."""
    if not text.lstrip().startswith("["):
        return [of.parse(text)]
    try:
        return tomllib.loads(f"list = {text}")["list"]
    except ValueError:
        return text


def _accept_flag(value: object, _env: Env) -> bool:
    if not isinstance(value, bool):
        raise _Unfit
    return value


def _parse_flag(text: str) -> object:
    return {"true": True, "false": False}.get(text.strip().lower(), text)


def _accept_place(value: object, env: Env) -> Path:
    if not isinstance(value, str) or _CONTROL.search(value):
        raise _Unfit
    if value == "~" or value.startswith("~/"):
        return home_folder(env) / value[2:].lstrip("/")
    if not Path(value).is_absolute():
        raise _Unfit(_relative_hint(value))
    return Path(value)


def _relative_hint(value: str) -> str:
    if value.startswith("~"):
        return "only your own ~ is expanded; write another person's folder in full"
    if "$" in value:
        return "only ~ is expanded, variables are not"
    return "write the path in full, since a relative one would depend on where a command is started"


def _accept_inner_name(value: object, _env: Env) -> str | None:
    if not isinstance(value, str):
        raise _Unfit
    if value and _leaves_mount(value):
        raise _Unfit("it is relative to the mount, without . or .. or a slash at either end")
    return value or None


def _leaves_mount(name: str) -> bool:
    path = PurePosixPath(name)
    odd = bool(_CONTROL.search(name)) or "\\" in name or name.startswith("~") or name == "."
    return odd or path.is_absolute() or ".." in path.parts or str(path) != name


def _accept_glob(value: object, _env: Env) -> str:
    if not isinstance(value, str):
        raise _Unfit
    fault = _glob_fault(value)
    if fault is not None:
        raise _Unfit(fault)
    return value


def _glob_fault(pattern: str) -> str | None:
    """Why no name can match the pattern, or why a person would expect another match than ``vademecum.globs`` makes."""
    parts = pattern.strip("/").split("/")
    faults = {
        "the pattern is empty; ** matches every page": not pattern.strip("/ "),
        "a pattern has no control characters": bool(_CONTROL.search(pattern)),
        "a pattern has no spaces at its ends": pattern != pattern.strip(),
        "a pattern can't be negated with !": pattern.startswith("!"),
        "a pattern is relative to the mount, without ~": pattern.startswith("~"),
        "write / between folders": "\\" in pattern,
        "a pattern has no . or .. between slashes": bool({".", ".."} & set(parts)),
        "** stands alone between slashes, as in Diary/**": any("**" in part and part != "**" for part in parts),
        "two slashes follow each other": "//" in pattern,
    }
    return next((fault for fault, is_so in faults.items() if is_so), None)


def _accept_tag(value: object, _env: Env) -> str:
    if not isinstance(value, str) or not value.strip("/ ") or value.startswith("#") or _CONTROL.search(value):
        raise _Unfit
    return value


def _accept_url(value: object, _env: Env) -> str | None:
    if not isinstance(value, str):
        raise _Unfit
    fault = _url_fault(value) if value else None
    if fault is not None:
        raise _Unfit(fault)
    return value or None


def _url_fault(value: str) -> str | None:
    """Why a path can't be put behind the address, or why it says more than where a server is."""
    try:
        parts = urlsplit(value)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        return f"it can't be read as an address: {error}"
    faults = {
        "an address has no spaces or control characters": value != "".join(value.split()) or not value.isprintable(),
        "it starts with http:// or https://": parts.scheme not in {"http", "https"} or not host,
        "a key or password belongs in an environment variable": parts.username is not None,
        "leave out what follows ? or #": bool(parts.query or parts.fragment),
    }
    return next((fault for fault, is_so in faults.items() if is_so), None)


def _accept_line(value: object, _env: Env) -> str | None:
    if not isinstance(value, str) or _CONTROL.search(value):
        raise _Unfit
    return value or None


def _accept_variable(value: object, _env: Env) -> str | None:
    if not isinstance(value, str) or (value and not _VARIABLE.fullmatch(value)):
        raise _Unfit("name the variable, without $ and without its value")
    return value or None


def _accept_time_of_day(value: object, _env: Env) -> str | None:
    if not isinstance(value, str) or (value and not _TIME_OF_DAY.fullmatch(value)):
        raise _Unfit
    return value or None


FLAG = Kind("true or false", _accept_flag, _parse_flag)
PLACE = Kind("an absolute path, or one that starts with ~/", _accept_place)
INNER_NAME = Kind('a name inside the mount, with / between folders, or "" for none', _accept_inner_name)
GLOB = Kind("a pattern for names inside the mount, such as Diary/**", _accept_glob)
TAG = Kind("a tag without #", _accept_tag)
URL = Kind('an http or https address, or "" for none', _accept_url)
LINE = Kind('a text of one line, or "" for none', _accept_line)
TIME_OF_DAY = Kind('a time of day such as 22:30, or "" for none', _accept_time_of_day)
VARIABLE = Kind('the name of an environment variable, or "" for none', _accept_variable)


def shown(value: object) -> str:
    """A TOML value as a message names it: short values as written, long ones cut, tables and lists by their kind."""
    match value:
        case str():
            text = json.dumps(value, ensure_ascii=False)
            return text if len(text) <= _SHOWN_MAX else f"{text[:_SHOWN_MAX]}…"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return f"the date or time {value}"


def hint_for(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, else all of them."""
    words = tuple(known)
    close = nearest(word, words)
    return f"did you mean {close}?" if close is not None else f"use one of: {', '.join(words)}"
