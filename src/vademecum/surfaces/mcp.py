"""The MCP server: the ``memory`` tool, and those for facts where they are wanted, for one agent over its pipes.

Standard output belongs to the protocol alone; whatever else is said goes to standard error (A33). Errors are raised to
the model as failed calls, never returned as if they were answers.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import partial

import anyio
import anyio.to_thread
import mcp_types as types
from anyio.abc import TaskGroup
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

from vademecum import __version__
from vademecum.errors import EXIT_OK, HeldError, VademecumError
from vademecum.surfaces.asking import Answer, Asking, Context, done, failed
from vademecum.surfaces.desk import Desk, say_failure
from vademecum.surfaces.fact_schema import FACT_TOOLS
from vademecum.surfaces.tool_schema import DESCRIPTION, NAME, SCHEMA
from vademecum.surfaces.unanswered import Incoming, Unanswered

INSTRUCTIONS = (
    "Recall before you ask the person something they may have told before, and when a task touches past decisions. "
    "Remember decisions, preferences and facts that will matter in a later session."
)
# Hosts kill a server that has not gone a few seconds after they asked it to; a write takes milliseconds.
GRACE_SECONDS = 2.0


def serve(host: str, *, memory: bool = True, facts: bool = False) -> None:
    """Serve one agent until its end of the pipe closes. ``host`` names the program that runs the agent, ``memory`` and
    ``facts`` say which tools it is shown."""
    desk = Desk(host)
    tools = [*([_tool()] if memory else []), *(_fact_tools() if facts else [])]
    try:
        anyio.run(_serve, desk, tools)
    except* BrokenPipeError:
        pass  # the agent has gone, and there is nobody left to tell
    finally:
        desk.close()


async def _serve(desk: Desk, tools: list[types.Tool]) -> None:
    unanswered = Unanswered()
    requests_in, requests = anyio.create_memory_object_stream[Incoming]()
    answers, answers_out = anyio.create_memory_object_stream[SessionMessage]()
    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as aside:
        aside.start_soon(_leave_when_told, unanswered)
        server = _server(desk, tools, aside, unanswered.ended)
        async with incoming, outgoing, anyio.create_task_group() as wires:
            wires.start_soon(unanswered.carry_in, incoming, requests_in)
            wires.start_soon(unanswered.carry_out, answers_out, outgoing)
            await server.run(requests, answers, server.create_initialization_options())
        aside.cancel_scope.cancel()


def _server(desk: Desk, tools: list[types.Tool], aside: TaskGroup, gone: anyio.Event) -> Server[dict[str, object]]:
    # One call at a time: a session's calls follow each other, and an index connection is not for two threads at once.
    one_at_a_time = anyio.CapacityLimiter(1)
    asking = Asking(desk, one_at_a_time, gone)
    prepared = False

    async def list_tools(_context: object, _params: object) -> types.ListToolsResult:
        nonlocal prepared
        if not prepared:
            prepared = True
            aside.start_soon(partial(anyio.to_thread.run_sync, desk.prepare, limiter=one_at_a_time))
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> Answer:
        names = [tool.name for tool in tools]
        if params.name not in names:
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name!r}, only {', '.join(names)}")
        settled = await asking.answered(params)
        if settled is not None:
            return settled
        result = await anyio.to_thread.run_sync(_call, desk, params, limiter=one_at_a_time)
        return await asking.decide(context, params, result) if isinstance(result, HeldError) else result

    return Server(
        "vademecum",
        version=__version__,
        title="Vademecum",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _leave_when_told(unanswered: Unanswered) -> None:
    """End the program on SIGTERM or SIGINT, once what is under way is answered."""
    if sys.platform == "win32":
        return  # there a host ends a process without asking it
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as told:
        async for _ in told:
            break
    with anyio.move_on_after(GRACE_SECONDS):
        await unanswered.none_left()
    # The thread that waits for the next line can't be called off, and a plain exit would wait for it for ever.
    os._exit(EXIT_OK)


def _tool() -> types.Tool:
    return types.Tool(
        name=NAME,
        title="Memory",
        description=DESCRIPTION,
        input_schema=SCHEMA,
        annotations=types.ToolAnnotations(
            title="Memory",
            read_only_hint=False,
            # What is replaced was seen by the one who replaces it, and no page is ever deleted. Hosts ask a person
            # before each call of a destructive tool, be it only a search.
            destructive_hint=False,
            idempotent_hint=False,
            open_world_hint=False,
        ),
    )


def _fact_tools() -> list[types.Tool]:
    """The tools for facts; none is destructive, since what is forgotten or replaced can be brought back."""
    return [
        types.Tool(
            name=name,
            title=name.replace("memory_", "").capitalize(),
            description=tool.description,
            input_schema=tool.schema,
            annotations=types.ToolAnnotations(
                read_only_hint=not tool.writes, destructive_hint=False, idempotent_hint=False, open_world_hint=False
            ),
        )
        for name, tool in FACT_TOOLS.items()
    ]


def _call(desk: Desk, params: types.CallToolRequestParams) -> types.CallToolResult | HeldError:
    """The result; the error itself when a person can still say yes to what was asked."""
    try:
        return done(desk.call(params.arguments or {}, params.name))
    except VademecumError as error:
        return error if isinstance(error, HeldError) and error.id else failed(str(error))
    except Exception as error:
        say_failure(error)
        return failed(f"{params.name} failed: {type(error).__name__}")
