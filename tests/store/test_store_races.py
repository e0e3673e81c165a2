"""Writers that race end in some serial order, and a disk that ignores case is no trap."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.config.model import MountConfig
from vademecum.errors import ExistsError, NotFoundError
from vademecum.page import digest_of
from vademecum.store.folder import FolderStore

WRITER = Path(__file__).with_name("writer.py")


def race(root: Path, writers: int, edits: int) -> list[dict[str, int]]:
    commands = [[sys.executable, str(WRITER), "edit", str(root), f"w{n}-", str(edits)] for n in range(writers)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
    printed = [each.communicate()[0] for each in running]
    return [json.loads(text) for text in printed]


@pytest.mark.parametrize(("writers", "edits"), [(2, 250), (4, 10)])
def test_H7_A38_racing_edits_end_in_a_serial_order_with_every_accepted_one_in_it_once(
    tmp_path: Path, writers: int, edits: int
) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"")
    reports = race(tmp_path, writers, edits)
    assert [report["accepted"] for report in reports] == [edits] * writers
    text = b""
    tokens: list[str] = []
    for line in page.read_bytes().splitlines(keepends=True):
        token, seen = line.decode().split()
        assert seen == digest_of(text), f"{token} was made from another text than the one it followed"
        text += line
        tokens.append(token)
    assert sorted(tokens) == sorted(f"w{w}-{n}" for w in range(writers) for n in range(edits))
    assert sorted(os.listdir(tmp_path)) == [".vade", "page.md"]


class CaseBlind:
    """Wraps functions of ``os`` so that names are found in any case, as the disks of macOS and Windows do it.

    A rename of a file to another spelling of its own name does nothing, which is the worst that such disks do.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._list, self._lstat = os.listdir, os.lstat
        for name in ("open", "stat", "lstat", "unlink", "mkdir"):
            monkeypatch.setattr(os, name, self._finding(getattr(os, name)))
        for name in ("rename", "replace", "link"):
            monkeypatch.setattr(os, name, self._finding_both(getattr(os, name)))

    def find(self, path: str | int, folder: int | None) -> str | int:
        """The path as it is spelled on disk, as far as it exists."""
        if isinstance(path, int):
            return path
        done = "/" if os.path.isabs(path) else ""
        for part in filter(None, os.fspath(path).split("/")):
            place = done or (folder if folder is not None else ".")
            try:
                same = [each for each in self._list(place) if each.lower() == part.lower()]
            except (NotADirectoryError, FileNotFoundError):
                same = []
            done = os.path.join(done, same[0] if same else part)
        return done

    def _finding(self, call: Callable[..., object]) -> Callable[..., object]:
        return lambda path, *args, **options: call(self.find(path, options.get("dir_fd")), *args, **options)

    def _finding_both(self, call: Callable[..., object]) -> Callable[..., object]:
        def called(source: str, target: str, **options: int) -> object:
            source_on_disk = self.find(source, options.get("src_dir_fd"))
            target_on_disk = self.find(target, options.get("dst_dir_fd"))
            if call.__name__ != "link" and source_on_disk == target_on_disk and source.lower() == target.lower():
                return None
            return call(source_on_disk, target_on_disk, **options)

        return called


def store_at(root: Path) -> FolderStore:
    return FolderStore(MountConfig("notes", root, writable=True))


def test_A24_a_rename_of_case_only_works_on_a_disk_that_ignores_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "activity.md").write_bytes(b"text")
    store = store_at(tmp_path)
    CaseBlind(monkeypatch)
    assert os.path.exists(tmp_path / "ACTIVITY.md")
    with store.lock():
        store.move("activity", "Activity", expect=digest_of(b"text"))
    assert [entry.name for entry in store.walk().entries] == ["Activity"]
    assert store.read("Activity").raw == b"text"


def test_A24_a_disk_that_ignores_case_gives_a_page_no_second_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Private").mkdir()
    (tmp_path / "Private/Note.md").write_bytes(b"text")
    store = store_at(tmp_path)
    CaseBlind(monkeypatch)
    for name in ("private/Note", "Private/note"):
        with pytest.raises(NotFoundError):
            store.read(name)
        with store.lock(), pytest.raises(ExistsError):
            store.put(name, b"other", expect=None)
    assert store.read("Private/Note").raw == b"text"


def test_A24_a_page_is_rewritten_under_its_own_spelling_on_a_disk_that_ignores_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(tmp_path)
    CaseBlind(monkeypatch)
    with store.lock():
        digest = store.put("Folder/Note", b"1", expect=None)
        store.put("Folder/Note", b"2", expect=digest)
    assert [entry.name for entry in store.walk().entries] == ["Folder/Note"]
    assert store.read("Folder/Note").raw == b"2"
