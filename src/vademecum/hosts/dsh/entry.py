"""Our entry in DeepSeek Harness: one item of the list in ``cordis.patch.yml``, which the program applies at its start.

It owns the item and how it is found among those of others: an item is ours when it inserts a row of our name. Items
are put in and taken out as whole lines, so every other byte of the file stays.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import yaml

from vademecum.config.places import home_folder, state_folder
from vademecum.errors import ConfigError, InputError
from vademecum.hosts.launcher import MODE, launcher_file, script, started_directly, this_installation
from vademecum.hosts.ledger import Ledger
from vademecum.hosts.plan import FileEdit, Plan, read_target, target_of

HOST = "dsh"
ROW = "vademecum"
PATCH = "cordis.patch.yml"
_RECALL = "promptRecall"
_HOME_VARIABLE = "DSH_HOME"
_PLUGIN = Path(__file__).with_name("plugin.mjs")
_READABLE = 0o644
# Items of the list stand at the left edge, each after its dash; what is above the first belongs to none.
_ITEM = re.compile(rb"^- ", re.MULTILINE)
# What people write above an item stands, to a reader of bytes, at the end of the one before.
_ABOVE_THE_NEXT = re.compile(rb"(?:^[ \t]*(?:#[^\n]*)?(?:\r?\n|\Z))+\Z", re.MULTILINE)


class Dsh:
    """The program's files at the person's own level, the only one that there is."""

    def __init__(self, env: Mapping[str, str], project: Path | None) -> None:
        """Raises InputError for a project."""
        if project is not None:
            raise InputError("DeepSeek Harness has no plugins of one project", hint="omit --project")
        moved, state = env.get(_HOME_VARIABLE), state_folder(env)
        self._patch = (Path(moved) if moved else home_folder(env) / ".dsh") / PATCH
        self._launch = launcher_file(state)
        # A copy, since the package moves with every new environment and the entry stays for years.
        self._plugin = state / HOST / _PLUGIN.name

    def connect(self, ledger: Ledger, *, prompt_recall: bool) -> Plan:
        """What has to be written so that the program starts us. Raises ConfigError for a file that is no list, or for
        one that takes no item at its end."""
        command = started_directly(self._launch, ["rpc", "--host", HOST], windows=os.name == "nt")
        wanted = _item(self._plugin, command, recall=prompt_recall)
        before = read_target(self._patch)
        base = self._base(before, ledger)
        is_there = [item.replace(b"\r\n", b"\n") for item in self._own_items(before)] == [wanted]
        after = before if is_there else _with_item(base or b"", wanted)
        if _parsed(after or b"") is None:
            raise self._no_list_of_lines()
        return Plan(
            edits=(
                FileEdit(self._launch, read_target(self._launch), script(*this_installation()), mode=MODE, ours=True),
                FileEdit(self._plugin, read_target(self._plugin), _PLUGIN.read_bytes(), mode=_READABLE, ours=True),
                FileEdit(self._patch, before, after, base=base),
            ),
        )

    def disconnect(self, ledger: Ledger) -> Plan:
        """What has to be written so that nothing of ours is left. Raises ConfigError for a file that is no list."""
        before = read_target(self._patch)
        edits = [
            FileEdit(self._patch, before, self._base(before, ledger)),
            FileEdit(self._plugin, read_target(self._plugin), None, mode=_READABLE, ours=True),
        ]
        if not ledger.entries.keys() - {str(target_of(self._patch))}:
            edits.append(FileEdit(self._launch, read_target(self._launch), None, mode=MODE, ours=True))
        return Plan(tuple(edits))

    def has_prompt_recall(self) -> bool | None:
        """Whether recall comes with each prompt now; None where we are not connected. Raises ConfigError."""
        items = self._own_items(read_target(self._patch))
        ours = [row for each in (_parsed(items[-1]) or () if items else ()) for row in _rows_of(each)]
        config = ours[-1].get("config") if ours else None
        return (not isinstance(config, dict) or config.get(_RECALL) is not False) if ours else None

    def _base(self, before: bytes | None, ledger: Ledger) -> bytes | None:
        """The file as it would be without us; None where there would be none."""
        known, base = ledger.base(self._patch)
        if before is None or (known and ledger.is_untouched(self._patch, before)):
            return base if known else None
        rest = before
        for item in self._own_items(before):
            rest = rest.replace(item, b"", 1)
        return None if known and base is None and not rest.strip() else rest

    def _own_items(self, data: bytes | None) -> list[bytes]:
        """The lines of each item that inserts our row, and no comment after it. Raises ConfigError where another row
        would go with ours."""
        items = list(_items(data or b""))
        if _parsed(data or b"") != [each for item in items for each in _parsed(item) or ()]:
            raise self._no_list_of_lines()
        ours = [item for item in items if any(_is_ours(each) for each in _parsed(item) or ())]
        if any(len(_rows_of(each)) > 1 for item in ours for each in _parsed(item) or ()):
            raise ConfigError(
                f"{self._patch} inserts other rows together with the row {ROW!r}",
                file=self._patch,
                hint="give them an item of their own, then try again",
            )
        return [_ABOVE_THE_NEXT.sub(b"", item) for item in ours]

    def _no_list_of_lines(self) -> ConfigError:
        return ConfigError(
            f"{self._patch} is no list with an item a line",
            file=self._patch,
            hint="write its items as lines that begin with a dash, then try again",
        )


def _item(plugin: Path, command: list[str], *, recall: bool) -> bytes:
    # JSON is YAML too, and quotes whatever a path may hold.
    row = {"id": ROW, "name": str(plugin), "config": {"command": command, _RECALL: recall}}
    return f"- insert:\n    - {json.dumps(row, ensure_ascii=False)}\n".encode()


def _with_item(base: bytes, item: bytes) -> bytes:
    if base and not base.endswith(b"\n"):
        base += b"\r\n" if b"\r\n" in base else b"\n"
    return base + (item.replace(b"\n", b"\r\n") if b"\r\n" in base else item)


def _items(data: bytes) -> Iterator[bytes]:
    starts = [found.start() for found in _ITEM.finditer(data)]
    for start, end in pairwise([*starts, len(data)]):
        yield data[start:end]


def _parsed(data: bytes) -> list[object] | None:
    """A list as values, empty for a file without any; None for what is no list, or no YAML at all."""
    try:
        found = yaml.safe_load(data)
    except (yaml.YAMLError, ValueError, RecursionError):  # a day that no calendar has is a ValueError
        return None
    return found if isinstance(found, list) else [] if found is None else None


def _is_ours(item: object) -> bool:
    return any(row.get("id") == ROW for row in _rows_of(item))


def _rows_of(item: object) -> list[Mapping[str, object]]:
    rows = item.get("insert") if isinstance(item, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
