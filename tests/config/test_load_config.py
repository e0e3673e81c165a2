"""Layers and origins of a configuration without mistakes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import get_args

import pytest

from vademecum.config import IGNORED, Config, MountConfig, Origin, Profile, VectorsConfig
from vademecum.config.knobs import SCALARS
from vademecum.config.load import find_mistakes, load_config
from vademecum.config.profiles import PROFILES
from vademecum.errors import ConfigError


def env_with(home: Path, text: str | None = None) -> dict[str, str]:
    file = user_file(home)
    file.parent.mkdir(parents=True)
    if text is not None:
        file.write_bytes(text.encode())
    return {"HOME": str(home), "USERPROFILE": str(home), "XDG_CONFIG_HOME": str(home / "cfg")}


def user_file(home: Path) -> Path:
    return home / "cfg/vademecum/config.toml"


def project_with(root: Path, text: str) -> Path:
    (root / ".memory").mkdir(parents=True)
    (root / ".memory/config.toml").write_text(text, encoding="utf-8")
    return root


def test_without_a_file_all_is_default(tmp_path: Path) -> None:
    config = load_config(env_with(tmp_path))
    assert (config.home, config.mounts, config.recall.limit) == (tmp_path / ".memory", (), 5)
    assert set(config.origins) == {knob.key for knob in SCALARS}
    assert config.vectors == VectorsConfig()
    assert set(config.origins.values()) == {Origin("default")}


def test_an_empty_file_is_as_good_as_none(tmp_path: Path) -> None:
    assert load_config(env_with(tmp_path, "")).recall.limit == 5


def test_every_key_of_a_mount_is_read(tmp_path: Path) -> None:
    (tmp_path / "Notes").mkdir()
    env = env_with(
        tmp_path,
        """
        [mounts.notes]
        path = "~/Notes"
        scope = "global"
        format = "folder"
        writable = false
        inbox = "In/box"
        expose = ["Projects/**", "*.md"]
        private = ["Diary/**"]
        private_tags = ["secret", "a/b"]
        only_in = ["~/code/site", "/srv/x"]
        ignore = []
        max_depth = 3
        max_pages = 7
        max_page_bytes = 2000
        max_write_bytes = 1000
        index_file = "README.md"
        protocol_file = "RULES.md"
        exposure = "address"
        bare_write = "create"
        profile = "default"
        """,
    )
    assert load_config(env).mounts == (
        MountConfig(
            name="notes",
            path=tmp_path / "Notes",
            scope="global",
            inbox="In/box",
            expose=("Projects/**", "*.md"),
            private=("Diary/**",),
            private_tags=("secret", "a/b"),
            only_in=(tmp_path / "code/site", Path("/srv/x")),
            ignore=(),
            max_depth=3,
            max_pages=7,
            max_page_bytes=2000,
            max_write_bytes=1000,
            index_file="README.md",
            protocol_file="RULES.md",
            exposure="address",
            bare_write="create",
        ),
    )


def test_mounts_keep_the_order_of_the_file(tmp_path: Path) -> None:
    for name in ("z", "a", "m"):
        (tmp_path / name).mkdir()
    env = env_with(tmp_path, '[mounts]\nz.path = "~/z"\na = {path = "~/a"}\n[mounts.m]\npath = "~/m"\n')
    assert [mount.name for mount in load_config(env).mounts] == ["z", "a", "m"]


def test_a_mount_name_may_be_in_any_script(tmp_path: Path) -> None:
    env = env_with(tmp_path, '[mounts."笔记"]\npath = "~"\n')
    assert load_config(env).mounts == (MountConfig(name="笔记", path=tmp_path),)


@pytest.mark.parametrize("start", ["\ufeff", "# é\r\n"])
def test_a_byte_order_mark_and_crlf_are_read(tmp_path: Path, start: str) -> None:
    config = load_config(env_with(tmp_path, f"{start}[recall]\r\nlimit = 7\r\n"))
    assert config.recall.limit == 7
    assert config.origins["recall.limit"].line == (2 if start == "\ufeff" else 3)


def test_every_value_says_where_it_was_set(tmp_path: Path) -> None:
    env = env_with(tmp_path, '[recall]\nlimit = 7\n[mounts.n]\npath = "~"\nprofile = "wiki"\nindex_file = "a.md"\n')
    file = user_file(tmp_path)
    origins = load_config(env | {"VADE_RECALL_SNIPPET_CHARS": "99"}).origins
    assert origins["home"] == Origin("default")
    assert origins["recall.limit"] == Origin("user", file, 2)
    assert origins["recall.snippet_chars"] == Origin("environment")
    assert origins["mounts.n.path"] == Origin("user", file, 4)
    assert origins["mounts.n.index_file"] == Origin("user", file, 6)
    assert origins["mounts.n.protocol_file"] == Origin("profile", file, 5)
    assert origins["mounts.n.scope"] == Origin("default")


def test_later_layers_win(tmp_path: Path) -> None:
    env = env_with(tmp_path, 'home = "~/a"\n[recall]\nlimit = 7\nsnippet_chars = 700\n')
    root = project_with(tmp_path / "site", "[recall]\nlimit = 8\nsnippet_chars = 800\n")
    env |= {"VADE_RECALL_LIMIT": "9", "MEMORY_DIR": str(tmp_path / "b")}
    config = load_config(env, workspace=root, trusted=True)
    assert (config.home, config.recall.limit, config.recall.snippet_chars) == (tmp_path / "b", 9, 800)
    assert config.origins["recall.snippet_chars"] == Origin("workspace", root / ".memory/config.toml", 3)


def test_a_project_that_is_not_trusted_is_not_even_read(tmp_path: Path) -> None:
    root = project_with(tmp_path / "site", "no TOML at all")
    assert load_config(env_with(tmp_path), workspace=root).recall.limit == 5


def test_empty_variables_count_as_not_set(tmp_path: Path) -> None:
    config = load_config(env_with(tmp_path, 'home = "~/a"') | {"MEMORY_DIR": "", "VADE_RECALL_LIMIT": ""})
    assert (config.home, config.recall.limit) == (tmp_path / "a", 5)


def test_variables_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    assert load_config(env_with(tmp_path) | {"VADE_": "x", "VADE_COLOUR_OF_THE_SKY": "y"}).recall.limit == 5


def test_the_process_environment_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env = env_with(tmp_path, "[recall]\nlimit = 3\n")
    for name in [name for name in os.environ if name.startswith(("VADE_", "MEMORY_DIR"))]:
        monkeypatch.delenv(name)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert load_config().recall.limit == 3
    assert find_mistakes() == ()


def test_no_home_folder_is_needed_when_no_path_depends_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_001)
    env = {"XDG_CONFIG_HOME": str(tmp_path), "MEMORY_DIR": str(tmp_path / "m")}
    assert load_config(env).home == tmp_path / "m"
    with pytest.raises(ConfigError, match="there is no home folder"):
        load_config({"XDG_CONFIG_HOME": str(tmp_path)})


def mount_of(tmp_path: Path, rows: str) -> MountConfig:
    (tmp_path / "n").mkdir()
    env = env_with(tmp_path, f'[mounts.n]\npath = "~/n{"/facts.jsonl" if "records" in rows else ""}"\n{rows}')
    return load_config(env).mounts[0]


def test_the_notes_profile_gives_no_paths_to_agents_D11(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, 'profile = "notes"')
    assert (mount.exposure, mount.writable, mount.bare_write) == ("address", True, "replace_if_observed")


def test_the_markdown_memory_profile_is_never_written(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, 'profile = "markdown-memory"')
    assert (mount.writable, mount.exposure, mount.index_file, mount.ignore) == (False, "path", "MEMORY.md", IGNORED)


def test_a_mount_with_an_inbox_stays_for_reading_whatever_its_profile_says(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, 'profile = "wiki"\ninbox = "Inbox"')
    assert (mount.profile, mount.writable, mount.inbox) == ("wiki", False, "Inbox")


def test_the_wiki_profile_takes_MEMORY_md_for_the_protocol(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, 'profile = "wiki"')
    assert (mount.index_file, mount.protocol_file, mount.writable) == ("index.md", "MEMORY.md", True)


def test_the_records_profile_is_a_file_that_may_not_be_there_yet(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, 'profile = "records"')
    assert (mount.format, mount.path.name, mount.writable) == ("records", "facts.jsonl", True)


def test_what_a_mount_says_wins_over_its_profile(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, 'writable = false\nindex_file = ""\nprofile = "wiki"')
    assert (mount.writable, mount.index_file, mount.protocol_file) == (False, None, "MEMORY.md")


def test_every_profile_has_its_row() -> None:
    assert tuple(PROFILES) == get_args(Profile)


def channels_of(home: Path, text: str, **variables: str) -> Config:
    file = home / "vademecum/config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return load_config({"HOME": str(home), "XDG_CONFIG_HOME": str(home)} | variables)


def test_a_profile_gives_the_channels_their_defaults_and_what_is_set_wins(tmp_path: Path) -> None:
    text = '[channels]\nprofile = "markdown-memory"\n[channels.recall]\non = true\n'
    config = channels_of(tmp_path, text)
    channels = config.channels
    assert (channels.boot.on, channels.recall.on, channels.triggers.match) == (False, True, "substring")
    assert (config.origins["channels.boot.on"].layer, config.origins["channels.boot.on"].line) == ("profile", 2)
    assert config.origins["channels.recall.on"].layer == "user"


def test_the_environment_names_a_profile_of_channels_over_the_file(tmp_path: Path) -> None:
    config = channels_of(tmp_path, '[channels]\nprofile = "wiki"\n', VADE_CHANNELS_PROFILE="notes")
    assert (config.channels.profile, config.channels.boot.on, config.channels.reminder.on) == ("notes", False, True)


def test_each_channel_can_be_set_by_the_environment(tmp_path: Path) -> None:
    config = channels_of(tmp_path, "", VADE_CHANNELS_TRIGGERS_CAP="7", VADE_CHANNELS_INDEX_ON="false")
    assert (config.channels.triggers.cap, config.channels.index.on) == (7, False)


def test_a_projects_own_file_sets_no_channel(tmp_path: Path) -> None:
    (tmp_path / "site/.memory").mkdir(parents=True)
    (tmp_path / "site/.memory/config.toml").write_text("[channels.boot]\non = true\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"channels\.boot\.on can't be set by a project's own file"):
        load_config({"HOME": str(tmp_path)}, workspace=tmp_path / "site", trusted=True)
