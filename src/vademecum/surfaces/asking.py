"""Asking the person behind an MCP client about a held write, where the client offers to (elicitation).

The attack: whoever answers is not the person who should. So only a plain choice in the client's own form makes the
write, and it shows all that would change; whatever else happens, the write stays in the queue (fail closed). Up to
revision 2025-11-25 of the protocol a question is a request of the server's, from then on a result that the client
answers by calling again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import is_version_at_least

from vademecum.errors import HeldError, VademecumError
from vademecum.surfaces.desk import Desk

if TYPE_CHECKING:
    from vademecum.memory.held import HeldWrite

T = TypeVar("T")
Context: TypeAlias = ServerRequestContext[dict[str, object], object]
Answer: TypeAlias = types.CallToolResult | types.InputRequiredResult

KEY = "approval"
# From this revision on a server sends no requests of its own.
ASKS_BY_RESULT = "2026-07-28"
# What a person reads in a form; a longer change is for `vade approve`, which shows all of it.
MOST_CHARS = 6000
# Longer than a person takes to read it, and shorter than a host waits for ever.
PATIENCE_SECONDS = 600.0
SCHEMA: types.ElicitRequestedSchema = {
    "type": "object",
    "properties": {
        "decision": {
            "type": "string",
            "title": "Make this change?",
            "enum": ["approve", "reject"],
            "description": "approve writes it now; reject keeps the memory as it is",
        }
    },
    "required": ["decision"],
}


class Asking:
    """What this connection's person was asked. ``turn`` lets one thread at a time use the memory; ``gone`` is set when
    nobody is there to answer any more."""

    def __init__(self, desk: Desk, turn: anyio.CapacityLimiter, gone: anyio.Event) -> None:
        self._desk = desk
        self._turn = turn
        self._gone = gone
        self._asked: dict[str, tuple[HeldWrite, object]] = {}

    async def decide(self, context: Context, params: types.CallToolRequestParams, error: HeldError) -> Answer:
        """Ask about a write that was just held, or say that it waits."""
        held = await self._shown(error) if _can_ask(context) else None
        question = None if held is None else _question(held)
        if held is None or question is None:
            return failed(str(error))
        if is_version_at_least(context.protocol_version, ASKS_BY_RESULT):
            self._asked[error.id] = held, params.arguments
            asked = types.ElicitRequest(params=question)
            return types.InputRequiredResult(input_requests={KEY: asked}, request_state=error.id)
        return await self._settle(held, await self._ask(context, question), str(error))

    async def answered(self, params: types.CallToolRequestParams) -> Answer | None:
        """What comes of a call that brings the answer to a question; None for a call that is none."""
        held, arguments = self._asked.pop(params.request_state or "", (None, None))
        if held is None or arguments != params.arguments:
            return None
        found = (params.input_responses or {}).get(KEY)
        answer = found if isinstance(found, types.ElicitResult) else None
        return await self._settle(held, answer, str(HeldError("the write is held", id=held.id)))

    async def _shown(self, error: HeldError) -> HeldWrite | None:
        try:
            return await self._in_turn(lambda: self._desk.held(error.id))
        except VademecumError:
            return None

    async def _ask(self, context: Context, question: types.ElicitRequestFormParams) -> types.ElicitResult | None:
        """The person's answer, None when there is none: the client can't, the person has gone, or takes too long."""
        answer: types.ElicitResult | None = None
        with anyio.move_on_after(PATIENCE_SECONDS):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._stop_when_gone, tasks.cancel_scope)
                try:
                    answer = await context.session.elicit_form(
                        question.message, question.requested_schema, related_request_id=context.request_id
                    )
                except (MCPError, ValueError):  # it refused to ask, or what came back is no answer
                    answer = None
                tasks.cancel_scope.cancel()
        return answer

    async def _stop_when_gone(self, asking: anyio.CancelScope) -> None:
        await self._gone.wait()
        asking.cancel()

    async def _settle(self, held: HeldWrite, answer: types.ElicitResult | None, waits: str) -> types.CallToolResult:
        decision = (answer.content or {}).get("decision") if answer and answer.action == "accept" else None
        try:
            if decision == "approve":
                return done(await self._in_turn(lambda: self._desk.approve(held)))
            if decision == "reject" or (answer is not None and answer.action == "decline"):
                await self._in_turn(lambda: self._desk.reject(held.id, "declined when asked"))
                return failed("the person rejected this write, and nothing was written\nhint: do not try another way")
        except VademecumError as error:
            return failed(str(error))
        return failed(waits)

    async def _in_turn(self, step: Callable[[], T]) -> T:
        return await anyio.to_thread.run_sync(step, limiter=self._turn)


def _question(held: HeldWrite) -> types.ElicitRequestFormParams | None:
    """The form, None when it could not show the whole change."""
    from vademecum.library.survey import visible  # noqa: PLC0415 - a server lists its tools before it loads this

    shown = "\n".join(map(visible, held.difference.split("\n")))
    message = f"{held.proposal.actor} wants to change {held.pages} ({visible(held.reason)}):\n\n{shown}"
    if len(message) > MOST_CHARS:
        return None
    return types.ElicitRequestFormParams(message=message, requested_schema=SCHEMA)


def done(said: str) -> types.CallToolResult:
    """An answer of the tool."""
    return types.CallToolResult(content=[types.TextContent(type="text", text=said)], is_error=False)


def failed(said: str) -> types.CallToolResult:
    """A failure, which the model sees as one."""
    return types.CallToolResult(content=[types.TextContent(type="text", text=said)], is_error=True)


def _can_ask(context: Context) -> bool:
    """Whether the client shows forms; one that names no kind of question means these, which were there first."""
    capabilities = context.session.client_capabilities
    offered = capabilities.elicitation if capabilities is not None else None
    return offered is not None and (offered.form is not None or offered.url is None)
