"""The table of knobs as text: what is in force for ``vade config``, and the tables of the configuration reference.

docs/reference/configuration.md holds generated tables between its prose; a test compares them with what is made here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path

from vademecum.config.knob import Knob
from vademecum.config.knobs import GENERAL, KNOBS, MOUNT, SCALARS, SECTIONS
from vademecum.config.model import Config, Origin
from vademecum.config.profiles import CHANNEL_PROFILES, PROFILES

_MARKED = re.compile(r"(?P<open><!-- generated: (?P<name>[a-z.]+) -->\n).*?(?P<close><!-- end -->)", re.DOTALL)
_HAS_OWN_DEFAULT = {"home": '`"~/.memory"`', "mounts.NAME.path": "must be set"}


@dataclass(frozen=True, slots=True)
class Setting:
    """One value in force: ``value`` as TOML writes it, empty where nothing is set, and where it came from in words."""

    key: str
    value: str
    origin: str
    doc: str


def settings(config: Config) -> tuple[Setting, ...]:
    """Everything in force, in the order of the reference; mounts in the order of the file."""
    scalars = [_setting(config, knob, knob.key, attrgetter(knob.key)(config)) for knob in SCALARS]
    mounts = [
        _setting(config, knob, knob.within(mount.name), getattr(mount, knob.name))
        for mount in config.mounts
        for knob in MOUNT
    ]
    return (*scalars, *mounts)


def _setting(config: Config, knob: Knob, key: str, value: object) -> Setting:
    return Setting(key, as_toml(value), _origin_words(config.origins[key], knob), knob.doc)


def _origin_words(origin: Origin, knob: Knob) -> str:
    if origin.layer == "environment":
        return f"${knob.variable}"
    if origin.file is None:
        return origin.layer
    place = str(origin.file) if origin.line is None else f"{origin.file}:{origin.line}"
    return f"profile at {place}" if origin.layer == "profile" else place


def as_toml(value: object) -> str:
    """A value as a TOML file has it; empty for None, which no file can say."""
    match value:
        case None:
            return ""
        case tuple():
            return f"[{', '.join(as_toml(each) for each in value)}]"
        case Path():
            return json.dumps(str(value), ensure_ascii=False)
        case _:
            return json.dumps(value, ensure_ascii=False)


def with_tables(text: str) -> str:
    """The reference page with its generated tables made anew; the prose around them stays as it is."""
    return _MARKED.sub(lambda match: match["open"] + "\n" + _TABLES[match["name"]]() + "\n" + match["close"], text)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    columns = list(head)
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def _default_words(knob: Knob) -> str:
    if knob.key in _HAS_OWN_DEFAULT:
        return _HAS_OWN_DEFAULT[knob.key]
    return f"`{as_toml(knob.default)}`" if knob.default not in {None, MISSING} else "not set"


def _knob_table(knobs: tuple[Knob, ...]) -> str:
    rows = ((f"`{knob.name}`", knob.kind.words, _default_words(knob), knob.doc) for knob in knobs)
    return _table(("key", "accepts", "default", "meaning"), rows)


def _variable_table() -> str:
    rows = ((f"`{knob.variable}`", f"`{knob.key}`") for knob in KNOBS if knob.variable is not None)
    return _table(("variable", "sets"), rows)


def _profile_table(profiles: Mapping[str, Mapping[str, object]]) -> str:
    rows = ((f"`{name}`", _changes(changed)) for name, changed in profiles.items())
    return _table(("profile", "sets"), rows)


def _changes(changed: Mapping[str, object]) -> str:
    return ", ".join(f"`{name} = {as_toml(value)}`" for name, value in changed.items()) or "nothing"


def _project_list() -> str:
    return "".join(f"- `{knob.key}`\n" for knob in KNOBS if knob.harmless)


_TABLES: Mapping[str, Callable[[], str]] = {
    "general": lambda: _knob_table(GENERAL),
    **{name: partial(_knob_table, knobs) for name, (_, knobs) in SECTIONS.items()},
    "mounts": lambda: _knob_table(MOUNT),
    "profiles": partial(_profile_table, PROFILES),
    "profiles.channels": partial(_profile_table, CHANNEL_PROFILES),
    "variables": _variable_table,
    "project": _project_list,
}
