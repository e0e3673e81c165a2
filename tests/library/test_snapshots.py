"""Snapshots, kept by content."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest

from vademecum.library import snapshots
from vademecum.library.snapshots import (
    FOLDER,
    KEPT,
    Snapshot,
    keep_snapshot,
    keep_triggers,
    read_snapshot,
    read_triggers,
)

ONE = Snapshot(
    "I count in fathoms. 潮位 🙂", [["global:About me", "d1"]], "Who I am", [["global:Soul", "d2", 8, 9]], "d3", 9500
)


def test_a_snapshot_is_read_as_it_was_kept(tmp_path: Path) -> None:
    digest = keep_snapshot(str(tmp_path), ONE)
    assert read_snapshot(str(tmp_path), digest) == ONE


def test_the_same_snapshot_is_kept_once(tmp_path: Path) -> None:
    assert keep_snapshot(str(tmp_path), ONE) == keep_snapshot(str(tmp_path), ONE)
    assert len(list((tmp_path / FOLDER).iterdir())) == 1


def test_a_snapshot_that_was_damaged_or_is_gone_is_none(tmp_path: Path) -> None:
    digest = keep_snapshot(str(tmp_path), ONE)
    file = tmp_path / FOLDER / f"{digest}.json"
    file.write_bytes(file.read_bytes()[:-3])
    assert read_snapshot(str(tmp_path), digest) is None
    file.unlink()
    assert read_snapshot(str(tmp_path), digest) is None


def test_the_oldest_make_room_and_one_in_use_stays(tmp_path: Path) -> None:
    used = keep_snapshot(str(tmp_path), ONE)
    for number in range(KEPT + 3):
        digest = keep_snapshot(str(tmp_path), Snapshot(str(number)))
        os.utime(tmp_path / FOLDER / f"{digest}.json", ns=(number, number))
        assert keep_snapshot(str(tmp_path), ONE) == used
    assert len(list((tmp_path / FOLDER).iterdir())) == KEPT
    assert read_snapshot(str(tmp_path), used) == ONE


def test_tables_take_so_many_bytes_together_and_the_newest_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "MOST_BYTES", 250)
    digests = []
    for number in range(4):
        digests.append(keep_triggers(str(tmp_path), bytes([number]) * 100))
        os.utime(tmp_path / FOLDER / f"{digests[-1]}.triggers", ns=(number, number))
    text = keep_snapshot(str(tmp_path), ONE)  # another kind, which makes no room for the first and takes none of it
    assert [bool(read_triggers(str(tmp_path), each)) for each in digests] == [False, False, True, True]
    large = keep_triggers(str(tmp_path), b"x" * 300)
    assert [path.stem for path in (tmp_path / FOLDER).glob("*.triggers")] == [large]
    assert read_snapshot(str(tmp_path), text) == ONE


def test_a_draft_that_a_dead_process_left_goes_and_one_in_the_making_stays(tmp_path: Path) -> None:
    keep_triggers(str(tmp_path), b"one")
    old, new = (tmp_path / FOLDER / f"{name}.triggers.{name}1" for name in ("0", "1"))
    for file in (old, new):
        file.write_bytes(b"half")
    os.utime(old, (0, 0))
    keep_triggers(str(tmp_path), b"two")
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.parametrize(
    ("fields", "read"),
    [
        (["text", [["global:About me", "d1"]]], Snapshot("text", [["global:About me", "d1"]])),
        (["text", [], "boot", [], "", 7, "what is to come"], Snapshot("text", [], "boot", [], "", 7)),
    ],
)
def test_a_snapshot_of_another_version_is_read_as_far_as_it_is_known(
    tmp_path: Path, fields: list[object], read: Snapshot
) -> None:
    data = json.dumps(fields).encode()
    digest = sha256(data).hexdigest()[:32]
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / f"{digest}.json").write_bytes(data)
    assert read_snapshot(str(tmp_path), digest) == read


def test_one_that_is_read_is_in_use_and_stays(tmp_path: Path) -> None:
    used = keep_snapshot(str(tmp_path), ONE)
    os.utime(tmp_path / FOLDER / f"{used}.json", ns=(1, 1))
    assert read_snapshot(str(tmp_path), used) == ONE
    for number in range(KEPT):
        digest = keep_snapshot(str(tmp_path), Snapshot(str(number)))
        os.utime(tmp_path / FOLDER / f"{digest}.json", ns=(number, number))
    assert read_snapshot(str(tmp_path), used) == ONE


def test_a_table_of_triggers_is_kept_beside_and_takes_no_snapshots_place(tmp_path: Path) -> None:
    digest = keep_snapshot(str(tmp_path), ONE)
    tables = [keep_triggers(str(tmp_path), b"%d" % number) for number in range(KEPT + 1)]
    assert read_triggers(str(tmp_path), tables[-1]) == b"%d" % KEPT
    assert read_snapshot(str(tmp_path), digest) == ONE
    assert len(list((tmp_path / FOLDER).iterdir())) == KEPT + 1


def test_no_table_is_none_and_one_that_is_gone_is_empty(tmp_path: Path) -> None:
    assert keep_triggers(str(tmp_path), b"") == ""
    assert read_triggers(str(tmp_path), "") == read_triggers(str(tmp_path), "0" * 32) == b""
