"""What a hook is told and what it answers, whatever the host: the dialects translate into these. Pure data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from vademecum.lean import NamedTuple

START = "SessionStart"
PROMPT = "UserPromptSubmit"
TOOL = "PostToolUse"
STOP = "Stop"
COMPACT = "PreCompact"
END = "SessionEnd"


class InView(NamedTuple):
    """What is before an agent: texts that came from us, and ids of calls of the host's own tools."""

    texts: Sequence[str] = ()
    calls: Sequence[str] = ()


class HookEvent(NamedTuple):
    """One turn of a session of ``host``, by its name in the host table.

    ``role`` is ``root``, ``sub`` for an agent that another one started, or ``unknown``. ``source`` says why a session
    starts: startup, resume, fork, clear or compact. ``tool`` is a tool that has just been used, with what it was given
    and what it gave back, and ``call`` is the id of that use. ``is_retry`` is set when a host stops for the second time
    because a hook would not let it the first time. ``in_view`` is what a host says itself of what is before the agent:
    texts of ours, and calls of its own tools; None where its transcript has to be read for that. At a stop, ``is_idle``
    says that the agent works on nothing, ``is_queued`` that a message waits for it already. ``process`` is the host's,
    with which its sessions end, 0 where it is not known.
    """

    name: str
    session: str = ""
    cwd: str = ""
    role: str = "root"
    source: str = ""
    prompt: str = ""
    tool: str = ""
    tool_input: Mapping[str, object] = {}
    tool_output: object = None
    transcript: str = ""
    call: str = ""
    is_retry: bool = False
    host: str = "claude-code"
    in_view: InView | None = None
    is_idle: bool = True
    is_queued: bool = False
    process: int = 0


class Answer(NamedTuple):
    """What goes back: ``context`` for the agent, ``message`` for the person; nothing when both are empty.

    ``apart`` is a start's context by its channels, for a host that has a place of its own for each; of seeds it holds
    those alone that the agent does not see.
    """

    context: str = ""
    message: str = ""
    apart: Mapping[str, str] = {}


class Place(NamedTuple):
    """Where a session runs: its project's folder, the state folder, and the environment with all other places."""

    cwd: str
    state: str
    env: Mapping[str, str]


class Reply(NamedTuple):
    """An answer, and what is to be noted once it is out: the person waits for the one and not for the other."""

    answer: Answer = Answer()
    afterwards: Callable[[], None] = lambda: None
