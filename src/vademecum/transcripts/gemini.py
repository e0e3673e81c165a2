"""What a line of a chat of Gemini CLI does to the messages in view; seen in version 0.61. Earlier chats were documents.

A line is the chat's head, a message, all messages anew (after a compression, or when a chat is taken up again), or a
rewind to before a message. A message is written again under its id when more of it is known. What hooks say becomes a
part of the person's own message, in a tag, with the signs of our frames escaped, which nothing is that a person types:
at a session's start it stands before the prompt, and with a prompt it is a part of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vademecum.transcripts.lines import fields, items, object_in, plain, texts, word
from vademecum.transcripts.log import Log
from vademecum.transcripts.reading import Entry
from vademecum.transcripts.surface import Surface

_BEGIN, _END = "<hook_context>", "</hook_context>"


def read_line(line: bytes, key: str, surface: Surface) -> None:
    """Do to the messages in view what a line says, or what all of a chat of the older form does."""
    record = object_in(line) or {}
    every = record.get("messages", fields(record.get("$set")).get("messages"))
    if "$rewindTo" in record:
        _rewind(word(record["$rewindTo"]), surface)
    elif isinstance(every, list):
        surface.restart()
        for number, message in enumerate(every):
            _read_message(fields(message), f"{key}/{number}", surface)
    elif "id" in record:
        _read_message(record, key, surface)


LOG = Log(read_line, document=".json")
"""How Gemini CLI's chats are read."""


def _rewind(name: str, surface: Surface) -> None:
    """Take back a message and all after it; the host clears all for one that it does not know."""
    found = (index for index, key in enumerate(surface.keys) if key.partition("@")[0] == name)
    index = next(found, None)
    if index is None:
        surface.lack()
    else:
        surface.cut(index)


def _read_message(message: Mapping[str, object], key: str, surface: Surface) -> None:
    """A message, as one entry for what it says and one for each answer of a tool in it."""
    name = f"{word(message.get('id'))}@{key}"
    content = message.get("content")
    said = _said_by_hooks(content) if message.get("type") == "user" else ()
    surface.add(Entry(name, "", [*said]), is_ours=True)
    for number, part in enumerate(items(content)):
        answer = fields(fields(part).get("functionResponse"))
        if answer:
            given = [*texts(fields(answer.get("response")).get("output"))]
            entry = Entry(f"{name}#{number}", "", given, call=word(answer.get("id")))
            surface.add(entry, is_ours=_is_our_tool(word(answer.get("name"))))


def _said_by_hooks(content: object) -> Iterator[str]:
    for number, text in enumerate(texts(content)):
        body, end, after = text.removeprefix(_BEGIN).partition(_END)
        if text.startswith(_BEGIN) and end and (number == 0 or not after):
            yield plain(body)


def _is_our_tool(name: str) -> bool:
    return name.startswith("mcp_") and name.endswith("_memory")
