"""What only a person may do: commands that an agent's own shell is refused.

The attack: a page tells an agent to run such a command, which would take back what a person decided. The variables are
a courtesy of the hosts, so this stops an agent that was talked into it, not one that takes them away first.
"""

from __future__ import annotations

import os

from vademecum.errors import InputError

# What the shells of agents have in their environment, as far as their hosts say so.
AGENT_VARIABLES = ("CLAUDECODE", "GEMINI_CLI", "CODEX_SANDBOX", "CURSOR_AGENT", "AI_AGENT")


def agents_variable() -> str | None:
    """What in the environment says that an agent runs this shell, None when nothing does."""
    return next((name for name in AGENT_VARIABLES if os.environ.get(name)), None)


def refuse_agents(what: str) -> None:
    """Raise InputError in an agent's shell: ``what`` is for a person to do, whatever options were given."""
    found = agents_variable()
    if found is not None:
        hint = "run it in a terminal of your own"
        raise InputError(f"{what}, and this is an agent's shell ({found} is set)", hint=hint)
