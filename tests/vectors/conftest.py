"""What the tests of vectors share: an embedder that needs no model, and a real HTTP server of both dialects."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from vademecum.config import MountConfig
from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.embedder import Purpose, normalised
from vademecum.library import Library, Mount

if TYPE_CHECKING:
    from vademecum.index.vectors.embedder import Matrix

LENGTH = 64
# What a model knows and words don't tell.
ALIKE = {"lumbar": "back", "physician": "doctor", "automobile": "car"}


def hashed(text: str, length: int = LENGTH) -> list[float]:
    """A vector of the words of a text, whatever their order; words that mean the same count as the same."""
    row = [0.0] * length
    for word in ["always", *text.lower().split()]:
        row[sha256(ALIKE.get(word, word).encode()).digest()[0] % length] += 1.0
    return row


class HashEmbedder:
    """An embedder that notes what it was given; it fails with the texts that come after ``fail_after``."""

    def __init__(self, identity: str = "hash:1", length: int = LENGTH) -> None:
        self.identity = identity
        self.length = length
        self.given: list[str] = []
        self.batches: list[int] = []
        self.fail_after: int | None = None
        self.error: BaseException = VectorsFailedError("the fake is down")

    def embed(self, texts: Sequence[str], purpose: Purpose) -> Matrix:
        if self.fail_after is not None and len(self.given) + len(texts) > self.fail_after:
            raise self.error
        self.given += texts
        self.batches.append(len(texts))
        return normalised(np.array([hashed(text, self.length) for text in texts]), "the fake")


class Server:
    """A server on loopback; ``answer`` makes status and body of a request's path and JSON, ``asked`` notes them."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.headers: list[dict[str, str]] = []
        self.answer: Callable[[str, dict[str, Any]], tuple[int, object]] = right_answer
        self.more_headers: dict[str, str] = {}
        self.drips = False
        self.over = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def close(self) -> None:
        self.over.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                server.asked.append((self.path, body))
                server.headers.append({name.lower(): value for name, value in self.headers.items()})
                status, found = server.answer(self.path, body)
                raw = found if isinstance(found, bytes) else json.dumps(found).encode()
                try:
                    self.send_response(status)
                    for name, value in server.more_headers.items():
                        self.send_header(name, value)
                    if not server.drips:
                        self.send_header("content-length", str(len(raw)))
                    self.end_headers()
                    while server.drips and not server.over.wait(0.01):
                        self.wfile.write(b" ")
                    self.wfile.write(raw)
                except OSError:
                    pass  # who asked has gone

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        return Handler


def right_answer(path: str, body: dict[str, Any]) -> tuple[int, object]:
    rows = [hashed(text) for text in body["input"]]
    if path == "/api/embed":
        return 200, {"model": body["model"], "embeddings": rows}
    items = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(rows)]
    return 200, {"object": "list", "data": items[::-1]}


@pytest.fixture
def server() -> Iterator[Server]:
    opened = Server()
    yield opened
    opened.close()


@pytest.fixture
def embedder() -> HashEmbedder:
    return HashEmbedder()


@pytest.fixture
def make_library(tmp_path: Path) -> Iterator[Callable[..., Library]]:
    """A library in which each keyword is a mount of the pages given by name; called again, it is as after a restart."""
    opened: list[Library] = []

    def make(*, config: dict[str, Any] | None = None, trusted: bool = True, **mounts: dict[str, str]) -> Library:
        found = []
        for mount, pages in mounts.items():
            for name, text in pages.items():
                file = tmp_path / mount / f"{name}.md"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            found.append(Mount(MountConfig(name=mount, path=tmp_path / mount, **(config or {})), trusted=trusted))
        opened.append(Library(found, tmp_path / "cache"))
        opened[-1].sync_all()
        return opened[-1]

    yield make
    for library in opened:
        library.close()
