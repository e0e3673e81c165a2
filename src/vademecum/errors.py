"""The one error tree of Vademecum; it raises nothing itself and knows no other module.

Every error that a person or an agent can meet is drawn here, so that one ``except`` catches the library:

    VademecumError
    ├── InputError              what was asked can't be understood            exit 2
    │   ├── AddressError        the text is no address
    │   └── FilterError         a recall filter has no such value
    ├── ConfigError             a configuration file is wrong: file, line, field   exit 3
    ├── LookupFailedError       what was asked for can't be pointed at        exit 4
    │   ├── NotFoundError       no such page or block
    │   ├── AmbiguousError      several pages fit; carries the candidates
    │   └── HiddenError         it exists, but is hidden from this consumer
    ├── RefusedError            a write was refused; the bytes are as they were    exit 5
    │   ├── ReadOnlyError       the mount, or this part of it, can't be written
    │   ├── NameRefusedError    the name leaves the store, or no system can keep it
    │   ├── ExistsError         a page of that name is already there
    │   ├── ConflictError       the page is not at the digest that was expected
    │   ├── UnobservedError     this session has not seen the page it would change
    │   ├── MatchError          the text to replace is missing, repeated or unchanged
    │   ├── EditError           an exact edit of this page is impossible
    │   ├── MalformedError      the file has lines that are no records, and its mount is strict
    │   ├── ThreatError         the text reads like an order to an agent
    │   ├── SecretError         the text holds a key, a token or a password
    │   ├── TooLargeError       the page is over the store's size bound
    │   │   └── LimitError      the store would hold more characters than it may
    │   └── HeldError           the write waits for a person's approval
    ├── StorageError            the disk said no; nothing is half written      exit 6
    │   ├── StoreBusyError      another live process holds the store's lock
    │   └── UnreadableError     the file can't be read, or not as text
    ├── HistoryError            git could not keep or tell what was             exit 6
    ├── IndexFailedError        the index can't answer and can't be rebuilt    exit 6
    │   ├── IndexBusyError      another program is writing it, and will have ended soon
    │   └── IndexDamagedError   the index was found damaged and starts anew, empty
    ├── ModelFailedError        a model gives no answer that can be used       exit 6
    └── VectorsFailedError      the embedder gives no vectors, or they can't be kept   exit 6

A message is one sentence without a full stop: the fact, with the name or line it concerns. ``hint`` says what
to do next and never advises destroying data. ``code`` is stable and documented in docs/reference/errors.md.
"""

from __future__ import annotations

from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path  # a hook that meets no error must not wait for it
    from typing import ClassVar

EXIT_OK = 0
EXIT_NOTHING = 1
EXIT_INPUT = 2
EXIT_CONFIG = 3
EXIT_LOOKUP = 4
EXIT_REFUSED = 5
EXIT_STORAGE = 6


class VademecumError(Exception):
    """Base of all errors of the library; catch it to report, never to go on silently."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = EXIT_STORAGE

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"


class InputError(VademecumError):
    """What was asked can't be understood; nothing was tried."""

    code = "input"
    exit_code = EXIT_INPUT


class AddressError(InputError):
    """The text is no address."""

    code = "address"


class FilterError(InputError):
    """A recall filter has no such value."""

    code = "filter"


class ConfigError(VademecumError):
    """A configuration file is wrong; the last good configuration stays in force."""

    code = "config"
    exit_code = EXIT_CONFIG

    def __init__(
        self,
        message: str,
        *,
        file: Path | None = None,
        line: int | None = None,
        field: str | None = None,
        hint: str | None = None,
    ) -> None:
        place = "" if file is None else f"{file}:{line}: " if line is not None else f"{file}: "
        super().__init__(place + message, hint=hint)
        self.file = file
        self.line = line
        self.field = field


class LookupFailedError(VademecumError):
    """What was asked for can't be pointed at."""

    code = "lookup"
    exit_code = EXIT_LOOKUP


class NotFoundError(LookupFailedError):
    """No such page or block."""

    code = "not-found"


class AmbiguousError(LookupFailedError):
    """Several pages or blocks fit; ``candidates`` are addresses, each of which is exact."""

    code = "ambiguous"

    def __init__(self, message: str, candidates: Sequence[str], *, hint: str | None = None) -> None:
        super().__init__(message, hint=hint or f"name one of: {', '.join(candidates)}")
        self.candidates = tuple(candidates)


