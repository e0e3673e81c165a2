"""Pages that a prompt names, as their files are now (M33): the best of them, whole. A hook waits for it.

Which pages may come in, and by what, a snapshot says; what they say, their files. A page that is gone, private, muted
or quarantined, or in a mount that no longer counts, is passed over without a word. Where the index knows the file's
very bytes it says what a push needs to know of them; what changed since must be looked at anew, which takes longer
than all the rest. It reads few more pages than are wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vademecum.errors import IndexFailedError
from vademecum.index.peek import peek
from vademecum.index.proposing import Facts
from vademecum.lean import NamedTuple, sha256
from vademecum.library.plan_cache import PlannedMount
from vademecum.library.quarantine import (
    author_of,
    held_back,
    is_unnamable,
    not_allowed,
    page_key,
    peek as peek_quarantine,
)
from vademecum.library.raw import raw_pages
from vademecum.recall.pushing import Told
from vademecum.spelling import spell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.context.triggers import Said


# A pasted list names thousands of pages, and each that is looked at has to be read.
LOOKED_AT = 48


class Brought(NamedTuple):
    """The pages to hand over, each with the trigger that it came by; how many more there were than may come (M28), how
    many a person muted, how many have changed since they were indexed, and how many may not even be named."""

    told: Sequence[Told] = ()
    triggers: Sequence[str] = ()
    over: int = 0
    muted: int = 0
    changed: int = 0
    misnamed: int = 0


class _File(NamedTuple):
    """A page's file as it is now: where, its bytes and digest, and whether its content came with a pull."""

    path: str
    raw: bytes
    digest: str
    came_in: bool


def bring(
    mounts: Sequence[PlannedMount], said: Sequence[Said], cap: int, state: str, is_shown: Callable[[str, str], bool]
) -> Brought:
    """The first ``cap`` of these pages that the session can't see and that may speak. Once there are so many, or
    LOOKED_AT were looked at, the rest is counted unread.

    ``is_shown`` is asked with page and digest; ``state`` is the folder of what is quarantined.
    """
    by_name = {mount.name: mount for mount in mounts}
    told: list[Told] = []
    triggers: list[str] = []
    over = muted = changed = misnamed = looked = 0
    for mount_name, name, trigger, _times in said:
        mount, page = by_name.get(mount_name), spell(mount_name, name)
        if mount is None:
            continue
        if page_key(name) in mount.muted:
            muted += 1
        elif len(told) >= cap or looked >= LOOKED_AT:
            over += 1
        else:
            looked += 1
            file = next(_files(mount, name, state), None)
            if file is None or is_shown(page, file.digest):
                continue
            facts = _facts(mount, name, file.digest)
            changed += facts is None
            facts = facts or _assessed(mount, name, file)
            broken = not_allowed(mount.allowed, name, file.digest, facts.threat)
            if is_unnamable(broken):
                misnamed += 1
                continue
            one = _told(mount, name, file, facts, broken)
            if one is not None:
                told.append(one)
                triggers.append(trigger)
    return Brought(told, triggers, over, muted, changed, misnamed)


def _files(mount: PlannedMount, name: str, state: str) -> Iterator[_File]:
    """The files that may be the page, without those that wait for a person to look at them."""
    quarantine = peek_quarantine(state, mount.root)
    for path, raw in raw_pages(mount, name):
        digest = sha256(raw).hexdigest()
        if not quarantine.holds(name, digest, raw):
            yield _File(path, raw, digest, quarantine.came_by_pull(name))


def _facts(mount: PlannedMount, name: str, digest: str) -> Facts | None:
    """What the index says of a file, None when it does not know these bytes, or can't be asked."""
    try:
        with peek(mount.index_path) as view:
            facts = view.facts([name]).get(name) if view.fingerprint == mount.fingerprint else None
    except IndexFailedError:
        return None
    return facts if facts is not None and facts.digest == digest else None


def _assessed(mount: PlannedMount, name: str, file: _File) -> Facts:
    from vademecum.context.assessing import assess  # noqa: PLC0415 - it takes long, and is seldom needed

    return assess(mount, name, file.path, file.raw)


def _told(mount: PlannedMount, name: str, file: _File, facts: Facts, broken: str) -> Told | None:
    """The page as it is handed over; of one that reads like an order to an agent, where it is and by which rule."""
    if facts.hidden:
        return None
    page = spell(mount.name, name)
    if broken:
        text = held_back(page, broken)
        return Told(page, "", "", (), None, "", file.digest, text, len(text), 0.0)
    text = _words(name, file.raw)
    author = author_of(facts.author, came_in=file.came_in)
    return Told(page, "", facts.title, (), facts.date, author, file.digest, text, len(text), 0.0)


def _words(name: str, raw: bytes) -> str:
    """What a page says, by the parser, which takes long to import: only a prompt that names a page waits for it."""
    from vademecum.address import Address  # noqa: PLC0415 - see above
    from vademecum.page.display import words_of  # noqa: PLC0415 - the same
    from vademecum.page.parse import parse  # noqa: PLC0415 - the same

    return words_of(parse(Address("page", name), raw))
