"""What a write may not say: orders to an agent, and secrets. The two scans of the gateway, as it is configured.

The attack: a page that tells whoever reads it what to do, and stays for ever; and a key that somebody asks to remember.
Every text of every write is scanned, whoever writes. Only what a person leaves in an editor, or brings back from the
trash, is let through with a word: it is theirs, they see it, and it is never given to an agent unasked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from vademecum.errors import SecretError, ThreatError
from vademecum.guards.changes import Proposal, RawText, Restoration
from vademecum.guards.gate import Held, Verdict
from vademecum.guards.texts import Text, header_lines_of, texts_of, with_texts

if TYPE_CHECKING:
    from vademecum.config.model import OnSecret, OnThreat
    from vademecum.library import Mount
    from vademecum.page import Page

_SHOWN = 3
# So many letters and digits of a secret in a name are taken for that secret.
_TELLING = 8


@dataclass(frozen=True, slots=True)
class Scans:
    """The scans; ``allowed`` says whether a person lets a page pass a rule, ``notice`` takes a line for the person."""

    on_threat: OnThreat
    on_finding: OnSecret
    allowed: Callable[[Proposal, str], bool] = lambda _proposal, _rule: False
    notice: Callable[[str], None] = lambda _line: None

    def threats(self, proposal: Proposal) -> None:
        """Raise ThreatError for a write that reads like an order to an agent, where none waits for a person."""
        if self.on_threat == "off" or self._waits(proposal):
            return
        found = self._threats_in(proposal)
        if found and _is_by_hand(proposal):
            self.notice(f"{proposal.address} reads like an order to an agent ({found[0]}), and is not given unasked")
        elif found:
            raise ThreatError(
                f"the write of {proposal.address} reads like an order to an agent: {'; '.join(found[:_SHOWN])}",
                [each.partition(" ")[0] for each in found],
                hint="say it as a fact, or quote it as an attack; a person may write it by vade edit, or allow it",
            )

    def hold(self, mount: Mount, proposal: Proposal, current: Page | None) -> Verdict | None:
        """Held, where such a write waits for a person; an approval guard."""
        found = self._threats_in(proposal) if self._waits(proposal) else []
        return Held(f"it reads like an order to an agent: {'; '.join(found[:_SHOWN])}") if found else None

    def secrets(self, proposal: Proposal) -> Proposal | None:
        """Raise SecretError for a write with a secret, or give the write without it."""
        if self.on_finding == "off":
            return None
        from vademecum.guards.secrets.scan import redact  # noqa: PLC0415 - detectors take long to import

        found = list(_secrets_in(proposal))
        if not found:
            return None
        page = _page_told(proposal, found)
        if _is_by_hand(proposal):
            self.notice(f"{page} holds what looks like a secret: {_told(found)}")
            return None
        is_movable = page == str(proposal.address) and not any(each.field == "key" for each in found)
        if self.on_finding == "redact" and is_movable and not _is_exact(proposal):
            self.notice(f"{page} is written without what looked like a secret: {_told(found)}")
            return replace(proposal, change=with_texts(proposal.change, lambda text: redact(text)[0]))
        raise _secret_error(page, found)

    def joined_secrets(self, mount: Mount, proposal: Proposal, current: Page | None) -> Proposal | None:
        """The same for a secret that stands in no text of the write, but would in the page as it is in the end."""
        if self.on_finding == "off":
            return None
        from vademecum.guards.joined import joined_secrets, without  # noqa: PLC0415 - it imports the detectors

        joined = joined_secrets(proposal.change, current, mount.config.format)
        if not joined:
            return None
        found = [_Found("page", each.kind, each.line, each.value) for each in joined]
        page = _page_told(proposal, found)
        if self.on_finding == "redact" and page == str(proposal.address):
            change = with_texts(proposal.change, lambda text: without(text, joined))
            if change != proposal.change and not joined_secrets(change, current, mount.config.format):
                self.notice(f"{page} is written without what looked like a secret: {_told(found)}")
                return replace(proposal, change=change)
        raise _secret_error(page, found)

    def _waits(self, proposal: Proposal) -> bool:
        """Whether such a write would wait for a person. What an import refuses stays in its file, and the report names
        it; a hundred questions about one file would be answered unread. What is compiled of pages is never asked about.
        """
        is_asked = proposal.purpose not in {"import", "compile"} and proposal.actor.kind != "import"
        return self.on_threat == "hold" and is_asked and not _is_by_hand(proposal)

    def _threats_in(self, proposal: Proposal) -> list[str]:
        from vademecum.threats.scan import scan  # noqa: PLC0415 - its tables take a quarter of a second to make

        return [
            f"{threat.rule} in line {threat.line} of the {each.field}, {threat.why}"
            for each in texts_of(proposal)
            for threat in scan(each.text)
            if not self.allowed(proposal, threat.rule)
        ]


class _Found(NamedTuple):
    """A secret, and the text of a write that it stands in."""

    field: str
    kind: str
    line: int
    value: str


def _secrets_in(proposal: Proposal) -> Iterator[_Found]:
    """The secrets of each text, and of names as they stand: as words, a key in a name may have lost the signs that it
    is known by. One that its header's key gives away is told once."""
    from vademecum.guards.secrets.scan import find_secrets  # noqa: PLC0415 - detectors take long to import

    names = (Text("name", name) for name in proposal.names)
    known: set[tuple[str, str]] = set()
    for each in (*texts_of(proposal), *names, *header_lines_of(proposal.change)):
        for secret in find_secrets(each.text):
            found = _Found(each.field, secret.kind, secret.line, each.text[secret.start : secret.end])
            if (found.field, found.value) not in known:
                known.add((found.field, found.value))
                yield found


def _page_told(proposal: Proposal, found: Sequence[_Found]) -> str:
    """How messages call the page: where its name gives a secret away, they don't say the name."""
    is_named = any(_is_in_name(proposal, each.value) for each in found)
    return f"a page of {proposal.address.mount}" if is_named else str(proposal.address)


def _told(found: Sequence[_Found]) -> str:
    return "; ".join(f"{each.kind} in line {each.line} of the {each.field}" for each in found[:_SHOWN])


def _secret_error(page: str, found: Sequence[_Found]) -> SecretError:
    return SecretError(
        f"the write of {page} holds what looks like a secret: {_told(found)}",
        [each.kind for each in found],
        hint="say where it is kept instead, such as the name of a vault's entry",
    )


def _is_in_name(proposal: Proposal, secret: str) -> bool:
    """Whether a page's name gives a secret away, with the signs and the length that file names have: then no message
    may say the name, and no redaction of the text is enough. One of signs alone is in no name."""
    telling = _bare(secret)[:_TELLING]
    return bool(telling) and any(telling in _bare(name) for name in proposal.names)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _is_by_hand(proposal: Proposal) -> bool:
    by_hand = isinstance(proposal.change, RawText | Restoration) and proposal.purpose == "write"
    return proposal.actor.kind == "person" and by_hand


def _is_exact(proposal: Proposal) -> bool:
    """Whether the very bytes are to be written, of which a text can't be taken out."""
    return isinstance(proposal.change, Restoration) or getattr(proposal.change, "data", None) is not None
