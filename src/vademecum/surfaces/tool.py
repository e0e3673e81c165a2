"""The ``memory`` tool for agents: what its arguments mean, and one call on the facade for each mode (D13 to D20).

It knows no protocol: MCP and RPC pass it named arguments and get text back. What goes wrong is raised, so that the
protocol can mark it as a failure; nothing that was asked is ignored without a word (A34).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from vademecum.address import Address
from vademecum.config import Retriever
from vademecum.errors import InputError, NotFoundError, ReadOnlyError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Addition, Change, Content, Replacement
from vademecum.library import Opened
from vademecum.memory import Memory
from vademecum.memory.using import count_read
from vademecum.recall.pipeline import Request
from vademecum.recall.query import make_filter
from vademecum.surfaces.arguments import flag, text, text_or_list, word_or_number
from vademecum.surfaces.frame import framed_hits, framed_page
from vademecum.surfaces.naming import HOME, Place, diary_day, own_page, place_of, readings, refuse_other_day, topic_name
from vademecum.surfaces.tool_schema import NAME, SCHEMA

_WRITES = ("content", "old_string", "new_string", "append", "replace_all", "version")


@dataclass(frozen=True, slots=True)
class Call:
    """The tool's arguments, read and checked for kind.

    Clients that must fill in every parameter send empty texts: those count as not given, but where they mean something.
    """

    mode: str
    keywords: str | None
    all: bool
    salience: str | None
    retriever: Retriever | None
    topic: str | None
    date: str | None
    workspace: str | None
    block: str | None
    content: str | None
    old_string: str | None
    new_string: str | None
    replace_all: bool
    append: str | None
    version: str | None


def read_call(arguments: Mapping[str, Any]) -> Call:
    """The arguments as values. Raises InputError that names the argument and the type it wants."""
    unknown = [name for name in arguments if name not in SCHEMA["properties"]]
    if unknown:
        raise InputError(f"{NAME} takes no argument {unknown[0]!r}", hint=f"it takes {', '.join(SCHEMA['properties'])}")
    return Call(
        mode=(text(arguments, "mode") or "").strip().lower(),
        keywords=text_or_list(arguments, "keywords"),
        all=flag(arguments, "all"),
        salience=_filled(word_or_number(arguments, "salience")),
        retriever=_retriever(_filled(text(arguments, "retriever"))),
        topic=_filled(text(arguments, "topic")),
        date=_filled(text(arguments, "date")),
        workspace=_filled(text(arguments, "workspace")),
        block=_filled(text(arguments, "block")),
        content=_filled(text(arguments, "content")),
        old_string=text(arguments, "old_string") or None,
        new_string=text(arguments, "new_string"),
        replace_all=flag(arguments, "replace_all"),
        append=_filled(text(arguments, "append")),
        version=_filled(text(arguments, "version")),
    )


def call_memory(memory: Memory, arguments: Mapping[str, Any]) -> str:
    """Do what the arguments ask, and say it in text. Raises VademecumError."""
    call = read_call(arguments)
    modes: Mapping[str, Callable[[Memory, Call], str]] = {"recall": _recall, "remember": _remember}
    if call.mode not in modes:
        got = f"it is {call.mode!r}" if call.mode else "it is missing"
        raise InputError(f"mode must be recall or remember, {got}", hint="recall reads, remember writes")
    return modes[call.mode](memory, call)


def _filled(value: str | None) -> str | None:
    return value if value and value.strip() else None


def _retriever(value: str | None) -> Retriever | None:
    wanted = None if value is None else value.strip().lower()
    known = next((each for each in get_args(Retriever) if each == wanted), None)
    if known != wanted:
        raise InputError(f"there is no retriever {value!r}", hint=f"use one of {', '.join(get_args(Retriever))}")
    return known


def _recall(memory: Memory, call: Call) -> str:
    _refuse_given(call, "recall", _WRITES)
    if call.keywords is not None:
        return _search(memory, call, call.keywords)
    for name in ("retriever", "salience", "all"):
        if getattr(call, name):
            raise InputError(f"{name} goes with keywords", hint=f"to open a page leave {name} out")
    return _open(memory, call)


def _search(memory: Memory, call: Call, keywords: str) -> str:
    if not keywords.strip():
        raise InputError("keywords are blank", hint="give a few words of what you look for, or leave keywords out")
    settings = memory.setting.config.recall
    request = Request(
        keywords,
        limit=settings.limit,
        snippet_chars=settings.snippet_chars,
        retriever=call.retriever,
        floor=not call.all,
        within=make_filter(salience=() if call.salience is None else (call.salience,)),
    )
    answer = memory.recall(request)
    count_read(memory, [hit.address for hit in answer.hits])
    ignored = [name for name in ("topic", "date", "workspace", "block") if getattr(call, name) is not None]
    notices = [f"{name} does not narrow a search, so it was not used" for name in ignored]
    return framed_hits(answer, notices)


def _open(memory: Memory, call: Call) -> str:
    place = place_of(memory, call.topic, call.date, call.workspace)
    if not place.exists:
        memory.look_up(place.address)  # notes that it was looked for and not there
        return _absent(memory, place.address)
    if call.block is None:
        opened = memory.open_page(str(place.address))
    elif place.address.is_block:
        raise InputError("topic and block both name a block", hint="leave block out")
    else:
        opened = _open_block(memory, place.address, call.block)
    count_read(memory, [opened.address])
    return framed_page(opened)


def _open_block(memory: Memory, page: Address, block: str) -> Opened:
    """The block at a heading path, written as in an address, as it stands in the page, or after the page's title."""
    refusals: list[NotFoundError] = []
    for reading in readings(page, block):
        try:
            return memory.open_page(str(reading))
        except NotFoundError as error:
            refusals.append(error)
    raise refusals[0]


