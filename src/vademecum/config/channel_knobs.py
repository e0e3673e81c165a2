"""The rows of the table of knobs that are about channels: key, kind and meaning of each. It reads nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from vademecum.config.channels import (
    BOOT_FLOOR,
    BootChannel,
    ChannelProfile,
    ChannelsConfig,
    FactsChannel,
    FactsMode,
    IndexChannel,
    Language,
    Match,
    NudgeAt,
    NudgesChannel,
    RecallChannel,
    ReminderChannel,
    SeedsChannel,
    TriggersChannel,
)
from vademecum.config.kinds import FLAG, LINE, TAG, TIME_OF_DAY, choice, many, whole
from vademecum.config.knob import Knob

# More than any model reads at once, and fewer than a computer can count.
_SIZE = 10**9
_MINUTES = 60 * 24 * 365
_AFTER_USER = "Whether it waits until you have spoken; a message by a plugin is not yours."
_ACTIVE_ONLY = "Whether only the session that you spoke to last is given it."

_CHANNELS = (
    Knob(
        "channels",
        "profile",
        choice(get_args(ChannelProfile)),
        "The set of defaults that all channels start from.",
    ),
    Knob(
        "channels",
        "max_chars",
        whole(0, _SIZE),
        "How many characters a session's start and its first prompt may hold together; 0 means any number.",
    ),
)

_INDEX = (
    Knob("channels.index", "on", FLAG, "Whether a session starts with contents pages and a list of the other pages."),
    Knob("channels.index", "max_bytes", whole(0, _SIZE), "How many bytes both may have; the list is cut first."),
    Knob("channels.index", "max_listed", whole(0, 100_000), "How many pages of a mount are listed at most."),
)

_BOOT = (
    Knob("channels.boot", "on", FLAG, "Whether persona, protocol and recent log come with your first message."),
    Knob("channels.boot", "max_chars", whole(BOOT_FLOOR, _SIZE), "How many characters the whole may have."),
    Knob("channels.boot", "persona_chars", whole(0, _SIZE), "How many of them the persona gets; 0 means a share."),
    Knob("channels.boot", "protocol_chars", whole(0, _SIZE), "How many of them the protocol gets; 0 means a share."),
    Knob("channels.boot", "index_chars", whole(0, _SIZE), "How many of them the contents page gets; 0 means a share."),
    Knob("channels.boot", "heads", whole(0, 50), "How many of the newest entries of the log are named."),
    Knob("channels.boot", "after_user", FLAG, _AFTER_USER),
    Knob("channels.boot", "active_only", FLAG, _ACTIVE_ONLY),
)

_SEEDS = (
    Knob("channels.seeds", "on", FLAG, "Whether pages that are marked as seeds are given whole at each start."),
    Knob("channels.seeds", "max_bytes", whole(0, _SIZE), "How many bytes they may have together; each whole or not."),
)

_TRIGGERS = (
    Knob("channels.triggers", "on", FLAG, "Whether a page comes with a prompt that says one of its triggers."),
    Knob("channels.triggers", "cap", whole(0, 100), "How many pages one prompt may bring in this way."),
    Knob(
        "channels.triggers",
        "match",
        choice(get_args(Match)),
        "Whether a trigger of ASCII letters must be a `word` of its own, or may stand inside one as a `substring`.",
    ),
    Knob("channels.triggers", "case_sensitive", FLAG, "Whether large and small letters are told apart."),
)

_RECALL = (
    Knob("channels.recall", "on", FLAG, "Whether a prompt brings up the pages that it speaks of."),
    Knob("channels.recall", "max_chars", whole(0, _SIZE), "How many characters one prompt may bring up."),
)

_FACTS = (
    Knob("channels.facts", "on", FLAG, "Whether a session starts with facts."),
    Knob(
        "channels.facts",
        "mode",
        choice(get_args(FactsMode)),
        "Which facts: the newest of each scope, or all that fit.",
    ),
    Knob("channels.facts", "newest", whole(1, 10_000), "How many of each scope `recent` gives."),
    Knob("channels.facts", "max_chars", whole(0, _SIZE), "How many characters of facts each scope may give."),
    Knob(
        "channels.facts",
        "tags",
        many(TAG, "tags without #"),
        "Tags of which a fact must have one to be given by `recent`; an empty list means any fact.",
    ),
)

_REMINDER = (
    Knob("channels.reminder", "on", FLAG, "Whether one sentence says when to look into memory and when to write."),
)

_NUDGES = (
    Knob("channels.nudges", "on", FLAG, "Whether an agent that is idle is now and then asked to tidy its memory."),
    Knob(
        "channels.nudges",
        "digest_after_minutes",
        whole(1, _MINUTES),
        "How long nothing was written before a session is asked to write down what it learnt.",
    ),
    Knob("channels.nudges", "digest_cooldown_minutes", whole(0, _MINUTES), "How long it is not asked again."),
    Knob("channels.nudges", "digest_max", whole(0, 1000), "How often a session is asked; 0 means never."),
    Knob(
        "channels.nudges",
        "recollection_min_minutes",
        whole(1, _MINUTES),
        "How long at least before a session is asked to look back at something old.",
    ),
    Knob("channels.nudges", "recollection_max_minutes", whole(1, _MINUTES), "How long at most."),
    Knob("channels.nudges", "recollection_max", whole(0, 1000), "How often a session looks back; 0 means never."),
    Knob("channels.nudges", "quiet_from", TIME_OF_DAY, "The time of day from which no session is asked anything."),
    Knob("channels.nudges", "quiet_until", TIME_OF_DAY, "The time of day until which none is; both or none are set."),
    Knob(
        "channels.nudges",
        "language",
        choice(get_args(Language)),
        "The language that it is asked in; `auto` is that of your prompts, else of your pages.",
    ),
    Knob("channels.nudges", "person", LINE, "What you are called when an agent is asked something about you."),
    Knob(
        "channels.nudges",
        "at",
        choice(get_args(NudgeAt)),
        "When an agent is asked: with your next `prompt`, or at its `stop`, which makes it go on and costs a turn.",
    ),
    Knob("channels.nudges", "after_user", FLAG, _AFTER_USER),
    Knob("channels.nudges", "active_only", FLAG, _ACTIVE_ONLY),
)

# ``[channels]``, and the tables inside it.
CHANNEL_SECTIONS: Mapping[str, tuple[type, tuple[Knob, ...]]] = {
    "channels": (ChannelsConfig, _CHANNELS),
    "channels.index": (IndexChannel, _INDEX),
    "channels.boot": (BootChannel, _BOOT),
    "channels.seeds": (SeedsChannel, _SEEDS),
    "channels.triggers": (TriggersChannel, _TRIGGERS),
    "channels.recall": (RecallChannel, _RECALL),
    "channels.facts": (FactsChannel, _FACTS),
    "channels.reminder": (ReminderChannel, _REMINDER),
    "channels.nudges": (NudgesChannel, _NUDGES),
}
