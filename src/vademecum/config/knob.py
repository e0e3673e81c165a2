"""One row of the table of what can be configured. Its default is that of the value which it sets."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path

from vademecum.config.kinds import Kind
from vademecum.config.model import Config, MountConfig
from vademecum.config.places import HOME_VARIABLE

PREFIX = "VADE_"

_UNSET = Config(home=Path())
_DEFAULTS = {
    section: {each.name: each.default for each in fields(made)}
    for section, made in (("", Config), ("mounts", MountConfig))
}


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing that can be set. ``section`` is its table in the file, empty for the top; ``doc`` is one sentence.

    ``harmless`` knobs may be set by a project's own file.
    """

    section: str
    name: str
    kind: Kind
    doc: str
    harmless: bool = False

    @property
    def key(self) -> str:
        """The dotted key; a mount's name stands as ``NAME``."""
        return self.within("NAME")

    def within(self, mount: str) -> str:
        """The dotted key, for one mount."""
        inner = f"mounts.{mount}" if self.section == "mounts" else self.section
        return f"{inner}.{self.name}" if inner else self.name

    @property
    def variable(self) -> str | None:
        """The environment variable that sets it; a mount's knobs have none."""
        if self.section == "mounts":
            return None
        return HOME_VARIABLE if self.key == "home" else PREFIX + self.key.upper().replace(".", "_")

    @property
    def default(self) -> object:
        """The default value; MISSING for a knob that must be set, or whose default depends on the computer."""
        if self.section in _DEFAULTS:
            return _DEFAULTS[self.section][self.name]
        return attrgetter(self.key)(_UNSET)
