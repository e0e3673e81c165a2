"""The one memory that a server works with, opened late and kept for as long as it runs.

Importing what works costs a server as much again as all of the command line. A host waits for the list of tools before
it sends its first prompt, and seldom calls one at once; so that import, and the first look at the files, come after.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from vademecum.errors import VademecumError
from vademecum.surfaces.tool_schema import NAME

if TYPE_CHECKING:
    from vademecum.memory.held import HeldWrite
    from vademecum.surfaces.live import LiveMemory

PROBLEMS_TOLD = 5


class Desk:
    """One session's memory, for one call at a time. ``host`` names the program that runs the agent."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._session = uuid4().hex
        self._began = time.time()
        self._live: LiveMemory | None = None

    def prepare(self) -> None:
        """Open the memory and bring it in step; what can't be read well is told to the person, nothing is raised."""
        try:
            memory = self._opened().current()
            problems = [each for status in memory.status(memory.sync()) for each in status.problems]
        except VademecumError as error:
            say(f"vade mcp: {error}")
            return
        for problem in problems[:PROBLEMS_TOLD]:
            say(f"{problem.place}: {problem.message}")
        if len(problems) > PROBLEMS_TOLD:
            say(f"and {len(problems) - PROBLEMS_TOLD:,} more, all of them in vade status")

    def call(self, arguments: Mapping[str, Any], tool: str = NAME) -> str:
        """What a tool answers; raises VademecumError, also for a configuration that can't be read."""
        memory = self._opened().current()
        if tool != NAME:
            from vademecum.surfaces.fact_tools import call_fact_tool  # noqa: PLC0415 - see the top of this module

            return call_fact_tool(memory, tool, arguments)
        from vademecum.surfaces.tool import call_memory  # noqa: PLC0415 - see the top of this module

        return call_memory(memory, arguments)

    def held(self, name: str) -> HeldWrite:
        """A write that waits for a person, as they have to see it. Raises VademecumError."""
        return self._opened().current().approvals.show(name)

    def approve(self, shown: HeldWrite) -> str:
        """What came of a held write that a person agreed to; raises VademecumError."""
        from vademecum.surfaces.tool import said  # noqa: PLC0415 - see the top of this module

        receipts = self._opened().current().approvals.approve(shown)
        return "\n".join(said(receipt, list(receipt.warnings)) for receipt in receipts)

    def reject(self, name: str, reason: str) -> None:
        """Note that a person decided against a held write; raises VademecumError."""
        self._opened().current().approvals.reject(name, reason)

    def close(self) -> None:
        """Give back file handles."""
        if self._live is not None:
            self._live.close()

    def _opened(self) -> LiveMemory:
        if self._live is None:
            from vademecum.sessions import SessionKey  # noqa: PLC0415 - see the top of this module
            from vademecum.surfaces.live import LiveMemory  # noqa: PLC0415 - the same

            self._live = LiveMemory(SessionKey(self._host, self._session), notice=say)
        self._join(self._live)
        return self._live

    def _join(self, live: LiveMemory) -> None:
        """Keep the ledger of the session that the host's process runs now, once a hook of it said which one."""
        from vademecum.sessions import SessionKey  # noqa: PLC0415 - see the top of this module
        from vademecum.surfaces.hooks.processes import session_of  # noqa: PLC0415 - the same

        session = session_of(str(live.state), os.getppid(), since=self._began)
        if session is not None:
            live.join(SessionKey(self._host, session))


def say(line: str) -> None:
    """One line for the person who reads the host's log of this server."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def say_failure(error: BaseException) -> None:
    """An error that nobody foresaw, with where it was raised."""
    say("".join(traceback.format_exception(error)).rstrip())
