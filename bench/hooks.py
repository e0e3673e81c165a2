"""CPU time of a cold prompt hook on a store of 10,000 pages, beside ``python -c pass`` in the same run.

Run it as ``python bench/hooks.py [rounds [pages]]``. The store is made up: pages of a few blocks in English and
Chinese. The prompts are stack traces of 300 words in both languages that speak of one page each; a run counts only when
the hook's output holds that page. Every session has started, and each page may come in by its name. 200 pages were
changed since the sync. The transcript is one of Claude Code with 50 MB, of which all but a turn's messages were read by
a hook before, as in a session that goes on. Each round measures bare Python and every prompt in turn, so that a busy
machine is busy for both; what is compared is CPU time. Beside the prompts stands what reading all of the transcript
costs once, as after its kept reading was lost.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from vademecum.sessions import TRANSCRIPTS, SessionKey
from vademecum.surfaces.hooks.claude_code import HOST
from vademecum.surfaces.hooks.receipts import LEDGERS

PAGES = 10_000
CHANGED = 200
TRANSCRIPT_BYTES = 50 * 1024 * 1024
# Messages that a turn adds to a transcript, with a few tools used.
TURN = 24
ROUNDS = 9
TARGET = 5.0
# For a store of a hundred thousand pages.
LARGE_TARGET = 8.0
WORDS = 300
PYTHON = "python -c pass"
ANEW = "300-word trace, read anew"

STARTS = ("b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "st", "tr", "pl")
ENDS = ("a", "e", "i", "o", "u", "ai", "ou", "ea")
PACKAGES = ("alpha", "beta", "gamma", "delta")
_ENGLISH = 6_000
_CHINESE = 3_000


class Asked(NamedTuple):
    """A prompt and the page that its answer must hold."""

    name: str
    page: str
    prompt: str


class Bench(NamedTuple):
    """A store in step, a project, and the environment that leads to both."""

    store: Path
    project: Path
    transcript: Path
    env: Mapping[str, str]
    session: SessionKey = SessionKey(HOST, "the one that goes on")

    @property
    def begun(self) -> Path:
        """The ledger of a session that has just started."""
        return self.ledger_of(SessionKey(HOST, "one that has just begun"))

    def ledger_of(self, session: SessionKey) -> Path:
        """Where a session's ledger is kept."""
        return Path(self.env["XDG_STATE_HOME"], "vademecum", LEDGERS, session.file)

    def reading_of(self, session: SessionKey) -> Path:
        """Where a session's reading of the transcript is kept."""
        return Path(self.env["XDG_STATE_HOME"], "vademecum", TRANSCRIPTS, session.file)


def made_words(draw: random.Random) -> tuple[list[str], list[str]]:
    """Words that look like English, and pairs of Chinese signs; the same for the same draw."""
    words = {
        "".join(draw.choice(STARTS) + draw.choice(ENDS) for _ in range(draw.randint(2, 4))) for _ in range(_ENGLISH)
    }
    signs = [chr(code) for code in range(0x4E00, 0x5A00)]
    return sorted(words), ["".join(draw.sample(signs, 2)) for _ in range(_CHINESE)]


def text_of(draw: random.Random, words: list[str], count: int, join: str) -> str:
    """So many words, common ones more often, as natural text has them."""
    return join.join(words[int(len(words) * draw.random() ** 3)] for _ in range(count))


def pages(draw: random.Random, count: int = PAGES) -> Iterator[tuple[str, str]]:
    """Name and text of every page; each has three to six blocks."""
    english, chinese = made_words(draw)
    for number in range(count):
        words, join = (chinese, "") if number % 3 == 0 else (english, " ")
        blocks = [
            f"## {text_of(draw, words, 3, join)}\n\n{text_of(draw, words, draw.randint(30, 90), join)}\n"
            for _ in range(draw.randint(3, 6))
        ]
        yield f"area-{number % 40}/page {number}", f"# Page {number}\n\n" + "\n".join(blocks)


ANSWERS = {
    "en": (
        "incidents/Pool of the ferry gateway",
        """# Pool of the ferry gateway

FerryGatewayTimeout in `acquire_slot`: the pool of the ferry gateway leaks a slot for each retried booking.
Restart ferrygw, then raise ferry_pool_size.
""",
    ),
    "zh": (
        "事故/渡轮网关连接池",
        """# 渡轮网关连接池

渡轮网关报 FerryGatewayTimeout：每次重试订舱都会漏掉一个槽位。先重启 ferrygw，再调大 ferry_pool_size。
""",
    ),
}


