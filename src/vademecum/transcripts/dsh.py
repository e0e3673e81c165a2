"""What a line of a session log of DeepSeek Harness does to the messages in view: formats 0, 3 and 4.

The log is a list of events, each with a number. Some put a message on the surface, which is what the agent sees, at
its end or in place of others: a compaction is a summary that takes the place of a range. Messages wait in two queues,
whose changes are events too, so that what is on its way can be told from the log alone (M22). A message says what made
it, and only our own plugin's count (M23): ``{kind: plugin, plugin: NAME}`` up to format 3, and ``{kind: plugin:NAME}``
from format 4 on.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from vademecum.transcripts.lines import fields, items, object_in, texts, word
from vademecum.transcripts.log import Log
from vademecum.transcripts.reading import Entry
from vademecum.transcripts.surface import Surface

PLUGIN = "vademecum"
# Lines of other events change nothing that is looked for; most are pieces of what a model was saying.
_TELLING = (b'"surfaceOp"', b'"agent/inbox/spliced"', b'"turn/end"', b'"tool/call"')
# Messages that have left their queue for a step that has not put them on the surface yet.
_CLAIMED = "claimed"
_TOOL = "memory"
_NAMES = ("session.v4.jsonl", "session.v3.jsonl", "session.jsonl")


def read_line(line: bytes, _key: str, surface: Surface) -> None:
    """Do to the messages in view what a line says; lines of other kinds and broken ones do nothing."""
    if not any(sign in line for sign in _TELLING):
        return
    event = object_in(line) or {}
    data, kind = fields(event.get("data")), event.get("type")
    if "surfaceOp" in event:
        _put(event, data, surface)
    elif kind == "agent/inbox/spliced":
        _splice(data, surface)
    elif kind == "turn/end":
        # What a turn claimed and never showed was turned away.
        surface.forget(surface.queues.get(_CLAIMED, []))
    elif kind == "tool/call" and _is_our_tool(word(data.get("name"))):
        surface.ask(word(data.get("callId")))


LOG = Log(read_line, is_sought=False)
"""How the session logs are read: a line may speak of any message before it, so from their beginning on."""


def find_log(sessions: str, session: str) -> str:
    """The log of a session below the folder of all sessions, empty when there is none. The newest format counts, should
    a session have been moved to it."""
    for project in _names(sessions):
        folder = os.path.join(sessions, project, session)
        for name in _names(folder):
            if name.startswith(_NAMES):
                return os.path.join(folder, name)
    return ""


def _put(event: Mapping[str, object], data: Mapping[str, object], surface: Surface) -> None:
    """A message comes onto the surface; one that was on its way is so no longer."""
    number, place = event.get("seq"), event.get("surfaceOp")
    message = data if "content" in data else fields(data.get("message"))
    entry = Entry(str(number), "", [*_texts(message)], call=_answered(data, message))
    is_ours = _is_ours(message.get("source"))
    span = fields(place)
    if span.get("op") == "replace":
        first, last = span.get("start", span.get("startSeq")), span.get("end", span.get("endSeq"))
        surface.replace(str(first), str(last), entry, is_ours=is_ours)
    else:
        surface.forget([_waiting(message)])
        surface.add(entry, is_ours=is_ours)


def _splice(data: Mapping[str, object], surface: Surface) -> None:
    """Messages come into a queue or leave it; those that leave are on their way until their turn ends."""
    start, removed = data.get("start"), data.get("removedCount", 0)
    if not isinstance(start, int) or not isinstance(removed, int):
        return
    come = [fields(each) for each in items(data.get("inserted"))]
    added = [(Entry(_waiting(each), "", [*_texts(each)]), _is_ours(each.get("source"))) for each in come]
    left = surface.splice(word(data.get("target")), start, removed, added)
    claimed = surface.queues.setdefault(_CLAIMED, [])
    claimed.extend(left)


def _waiting(message: Mapping[str, object]) -> str:
    """The key of a message that is on its way; on the surface it is its event's number."""
    return f"waiting {word(message.get('id'))}"


def _texts(message: Mapping[str, object]) -> Iterator[str]:
    """What a message says; until format 3 a tool's answer stands inside a part of it."""
    for part in items(message.get("content")):
        yield from texts(part)
        yield from texts(fields(part).get("content"))


def _answered(data: Mapping[str, object], message: Mapping[str, object]) -> str:
    """The call that a tool's answer is to, wherever the format keeps it."""
    first = fields(next(iter(items(message.get("content"))), None))
    source = fields(message.get("source"))
    found = [source.get("callId"), message.get("toolCallId"), data.get("callId"), first.get("toolCallId")]
    return next((word(each) for each in found if word(each)), "")


def _is_ours(source: object) -> bool:
    made_by = fields(source)
    kind = made_by.get("kind")
    return kind == f"plugin:{PLUGIN}" or (kind == "plugin" and made_by.get("plugin") == PLUGIN)


def _is_our_tool(name: str) -> bool:
    return name == _TOOL or (name.startswith("mcp__") and name.endswith(f"__{_TOOL}"))


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder), reverse=True)
    except OSError:
        return []
