"""What an agent's call points at: from a topic, a day and a heading path to one exact address (D2, D7 to D9).

A plain name means the agent's own topic page first, then any page that is called so; what fits nothing is the name of
a page to be made. It reads and writes no page, and never guesses: where several pages fit, the error names them.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from vademecum.address import CRUMB_JOIN, Address, parse
from vademecum.errors import AddressError, AmbiguousError, InputError, NotFoundError
from vademecum.guards import diaries
from vademecum.index.contract import Filter
from vademecum.memory import TOPICS, Memory
from vademecum.page.names import page_name
from vademecum.recall.query import is_day

HOME = diaries.HOME
# ``memory/`` is what an older layout called its topics (D6).
_TOPIC_PREFIXES = (f"{TOPICS}/", "memory/")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a call points: an exact address, and whether a page is there."""

    address: Address
    exists: bool


def place_of(memory: Memory, topic: str | None, day: str | None, workspace: str | None = None) -> Place:
    """The page or block that a call names; today's diary page when it names none.

    Raises AmbiguousError for several pages, NotFoundError or AddressError for what no page can be called.
    """
    if topic is not None and day is not None:
        raise InputError("topic and date exclude each other", hint="give one of them")
    if workspace is not None:
        return Place(_diary_by_label(memory, day, workspace), exists=True)
    if topic is None:
        diary = _diary(memory, day)
        return Place(diary, memory.first_of([str(diary)]) == diary)
    topic = topic.strip()
    found = memory.first_of(_names(memory, topic))
    return Place(_new_page(memory, topic), exists=False) if found is None else Place(found, exists=True)


def readings(page: Address, block: str) -> list[Address]:
    """The ways to understand a heading path: as in an address, as it stands in the page, after the page's title."""
    path = block.strip().lstrip("#").strip()
    crumb = tuple(part.strip() for part in path.split(CRUMB_JOIN))
    plain = [page.block(crumb), *([page.block(crumb[1:])] if len(crumb) > 1 else [])]
    with suppress(AddressError):
        plain.insert(0, parse(f"{page}#{path}"))
    return list(dict.fromkeys(plain))


def topic_name(topic: str) -> str:
    """A topic without mount, folder and file ending: what its page is titled."""
    name = topic.strip().removeprefix(f"{HOME}:").removesuffix(".md")
    return next((name.removeprefix(each) for each in _TOPIC_PREFIXES if name.startswith(each)), name)


def own_page(name: str) -> Address:
    """The topic page of that name in the home store."""
    return Address(HOME, f"{TOPICS}/{page_name(name, lambda _taken: False)}")


def diary_day(memory: Memory, address: Address) -> str | None:
    """The day of a diary page, None for any other page."""
    return diaries.diary_day(memory.library.mount(address.mount), address.name)


def refuse_other_day(memory: Memory, address: Address) -> None:
    """Raise ReadOnlyError for the diary of another day than today, by whatever name it is called, before a call's other
    faults are told (D16)."""
    day = diary_day(memory, address)
    if day is not None and day != memory.today().isoformat():
        raise diaries.not_today(address, day)


def label(address: Address) -> str:
    """Whose diary a page is, as people write it: its own name without the dashes at its ends (D4)."""
    return address.name.rpartition("/")[2].strip("-")


def _diary_by_label(memory: Memory, day: str | None, workspace: str) -> Address:
    """The diary of a day by its label, or by a part of one that no other diary of that day has (D9)."""
    if day is None:
        raise InputError("workspace goes with date", hint="give the day too, or an address as topic")
    _check_day(day)
    listed = memory.pages(Filter(path=f"{day.strip()}/"))
    diaries = [each.address for each in listed if each.row.hidden is None]
    wanted = workspace.strip().strip("-").casefold()
    exact = [each for each in diaries if label(each).casefold() == wanted]
    found = exact or [each for each in diaries if wanted in label(each).casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"{len(found)} diaries of {day.strip()} are called {workspace!r}"
        raise AmbiguousError(message, [str(each) for each in found])
    there = ", ".join(label(each) for each in diaries)
    hint = f"that day has those of {there}" if there else "search with keywords for the day that you mean"
    raise NotFoundError(f"there is no diary of {day.strip()} called {workspace!r}", hint=hint)


def _names(memory: Memory, topic: str) -> list[str]:
    if _has_mount(memory, topic) or "/" in topic_name(topic):
        return [topic]
    return [str(own_page(topic_name(topic))), topic]


def _new_page(memory: Memory, topic: str) -> Address:
    if _has_mount(memory, topic):
        return parse(topic).page
    mount, colon, rest = topic.partition(":")
    if colon and rest[:1].strip() and " " not in mount:
        memory.library.mount(mount)  # an address with a mistyped mount is no title: this names the nearest mount
    name = topic_name(topic)
    if "/" in name or "#" in name:
        hint = "search with keywords; the name of a new topic has no / and no #"
        raise NotFoundError(f"there is no page {topic!r}", hint=hint)
    return own_page(name)


def _has_mount(memory: Memory, topic: str) -> bool:
    head, colon, _ = topic.partition(":")
    return bool(colon) and any(mount.name == head for mount in memory.library.mounts)


def _diary(memory: Memory, day: str | None) -> Address:
    """Today's diary page of this workspace, or that of another day (D2)."""
    if day is not None:
        _check_day(day)
    shown = memory.today().isoformat() if day is None else day.strip()
    return Address(HOME, f"{shown}/{memory.setting.workspace.slug}")


def _check_day(day: str) -> None:
    if not is_day(day.strip()):
        raise InputError(f"date is {day!r}, which is no day", hint="write a real day as YYYY-MM-DD")
