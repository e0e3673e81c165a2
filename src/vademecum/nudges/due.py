"""Whether a nudge is due, and which: from how a session stands, what it was asked before, and a clock. Pure.

Two nudges, and of both together at most one at an idle moment (P31 to P34). A *digest* asks an agent to write down what
it learnt, once nothing was written for long. A *recollection* asks it to look back at something old, at a moment drawn
by lot. What they say is in ``texts.py``; who asks and where it is kept, in ``surfaces/hooks/nudging.py``.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Literal, NamedTuple

from vademecum.config.channels import NudgesChannel
from vademecum.context.gates import Gate, Standing, is_open

Kind = Literal["digest", "recollection"]

MINUTE = 60.0
_DAY_MINUTES = 24 * 60


class Moment(NamedTuple):
    """A moment at which an agent might be asked, in seconds of the epoch; ``minute`` is that of the local day.

    ``is_idle`` when it works on nothing, ``is_queued`` when something waits for it. ``began`` is when the person first
    spoke in this run of the session, ``written`` when memory was written last, ``last`` when any session was nudged
    last; None for never. ``has_log`` tells whether the log has an entry to look back at.
    """

    now: float
    minute: int
    standing: Standing
    is_idle: bool = True
    is_queued: bool = False
    began: float | None = None
    written: float | None = None
    last: float | None = None
    has_log: bool = False


class Asked(NamedTuple):
    """What a session was asked so far: how often each, when it is to look back next, and how many lots were drawn."""

    digests: int = 0
    recollections: int = 0
    due: float | None = None
    drawn: int = 0


class Decision(NamedTuple):
    """Which nudge is due, None for none, and what is to be kept of the session either way."""

    kind: Kind | None
    asked: Asked


def decide(channel: NudgesChannel, moment: Moment, asked: Asked, seed: str) -> Decision:
    """The nudge that is due at a moment; a digest comes first.

    The first moment at which a recollection could come only draws when it will (P34). ``seed`` makes the lots: the same
    session draws the same ones, whichever process asks.
    """
    if not _may_speak(channel, moment):
        return Decision(None, asked)
    if asked.digests < channel.digest_max and _is_stale(channel, moment):
        return Decision("digest", asked._replace(digests=asked.digests + 1))
    if asked.recollections >= channel.recollection_max or not moment.has_log:
        return Decision(None, asked)
    if asked.due is None:
        return Decision(None, _armed(channel, moment, asked, seed))
    if moment.now < asked.due:
        return Decision(None, asked)
    again = _armed(channel, moment, asked, seed)
    return Decision("recollection", again._replace(recollections=asked.recollections + 1))


def stale_minutes(moment: Moment) -> int:
    """For how many minutes nothing was written while the session went on (P32)."""
    return int((moment.now - _since(moment)) // MINUTE)


def interval(channel: NudgesChannel, lot: float) -> float:
    """How many seconds a recollection waits, for a lot from 0 to 1; a maximum below the minimum counts as it (P34)."""
    low = channel.recollection_min_minutes * MINUTE
    high = max(channel.recollection_max_minutes * MINUTE, low)
    return low + lot * (high - low)


def lot(seed: str, number: int) -> float:
    """A number from 0 up to 1, each as likely as any other; the same for the same seed and number, in any process."""
    digest = sha256(f"{seed}\0{number}".encode("utf-8", "surrogatepass")).digest()
    # As many bits as a float has, so that every one of them counts.
    return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)


def in_quiet_hours(channel: NudgesChannel, minute: int) -> bool:
    """Whether a minute of the day lies in the hours in which nobody is asked anything; they may go over midnight."""
    if channel.quiet_from is None or channel.quiet_until is None:
        return False
    start, end = _minute_of(channel.quiet_from), _minute_of(channel.quiet_until)
    return (minute - start) % _DAY_MINUTES < (end - start) % _DAY_MINUTES


def gate_of(channel: NudgesChannel) -> Gate:
    """What the channel asks of a session; an agent that is not known to be a session's own is never nudged."""
    return Gate(channel.on, channel.after_user, channel.active_only, root_only=True)


def _may_speak(channel: NudgesChannel, moment: Moment) -> bool:
    """All that both ask: the gates, an idle agent with nothing in its queue, and that no nudge was just given."""
    cooldown = channel.digest_cooldown_minutes * MINUTE
    return (
        is_open(gate_of(channel), moment.standing)
        and moment.is_idle
        and not moment.is_queued
        # What was asked at a time that is still to come was asked by a clock that was ahead.
        and (moment.last is None or not 0 <= moment.now - moment.last < cooldown)
        and not in_quiet_hours(channel, moment.minute)
    )


def _is_stale(channel: NudgesChannel, moment: Moment) -> bool:
    has_begun = moment.began is not None  # only a gate that asks for no word of the person's lets another pass
    return has_begun and moment.now - _since(moment) >= channel.digest_after_minutes * MINUTE


def _since(moment: Moment) -> float:
    """Since when nothing was written down: a session that has just begun has nothing to write down yet, however old the
    log is. No time is still to come."""
    return min(max(moment.written or 0.0, moment.began or 0.0), moment.now)


def _armed(channel: NudgesChannel, moment: Moment, asked: Asked, seed: str) -> Asked:
    due = moment.now + interval(channel, lot(seed, asked.drawn))
    return asked._replace(due=due, drawn=asked.drawn + 1)


def _minute_of(time: str) -> int:
    hour, _, minute = time.partition(":")
    return int(hour) * 60 + int(minute)
