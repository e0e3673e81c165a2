"""What has been read of a configuration so far: values, origins and mistakes, which are gathered, not raised.

It applies one knob to one value; which knobs stand where is for ``load.py`` and ``mounts.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from vademecum.config.document import Document
from vademecum.config.kinds import WrongValueError, hint_for, shown
from vademecum.config.knob import Knob
from vademecum.config.locate import KeyPath
from vademecum.config.model import Origin
from vademecum.errors import ConfigError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong: ``field`` is the dotted key or the variable, ``message`` names it."""

    origin: Origin
    field: str
    message: str
    hint: str | None = None

    def error(self, others: int = 0) -> ConfigError:
        """The error to raise for it, with the count of further mistakes."""
        more = f" (and {others} more {'mistake' if others == 1 else 'mistakes'})" if others else ""
        origin = self.origin
        return ConfigError(self.message + more, file=origin.file, line=origin.line, field=self.field, hint=self.hint)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file, with the dotted key that messages call it by."""

    document: Document
    path: KeyPath
    key: str

    def origin(self, item: int | None = None) -> Origin:
        """Where it stands, or where one item of it does."""
        return self.document.origin(*self.path) if item is None else self.document.origin(*self.path, item)

    def below(self, name: str) -> Spot:
        """A key of this table."""
        return Spot(self.document, (*self.path, name), f"{self.key}.{name}" if self.key else name)


@dataclass(slots=True)
class Reading:
    """Everything learnt so far; ``values`` and ``origins`` are by dotted key, and a later layer overwrites."""

    env: Mapping[str, str]
    values: dict[str, object] = field(default_factory=dict)
    origins: dict[str, Origin] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)

    def set(self, key: str, value: object, origin: Origin) -> None:
        """Put a value in force."""
        self.values[key] = value
        self.origins[key] = origin

    def note(self, spot: Spot, fault: str, *, hint: str | None = None, item: int | None = None) -> None:
        """Gather a mistake; ``fault`` goes on after the key's name."""
        which = "" if item is None else f"item {item + 1} of "
        self.mistakes.append(Mistake(spot.origin(item), spot.key, f"{which}{spot.key} {fault}", hint))

    def take(self, knob: Knob, value: object, spot: Spot) -> None:
        """Put a file's value in force under the spot's key, or gather why it can't be."""
        try:
            self.set(spot.key, knob.kind.read(value, self.env), spot.origin())
        except WrongValueError as error:
            self.note(spot, error.fault, hint=error.hint, item=error.item)

    def take_variable(self, knob: Knob, variable: str, text: str) -> None:
        """Put the value of an environment variable in force, or gather why it can't be."""
        origin = Origin("environment")
        try:
            self.set(knob.key, knob.kind.read(knob.kind.parse(text), self.env), origin)
        except WrongValueError as error:
            self.mistakes.append(Mistake(origin, variable, f"{variable} {error.fault}", error.hint))

    def table(self, value: object, spot: Spot, example: str) -> Mapping[str, object]:
        """The keys of a table; empty, and a mistake, when the value is none."""
        if isinstance(value, dict):
            return value
        self.note(spot, f"must be a table, got {shown(value)}", hint=f"write it as {example}")
        return {}

    def unknown(self, spot: Spot, known: Iterable[str], *, what: str = "key") -> None:
        """Gather a name that means nothing here, with the nearest that does."""
        name = str(spot.path[-1])
        self.note(spot, f"is no {what} that can be set", hint=hint_for(name, known))


def build(make: Callable[..., T], values: Mapping[str, object]) -> T:
    """Make a configuration value from checked values; that kinds and fields agree is for the tests to see."""
    return make(**values)
