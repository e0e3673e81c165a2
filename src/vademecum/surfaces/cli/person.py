"""Who gives a command: a person, or an agent in its host's shell; and what only a person may do.

The attack: a page tells an agent to run a command that would take back what a person decided, or to write what a person
would never have written, under the person's name. The variables are a courtesy of the hosts, so this stops an agent
that was talked into it, not one that takes them away first.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from vademecum.errors import InputError
from vademecum.guards.changes import PERSON, Actor
from vademecum.sessions import SessionKey

# What says that a shell is a host's: its variable, the host, and the variable with the host's id for the session.
HOSTS = (
    ("CLAUDECODE", "claude-code", "CLAUDE_CODE_SESSION_ID"),
    ("CODEX_THREAD_ID", "codex", "CODEX_THREAD_ID"),
    ("CODEX_SANDBOX", "codex", "CODEX_THREAD_ID"),
    ("QWEN_CODE", "qwen", "QWEN_CODE_SESSION_ID"),
    ("DSH_SHELL", "dsh", "DSH_SESSION_ID"),
    ("GEMINI_CLI", "gemini", ""),
    ("OPENCODE", "opencode", ""),
    ("CURSOR_AGENT", "cursor", ""),
    ("GOOSE_TERMINAL", "goose", ""),
)
# The common one, whose value is the agent's own name.
ANY_HOST = "AI_AGENT"
# What the person sets who knows better: ``person``, or ``agent:NAME``.
OVERRIDE = "VADEMECUM_ACTOR"


class Agent(NamedTuple):
    """An agent whose shell this is: the variable that says so, its host, and the host's id for the session."""

    variable: str
    host: str
    session: str | None = None


def agent_here(variables: Mapping[str, str] | None = None) -> Agent | None:
    """The agent that runs this shell, None when nothing says so."""
    env = os.environ if variables is None else variables
    for variable, host, session in HOSTS:
        if env.get(variable):
            return Agent(variable, host, env.get(session) or None)
    kind, _, name = env.get(OVERRIDE, "").strip().partition(":")
    if kind == "agent":
        return Agent(OVERRIDE, name.strip() or "shell")
    named = env.get(ANY_HOST, "").strip()
    return Agent(ANY_HOST, named.lower()) if named else None


def agents_variable() -> str | None:
    """What in the environment says that an agent runs this shell, None when nothing does."""
    found = agent_here()
    return None if found is None else found.variable


def writer(variables: Mapping[str, str] | None = None) -> tuple[Actor, SessionKey | None]:
    """As whom a command writes, and in which session. Raises InputError for an override that says neither."""
    env = os.environ if variables is None else variables
    said = env.get(OVERRIDE, "").strip()
    if said not in {"", "person", "agent"} and not said.startswith("agent:"):
        raise InputError(f"{OVERRIDE} says {said!r}", hint="set it to person or to agent:NAME, or unset it")
    found = None if said == "person" else agent_here(env)
    if found is None:
        return PERSON, None
    return Actor("agent", found.host), SessionKey(found.host, found.session) if found.session else None


def refuse_agents(what: str) -> None:
    """Raise InputError in an agent's shell: ``what`` is for a person to do, whatever options or override were given."""
    found = agents_variable()
    if found is not None:
        hint = "run it in a terminal of your own"
        raise InputError(f"{what}, and this is an agent's shell ({found} is set)", hint=hint)
