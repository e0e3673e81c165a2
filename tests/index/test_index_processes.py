from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from vademecum.index.contract import Changes, Filter
from vademecum.index.sqlite import open_index

WORKER = str(Path(__file__).with_name("worker.py"))


def start(path: Path, task: str, times: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, WORKER, str(path), task, str(times)], stderr=subprocess.PIPE)


def complaints(workers: list[subprocess.Popen[bytes]]) -> list[bytes]:
    said = [worker.communicate(timeout=120)[1] for worker in workers]
    return [text or b"failed" for worker, text in zip(workers, said, strict=True) if worker.returncode]


def test_each_view_agrees_with_itself_while_two_processes_write(tmp_path: Path) -> None:
    path = tmp_path / "i.db"

    workers = [start(path, task, 150) for task in ("one", "two", "read", "read")]

    assert complaints(workers) == []
    with open_index(path).view() as view:
        assert view.fingerprint in {"one 149", "two 149"}
        assert {name for name in view.known() if name.startswith("shared")} == {f"shared{each}" for each in range(5)}


def test_processes_that_start_at_once_make_one_index(tmp_path: Path) -> None:
    path = tmp_path / "i.db"

    workers = [start(path, f"w{number}", 3) for number in range(6)]

    assert complaints(workers) == []
    assert sorted(each.name for each in tmp_path.glob("i*.db")) == ["i.db"]
    with open_index(path).view() as view:
        pages = {name for name in view.known() if name.startswith("w")}
    assert pages == {f"w{who}{number}" for who in range(6) for number in range(3)}


def test_processes_that_find_it_damaged_at_once_replace_it_once(tmp_path: Path) -> None:
    path = tmp_path / "i.db"
    path.write_bytes(b"no database at all " * 1000)

    workers = [start(path, f"w{number}", 3) for number in range(6)]

    assert complaints(workers) == []
    assert sorted(each.name for each in tmp_path.glob("i*.db")) == ["i.1.db"]
    with open_index(path).view() as view:
        assert view.totals(["mark"]).blocks == 3 * len(view.known())


def test_a_reader_in_the_middle_of_a_view_is_not_disturbed_by_a_writer_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "i.db"
    index = open_index(path)
    with index.view() as before:
        assert complaints([start(path, "one", 40)]) == []
        assert before.known() == {}
        assert before.propose(["mark"], limit=5, within=Filter()) == []

    index.apply(Changes(), fingerprint="mine")
    with index.view() as after:
        assert (after.fingerprint, "one6" in after.known()) == ("mine", True)
