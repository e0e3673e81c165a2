"""What is asked before the end of input is answered before the server goes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from vademecum.surfaces.unanswered import Incoming, Unanswered


async def lines(*messages: types.JSONRPCMessage | Exception) -> AsyncIterator[Incoming]:
    for message in messages:
        yield message if isinstance(message, Exception) else SessionMessage(message)


def request(number: int | str) -> types.JSONRPCRequest:
    return types.JSONRPCRequest(jsonrpc="2.0", id=number, method="ping")


def cancelled(number: int | str) -> types.JSONRPCNotification:
    params = {"requestId": number}
    return types.JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params=params)


def response(number: int | str) -> SessionMessage:
    return SessionMessage(types.JSONRPCResponse(jsonrpc="2.0", id=number, result={}))


class Connection:
    """Both directions, and the events of one run in their order."""

    def __init__(self) -> None:
        self.unanswered = Unanswered()
        self.events: list[str] = []

    async def serve(self, requests: MemoryObjectReceiveStream[Incoming], answer: int | None) -> None:
        """Take all requests, and answer them only when nothing else can happen any more."""
        answers, out = anyio.create_memory_object_stream[SessionMessage]()
        sink, received = anyio.create_memory_object_stream[SessionMessage](10)
        async with anyio.create_task_group() as tasks, requests, sink, received:
            tasks.start_soon(self.unanswered.carry_out, out, sink)
            tasks.start_soon(self._answer, answers, answer)
            async for item in requests:
                self.events.append("took" if isinstance(item, SessionMessage) else "odd")
            self.events.append("end")

    async def _answer(self, answers: MemoryObjectSendStream[SessionMessage], number: int | None) -> None:
        async with answers:
            await anyio.wait_all_tasks_blocked()
            if number is not None:
                self.events.append("answered")
                await answers.send(response(number))

    async def run(self, source: AsyncIterator[Incoming], answer: int | None) -> list[str]:
        to_server, requests = anyio.create_memory_object_stream[Incoming]()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.unanswered.carry_in, source, to_server)
            await self.serve(requests, answer)
        return self.events


def test_the_end_of_input_waits_for_the_last_answer() -> None:
    async def run() -> list[str]:
        return await Connection().run(lines(request(1), ValueError("no JSON")), 1)

    assert anyio.run(run) == ["took", "odd", "answered", "end"]


def test_a_request_that_was_called_off_is_not_waited_for() -> None:
    async def run() -> list[str]:
        return await Connection().run(lines(request("a"), cancelled("a")), None)

    assert anyio.run(run) == ["took", "took", "end"]


def test_where_nothing_was_asked_nothing_is_waited_for() -> None:
    async def run() -> list[str]:
        return await Connection().run(lines(), None)

    assert anyio.run(run) == ["end"]
