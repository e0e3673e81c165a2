"""Which pages of a trusted project store must not speak unasked: those that a pull changed since a person looked.

It owns the answer that was last worked out, kept in the state folder, and tells by a few stats whether it still holds;
``assess.py`` works it out. A hook asks here in front of a person's prompt, so this module imports next to nothing and
starts no program. Whatever can't be told is answered the safe way: only content that a person saw goes out (D3).
"""

from __future__ import annotations

import os
import unicodedata

from vademecum.lean import loads, sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias, TypedDict

    Stamp: TypeAlias = dict[str, list[int] | None]
    Contents: TypeAlias = Mapping[str, list[str]]

    class Watch(TypedDict):
        """The last answer for a store, and up to where in git's log it goes; paths are as git names them."""

        store: str
        git: str | None
        log: str | None
        fetched: str | None
        mark: str
        head: str | None
        stamp: Stamp | None
        names: list[str]
        passing: list[str]
        places: list[str]
        pulled: list[str]
        arrived: dict[str, list[str]]
        known: dict[str, list[str]]

    class Record(TypedDict):
        """What a person saw of a store: the commit it was at, and the digests by the key of their file."""

        store: str
        commit: str | None
        known: dict[str, list[str]]


TRUST_FOLDER = "trust"
PERSON = "person"
PULL = "pull"
_SUFFIX = ".md"
_MAYBE_TEXTS = ("git", "log", "fetched", "head")
# How many numbers a stamp holds of a file.
_STATED = 3
# Lists in lists without an end are no error of the JSON, but of the reader's stack.
_UNREADABLE = (OSError, ValueError, RecursionError)
# What git writes for a commit made here; a merge, a pick or a move of HEAD begins differently.
_COMMITS = (b"commit: ", b"commit (amend): ", b"commit (initial): ")


class Quarantine:
    """What a pull brought into one store. ``holds`` decides on content, ``covers`` on a name alone.

    ``names`` are the keys of changed files, ``places`` folders of which git can't tell; ``arrived`` are blobs that were
    fetched but are in no commit of HEAD; ``known`` are the digests that a person saw; ``pulled`` are keys of files
    whose present content came by pull, seen or not. With a reason in ``blind``, nothing but what is known passes.
    """

    __slots__ = ("arrived", "blind", "known", "names", "places", "pulled")

    def __init__(
        self,
        names: Iterable[str] = (),
        *,
        places: Iterable[str] = (),
        pulled: Iterable[str] = (),
        contents: tuple[Contents, Contents] = ({}, {}),
        blind: str = "",
    ) -> None:
        self.names = frozenset(names)
        self.places = tuple(places)
        self.pulled = frozenset(pulled)
        self.arrived, self.known = contents
        self.blind = blind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quarantine) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.names, self.places, self.blind))

    def _facts(self) -> tuple[object, ...]:
        return self.names, self.places, self.pulled, self.arrived, self.known, self.blind

    def holds(self, name: str, digest: str, raw: bytes) -> bool:
        """Whether a page with this content, its digest and its bytes, waits for a person to look at it."""
        return self.holds_file(page_key(name), digest, raw)

    def holds_file(self, key: str, digest: str, raw: bytes) -> bool:
        """The same for any file of the store."""
        if digest in self.known.get(key, ()):
            return False
        if self.blind or key in self.names or key.startswith(self.places):
            return True
        return key in self.arrived and not blob_ids(raw).isdisjoint(self.arrived[key])

    def covers(self, name: str) -> bool:
        """Whether a page of this name may be held: False lets it pass without a look at its content."""
        key = page_key(name)
        return bool(self.blind) or key in self.names or key in self.arrived or key.startswith(self.places)

    @property
    def covers_any(self) -> bool:
        """Whether any page may be held at all."""
        return bool(self.blind or self.names or self.arrived or self.places)

    def came_by_pull(self, name: str) -> bool:
        """Whether git, and not somebody at this computer, last changed the page."""
        return page_key(name) in self.pulled


NOTHING = Quarantine()
"""For every store that is not a project's own."""


