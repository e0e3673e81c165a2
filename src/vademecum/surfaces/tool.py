"""The ``memory`` tool for agents: its parameters, what it says, and one call on the facade for each mode (D13 to D20).

It knows no protocol: MCP and RPC pass it named arguments and get text back. What goes wrong is raised, so that the
protocol can mark it as a failure; nothing that was asked is ignored without a word (A34).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from vademecum.address import Address
from vademecum.errors import InputError, ReadOnlyError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Change, Content, Replacement
from vademecum.memory import TOPICS, Memory
from vademecum.recall.pipeline import Request
from vademecum.recall.query import is_day
from vademecum.surfaces.arguments import flag, text, text_or_list
from vademecum.surfaces.frame import framed_hits, framed_page

NAME = "memory"
DESCRIPTION = (
    "Long-term memory kept as Markdown pages. "
    "mode recall with keywords finds blocks of pages; mode recall without keywords opens one page, or one block of it. "
    "mode remember writes: content for a whole page, or old_string and new_string for an exact edit of an opened page. "
    "A page is named by topic (a topic name, or an address from a hit); without one it is today's diary page."
)
_TOPIC_PREFIXES = (f"{TOPICS}/", "memory/")


def _property(kind: str | list[str], description: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON Schema
    return {"type": kind, "description": description, **more}


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "mode": _property("string", "recall to find or open, remember to write", enum=["recall", "remember"]),
        "keywords": _property(["string", "array"], "What to look for, in any language", items={"type": "string"}),
        "topic": _property("string", "A topic name such as release-process, or an address from a hit"),
        "date": _property("string", "Open the diary page of this day, YYYY-MM-DD"),
        "block": _property("string", "Open only this block, by its heading path as a hit shows it"),
        "content": _property("string", "remember: the whole text of the page"),
        "old_string": _property("string", "remember: a text that stands in the page exactly once"),
        "new_string": _property("string", "remember: what to put in its place; empty deletes it"),
        "replace_all": _property(["boolean", "string"], "remember: replace every occurrence of old_string"),
        "version": _property(
            "string", "remember: the version you were shown; the write is refused if it changed since"
        ),
    },
    "required": ["mode"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Call:
    """The tool's arguments, read and checked for kind; empty text counts as not given where it can mean nothing."""

    mode: str
    keywords: str | None
    topic: str | None
    date: str | None
    block: str | None
    content: str | None
    old_string: str | None
    new_string: str | None
    replace_all: bool
    version: str | None


def read_call(arguments: Mapping[str, Any]) -> Call:
    """The arguments as values. Raises InputError that names the argument and the type it wants."""
    unknown = [name for name in arguments if name not in SCHEMA["properties"]]
    if unknown:
        raise InputError(f"memory takes no argument {unknown[0]!r}", hint=f"it takes {', '.join(SCHEMA['properties'])}")
    return Call(
        mode=(text(arguments, "mode") or "").strip(),
        keywords=text_or_list(arguments, "keywords"),
        topic=text(arguments, "topic") or None,
        date=text(arguments, "date") or None,
        block=text(arguments, "block") or None,
        content=text(arguments, "content"),
        old_string=text(arguments, "old_string"),
        new_string=text(arguments, "new_string"),
        replace_all=flag(arguments, "replace_all"),
        version=text(arguments, "version") or None,
    )


def call_memory(memory: Memory, arguments: Mapping[str, Any]) -> str:
    """Do what the arguments ask, and say it in text. Raises VademecumError."""
    call = read_call(arguments)
    modes: Mapping[str, Callable[[Memory, Call], str]] = {"recall": _recall, "remember": _remember}
    if call.mode not in modes:
        raise InputError(f"mode is {call.mode!r}", hint="mode is recall or remember")
    return modes[call.mode](memory, call)


def _recall(memory: Memory, call: Call) -> str:
    _refuse_given(call, "recall", ("content", "old_string", "new_string", "version"))
    return _open(memory, call) if call.keywords is None else _search(memory, call, call.keywords)


