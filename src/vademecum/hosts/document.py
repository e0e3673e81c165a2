"""A host's JSON file as text: read strictly, so that no byte is lost when it is written back with an entry more.

What is no JSON, no UTF-8 or not of the expected shape is refused with file, line and column; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from vademecum.errors import ConfigError
from vademecum.hosts import json_text
from vademecum.hosts.json_text import NotJsonError

_BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
_EMPTY = "{}\n"
_HINT = "mend the file by hand and try again; nothing was written"


@dataclass(frozen=True, slots=True)
class Document:
    """A file's text without its byte-order mark, which ``bom`` keeps; ``file`` is for messages."""

    file: Path
    text: str
    bom: str = ""

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return (self.bom + self.text).encode("utf-8")

    @property
    def is_empty(self) -> bool:
        """Whether it holds no key at all."""
        return self.object_at() == {}

    def object_at(self, *path: str | int) -> dict[str, object]:
        """The object at a path, empty when there is none; raises ConfigError when something else stands there."""
        found = self._found(path)
        if not isinstance(found, dict | None):
            raise self._shape_error(path, "an object")
        return found or {}

    def list_at(self, *path: str | int) -> list[object]:
        """The array at a path, empty when there is none; raises ConfigError when something else stands there."""
        found = self._found(path)
        if not isinstance(found, list | None):
            raise self._shape_error(path, "an array")
        return found or []

    def put(self, path: json_text.Path, value: object) -> Document:
        """The document with a value put in place of the one at the path, or after all others."""
        return self._edited(lambda text: json_text.put(text, path, value))

    def remove(self, path: json_text.Path) -> Document:
        """The document without the value at the path, which must be there."""
        return self._edited(lambda text: json_text.remove(text, path))

    def holds(self, *path: str | int) -> bool:
        """Whether there is a value at the path."""
        return self._slot(path) is not None

    def _edited(self, edit: Callable[[str], str]) -> Document:
        try:
            return replace(self, text=edit(self.text))
        except NotJsonError as error:
            raise _not_json(self.file, error) from error

    def _found(self, path: json_text.Path) -> object:
        slot = self._slot(path)
        return None if slot is None else slot.value

    def _slot(self, path: json_text.Path) -> json_text.Slot | None:
        try:
            return json_text.find(self.text, path)
        except NotJsonError as error:
            raise _not_json(self.file, error) from error

    def _shape_error(self, path: json_text.Path, wanted: str) -> ConfigError:
        slot = self._slot(path)
        line = 1 if slot is None else self.text.count("\n", 0, slot.start) + 1
        field = ".".join(map(str, path))
        return ConfigError(
            f"{field or 'the file'} must be {wanted}", file=self.file, line=line, field=field, hint=_HINT
        )


def read_document(file: Path, data: bytes | None) -> Document:
    """The document of a file's bytes, an empty object for a file that is not there. Raises ConfigError."""
    if data is None:
        return Document(file, _EMPTY)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise ConfigError(f"no UTF-8 at byte {column} of the line", file=file, line=line, hint=_HINT) from error
    bom = _BOM if text.startswith(_BOM) else ""
    document = Document(file, text.removeprefix(_BOM), bom)
    document.object_at()
    return document


def _not_json(file: Path, error: NotJsonError) -> ConfigError:
    message = f"no JSON at column {error.column}: {error.fault[:1].lower()}{error.fault[1:]}"
    return ConfigError(message, file=file, line=error.line, hint=_HINT)
