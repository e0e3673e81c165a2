"""Bytes reach the disk whole or not at all, and never through a link."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.errors import StorageError
from vademecum.page import digest_of
from vademecum.store.files import digest_file, opened, publish_new, read_file, staged, sweep, write_atomic


def temporaries(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if name.endswith(".tmp")]


def dead_pid() -> int:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


@settings(max_examples=25, deadline=None)
@given(old=st.binary(max_size=300), new=st.binary(max_size=300))
def test_a_write_replaces_all_bytes_and_leaves_no_temporary_file(
    tmp_path_factory: pytest.TempPathFactory, old: bytes, new: bytes
) -> None:
    path = tmp_path_factory.mktemp("write") / "page.md"
    path.write_bytes(old)
    write_atomic(path, new)
    assert path.read_bytes() == new
    assert os.listdir(path.parent) == ["page.md"]


def test_a_write_makes_the_folders_it_needs(tmp_path: Path) -> None:
    write_atomic(tmp_path / "state" / "deep" / "trust.json", b"[]")
    assert (tmp_path / "state/deep/trust.json").read_bytes() == b"[]"


def test_a_write_keeps_the_rights_of_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "private.md"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_atomic(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_follows_the_umask_unless_a_mode_is_given(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomic(tmp_path / "a", b"")
        write_atomic(tmp_path / "b", b"", mode=0o600)
    finally:
        os.umask(before)
    modes = [stat.S_IMODE((tmp_path / leaf).stat().st_mode) for leaf in "ab"]
    assert modes == [0o640, 0o600]


def test_a_write_asks_for_the_old_owner_and_goes_on_where_the_system_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "page.md").write_bytes(b"old")
    fields = list((tmp_path / "page.md").stat())
    fields[4], fields[5] = 12345, 23456
    asked = []

    def refuse(fd: int, uid: int, gid: int) -> None:
        asked.append((uid, gid))
        raise PermissionError

    monkeypatch.setattr(os, "fchown", refuse)
    with opened(str(tmp_path)) as folder, staged(folder, b"new", like=os.stat_result(fields)) as name:
        assert (tmp_path / name).read_bytes() == b"new"
    assert asked == [(12345, 23456)]


def test_a_write_goes_on_where_the_disk_knows_no_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.md").write_bytes(b"old")
    (tmp_path / "page.md").chmod(0o644)

    def refuse(_fd: int, _mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "fchmod", refuse)
    write_atomic(tmp_path / "page.md", b"new")
    assert (tmp_path / "page.md").read_bytes() == b"new"


def test_a_private_page_is_private_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "private.md"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with opened(str(tmp_path)) as folder, staged(folder, b"new", like=path.stat()) as name:
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_A39_a_write_neither_follows_nor_replaces_a_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"theirs")
    link = tmp_path / "page.md"
    link.symlink_to(outside)
    with pytest.raises(StorageError, match=r"page\.md is no regular file"):
        write_atomic(link, b"ours")
    assert outside.read_bytes() == b"theirs"
    assert link.is_symlink()


def test_A39_a_folder_is_never_opened_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "root").mkdir()
    (tmp_path / "root/sub").symlink_to(tmp_path / "outside")
    with pytest.raises(OSError, match="Not a directory"), opened(str(tmp_path / "root"), ("sub",), create=True):
        pass


def test_A39_what_is_done_in_an_opened_folder_stays_there_when_the_path_is_swapped(tmp_path: Path) -> None:
    (tmp_path / "root/sub").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    with opened(str(tmp_path / "root"), ("sub",)) as folder:
        (tmp_path / "root/sub").rename(tmp_path / "root/moved")
        (tmp_path / "root/sub").symlink_to(tmp_path / "outside")
        with staged(folder, b"text") as name:
            publish_new(folder, name, "page.md")
    assert (tmp_path / "root/moved/page.md").read_bytes() == b"text"
    assert os.listdir(tmp_path / "outside") == []


def test_A39_a_link_is_not_read_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "page.md").symlink_to(tmp_path / "secret")
    with opened(str(tmp_path)) as folder, pytest.raises(OSError, match="symbolic links"):
        read_file(folder, "page.md", 100)


def test_a_pipe_under_a_file_name_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    with opened(str(tmp_path)) as folder, pytest.raises(OSError, match="regular file"):
        read_file(folder, "pipe.md", 100)


def test_a_file_over_the_limit_reads_as_none_and_still_has_a_digest(tmp_path: Path) -> None:
    (tmp_path / "big.md").write_bytes(b"x" * 101)
    with opened(str(tmp_path)) as folder:
        assert read_file(folder, "big.md", 100) is None
        assert read_file(folder, "big.md", 101) == b"x" * 101
        assert digest_file(folder, "big.md") == digest_of(b"x" * 101)
        assert digest_file(folder, "absent.md") is None


def test_a_new_file_never_takes_the_place_of_one_that_came_first(tmp_path: Path) -> None:
    with opened(str(tmp_path)) as folder, staged(folder, b"ours") as name:
        (tmp_path / "page.md").write_bytes(b"theirs")
        with pytest.raises(FileExistsError):
            publish_new(folder, name, "page.md")
    assert (tmp_path / "page.md").read_bytes() == b"theirs"
    assert temporaries(tmp_path) == []


def test_only_temporary_files_of_dead_writers_are_swept(tmp_path: Path) -> None:
    dead, alive = dead_pid(), os.getppid()
    names = [f".vade-{dead}-{'0' * 16}.tmp", f".vade-{alive}-{'1' * 16}.tmp", f".vade-{dead}-note.md", "page.md"]
    for name in names:
        (tmp_path / name).write_bytes(b"")
    with opened(str(tmp_path)) as folder:
        assert sweep(folder) == 1
    assert sorted(os.listdir(tmp_path)) == sorted(names[1:])


def test_A44_a_refused_write_names_the_file_and_the_cause(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError, match=r"file/page.md could not be written: .+"):
        write_atomic(tmp_path / "file" / "page.md", b"text")
