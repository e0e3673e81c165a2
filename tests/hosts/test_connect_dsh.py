"""``connect`` and ``disconnect`` on DeepSeek Harness's list of patches, as people leave it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from vademecum.config.places import state_folder
from vademecum.errors import ConfigError, InputError
from vademecum.hosts.dsh.entry import Dsh
from vademecum.hosts.launcher import launcher_file
from vademecum.surfaces.cli.app import vade

FOREIGN = """\
# my own rows
- insert:
    - id: probe     # keep
      name: /opt/probe.mjs
- remove: session-title   \n"""
LAYOUTS = {
    "people's own": FOREIGN,
    "without an end of line": FOREIGN.rstrip(),
    "CRLF": FOREIGN.replace("\n", "\r\n"),
    "comments alone": "# nothing yet\n",
    "nothing in it": "",
    "no file": None,
}


def patch() -> Path:
    return Path(os.environ["HOME"], ".dsh", "cordis.patch.yml")


def put(text: str | None) -> bytes | None:
    if text is None:
        return None
    patch().parent.mkdir(exist_ok=True)
    patch().write_bytes(text.encode())
    return patch().read_bytes()


def read() -> bytes | None:
    return patch().read_bytes() if patch().exists() else None


def connect(*options: str) -> None:
    vade.main(["connect", "dsh", "--yes", *options], standalone_mode=False)


def disconnect(*options: str) -> None:
    vade.main(["disconnect", "dsh", "--yes", *options], standalone_mode=False)


def rows() -> list[Mapping[str, Any]]:
    return [row for item in yaml.safe_load(patch().read_bytes()) for row in item.get("insert", ())]


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_all_that_stood_there_stays_and_comes_back_to_the_byte(text: str | None) -> None:
    before = put(text)
    connect()
    assert (read() or b"").startswith(before or b"")
    assert rows()[-1]["id"] == "vademecum"
    disconnect()
    assert read() == before


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_to_connect_again_changes_nothing(text: str | None) -> None:
    put(text)
    connect()
    once = read()
    connect()
    assert read() == once


def test_what_a_person_adds_meanwhile_stays_when_we_go() -> None:
    put(FOREIGN)
    connect()
    patch().write_text(patch().read_text() + "- remove: probe\n")
    disconnect()
    assert read() == (FOREIGN + "- remove: probe\n").encode()


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_a_person_writes_above_the_item_after_ours_stays_where_it_is(newline: str) -> None:
    put(FOREIGN.replace("\n", newline))
    connect()
    theirs = f"{newline}# the titles are noise{newline}  # all of them{newline}- remove: probe{newline}"
    patch().write_bytes((read() or b"") + theirs.encode())
    meanwhile = read()
    connect()
    assert read() == meanwhile
    disconnect()
    assert read() == (FOREIGN.replace("\n", newline) + theirs).encode()


def test_a_row_that_a_person_put_beside_ours_does_not_go_with_it() -> None:
    connect()
    patch().write_text(patch().read_text() + "    - id: probe\n      name: /opt/probe.mjs\n")
    meanwhile = read()
    for change in (connect, disconnect):
        with pytest.raises(ConfigError, match="other rows together with"):
            change()
    assert read() == meanwhile


def test_the_entry_names_a_copy_of_the_plugin_and_the_launcher_which_both_go_with_it() -> None:
    connect()
    plugin, command = Path(rows()[0]["name"]), rows()[0]["config"]["command"]
    assert "vade rpc" in plugin.read_text(encoding="utf-8")
    assert command == [str(launcher_file(state_folder(os.environ))), "rpc", "--host", "dsh"]
    disconnect()
    assert not plugin.exists()
    assert not Path(command[0]).exists()


def test_what_is_shown_first_is_what_goes_into_the_persons_file(capsys: pytest.CaptureFixture[str]) -> None:
    connect("--dry-run")
    shown = capsys.readouterr().out
    assert "+- insert:" in shown
    assert "lines that came with Vademecum" in shown
    assert "createInterface" not in shown
    assert read() is None


def test_the_launcher_stays_for_a_host_that_is_still_connected() -> None:
    vade.main(["connect", "claude-code", "--yes"], standalone_mode=False)
    connect()
    disconnect()
    assert launcher_file(state_folder(os.environ)).exists()


def test_a_person_may_say_no_to_recall_with_each_prompt_and_it_stays_so() -> None:
    connect("--no-prompt-recall")
    assert rows()[0]["config"]["promptRecall"] is False
    connect()
    assert rows()[0]["config"]["promptRecall"] is False


def test_a_no_that_a_person_wrote_by_hand_stays_too() -> None:
    connect()
    text = patch().read_text(encoding="utf-8")
    patch().write_text(text.replace('"promptRecall": true', "promptRecall: no"), encoding="utf-8")
    connect()
    assert rows()[0]["config"]["promptRecall"] is False


def test_another_home_of_the_program_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DSH_HOME", str(tmp_path / "elsewhere"))
    connect()
    assert (tmp_path / "elsewhere" / "cordis.patch.yml").exists()
    assert not patch().exists()


@pytest.mark.parametrize(
    "text",
    ["[{insert: []}]\n", "row: 1\n", "- [unclosed\n", "\x00\n", "[]\n", "~\n", "- a: 1\n...\n", "- 2026-02-30\n"],
)
def test_a_file_that_is_no_list_of_lines_is_left_alone_and_named(text: str) -> None:
    before = put(text)
    with pytest.raises(ConfigError, match=r"cordis\.patch\.yml is no list"):
        connect()
    assert read() == before


def test_there_is_no_level_of_one_project(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no plugins of one project"):
        Dsh(os.environ, tmp_path)
