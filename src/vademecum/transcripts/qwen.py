"""What a line of Qwen Code's transcript says; seen in versions 0.15 and 0.24. Messages form a tree, as Claude Code's.

A rewind goes on from an earlier message. A compression names all that it leaves in view. What a prompt's hooks say is a
part of the person's message, with the signs of our frames escaped, which nothing is that a person types; newer versions
also keep it apart, beside the message. What a start's hooks say goes into the system prompt and is written nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vademecum.transcripts.lines import fields, items, object_in, plain, texts, word
from vademecum.transcripts.reading import Entry


def entry_in(line: bytes) -> Entry | None:
    """The message that a line is, None for lines of another kind and for broken ones."""
    if b'"parentUuid"' not in line:
        return None
    record = object_in(line) or {}
    key, parent = record.get("uuid"), record.get("parentUuid")
    if not isinstance(key, str) or not isinstance(parent, str | None):
        return None
    entry = Entry(key, parent or "")
    payload = fields(record.get("systemPayload"))
    if record.get("subtype") == "chat_compression" and payload.get("compressedHistory"):
        return _compression(entry, payload)
    content = fields(record.get("message")).get("parts")
    if record.get("type") == "user":
        said = payload.get("hookContext")
        return entry._replace(texts=[plain(said)] if isinstance(said, str) else [*_said_by_hooks(content)])
    return _answering(entry, content) if record.get("type") == "tool_result" else entry


def _compression(entry: Entry, payload: Mapping[str, object]) -> Entry:
    """All before is gone, but for the messages that the compression names."""
    contents = [fields(each).get("parts") for each in items(payload.get("compressedHistory"))]
    said = [text for parts in contents for text in (*_said_by_hooks(parts), *_said_by_our_tool(parts))]
    return entry._replace(parent="", is_compaction=True, texts=said)


def _answering(entry: Entry, content: object) -> Entry:
    """An answer to a call, which is known to be one of our tool by the name that it repeats."""
    answers = [fields(fields(part).get("functionResponse")) for part in items(content)]
    call = next((word(each.get("id")) for each in answers if each), "")
    said = [*_said_by_our_tool(content)]
    return entry._replace(call=call, asks=[call] if said else [], texts=said)


def _said_by_hooks(content: object) -> Iterator[str]:
    """What hooks said stands behind what the person wrote."""
    return (said for text in [*texts(content)][1:] if (said := plain(text)))


def _said_by_our_tool(content: object) -> Iterator[str]:
    for part in items(content):
        answer = fields(fields(part).get("functionResponse"))
        if _is_our_tool(word(answer.get("name"))):
            yield from texts(fields(answer.get("response")).get("output"))


def _is_our_tool(name: str) -> bool:
    return name.startswith("mcp__") and name.endswith("__memory")