class HiddenError(LookupFailedError):
    """The page exists but is hidden from this consumer; ``reason`` is one of visibility's words."""

    code = "hidden"

    def __init__(self, message: str, reason: str, *, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.reason = reason


class RefusedError(VademecumError):
    """A write was refused; every byte is as it was."""

    code = "refused"
    exit_code = EXIT_REFUSED


class ReadOnlyError(RefusedError):
    """The mount, or this part of it, can't be written."""

    code = "read-only"


class NameRefusedError(RefusedError):
    """The name leaves the store, or some system can't keep it."""

    code = "name-refused"


class ExistsError(RefusedError):
    """A page of that name is already there."""

    code = "exists"


class ConflictError(RefusedError):
    """The page is not at the digest that was expected; ``expected`` and ``found`` are None for absent."""

    code = "conflict"

    def __init__(self, message: str, *, expected: str | None, found: str | None, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.expected = expected
        self.found = found


class UnobservedError(RefusedError):
    """This session has not seen the page it would change."""

    code = "unobserved"


class MatchError(RefusedError):
    """The text to replace is missing, found more than once, or equal to its replacement."""

    code = "match"


class EditError(RefusedError):
    """An exact edit of this page is impossible, so nothing was done."""

    code = "edit"


class MalformedError(RefusedError):
    """The file of records has lines that are none, and its mount refuses to write such a file; a copy was made."""

    code = "malformed"


class ThreatError(RefusedError):
    """The text reads like an order to an agent; ``rules`` are the ids of the rules that say so."""

    code = "threat"

    def __init__(self, message: str, rules: Sequence[str], *, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.rules = tuple(rules)


class SecretError(RefusedError):
    """The text holds a key, a token or a password; ``kinds`` says of which kinds, never what they are."""

    code = "secret"

    def __init__(self, message: str, kinds: Sequence[str], *, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.kinds = tuple(kinds)


class TooLargeError(RefusedError):
    """The page is over the store's size bound."""

    code = "too-large"


class LimitError(TooLargeError):
    """The store would hold more characters than it may; ``largest`` and ``spare`` are addresses with their characters,
    the pages that take most, and those that were used least."""

    code = "over-budget"

    def __init__(  # noqa: PLR0913 - all that one needs to choose what goes
        self,
        message: str,
        *,
        used: int,
        limit: int,
        largest: Sequence[tuple[str, int]] = (),
        spare: Sequence[tuple[str, int]] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.used = used
        self.limit = limit
        self.largest = tuple(largest)
        self.spare = tuple(spare)


class HeldError(RefusedError):
    """The write waits for a person's approval; ``id`` is the one by which to approve it, empty when it is not kept."""

    code = "held"

    def __init__(self, message: str, *, id: str = "", hint: str | None = None) -> None:
        way = f"nothing was written yet; ask a person to run vade approve {id}, and do not try another way"
        super().__init__(message, hint=hint or (way if id else "ask a person to make the change"))
        self.id = id


class StorageError(VademecumError):
    """The disk or the operating system said no; a page is never half written."""

    code = "storage"
    exit_code = EXIT_STORAGE


class StoreBusyError(StorageError):
    """Another live process holds the store's lock."""

    code = "busy"


class UnreadableError(StorageError):
    """The file can't be read, or can't be read as text."""

    code = "unreadable"


class HistoryError(VademecumError):
    """Git could not keep a change, or can't tell what was; the pages are untouched."""

    code = "history"
    exit_code = EXIT_STORAGE


class IndexFailedError(VademecumError):
    """The index can't answer and can't be rebuilt; the pages are untouched."""

    code = "index"
    exit_code = EXIT_STORAGE


class IndexBusyError(IndexFailedError):
    """Another program is writing the index, which answers again when that has ended."""

    code = "index-busy"


class IndexDamagedError(IndexFailedError):
    """The index was found damaged while it answered; its next use starts with an empty one, to be synced again."""

    code = "index-damaged"


class ModelFailedError(VademecumError):
    """A model gave no answer, or none that can be used; nothing was changed."""

    code = "model"
    exit_code = EXIT_STORAGE


class VectorsFailedError(VademecumError):
    """The embedder gives no vectors, or they can't be kept; recall goes on by words alone."""

    code = "vectors"
    exit_code = EXIT_STORAGE
