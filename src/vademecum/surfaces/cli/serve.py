"""``mcp``, ``rpc``, ``demo`` and ``completion``: commands that hand over to another surface or to the shell."""

from __future__ import annotations

import gc
import os
import sys

import click

from vademecum.errors import EXIT_OK, VademecumError
from vademecum.hosts.base import DSH, HOSTS


@click.command("mcp")
@click.option("--host", default="mcp", show_default=True, help="The name of the host that starts this server.")
@click.option(
    "--tools",
    type=click.Choice(("memory", "facts", "both")),
    help="The tools that the agent is shown; without it, as configured in mcp.tools.",
)
def mcp_command(host: str, tools: str | None) -> int:
    """Serve the memory to one agent over MCP, on standard input and output.

    Add it to an agent's MCP servers as the command vade with the argument mcp.
    """
    # The MCP library builds some thousand classes that all stay. Collecting garbage meanwhile is a fifth of the time,
    # and hosts send their first request without the tools of a server that is slow to start.
    gc.disable()
    from vademecum.surfaces.mcp import serve  # noqa: PLC0415 - most of a second, so only its own command pays for it

    shown = tools or _configured_tools()
    gc.freeze()
    gc.enable()
    serve(host, memory=shown != "facts", facts=shown != "memory")
    return EXIT_OK


def _configured_tools() -> str:
    """What the configuration says; a server whose configuration can't be read still serves, and each call tells why."""
    from vademecum.config.load import load_config  # noqa: PLC0415 - no other command here asks what is configured

    try:
        config = load_config(os.environ)
    except VademecumError:
        return "memory"
    if config.mcp.tools != "auto":
        return config.mcp.tools
    return "both" if any(mount.format == "records" for mount in config.mounts) else "memory"


@click.command("rpc")
@click.option("--host", type=click.Choice(list(HOSTS)), default=DSH.name, show_default=True, help="The host that asks.")
def rpc_command(host: str) -> int:
    """Answer a host's plugin over pipes: one JSON document a line on standard input, and one on standard output.

    The plugin that vade connect dsh installs starts it; you need not.
    """
    from vademecum.surfaces.rpc.lines import serve_lines  # noqa: PLC0415 - only its own command pays for it
    from vademecum.surfaces.rpc.turns import Turns  # noqa: PLC0415 - the same

    turns = Turns(host, os.environ)
    try:
        serve_lines(sys.stdin.buffer, sys.stdout.buffer, turns.methods, sys.stderr)
    finally:
        turns.close()
    return EXIT_OK


@click.command("demo")
@click.option("--keep", is_flag=True, help="Keep the demo's folder, and say where it is.")
def demo_command(*, keep: bool) -> int:
    """Show on an example vault what Vademecum does: index, recall, remember, refuse, and serve an agent.

    It works in a temporary folder and touches nothing of yours.
    """
    from vademecum.surfaces.demo import run_demo  # noqa: PLC0415 - only this command needs it

    return run_demo(keep=keep)
