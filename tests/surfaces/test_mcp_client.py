"""The MCP server and the client of the official library, each in a process of its own, on one store."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import mcp_types as types
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

# Seconds for one answer, far more than any takes; who waits longer is told what for.
WAIT = 120


@asynccontextmanager
async def agent(folder: Path) -> AsyncIterator[ClientSession]:
    """A connected agent on the store in a folder."""
    places = ("HOME", "MEMORY_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= {name: str(folder / name.lower()) for name in places}
    server = StdioServerParameters(command=sys.executable, args=["-m", "vademecum", "mcp"], env=env, cwd=folder)
    with (folder / "server.log").open("a", encoding="utf-8") as log:
        async with (
            stdio_client(server, errlog=log) as (incoming, outgoing),
            ClientSession(incoming, outgoing, read_timeout_seconds=WAIT) as client,
        ):
            await client.initialize()
            yield client


async def call(client: ClientSession, **arguments: object) -> tuple[str, bool]:
    result = await client.call_tool("memory", arguments)
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text, result.is_error


def test_D23_two_servers_on_one_store_keep_each_other_from_overwriting(tmp_path: Path) -> None:
    async def both() -> None:
        edit = {"mode": "remember", "topic": "kettle", "old_string": "shelf"}
        async with agent(tmp_path) as one, agent(tmp_path) as other:
            assert [tool.name for tool in (await one.list_tools()).tools] == ["memory"]
            await call(one, mode="remember", topic="kettle", content="On the shelf.\n")
            assert "On the shelf." in (await call(other, mode="recall", topic="kettle"))[0]
            assert (await call(one, new_string="table", **edit))[0].startswith("edited")
            said, failed = await call(other, new_string="floor", **edit)
            assert failed
            assert "has changed since version" in said

    anyio.run(both)


def test_two_calls_at_once_are_both_done(tmp_path: Path) -> None:
    said: dict[str, str] = {}

    async def remember(client: ClientSession, topic: str) -> None:
        said[topic] = (await call(client, mode="remember", topic=topic, content=f"About {topic}."))[0]

    async def at_once() -> None:
        async with agent(tmp_path) as client, anyio.create_task_group() as tasks:
            for topic in ("tide", "moon"):
                tasks.start_soon(remember, client, topic)

    anyio.run(at_once)
    assert {topic: text.split()[1] for topic, text in said.items()} == {
        "tide": "global:topics/tide",
        "moon": "global:topics/moon",
    }
