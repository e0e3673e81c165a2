"""The MCP server: one ``memory`` tool over standard input and output, for one agent.

Standard output belongs to the protocol alone; whatever else is said goes to standard error (A33). Errors are raised to
the model as failed calls, never returned as if they were answers.
"""

from __future__ import annotations

import sys
from functools import partial
from uuid import uuid4

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from vademecum import __version__
from vademecum.errors import VademecumError
from vademecum.sessions import SessionKey
from vademecum.surfaces.live import LiveMemory
from vademecum.surfaces.tool import DESCRIPTION, NAME, SCHEMA, call_memory

INSTRUCTIONS = (
    "Recall before you ask the person something they may have told before, and when a task touches past decisions. "
    "Remember decisions, preferences and facts that will matter in a later session."
)


def serve(host: str) -> None:
    """Serve one agent until its end of the pipe closes. ``host`` names the program that runs the agent."""
    live = LiveMemory(SessionKey(host, uuid4().hex), notice=_say)
    try:
        anyio.run(partial(_serve, live))
    finally:
        live.close()


async def _serve(live: LiveMemory) -> None:
    # One call at a time: a session's calls follow each other, and an index connection is not for two threads at once.
    one_at_a_time = anyio.CapacityLimiter(1)

    async def list_tools(_context: object, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool()])

    async def call_tool(_context: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        work = partial(_call, live, params)
        return await anyio.to_thread.run_sync(work, limiter=one_at_a_time)

    server: Server[dict[str, object]] = Server(
        "vademecum",
        version=__version__,
        title="Vademecum",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _tool() -> types.Tool:
    return types.Tool(
        name=NAME,
        title="Memory",
        description=DESCRIPTION,
        input_schema=SCHEMA,
        annotations=types.ToolAnnotations(
            title="Memory",
            read_only_hint=False,
            # Nothing is lost: replaced text must have been seen, and deleted pages go to a trash.
            destructive_hint=False,
            idempotent_hint=False,
            open_world_hint=False,
        ),
    )


def _call(live: LiveMemory, params: types.CallToolRequestParams) -> types.CallToolResult:
    if params.name != NAME:
        return _result(f"there is no tool {params.name!r}, only {NAME}", is_error=True)
    try:
        return _result(call_memory(live.current(), params.arguments or {}))
    except VademecumError as error:
        return _result(str(error), is_error=True)
    except Exception as error:
        _say(f"vade mcp: {type(error).__name__}: {error}")
        return _result(f"memory failed: {type(error).__name__}", is_error=True)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _result(said: str, *, is_error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=said)], is_error=is_error)