def author_of(header: str | None, *, came_in: bool) -> str:
    """Who wrote a page, as it is told; where it came with a clone or a pull, its header is only what it claims."""
    if came_in:
        return f"{PULL}, claims {header}" if header else PULL
    return header or PERSON


ANY_VERSION = "*"


def not_allowed(allowed: Sequence[str], name: str, digest: str, rules: str) -> str:
    """Those of a page's broken rules, joined by commas, that no person lets it pass at this version."""
    if not rules or not allowed:
        return rules
    key = page_key(name)
    return ",".join(
        rule
        for rule in rules.split(",")
        if f"{rule} {digest} {key}" not in allowed and f"{rule} {ANY_VERSION} {key}" not in allowed
    )


IN_NAME = "order-in-name"
"""Stands among the rules that a page breaks when its very name breaks one."""


def is_unnamable(rules: str) -> bool:
    """Whether to tell of a page by name, be it as held back, would be to give an agent the order."""
    return IN_NAME in rules.split(",")


def held_back(address: str, rules: str) -> str:
    """What stands for a page that reads like an order to an agent, where nobody asked for it."""
    return f"held back: it reads like an order to you ({rules}); the person can look at it: vade show {address}"


def page_key(name: str) -> str:
    """What a page is called here: one key for all spellings that a disk may take for the same file."""
    return unicodedata.normalize("NFC", name).casefold() + _SUFFIX


def file_key(path: str) -> str:
    """The key of a file by its relative path; a path of a submodule keeps its ``/`` at the end."""
    return unicodedata.normalize("NFC", path).casefold()


