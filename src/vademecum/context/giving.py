"""The composer: what the channels give to a session at once, within every bound, and what was left out of it. Pure.

Channels are served by what a person would miss most: seeds, then boot block, facts, contents pages, lists. Each stays
within its own budget, within the cap of the event that carries it, and all within the sum that a person allows; what
recall may bring up later is kept free of that sum. Within an event the text is in an order of its own, the same for the
same memory (rule 8). Prompts' channels, which depend on what is said, are composed where a prompt is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from vademecum.address import Address, parse
from vademecum.config.channels import ChannelsConfig
from vademecum.context.booting import BOOT, boot_of, pages_of
from vademecum.context.channels import SEED_CHARS
from vademecum.context.contents import INDEX, contents_of, needed
from vademecum.context.facts import FACTS, facts_of
from vademecum.context.frame import PREFACE
from vademecum.context.pieces import NO_BOUND, GivenPage, Portion, Room, joined
from vademecum.context.seeds import SEEDS, seeds_of
from vademecum.context.shelf import Shelf

REMINDER = "reminder"
RECALL = "recall"
COMPOSED = (SEEDS, FACTS, INDEX, BOOT, REMINDER)
"""The channels that are composed here, in the order of their text."""

# On timing alone (D43): how memory works is for the tool to say.
REMINDER_TEXT = (
    "Look into memory before you ask the person what they may have told you before, and write down what is settled as "
    "soon as it is."
)
# Those whose records share one text, in its order.
_STARTED = (SEEDS, FACTS, INDEX)
# The last line, with the longest counts.
_TALLY = 200


class Carrier(NamedTuple):
    """One event of a host: the channels that go with it, and how many UTF-16 units it passes on."""

    channels: Sequence[str]
    cap: int = NO_BOUND


@dataclass(frozen=True, slots=True)
class Given:
    """What one event carries: its text, empty for nothing, what each channel has in it, and by ``unasked`` mounts that
    could not be asked, with the reason."""

    text: str
    portions: tuple[Portion, ...] = ()
    unasked: tuple[tuple[str, str], ...] = ()
    muted: int = 0
    misnamed: int = 0

    def alone(self, channel: str) -> str:
        """What one channel gives, as a text of its own that says what it left out, for a host that keeps channels
        apart."""
        portion = next((each for each in self.portions if each.channel == channel), None)
        if portion is None:
            return ""
        last = [_tally({channel: portion})] if portion.pieces and any(portion.left_out.values()) else []
        return "\n".join(filter(None, [portion.text, joined(portion.pieces, last=last)]))

    @property
    def pages(self) -> tuple[GivenPage, ...]:
        """The pages that are given."""
        return tuple(page for portion in self.portions for page in portion.pages)

    @property
    def listed(self) -> int:
        """How many pages are only named."""
        return sum(portion.listed for portion in self.portions)

    @property
    def left_out(self) -> dict[str, int]:
        """What is left out, by reason."""
        counts: dict[str, int] = {}
        for portion in self.portions:
            for reason, count in portion.left_out.items():
                counts[reason] = counts.get(reason, 0) + count
        counts |= {"muted": self.muted, "names like orders": self.misnamed}
        return {reason: count for reason, count in counts.items() if count}


def give(shelves: Sequence[Shelf], config: ChannelsConfig, carriers: Sequence[Carrier]) -> list[Given]:
    """What each of these events of one session carries of the composed channels."""
    return _Table(list(shelves), config, carriers).served()


class _Table:
    """One composition under way: what is still free of each event and of the whole."""

    def __init__(self, shelves: list[Shelf], config: ChannelsConfig, carriers: Sequence[Carrier]) -> None:
        self._shelves = shelves
        self._config = config
        self._carriers = carriers
        fixed = [self._fixed(carrier) for carrier in carriers]
        self._rooms = [carrier.cap - size for carrier, size in zip(carriers, fixed, strict=True)]
        self._whole = (config.max_chars or NO_BOUND) - sum(fixed)
        self._portions: list[dict[str, Portion]] = [{} for _ in carriers]

    def served(self) -> list[Given]:
        """Every channel in the order of who is served first."""
        for channel, serve in ((SEEDS, self._seeds), (BOOT, self._boot_block), (FACTS, self._facts)):
            self._serve(channel, serve)
        if self._place_of(RECALL) is not None:
            self._whole -= self._config.recall.max_chars
        self._serve(INDEX, self._index)
        return [self._given(at) for at in range(len(self._carriers))]

    def _serve(self, channel: str, serve: Callable[[int, Room], Portion]) -> None:
        at = self._place_of(channel)
        if at is None:
            return
        portion = serve(at, Room(max(min(self._rooms[at], self._whole), 0)))
        self._portions[at][channel] = portion
        self._rooms[at] -= portion.units
        self._whole -= portion.units

    def _place_of(self, channel: str) -> int | None:
        """The event that carries a channel, None where none does or the person turned the channel off."""
        if not getattr(self._config, channel).on:
            return None
        return next((at for at, carrier in enumerate(self._carriers) if channel in carrier.channels), None)

    def _fixed(self, carrier: Carrier) -> int:
        """What an event's text takes beside its pieces."""
        preface = len(PREFACE) + _TALLY if set(_STARTED) & set(carrier.channels) else 0
        return preface + (len(self._reminder(carrier)) + 1 if REMINDER in carrier.channels else 0)

    def _reminder(self, carrier: Carrier) -> str:
        """The reminder, where it fits, for a memory in which there is anything at all."""
        is_given = REMINDER in carrier.channels and self._config.reminder.on
        is_given = is_given and len(REMINDER_TEXT) < min(carrier.cap, self._config.max_chars or NO_BOUND)
        return REMINDER_TEXT if is_given and not all(shelf.is_empty for shelf in self._shelves) else ""

    def _seeds(self, at: int, room: Room) -> Portion:
        """Seeds leave what an event passes on beyond ``SEED_CHARS`` to the others, as far as they need it."""
        others = 0
        if self._place_of(INDEX) == at:
            others += needed(self._shelves, self._config.index.max_listed).units
        if self._place_of(FACTS) == at and any(shelf.facts for shelf in self._shelves):
            others += self._config.facts.max_chars
        others = min(others, max(room.units - SEED_CHARS, 0))
        return seeds_of(self._shelves, Room(room.units - others, self._config.seeds.max_bytes))

    def _boot_block(self, _at: int, room: Room) -> Portion:
        config = self._config.boot
        boot = boot_of(self._shelves, config, min(room.units, config.max_chars), self._elsewhere())
        pages = pages_of(boot)
        left_out = {
            "boot pages in part": sum(not page.is_whole for page in pages),
            "boot pages": len(boot.left_out),
        }
        return Portion(BOOT, (), left_out, len(pages) + len(boot.left_out), boot.text, pages)

    def _elsewhere(self) -> set[str]:
        """Pages that another channel gives: seeds, and contents pages where they are not the block's own."""
        given = {page.page for portions in self._portions for portion in portions.values() for page in portion.pages}
        if self._config.index.on:
            given |= {str(shelf.roles.index.address) for shelf in self._shelves if shelf.roles.index is not None}
        return given

    def _facts(self, _at: int, room: Room) -> Portion:
        portion = facts_of(self._shelves, self._config.facts, room)
        given = [parse(page.page) for page in portion.pages]
        self._shelves = [self._without(shelf, given) for shelf in self._shelves]
        return portion

    def _without(self, shelf: Shelf, given: Sequence[Address]) -> Shelf:
        """A store without the pages that need no line in its list: facts that are given, and all records, which this
        channel is there for."""
        if shelf.mount.config.format == "records":
            return replace(shelf, others=())
        told = {page.name for page in given if page.mount == shelf.mount.name}
        return replace(shelf, others=tuple(row for row in shelf.others if row.name not in told)) if told else shelf

    def _index(self, _at: int, room: Room) -> Portion:
        config = self._config.index
        return contents_of(self._shelves, Room(room.units, config.max_bytes), most=config.max_listed)

    def _given(self, at: int) -> Given:
        portions = self._portions[at]
        started = [portions[channel] for channel in _STARTED if channel in portions]
        pieces = [piece for portion in started for piece in portion.pieces]
        reminder = self._reminder(self._carriers[at])
        if reminder:
            portions[REMINDER] = Portion(REMINDER, text=reminder)
        last = [reminder, *([_tally(portions)] if pieces else [])]
        boot = portions[BOOT].text if BOOT in portions else ""
        return Given(
            "\n".join(filter(None, [boot, joined(pieces, last=last)])),
            tuple(portions[channel] for channel in COMPOSED if channel in portions),
            tuple((shelf.mount.name, shelf.unasked) for shelf in self._shelves if shelf.unasked),
            sum(shelf.muted for shelf in self._shelves),
            sum(shelf.misnamed for shelf in self._shelves),
        )


def _tally(portions: Mapping[str, Portion]) -> str:
    """How much is shown of how much (rule 12)."""
    shown = []
    if SEEDS in portions:
        shown.append(f"{len(portions[SEEDS].pieces)} of {portions[SEEDS].of} seeds")
    if FACTS in portions and portions[FACTS].of:
        shown.append(f"{len(portions[FACTS].pages)} of {portions[FACTS].of} facts")
    if INDEX in portions:
        shown.append(f"{portions[INDEX].listed} of {portions[INDEX].of} other pages")
    *first, last = shown
    started = [portions[channel] for channel in _STARTED if channel in portions]
    is_missing = any(count for portion in started for count in portion.left_out.values())
    told = " and ".join(filter(None, [", ".join(first), last]))
    return f"{told} shown; recall what is missing" if is_missing else f"{told} shown"
