"""Writes that can't lose data: killed at any point, or racing each other, through the whole gateway."""

from __future__ import annotations

import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from vademecum.config import MountConfig
from vademecum.library import Library, Mount
from vademecum.recall.pipeline import Request, recall

WRITER = Path(__file__).parent / "writer.py"
END = "END"


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, str(WRITER), str(folder), *arguments], stdout=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> list[str]:
    said, _ = process.communicate(timeout=600)
    assert process.returncode == 0
    return said.splitlines()


def store_in(folder: Path, text: str) -> Path:
    (folder / "notes").mkdir()
    page = folder / "notes" / "page.md"
    page.write_text(text, encoding="utf-8")
    return page


def whole(word: str) -> str:
    body = word + "\n"
    return body + sha256(body.encode()).hexdigest() + "\n"


def is_whole(text: str) -> bool:
    body, _, last = text.rstrip("\n").rpartition("\n")
    return sha256((body + "\n").encode()).hexdigest() == last


def answers(folder: Path, query: str) -> list[str]:
    library = Library([Mount(MountConfig(name="notes", path=folder / "notes"))], folder / "cache")
    found = [hit.snippet.text for hit in recall(library, Request(query)).hits]
    library.close()
    return found


def leftovers(folder: Path) -> list[str]:
    return [file.name for file in (folder / "notes").iterdir() if file.name not in {"page.md", ".vade"}]


def test_H8_death_before_any_call_to_the_disk_leaves_the_old_page_or_the_new_one(tmp_path: Path) -> None:
    store_in(tmp_path, whole("the start"))
    steps = [line.split(" ", 2) for line in finish(start(tmp_path, "die"))]
    assert len(steps) > 10
    assert {code for code, _, _ in steps[:-1]} == {"137"}
    assert {is_all_there for _, is_all_there, _ in steps} == {"True"}
    before = "the start"
    for number, (_, _, now) in enumerate(steps):
        assert now in {before, f"step {number}"}
        before = now
    assert steps[-1][0] == "0"
    assert before == f"step {len(steps) - 1}"
    assert leftovers(tmp_path) == []


def test_H8_a_writer_killed_at_any_moment_leaves_a_whole_page_and_no_lock(tmp_path: Path) -> None:
    page = store_in(tmp_path, whole("the start"))
    for texts in (1, 3, 2, 1, 2, 3, 1, 1, 2, 3, 2, 1):
        process = start(tmp_path, "for-ever")
        assert process.stdout is not None
        for _ in range(texts):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert is_whole(page.read_text(encoding="utf-8"))
    assert len(answers(tmp_path, "text")) == 1
    finish(start(tmp_path, "once"))
    assert leftovers(tmp_path) == []


def test_H7_two_processes_editing_one_page_500_times_each_lose_nothing(tmp_path: Path) -> None:
    page = store_in(tmp_path, f"{END}\n")
    writers = [start(tmp_path, "edit", who, "500") for who in ("a", "b")]
    assert [finish(writer)[0].split()[0] for writer in writers] == ["500", "500"]
    lines = page.read_text(encoding="utf-8").splitlines()
    text = f"{END}\n"
    for line in lines[:-1]:
        assert line.endswith(f" on {sha256(text.encode()).hexdigest()[:12]}")
        text = text.removesuffix(f"{END}\n") + f"{line}\n{END}\n"
    tokens = [line.split()[0] for line in lines[:-1]]
    assert sorted(tokens) == sorted(f"{who}-{number}" for who in ("a", "b") for number in range(500))
    assert page.read_text(encoding="utf-8") == text
