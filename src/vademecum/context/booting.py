"""What the boot block of these stores is made of: the pages of its parts, their order, and the words of ours. Pure.

The header says whose word goes first; the directive asks for a persona where a store has none yet, and is gone as soon
as it has one (P28, P29). How much of each page fits is for ``boot.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vademecum.config.channels import BootChannel
from vademecum.context.boot import Boot, Part, Recent, Words, boot_block
from vademecum.context.frame import written_out
from vademecum.context.pieces import GivenPage
from vademecum.context.roles import is_named, needs_persona, newest_heads
from vademecum.context.shelf import Shelf
from vademecum.library.provenance import origin_of
from vademecum.library.quarantine import held_back
from vademecum.page import Page
from vademecum.page.display import words_of

BOOT = "boot"
_PRECEDENCE = "What the person says now goes before what is written here, and of two notes the newer one."
_DIGEST = "Before the work ends, write down in this memory what will be wanted again."
_DIRECTIVE = """\
I have no persona here yet. When there is a calm moment, and in the person's own language, I ask a few questions at a \
time:
1. What shall I call you?
2. What do you want to call me?
3. How shall I speak: in short or at length, plainly or playfully?
4. What matters most to you in what we do?
5. What shall I never do without asking you first?
6. What should I know about you from the start?
I write the answers into {persona} in the person's words and let them confirm it{then}."""
_THEN = "; then I set `status: complete` in {checklist}"


def boot_of(shelves: Sequence[Shelf], config: BootChannel, total: int, given: Collection[str]) -> Boot:
    """The block within ``total``; ``given`` are addresses of pages that the session is given elsewhere."""
    parts = [
        part
        for role in ("persona", "protocol", "index")
        for shelf in shelves
        if (page := getattr(shelf.roles, role)) is not None and str(page.address) not in given
        for part in _parts(shelf, page, role, config)
    ]
    speaking = [shelf for shelf in shelves if shelf.roles.names or _needs(shelf)]
    words = Words(_header(speaking or shelves), "\n\n".join(_directive(shelf) for shelf in shelves if _needs(shelf)))
    return boot_block(parts, words, _recent(shelves, config.heads), total=total)


def pages_of(boot: Boot) -> tuple[GivenPage, ...]:
    """The pages that a block gives."""
    return tuple(
        GivenPage(part.page, part.digest, 0 if part.is_held else len(words), len(part.words), part.role)
        for part, words in boot.kept
    )


def _parts(shelf: Shelf, page: Page, role: str, config: BootChannel) -> list[Part]:
    """A page's part of the block; a blank one has none (P16)."""
    address = str(page.address)
    held = shelf.held.get(page.address.name)
    words = held_back(address, held) if held else words_of(page)
    budgets = {"persona": config.persona_chars, "protocol": config.protocol_chars, "index": config.index_chars}
    author = origin_of(page, shelf.mount).author
    part = Part(
        page=address,
        digest=page.digest,
        role=role,
        name=f"{page.address.name}.md" if _is_named(shelf, page) else role,
        whole=_whole(shelf, page),
        facts={"boot": address, "role": role, "author": author, "version": page.version},
        words=words,
        budget=budgets[role],
        is_held=bool(held),
    )
    return [part] if words.strip() else []


def _header(shelves: Sequence[Shelf]) -> str:
    places = ", ".join(_place(shelf) for shelf in shelves)
    is_written = any(shelf.mount.config.writable or shelf.mount.config.inbox for shelf in shelves)
    return " ".join([f"Memory of this person, kept in {places}.", _PRECEDENCE, *([_DIGEST] if is_written else [])])


def _needs(shelf: Shelf) -> bool:
    """Whether this store asks for a persona; one that nobody may write to can't be given any."""
    config = shelf.mount.config
    return config.writable and needs_persona(shelf.roles, is_wiki=config.profile == "wiki")


def _directive(shelf: Shelf) -> str:
    persona, checklist = shelf.roles.persona, shelf.roles.checklist
    named = _named(shelf, persona, "persona") if persona else f"{shelf.mount.name}:SOUL"
    then = _THEN.format(checklist=_named(shelf, checklist, "checklist")) if checklist else ""
    return _DIRECTIVE.format(persona=named, then=then)


def _named(shelf: Shelf, page: Page, role: str) -> str:
    return str(page.address) if _is_named(shelf, page) else f"the page of {shelf.mount.name} with `type: {role}`"


def _is_named(shelf: Shelf, page: Page) -> bool:
    config = shelf.mount.config
    return is_named(page.address.name, config.index_file, config.protocol_file)


def _recent(shelves: Sequence[Shelf], count: int) -> Recent | None:
    """The newest entries of the store whose log was written to last."""
    logs = [(shelf, shelf.roles.log) for shelf in shelves if shelf.roles.log is not None]
    heads = [(newest_heads(log, count), shelf, log) for shelf, log in logs]
    newest = max((each for each in heads if each[0]), key=lambda each: each[0][-1][:11], default=None)
    if newest is None:
        return None
    lines, shelf, log = newest
    address = str(log.address)
    held = shelf.held.get(log.address.name)
    return Recent(address, (held_back(address, held),) if held else tuple(written_out(line) for line in lines))


def _place(shelf: Shelf) -> str:
    config = shelf.mount.config
    return written_out(str(shelf.mount.root)) if config.exposure == "path" else shelf.mount.name


def _whole(shelf: Shelf, page: Page) -> str:
    """Where the whole of a page is: its file where agents are told files, else its address."""
    if not _is_named(shelf, page):
        return "at the address above"
    is_told = shelf.mount.config.exposure == "path"
    return written_out(str(shelf.mount.root / f"{page.address.name}.md")) if is_told else str(page.address)
