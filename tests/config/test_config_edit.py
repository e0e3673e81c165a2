"""Edits of a configuration file: values change as asked, and nothing else does."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.config import BareWrite, Exposure, MountConfig, Profile
from vademecum.config.edit import add_mount, remove_mount, set_value, write_config
from vademecum.config.load import load_config
from vademecum.config.profiles import PROFILES
from vademecum.errors import ConfigError, StorageError

LAYOUTS = {
    "empty": "",
    "comments": "# mine\n\nhome = '/h' # keep  \n\n[recall]   # odd spaces\nlimit   =  7\n# the end\n",
    "no line end": "[recall]\nlimit = 7",
    "crlf": "# mine\r\n[recall]\r\nlimit = 7\r\n",
    "mark": "\ufeff# mine\nhome = '/h'\n",
    "mounts": "[mounts.old] # keep\npath = '/' # keep too\n\n# between\n[recall]\nlimit = 7\n",
    "table of mounts": "[mounts]\n# in it\n[mounts.old]\npath = '/'\n",
    "inline": "mounts = { old = { path = '/' } } # keep\n[recall]\nlimit = 7\n",
    "inline inside": "[mounts]\nold = { path = '/' } # keep\n",
    "dotted": "mounts.old.path = '/' # keep\nmounts.old.scope = 'user'\n[recall]\nlimit = 7\n",
    "out of order": "[mounts.old]\npath = '/'\n# a\n[recall]\nlimit = 7\n# b\n[mounts.older]\npath = '/usr'\n",
}

WORD = st.from_regex(r"[a-z一-三]{1,6}", fullmatch=True)
GLOBS = st.lists(st.sampled_from(["Diary/**", "*.md", 'say "hi".md', "a#b/é ü/*", "笔记/**", "x'y"]), max_size=3).map(
    tuple
)
MOUNTS = st.builds(
    MountConfig,
    name=st.from_regex(r"[A-Za-z0-9_é-]{1,8}", fullmatch=True).filter(lambda name: name not in {"old", "older"}),
    path=st.just(Path("/tmp")),
    scope=st.sampled_from(["user", "global", "workspace"]),
    writable=st.just(value=False),
    inbox=st.none() | WORD,
    expose=GLOBS,
    private=GLOBS,
    private_tags=st.lists(WORD, max_size=2).map(tuple),
    only_in=st.lists(WORD.map(lambda word: Path("/srv") / word), max_size=2).map(tuple),
    ignore=GLOBS,
    max_depth=st.integers(1, 64),
    max_pages=st.integers(1, 10_000_000),
    index_file=st.none() | WORD.map(lambda word: f"{word}.md"),
    protocol_file=st.none() | WORD,
    exposure=st.sampled_from(get_args(Exposure)),
    bare_write=st.sampled_from(get_args(BareWrite)),
    profile=st.sampled_from(get_args(Profile)),
)


def comments(text: str) -> list[str]:
    return re.findall("#.*", text)


def values(text: str) -> dict[str, object]:
    return tomllib.loads(text.removeprefix("\ufeff"))


@settings(max_examples=80, deadline=None)
@given(mount=MOUNTS, layout=st.sampled_from(sorted(LAYOUTS)))
def test_a_mount_that_was_added_is_the_mount_that_is_loaded(
    tmp_path_factory: pytest.TempPathFactory, mount: MountConfig, layout: str
) -> None:
    before = LAYOUTS[layout]
    after = add_mount(before, mount)
    folder = tmp_path_factory.mktemp("cfg")
    write_config(folder / "vademecum/config.toml", after)
    config = load_config({"XDG_CONFIG_HOME": str(folder), "MEMORY_DIR": "/tmp/m"})
    assert config.mounts[-1] == mount
    assert values(remove_mount(after, mount.name)).get("recall") == values(before).get("recall")
    assert [comment for comment in comments(before) if comment not in after] == []


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_adding_and_removing_a_mount_gives_the_same_bytes_again(layout: str) -> None:
    before = LAYOUTS[layout]
    after = remove_mount(add_mount(before, MountConfig(name="new", path=Path("/tmp"))), "new")
    assert after == before + ("\n" if layout == "no line end" else "")


def test_removing_a_mount_keeps_the_comments_around_it() -> None:
    before, after = "# a\n[recall]\nlimit = 7 # b\n\n# c\n", "# d\n\n# e\n[mounts.n]\n"
    mount = "[mounts.old] # gone\n# gone\nprivate = [ # gone\n  'x']\n"
    assert remove_mount(before + mount + after, "old") == before + after


def test_a_mount_that_is_set_in_several_places_is_removed_whole() -> None:
    text = "mounts.old.path = '/'\nhome = '/h' # keep\nmounts.old.scope = 'user'\n"
    assert remove_mount(text, "old").strip() == "home = '/h' # keep"


@pytest.mark.parametrize("layout", [name for name, text in LAYOUTS.items() if "old" in text])
def test_a_mount_is_removed_from_every_layout(layout: str) -> None:
    before = LAYOUTS[layout]
    after = values(remove_mount(before, "old"))
    expected = values(before)
    mounts = expected["mounts"]
    assert isinstance(mounts, dict)
    del mounts["old"]
    assert after.get("mounts", {}) == mounts
    assert after.get("recall") == expected.get("recall")


def test_only_what_differs_from_the_profile_is_written() -> None:
    place, notes = Path("/home/ada/Notes"), {**PROFILES["notes"], "writable": False}
    mount = MountConfig(name="d", path=place, profile="notes", **notes)  # type: ignore[arg-type]  # knobs by their names
    text = add_mount("", mount, home=Path("/home/ada"))
    assert text == '[mounts.d]\npath = "~/Notes"\nprofile = "notes"\nwritable = false\n'


def test_crlf_files_stay_crlf() -> None:
    after = add_mount(LAYOUTS["crlf"], MountConfig(name="new", path=Path("/tmp")))
    assert after.count("\r\n") == after.count("\n") > LAYOUTS["crlf"].count("\n")


def test_a_mount_is_not_added_twice() -> None:
    with pytest.raises(ConfigError, match=r"mounts\.old is there already") as caught:
        add_mount(LAYOUTS["mounts"], MountConfig(name="old", path=Path("/tmp")))
    assert caught.value.field == "mounts.old"


def test_a_mount_that_is_not_there_is_not_removed() -> None:
    with pytest.raises(ConfigError, match=r"mounts\.olde is not in the configuration") as caught:
        remove_mount(LAYOUTS["mounts"], "olde")
    assert caught.value.hint == "did you mean old?"


def test_a_mount_is_not_added_to_what_is_no_table() -> None:
    with pytest.raises(ConfigError, match="mounts must be a table"):
        add_mount("mounts = 7\n", MountConfig(name="new", path=Path("/tmp")))


def test_an_edit_of_a_file_with_a_syntax_error_is_refused_with_its_line() -> None:
    with pytest.raises(ConfigError) as caught:
        remove_mount("a = 1\nb =\n", "old")
    assert caught.value.line == 2


@pytest.mark.parametrize("layout", [name for name, text in LAYOUTS.items() if "limit" in text])
def test_setting_a_value_changes_its_line_only(layout: str) -> None:
    before = LAYOUTS[layout]
    after = set_value(before, "recall.limit", "9", {})
    changed = [(old, new) for old, new in zip(before.splitlines(), after.splitlines(), strict=True) if old != new]
    assert len(changed) == 1
    assert changed[0][1] == changed[0][0].replace("7", "9")


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("home", "~/m", {"home": "~/m"}),
        ("recall.limit", "8", {"recall": {"limit": 8}}),
        ("mounts.n.writable", "true", {"mounts": {"n": {"writable": True}}}),
        ("mounts.n.private", "Diary/**", {"mounts": {"n": {"private": ["Diary/**"]}}}),
        ("mounts.n.private", '["a", "b"]', {"mounts": {"n": {"private": ["a", "b"]}}}),
        ("mounts.n.inbox", "", {"mounts": {"n": {"inbox": ""}}}),
    ],
)
def test_a_value_is_set_in_its_own_kind(key: str, value: str, expected: dict[str, object]) -> None:
    before = "[mounts.n]\n" if key.startswith("mounts") else ""
    assert values(set_value(before, key, value, {"HOME": "/h"})) == expected


@pytest.mark.parametrize(
    ("key", "value", "hint"),
    [
        ("recall.limt", "8", "did you mean recall.limit?"),
        ("mounts.n.writeable", "true", "did you mean mounts.n.writable?"),
        ("mounts.n.exposure", "adress", "did you mean address?"),
        ("recall.limit", "0", None),
        ("mounts.n.private", '["a"', "the list is not valid TOML"),
    ],
)
def test_a_wrong_key_or_value_is_not_set(key: str, value: str, hint: str | None) -> None:
    with pytest.raises(ConfigError) as caught:
        set_value("[mounts.n]\n", key, value, {})
    assert (caught.value.field, caught.value.hint) == (key, hint)


def test_a_file_is_written_whole_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "new/folder/config.toml"
    write_config(file, "# é\n")
    write_config(file, "# ü\n")
    assert file.read_bytes() == "# ü\n".encode()
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["config.toml"]


def test_a_linked_file_is_written_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "config.toml").symlink_to(tmp_path / "dotfiles/vade.toml")
    write_config(tmp_path / "config.toml", "a = 1\n")
    assert (tmp_path / "config.toml").is_symlink()
    assert (tmp_path / "dotfiles/vade.toml").read_text(encoding="utf-8") == "a = 1\n"


@pytest.mark.parametrize("text", ["a =\n", "a = '\udcff'\n"])
def test_a_text_that_is_no_toml_is_not_written(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.toml").write_text("a = 1\n", encoding="utf-8")
    with pytest.raises(ConfigError):
        write_config(tmp_path / "config.toml", text)
    assert (tmp_path / "config.toml").read_text(encoding="utf-8") == "a = 1\n"


def test_A44_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(StorageError, match="can't be written"):
        write_config(tmp_path / "config.toml", "a = 1\n")
    assert [each.name for each in tmp_path.iterdir()] == ["config.toml"]
