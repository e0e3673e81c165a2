"""What a line of Codex's rollout does to the messages in view; seen in version 0.171, and in the code of earlier ones.

A rollout is linear: messages, a compaction that names all that it leaves in view, and, in the older of two ways to keep
a history, a rollback of so many turns. In the newer one a rewind or a fork begins a file that goes on from a part of
another, which its first line names. What hooks say is written as a message by the developer, a role that no person has.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from vademecum.transcripts.lines import FRAME, fields, items, object_in, texts, word
from vademecum.transcripts.log import Log
from vademecum.transcripts.reading import Entry
from vademecum.transcripts.surface import Surface

# A line that holds none of these changes nothing that is looked for.
_TELLING = (FRAME.encode(), b'"user"', b'"memory"', b'__memory"', b'"compacted"', b"thread_rolled_back")
# How a turn's first message is told from all others by its key.
_TURN = "u"
_HOOK = "hooks.additional_context"
# How Codex begins what it says in the person's role itself, where it keeps no kinds of parts.
_NOT_THE_PERSON = (
    "<environment_context>",
    "<user_instructions>",
    "# AGENTS.md instructions",
    "<turn_aborted>",
    "<user_shell_command>",
    "<skill>",
    "<subagent_notification>",
)


def read_line(line: bytes, key: str, surface: Surface) -> None:
    """Do to the messages in view what a line says; lines of other kinds and broken ones do nothing."""
    if not any(sign in line for sign in (*_TELLING, *(call.encode() for call in surface.sought.calls))):
        return
    found = object_in(line)
    payload = fields(found.get("payload")) if found else {}
    kind = found.get("type") if found else ""
    if kind == "response_item":
        _read_item(payload, key, surface)
    elif kind == "compacted":
        surface.restart()
        for number, item in enumerate(items(payload.get("replacement_history"))):
            _read_item(fields(item), f"{key}/{number}", surface)
    elif kind == "event_msg" and payload.get("type") == "thread_rolled_back":
        _roll_back(payload.get("num_turns"), surface)


def base_of(path: str, line: bytes) -> tuple[str, int] | None:
    """The part of another rollout that one goes on from, as its first line says."""
    base = fields(fields((object_in(line) or {}).get("payload")).get("history_base"))
    end = base.get("end_byte_offset")
    name = word(base.get("thread_id"))
    if not name or not isinstance(end, int):
        return None
    return _rollout(path, name), end


LOG = Log(read_line, base_of)
"""How Codex's rollouts are read."""


def _read_item(item: Mapping[str, object], key: str, surface: Surface) -> None:
    kind, call = item.get("type"), word(item.get("call_id"))
    if kind == "message" and item.get("role") == "developer":
        is_ours = all(kind == _HOOK for kind in _kinds(item))
        surface.add(Entry(key, "", [*texts(item.get("content"))]), is_ours=is_ours)
    elif kind == "message" and item.get("role") == "user" and _is_turn(item):
        surface.add(Entry(f"{_TURN}{key}", ""))
    elif kind == "function_call" and _is_ours(item):
        surface.ask(call)
    elif kind == "function_call_output" and (surface.has_asked(call) or call in surface.sought.calls):
        surface.add(Entry(key, "", [*texts(item.get("output"))], call=call))


def _roll_back(turns: object, surface: Surface) -> None:
    """Take the last turns back; what came before the first one stays, however many they are."""
    if not isinstance(turns, int) or turns <= 0:
        return
    begins = [index for index, key in enumerate(surface.keys) if key.startswith(_TURN)]
    if len(begins) < turns and not (surface.is_whole or surface.is_restarted):
        surface.is_short = True
    elif begins:
        surface.cut(begins[max(len(begins) - turns, 0)])


def _kinds(item: Mapping[str, object]) -> list[object]:
    """What Codex says the parts of a message are; older versions say nothing."""
    return items(fields(item.get("internal_chat_message_metadata_passthrough")).get("content_item_kinds"))


def _is_turn(item: Mapping[str, object]) -> bool:
    """Whether a message in the person's role is one that the person wrote, with which a turn begins."""
    kinds = _kinds(item)
    if kinds:
        return any(word(kind).startswith("user.") for kind in kinds)
    return not next(texts(item.get("content")), "").startswith(_NOT_THE_PERSON)


def _is_ours(item: Mapping[str, object]) -> bool:
    """Whether a call is of our tool, by its server and its name, or by both in one in older versions."""
    name = f"{word(item.get('namespace'))}__{word(item.get('name'))}".removeprefix("__")
    return name.startswith("mcp__") and name.endswith("__memory")


def _rollout(path: str, name: str) -> str:
    """Where the rollout of that name is: beside the one that goes on from it, or in another day's folder."""
    endings = tuple(f"{before}{name}.jsonl{packed}" for before in "-_" for packed in ("", ".zst"))
    day = os.path.dirname(path)
    sessions = os.path.dirname(os.path.dirname(os.path.dirname(day)))
    for folder in (day, *_days(sessions)):
        for file in _names(folder):
            if file.endswith(endings):
                return os.path.join(folder, file)
    return ""


def _days(sessions: str) -> list[str]:
    """The folders of all days, the newest first."""
    folders = [sessions]
    for _ in ("years", "months", "days"):
        folders = [os.path.join(folder, name) for folder in folders for name in _names(folder)]
    return folders


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder), reverse=True)
    except OSError:
        return []
