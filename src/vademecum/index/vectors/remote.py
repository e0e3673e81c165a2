"""Embedders behind HTTP: an Ollama server, or any that speaks OpenAI's embeddings. It sends texts and keeps nothing.

A server is never believed: its answer is read up to a bound of bytes and of time, as JSON, and judged in
``embedder.py``. Redirects are not followed, since they would take texts and the key where nobody chose to send them.
The key is read from the environment for each request and stands in no message.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.embedder import Purpose, fit, vectors_of

if TYPE_CHECKING:
    import httpx2

    from vademecum.index.vectors.embedder import Matrix

MOST_BYTES = 32 * 1024 * 1024
"""More than 32 vectors of 16,384 numbers take as text."""
# One more request after a fault that may pass; what fails twice in a row is down.
TRIES = 2
_PASSING = frozenset({429, 500, 502, 503, 504})
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SHOWN = 160


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one kind of server is asked: the path below the base URL, and where the vectors are in its answer."""

    kind: str
    name: str
    path: str
    read: Callable[[object], object]
    unknown_path: str


def _of_ollama(answer: object) -> object:
    return answer.get("embeddings") if isinstance(answer, dict) else None


def _of_openai(answer: object) -> object:
    """The vectors in the order of the texts: each carries its place, and servers need not keep to the order."""
    items = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        return None
    places = [item.get("index", at) for at, item in enumerate(items)]
    if sorted(map(str, places)) != sorted(map(str, range(len(items)))):
        return None
    by_place = {str(place): item.get("embedding") for place, item in zip(places, items, strict=True)}
    return [by_place[str(at)] for at in range(len(items))]


OLLAMA = Dialect(
    kind="ollama",
    name="Ollama",
    path="/api/embed",
    read=_of_ollama,
    unknown_path="an Ollama older than 0.3 has no /api/embed: update it; or vectors.url is another server's",
)
OPENAI = Dialect(
    kind="openai",
    name="the embeddings server",
    path="/embeddings",
    read=_of_openai,
    unknown_path="vectors.url is what stands before /embeddings, often ending in /v1",
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server: its base URL, its model, and the environment variable that holds its key, if it wants one.

    ``prefixes`` go before each text, for models that want to be told what it is. Time-outs are in seconds, for a whole
    request: a person waits for the one that embeds a question.
    """

    url: str
    model: str
    key_variable: str = ""
    prefixes: Mapping[Purpose, str] | None = None
    timeout: float = 15.0
    query_timeout: float = 5.0


class RemoteEmbedder:
    """An ``Embedder`` behind HTTP. ``env`` is where the key is looked up."""

    def __init__(self, dialect: Dialect, endpoint: Endpoint, env: Mapping[str, str]) -> None:
        self._dialect = dialect
        self._endpoint = endpoint
        self._env = env
        self._prefixes = endpoint.prefixes or {}
        self._url = endpoint.url.rstrip("/") + dialect.path
        self._host, place = _place(endpoint.url)
        self._who = f"{dialect.name} at {place}"

    @property
    def identity(self) -> str:
        """The model and what is put before passages; the same model on another computer gives the same vectors."""
        name, prefix = f"{self._dialect.kind}:{self._endpoint.model}", self._prefixes.get("passage", "")
        return f"{name} after {prefix!r}" if prefix else name

    def embed(self, texts: Sequence[str], purpose: Purpose) -> Matrix:
        """One row for each text. Raises VectorsFailedError that names the server and what is wrong with its answer."""
        prefix = self._prefixes.get(purpose, "")
        body = {"model": self._endpoint.model, "input": [fit(prefix + text) for text in texts]}
        is_query = purpose == "query"
        answer = self._ask(body, self._endpoint.query_timeout if is_query else self._endpoint.timeout, once=is_query)
        return vectors_of(self._dialect.read(answer), len(texts), self._who)

    def _ask(self, body: Mapping[str, object], timeout: float, *, once: bool) -> object:
        import httpx2  # noqa: PLC0415 - only who configured a server waits for its import

        content = json.dumps(body).encode()
        # A server on this computer is never behind a proxy, whatever the environment says.
        trust_env = self._host not in _LOOPBACK
        try:
            with httpx2.Client(timeout=timeout, trust_env=trust_env) as client:
                for _ in range(1 if once else TRIES):
                    status, raw = self._post(client, content, timeout)
                    if status not in _PASSING:
                        break
        except httpx2.TimeoutException as error:
            raise self._late(timeout) from error
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise VectorsFailedError(f"{self._who} can't be reached: {_first_line(error)}") from error
        return self._read(status, raw)

    def _post(self, client: httpx2.Client, content: bytes, timeout: float) -> tuple[int, bytes]:
        """The status and the body; a server that sends a little now and then is cut off at the time-out too."""
        until = time.monotonic() + timeout
        with client.stream("POST", self._url, content=content, headers=self._headers()) as response:
            raw = bytearray()
            for piece in response.iter_bytes():
                raw += piece
                if len(raw) > MOST_BYTES:
                    raise VectorsFailedError(f"{self._who} gave more than {MOST_BYTES // 1024**2} MiB")
                if time.monotonic() > until:
                    raise self._late(timeout)
            return response.status_code, bytes(raw)

    def _headers(self) -> dict[str, str]:
        # Unpacked, an answer of a few kilobytes can be gigabytes; plain, the bound on what is read holds.
        headers = {"content-type": "application/json", "accept-encoding": "identity"}
        variable = self._endpoint.key_variable
        if variable:
            key = self._env.get(variable, "").strip()
            if not key:
                raise VectorsFailedError(f"${variable} is not set, which should hold the key for {self._who}")
            if not (key.isascii() and key.isprintable()):
                raise VectorsFailedError(f"${variable} holds no key: it has characters that no header can carry")
            headers["authorization"] = f"Bearer {key}"
        return headers

    def _read(self, status: int, raw: bytes) -> object:
        answer = _json(raw)
        if status != 200:  # noqa: PLR2004 - HTTP's word for done
            told = _told(answer)
            # A missing model is a 404 too, with a message; a server that does not know the path has none of that kind.
            hint = self._dialect.unknown_path if status == 404 and "model" not in told else None  # noqa: PLR2004 - as above
            raise VectorsFailedError(f"{self._who} answered {status}{f': {told}' if told else ''}", hint=hint)
        if answer is None:
            raise VectorsFailedError(f"{self._who} gave an answer that is not JSON")
        return answer

    def _late(self, timeout: float) -> VectorsFailedError:
        return VectorsFailedError(f"{self._who} did not answer within {timeout:g} seconds")


def _json(raw: bytes) -> object:
    """The document, None when it is none: not text, not JSON, nested too deep or with numbers too long to read."""
    try:
        found: object = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return found


def _told(answer: object) -> str:
    """What a server says went wrong, as both kinds of server put it; one line, cut."""
    error = answer.get("error") if isinstance(answer, dict) else None
    text = error.get("message") if isinstance(error, dict) else error
    return _first_line(text) if isinstance(text, str) else ""


def _first_line(text: object) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"


def _place(url: str) -> tuple[str | None, str]:
    """The host, and how the server is named: with its port, and without a path, which may be nobody's business."""
    try:
        parts = urlsplit(url)
        return parts.hostname, parts.netloc.rpartition("@")[2] or url
    except ValueError:
        return None, url