def blob_ids(raw: bytes) -> frozenset[str]:
    """What git would call these bytes, also with the line ends that it keeps for Windows."""
    from hashlib import sha1  # noqa: PLC0415 - asked of few pages, and OpenSSL takes long to load

    return frozenset(
        method(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
        for data in {raw, raw.replace(b"\r\n", b"\n")}
        for method in (sha1, sha256)
    )


def peek(state: str, root: str) -> Quarantine:
    """What is quarantined in the store with this real path, told without starting git; it never raises.

    After git did more than commit or fetch, the answer is blind until ``assess`` was asked, as every sync does.
    """
    watch = read_watch(state, root)
    if watch is None:
        if os.path.lexists(watch_file(state, root)):
            return blind(state, root, "what was worked out can't be read")
        return blind(state, root, "it was not worked out yet") if _is_listed(state, root) else NOTHING
    if _is_fresh(watch, but_harmless=True):
        return from_watch(watch)
    return blind(state, root, "git changed files since it was worked out")


def peek_exactly(state: str, root: str) -> Quarantine | None:
    """The answer that was worked out, None when git did anything since, commits included."""
    watch = read_watch(state, root)
    return from_watch(watch) if watch is not None and _is_fresh(watch) else None


def blind(state: str, root: str, reason: str) -> Quarantine:
    """The safe answer when git can't be asked or understood."""
    record = read_record(state, root)
    return Quarantine(contents=({}, record["known"] if record else {}), blind=reason)


def from_watch(watch: Watch) -> Quarantine:
    """The answer in a watch file."""
    return Quarantine(
        map(file_key, [*watch["names"], *watch["passing"]]),
        places=map(file_key, watch["places"]),
        pulled=watch["pulled"],
        contents=(watch["arrived"], watch["known"]),
    )


def watch_file(state: str, root: str) -> str:
    """Where the last answer for a store is kept."""
    return f"{_base(state, root)}.now.json"


def record_file(state: str, root: str) -> str:
    """Where the digests that a person saw are kept."""
    return f"{_base(state, root)}.json"


def read_watch(state: str, root: str) -> Watch | None:
    """The last answer for a store, None when there is none or it can't be read."""
    try:
        found: Watch = loads(_text(watch_file(state, root)))
    except _UNREADABLE:
        return None
    return found if _is_watch(found) else None


def read_record(state: str, root: str) -> Record | None:
    """What a person saw of a store, None when nothing is noted or it can't be read."""
    try:
        found: Record = loads(_text(record_file(state, root)))
    except _UNREADABLE:
        return None
    return found if _is_record(found) else None


def _text(file: str) -> str:
    with open(file, encoding="utf-8", errors="surrogateescape") as text:
        return text.read()


def _is_watch(found: object) -> bool:
    """Whether it says all that a watch file says: another program, or a disk, may have left anything in it."""
    return isinstance(found, dict) and (
        all(_is_text(found.get(key)) for key in ("store", "mark"))
        and all(key in found and (found[key] is None or _is_text(found[key])) for key in _MAYBE_TEXTS)
        and all(_are_texts(found.get(key)) for key in ("names", "passing", "places", "pulled"))
        and all(_are_contents(found.get(key)) for key in ("arrived", "known"))
        and "stamp" in found
        and (found["stamp"] is None or _is_stamp(found["stamp"]))
    )


def _is_record(found: object) -> bool:
    return isinstance(found, dict) and (
        _is_text(found.get("store"))
        and "commit" in found
        and (found["commit"] is None or _is_text(found["commit"]))
        and _are_contents(found.get("known"))
    )


def _is_text(found: object) -> bool:
    return isinstance(found, str)


def _are_texts(found: object) -> bool:
    return isinstance(found, list) and {type(each) for each in found} <= {str}


def _are_contents(found: object) -> bool:
    # Sets of types, since a store of ten thousand pages is looked through in front of each prompt.
    return (
        isinstance(found, dict)
        and {type(each) for each in found.values()} <= {list}
        and {type(each) for texts in found.values() for each in texts} <= {str}
    )


def _is_stamp(found: object) -> bool:
    return isinstance(found, dict) and all(each is None or _are_sizes(each) for each in found.values())


def _are_sizes(found: object) -> bool:
    return (
        isinstance(found, list) and len(found) == _STATED and {type(each) for each in found} == {int} and found[0] >= 0
    )


def stamp_of(files: Iterable[str]) -> dict[str, list[int] | None]:
    """What the file system says of these files now, None for those that are not there."""
    return {file: _stat(file) for file in files}


def _is_fresh(watch: Watch, *, but_harmless: bool = False) -> bool:
    """Whether nothing of what was stamped has changed, save for what moves no foreign content into files."""
    stamp = watch["stamp"]
    if stamp is None:
        return False
    changed = [file for file, was in stamp.items() if _stat(file) != was]
    return not changed or (but_harmless and all(_is_harmless(watch, file) for file in changed))


def _is_harmless(watch: Watch, file: str) -> bool:
    # Editors fetch every few minutes. To hold back a day's notes each time would be worse than to learn one sync later
    # that somebody took a file out of a fetched branch by hand.
    return file == watch["fetched"] or (file == watch["log"] and _only_commits(file, watch["stamp"] or {}))


def _only_commits(log: str, stamp: Mapping[str, list[int] | None]) -> bool:
    was, now = stamp[log], _stat(log)
    if not was or not now or now[0] <= was[0] or now[2] != was[2]:
        return False
    try:
        with open(log, "rb") as file:
            file.seek(was[0])
            added = file.read()
    except OSError:
        return False
    lines = added.removesuffix(b"\n").split(b"\n")
    return all(line.partition(b"\t")[2].startswith(_COMMITS) for line in lines)


def _stat(file: str) -> list[int] | None:
    try:
        found = os.stat(file)
    except (OSError, ValueError):
        return None
    return [found.st_size, found.st_mtime_ns, found.st_ino]  # as many as _STATED says


def _base(state: str, root: str) -> str:
    name = sha256(root.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return f"{state}{os.sep}{TRUST_FOLDER}{os.sep}{name}"


def _is_listed(state: str, root: str) -> bool:
    """Whether the store is trusted all the same: by an older version, or with a lost answer."""
    try:
        found = loads(_text(f"{state}{os.sep}trust.json"))
    except _UNREADABLE:
        return False
    stores = found.get("stores") if isinstance(found, dict) else found
    return isinstance(stores, dict | list) and root in stores
