"""The host table: for each host its events, what each carries to the agent, how much of it, and how long it may take.

Data only, and cheap to import, so that a hook may read it too. What a host's files look like is in the host's module.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Channel = Literal["seeds", "index", "boot", "facts", "reminder", "triggers", "recall", "nudge"]
"""The channels of design section 8 that a host's event can carry."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a host.

    ``cap`` is how many UTF-16 units of text may be handed to the agent, 0 where none can be; ``timeout`` is in seconds,
    after which the host goes on without us; ``matcher`` narrows the event down in the host's own words.
    """

    name: str
    timeout: int
    channels: tuple[Channel, ...] = ()
    cap: int = 0
    matcher: str | None = None


@dataclass(frozen=True, slots=True)
class Host:
    """A program that runs agents; ``prompt`` names the event that the person is asked about (decision 11)."""

    name: str
    title: str
    events: tuple[Event, ...]
    prompt: str

    def cap(self, event: str) -> int:
        """How much text this event may carry to the agent, 0 for one that carries none or is not the host's."""
        return next((each.cap for each in self.events if each.name == event), 0)

    def asked_for(self, *, prompt_recall: bool) -> tuple[Event, ...]:
        """The events to install: all of them, or all but the one that comes with every prompt."""
        return tuple(event for event in self.events if prompt_recall or event.name != self.prompt)


# Claude Code passes on 10,000 UTF-16 units, so an emoji counts twice; of more, the agent sees the first 2,000 bytes.
_CLAUDE_CODE_CAP = 9_500

CLAUDE_CODE = Host(
    name="claude-code",
    title="Claude Code",
    events=(
        Event("SessionStart", timeout=10, channels=("seeds", "facts", "index", "reminder"), cap=_CLAUDE_CODE_CAP),
        Event("UserPromptSubmit", timeout=5, channels=("boot", "triggers", "recall"), cap=_CLAUDE_CODE_CAP),
        Event("PostToolUse", timeout=5, matcher="^(Read|mcp__.+__memory)$"),
        Event("Stop", timeout=5),
        Event("PreCompact", timeout=5),
        Event("SessionEnd", timeout=5),
    ),
    prompt="UserPromptSubmit",
)

# It was seen to cut nothing, so this is what is sensible to hand over at all: the budgets of the channels together.
_DSH_START_CAP = 65_536
_DSH_STEP_CAP = 24_576

# Its plugin gives events of its own these names, which are ours.
DSH = Host(
    name="dsh",
    title="DeepSeek Harness",
    events=(
        Event("SessionStart", timeout=10, channels=("seeds", "facts", "index", "reminder"), cap=_DSH_START_CAP),
        Event("UserPromptSubmit", timeout=3, channels=("boot", "triggers", "recall"), cap=_DSH_STEP_CAP),
        Event("PostToolUse", timeout=3),
        Event("Stop", timeout=3, channels=("nudge",), cap=_DSH_STEP_CAP),
    ),
    prompt="UserPromptSubmit",
)

HOSTS = {host.name: host for host in (CLAUDE_CODE, DSH)}
"""Every host that ``vade connect`` knows, by name."""
