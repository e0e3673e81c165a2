"""The wire: JSON-RPC 2.0, one document a line, each call answered before the next is read.

It owns what a line means and how an error is told; what a method does is for whoever serves them. Standard output
belongs to the answers alone. What is to be noted after a call is done once its answer is out: the agent waits for the
one and not for the other.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from vademecum.errors import VademecumError

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INTERNAL_ERROR = -32700, -32600, -32601, -32603
# Of the range that the protocol leaves to servers: what was asked can't be done, and the message says why.
REFUSED = -32000


@dataclass(frozen=True, slots=True)
class Done:
    """What a call gives back, and what is to be noted afterwards."""

    result: Mapping[str, object]
    afterwards: Callable[[], None] = lambda: None


Params = Mapping[str, object]
Methods = Mapping[str, Callable[[Params], Done]]


def serve_lines(lines: Iterable[bytes], out: BinaryIO, methods: Methods, log: TextIO) -> None:
    """Answer until the lines end. A call without an id is done and not answered; a line that is none is told."""
    for line in lines:
        if line.strip():
            answer, afterwards = _answered(line, methods, log)
            if answer is not None:
                out.write(json.dumps({"jsonrpc": "2.0", **answer}).encode() + b"\n")
                out.flush()
            _note(afterwards, log)


def _answered(line: bytes, methods: Methods, log: TextIO) -> tuple[dict[str, object] | None, Callable[[], None]]:
    try:
        call = _read(line)
    except (ValueError, RecursionError) as error:
        return _failed(None, PARSE_ERROR, f"the line is no JSON: {error}")
    if not isinstance(call, dict) or not isinstance(call.get("method"), str):
        return _failed(None, INVALID_REQUEST, "a call is an object with a method")
    answer, afterwards = _done(call["method"], call, methods, log)
    return (answer if "id" in call else None), afterwards


def _read(line: bytes) -> object:
    """What a line says. Half of a pair of surrogates, as a program leaves that cuts a text inside an emoji, no disk or
    database takes; the sign for what can't be read stands for it."""
    text = line.decode("utf-8-sig")
    if "\\u" in text:
        text = json.dumps(json.loads(text), ensure_ascii=False)
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    found: object = json.loads(text)
    return found


def _done(
    name: str, call: Mapping[str, object], methods: Methods, log: TextIO
) -> tuple[dict[str, object], Callable[[], None]]:
    params, number = call.get("params", {}), call.get("id")
    if name not in methods:
        return _failed(number, METHOD_NOT_FOUND, f"there is no method {name!r}, only {', '.join(methods)}")
    if not isinstance(params, dict):
        return _failed(number, INVALID_REQUEST, "params is no object")
    try:
        done = methods[name](params)
    except VademecumError as error:
        return _failed(number, REFUSED, str(error))
    except Exception as error:  # a plugin goes on asking, so no call may end the program
        traceback.print_exception(error, file=log)
        return _failed(number, INTERNAL_ERROR, f"{name} failed: {type(error).__name__}")
    return {"id": number, "result": done.result}, done.afterwards


def _failed(number: object, code: int, message: str) -> tuple[dict[str, object], Callable[[], None]]:
    return {"id": number, "error": {"code": code, "message": message}}, lambda: None


def _note(afterwards: Callable[[], None], log: TextIO) -> None:
    try:
        afterwards()
    except Exception as error:  # the answer is out, and the next one must come too
        log.write(f"vade rpc: {type(error).__name__}: {error}\n")
        log.flush()
