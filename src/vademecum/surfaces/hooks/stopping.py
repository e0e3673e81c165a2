"""Stop: whether a session that has become idle is to be asked something, and what.

What a session was asked is kept in ``nudges/<host>/<hash of id>.jsonl`` in the state folder, so that caps hold across
restarts; when any session was asked last, beside it, so that of two sessions one is. No prompt waits for this module,
but a person's terminal does: stores are looked at only when something could be due for all that is known without them.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from vademecum.activity import Activity, all_spoken, is_live
from vademecum.config.channels import NudgesChannel
from vademecum.context.gates import Spoken, Standing, active_session
from vademecum.nudges.due import Asked, Kind, Moment, decide, stale_minutes
from vademecum.sessions import SESSIONS_KEPT, SessionKey
from vademecum.store.append import drop_oldest
from vademecum.surfaces.hooks.event import Answer, HookEvent, Place, Reply
from vademecum.surfaces.hooks.nudging import is_pending, keep_pending, write_whole
from vademecum.surfaces.hooks.receipts import Given, keep_receipt
from vademecum.surfaces.hooks.waiting import is_waiting

FOLDER = "nudges"
LOCK = "nudges/lock"
# When any session was asked last.
LAST = "nudges/last"
CHANNEL = "nudges"
# Seconds that a stop waits for that of another session, which asks its own.
_PATIENCE = 0.2
# Hosts that take a message once a turn is over, which begins one of its own (decision 13).
_FOLLOWING = frozenset({"dsh"})
# The file of ``memory/last_write.py``, whose import costs more than a stop that asks nothing.
LAST_WRITE = "last-write"
# So many entries are looked back at together (P34).
_ENTRIES = 3
_MARK_LENGTH = 16
# Seconds for which stores that gave no reason to ask anything are not looked at again: it takes long where they are
# large, and every stop would.
_REST = 600.0
# Seconds by which clocks of two computers may differ; what is said to be written later than that was not.
_AHEAD = 300.0


class Kept(NamedTuple):
    """What is kept of a session: what it was asked, marks of the entries that it has looked back at, and when the
    stores were looked at last without any reason found in them, 0 for never."""

    asked: Asked = Asked()
    told: tuple[str, ...] = ()
    looked: float = 0.0


class Due(NamedTuple):
    """A nudge that is to be given now: of which kind, in which words, and the files that make it void when they
    change."""

    kind: Kind
    text: str
    files: Sequence[str]


def note_stop(event: HookEvent, place: Place, channel: NudgesChannel, now: float | None = None) -> Reply:
    """Ask an idle session what is due: with its next prompt, or at once where the configuration or the host wants that.

    A stop that follows on one which a hook prevented asks nothing, nor does that of an agent which another one started.
    """
    is_silent = not channel.on or not (channel.digest_max or channel.recollection_max)
    if is_silent or event.role != "root" or event.is_retry or not event.session:
        return Reply()
    key, moment = SessionKey(event.host, event.session), time.time() if now is None else now
    if not _may_be_due(event, place, channel, moment):
        return Reply()
    from filelock import FileLock, Timeout  # noqa: PLC0415 - most stops ask nothing

    os.makedirs(os.path.join(place.state, FOLDER), mode=0o700, exist_ok=True)
    try:
        with FileLock(os.path.join(place.state, LOCK), timeout=_PATIENCE):
            due = _due(event, place, channel, moment)
            if due is None:
                return Reply()
            write_whole(os.path.join(place.state, LAST), repr(moment))
            if channel.at == "stop" or event.host in _FOLLOWING:
                return Reply(Answer(due.text), partial(_receipt, event, place, due))
            keep_pending(place, key, due.text, due.files)
    except Timeout:
        pass
    return Reply()


def _may_be_due(event: HookEvent, place: Place, channel: NudgesChannel, now: float) -> bool:
    """Whether anything could be due, for all that is known without looking at the stores."""
    key = SessionKey(event.host, event.session)
    if is_pending(place, key):
        return False
    kept, moment = _read(place, key), _moment(event, place, all_spoken(place.state), now)
    if 0 <= now - kept.looked < _REST:
        return False
    if decide(channel, moment._replace(has_log=True), kept.asked, key.file) == (None, kept.asked):
        return False
    return not (event.transcript and is_waiting(event.transcript))


def _due(event: HookEvent, place: Place, channel: NudgesChannel, now: float) -> Due | None:
    """What is due for a session, which counts as asked from here on; nothing where another session was asked since."""
    if not _may_be_due(event, place, channel, now):
        return None
    from vademecum.surfaces.hooks.nudge_words import Words, look  # noqa: PLC0415 - see the top of this module

    key, looked = SessionKey(event.host, event.session), look(place)
    kept, spoken = _read(place, key), all_spoken(place.state)
    files = [os.path.join(place.state, LAST_WRITE), *looked.files]
    moment = _moment(event, place, spoken, now)._replace(written=changed_at(files, now), has_log=bool(looked.entries))
    kind, asked = decide(channel, moment, kept.asked, key.file)
    chosen = _not_told(looked.entries, kept.told) if kind == "recollection" else []
    told = kept.told if set(map(_mark, chosen)).isdisjoint(kept.told) else ()
    _keep(place, key, Kept(asked, (*told, *map(_mark, chosen)), now if (kind, asked) == (None, kept.asked) else 0.0))
    words = Words(place, channel, spoken[key.file].language if key.file in spoken else "", looked.stores)
    if kind == "digest":
        return Due(kind, words.digest(stale_minutes(moment)), files)
    return None if kind is None else Due(kind, words.recollection(chosen), [])


def _moment(event: HookEvent, place: Place, spoken: Mapping[str, Activity], now: float) -> Moment:
    """How things are for all that is known without looking at the stores."""
    name = SessionKey(event.host, event.session).file
    mine = spoken.get(name)
    active = active_session({other: Spoken(each.order, is_live(each)) for other, each in spoken.items()})
    local = time.localtime(now)
    return Moment(
        now=now,
        minute=local.tm_hour * 60 + local.tm_min,
        standing=Standing("root", has_spoken=mine is not None, is_active=active == name),
        is_idle=event.is_idle,
        is_queued=event.is_queued,
        began=None if mine is None else mine.began,
        written=changed_at([os.path.join(place.state, LAST_WRITE)], now),
        last=_last(place),
    )


def _not_told(entries: Sequence[tuple[str, str]], told: Sequence[str]) -> list[tuple[str, str]]:
    """The newest entries that this session has not looked back at; once it has at all of them, the newest again."""
    fresh = [entry for entry in entries if _mark(entry) not in told]
    return list(fresh or entries)[:_ENTRIES]


def _mark(entry: tuple[str, str]) -> str:
    return sha256("\0".join(entry).encode("utf-8", "surrogatepass")).hexdigest()[:_MARK_LENGTH]


def changed_at(files: Sequence[str], now: float) -> float | None:
    """When the last of these files was changed, in seconds of the epoch; None when none is there, or none that was not
    given a time that is still to come, by a clock that was ahead or by hand."""
    return max((min(at, now) for at in _times(files) if at - now <= _AHEAD), default=None)


def _times(files: Sequence[str]) -> Iterator[float]:
    for file in files:
        try:
            yield os.stat(file).st_mtime
        except OSError:
            continue


def _receipt(event: HookEvent, place: Place, due: Due) -> None:
    given = Given(channel=CHANNEL, pages=[], chars=len(due.text), left_out={}, verified="nothing")
    keep_receipt(place.state, event, given)


def _read(place: Place, key: SessionKey) -> Kept:
    try:
        with open(os.path.join(place.state, FOLDER, key.file), encoding="utf-8") as file:
            found = json.load(file)
        digests, recollections, due, drawn = found["asked"]
        asked = Asked(int(digests), int(recollections), None if due is None else float(due), int(drawn))
        return Kept(asked, tuple(map(str, found["told"])), float(found.get("looked", 0)))
    except (OSError, ValueError, TypeError, KeyError, OverflowError):
        return Kept()


def _keep(place: Place, key: SessionKey, kept: Kept) -> None:
    file = os.path.join(place.state, FOLDER, key.file)
    if not os.path.exists(file):
        os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)
        drop_oldest(os.path.dirname(file), keep=SESSIONS_KEPT - 1)
    write_whole(file, json.dumps(kept._asdict()))


def _last(place: Place) -> float | None:
    try:
        with open(os.path.join(place.state, LAST), encoding="utf-8") as file:
            return float(file.read())
    except (OSError, ValueError):
        return None
