"""``vade edit`` in a person's editor, on a real terminal: exact bytes, and no text of theirs is ever lost."""

from __future__ import annotations

import os
import select
import signal
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]


def on_terminal(arguments: list[str], keys: bytes = b"", *, after: bytes = b"") -> tuple[int, str]:
    """Run the program on a terminal of its own; the keys are pressed once it has said ``after``."""
    pid, master = os.forkpty()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # who runs the tests in the background has it ignored
        os.execv(sys.executable, [sys.executable, "-m", "vademecum", *arguments])  # noqa: S606 - our own program
    told = b""
    with suppress(OSError):  # the terminal's end, once the program has left it
        while True:
            # A key that comes while the terminal changes its mode is lost, so it is pressed until it is heard.
            if select.select([master], [], [], 1)[0]:
                told += os.read(master, 65536)
            elif keys and after in told:
                os.write(master, keys)
    status = os.waitpid(pid, 0)[1]
    os.close(master)
    return os.waitstatus_to_exitcode(status), told.decode().replace("\r\n", "\n")


def editor(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Make a shell script the person's editor; ``$1`` is the file that it edits."""
    file = folder / "editor.sh"
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("EDITOR", str(file))
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("NO_COLOR", "1")


def unsaved() -> list[Path]:
    return list((Path(os.environ["XDG_STATE_HOME"]) / "vademecum" / "unsaved").glob("*"))


def page(tmp_path: Path, data: bytes) -> Path:
    file = tmp_path / "memory" / "topics" / "page.md"
    file.parent.mkdir(parents=True)
    file.write_bytes(data)
    return file


def test_what_the_editor_leaves_is_written_byte_for_byte(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = page(tmp_path, b"\xef\xbb\xbf---\r\nk: v\r\n---\r\n\r\nno newline at the end")
    editor(tmp_path, monkeypatch, "printf ', and my words' >> \"$1\"")
    code, told = on_terminal(["edit", "page"])
    assert (code, told.startswith("edited global:topics/page")) == (0, True)
    assert file.read_bytes() == b"\xef\xbb\xbf---\r\nk: v\r\n---\r\n\r\nno newline at the end, and my words"


def test_a_text_that_can_not_be_written_is_kept_in_a_file(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = page(tmp_path, b"old\n")
    editor(tmp_path, monkeypatch, f"echo 'my words' >> \"$1\"; echo 'other words' >> '{file}'")
    code, told = on_terminal(["edit", "page"])
    (kept,) = unsaved()
    assert code == 5
    assert f"your text is kept in {kept}" in told.replace("\n", "")
    assert kept.read_text(encoding="utf-8") == "old\nmy words\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert file.read_text(encoding="utf-8") == "old\nother words\n"


def test_a_second_kept_text_never_replaces_the_first(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = page(tmp_path, b"old\n")
    editor(tmp_path, monkeypatch, f"echo 'my words' >> \"$1\"; echo 'other words' >> '{file}'")
    assert [on_terminal(["edit", "page"])[0] for _ in range(2)] == [5, 5]
    assert len(unsaved()) == 2


@pytest.mark.parametrize(
    ("script", "code", "message"),
    [
        ("true", 0, "nothing was changed"),
        ("exit 3", 2, "error: nothing was changed: "),
        ('touch "$1"', 0, "nothing was"),
        ('rm "$1"', 0, "nothing was changed"),
    ],
)
def test_leaving_the_editor_without_a_change_changes_nothing(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, script: str, code: int, message: str
) -> None:
    file = page(tmp_path, b"old\n")
    editor(tmp_path, monkeypatch, script)
    exit_code, told = on_terminal(["edit", "page"])
    assert (exit_code, message in told, unsaved()) == (code, True, [])
    assert file.read_bytes() == b"old\n"


def test_what_an_editor_saved_in_another_encoding_is_named_and_kept(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = page(tmp_path, b"old\n")
    editor(tmp_path, monkeypatch, "printf 'caf\\351' >> \"$1\"")
    exit_code, told = on_terminal(["edit", "page"])
    assert (exit_code, "what the editor saved is not UTF-8: line 2" in told) == (2, True)
    assert "have the editor save it as UTF-8" in told
    assert "surrogate" not in told
    assert [kept.read_bytes() for kept in unsaved()] == [b"old\ncaf\xe9"]
    assert file.read_bytes() == b"old\n"


def test_a_page_that_can_not_be_written_is_refused_before_the_editor_opens(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Notes").mkdir()
    (tmp_path / "Notes" / "a.md").write_text("# A\n", encoding="utf-8")
    assert vade("mount", tmp_path / "Notes", "--yes").code == 0
    editor(tmp_path, monkeypatch, f"touch '{tmp_path}/opened'")
    assert on_terminal(["edit", "notes:a"])[0] == 5
    assert not (tmp_path / "opened").exists()


def test_an_interrupt_ends_a_command_with_130_and_no_traceback(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = page(tmp_path, b"old\n")
    code, told = on_terminal(["forget", "page"], b"\x03", after=b"[y/N]")
    assert code == 130
    assert "interrupted" in told
    assert "Traceback" not in told
    assert file.exists()
