"""Claude Code's dialect of hooks, in and out; what it was seen to send is written down in docs/reference/hooks.md.

It reads what it knows and passes over the rest: the program changes its fields between versions, and a missing one
must cost a page, never a prompt.
"""

from __future__ import annotations

from collections.abc import Mapping

from vademecum.lean import dumps
from vademecum.surfaces.hooks.event import COMPACT, END, PROMPT, START, STOP, TOOL, Answer, HookEvent

HOST = "claude-code"
EVENTS = frozenset({START, PROMPT, TOOL, STOP, COMPACT, END})
# The variable that tells a hook its host's own process, which is also the parent of the servers that the host starts.
PROCESS = "CLAUDE_PID"
# Only these events hand text on to the agent.
_SPEAKING = frozenset({START, PROMPT})


def read_event(given: Mapping[str, object], name: str) -> HookEvent:
    """The event in a hook's input; ``name`` is the event by which the hook was called, should the input name none."""
    fired = _text(given, "hook_event_name")
    tool_input = given.get("tool_input")
    return HookEvent(
        name=fired if fired in EVENTS else name,
        session=_text(given, "session_id"),
        cwd=_text(given, "cwd"),
        # A subagent's hooks carry its id; the session's own agent has none, even if it was given a type.
        role="sub" if _text(given, "agent_id") else "root",
        source=_text(given, "source"),
        prompt=_text(given, "prompt"),
        tool=_text(given, "tool_name"),
        tool_input=tool_input if isinstance(tool_input, dict) else {},
        tool_output=given.get("tool_response"),
        transcript=_text(given, "transcript_path"),
        call=_text(given, "tool_use_id"),
        is_retry=given.get("stop_hook_active") is True,
    )


def write_answer(name: str, answer: Answer) -> bytes:
    """One JSON document for this event, nothing when there is nothing to say."""
    said: dict[str, object] = {}
    if answer.context and name in _SPEAKING:
        said["hookSpecificOutput"] = {"hookEventName": name, "additionalContext": answer.context}
    elif answer.context and name == STOP:
        # A stop has no other way to the agent than to be prevented, with what it is to do instead.
        said |= {"decision": "block", "reason": answer.context}
    if answer.message:
        said["systemMessage"] = answer.message
    # Half a surrogate pair, which a file name may hold, becomes the JSON escape that stands for it.
    return dumps(said, ensure_ascii=False).encode("utf-8", "backslashreplace") if said else b""


def read_file(event: HookEvent) -> tuple[str, str | None] | None:
    """The path that the host's own tool has just read, and the text if all of the file was given; else None."""
    path = event.tool_input.get("file_path")
    if event.tool != "Read" or not isinstance(path, str):
        return None
    output = event.tool_output
    file = output.get("file") if isinstance(output, dict) else None
    if not isinstance(file, dict):
        return path, None
    text = file.get("content")
    is_whole = file.get("startLine") == 1 and file.get("numLines") == file.get("totalLines")
    return path, text if is_whole and isinstance(text, str) else None


def memory_answer(event: HookEvent) -> str | None:
    """What our own tool has just answered the agent, None when another tool was used."""
    if not (event.tool.startswith("mcp__") and event.tool.endswith("__memory")):
        return None
    return "\n".join(_texts(event.tool_output))


def is_command(prompt: str) -> bool:
    """Whether a prompt is one of the host's own commands: a path is none."""
    word = prompt.split(maxsplit=1)[0] if prompt.strip() else ""
    return word.startswith("/") and "/" not in word[1:] and word[1:2].isalpha()


def _texts(output: object) -> list[str]:
    """The texts in a tool's answer, which comes as text, as a list of parts, or in a field."""
    if isinstance(output, str):
        return [output]
    if isinstance(output, list):
        return [text for part in output for text in _texts(part)]
    if isinstance(output, dict):
        return [text for key in ("text", "content", "result") for text in _texts(output.get(key))]
    return []


def _text(given: Mapping[str, object], key: str) -> str:
    value = given.get(key)
    return value if isinstance(value, str) else ""
