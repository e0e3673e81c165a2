"""The agent's side of the demo: a real MCP client that starts the server as a host would, and makes a few calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import anyio
import mcp_types as types
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from vademecum.errors import StorageError
from vademecum.surfaces.tool_schema import NAME

NOTE = "freeze-announcement"


def exchange(program: Sequence[str], env: Mapping[str, str], cwd: Path) -> list[str]:
    """What was called and what came back, as lines for a person. Raises StorageError when a call ends wrongly."""
    server = StdioServerParameters(command=program[0], args=list(program[1:]), env=dict(env), cwd=cwd)
    # What the server says to its log is no part of the show.
    with (cwd / "server.log").open("w", encoding="utf-8") as log:
        return anyio.run(_exchange, server, log)


async def _exchange(server: StdioServerParameters, log: TextIO) -> list[str]:
    said: list[str] = []
    async with (
        stdio_client(server, errlog=log) as (incoming, outgoing),
        ClientSession(incoming, outgoing) as client,
    ):
        await client.initialize()
        tools = await client.list_tools()
        said.append(f"the server offers: {', '.join(tool.name for tool in tools.tools)}")
        calls: tuple[tuple[dict[str, Any], bool], ...] = (
            ({"mode": "recall", "keywords": "staging freeze start"}, False),
            ({"mode": "remember", "topic": "Staging freeze", "content": "Overwritten."}, True),
            ({"mode": "recall", "topic": NOTE}, False),
            ({"mode": "remember", "topic": NOTE, "content": "Told the team about the freeze.\n"}, False),
            ({"mode": "remember", "topic": NOTE, "old_string": "the team", "new_string": "the whole team"}, False),
            ({"mode": "remember", "append": "- Announced the staging freeze."}, False),
        )
        for arguments, refused in calls:
            result = await client.call_tool(NAME, arguments)
            said.append(_told(arguments, result))
            if bool(result.is_error) != refused:
                raise StorageError(f"an agent's call ended wrongly: {said[-1]}", hint="run vade doctor")
    return said


def _told(arguments: Mapping[str, Any], result: types.CallToolResult) -> str:
    call = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    texts = [part.text for part in result.content if isinstance(part, types.TextContent)]
    shown = "\n".join(f"  {line}" for text in texts for line in text.splitlines())
    mark = "refused:" if result.is_error else "→"
    return f"\n{NAME}({call}) {mark}\n{shown}"
