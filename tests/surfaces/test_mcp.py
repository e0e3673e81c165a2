"""The MCP server as a host meets it: another process, lines of JSON, and a world that changes while it runs (A33)."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from vademecum.surfaces.tool_schema import DESCRIPTION, SCHEMA

# Seconds for one answer: longer than the server itself waits for what is under way, and far more than any takes.
WAIT = 120
HOSTILE = {"LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONWARNINGS": "always"}
BROKEN = "---\ntitle: a: b: c\n---\nA leaking tap 潮 🚀.\n"
HELLO = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}


def places(folder: Path) -> dict[str, str]:
    """The environment of a person whose all lives in one folder; compiling the library anew would take seconds."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    xdg = {name: str(folder / name.lower()) for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    return env | xdg | {"HOME": str(folder), "MEMORY_DIR": str(folder / "memory")}


class Server:
    """A running ``vade mcp``, spoken to by hand; every line of its standard output must be JSON-RPC.

    Nothing is waited for without a bound. One that says nothing is ended, and tells at what each of its threads was.
    """

    def __init__(self, folder: Path, env: Mapping[str, str] = HOSTILE) -> None:
        self.folder = folder
        with (folder / "server.log").open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "vademecum", "mcp", "--host", "test"],
                env=places(folder) | dict(env) | {"PYTHONFAULTHANDLER": "1"},
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        self._said = b""
        self._last = 0
        self.hello = self.ask("initialize", HELLO)["result"]
        self.send({"method": "notifications/initialized"})

    def send(self, message: Mapping[str, Any]) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n")

    def write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line)
        self._process.stdin.flush()

    def _line(self, wanted: str) -> bytes:
        """The next line of its output, empty at the end."""
        assert self._process.stdout is not None
        while b"\n" not in self._said:
            if not select.select([self._process.stdout], [], [], WAIT)[0]:
                self._process.send_signal(signal.SIGABRT)
                self._process.wait(timeout=WAIT)
                pytest.fail(f"waited {WAIT} s in vain for {wanted}; the server's log:\n{self.log()}")
            more = os.read(self._process.stdout.fileno(), 1 << 16)
            if not more:
                return self._said
            self._said += more
        line, _, self._said = self._said.partition(b"\n")
        return line + b"\n"

    def read(self, wanted: str = "an answer") -> dict[str, Any]:
        line = self._line(wanted)
        assert line, f"the server ended before {wanted}; its log:\n{self.log()}"
        message = json.loads(line.decode("utf-8"))
        assert message["jsonrpc"] == "2.0"
        return dict(message)

    def ask(self, method: str, params: object = None) -> dict[str, Any]:
        self._last += 1
        self.send({"id": self._last, "method": method, **({} if params is None else {"params": params})})
        answer = self.read(f"the answer to {method} {params}")
        assert answer["id"] == self._last
        return answer

    def call(self, **arguments: object) -> tuple[str, bool]:
        """What the memory tool says, and whether that is an error."""
        result = self.ask("tools/call", {"name": "memory", "arguments": arguments})["result"]
        return result["content"][0]["text"], result["isError"]

    def log(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def hang_up(self) -> None:
        """Leave as a host does that was killed."""
        for pipe in (self._process.stdout, self._process.stdin):
            assert pipe is not None
            pipe.close()

    def wait(self) -> int:
        return self._process.wait(timeout=WAIT)

    def end(self) -> int:
        """Close its input and wait; what is left on its output must be nothing."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        assert self._line("the end of its output") == b""
        self._process.stdout.close()
        return self.wait()


def page(folder: Path, name: str, text: str) -> Path:
    path = folder / "memory" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as they found it; starting one takes seconds."""
    folder = tmp_path_factory.mktemp("mcp")
    page(folder, "topics/broken", BROKEN)
    server = Server(folder)
    yield server
    assert server.end() == 0


def test_it_says_who_it_is_and_when_it_helps(server: Server) -> None:
    assert server.hello["serverInfo"]["name"] == "vademecum"
    assert server.hello["protocolVersion"] == "2024-11-05"
    assert "Recall before you ask" in server.hello["instructions"]


def test_it_offers_one_tool_as_its_schema_says(server: Server) -> None:
    (tool,) = server.ask("tools/list")["result"]["tools"]
    assert (tool["name"], tool["description"], tool["inputSchema"]) == ("memory", DESCRIPTION, SCHEMA)
    assert tool["annotations"]["readOnlyHint"] is False
    assert tool["annotations"]["openWorldHint"] is False


def test_A31_text_of_any_script_passes_whatever_the_locale(server: Server) -> None:
    said, failed = server.call(mode="recall", keywords="潮")
    assert not failed
    assert "潮 🚀" in said
    server.call(mode="remember", topic="名字", content="🚀 ⟦ok⟧ — 中文\n")
    assert "🚀 ⟦ok⟧ — 中文\n" in (server.folder / "memory" / "topics" / "名字.md").read_text(encoding="utf-8")


def test_what_is_refused_is_a_failed_call_with_a_hint(server: Server) -> None:
    said, failed = server.call(mode="remember", topic="broken", content="Mine.")
    assert failed
    assert "was not read in this session\nhint: open the page first" in said


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("no/such/method", None, -32601),
        ("tools/call", {"name": "no-such-tool", "arguments": {}}, -32602),
        ("tools/call", {"name": "memory", "arguments": ["recall"]}, -32602),
    ],
)
def test_what_the_protocol_does_not_know_is_an_error_of_the_protocol(
    server: Server, method: str, params: object, code: int
) -> None:
    assert server.ask(method, params)["error"]["code"] == code


