"""One configuration file as read: its values, and the line of each. It knows no key and judges no value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vademecum.config.locate import KeyPath, locate
from vademecum.config.model import Origin
from vademecum.errors import ConfigError

BOM = "\ufeff"
_WHERE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Document:
    """The values of one file, and where they stand in it; ``layer`` is user or workspace."""

    layer: str
    file: Path
    values: Mapping[str, object]
    lines: Mapping[KeyPath, int]

    def origin(self, *path: str | int) -> Origin:
        """Where a value was set, or the nearest key around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return Origin(self.layer, self.file, self.lines.get(path))


def read_document(layer: str, file: Path) -> Document | None:
    """Read one file; None when there is none. Raises ConfigError for a file that is not readable UTF-8 TOML."""
    text = read_text(file)
    return None if text is None else parse_document(layer, file, text)


def read_text(file: Path) -> str | None:
    """The file as text with its byte-order mark, None when there is none. Raises ConfigError."""
    try:
        raw = file.read_bytes()
    except FileNotFoundError as error:
        if file.is_symlink():
            raise ConfigError("the link leads to no file", file=file) from error
        return None
    except OSError as error:
        raise ConfigError(f"the file can't be read: {error.strerror}", file=file) from error
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        fault = f"the file is not UTF-8 text: byte 0x{raw[error.start]:02x}"
        raise ConfigError(fault, file=file, line=line, hint="save it as UTF-8") from error


def parse_document(layer: str, file: Path, text: str) -> Document:
    """Read the text of a file. Raises ConfigError with the line and column of a syntax error."""
    text = text.removeprefix(BOM)
    try:
        return Document(layer, file, tomllib.loads(text), locate(text))
    except ValueError as error:
        # A plain ValueError too: Python refuses to read a number of thousands of digits.
        message, line = _syntax_fault(str(error), text)
        raise ConfigError(message, file=file, line=line) from error
    except RecursionError as error:
        raise ConfigError("the values are nested too deep", file=file) from error


def _syntax_fault(fault: str, text: str) -> tuple[str, int | None]:
    where = _WHERE.search(fault)
    if where is None:
        return f"not valid TOML: {fault}", None
    what = f"not valid TOML: {fault[: where.start()]}"
    if where["line"] is None:
        return f"{what} at the end of the file", len(text.splitlines()) or 1
    return f"{what} at column {where['column']}", int(where["line"])
