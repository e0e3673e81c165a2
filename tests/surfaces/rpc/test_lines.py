"""The wire of ``vade rpc``: every call gets one answer, and no call can end the program."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, strategies as st

from vademecum.errors import NotFoundError
from vademecum.surfaces.rpc.lines import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    REFUSED,
    Done,
    Methods,
    Params,
    serve_lines,
)


def talk(*lines: bytes, methods: Methods | None = None) -> tuple[list[dict[str, Any]], str]:
    """What comes back for these lines, and what is said aside."""
    out, log = io.BytesIO(), io.StringIO()
    serve_lines(lines, out, methods or {"echo": Done}, log)
    return [json.loads(line) for line in out.getvalue().splitlines()], log.getvalue()


def call(method: str, params: Mapping[str, object] | None = None, **more: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params or {}, **more}).encode()


def failing(error: Exception) -> Callable[[Params], Done]:
    def fail(_params: Params) -> Done:
        raise error

    return fail


def test_an_answer_carries_the_number_of_its_call() -> None:
    assert talk(call("echo", {"a": "潮"}, id="x")) == ([{"jsonrpc": "2.0", "id": "x", "result": {"a": "潮"}}], "")


def test_half_an_emoji_becomes_the_sign_for_what_can_not_be_read() -> None:
    answers, _ = talk(b'{"id": 7, "method": "echo", "params": {"a\\ud83d": "\\ud83d\\ude00 \\ude00 \\\\ud83d"}}')
    assert [each["result"] for each in answers] == [{"a\ufffd": "😀 \ufffd \\ud83d"}]


def test_answers_come_in_the_order_of_the_calls() -> None:
    answers, _ = talk(*(call("echo", id=number) for number in range(5)))
    assert [each["id"] for each in answers] == [0, 1, 2, 3, 4]


def test_a_call_without_a_number_is_done_and_not_answered() -> None:
    done: list[Params] = []
    note = {"note": lambda params: Done(params, lambda: done.append(params))}
    assert talk(json.dumps({"method": "note", "params": {"a": 1}}).encode(), methods=note) == ([], "")
    assert done == [{"a": 1}]


@pytest.mark.parametrize("more", [{"method": "open"}, {"method": "sing"}, {"params": [1]}])
def test_a_call_without_a_number_is_not_answered_when_it_fails_either(more: Mapping[str, object]) -> None:
    methods = {"echo": Done, "open": failing(NotFoundError("there is no page x"))}
    assert talk(json.dumps({"method": "echo", **more}).encode(), methods=methods) == ([], "")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{not json\n", PARSE_ERROR),
        (b"\xff\xfe\n", PARSE_ERROR),
        (b"[" * 100_000, PARSE_ERROR),
        (b"[1, 2]", INVALID_REQUEST),
        (b'{"id": 7}', INVALID_REQUEST),
        (b'{"id": 7, "method": "echo", "params": [1]}', INVALID_REQUEST),
        (call("sing"), METHOD_NOT_FOUND),
    ],
)
def test_a_line_that_is_no_call_is_told_and_the_next_is_answered(line: bytes, code: int) -> None:
    answers, _ = talk(line, call("echo"))
    assert [each.get("error", {}).get("code") for each in answers] == [code, None]


def test_what_is_refused_says_why_and_what_to_do() -> None:
    methods = {"open": failing(NotFoundError("there is no page x", hint="look at vade list"))}
    answers, log = talk(call("open"), methods=methods)
    assert answers[0]["error"]["code"] == REFUSED
    assert "there is no page x" in answers[0]["error"]["message"]
    assert "vade list" in answers[0]["error"]["message"]
    assert log == ""


def test_an_unforeseen_failure_is_told_without_its_words_and_logged_with_its_place() -> None:
    answers, log = talk(call("open"), call("echo"), methods={"open": failing(KeyError("secret")), "echo": Done})
    assert answers[0]["error"] == {"code": INTERNAL_ERROR, "message": "open failed: KeyError"}
    assert "in fail" in log
    assert answers[1]["result"] == {}


def test_what_is_noted_afterwards_comes_after_the_answer_and_may_fail() -> None:
    out = io.BytesIO()
    seen: list[int] = []

    def note() -> None:
        seen.append(len(out.getvalue().splitlines()))
        raise OSError("the disk is full")

    log = io.StringIO()
    serve_lines([call("a"), call("a")], out, {"a": lambda _params: Done({}, note)}, log)
    assert seen == [1, 2]
    assert log.getvalue().count("OSError: the disk is full") == 2


@given(st.lists(st.binary(max_size=40).filter(lambda line: b"\n" not in line)))
def test_no_line_ends_the_program_or_breaks_the_form(lines: list[bytes]) -> None:
    answers, _ = talk(*lines, call("echo"))
    assert answers[-1]["result"] == {}
    assert all(each["jsonrpc"] == "2.0" and ("result" in each) != ("error" in each) for each in answers)
