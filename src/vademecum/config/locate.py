"""Where each key of a TOML text stands: key path to line number. Pure; it trusts ``tomllib`` for every value.

``tomllib`` gives values without lines, and an error that can't name its line is of little use. This reads the shape
only (headers, keys, arrays, inline tables) of a text that ``tomllib`` has already accepted, so it checks nothing.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]

# Three quotes close a multi-line string, and up to two more may belong to it: hence {3,5}.
_TOKEN = re.compile(
    r'''
    (?P<string> """(?:\\.|[^\\])*?"{3,5} | \'\'\'.*?'{3,5} | "(?:\\.|[^"\\])*" | '[^']*' )
  | (?P<comment> \#[^\n]* )
  | (?P<mark> [\[\]{}=,\n] )
  | (?P<bare> [^\s\[\]{}=,"'\#]+ )
    ''',
    re.DOTALL | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    at: int


def locate(text: str) -> Mapping[KeyPath, int]:
    """The line, from 1, where each table, key and array item of valid TOML is first named.

    Items of arrays and of arrays of tables are counted from 0 in the path. Raises RecursionError where values are
    nested too deep, as ``tomllib`` does.
    """
    return _Locator(text.replace("\r\n", "\n")).run()


class _Locator:
    """One pass over the tokens; ``_next`` is the token that has not been used yet."""

    def __init__(self, text: str) -> None:
        found = (match for match in _TOKEN.finditer(text) if match.lastgroup != "comment")
        self._tokens = [_Token(match[0], match.start()) for match in found] + [_Token("", len(text))]
        self._line_ends = [match.start() for match in re.finditer("\n", text)]
        self._index = 0
        self._lines: dict[KeyPath, int] = {}
        self._last_item: dict[KeyPath, int] = {}

    def run(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        self._skip_lines()
        while self._next.text:
            if self._next.text == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip_lines()
        return self._lines

    @property
    def _next(self) -> _Token:
        return self._tokens[self._index]

    def _take(self) -> _Token:
        token = self._next
        self._index += 1
        return token

    def _skip_lines(self) -> None:
        while self._next.text == "\n":
            self._index += 1

    def _mark(self, path: KeyPath, at: int) -> None:
        self._lines.setdefault(path, bisect_right(self._line_ends, at) + 1)

    def _header(self) -> KeyPath:
        start = self._take().at
        is_array = self._next.text == "["
        if is_array:
            self._take()
        *outer, name = self._key()
        path = (*self._enter((), outer, start), name)
        self._mark(path, start)
        if is_array:
            self._last_item[path] = self._last_item.get(path, -1) + 1
            self._take()
        self._take()
        return self._inside(path, start)

    def _pair(self, table: KeyPath) -> None:
        start = self._next.at
        *outer, name = self._key()
        path = (*self._enter(table, outer, start), name)
        self._take()
        self._mark(path, start)
        self._value(path)

    def _enter(self, path: KeyPath, names: list[str], at: int) -> KeyPath:
        for name in names:
            path = (*path, name)
            self._mark(path, at)
            path = self._inside(path, at)
        return path

    def _inside(self, path: KeyPath, at: int) -> KeyPath:
        """A name that stands for an array of tables means its last table."""
        if path not in self._last_item:
            return path
        item = (*path, self._last_item[path])
        self._mark(item, at)
        return item

    def _key(self) -> list[str]:
        names: list[str] = []
        while self._next.text not in {"=", "]"}:
            names += _names(self._take().text)
        return names

    def _value(self, path: KeyPath) -> None:
        if self._next.text == "[":
            self._array(path)
        elif self._next.text == "{":
            self._inline_table(path)
        else:
            self._take()
            # A date and its time are two words of one value, and a float is one: none of them ends it.
            while self._next.text not in {"\n", ",", "]", "}", ""}:
                self._take()

    def _array(self, path: KeyPath) -> None:
        self._take()
        count = 0
        self._skip_lines()
        while self._next.text != "]":
            item = (*path, count)
            self._mark(item, self._next.at)
            self._value(item)
            count += 1
            self._skip_separators()
        self._take()

    def _inline_table(self, path: KeyPath) -> None:
        self._take()
        self._skip_separators()
        while self._next.text != "}":
            self._pair(path)
            self._skip_separators()
        self._take()

    def _skip_separators(self) -> None:
        while self._next.text in {",", "\n"}:
            self._index += 1


def _names(token: str) -> list[str]:
    """The names in one token of a key: a quoted name, or bare names with dots between, before or after."""
    if token[0] in "\"'":
        return [str(tomllib.loads(f"name = {token}")["name"])]
    return [name for name in token.split(".") if name]
