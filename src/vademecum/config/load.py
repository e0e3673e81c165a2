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
from vademecum.config.knobs import GENERAL, PREFIX, SCALARS, SECTIONS, Knob, by_name
from vademecum.config.model import Config, MountConfig, Origin
from vademecum.config.mounts import read_mounts
from vademecum.config.places import default_home, user_config_file, workspace_config_file
from vademecum.config.reading import Mistake, Reading, Spot, build
from vademecum.errors import ConfigError
from vademecum.nearest import nearest

_GENERAL = by_name(GENERAL)
_SECTIONS = {name: by_name(knobs) for name, (_, knobs) in SECTIONS.items()}
_TOP = (*_GENERAL, *_SECTIONS, "mounts")
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
    if user is not None:
        mounts = _take_user_file(reading, user)
    project = None if workspace is None else read_document("workspace", workspace_config_file(workspace))
    if project is not None:
        _take_project_file(reading, project)
    _take_environment(reading)
    _settle_home(reading)
    if reading.mistakes:
        return None, sorted(reading.mistakes, key=_order)
    return _config(reading, mounts), []


def _config(reading: Reading, mounts: tuple[MountConfig, ...]) -> Config:
    general = {knob.name: reading.values[knob.key] for knob in GENERAL}
    sections = {
        name: build(made, {knob.name: reading.values[knob.key] for knob in knobs})
        for name, (made, knobs) in SECTIONS.items()
    }
    origins = MappingProxyType(reading.origins)
    return build(Config, {**general, **sections, "mounts": mounts, "origins": origins})


def _order(mistake: Mistake) -> tuple[int, int]:
    return _LAYERS.index(mistake.origin.layer), mistake.origin.line or 0


def _take_user_file(reading: Reading, document: Document) -> tuple[MountConfig, ...]:
    mounts: tuple[MountConfig, ...] = ()
    for name, value in document.values.items():
        spot = Spot(document, (name,), name)
        if name == "mounts":
            mounts = read_mounts(reading, value, spot)
        elif name in _SECTIONS:
            _take_section(reading, value, spot)
        elif name in _GENERAL:
            reading.take(_GENERAL[name], value, spot)
        else:
            _note_unknown(reading, spot)
    return mounts


def _take_section(reading: Reading, value: object, spot: Spot) -> None:
    knobs = _SECTIONS[spot.key]
    for name, each in reading.table(value, spot, f"[{spot.key}]").items():
        if name in knobs:
            reading.take(knobs[name], each, spot.below(name))
        else:
            reading.unknown(spot.below(name), knobs)


def _note_unknown(reading: Reading, spot: Spot) -> None:
    """A name at the top that means nothing there; a knob of a table is told where it belongs."""
    home = next((section for section, knobs in _SECTIONS.items() if spot.key in knobs), None)
    hint = f"{spot.key} stands below [{home}]" if home else hint_for(spot.key, _TOP)
    reading.note(spot, "is no key or table that can be set", hint=hint)


def _take_project_file(reading: Reading, document: Document) -> None:
    """Only harmless knobs: the file comes with a clone, so it must not choose what is read, written or shown (D3)."""
    for name, value in document.values.items():
        spot = Spot(document, (name,), name)
        if name in _SECTIONS and isinstance(value, dict):
            for inner, each in value.items():
                _take_harmless(reading, _SECTIONS[name].get(inner), each, spot.below(inner))
        elif name in _SECTIONS:
            _take_section(reading, value, spot)
        else:
            _take_harmless(reading, _GENERAL.get(name), value, spot)


def _take_harmless(reading: Reading, knob: Knob | None, value: object, spot: Spot) -> None:
    allowed = [each.key for each in SCALARS if each.harmless]
    if knob is not None and knob.harmless:
        reading.take(knob, value, spot)
    elif knob is not None or spot.key == "mounts":
        fault = "can't be set by a project's own file, since the file comes with the project and not from you"
        reading.note(spot, fault, hint=f"a project may set {', '.join(allowed)}; set the rest in your own file")
    else:
        reading.note(spot, "is no key or table that can be set", hint=hint_for(spot.key, (*_SECTIONS, *allowed)))


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


def _is_other_than_folder(path: Path) -> bool:
    """A path that can't be looked at may be a folder yet to be made; whoever makes it meets the error."""
    try:
        return not S_ISDIR(path.stat().st_mode)
    except OSError:
        return False
