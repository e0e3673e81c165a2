"""Catches writes to a mounted store that went round the gateway, in this process, whatever code swallows errors.

An audit hook hears of every file operation of Python. One that changes something under a store's root, and that the
product's code does without ``vademecum.gateway`` being among its callers, is written to a report and refused. Stores
make their roots known with the audit event ``vademecum.store.open``; the roots and the report lie in a folder that an
environment variable names, so that all processes of a test share them. Tests write to stores as other programs do:
their own operations pass.

It can't see what compiled libraries and other programs write (SQLite, git), and it is no part of the product.
"""

from __future__ import annotations

import itertools
import os
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import TypeAlias

FOLDER = "VADEMECUM_GATEKEEPER"
PREFIX = "VADEMECUM_GATEKEEPER_PACKAGE"
RELAX = "VADEMECUM_GATEKEEPER_RELAX"
OPENED = "vademecum.store.open"
TESTS = str(Path(__file__).parents[2]) + os.sep

Where: TypeAlias = tuple[int, "int | None"]

# Where each event names what it changes, and the descriptor of the folder that a relative name starts from.
CHANGES: dict[str, tuple[Where, ...]] = {
    "open": ((0, None),),
    "os.rename": ((0, 2), (1, 3)),
    "os.remove": ((0, 1),),
    "os.rmdir": ((0, 1),),
    "os.mkdir": ((0, 2),),
    "os.link": ((1, 3),),
    "os.symlink": ((1, 2),),
    "os.truncate": ((0, None),),
    "os.chmod": ((0, 2),),
    "os.chown": ((0, 3),),
    "os.utime": ((0, 3),),
    "os.setxattr": ((0, None),),
    "os.removexattr": ((0, None),),
    "sqlite3.connect": ((0, None),),
}
# The demo plays the person too: it lays out an example vault, edits it as an editor would, and takes it away.
PLAYS_PERSON = "surfaces.demo"
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
PYTHONS = ("python", "vade")

_installed = False
_roots: set[str] = set()
_read_up_to: dict[str, int] = {}


class WentRoundGatewayError(AssertionError):
    """Product code changed a store, and the gateway was not among its callers."""


class UnwatchedChildError(AssertionError):
    """A child process was given an environment in which this module would not be loaded."""


def install() -> None:
    """Listen from now on; a hook can't be taken off again, so a second call does nothing."""
    global _installed  # noqa: PLW0603 - the interpreter keeps one list of hooks too
    if not _installed:
        _installed = True
        sys.addaudithook(_hear)


def violations(folder: Path) -> str:
    """What was caught, with its stack; empty when nothing was."""
    report = folder / "violations"
    return report.read_text(encoding="utf-8") if report.exists() else ""


def _hear(event: str, args: tuple[object, ...]) -> None:
    if event in CHANGES:
        if (event != "open" or _writes(args)) and os.environ.get(FOLDER):
            _judge(event, args)
    elif event == OPENED:
        _learn(str(args[0]))
    elif event == "subprocess.Popen":
        _check_child(args)


def _writes(args: tuple[object, ...]) -> bool:
    flags = args[2]
    return isinstance(flags, int) and bool(flags & WRITING) and not isinstance(args[0], int)


def _judge(event: str, args: tuple[object, ...]) -> None:
    frame = _culprit(sys._getframe(2))
    if frame is None:
        return
    roots = _known_roots()
    touched = [path for where in CHANGES[event] for path in _paths(args, where)]
    inside = next((path for path in touched if _is_inside(path, roots)), None)
    if inside is not None:
        _report(event, inside, frame)


def _culprit(frame: FrameType | None) -> FrameType | None:
    """The frame of the product that acts; None when a test or the demo itself acts, or the gateway is a caller."""
    package = os.environ.get(PREFIX, "vademecum")
    trusted = [f"{package}.gateway"] + [f"{package}.store"] * (RELAX in os.environ)
    actor: FrameType | None = None
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if any(name == each or name.startswith(f"{each}.") for each in trusted):
            return None
        if actor is None:
            if name == f"{package}.{PLAYS_PERSON}":
                return None
            if name == package or name.startswith(f"{package}."):
                actor = frame
            elif frame.f_code.co_filename.startswith(TESTS):
                return None
        frame = frame.f_back
    return actor


def _paths(args: tuple[object, ...], where: Where) -> Iterator[str]:
    """Every absolute path that an argument may mean, with the links of its folders resolved."""
    value = args[where[0]]
    if isinstance(value, int):
        yield _of_descriptor(value)
    elif isinstance(value, str | bytes | os.PathLike):
        name = os.fsdecode(value)
        for start in _starts(name, args, where[1]):
            path = os.path.join(start, name)
            yield os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
            yield os.path.realpath(path)


def _starts(name: str, args: tuple[object, ...], descriptor: int | None) -> Iterator[str]:
    """Folders that a name may be relative to. ``open`` does not tell which, so all open folders are tried."""
    yield os.getcwd()
    if os.path.isabs(name):
        return
    if descriptor is None:
        yield from (place for place in map(_of_descriptor, _descriptors()) if os.path.isdir(place))
    elif isinstance(given := args[descriptor], int) and given >= 0:
        yield _of_descriptor(given)


def _descriptors() -> list[int]:
    try:
        return [int(each) for each in os.listdir("/proc/self/fd")]
    except FileNotFoundError:
        return []


def _of_descriptor(descriptor: int) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}")
    except OSError:
        return ""


def _is_inside(path: str, roots: set[str]) -> bool:
    while path not in roots:
        parent = os.path.dirname(path)
        if parent == path or not parent:
            return False
        path = parent
    return True


def _learn(root: str) -> None:
    root = os.path.realpath(root)
    if root not in _known_roots() and os.environ.get(FOLDER):
        _append("roots", f"{root}\n")


def _known_roots() -> set[str]:
    """All roots that any process of this test run has opened; read on from where the last look ended."""
    path = os.path.join(os.environ.get(FOLDER, ""), "roots")
    start = _read_up_to.get(path, 0)
    try:
        if os.stat(path).st_size > start:
            with open(path, "rb") as file:
                file.seek(start)
                text = file.read()
            _roots.update(os.fsdecode(line) for line in text.splitlines())
            _read_up_to[path] = start + len(text)
    except FileNotFoundError:
        pass
    return _roots


def _report(event: str, path: str, frame: FrameType) -> None:
    stack = "".join(traceback.format_stack(frame))
    _append("violations", f"{event} of {path} by {frame.f_globals['__name__']} went round the gateway\n{stack}\n")
    raise WentRoundGatewayError(f"{event} of {path} went round the gateway")


def _append(name: str, text: str) -> None:
    path = os.path.join(os.environ[FOLDER], name)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(descriptor, os.fsencode(text))
    finally:
        os.close(descriptor)


def _check_child(args: tuple[object, ...]) -> None:
    """Refuse to start a Python that would run unwatched, whether a test or the product asks for it."""
    command, environment = args[1], args[3]
    words = [os.fsdecode(word) for word in command] if isinstance(command, list | tuple) else [str(command)]
    if os.environ.get(FOLDER) and words and os.path.basename(words[0]).startswith(PYTHONS):
        options = set(itertools.takewhile(lambda word: word.startswith("-") and word not in {"-c", "-m"}, words[1:]))
        passed_on = not isinstance(environment, Mapping) or bool({FOLDER, os.fsencode(FOLDER)} & environment.keys())
        if not passed_on or options & {"-I", "-E", "-S"}:
            raise UnwatchedChildError(f"{words[0]} would run unwatched: pass os.environ on, and no -I, -E or -S")
