"""Embedders behind HTTP: an Ollama server, or any that speaks OpenAI's embeddings. It sends texts and keeps nothing.

How a server is asked and what is believed of its answer is in ``servers.py``; vectors are judged in ``embedder.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.embedder import Purpose, fit, vectors_of
from vademecum.servers import DONE, UNKNOWN, Server, ask, place_of, told

if TYPE_CHECKING:
    from vademecum.index.vectors.embedder import Matrix

MOST_BYTES = 32 * 1024 * 1024
"""More than 32 vectors of 16,384 numbers take as text."""
# One more request after a fault that may pass; what fails twice in a row is down.
TRIES = 2


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
        self._server = Server(
            url=endpoint.url.rstrip("/") + dialect.path,
            who=f"{dialect.name} at {place_of(endpoint.url)}",
            error=VectorsFailedError,
            most_bytes=MOST_BYTES,
            key_variable=endpoint.key_variable,
        )

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
        timeout, tries = (self._endpoint.query_timeout, 1) if is_query else (self._endpoint.timeout, TRIES)
        status, answer = ask(self._server, body, self._env, timeout=timeout, tries=tries)
        return vectors_of(self._dialect.read(self._done(status, answer)), len(texts), self._server.who)

    def _done(self, status: int, answer: object) -> object:
        if status != DONE:
            said = told(answer)
            # A missing model is a 404 too, with a message; a server that does not know the path has none of that kind.
            hint = self._dialect.unknown_path if status == UNKNOWN and "model" not in said else None
            raise self._server.fault(f"answered {status}{f': {said}' if said else ''}", hint)
        if answer is None:
            raise self._server.fault("gave an answer that is not JSON")
        return answer
