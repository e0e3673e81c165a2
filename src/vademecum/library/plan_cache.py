"""The cached plan: which mounts one folder's sessions are pushed pages from, ready without loading a configuration.

A plan is kept in the state folder, one file for each folder and set of places. It holds what the file system said of
everything that decides which mounts there are; when any of that has changed, the plan counts as missing and whoever
can afford it makes a new one (``planning.py``). Mounts that no person trusts are in no plan, so nothing of them can be
pushed. Hooks wait for this module: it imports next to nothing, and it writes nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from stat import S_ISREG

from vademecum.lean import NamedTuple, dumps, loads, sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from vademecum.text.glossary import Plain

FORMAT = 5
PLANS = "plans"
# The page, at the top of a store, that says which words mean the same.
GLOSSARY = "glossary"
# All that decides, beside files, where things are and what is configured.
_PLACES = (
    *("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA", "MEMORY_DIR"),
    # No others: a desktop names each login and each start of a program by one.
    *("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"),
)
_PREFIX = "VADE"

Stamp: TypeAlias = "Sequence[int] | None"


class PlannedMount(NamedTuple):
    """A mount to push pages from. ``root`` is its real path, ``index_path`` the first file of its index; ``exclude``
    are inner mounts. ``fingerprint`` marks the rules that make rows: an index by other rules is not believed.
    ``muted`` are the keys of pages that are not pushed, ``allowed`` what a person lets pass a rule of the scans, and
    ``glossary`` is the mount's own, None where it has none that may speak; ``track_access`` and ``stamp_access`` say
    what becomes of the use of its pages; ``expose``, ``private`` and ``private_tags`` which of them are told at all."""

    name: str
    root: str
    index_path: str
    fingerprint: str
    max_page_bytes: int
    exclude: Sequence[str]
    muted: Sequence[str] = ()
    allowed: Sequence[str] = ()
    glossary: Plain | None = None
    track_access: str = "read"
    stamp_access: bool = False
    expose: Sequence[str] = ()
    private: Sequence[str] = ()
    private_tags: Sequence[str] = ()


class Plan(NamedTuple):
    """The mounts in order, and what they were planned from: the configuration file, and all else.

    ``folders`` are folders of pages whose times tell that something came or went since ``synced_ns``. ``tell`` says
    when the person sees a line on what was handed over, ``record_prompts`` whether prompts are kept, ``recall_chars``
    how many characters one of them may bring up, 0 for none. ``nudges`` are the values of that channel, in order.
    """

    mounts: Sequence[PlannedMount]
    config: Mapping[str, Stamp]
    others: Mapping[str, Stamp]
    folders: Sequence[str]
    synced_ns: int
    tell: str = "all"
    record_prompts: bool = False
    recall_chars: int = 2_000
    nudges: Sequence[str | int | bool | None] = ()


def plan_file(state: str, cwd: str, env: Mapping[str, str]) -> str:
    """Where the plan for a folder is kept; another set of places has another plan."""
    told = {name: value for name, value in env.items() if name in _PLACES or name.startswith(_PREFIX)}
    key = dumps([FORMAT, cwd, sorted(told.items())]).encode("utf-8", "surrogatepass")
    return os.path.join(state, PLANS, f"{sha256(key).hexdigest()[:32]}.json")


def load_plan(file: str, *, but_config: bool = False) -> Plan | None:
    """The plan in a file, None when there is none or it no longer holds.

    With ``but_config`` it holds also when only the configuration file has changed: the last good one stays in force
    while that file is wrong (decision 5). What decides on trust is asked in any case.
    """
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as text:
            made_as, mounts, *rest = loads(text.read())
        plan = Plan([PlannedMount._make(mount) for mount in mounts], *rest)
    except (OSError, ValueError, TypeError):
        return None
    if made_as != FORMAT:
        return None
    watched = plan.others if but_config else {**plan.config, **plan.others}
    return plan if all(stamp_of(path) == stamp for path, stamp in watched.items()) else None


def as_json(plan: Plan) -> str:
    """What ``load_plan`` reads."""
    return dumps([FORMAT, *plan], ensure_ascii=True)


def stamp_of(path: str) -> Stamp:
    """What tells that a file has changed or a folder was replaced; None for what is not there.

    A folder's times change with everything that is made in it, so of a folder only its identity counts.
    """
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    identity = [found.st_dev, found.st_ino]
    is_file = S_ISREG(found.st_mode)
    return [*identity, found.st_size, found.st_mtime_ns, found.st_ctime_ns] if is_file else identity


def has_moved_on(plan: Plan) -> bool:
    """Whether a folder of pages has changed since the last sync, or there was none since the plan was made; a change
    inside a file it can't tell."""
    return not plan.synced_ns or any(_changed_ns(folder) > plan.synced_ns for folder in plan.folders)


def _changed_ns(folder: str) -> int:
    """When something came or went. Programs that copy folders set their time of change, and nobody can set the other;
    Windows has none."""
    try:
        found = os.stat(folder)
    except OSError:
        return 0
    return found.st_mtime_ns if sys.platform == "win32" else found.st_ctime_ns
