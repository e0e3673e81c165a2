"""A text to remember, and where it goes: its mount, its page's name, what the page's header says. It writes nothing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date
from uuid import uuid4

from vademecum.address import Address, Scope
from vademecum.errors import AmbiguousError, FilterError, UnreadableError
from vademecum.guards.changes import Actor
from vademecum.index.rows import plain
from vademecum.library import Library, Mount
from vademecum.library.rows import UNREADABLE
from vademecum.memory.headed import headed, title_said, with_asked
from vademecum.page import Page, parse
from vademecum.page.names import page_name

TOPICS = "topics"
# What a page says in its header that is one fact, so that it is given with the facts.
FACT = "fact"
# What can be done about a title that a page has already; a surface says it in the words of its own options.
TITLE_TAKEN = "replace it, add to it, or give another title"
_TITLE_MAX = 80


@dataclass(frozen=True, slots=True)
class Note:
    """A text to remember. ``mount`` names where, else ``scope`` decides; ``title`` defaults to its first line."""

    text: str
    title: str = ""
    tags: tuple[str, ...] = ()
    type: str | None = None
    scope: Scope | None = None
    mount: str | None = None


def mount_for(library: Library, note: Note) -> Mount:
    """The mount that a note goes to; raises FilterError when no mount of its scope can be written."""
    if note.mount is not None:
        return library.mount(note.mount)
    scope = note.scope or "global"
    found = next((m for m in library.mounts if m.config.scope == scope and m.config.writable), None)
    if found is None:
        raise FilterError(f"no mount of scope {scope} can be written", hint="name one with --mount")
    return found


def fact_type(mount: Mount) -> str | None:
    """The type of a new fact of this mount; a record is a fact anyway, and says none."""
    return FACT if mount.config.format == "folder" else None


def page_titled(library: Library, mount: Mount, title: str) -> Address | None:
    """The page of a mount that has this very title, None when none has it. Raises AmbiguousError for several, and
    UnreadableError for a page of that name of which nobody can tell what it says.

    A record has no title of its own, so no note means one again.
    """
    if mount.config.format == "records":
        return None
    with library.index(mount.name).view() as view:
        rows = [row for row in view.called([plain(title)]) if row.title == title]
    found = [row.name for row in rows if row.hidden is None]
    unread = next((row.name for row in rows if row.hidden == UNREADABLE), None)
    if not found and unread is not None:
        hint = "make its file readable, or give another title"
        raise UnreadableError(
            f"{Address(mount.name, unread)} can't be read, and may be the page of this title", hint=hint
        )
    if len(found) > 1:
        raise AmbiguousError(f"{len(found)} pages have the title {title!r}", [f"{mount.name}:{name}" for name in found])
    return Address(mount.name, found[0]) if found else None


def new_address(library: Library, mount: Mount, title: str) -> Address:
    """An address for a new page of this title, which no page of the mount has in any case of letters; a new record's
    name is an id that no other has anywhere."""
    if mount.config.format == "records":
        return Address(mount.name, str(uuid4()))
    folder = TOPICS if mount.config.scope == "global" else mount.config.inbox or ""
    prefix = f"{folder}/" if folder else ""
    with library.index(mount.name).view() as view:

        def is_taken(name: str) -> bool:
            wanted = plain(prefix + name)
            return any(plain(row.name) == wanted for row in view.called([wanted.rpartition("/")[2]]))

        return Address(mount.name, prefix + page_name(title, is_taken))


def free_address(library: Library, mount: Mount, title: str, before: Collection[Address]) -> Address:
    """The same for one of several pages that are made together: an address that none of those ``before`` it has."""
    address, number = new_address(library, mount, title), 2
    while address in before:
        address, number = new_address(library, mount, f"{title} {number}"), number + 1
    return address


def header_of(note: Note, today: date, actor: Actor) -> tuple[tuple[str, str | tuple[str, ...]], ...]:
    """What a new page's header says of a note; that a person wrote it goes without saying."""
    author = str(actor) if actor.kind != "person" else ""
    keys = (("date", today.isoformat()), ("type", note.type or ""), ("tags", note.tags), ("author", author))
    return tuple((key, value) for key, value in keys if value)


def title_of(note: Note) -> str:
    """The note's title, else the one in a header that its text brings along; for a text without one its first line,
    without heading marks, cut at a word."""
    page = None if note.title.strip() else headed(note.text)
    said = note.title.strip() if page is None else title_said(page)
    if said:
        return said
    lines = [line.strip(" #\t") for line in (note.text if page is None else page.body).splitlines()]
    # A rule above the text says nothing of it.
    line = next((line for line in lines if line.strip("-*_= ")), next(filter(None, lines), ""))
    if len(line) <= _TITLE_MAX:
        return line
    head = line[: _TITLE_MAX + 1]
    return (head.rpartition(" ")[0] or head[:_TITLE_MAX]).rstrip()


def settled(note: Note) -> Note:
    """The note with its title, type and tags in the header that its text brings along, if it does.

    Raises EditError for a header in which they can't be set.
    """
    page = headed(note.text)
    if page is None:
        return note
    return replace(note, text=with_asked(page, title=note.title.strip(), kind=note.type, tags=note.tags))


def written_over(page: Page, note: Note) -> Note:
    """The note with the whole text of the page that it is written over, its type and tags set in that.

    Raises what replacing the page's body raises.
    """
    from vademecum.page.edit import replace_body  # noqa: PLC0415 - most notes are new pages

    whole = parse(page.address, replace_body(page, note.text))
    return replace(note, text=with_asked(whole, kind=note.type, tags=note.tags))


def says_title(text: str) -> bool:
    """Whether a text begins with a title of its own, in its header or as a heading."""
    page = headed(text)
    return bool(page and title_said(page)) or (text if page is None else page.body).lstrip().startswith("#")
