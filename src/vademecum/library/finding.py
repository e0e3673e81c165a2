"""From what people and agents write to one exact page or block. It reads stores and indexes, and guesses nothing.

What names a page, in this order: its exact address or name; the end of its path, whole components only; its title or
one of its aliases. The first rule that fits decides; if two pages fit it, the answer is an error that names them (A14).
No error names a page of a mount that tells addresses only: there a page is learnt from a hit (D12).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from vademecum.address import Address, parse
from vademecum.errors import AddressError, AmbiguousError, HiddenError, NameRefusedError, NotFoundError
from vademecum.index.contract import PageRow
from vademecum.index.rows import plain
from vademecum.library.library import Library
from vademecum.library.provenance import Standing, origin_of
from vademecum.nearest import nearest
from vademecum.page import Block, Page

_KEPT_FROM_VIEW = frozenset({"private", "not-exposed"})
# A title and a heading may both hold a ``#``; of more of them than anybody types, the last are taken for cuts.
_CUTS = 8
# Where a page is looked for by its last name when no index has it: in the folder of what is remembered.
_TOPICS = "topics"


@dataclass(frozen=True, slots=True)
class Opened:
    """A page that was asked for by name, and the block of it, if the name went on to one; who wrote the page, and why
    it may not speak unasked."""

    page: Page
    block: Block | None = None
    author: str = ""
    standing: Standing = ""

    @property
    def address(self) -> Address:
        """The exact address of what was opened."""
        page = self.page.address
        return page if self.block is None else page.block(self.block.crumb, self.block.nth)

    @property
    def text(self) -> str:
        """The characters of what was opened, as they stand in the file."""
        return self.page.text if self.block is None else self.page.text_of(self.block)


def find(library: Library, text: str, *, hidden_too: bool = False) -> Address:
    """The address that a text means; the place after ``#`` is kept as written. A ``#`` may stand in a title too: what
    is no exact address is read with the longest name first.

    Raises NotFoundError with the nearest name, or AmbiguousError with the candidates, where names may be told;
    AddressError for what is no text. A page that is kept from view is no candidate beside one that is not, and is
    never named, unless ``hidden_too``.
    """
    _check_text(text)
    asked = _as_address(library, text)
    if asked is not None and _exists(library, asked):
        return asked
    for head, place in _readings(text):
        names, wanted = _meant(library, head)
        found = _called(library, names, wanted, hidden_too=hidden_too)
        if found is not None:
            return found if place is None else parse(f"{found}#{place}")
    _tell_unread(library, names, wanted)
    raise _nothing(library, names, wanted)


def open_page(library: Library, text: str, *, hidden_too: bool = False) -> Opened:
    """Read the page or block that a text means.

    Raises what ``find`` raises, HiddenError for a page that may not be opened, and NotFoundError for a missing block.
    """
    address = find(library, text, hidden_too=hidden_too)
    page = library.store(address.mount).read(address.name)
    rows = library.rows(address.mount)
    reason = rows.why_hidden(page, "open")
    if reason is not None and not hidden_too:
        # The text that was asked, never the address that it led to: that would tell where the page is.
        raise HiddenError(f"{text!r} is hidden: {reason}", reason, hint="a person can show it with --hidden")
    block = block_at(page, address) if address.is_block else None
    return Opened(page, block, *origin_of(page, library.mount(address.mount)))


def block_at(page: Page, address: Address) -> Block:
    """The block at an address's place; headings compare trimmed and without case (D15), unless one is the very same.

    A last heading alone is enough when only one block ends in it. Raises NotFoundError that lists the places there
    are, or AmbiguousError.
    """
    if address.block_id is not None:
        found = [block for block in page.blocks if address.block_id in block.ids]
    elif exact := [block for block in page.blocks if (block.crumb, block.nth) == (address.crumb, address.nth)]:
        # Blocks are counted by headings as they are written, so ``API`` and ``Api`` are each the first of its name.
        found = exact
    else:
        wanted = [plain(crumb) for crumb in address.crumb]
        same = [block for block in page.blocks if [plain(crumb) for crumb in block.crumb] == wanted]
        tail = [block for block in page.blocks if [plain(crumb) for crumb in block.crumb][-len(wanted) :] == wanted]
        found = [block for block in same if block.nth == address.nth] if same else tail if wanted else []
    if len(found) == 1:
        return found[0]
    places = [page.address.block(block.crumb, block.nth) for block in page.blocks]
    if found:
        fitting = [page.address.block(block.crumb, block.nth) for block in found]
        raise AmbiguousError(f"{len(found)} blocks fit {address}", [str(place) for place in fitting])
    raise NotFoundError(
        f"{page.address} has no block {address.place!r}",
        hint=f"its blocks are: {'; '.join(place.place or '(untitled)' for place in places) or 'none'}",
    )


def _check_text(text: str) -> None:
    """JSON can hand over what is no text, and neither a disk nor an index can be asked for it."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise AddressError(f"{text!r} holds half a surrogate pair", hint="write it in UTF-8") from error


