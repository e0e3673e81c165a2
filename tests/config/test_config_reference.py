"""The reference page, the table of knobs and the values in code say the same (M8, design decision 5)."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from vademecum.config import Config, MountConfig
from vademecum.config.knob import Knob
from vademecum.config.knobs import GENERAL, KNOBS, MOUNT, SCALARS, SECTIONS
from vademecum.config.load import load_config
from vademecum.config.profiles import CHANNEL_PROFILES, PROFILES
from vademecum.config.reference import as_toml, settings, with_tables

PAGE = Path(__file__).parents[2] / "docs/reference/configuration.md"


def test_every_field_has_a_knob_and_every_knob_a_field() -> None:
    assert {knob.name for knob in MOUNT} == {each.name for each in fields(MountConfig)} - {"name"}
    assert {knob.name for knob in GENERAL} == {each.name for each in fields(Config)} - {"mounts", "origins", *SECTIONS}
    for section, (made, knobs) in SECTIONS.items():
        inner = {name.rpartition(".")[2] for name in SECTIONS if name.startswith(f"{section}.")}
        assert {knob.name for knob in knobs} | inner == {each.name for each in fields(made)}


@pytest.mark.parametrize("knob", [knob for knob in KNOBS if knob.default is not MISSING], ids=lambda knob: knob.key)
def test_every_default_is_a_value_that_its_knob_accepts(knob: Knob) -> None:
    default = knob.default
    written = list(default) if isinstance(default, tuple) else "" if default is None else default
    assert knob.kind.read(written, {}) == default


def test_profiles_set_only_knobs_of_mounts_to_values_that_they_accept() -> None:
    knobs = {knob.name: knob for knob in MOUNT}
    changed = [(knobs[name], value) for changes in PROFILES.values() for name, value in changes.items()]
    assert changed
    assert all(
        knob.kind.read(list(value) if isinstance(value, tuple) else value, {}) == value for knob, value in changed
    )


def test_profiles_of_channels_set_only_their_knobs_to_values_that_they_accept() -> None:
    knobs = {knob.key: knob for knob in SCALARS}
    changed = [
        (knobs[f"channels.{name}"], value) for changes in CHANNEL_PROFILES.values() for name, value in changes.items()
    ]
    assert changed
    assert all(knob.kind.read(value, {}) == value != knob.default for knob, value in changed)


def test_a_profile_of_channels_is_there_for_each_profile_of_mounts() -> None:
    assert list(CHANNEL_PROFILES) == list(PROFILES)


def test_every_knob_is_described_in_one_sentence() -> None:
    assert [knob.key for knob in KNOBS if not re.fullmatch(r"[A-Z][^\n]*[a-z`]\.", knob.doc)] == []


def test_the_page_says_what_the_table_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page) == page, "make the tables anew with vademecum.config.reference.with_tables"


def test_every_knob_and_variable_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    assert {knob.name for knob in KNOBS} <= rows
    assert {knob.variable for knob in KNOBS if knob.variable} <= rows


def test_a_stale_table_is_made_anew() -> None:
    stale = "a\n<!-- generated: project -->\nold\n<!-- end -->\nb\n"
    fresh = "a\n<!-- generated: project -->\n\n- `recall.limit`\n- `recall.snippet_chars`\n\n<!-- end -->\nb\n"
    assert with_tables(stale) == with_tables(fresh) == fresh


def test_the_examples_of_the_page_load(tmp_path: Path) -> None:
    (tmp_path / "Notes").mkdir()
    example = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    (tmp_path / "vademecum").mkdir()
    (tmp_path / "vademecum/config.toml").write_text(example[1], encoding="utf-8")
    config = load_config({"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)})
    assert [(mount.name, mount.inbox) for mount in config.mounts] == [("notes", "Inbox")]


def test_settings_show_value_and_origin_of_everything(tmp_path: Path) -> None:
    file = tmp_path / "vademecum/config.toml"
    file.parent.mkdir()
    file.write_text(f'[mounts.n]\npath = "{tmp_path}"\nprofile = "notes"\nprivate = ["a|b"]\n', encoding="utf-8")
    env = {"XDG_CONFIG_HOME": str(tmp_path), "MEMORY_DIR": "/m", "VADE_RECALL_LIMIT": "3"}
    shown = {each.key: (each.value, each.origin) for each in settings(load_config(env))}
    assert list(shown) == [knob.within("n") for knob in KNOBS]
    assert shown["home"] == ('"/m"', "$MEMORY_DIR")
    assert shown["recall.limit"] == ("3", "$VADE_RECALL_LIMIT")
    assert shown["mounts.n.private"] == ('["a|b"]', f"{file}:4")
    assert shown["mounts.n.exposure"] == ('"address"', f"profile at {file}:3")
    assert shown["mounts.n.inbox"] == ("", "default")


def test_values_are_shown_as_toml() -> None:
    assert [as_toml(value) for value in (True, 5, "é", (), ("a", "b"), None)] == [
        "true",
        "5",
        '"é"',
        "[]",
        '["a", "b"]',
        "",
    ]
