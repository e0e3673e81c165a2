"""Programs that make several writes and are killed in the middle, run by ``test_groups_killed.py`` as processes.

It is called as ``groups.py FOLDER KIND WHAT``. For each moment before a call that changes what stands on the disk it
lays out a store in ``FOLDER/N``, kills a child at that moment with SIGKILL, and says what a look at the files finds
then, what the memory holds after its next open, where an import is made once more, and what that open told.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.config.model import Format
from vademecum.gateway import Gateway, Judged, Receipt
from vademecum.guards.changes import Actor, Content, Removal
from vademecum.library import find_workspace
from vademecum.memory import Memory, Setting
from vademecum.memory.compaction import carry_out, proposed
from vademecum.memory.correcting import Correction
from vademecum.memory.exchange import exchange_of, source_at
from vademecum.memory.exporting import Selection
from vademecum.memory.fact_batch import Operation, batch_facts
from vademecum.memory.import_report import Request
from vademecum.memory.notes import Note
from vademecum.memory.undo import Undo
from vademecum.sessions import SessionKey
from vademecum.upkeep.written import find_account

# What gives files their names and takes them away: between two of these no other process sees a change.
DISK_CALLS = ("replace", "rename", "link", "unlink", "rmdir")
STORES = ("user", "more")
HERON, STORK, CRANE, IBIS = "The heron eats eels.", "The stork eats frogs.", "The crane eats roots.", "The ibis sleeps."


def setting_of(folder: Path, kind: Format, told: list[str]) -> Setting:
    """A memory whose scope ``user`` is two stores."""
    config = Config(home=folder / "home", mounts=tuple(_mount(folder, name, kind) for name in STORES))
    return Setting(
        config=config,
        cache=folder / "cache",
        state=folder / "state",
        workspace=find_workspace(folder),
        session=SessionKey("test-host", "one"),
        actor=Actor("agent", "test-host"),
        clock=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC),
        notice=told.append,
    )


def _mount(folder: Path, name: str, kind: Format) -> MountConfig:
    place = folder / (name if kind == "folder" else f"{name}.jsonl")
    return MountConfig(name=name, path=place, scope="user", format=kind, writable=True)


def lay_out(folder: Path, kind: Format) -> None:
    """Two facts in one store, and one in the other."""
    for store, facts in {"user": {"heron": HERON, "stork": STORK}, "more": {"other": HERON}}.items():
        if kind == "folder":
            (folder / store).mkdir(parents=True)
            for name, text in facts.items():
                (folder / store / f"{name}.md").write_text(f"{text}\n", encoding="utf-8")
        else:
            lines = [json.dumps({"id": name, "content": text}) + "\n" for name, text in facts.items()]
            folder.mkdir(exist_ok=True)
            (folder / f"{store}.jsonl").write_text("".join(lines), encoding="utf-8")


def batch(memory: Memory) -> None:
    """Replace one fact, take one away, add two."""
    operations = [
        Operation("replace", CRANE, "heron"),
        Operation("remove", target="stork"),
        Operation("add", IBIS),
        Operation("add", "The stork is away."),
    ]
    batch_facts(memory, "user", operations)


def correct(memory: Memory) -> None:
    """Write a truth, and mark a fact in each store."""
    targets = ("user:heron", "more:other")
    memory.corrections.correct(Correction(HERON, "The heron eats frogs.", mount="user", targets=targets))


def compact(memory: Memory) -> None:
    """Put two facts together, as a model proposed it and a person agreed to."""
    answer = f'[{{"text": "{CRANE}", "from": ["1", "2"]}}]'
    found = proposed(memory.library, memory.library.mount("user"), lambda *_asked: answer)
    gateway = memory.approvals.gateway_for(SessionKey("compact", "one"))
    carry_out(memory.library, gateway, found, memory.today(), Actor("upkeep", "compact"))


def written(memory: Memory) -> None:
    """What a session did, to be taken back: a fact in each store taken away, and one added."""
    for address in (Address("user", "stork"), Address("more", "other")):
        memory.write(address, Removal(), version=memory.open_page(str(address)).page.digest)
    memory.remember(Note(IBIS, scope="user"))


def undo(memory: Memory) -> None:
    """Take all of that back."""
    found = Undo(memory.library, memory.history, memory.gateway, memory.setting.actor)
    found.carry_out(found.plan(find_account(memory.setting.state, "last")), "Take it back")


def bundled(memory: Memory) -> None:
    """Facts to import, one of which is there already."""
    records = [{"scope": "user", "content": text} for text in (CRANE, HERON, IBIS)]
    (memory.setting.state.parent / "bundle").write_text(json.dumps({"version": 1, "records": records}))


def imported(memory: Memory) -> None:
    """Import them."""
    exchange_of(memory).run(source_at(memory.setting.state.parent / "bundle"), Request(mount="user"))


def packed(memory: Memory) -> None:
    """An archive of a store that another page, another text and a missing page make differ from it."""
    with (memory.setting.state.parent / "archive").open("wb") as out:
        exchange_of(memory).export(Selection("tar", mount="user")).write(out)
    heron = Address("user", "heron")
    memory.write(heron, Content(CRANE), version=memory.open_page(str(heron)).page.digest)
    written(memory)


def replaced(memory: Memory) -> None:
    """Make the store what the archive holds."""
    exchange_of(memory).run(source_at(memory.setting.state.parent / "archive"), Request(mount="user", replace=True))


WRITES: dict[str, Callable[[Memory], None]] = {
    "batch": batch,
    "correct": correct,
    "compact": compact,
    "undo": undo,
    "import": imported,
    "replace": replaced,
}
BEFORE: dict[str, Callable[[Memory], None]] = {"undo": written, "import": bundled, "replace": packed}
AGAIN = ("import", "replace")


def killed_at(moment: int, write: Callable[[Memory], None], memory: Memory) -> bool:
    """Write in a child that is killed at a moment, counted from where the writes are made; whether it came so far."""
    child = os.fork()
    if child == 0:
        commit = Gateway._commit

        def counted(self: Gateway, writes: Sequence[Judged], subject: str) -> list[Receipt]:
            _die_at(moment)
            return commit(self, writes, subject)

        Gateway._commit = counted  # type: ignore[method-assign]  # this process is about to die
        write(memory)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _die_at(moment: int) -> None:
    moments = count()

    def dying(call: Callable[..., object]) -> Callable[..., object]:
        def called(*args: object, **options: object) -> object:
            if next(moments) == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args, **options)

        return called

    for name in DISK_CALLS:
        setattr(os, name, dying(getattr(os, name)))


def state_of(folder: Path, kind: Format) -> list[str]:
    """What stands in the files: each fact, and after it a mark when it is superseded."""
    if kind == "records":
        lines = [line for store in STORES for line in (folder / f"{store}.jsonl").open(encoding="utf-8")]
        return sorted(f"{each['content']}{'*' * bool(each.get('superseded'))}" for each in map(json.loads, lines))
    found = [file.read_text(encoding="utf-8") for store in STORES for file in (folder / store).glob("*.md")]
    return sorted(f"{text.strip().splitlines()[-1]}{'*' * ('superseded_by' in text)}" for text in found)


def _trashed(memory: Memory) -> Iterator[str]:
    for mount, item in memory.trash():
        yield memory.library.store(mount).read_trashed(item.id).body.strip()


def main(place: Path, kind: Format, what: str) -> None:
    """Kill at each moment, until one write comes to its end."""
    for moment in count():
        folder, told = place / str(moment), list[str]()
        lay_out(folder, kind)
        memory = Memory(setting_of(folder, kind, []))
        memory.sync()
        BEFORE.get(what, Memory.sync)(memory)
        is_killed = killed_at(moment, WRITES[what], memory)
        cut_off = state_of(folder, kind)
        memory.close()
        opened = Memory(setting_of(folder, kind, told))

        opened.sync()
        if what in AGAIN:
            WRITES[what](opened)
        gone = sorted(_trashed(opened))
        opened.close()
        noted = [str(file) for file in folder.glob("state/groups/*.json")]
        said = {"killed": is_killed, "then": cut_off, "now": state_of(folder, kind), "told": told, "gone": gone}
        sys.stdout.write(json.dumps({**said, "noted": noted}) + "\n")
        if not is_killed:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), "records" if sys.argv[2] == "records" else "folder", sys.argv[3])
