"""What a line of Claude Code's transcript says; what it was seen to write is told in docs/reference/hooks.md.

Most lines are told by their bytes: an id can't stand inside a JSON text, where its quotes would be escaped. Only lines
that hold a frame of ours, a call of our tool or a compaction are parsed, and those that are not as they always were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vademecum.lean import loads
from vademecum.transcripts.reading import Entry

# What every frame of ours begins with, as it stands in JSON; ``context/frame.py`` makes it.
FRAME = b"<record-"

_HEAD = b'{"parentUuid":'
_ROOT = b"null,"
_ID = b'"uuid":"'
_CALL = b'"tool_use_id":"'
_ASK = b'"type":"tool_use"'
_TOOL = b"__memory"
_COMPACTION = b'"compact_boundary"'
_SIDE = b'"isSidechain":true'
# The ids and flags that come first take less than this.
_FRONT = 200


def entry_in(line: bytes) -> Entry | None:
    """The message that a line is, None for lines of another kind, for those of subagents, and for broken ones."""
    if not line.startswith(_HEAD) and b'"parentUuid"' not in line:
        return None
    is_root = line.startswith(_ROOT, len(_HEAD))
    if FRAME in line or (is_root and _COMPACTION in line) or (_TOOL in line and _ASK in line):
        return _parsed(line)
    at = line.find(_ID)
    if not line.startswith(_HEAD) or at < 0 or line.find(_ID, at + 1) >= 0:
        return _parsed(line)
    if _SIDE in line[:_FRONT]:
        return None
    after = len(_HEAD)
    parent = b"" if is_root else _text_at(line, after + 1)
    call = line.find(_CALL)
    answers = _text_at(line, call + len(_CALL)) if call >= 0 else b""
    return Entry(_text_at(line, at + len(_ID)).decode(), parent.decode(), call=answers.decode())


def _text_at(line: bytes, start: int) -> bytes:
    return line[start : line.find(b'"', start)]


def _parsed(line: bytes) -> Entry | None:
    try:
        found = loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("isSidechain") is True:
        return None
    key, parent = found.get("uuid"), found.get("parentUuid")
    if not isinstance(key, str) or not isinstance(parent, str | None):
        return None
    entry = Entry(key, parent or "")
    if found.get("type") == "attachment":
        return _attached(entry, found.get("attachment"))
    if found.get("subtype") == "compact_boundary":
        return entry._replace(is_compaction=True, kept=_kept(found.get("compactMetadata")))
    return _said(entry, found.get("message"))


def _attached(entry: Entry, attachment: object) -> Entry:
    """What hooks gave the agent; their output as it was stands in other attachments, which no agent sees."""
    if not isinstance(attachment, dict) or attachment.get("type") != "hook_additional_context":
        return entry
    texts = [text for text in _texts(attachment.get("content")) if FRAME.decode() in text]
    return entry._replace(texts=texts, is_start=bool(texts) and attachment.get("hookEvent") == "SessionStart")


def _said(entry: Entry, message: object) -> Entry:
    """Calls of our tool, and answers with a frame, which may be of our tool; all else that was said is not ours."""
    content = message.get("content") if isinstance(message, dict) else None
    for part in content if isinstance(content, list) else ():
        if not isinstance(part, dict):
            continue
        if part.get("type") == "tool_use" and _is_ours(part.get("name")):
            entry = entry._replace(asks=[*entry.asks, str(part.get("id"))])
        elif part.get("type") == "tool_result":
            entry = entry._replace(call=str(part.get("tool_use_id")), texts=[*_texts(part.get("content"))])
    return entry


def _is_ours(name: object) -> bool:
    return isinstance(name, str) and name.startswith("mcp__") and name.endswith(_TOOL.decode())


def _kept(metadata: object) -> list[str]:
    """The messages that a compaction left as they were."""
    preserved = metadata.get("preservedMessages") if isinstance(metadata, dict) else None
    ids = preserved.get("uuids") if isinstance(preserved, dict) else None
    return [each for each in ids if isinstance(each, str)] if isinstance(ids, list) else []


def _texts(content: object) -> Iterator[str]:
    """Texts alone, in a list, or as parts with a text each."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, Mapping):
        yield from _texts(content.get("text"))
    elif isinstance(content, list):
        for part in content:
            yield from _texts(part)
