"""The gateway's scans as one memory runs them: by its configuration, and by what its person let pass."""

from __future__ import annotations

from vademecum.guards.changes import Proposal
from vademecum.guards.scans import Scans
from vademecum.library import Library
from vademecum.library.allowed import allowed_in, read_allowed
from vademecum.library.quarantine import not_allowed
from vademecum.memory.setting import Setting


def scans_of(library: Library, setting: Setting) -> Scans:
    """The scans for writes to a library. What is written is no version that anyone looked at yet, so of what a person
    allowed only that counts which they allowed in any version."""

    def passes(proposal: Proposal, rule: str) -> bool:
        root = library.mount(proposal.address.mount).root
        entries = sorted(allowed_in(read_allowed(setting.state), root))
        return not not_allowed(entries, proposal.address.name, "", rule)

    writing = setting.config.writing
    return Scans(writing.threats, writing.secrets, passes, setting.notice)