def _readings(text: str) -> Iterator[tuple[str, str | None]]:
    """Each way to cut a text into a name and a place, the longest name first."""
    yield text, None
    head, place = text, None
    for _ in range(_CUTS):
        head, mark, tail = head.rpartition("#")
        if not mark:
            return
        place = tail if place is None else f"{tail}#{place}"
        yield head, place


def _meant(library: Library, head: str) -> tuple[list[str], str]:
    """The mounts to look in, and the name or title that is looked for there."""
    asked = _as_address(library, head.replace("#", "%23"))
    if asked is None:
        return [mount.name for mount in library.mounts], head
    return [asked.mount], asked.name


def _called(library: Library, mounts: Iterable[str], wanted: str, *, hidden_too: bool) -> Address | None:
    """The one page that is called so by the first rule that fits any; None where none does."""
    rows = _rows(library, mounts, wanted)
    for fits in RULES:
        found = _fitting([(address, row) for address, row in rows if fits(row, wanted)], wanted, hidden_too=hidden_too)
        if len(found) > 1:
            raise _several(library, wanted, found)
        if found:
            return found[0]
    return None


def _as_address(library: Library, text: str) -> Address | None:
    """The text read as an address with a known mount; None when it must be a name or title."""
    try:
        address = parse(text)
    except AddressError:
        return None
    return address if any(mount.name == address.mount for mount in library.mounts) else None


def _exists(library: Library, address: Address) -> bool:
    try:
        return library.store(address.mount).stamp(address.name) is not None
    except NameRefusedError:
        return False


def _fitting(fitting: Sequence[tuple[Address, PageRow]], wanted: str, *, hidden_too: bool) -> list[Address]:
    seen = sorted({address for address, row in fitting if hidden_too or row.hidden not in _KEPT_FROM_VIEW})
    kept = sorted({address for address, _ in fitting})
    if len(kept) > 1 and not seen:
        message = f"{len(kept)} pages called {wanted!r} are hidden"
        raise HiddenError(message, "private", hint="a person can show one with --hidden")
    return seen or kept


def _rows(library: Library, mounts: Iterable[str], wanted: str) -> list[tuple[Address, PageRow]]:
    """The pages that any of the rules below can mean: all compare a title, an alias or a last part of a name."""
    words = words_of(wanted)
    found: list[tuple[Address, PageRow]] = []
    for mount in mounts:
        with library.index(mount).view() as view:
            found += [(Address(mount, row.name), row) for row in view.called(words)]
    return found


def words_of(wanted: str) -> set[str]:
    """What an index is asked for, so that it gives every page that one of the RULES fits."""
    names = (plain(wanted), plain(wanted.removesuffix(".md")), _as_name(wanted))
    return {plain(wanted), *(name.rpartition("/")[2] for name in names)}


def _as_name(text: str) -> str:
    return plain(text).removesuffix(".md").strip("/")


def _is_exactly(row: PageRow, wanted: str) -> bool:
    return row.name == unicodedata.normalize("NFC", wanted).removesuffix(".md")


def _is_named(row: PageRow, wanted: str) -> bool:
    return plain(row.name) == _as_name(wanted)


def _ends_with(row: PageRow, wanted: str) -> bool:
    return plain(row.name).endswith(f"/{_as_name(wanted)}")


def _is_called(row: PageRow, wanted: str) -> bool:
    return row.hidden is None and plain(wanted) in map(plain, (row.title, *row.aliases))


RULES = (_is_exactly, _is_named, _ends_with, _is_called)
"""How a page can be meant, the surest way first."""


def _several(library: Library, wanted: str, found: Sequence[Address]) -> AmbiguousError:
    told = [str(address) for address in found if _tells_names(library, address.mount)]
    ways = [f"name one of: {', '.join(told)}"] if told else []
    if len(told) < len(found):
        which = f"{len(found) - len(told)} of them are" if told else "they are"
        ways.append(f"{which} told by a search alone: recall a few of their words, and take a hit's address")
    return AmbiguousError(f"{len(found)} pages are called {wanted!r}", told, hint="; ".join(ways))


def _tells_names(library: Library, mount: str) -> bool:
    return library.mount(mount).config.exposure == "path"


def _tell_unread(library: Library, mounts: Iterable[str], wanted: str) -> None:
    """Raise why a page of that very name can't be read, which no index knows since it can't be: it is there."""
    for mount in filter(partial(_tells_names, library), mounts):
        for name in (wanted, f"{_TOPICS}/{wanted}"):
            with suppress(NotFoundError, NameRefusedError):
                library.store(mount).read(name)


def _nothing(library: Library, mounts: Iterable[str], wanted: str) -> NotFoundError:
    names: list[str] = []
    for mount in filter(partial(_tells_names, library), mounts):
        with library.index(mount).view() as view:
            names += view.names()
    close = nearest(wanted, names)
    hint = f"did you mean {close}?" if close else "recall it by a few of its words, or list the pages"
    return NotFoundError(f"there is no page called {wanted!r}", hint=hint)
