"""The script that hosts start: it finds Vademecum, keeps its import path clean, and is quiet when there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest

from vademecum import __version__
from vademecum.hosts.launcher import MODE, in_shell, script, started_directly, this_installation


def launched(folder: Path, data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the script as a host does, from a folder that an agent works in."""
    launch = folder / "it's a $launch"
    launch.write_bytes(data)
    launch.chmod(MODE)
    return subprocess.run([launch, *arguments], cwd=folder, check=False, capture_output=True)


def test_it_starts_this_installation() -> None:
    python, witness = this_installation()
    assert str(python) == sys.executable
    assert witness.exists()


def test_a_clone_can_put_nothing_on_the_import_path(tmp_path: Path) -> None:
    for name in ("vademecum", "runpy", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('hijacked')\n")
    done = launched(tmp_path, script(*this_installation()), "--version")
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, f"vade {__version__}\n", b"")


@pytest.mark.parametrize(
    ("python", "witness"), [("/no/such/python", sys.executable), (sys.executable, "/no/such/vade")]
)
def test_a_hook_of_a_vademecum_that_is_gone_ends_well_without_a_word(tmp_path: Path, python: str, witness: str) -> None:
    data = script(Path(python), Path(witness))
    hook = launched(tmp_path, data, "hook", "claude-code", "Stop")
    assert (hook.returncode, hook.stdout, hook.stderr) == (0, b"", b"")
    server = launched(tmp_path, data, "mcp")
    assert (server.returncode, server.stdout) == (127, b"")
    assert b"run vade connect again" in server.stderr


def test_no_failure_of_a_hook_reaches_the_host_as_a_veto(tmp_path: Path) -> None:
    failing = tmp_path / "python"
    failing.write_text("#!/bin/sh\nprintf '%s ' \"$@\"; exit 2\n")
    failing.chmod(MODE)
    data = script(failing, failing)
    hook = launched(tmp_path, data, "hook", "claude-code", "Stop")
    assert (hook.returncode, hook.stdout) == (0, b"-P -m vademecum hook claude-code Stop ")
    assert launched(tmp_path, data, "mcp").returncode == 2


def test_any_name_of_a_folder_survives_the_shell(tmp_path: Path) -> None:
    odd = tmp_path / "a \"b\" $HOME `c` \\ 'd'" / "launch"
    for home in (tmp_path, Path("/elsewhere")):
        word = in_shell(odd, home)
        done = subprocess.run(
            ["sh", "-c", f"printf %s {word}"], env={"HOME": str(home)}, check=True, capture_output=True
        )
        assert done.stdout.decode() == str(odd)


def test_paths_of_windows_are_written_as_its_shell_takes_them() -> None:
    home = PureWindowsPath(r"C:\Users\Ada Lovelace")
    assert in_shell(home / "AppData" / "Local" / "launch", home) == '"$HOME/AppData/Local/launch"'
    assert in_shell(PureWindowsPath(r"D:\my state\launch"), home) == "'D:/my state/launch'"
    told = script(home / "venv" / "python.exe", home / "venv" / "vade.exe").decode()
    assert "\npython='C:/Users/Ada Lovelace/venv/python.exe'\n" in told
    assert "[ -e 'C:/Users/Ada Lovelace/venv/vade.exe' ]" in told
    assert "\\" not in told


def test_without_a_shell_a_host_starts_the_script_or_on_windows_the_interpreter(tmp_path: Path) -> None:
    launch = tmp_path / "launch"
    assert started_directly(launch, ["mcp"], windows=False) == [str(launch), "mcp"]
    command = started_directly(launch, ["--version"], windows=True)
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, encoding="utf-8")
    assert done.stdout == f"vade {__version__}\n"