@pytest.mark.parametrize("line", [b"{ not json\n", b"\n", b"[]\n", b'"text"\n', b"\xff\xfe\n", b"[" * 5000 + b"\n"])
def test_a_line_that_is_no_message_does_not_end_the_server(server: Server, line: bytes) -> None:
    server.write(line)
    assert server.ask("ping")["result"] == {}


def test_requests_sent_at_once_are_each_answered(server: Server) -> None:
    calls = {f"n{number}": f"topic-{number}" for number in range(8)}
    for name, topic in calls.items():
        arguments = {"mode": "remember", "topic": topic, "content": topic}
        server.send({"id": name, "method": "tools/call", "params": {"name": "memory", "arguments": arguments}})
    answers = {answer["id"]: answer["result"] for answer in (server.read() for _ in calls)}
    assert {name: answers[name]["content"][0]["text"].split()[1] for name in calls} == {
        name: f"global:topics/{topic}" for name, topic in calls.items()
    }


def test_A43_what_another_program_wrote_is_in_the_next_answer(server: Server) -> None:
    path = page(server.folder, "topics/wrench", "A token oldword22.\n")
    assert "oldword22" in server.call(mode="recall", keywords="oldword22")[0]
    before = path.stat()
    path.write_text("A token newword22.\n", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "newword22" in server.call(mode="recall", keywords="newword22")[0]
    assert server.call(mode="recall", keywords="oldword22")[0].startswith("nothing was found")
    path.unlink()
    assert server.call(mode="recall", keywords="newword22")[0].startswith("nothing was found")


def test_an_index_that_is_taken_away_is_made_again(server: Server) -> None:
    assert "leaking" in server.call(mode="recall", keywords="leaking tap")[0]
    shutil.rmtree(server.folder / "xdg_cache_home")
    said, failed = server.call(mode="recall", keywords="leaking tap")
    assert not failed
    assert "leaking" in said


def test_a_configuration_counts_from_the_next_call_and_the_last_good_one_stays(server: Server) -> None:
    config = server.folder / "xdg_config_home" / "vademecum" / "config.toml"
    config.parent.mkdir(parents=True)
    (server.folder / "vault").mkdir()
    (server.folder / "vault" / "Oar.md").write_text("An oarlock of bronze.\n", encoding="utf-8")
    config.write_text(f'[mounts.vault]\npath = "{server.folder / "vault"}"\n', encoding="utf-8")
    assert "vault:Oar" in server.call(mode="recall", keywords="oarlock")[0]
    config.write_text("[mounts.vault]\npath = 7\n", encoding="utf-8")
    assert "vault:Oar" in server.call(mode="recall", keywords="oarlock")[0]
    assert "the last good configuration stays in force" in server.log()
    config.unlink()
    assert server.call(mode="recall", keywords="oarlock")[0].startswith("nothing was found")


def test_A33_a_whole_session_from_a_file_is_answered_and_its_end_ends_the_server(tmp_path: Path) -> None:
    page(tmp_path, "topics/broken", BROKEN)
    recall = {"name": "memory", "arguments": {"mode": "recall", "topic": "broken"}}
    remember = {"name": "memory", "arguments": {"mode": "remember", "append": "Tap."}}
    asked: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": HELLO},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "no/such/method"},
        {"id": 4, "method": "ping"},
        {"id": 5, "method": "tools/call", "params": recall},
        {"id": 6, "method": "tools/call", "params": remember},
    ]
    lines = [json.dumps({"jsonrpc": "2.0", **each}) for each in asked]
    lines.insert(4, "{ not json\n")
    env = places(tmp_path) | HOSTILE | {"PYTHONDEVMODE": "1", "PYTHONUNBUFFERED": "1", "LOG_LEVEL": "DEBUG"}
    done = subprocess.run(
        [sys.executable, "-m", "vademecum", "mcp"],
        input="\n".join(lines).encode(),
        env=env,
        cwd=tmp_path,
        capture_output=True,
        timeout=WAIT,
        check=False,
    )
    answers = {each["id"]: each for each in map(json.loads, done.stdout.decode("utf-8").splitlines())}
    assert done.returncode == 0
    assert set(answers) == {1, 2, 3, 4, 5, 6}
    assert answers[3]["error"]["code"] == -32601
    assert "潮 🚀" in answers[5]["result"]["content"][0]["text"]
    assert "created global:" in answers[6]["result"]["content"][0]["text"]
    log = done.stderr.decode("utf-8")
    assert f"{tmp_path}/memory/topics/broken.md:2:" in log
    assert "Traceback" not in log
    assert "ResourceWarning" not in log


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_host_that_asks_it_to_go_need_not_kill_it(tmp_path: Path, number: int) -> None:
    server = Server(tmp_path)
    server.call(mode="remember", append="Last words.")
    server.signal(number)
    assert server.wait() == 0
    assert server.end() == 0
    assert "Traceback" not in server.log()


def test_a_host_that_is_gone_leaves_no_server_and_no_noise(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.send({"id": 99, "method": "tools/list"})
    server.hang_up()
    assert server.wait() == 0
    assert "Traceback" not in server.log()


def test_a_configuration_that_is_wrong_from_the_start_is_told_and_can_be_mended(tmp_path: Path) -> None:
    config = tmp_path / "xdg_config_home" / "vademecum" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("[recall]\nlimit = 'many'\n", encoding="utf-8")
    server = Server(tmp_path)
    said, failed = server.call(mode="recall")
    assert failed
    assert f"{config}:2" in said
    config.write_text("[recall]\nlimit = 3\n", encoding="utf-8")
    assert server.call(mode="recall")[0].startswith("ABSENT")
    assert server.end() == 0
