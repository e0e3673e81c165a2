"""Embedders behind HTTP, asked over a real connection: what they send, what is believed, and what each failure says."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vademecum.errors import VectorsFailedError
from vademecum.index.vectors import remote
from vademecum.index.vectors.embedder import MOST_DIMENSIONS, Purpose
from vademecum.index.vectors.remote import OLLAMA, OPENAI, Dialect, Endpoint, RemoteEmbedder

if TYPE_CHECKING:
    from tests.vectors.conftest import Server

DIALECTS = pytest.mark.parametrize("dialect", [OLLAMA, OPENAI], ids=lambda dialect: dialect.kind)
SECRET = "sk-very-secret"


def asking(server: Server, dialect: Dialect = OLLAMA, **more: object) -> RemoteEmbedder:
    return RemoteEmbedder(dialect, replace(Endpoint(server.url, "m"), **more), {"KEY": SECRET})  # type: ignore[arg-type]  # test knobs


def failure(embedder: RemoteEmbedder, *texts: str, purpose: Purpose = "passage") -> VectorsFailedError:
    with pytest.raises(VectorsFailedError) as caught:
        embedder.embed(texts or ("a", "b"), purpose)
    return caught.value


def of_kind(dialect: Dialect, rows: object) -> object:
    """An answer as the dialect has it."""
    if dialect is OLLAMA:
        return {"embeddings": rows}
    listed = rows if isinstance(rows, list) else [rows]
    return {"data": [{"index": at, "embedding": row} for at, row in enumerate(listed)]}


@DIALECTS
def test_each_text_has_a_vector_of_length_one_in_its_place_d39(server: Server, dialect: Dialect) -> None:
    embedder = asking(server, dialect)
    rows = embedder.embed(["red car", "blue", "red car"], "passage")
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1], abs=1e-6)
    assert (rows[0] == rows[2]).all()
    assert (rows[1] == embedder.embed(["blue"], "passage")[0]).all()
    assert server.asked[0] == (dialect.path, {"model": "m", "input": ["red car", "blue", "red car"]})


@DIALECTS
@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([[1.0]], "1 vectors for 2 texts"),
        ([[1.0], [1.0], [1.0]], "3 vectors for 2 texts"),
        ([], "0 vectors for 2 texts"),
        ([[1.0, 2.0], [1.0]], "different lengths"),
        ([[], []], "vectors of 0 numbers"),
        ([[1.0] * (MOST_DIMENSIONS + 1)] * 2, "vectors of 16,385 numbers"),
        ([[1.0], [float("nan")]], "NaN"),
        ([[1.0], [float("inf")]], "NaN or infinite"),
        ([[1.0], [10**400]], "too large"),
        ([[1e308, 1e308], [1.0, 1.0]], "too large"),
        ([[1.0], [0.0]], "length is zero"),
        ([["1.0"], [1.0]], "something else than numbers"),
        ([[True], [1.0]], "something else than numbers"),
        ([[None], [1.0]], "something else than numbers"),
        ([[[1.0]], [[1.0]]], "something else than numbers"),
        (["ab", "cd"], "no list of vectors"),
    ],
)
def test_an_answer_that_is_not_right_is_refused_whole_d42(
    server: Server, dialect: Dialect, rows: object, told: str
) -> None:
    server.answer = lambda _path, _body: (200, of_kind(dialect, rows))
    assert told in failure(asking(server, dialect)).message


@DIALECTS
@pytest.mark.parametrize("answer", [[], 1, "x", {}, {"embeddings": None, "data": None}, {"embeddings": {}, "data": {}}])
def test_an_answer_of_another_shape_is_refused(server: Server, dialect: Dialect, answer: object) -> None:
    server.answer = lambda _path, _body: (200, answer)
    assert "no list of vectors" in failure(asking(server, dialect)).message


@pytest.mark.parametrize("raw", [b"", b"<html>", b"\xff\xfe", b'{"embeddings": [', b"[" * 100_000, b"9" * 10_000])
def test_what_is_not_json_is_told_so(server: Server, raw: bytes) -> None:
    server.answer = lambda _path, _body: (200, raw)
    assert "not JSON" in failure(asking(server)).message


@pytest.mark.parametrize(("places", "is_right"), [((1, 0), True), ((0, 0), False), ((0, 2), False), (("a", 1), False)])
def test_vectors_stand_where_their_index_says(server: Server, places: tuple[object, object], *, is_right: bool) -> None:
    items = [{"index": place, "embedding": row} for place, row in zip(places, ([1, 0], [0, 1]), strict=True)]
    server.answer = lambda _path, _body: (200, {"data": items})
    embedder = asking(server, OPENAI)
    if is_right:
        assert embedder.embed(["a", "b"], "passage").tolist() == [[0, 1], [1, 0]]
    else:
        assert "no list of vectors" in failure(embedder).message


@pytest.mark.parametrize(
    ("status", "answer", "told"),
    [
        (500, {"error": "out of memory"}, "answered 500: out of memory"),
        (401, {"error": {"message": "no such key"}}, "answered 401: no such key"),
        (400, b"\x00", "answered 400"),
        (404, {"error": 'model "m" not found, try pulling it first'}, "answered 404: model"),
        (302, {}, "answered 302"),
    ],
)
def test_a_refusal_is_told_with_the_servers_own_words(server: Server, status: int, answer: object, told: str) -> None:
    server.answer = lambda _path, _body: (status, answer)
    assert told in failure(asking(server)).message


@DIALECTS
def test_a_server_that_does_not_know_the_path_is_told_what_to_do(server: Server, dialect: Dialect) -> None:
    server.answer = lambda _path, _body: (404, b"404 page not found")
    assert failure(asking(server, dialect)).hint == dialect.unknown_path


def test_a_missing_model_is_not_taken_for_an_old_server(server: Server) -> None:
    server.answer = lambda _path, _body: (404, {"error": 'model "m" not found'})
    assert failure(asking(server)).hint is None


def test_a_redirect_is_not_followed(server: Server) -> None:
    server.more_headers = {"location": f"{server.url}/elsewhere"}
    server.answer = lambda _path, _body: (307, {})
    assert "answered 307" in failure(asking(server)).message
    assert [path for path, _ in server.asked] == ["/api/embed"]


def test_a_server_that_is_not_there_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    embedder = RemoteEmbedder(OLLAMA, Endpoint(f"http://127.0.0.1:{port}", "m"), {})
    assert f"Ollama at 127.0.0.1:{port} can't be reached" in failure(embedder).message


def test_a_server_that_does_not_answer_is_given_up(server: Server) -> None:
    def hang(_path: str, _body: object) -> tuple[int, object]:
        server.over.wait()
        return 200, {}

    server.answer = hang
    assert "did not answer within 0.2 seconds" in failure(asking(server, timeout=0.2)).message
    assert "within 0.1 seconds" in failure(asking(server, query_timeout=0.1), purpose="query").message


def test_a_server_that_answers_drop_by_drop_is_given_up(server: Server) -> None:
    server.drips = True
    assert "did not answer within 0.3 seconds" in failure(asking(server, timeout=0.3)).message


def test_an_answer_without_end_is_cut(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "MOST_BYTES", 1024 * 1024)
    server.answer = lambda _path, _body: (200, b" " * 2 * 1024 * 1024)
    assert "more than 1 MiB" in failure(asking(server)).message


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_fault_that_may_pass_is_tried_once_more_but_not_for_a_question(server: Server, status: int) -> None:
    answers = [(status, {}), (200, {"embeddings": [[3.0, 4.0]]}), (status, {})]
    server.answer = lambda _path, _body: answers.pop(0)
    assert asking(server).embed(["a"], "passage").tolist() == [pytest.approx([0.6, 0.8])]
    failure(asking(server), "a", purpose="query")
    assert answers == []


def test_the_key_comes_from_the_environment_and_is_told_to_nobody_else(server: Server) -> None:
    asking(server, OPENAI, key_variable="KEY").embed(["a"], "query")
    asking(server, OPENAI).embed(["a"], "query")
    assert [headers.get("authorization") for headers in server.headers] == [f"Bearer {SECRET}", None]
    server.answer = lambda _path, _body: (403, {})
    embedder = asking(server, OPENAI, key_variable="KEY")
    assert SECRET not in str(failure(embedder)) + embedder.identity


@pytest.mark.parametrize("value", [None, "", "  ", "sk-ö", "sk\nx"])
def test_a_key_that_is_missing_or_none_is_told_by_its_variable(server: Server, value: str | None) -> None:
    env = {} if value is None else {"KEY": value}
    embedder = RemoteEmbedder(OPENAI, Endpoint(server.url, "m", key_variable="KEY"), env)
    assert failure(embedder).message.startswith("$KEY ")
    assert server.asked == []


def test_prefixes_go_before_texts_and_a_passages_prefix_is_part_of_the_model(server: Server) -> None:
    embedder = asking(server, prefixes={"query": "q: ", "passage": "p: "})
    embedder.embed(["a"], "query")
    embedder.embed(["a"], "passage")
    assert [body["input"] for _, body in server.asked] == [["q: a"], ["p: a"]]
    assert embedder.identity != asking(server, prefixes={"query": "q: ", "passage": ""}).identity
    assert asking(server).identity != asking(server, OPENAI).identity != asking(server, model="n").identity


def test_texts_that_no_encoding_takes_arrive_whole_but_for_that(server: Server) -> None:
    asking(server).embed(["a\ud800b\0c", "数据 🙂"], "passage")
    assert server.asked[0][1]["input"] == ["a\ufffdb c", "数据 🙂"]


@pytest.mark.parametrize("url", ["http://", "http://127.0.0.1:1/\x7f", "http://[::1", "nonsense"])
def test_an_address_that_leads_nowhere_is_a_failure_like_any_other(url: str) -> None:
    def told(make: Callable[[], RemoteEmbedder]) -> str:
        return failure(make()).message

    assert told(lambda: RemoteEmbedder(OLLAMA, Endpoint(url, "m", timeout=1.0), {}))


def test_a_server_on_this_computer_is_asked_past_any_proxy(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    assert len(asking(server).embed(["a"], "query")) == 1
    assert json.dumps(server.asked)
