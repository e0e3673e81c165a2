"""Asking a model behind any endpoint that speaks OpenAI's chat completions. It sends one text and keeps nothing.

The server is never believed: its answer is read up to a bound of bytes and of time, as JSON, and what it says is judged
by whoever asked. Redirects are not followed, since they would take texts and the key where nobody chose to send them.
The key is read from the environment and stands in no message.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from vademecum.errors import ModelFailedError

if TYPE_CHECKING:
    import httpx2

PATH = "/chat/completions"
# More than a model writes in one answer.
MOST_BYTES = 8 * 1024 * 1024
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_DONE = 200
_SHOWN = 160


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server: what stands before ``/chat/completions``, its model, and the environment variable of its key, if any.
    ``timeout`` is in seconds, for the whole answer."""

    url: str
    model: str
    key_variable: str = ""
    timeout: float = 300.0

    @property
    def place(self) -> str:
        """The host and port, as a person is told where texts go."""
        return urlsplit(self.url).netloc.rpartition("@")[2] or self.url


def complete(endpoint: Endpoint, system: str, user: str, env: Mapping[str, str]) -> str:
    """The model's answer to a task and its text. Raises ModelFailedError that names the server and what went wrong."""
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    body = json.dumps({"model": endpoint.model, "messages": messages, "temperature": 0, "stream": False}).encode()
    status, raw = _post(endpoint, body, _headers(endpoint, env))
    answer = _json(raw)
    if status != _DONE:
        raise _failed(endpoint, f"answered {status}{_told(answer)}")
    match answer:
        case {"choices": [{"message": {"content": str(text)}}, *_]}:
            return text
        case _:
            raise _failed(endpoint, "gave an answer that is no chat completion")


def _post(endpoint: Endpoint, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
    import httpx2  # noqa: PLC0415 - only who asks a model waits for its import

    # A server on this computer is never behind a proxy, whatever the environment says.
    trust_env = urlsplit(endpoint.url).hostname not in _LOOPBACK
    try:
        with (
            httpx2.Client(timeout=endpoint.timeout, trust_env=trust_env) as client,
            client.stream("POST", endpoint.url.rstrip("/") + PATH, content=body, headers=dict(headers)) as response,
        ):
            return response.status_code, _bounded(endpoint, response)
    except httpx2.TimeoutException as error:
        raise _failed(endpoint, f"did not answer within {endpoint.timeout:g} seconds") from error
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise _failed(endpoint, f"can't be reached: {_line(error)}") from error


def _bounded(endpoint: Endpoint, response: httpx2.Response) -> bytes:
    """The body; a server that sends a little now and then is cut off at the time-out too."""
    until, raw = time.monotonic() + endpoint.timeout, bytearray()
    for piece in response.iter_bytes():
        raw += piece
        if len(raw) > MOST_BYTES:
            raise _failed(endpoint, f"gave more than {MOST_BYTES // 1024**2} MiB")
        if time.monotonic() > until:
            raise _failed(endpoint, f"did not answer within {endpoint.timeout:g} seconds")
    return bytes(raw)


def _headers(endpoint: Endpoint, env: Mapping[str, str]) -> dict[str, str]:
    # Unpacked, an answer of a few kilobytes can be gigabytes; plain, the bound on what is read holds.
    headers = {"content-type": "application/json", "accept-encoding": "identity"}
    if endpoint.key_variable:
        key = env.get(endpoint.key_variable, "").strip()
        if not key or not (key.isascii() and key.isprintable()):
            raise ModelFailedError(f"${endpoint.key_variable} holds no key for {endpoint.place}")
        headers["authorization"] = f"Bearer {key}"
    return headers


def _failed(endpoint: Endpoint, what: str) -> ModelFailedError:
    return ModelFailedError(f"the model at {endpoint.place} {what}", hint="nothing was changed")


def _json(raw: bytes) -> object:
    try:
        found: object = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return found


def _told(answer: object) -> str:
    """What a server says went wrong, in one line."""
    error = answer.get("error") if isinstance(answer, dict) else None
    text = error.get("message") if isinstance(error, dict) else error
    return f": {_line(text)}" if isinstance(text, str) else ""


def _line(text: object) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
