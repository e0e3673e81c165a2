"""Completion: how lines are read, what each shell is given, and a real bash that puts it in."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vademecum.surfaces.cli.shells import Typed, read_line

Vade = Callable[..., Any]
Vault = Callable[..., Path]


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("", Typed()),
        ("vade ", Typed(["vade"])),
        ("vade show a:b", Typed(["vade", "show"], "a:b", "", 2)),
        ("vade show a:The\\ sp", Typed(["vade", "show"], "a:The sp", "", 2)),
        ('vade show "a:The sp', Typed(["vade", "show"], "a:The sp", '"', 0)),
        ("vade show 'it\\", Typed(["vade", "show"], "it\\", "'", 0)),
        ('vade show a"b c"d:e', Typed(["vade", "show"], "ab cd:e", "", 6)),
        ('vade "" x', Typed(["vade", ""], "x")),
        ('vade "a\\n\\"', Typed(["vade"], 'a\\n"', '"', 0)),
        ("vade list --mount=va", Typed(["vade", "list"], "--mount=va", "", 8)),
        ("vade show 潮", Typed(["vade", "show"], "潮")),
    ],
)
def test_a_line_is_read_as_shells_read_it(line: str, typed: Typed) -> None:
    assert read_line(line) == typed


@pytest.fixture
def completed(vade: Vade, vault: Vault, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], list[str]]:
    """What a shell is given for a line, in a library of a few odd names that is in step."""
    vault({
        "The spare key.md": "---\ntags: [home, hot]\n---\n", "a: b's \"c\" $d.md": "", "潮汐/表.md": "",
        "odd\nname.md": "",
        "secret.md": "---\nprivate: true\ntags: [hidden]\n---\n",
    })  # fmt: skip
    vade("sync")

    def complete(shell: str, line: str) -> list[str]:
        environment = {**os.environ, "_VADE_COMPLETE": f"{shell}_complete", "COMP_LINE": line}
        done = subprocess.run([sys.executable, "-m", "vademecum"], capture_output=True, check=True, env=environment)
        assert done.stderr == b""
        return [row.split("\t")[1] for row in done.stdout.decode().splitlines() if row]

    return complete


def test_pages_mounts_tags_and_settings_are_completed(completed: Callable[[str, str], list[str]]) -> None:
    assert completed("zsh", "vade show notes:The") == ["notes:The spare key"]
    assert completed("fish", "vade edit the") == ["The spare key"]
    assert completed("zsh", "vade show 表") == ["潮汐/表"]
    assert completed("zsh", "vade list --mount no") == ["notes"]
    assert completed("fish", "vade recall x --mount=no") == ["--mount=notes"]
    assert completed("zsh", "vade list --tag h") == ["home", "hot"]
    assert completed("fish", "vade config recall.l") == ["recall.limit"]
    assert completed("bash", "vade st") == ["status"]


def test_private_and_unprintable_names_are_not_completed(completed: Callable[[str, str], list[str]]) -> None:
    assert completed("zsh", "vade show ") == ["The spare key", 'a: b\'s "c" $d', "潮汐/表"]
    assert completed("zsh", "vade show notes:se") == []


def test_bash_is_given_what_it_puts_in(completed: Callable[[str, str], list[str]]) -> None:
    assert completed("bash", "vade show notes:The") == ["The\\ spare\\ key"]
    assert completed("bash", "vade show 'notes:The sp") == ["notes:The spare key"]
    assert completed("bash", "vade show notes:a") == ['a%3A\\ b\\\'s\\ \\"c\\"\\ \\$d']
    assert completed("bash", 'vade show "notes:a') == ['notes:a%3A b\'s \\"c\\" \\$d']
    assert completed("bash", "vade list --mount=n") == ["notes"]


def test_a_broken_configuration_completes_nothing(vade: Vade) -> None:
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "vademecum" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("not toml", encoding="utf-8")
    environment = {**os.environ, "_VADE_COMPLETE": "bash_complete", "COMP_LINE": "vade show "}
    done = subprocess.run([sys.executable, "-m", "vademecum"], capture_output=True, check=True, env=environment)
    assert (done.stdout.strip(), done.stderr) == (b"", b"")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(vade: Vade, shell: str) -> None:
    script = vade("completion", shell).out
    assert f"_VADE_COMPLETE={shell}_complete" in script
    assert "%(" not in script


def test_bash_completes_a_name_with_spaces_for_real(vade: Vade, vault: Vault, tmp_path: Path) -> None:
    vault({"The spare key.md": "# Key\n\nbehind the door\n"})
    vade("sync")
    program = tmp_path / "vade"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m vademecum "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    ask = (
        f"PATH={tmp_path}:$PATH; {vade('completion', 'bash').out}\n"
        'COMP_LINE="vade show notes:The"; COMP_POINT=${#COMP_LINE}; _vade_completion vade The :\n'
        'eval "vade show notes:${COMPREPLY[0]}"'
    )
    done = subprocess.run(["bash", "--norc", "-c", ask], capture_output=True, check=False, encoding="utf-8")
    assert done.stdout == "# Key\n\nbehind the door\n", done.stderr
