"""Muted pages: kept by store and name, and nowhere in the store."""

from __future__ import annotations

from pathlib import Path

import pytest

from vademecum.errors import StorageError
from vademecum.library.mutes import MUTES_FILE, Mute, mute, muted_in, read_mutes, unmute

TIDES = Mute("/home/a/.memory", "harbour/Tides", "global:harbour/Tides")


def test_a_page_is_muted_once_and_freed_once(tmp_path: Path) -> None:
    assert (mute(tmp_path, TIDES), mute(tmp_path, TIDES)) == (True, False)
    assert read_mutes(tmp_path) == (TIDES,)
    assert (unmute(tmp_path, [TIDES]), unmute(tmp_path, [TIDES])) == (True, False)
    assert read_mutes(tmp_path) == ()


def test_the_same_address_in_another_store_is_another_page(tmp_path: Path) -> None:
    other = TIDES._replace(store="/home/b/.memory")
    assert mute(tmp_path, TIDES)
    assert muted_in(read_mutes(tmp_path), Path(other.store)) == frozenset()
    assert mute(tmp_path, other)
    assert unmute(tmp_path, [TIDES])
    assert read_mutes(tmp_path) == (other,)


def test_spellings_that_a_disk_may_take_for_one_file_are_one_page(tmp_path: Path) -> None:
    assert mute(tmp_path, Mute("/s", "Caf\u00e9", "global:Caf\u00e9"))
    assert not mute(tmp_path, Mute("/s", "Cafe\u0301", "global:Cafe\u0301"))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 9, "pages": [["a", "b", "c"]]}', '{"version": 1}'])
def test_a_broken_file_mutes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / MUTES_FILE).write_text(text)
    assert read_mutes(tmp_path) == ()


def test_what_can_not_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    with pytest.raises(StorageError, match="could not be written"):
        mute(tmp_path / "state", TIDES)
