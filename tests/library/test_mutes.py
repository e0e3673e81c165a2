"""Muted pages: kept by store and name, and nowhere in the store."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from vademecum.errors import StorageError
from vademecum.library.mutes import MUTES_FILE, Mute, look_at_mutes, mute, muted_in, read_mutes, unmute

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


BROKEN = {
    "cut off": '{"version": 1, "pages": [["/s", "Lamps", "global:Lamps"], ["/s", "Ti',
    "a comma too many": '{"version": 1, "pages": [["/s", "Lamps", "global:Lamps"],]}',
    "an odd entry": '{"version": 1, "pages": [7, ["/s", "Lamps"], ["/s", "Lamps", "global:Lamps"]]}',
    "another version": '{"version": 9, "pages": [["/s", "Lamps", "global:Lamps"]]}',
    "another shape": '[["/s", "Lamps", "global:Lamps"]]',
    "nested without end": "[" * 9_000 + '["/s", "Lamps", "global:Lamps"]',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_of_a_broken_file_all_that_can_be_read_stays_muted_and_its_fault_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / MUTES_FILE).write_text(text)
    found = look_at_mutes(tmp_path)
    assert found.pages == (Mute("/s", "Lamps", "global:Lamps"),)
    assert found.fault.startswith(f"{tmp_path / MUTES_FILE} is broken: ")
    assert "\n" not in found.fault


@pytest.mark.parametrize("text", ["", "{}", '{"version": 1}', "\x00\x00"])
def test_a_file_in_which_nothing_can_be_read_is_told_of_too(tmp_path: Path, text: str) -> None:
    (tmp_path / MUTES_FILE).write_text(text)
    assert look_at_mutes(tmp_path).pages == ()
    assert look_at_mutes(tmp_path).fault


def test_what_is_there_and_no_file_to_read_is_told(tmp_path: Path) -> None:
    (tmp_path / MUTES_FILE).mkdir()
    assert "can't be read" in look_at_mutes(tmp_path).fault


def test_no_file_and_a_good_one_have_no_fault(tmp_path: Path) -> None:
    assert look_at_mutes(tmp_path) == ((), "")
    assert mute(tmp_path, TIDES)
    assert look_at_mutes(tmp_path) == ((TIDES,), "")


@pytest.mark.parametrize("step", [lambda state: mute(state, TIDES), lambda state: unmute(state, [TIDES])])
def test_the_next_change_mends_a_broken_file_and_keeps_the_old_one(
    tmp_path: Path, step: Callable[[Path], object]
) -> None:
    (tmp_path / MUTES_FILE).write_text(BROKEN["cut off"])
    step(tmp_path)
    assert look_at_mutes(tmp_path).fault == ""
    assert "global:Lamps" in [each.address for each in read_mutes(tmp_path)]
    assert [kept.read_text() for kept in tmp_path.glob("*.broken")] == [BROKEN["cut off"]]


@given(st.lists(st.tuples(st.text(), st.text(), st.text()), max_size=4), st.integers(min_value=0))
def test_a_file_cut_anywhere_loses_no_entry_that_is_whole(
    tmp_path_factory: pytest.TempPathFactory, pages: list[tuple[str, str, str]], cut: int
) -> None:
    state = tmp_path_factory.mktemp("state")
    text = json.dumps({"version": 1, "pages": pages})
    kept = text[: cut % (len(text) + 1)]
    (state / MUTES_FILE).write_text(kept)
    whole = {Mute(*page) for page in pages if kept.count(json.dumps(page))}
    assert whole <= set(look_at_mutes(state).pages) <= {Mute(*page) for page in pages}


def test_what_can_not_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    with pytest.raises(StorageError, match="could not be written"):
        mute(tmp_path / "state", TIDES)