def _absent(memory: Memory, address: Address) -> str:
    day = diary_day(memory, address)
    if day == memory.today().isoformat():
        then = "Nothing was written today. To begin: mode remember with append, without topic."
    elif day is not None:
        then = "No diary was written there that day."
    else:
        then = "It may have another name: search with keywords. To create it: mode remember, this topic, and content."
    return f"ABSENT {address}\n{then}"


def _remember(memory: Memory, call: Call) -> str:
    _refuse_given(
        call,
        "remember",
        ("keywords", "all", "salience", "retriever", "workspace", *(("block",) if call.append is None else ())),
    )
    _check_form(call)
    place = place_of(memory, call.topic, call.date)
    refuse_other_day(memory, place.address)
    change = _change_of(memory, call, place)
    try:
        receipt = memory.write(place.address.page, change, version=call.version if call.append is None else None)
    except ReadOnlyError as error:
        raise _with_way_out(error, call, place.address) from error
    unused = ["version was not used: appending loses nothing"] if call.append and call.version else []
    return said(receipt, [*receipt.warnings, *unused])


def _check_form(call: Call) -> None:
    """Exactly one way to write, and nothing that goes with another one."""
    edit = bool(call.old_string or call.new_string)
    forms = [bool(call.content), edit, bool(call.append)]
    ways = "content, old_string with new_string, or append"
    if sum(forms) != 1:
        raise InputError(f"remember takes {'one' if any(forms) else 'what to write: one'} of {ways}", hint="give one")
    if edit and not call.old_string:
        raise InputError("new_string needs the old_string that it replaces", hint="to add text use append")
    if call.replace_all and not edit:
        raise InputError("replace_all goes with old_string", hint="leave it out")


def _change_of(memory: Memory, call: Call, place: Place) -> Change:
    title = "" if call.topic is None or diary_day(memory, place.address) else _title(place.address, call.topic)
    actor = memory.setting.actor
    meta = (("date", memory.today().isoformat()), ("author", str(actor)))
    if call.old_string is not None:
        return Replacement(call.old_string, call.new_string or "", call.replace_all)
    if call.append is not None:
        crumb, nth = _crumb_of(call, place.address)
        return Addition(call.append, crumb, nth, title, meta)
    if place.address.is_block:
        raise InputError(
            "content is a whole page, but topic names a block",
            hint="edit the block with old_string and new_string, or name the page alone",
        )
    return Content(call.content or "", title, meta)


def _title(address: Address, topic: str) -> str:
    """What a new page is called: its topic as the agent wrote it, else the last part of its name."""
    name = topic_name(topic)
    return name if own_page(name) == address else address.name.rpartition("/")[2]


def _crumb_of(call: Call, address: Address) -> tuple[tuple[str, ...], int | None]:
    """The heading path to append to, and which of several equal ones when the call counts them."""
    if address.block_id is not None:
        raise InputError("text is appended to a heading's block, not to a block id", hint="name the heading instead")
    if call.block is None:
        return address.crumb, address.nth if address.crumb else None
    if address.is_block:
        raise InputError("topic and block both name a block", hint="leave block out")
    first = readings(address, call.block)[0]
    return first.crumb, first.nth if first.nth > 1 else None


def _with_way_out(error: ReadOnlyError, call: Call, address: Address) -> ReadOnlyError:
    """The refusal with where an agent may write instead, when a plain name led it to somebody else's page."""
    if call.topic is None or address.mount == HOME:
        return error
    way = f"for a page of your own use topic {own_page(address.name.rpartition('/')[2])}"
    return ReadOnlyError(error.message, hint=f"{error.hint}; {way}" if error.hint else way)


def said(receipt: Receipt, warnings: list[str]) -> str:
    """A write that happened, in words."""
    now = f" · {receipt.size:,} bytes · version {receipt.version}" if receipt.version else ""
    done = f"{receipt.action} {receipt.address}{now}"
    return "\n".join([done, *(f"warning: {warning}" for warning in warnings)])


def _refuse_given(call: Call, mode: str, names: tuple[str, ...]) -> None:
    given = [name for name in names if getattr(call, name)]
    if given:
        raise InputError(f"mode {mode} takes no {given[0]}", hint="leave it out, or use the other mode")
