"""Asking a model behind any endpoint that speaks OpenAI's chat completions. It sends one text and keeps nothing.

How the server is asked and what is believed of its answer is in ``servers.py``; what the model says is judged by
whoever asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vademecum.errors import ModelFailedError
from vademecum.servers import DONE, Server, ask, place_of, told

PATH = "/chat/completions"
# More than a model writes in one answer.
MOST_BYTES = 8 * 1024 * 1024


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
        return place_of(self.url)


def complete(endpoint: Endpoint, system: str, user: str, env: Mapping[str, str]) -> str:
    """The model's answer to a task and its text. Raises ModelFailedError that names the server and what went wrong."""
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    server = Server(
        url=endpoint.url.rstrip("/") + PATH,
        who=f"the model at {endpoint.place}",
        error=ModelFailedError,
        most_bytes=MOST_BYTES,
        key_variable=endpoint.key_variable,
        hint="nothing was changed",
    )
    body = {"model": endpoint.model, "messages": messages, "temperature": 0, "stream": False}
    status, answer = ask(server, body, env, timeout=endpoint.timeout)
    if status != DONE:
        said = told(answer)
        raise server.fault(f"answered {status}{f': {said}' if said else ''}")
    match answer:
        case {"choices": [{"message": {"content": str(text)}}, *_]}:
            return text
        case _:
            raise server.fault("gave an answer that is no chat completion")
