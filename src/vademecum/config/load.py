"""Loading: defaults < profile < the person's file < a trusted project's file < environment, or one error.

It never goes on with half a configuration: any mistake in any layer raises, with file, line and key (M8). Keeping the
last good one is for ``live.py``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import MISSING
from pathlib import Path
from stat import S_ISDIR
from types import MappingProxyType

from vademecum.config.document import Document, read_document
from vademecum.config.kinds import hint_for
from vademecum.config.knob import PREFIX, Knob
from vademecum.config.knobs import GENERAL, SCALARS, SECTIONS, by_name
from vademecum.config.model import Config, MountConfig, Origin
from vademecum.config.mounts import read_mounts
from vademecum.config.places import default_home, user_config_file, workspace_config_file
from vademecum.config.profiles import CHANNEL_PROFILES
from vademecum.config.reading import Mistake, Reading, Spot, build
from vademecum.errors import ConfigError
from vademecum.nearest import nearest

_GENERAL = by_name(GENERAL)
_SECTIONS = {name: by_name(knobs) for name, (_, knobs) in SECTIONS.items()}
_TABLES = tuple(name for name in _SECTIONS if "." not in name)
_TOP = (*_GENERAL, *_TABLES, "mounts")
_PROFILE = "channels.profile"
_VARIABLES = {knob.variable: knob for knob in SCALARS if knob.variable is not None}
_LAYERS = ("default", "user", "workspace", "environment")


def load_config(
    env: Mapping[str, str] | None = None, *, workspace: Path | None = None, trusted: bool = False
) -> Config:
    """The configuration in force. Raises ConfigError for the first mistake, and says how many more there are.

    ``workspace`` is a project's root; its own file is read only when the caller says that the person trusts it.
    """
    config, mistakes = _read(os.environ if env is None else env, workspace if trusted else None)
    if config is None:
        raise mistakes[0].error(others=len(mistakes) - 1)
    return config


def find_mistakes(
    env: Mapping[str, str] | None = None, *, workspace: Path | None = None, trusted: bool = False
) -> tuple[ConfigError, ...]:
    """Every mistake in the order of layer and line, for a person who wants to see them all."""
    try:
        _, mistakes = _read(os.environ if env is None else env, workspace if trusted else None)
    except ConfigError as error:
        return (error,)
    return tuple(mistake.error() for mistake in mistakes)


def config_files(env: Mapping[str, str], workspace: Path | None) -> tuple[Path, ...]:
    """The files that a configuration is read from, whether they exist or not."""
    return (user_config_file(env), *(() if workspace is None else (workspace_config_file(workspace),)))


def _read(env: Mapping[str, str], workspace: Path | None) -> tuple[Config | None, list[Mistake]]:
    reading = Reading(env)
    for knob in SCALARS:
        if knob.default is not MISSING:
            reading.set(knob.key, knob.default, Origin("default"))
    mounts: tuple[MountConfig, ...] = ()
    user = read_document("user", user_config_file(env))
    _start_from_profile(reading, user)
    if user is not None:
        mounts = _take_user_file(reading, user)
    project = None if workspace is None else read_document("workspace", workspace_config_file(workspace))
    if project is not None:
        _take_project_file(reading, project)
    _take_environment(reading)
    _settle_home(reading)
    _check_quiet_hours(reading)
    if reading.mistakes:
        return None, sorted(reading.mistakes, key=_order)
    return _config(reading, mounts), []


def _config(reading: Reading, mounts: tuple[MountConfig, ...]) -> Config:
    general = {knob.name: reading.values[knob.key] for knob in GENERAL}
    sections = {name: _section(reading, name) for name in _TABLES}
    origins = MappingProxyType(reading.origins)
    return build(Config, {**general, **sections, "mounts": mounts, "origins": origins})


def _section(reading: Reading, name: str) -> object:
    made, knobs = SECTIONS[name]
    values = {knob.name: reading.values[knob.key] for knob in knobs}
    return build(made, {**values, **{inner: _section(reading, f"{name}.{inner}") for inner in _inside(name)}})


def _inside(name: str) -> list[str]:
    """The tables inside a table of the file."""
    return [each.rpartition(".")[2] for each in _SECTIONS if each.rpartition(".")[0] == name]


def _order(mistake: Mistake) -> tuple[int, int]:
    return _LAYERS.index(mistake.origin.layer), mistake.origin.line or 0


def _start_from_profile(reading: Reading, user: Document | None) -> None:
    """The defaults of the channels, by the profile that is named; one that is no profile is a mistake elsewhere."""
    table = user.values.get("channels") if user is not None else None
    named = table.get("profile") if isinstance(table, dict) else None
    told = user.origin("channels", "profile") if user is not None and named is not None else Origin("profile")
    variable = reading.env.get(f"{PREFIX}CHANNELS_PROFILE")
    profile, origin = (variable, Origin("profile")) if variable else (named, Origin("profile", told.file, told.line))
    changed = CHANNEL_PROFILES.get(profile, {}) if isinstance(profile, str) else {}
    for name, value in changed.items():
        reading.set(f"channels.{name}", value, origin)


def _take_user_file(reading: Reading, document: Document) -> tuple[MountConfig, ...]:
    mounts: tuple[MountConfig, ...] = ()
    for name, value in document.values.items():
        spot = Spot(document, (name,), name)
        if name == "mounts":
            mounts = read_mounts(reading, value, spot)
        elif name in _TABLES:
            _take_section(reading, value, spot)
        elif name in _GENERAL:
            reading.take(_GENERAL[name], value, spot)
        else:
            _note_unknown(reading, spot)
    return mounts


def _take_section(reading: Reading, value: object, spot: Spot) -> None:
    knobs = _SECTIONS[spot.key]
    for name, each in reading.table(value, spot, f"[{spot.key}]").items():
        inner = spot.below(name)
        if inner.key in _SECTIONS:
            _take_section(reading, each, inner)
        elif name in knobs:
            reading.take(knobs[name], each, inner)
        else:
            reading.unknown(inner, [*knobs, *_inside(spot.key)])


def _note_unknown(reading: Reading, spot: Spot) -> None:
    """A name at the top that means nothing there; a knob of a table is told where it belongs."""
    home = next((section for section, knobs in _SECTIONS.items() if spot.key in knobs), None)
    hint = f"{spot.key} stands below [{home}]" if home else hint_for(spot.key, _TOP)
    reading.note(spot, "is no key or table that can be set", hint=hint)


def _take_project_file(reading: Reading, document: Document) -> None:
    """Only harmless knobs: the file comes with a clone, so it must not choose what is read, written or shown (D3)."""
    for name, value in document.values.items():
        spot = Spot(document, (name,), name)
        if name in _TABLES:
            _take_project_table(reading, value, spot)
        else:
            _take_harmless(reading, _GENERAL.get(name), value, spot)


def _take_project_table(reading: Reading, value: object, spot: Spot) -> None:
    for name, each in reading.table(value, spot, f"[{spot.key}]").items():
        inner = spot.below(name)
        if inner.key in _SECTIONS:
            _take_project_table(reading, each, inner)
        else:
            _take_harmless(reading, _SECTIONS[spot.key].get(name), each, inner)


def _take_harmless(reading: Reading, knob: Knob | None, value: object, spot: Spot) -> None:
    allowed = [each.key for each in SCALARS if each.harmless]
    if knob is not None and knob.harmless:
        reading.take(knob, value, spot)
    elif knob is not None or spot.key == "mounts":
        fault = "can't be set by a project's own file, since the file comes with the project and not from you"
        reading.note(spot, fault, hint=f"a project may set {', '.join(allowed)}; set the rest in your own file")
    else:
        reading.note(spot, "is no key or table that can be set", hint=hint_for(spot.key, (*_TABLES, *allowed)))


def _take_environment(reading: Reading) -> None:
    for variable, text in sorted(reading.env.items()):
        if not text:
            continue
        if variable in _VARIABLES:
            reading.take_variable(_VARIABLES[variable], variable, text)
        elif variable.startswith(PREFIX) and (close := nearest(variable, _VARIABLES)) is not None:
            message = f"{variable} is no variable that is read"
            reading.mistakes.append(Mistake(Origin("environment"), variable, message, f"did you mean {close}?"))


def _settle_home(reading: Reading) -> None:
    if "home" not in reading.origins and not any(each.field == "home" for each in reading.mistakes):
        reading.set("home", default_home(reading.env), Origin("default"))
    home = reading.values.get("home", MISSING)
    if isinstance(home, Path) and _is_other_than_folder(home):
        message = f"home = {home} is a file, not a folder"
        reading.mistakes.append(Mistake(reading.origins["home"], "home", message))


def _check_quiet_hours(reading: Reading) -> None:
    start, end = (f"channels.nudges.quiet_{name}" for name in ("from", "until"))
    for key, other in ((start, end), (end, start)):
        if reading.values[key] is not None and reading.values[other] is None:
            message = f"{key} is set, and {other} is not"
            reading.mistakes.append(Mistake(reading.origins[key], key, message, "set both, or leave both out"))


def _is_other_than_folder(path: Path) -> bool:
    """A path that can't be looked at may be a folder yet to be made; whoever makes it meets the error."""
    try:
        return not S_ISDIR(path.stat().st_mode)
    except OSError:
        return False