def _search(memory: Memory, call: Call, keywords: str) -> str:
    if not keywords.strip():
        raise InputError("keywords are blank", hint="give a few words of what you look for, or leave keywords out")
    settings = memory.setting.config.recall
    answer = memory.recall(Request(keywords, limit=settings.limit, snippet_chars=settings.snippet_chars))
    ignored = [name for name in ("topic", "date", "block") if getattr(call, name) is not None]
    notices = [f"{name} does not narrow a search, so it was not used" for name in ignored]
    return framed_hits(answer, notices)


def _open(memory: Memory, call: Call) -> str:
    name = _named(memory, call)
    if call.block is not None:
        opened = memory.open_page(f"{name}#{call.block.strip()}")
        return framed_page(opened)
    found = memory.look_up(name) if isinstance(name, Address) else memory.open_page(name)
    return _absent(name) if found is None else framed_page(found)


def _absent(name: Address | str) -> str:
    return f"ABSENT {name}\nTo create it: mode remember with the same topic and content, the page's whole text."


def _remember(memory: Memory, call: Call) -> str:
    _refuse_given(call, "remember", ("keywords", "block"))
    change = _change_of(call)
    if call.date is not None and call.date != memory.today().isoformat():
        raise ReadOnlyError(f"the diary of {call.date} is past, and past diaries are never changed", hint="use a topic")
    name = _named(memory, call)
    address = name if isinstance(name, Address) else memory.address_of(name).page
    return _receipt(memory.write(address, change, version=call.version))


def _change_of(call: Call) -> Change:
    edits = call.old_string is not None or call.new_string is not None
    if (call.content is not None) == edits:
        raise InputError("remember takes either content, or old_string and new_string", hint="give exactly one of them")
    if call.content is not None:
        return Content(call.content, title=_title(call))
    if call.old_string is None:
        raise InputError("new_string needs the old_string that it replaces", hint="use content for a new page")
    return Replacement(call.old_string, call.new_string or "", call.replace_all)


def _title(call: Call) -> str:
    """A new page is named after its topic; a diary page after its day, which its address says already."""
    return "" if call.topic is None or ":" in call.topic else _topic_name(call.topic)


def _receipt(receipt: Receipt) -> str:
    lines = [f"{receipt.action} {receipt.address} · {receipt.size:,} bytes · version {receipt.version}"]
    return "\n".join(lines + [f"warning: {warning}" for warning in receipt.warnings])


def _named(memory: Memory, call: Call) -> Address | str:
    """The exact page that a call names; a text when it has to be found by what it is called."""
    if call.topic is not None and call.date is not None:
        raise InputError("topic and date exclude each other", hint="give one of them")
    if call.topic is None:
        return _diary(memory, call.date)
    if ":" in call.topic or "#" in call.topic:
        return call.topic
    name = _topic_name(call.topic)
    if not all(char.isalnum() or char in "-_" for char in name):
        return call.topic
    return Address("global", f"{TOPICS}/{name}")


def _topic_name(topic: str) -> str:
    name = topic.strip().removesuffix(".md")
    return next((name.removeprefix(each) for each in _TOPIC_PREFIXES if name.startswith(each)), name)


def _diary(memory: Memory, day: str | None) -> Address:
    """Today's diary page of this workspace, or that of another day (D2)."""
    if day is not None and not is_day(day.strip()):
        raise InputError(f"date is {day!r}, which is no day", hint="write a real day as YYYY-MM-DD")
    shown: date | str = memory.today() if day is None else day.strip()
    return Address("global", f"{shown}/{memory.setting.workspace.slug}")


def _refuse_given(call: Call, mode: str, names: tuple[str, ...]) -> None:
    given = [name for name in names if getattr(call, name) is not None]
    if given:
        raise InputError(f"mode {mode} takes no {given[0]}", hint="leave it out, or use the other mode")
