"""The requests of one MCP connection that have no answer yet. It carries messages on and never changes one.

The MCP library drops what is under way when its input ends. A client that writes its requests and closes the pipe,
or closes it right after a write, would then not hear what became of it; so the end of input is held back here until
each request that came before it is answered.
"""

from __future__ import annotations

from collections.abc import AsyncIterable
from typing import Protocol, TypeAlias

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

# Longer than any call should take; a request that is never answered must not keep a server alive for ever.
PATIENCE_SECONDS = 60.0

# A message, or what went wrong when one was read.
Incoming: TypeAlias = SessionMessage | Exception


class Sink(Protocol):
    """Where answers go."""

    async def send(self, item: SessionMessage, /) -> None:
        """Take one answer."""


class Unanswered:
    """Which requests wait for their answers; both directions of the connection pass through it."""

    def __init__(self) -> None:
        self._ids: set[str | int] = set()
        self._changed = anyio.Event()
        self.ended = anyio.Event()
        """Set when no more input comes, be it a request or the answer to one of ours."""

    async def none_left(self) -> None:
        """Return as soon as every request is answered, or was cancelled by who sent it."""
        while self._ids:
            self._changed = anyio.Event()
            await self._changed.wait()

    async def carry_in(self, source: AsyncIterable[Incoming], to: MemoryObjectSendStream[Incoming]) -> None:
        """Carry requests to the server, and their end only when all are answered."""
        async with to:
            async for item in source:
                if isinstance(item, SessionMessage):
                    self._note_asked(item.message)
                await to.send(item)
            self.ended.set()
            with anyio.move_on_after(PATIENCE_SECONDS):
                await self.none_left()

    async def carry_out(self, source: MemoryObjectReceiveStream[SessionMessage], to: Sink) -> None:
        """Carry answers to the client."""
        async with source:
            async for item in source:
                await to.send(item)
                self._note_answered(item.message)

    def _note_asked(self, message: types.JSONRPCMessage) -> None:
        """What the client asks. Answers to our own questions come here too, under ids that may be those of its own."""
        match message:
            case types.JSONRPCRequest(id=request):
                self._ids.add(request)
            case types.JSONRPCNotification(
                method="notifications/cancelled", params={"requestId": str() | int() as id_}
            ):
                self._settle(id_)
            case _:
                return

    def _note_answered(self, message: types.JSONRPCMessage) -> None:
        match message:
            case types.JSONRPCResponse(id=request) | types.JSONRPCError(id=request) if request is not None:
                self._settle(request)
            case _:
                return

    def _settle(self, request: str | int) -> None:
        self._ids.discard(request)
        self._changed.set()
