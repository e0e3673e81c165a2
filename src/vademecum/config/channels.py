"""What can be configured of each channel by which pages reach an agent unasked. Pure: values with their defaults.

Bytes are those of UTF-8; characters are counted as hosts count them, in UTF-16 units. What a host passes on at all is
in the host table, comes first, and can't be raised here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Match = Literal["word", "substring"]
FactsMode = Literal["recent", "full"]
Language = Literal["auto", "en", "zh"]
NudgeAt = Literal["prompt", "stop"]
ChannelProfile = Literal["default", "markdown-memory", "wiki", "notes", "records"]

# Below this a boot block can't even say what it is (P, section 2.2).
BOOT_FLOOR = 512


@dataclass(frozen=True, slots=True)
class IndexChannel:
    """Contents pages word for word, and a bounded list of the other pages."""

    on: bool = True
    max_bytes: int = 32_768
    max_listed: int = 200


@dataclass(frozen=True, slots=True)
class BootChannel:
    """Persona, protocol, contents page and what happened last. A part of 0 characters takes its share of the whole."""

    on: bool = True
    max_chars: int = 12_000
    persona_chars: int = 0
    protocol_chars: int = 0
    index_chars: int = 0
    heads: int = 3
    after_user: bool = True
    active_only: bool = True


@dataclass(frozen=True, slots=True)
class SeedsChannel:
    """Pages that are given whole at each start."""

    on: bool = True
    max_bytes: int = 16_384


@dataclass(frozen=True, slots=True)
class TriggersChannel:
    """Pages that a literal word brings in; ``word`` holds for ASCII alone, other scripts set no spaces."""

    on: bool = True
    cap: int = 3
    match: Match = "word"
    case_sensitive: bool = False


@dataclass(frozen=True, slots=True)
class RecallChannel:
    """Blocks that a prompt speaks of."""

    on: bool = True
    max_chars: int = 2_000


@dataclass(frozen=True, slots=True)
class FactsChannel:
    """Facts: the newest ``newest`` of each scope, or with ``full`` all that fit. ``tags`` narrow ``recent`` alone."""

    on: bool = True
    mode: FactsMode = "recent"
    newest: int = 4
    max_chars: int = 2_400
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReminderChannel:
    """One sentence on when to look and when to write."""

    on: bool = True


@dataclass(frozen=True, slots=True)
class NudgesChannel:
    """When a session is asked to write down what it learnt (digest), or to look back (recollection); 0 means never.

    Recollection is off unless asked for: what comes up by chance is a matter of taste. A time of day is ``HH:MM``.
    ``at`` says when it is handed over: with the next prompt, or at once, which costs a call of the model. ``person`` is
    how the person is called in it.
    """

    on: bool = True
    digest_after_minutes: int = 120
    digest_cooldown_minutes: int = 180
    digest_max: int = 2
    recollection_min_minutes: int = 30
    recollection_max_minutes: int = 240
    recollection_max: int = 0
    quiet_from: str | None = None
    quiet_until: str | None = None
    language: Language = "auto"
    person: str | None = None
    at: NudgeAt = "prompt"
    after_user: bool = True
    active_only: bool = True


@dataclass(frozen=True, slots=True)
class ChannelsConfig:
    """All channels; ``max_chars`` bounds what a session's start and its first prompt hold together, 0 for no bound."""

    profile: ChannelProfile = "default"
    max_chars: int = 48_000
    index: IndexChannel = IndexChannel()
    boot: BootChannel = BootChannel()
    seeds: SeedsChannel = SeedsChannel()
    triggers: TriggersChannel = TriggersChannel()
    recall: RecallChannel = RecallChannel()
    facts: FactsChannel = FactsChannel()
    reminder: ReminderChannel = ReminderChannel()
    nudges: NudgesChannel = NudgesChannel()
