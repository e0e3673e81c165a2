"""A model that agents' programs can talk to: it speaks the Anthropic messages protocol on loopback, and never thinks.

A person's text ``use TOOL with {...}`` makes it call that tool once; all else, a tool's answer too, it answers with
``Noted.`` Each body it is sent becomes one line of JSON in a file.

    python fake_model.py LOG     prints its port, then serves until it is ended
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

ORDER = re.compile(r"use (\S+) with (\{.*\})", re.DOTALL)
REPLY = "Noted."
USAGE = {"input_tokens": 1, "output_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}

Block = dict[str, Any]
_lock = Lock()
_numbers = count(1)


def answer_to(body: Mapping[str, Any]) -> Block:
    """The one block that answers a request: the call that the newest message of the person orders, or a text."""
    content = next(each["content"] for each in reversed(body["messages"]) if each["role"] == "user")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if not any(block["type"] == "tool_result" for block in blocks):
        orders = [found for block in blocks if (found := ORDER.fullmatch(block.get("text", "")))]
        if orders:
            number = next(_numbers)
            return {
                "type": "tool_use",
                "id": f"toolu_{number}",
                "name": orders[-1][1],
                "input": json.loads(orders[-1][2]),
            }
    return {"type": "text", "text": REPLY}


def message(body: Mapping[str, Any], block: Block) -> Block:
    """A whole message around a block."""
    return {
        "id": f"msg_{next(_numbers)}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": [block],
        "stop_reason": "tool_use" if block["type"] == "tool_use" else "end_turn",
        "stop_sequence": None,
        "usage": USAGE,
    }


def events(whole: Block) -> Iterator[Block]:
    """The same message as it is streamed: begun without content, its one block in one piece, and ended."""
    (block,) = whole["content"]
    start: Block
    if block["type"] == "tool_use":
        start, delta = {"input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    else:
        start, delta = {"text": ""}, {"type": "text_delta", "text": block["text"]}
    yield {"type": "message_start", "message": whole | {"content": [], "stop_reason": None}}
    yield {"type": "content_block_start", "index": 0, "content_block": block | start}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    ended = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


class Model(BaseHTTPRequestHandler):
    """Answers posts to ``/v1/messages``, and says nothing of use to anything else."""

    log: Path

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        path = self.path.partition("?")[0]
        if path != "/v1/messages":
            self._send("application/json", json.dumps({"input_tokens": 1}).encode())
            return
        with _lock, self.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(body) + "\n")
        whole = message(body, answer_to(body))
        if body.get("stream"):
            lines = "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events(whole))
            self._send("text/event-stream", lines.encode())
        else:
            self._send("application/json", json.dumps(whole).encode())

    def do_HEAD(self) -> None:
        self._send("application/json", b"")

    def do_GET(self) -> None:
        self._send("application/json", b'{"data": []}')

    def _send(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet: what matters is in the log."""


if __name__ == "__main__":
    Model.log = Path(sys.argv[1])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    print(server.server_address[1], flush=True)  # noqa: T201 - this is how its starter learns the port
    server.serve_forever()
