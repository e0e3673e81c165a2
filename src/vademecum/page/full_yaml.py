"""All of YAML, read by PyYAML's parser into texts, lists and maps. It runs no constructor and expands no alias.

Scalars stay the text that was typed: ``no``, ``0123``, ``12:30`` and dates are strings (A06, A07).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from vademecum.page.model import MetaValue
from vademecum.page.plain_yaml import Reading, is_wikilink_text

if TYPE_CHECKING:
    import yaml

# A header nests two or three deep; more is an attack or an accident.
_MAX_DEPTH = 64


class _Place(Protocol):
    """A mark of either parser of PyYAML, the one in C and the one in Python."""

    @property
    def index(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


class MalformedError(Exception):
    """The text is no YAML that a header may be; ``line`` and ``column`` count from 0 within it."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def read_fully(text: str) -> Reading | None:
    """The values of a mapping; None when the text is YAML but no mapping.

    Raises MalformedError for broken YAML, for aliases (a few of them can expand without end), and for keys that are
    no scalars.
    """
    import yaml  # noqa: PLC0415  # 30 ms: most headers never need it

    builder = _Builder(text)
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
            builder.add(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        raise MalformedError(str(error.problem or error.context), line, column) from error
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        raise MalformedError("a character that YAML does not allow", 0, 0) from error
    return builder.reading()


@dataclass(slots=True)
class _Open:
    """A list or map that is being filled; ``key`` is the key that waits for its value."""

    into: list[MetaValue] | dict[str, MetaValue]
    key: str | None = None


@dataclass(slots=True)
class _Builder:
    """Puts events together; ``literal_until`` is the end of a wikilink whose events are skipped."""

    text: str
    opened: list[_Open] = field(default_factory=list)
    root: MetaValue = ""
    literal_until: int = 0
    repeated: list[tuple[int, str]] = field(default_factory=list)

    def add(self, event: yaml.Event) -> None:
        name, at = type(event).__name__, _mark(event).index
        if at < self.literal_until:
            return
        match name:
            case "ScalarEvent":
                self._put(str(getattr(event, "value", "")), event)
            case "SequenceStartEvent" if is_wikilink_text(self.text, at):
                self.literal_until = self.text.index("]]", at) + 2
                self._put(self.text[at : self.literal_until], event)
            case "SequenceStartEvent":
                self._open([], event)
            case "MappingStartEvent":
                self._open({}, event)
            case "SequenceEndEvent" | "MappingEndEvent":
                self.opened.pop()
            case "AliasEvent":
                raise _malformed("aliases are not read in a header", event)

    def reading(self) -> Reading | None:
        if isinstance(self.root, dict):
            return Reading(dict(self.root), repeated=self.repeated)
        return None if self.root else Reading()

    def _open(self, into: list[MetaValue] | dict[str, MetaValue], event: yaml.Event) -> None:
        if len(self.opened) >= _MAX_DEPTH:
            raise _malformed("the header nests too deep", event)
        self._put(into, event)
        self.opened.append(_Open(into))

    def _put(self, value: MetaValue, event: yaml.Event) -> None:
        if not self.opened:
            self.root = value
            return
        top = self.opened[-1]
        if isinstance(top.into, list):
            top.into.append(value)
        elif top.key is not None:
            top.into[top.key], top.key = value, None
        elif not isinstance(value, str):
            raise _malformed("a key is no plain text", event)
        else:
            if value in top.into:
                self.repeated.append((_mark(event).line, value))
            top.key = value


def _malformed(message: str, event: yaml.Event) -> MalformedError:
    mark = _mark(event)
    return MalformedError(message, mark.line, mark.column)


def _mark(event: yaml.Event) -> _Place:
    """Where an event begins; parsers set it always, though it is typed as optional."""
    if event.start_mark is None:
        raise MalformedError("the parser lost its place", 0, 0)
    return event.start_mark