def prompts(draw: random.Random) -> list[Asked]:
    """Stack traces of 300 words that speak of the two answers, with a sentence in each language."""
    frames = "\n".join(
        f'  File "/srv/app/{draw.choice(PACKAGES)}/m{number}.py", line {draw.randint(1, 900)}, '
        f"in step_{number}\n    result = call_{number}(request, retries={number})"
        for number in range(WORDS // 10)
    )
    trace = f"Traceback (most recent call last):\n{frames}\nferrygw.FerryGatewayTimeout: acquire_slot waited 30 s"
    asks = {
        "en": "The ferry gateway pool times out again when a booking is retried, what did we do last time?",
        "zh": "渡轮网关的连接池又超时了，重试订舱以后槽位不够，上次是怎么处理的？",
    }
    return [Asked(f"300-word trace, {lang}", ANSWERS[lang][0], f"{ask}\n\n{trace}") for lang, ask in asks.items()]


def prepare(home: Path, count: int = PAGES) -> Bench:
    """Make the store, bring it in step, start a session, and change some pages afterwards."""
    store, project, transcript = home / "memory", home / "project", home / "transcript.jsonl"
    project.mkdir()
    for name, text in [*pages(random.Random(1), count), *ANSWERS.values()]:  # noqa: S311 - made-up text, no secret
        path = store / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    written = write_transcript(transcript)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    places = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "CACHE", "STATE")}
    env |= {"HOME": str(home), "MEMORY_DIR": str(store), **places}
    bench = Bench(store, project, transcript, env)
    subprocess.run([sys.executable, "-m", "vademecum", "sync"], env=env, cwd=project, check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "vademecum.surfaces.hooks.refresh", str(project)], env=env, check=True)
    run_hook(bench, "SessionStart", {"source": "startup", "session_id": "one that has just begun"})
    assert any(bench.begun.parents[2].glob("snapshots/*.triggers"))
    one = prompts(random.Random(3))[0]  # noqa: S311 - as above
    run_hook(bench, "UserPromptSubmit", {"prompt": one.prompt, "session_id": bench.session.id})
    with transcript.open("a", encoding="utf-8") as lines:
        lines.writelines(messages(written, TURN))
    for number in range(CHANGED):
        with (store / f"area-{number % 40}" / f"page {number}.md").open("a", encoding="utf-8") as page:
            page.write("\nOne more line, written after the sync.\n")
    return bench


def messages(first: int, count: int) -> Iterator[str]:
    """Lines of a transcript, each a message after the one before it: a kilobyte said, or what a tool answered."""
    for number in range(first, first + count):
        said: object = "x" * 1000
        if number % 3 == 0:
            said = [{"tool_use_id": f"toolu_{number}", "type": "tool_result", "content": "y" * 1000}]
        parent = f"{number - 1:08}-0000-4000-8000-000000000000" if number else None
        line = {
            "parentUuid": parent,
            "isSidechain": False,
            "type": "user",
            "message": {"role": "user", "content": said},
        }
        name = f"{number:08}-0000-4000-8000-000000000000"
        yield json.dumps({**line, "uuid": name, "sessionId": "s"}, separators=(",", ":")) + "\n"


def write_transcript(file: Path) -> int:
    """A conversation of 50 MB that was never compacted; the number of its messages."""
    count = TRANSCRIPT_BYTES // len(next(messages(1, 1)))
    with file.open("w", encoding="utf-8") as lines:
        lines.writelines(messages(0, count))
    return count


def run_hook(bench: Bench, event: str, more: Mapping[str, str]) -> tuple[float, str]:
    """CPU seconds of one hook in a process of its own, and the text that it gave the agent."""
    given = {
        "session_id": f"{event} {os.urandom(8).hex()}",
        "cwd": str(bench.project),
        "transcript_path": str(bench.transcript),
        **more,
    }
    command = [sys.executable, "-m", "vademecum", "hook", "claude-code", event]
    seconds, said = run(command, json.dumps({**given, "hook_event_name": event}).encode(), bench.env)
    found = json.loads(said) if said else {}
    return seconds, found.get("hookSpecificOutput", {}).get("additionalContext", "")


def run(command: list[str], given: bytes, env: Mapping[str, str]) -> tuple[float, bytes]:
    """CPU seconds of a command, and what it wrote."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
        stdin.write(given)
        stdin.seek(0)
        process = subprocess.Popen(command, env=env, stdin=stdin, stdout=stdout)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        stdout.seek(0)
        return used.ru_utime + used.ru_stime, stdout.read()


def ask(bench: Bench, one: Asked, *, read_before: bool) -> float:
    """CPU seconds of a prompt's hook, in a session of its own whose transcript was read before, or never."""
    session = SessionKey(HOST, os.urandom(8).hex())
    shutil.copy(bench.begun, bench.ledger_of(session))
    if read_before:
        shutil.copy(bench.reading_of(bench.session), bench.reading_of(session))
    seconds, said = run_hook(bench, "UserPromptSubmit", {"prompt": one.prompt, "session_id": session.id})
    assert one.page in said, f"{one.name}: the page is not in the answer: {said[:200]!r}"
    assert bench.reading_of(session).stat().st_size > 0
    return seconds


def measure(bench: Bench, rounds: int) -> dict[str, list[float]]:
    """CPU seconds by what was run; a first round that only writes bytecode is not among them."""
    asked = prompts(random.Random(2))  # noqa: S311 - as above
    seconds: dict[str, list[float]] = {PYTHON: [], **{one.name: [] for one in asked}, ANEW: []}
    for number in range(rounds + 1):
        taken = {PYTHON: run([sys.executable, "-c", "pass"], b"", bench.env)[0]}
        for one in asked:
            taken[one.name] = ask(bench, one, read_before=True)
        taken[ANEW] = ask(bench, asked[0], read_before=False)
        for name, spent in taken.items() if number else ():
            seconds[name].append(spent)
    return seconds


def main() -> int:
    """Print medians and ratios; 1 when a prompt in a session that goes on costs more than the target."""
    rounds, count = [*map(int, sys.argv[1:]), *(ROUNDS, PAGES)[len(sys.argv) - 1 :]]
    target = TARGET if count <= PAGES else LARGE_TARGET
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        seconds = measure(prepare(Path(home), count), rounds)
    bare = statistics.median(seconds[PYTHON])
    print(f"{'':28}{'CPU ms':>8}{'least':>8}{'x python':>10}")
    for name, each in seconds.items():
        middle = statistics.median(each)
        print(f"{name:28}{middle * 1000:>8.1f}{min(each) * 1000:>8.1f}{middle / bare:>10.2f}")
    return int(any(statistics.median(each) > target * bare for name, each in seconds.items() if name != ANEW))


if __name__ == "__main__":
    sys.exit(main())
