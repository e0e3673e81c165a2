"""Asking a server over HTTP that is never believed: its answer is read up to a bound of bytes and of time, as JSON.

What the answer says is for whoever asked to judge. Redirects are not followed, since they would take texts and the key
where nobody chose to send them. The key is read from the environment for each request and stands in no message.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from vademecum.errors import VademecumError

if TYPE_CHECKING:
    import httpx2

DONE = 200
UNKNOWN = 404
# Faults that may pass by themselves.
_PASSING = frozenset({429, 500, 502, 503, 504})
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SHOWN = 160


@dataclass(frozen=True, slots=True)
class Server:
    """Where requests go, and what is raised when one comes to nothing: an ``error`` that calls the server ``who``.

    ``key_variable`` is the environment variable that holds its key, if it wants one.
    """

    url: str
    who: str
    error: type[VademecumError]
    most_bytes: int
    key_variable: str = ""
    hint: str | None = None

    def fault(self, what: str, hint: str | None = None) -> VademecumError:
        """The error that says what the server did."""
        return self.error(f"{self.who} {what}", hint=hint or self.hint)


def ask(
    server: Server, body: Mapping[str, object], env: Mapping[str, str], *, timeout: float, tries: int = 1
) -> tuple[int, object]:
    """The status and the document of an answer, None for what is no JSON; a fault that may pass is tried again.

    ``timeout`` is in seconds, for a whole request. Raises the server's own error that says what went wrong.
    """
    import httpx2  # noqa: PLC0415 - only who asks a server waits for its import

    content, headers = json.dumps(body).encode(), _headers(server, env)
    try:
        # A server on this computer is never behind a proxy, whatever the environment says.
        with httpx2.Client(timeout=timeout, trust_env=_host_of(server.url) not in _LOOPBACK) as client:
            for _ in range(tries):
                with client.stream("POST", server.url, content=content, headers=headers) as response:
                    status, raw = response.status_code, _bounded(server, response, timeout)
                if status not in _PASSING:
                    break
    except httpx2.TimeoutException as error:
        raise _late(server, timeout) from error
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise server.fault(f"can't be reached: {one_line(error)}") from error
    return status, _json(raw)


def told(answer: object) -> str:
    """What a server says went wrong, in the ways that servers put it; one line, cut."""
    error = answer.get("error") if isinstance(answer, dict) else None
    text = error.get("message") if isinstance(error, dict) else error
    return one_line(text) if isinstance(text, str) else ""


def place_of(url: str) -> str:
    """How a server is named: with its port, and without a path, which may be nobody's business, or a password."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2] or url
    except ValueError:
        return url


def one_line(text: object) -> str:
    """The beginning of a text on one line."""
    line = " ".join(str(text).split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"


def _host_of(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def _headers(server: Server, env: Mapping[str, str]) -> dict[str, str]:
    # Unpacked, an answer of a few kilobytes can be gigabytes; plain, the bound on what is read holds.
    headers = {"content-type": "application/json", "accept-encoding": "identity"}
    variable = server.key_variable
    if variable:
        key = env.get(variable, "").strip()
        if not key:
            raise server.error(f"${variable} is not set, which should hold the key for {server.who}", hint=server.hint)
        if not (key.isascii() and key.isprintable()):
            raise server.error(
                f"${variable} holds no key: it has characters that no header can carry", hint=server.hint
            )
        headers["authorization"] = f"Bearer {key}"
    return headers


def _bounded(server: Server, response: httpx2.Response, timeout: float) -> bytes:
    """The body; a server that sends a little now and then is cut off at the time-out too."""
    until, raw = time.monotonic() + timeout, bytearray()
    for piece in response.iter_bytes():
        raw += piece
        if len(raw) > server.most_bytes:
            raise server.fault(f"gave more than {server.most_bytes // 1024**2} MiB")
        if time.monotonic() > until:
            raise _late(server, timeout)
    return bytes(raw)


def _late(server: Server, timeout: float) -> VademecumError:
    return server.fault(f"did not answer within {timeout:g} seconds")


def _json(raw: bytes) -> object:
    """The document, None when it is none: not text, not JSON, nested too deep or with numbers too long to read."""
    try:
        found: object = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return found
