"""H1 as the spec words it, for every host but Claude Code: each event is a process, and only the log's bytes are asked.

Claude Code's own hooks are held to the same in ``tests/surfaces/hooks``.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import zstandard

from vademecum.context.frame import PREFACE, framed, record

Writer: TypeAlias = Any
NAMES = ("Codex", "CodexOfOld", "Dsh", "DshZero", "Gemini", "Qwen")
SEED, PAN = "notes:seed", "notes:pan"
DIGESTS = {SEED: "1" * 64, PAN: "2" * 64}


class Run:
    """A session on a host: its hooks are processes, and what they give is what the host writes down."""

    def __init__(self, writer: type[Writer], folder: Path) -> None:
        self.folder = folder
        self.host = writer(folder, self.text_of, lambda pages: self.text_of(pages, "seed"))

    def text_of(self, pages: list[str], fact: str = "address") -> str:
        records = [record({fact: page, "version": DIGESTS[page][:12]}, "Words.") for page in pages]
        return "\n".join([PREFACE, *framed(records)])

    def is_given(self, event: str, page: str) -> bool:
        about = [self.folder / "state", self.host.host, self.host.session, self.host.file, event, page, DIGESTS[page]]
        command = [sys.executable, str(Path(__file__).with_name("hook.py")), *map(str, about)]
        done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
        return done.stdout == "given"

    def start(self) -> None:
        """A start, and the prompt with which some hosts only write down what it gave."""
        given = [SEED] if self.is_given("start", SEED) else []
        if given:
            self.host.start(given)
        self.host.prompt("good morning")

    def prompt(self, page: str, *, is_held: bool = False) -> None:
        given = [page] if self.is_given("prompt", page) else []
        if given and is_held:
            self.host.hold(page)
        elif not is_held:
            self.host.prompt("what of it?", given)

    @property
    def log(self) -> bytes:
        """All that the log says, unpacked."""
        if self.host.file.suffix != ".zstd":
            return bytes(self.host.file.read_bytes())
        with self.host.file.open("rb") as packed:
            return zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True).read()

    def copies(self, page: str, log: bytes | None = None) -> int:
        """How often a page stands in the log; newer versions of Qwen Code write each text twice."""
        found = (self.log if log is None else log).count(f"version: {DIGESTS[page][:12]}".encode())
        return found // 2 if type(self.host).__name__ == "Qwen" else found


@pytest.fixture(params=NAMES)
def run(request: pytest.FixtureRequest, writers: Mapping[str, type[Writer]], tmp_path: Path) -> Run:
    return Run(writers[request.param], tmp_path)


def test_H1_M20_a_process_that_resumes_the_log_gives_no_seed_again(run: Run) -> None:
    run.start()
    once = 0 if run.host.host == "qwen" else 1  # there a start goes into the system prompt, and into no log
    assert run.copies(SEED) == once
    if run.host.host != "gemini":  # it takes a chat up without the messages that a hook begins
        run.host.resume()
    if run.host.host != "qwen":  # and of each process anew
        run.start()
    run.prompt(SEED)
    assert run.copies(SEED) == once


def test_H1_M21_after_a_compaction_exactly_one_copy_comes_to_the_tail(run: Run) -> None:
    run.start()
    run.prompt(PAN)
    run.host.prompt("one more")
    before = len(run.log)
    run.host.compact()
    run.prompt(PAN)
    run.prompt(PAN)
    assert run.copies(PAN, run.log[:before]) == 1
    assert run.copies(PAN, run.log[before:]) == 1


def test_H1_M22_what_is_only_in_the_queue_is_not_given_again(run: Run) -> None:
    run.start()
    run.prompt(PAN, is_held=True)
    queued = run.copies(PAN)
    run.prompt(PAN, is_held=True)
    assert run.copies(PAN) == queued == (1 if run.host.host == "dsh" else 0)
    run.host.prompt("go on")
    run.prompt(PAN)
    assert run.copies(PAN) == queued + 1


def test_H1_M23_a_person_who_types_the_same_lines_is_not_taken_for_us(run: Run) -> None:
    run.start()
    run.host.prompt(run.text_of([PAN]))
    typed = len(run.log)
    run.prompt(PAN)
    assert run.copies(PAN, run.log[typed:]) == 1


def test_H1_M24_a_seed_in_view_is_not_recalled_and_after_a_compaction_it_is_once(run: Run) -> None:
    run.start()
    run.prompt(SEED)
    before = len(run.log)
    assert run.copies(SEED) == (0 if run.host.host == "qwen" else 1)
    run.host.prompt("one more")
    run.host.compact()
    run.prompt(SEED)
    run.prompt(SEED)
    # What stands in the system prompt no compaction takes away.
    assert run.copies(SEED, run.log[before:]) == (0 if run.host.host == "qwen" else 1)
