"""New stores: the home store with the pages that it starts from, its repository, and a project's own store.

What is there stays. The pages are Vademecum's own, so no person has to approve them; they go through the gateway like
all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from vademecum.address import Address
from vademecum.errors import ExistsError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Proposal, RawText
from vademecum.library.mounts import PROJECT_FOLDER
from vademecum.library.trust import sight_of, trust_store, trusted_stores
from vademecum.memory.facade import Memory
from vademecum.memory.recording import begin_history
from vademecum.store.files import storage_errors
from vademecum.store.scaffold import GLOBAL, USER, scaffold


def found_home(memory: Memory) -> tuple[Path, list[Receipt]]:
    """Make the home store with the pages it starts from. Returns its folder."""
    receipts = [*_scaffold(memory, "global", GLOBAL), *_scaffold(memory, "user", USER)]
    return memory.library.mount("global").root, receipts


def found_history(memory: Memory) -> Path | None:
    """Make the home store a git repository unless it is in one; its folder, None when nothing was made.

    Raises HistoryError.
    """
    return begin_history(memory.library, memory.library.mount("global").root, memory.setting.clock())


def found_project(memory: Memory) -> tuple[Path, list[Receipt]]:
    """Give the project a store of its own, and trust it. Returns its folder.

    Raises ExistsError when there is one that nobody has trusted yet, and StorageError.
    """
    state = memory.setting.state
    own = memory.setting.workspace.root / PROJECT_FOLDER
    with storage_errors(f"{own} could not be made a store"):
        own.mkdir(exist_ok=True)
        if str(own.resolve()) not in trusted_stores(state):
            if any(own.iterdir()) or own.is_symlink():
                raise ExistsError(f"{own} is there already and not trusted", hint="vade trust shows what it holds")
            trust_store(state, own, sight_of(own, {}, memory.today().isoformat()))
    fresh = Memory(memory.setting)  # the mounts are other ones now
    try:
        return own, _scaffold(fresh, "workspace", GLOBAL)
    finally:
        fresh.close()


def _scaffold(memory: Memory, mount: str, templates: Mapping[str, str]) -> list[Receipt]:
    proposed = scaffold(memory.library.store(mount), templates)
    return [_compiled(memory, Address(mount, name), data.decode()) for name, data in proposed]


def _compiled(memory: Memory, address: Address, text: str) -> Receipt:
    return memory.gateway.write(Proposal(address, RawText(text), purpose="compile"))
