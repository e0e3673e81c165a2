"""What a linear log has put before its agent: the messages in view in their order, and what each handed over.

A log without a tree says what happens to the list of messages: one is added, some are taken back, a summary comes in
place of all or of some, one waits for its turn. Host modules read the lines and call the methods here; the list lives
in a ``Reading``, so that a log is read on from where the last reading ended. Nothing here reads a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vademecum.transcripts.reading import Entry, Handed, Reading, Sought, handed_by

# Calls of our own tool that may still be answered.
_ASKS = 32


class Surface:
    """The messages before one agent, by keys that are unique in its log; the first that stands is the oldest.

    ``is_whole`` says that the list was followed from the log's beginning on. ``is_rewound`` tells that messages were
    taken back, ``is_restarted`` that all before is known to be gone, and ``is_short`` that the log spoke of a message
    from before where the reading of it began.
    """

    def __init__(self, sought: Sought, last: Reading | None = None, *, is_whole: bool = True) -> None:
        self.sought = sought
        self.keys: list[str] = list(last.tail) if last else []
        self.queues: dict[str, list[str]] = {name: list(queue) for name, queue in last.queues.items()} if last else {}
        self.compacted: set[str] = set()
        self.is_rewound = False
        self.is_restarted = False
        self.is_short = False
        self._handed: dict[str, list[Handed]] = {key: list(each) for key, each in last.handed.items()} if last else {}
        self._asks: list[str] = list(last.asks) if last else []
        self.is_whole = is_whole

    def add(self, entry: Entry, *, is_ours: bool = False) -> None:
        """A message at the end. Its texts count when it is known to be ours, or answers a call of our tool."""
        self.keys.append(entry.id)
        self._note(entry, is_ours=is_ours)

    def ask(self, call: str) -> None:
        """A call of our own tool."""
        self._asks = [*self._asks, call][-_ASKS:]

    def has_asked(self, call: str) -> bool:
        """Whether a call was one of our own tool."""
        return call in self._asks

    def cut(self, index: int) -> None:
        """The messages from a place in the list on are taken back."""
        for key in self.keys[index:]:
            self._handed.pop(key, None)
            self.is_rewound = True
        del self.keys[index:]

    def lack(self) -> None:
        """The log spoke of a message that is not in the list: either the reading began after it, or the log is at odds
        with itself, and then nothing is counted on."""
        if self.is_whole:
            self.cut(0)
        else:
            self.is_short = True

    def restart(self) -> None:
        """All that is in view is gone, and what comes now stands in its place; messages on their way stay so."""
        self.compacted.update(self.keys)
        for key in self.keys:
            self._handed.pop(key, None)
        self.keys.clear()
        self.is_restarted = True

    def replace(self, first: str, last: str, entry: Entry, *, is_ours: bool = False) -> None:
        """One message in place of some, from the first to the last of them."""
        if first not in self.keys or last not in self.keys[(start := self.keys.index(first)) :]:
            self.lack()
            self.add(entry, is_ours=is_ours)
            return
        end = self.keys.index(last, start) + 1
        self.compacted.update(self.keys[start:end])
        for key in self.keys[start:end]:
            self._handed.pop(key, None)
        self.keys[start:end] = [entry.id]
        self._note(entry, is_ours=is_ours)

    def splice(self, name: str, start: int, removed: int, added: Iterable[tuple[Entry, bool]]) -> list[str]:
        """Messages leave a queue at a place in it, and others, ours or not, come there; the keys of those that left.
        What these hand over counts on until ``forget`` is called for them."""
        queue = self.queues.setdefault(name, [])
        left = queue[start : start + removed]
        come = []
        for entry, is_ours in added:
            come.append(entry.id)
            self._note(entry, is_ours=is_ours)
        queue[start : start + removed] = come
        return left

    def forget(self, keys: Sequence[str]) -> None:
        """Messages that were on their way are so no longer."""
        for name, queue in self.queues.items():
            self.queues[name] = [key for key in queue if key not in keys]
        for key in keys:
            self._handed.pop(key, None)

    def reading(self, device: int, inode: int, offset: int) -> Reading:
        """All of it, as far as the log was read; the end is for the caller to add."""
        queues = {name: queue for name, queue in self.queues.items() if queue}
        return Reading(device, inode, offset, "", self.keys, self._handed, self._asks, queues)

    def _note(self, entry: Entry, *, is_ours: bool) -> None:
        for call in entry.asks:
            self.ask(call)
        found = handed_by(entry, self.sought, is_ours=is_ours or entry.call in self._asks)
        if found is not None:
            self._handed.setdefault(entry.id, []).append(found)
