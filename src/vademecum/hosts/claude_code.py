"""Claude Code: which of its files hold hooks and servers, what our entries there are, and how they come and go.

Hooks are in ``settings.json``; MCP servers in ``~/.claude.json`` or a project's ``.mcp.json``. An entry is ours when
its command starts Vademecum, whoever wrote it there. Everything else in the files, the host's own memory included, is
never touched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vademecum.config.places import home_folder, state_folder
from vademecum.errors import ConfigError, InputError
from vademecum.hosts.base import CLAUDE_CODE, Event
from vademecum.hosts.document import Document, read_document
from vademecum.hosts.launcher import MODE, in_shell, launcher_file, script, started_directly, this_installation
from vademecum.hosts.ledger import Ledger
from vademecum.hosts.plan import FileEdit, Plan, read_target, target_of

SERVER = "vade"
_CONFIG_VARIABLE = "CLAUDE_CONFIG_DIR"
_HOOKS, _SERVERS, _ALL_OFF = "hooks", "mcpServers", "disableAllHooks"
_PRIVATE = 0o600

_START = r"""(?:\bvade(?:\.exe)?|/vademecum/launch|-m\s+vademecum)["']?\s+"""
_OUR_HOOK = re.compile(rf"{_START}hook\s+{CLAUDE_CODE.name}\b")
_OUR_SERVER = re.compile(rf"{_START}mcp\b")


@dataclass(frozen=True, slots=True)
class Level:
    """Where entries go: for the person everywhere, or in one project; ``shared`` when others will read the files."""

    settings: Path
    servers: Path
    shared: bool


def level_for(env: Mapping[str, str], project: Path | None) -> Level:
    """The files of a level; ``project`` is the folder of one. Raises InputError when that is the person's own level."""
    home = home_folder(env)
    moved = env.get(_CONFIG_VARIABLE)
    own = Path(moved) if moved else home / ".claude"
    if project is None:
        return Level(own / "settings.json", (own if moved else home) / ".claude.json", shared=False)
    if target_of(project / ".claude") == target_of(own):
        raise InputError(f"{project} is no project: Claude Code keeps your own settings there", hint="omit --project")
    return Level(project / ".claude" / "settings.json", project / ".mcp.json", shared=True)


def connect_plan(env: Mapping[str, str], level: Level, ledger: Ledger, *, prompt_recall: bool) -> Plan:
    """What has to be written so that Claude Code starts us.

    Raises ConfigError for a file that it could not read itself, or where a server of another kind has our name.
    """
    launch = launcher_file(state_folder(env))
    word = in_shell(launch, home_folder(env))
    hooks = [(event.name, _group(event, word)) for event in CLAUDE_CODE.asked_for(prompt_recall=prompt_recall)]
    settings = _opened(level.settings, ledger)
    servers = _opened(level.servers, ledger)
    server = _server_in_shell(word) if level.shared else _server(launch)
    return Plan(
        edits=(
            FileEdit(launch, read_target(launch), script(*this_installation()), mode=MODE, ours=True),
            settings.edit(_with_hooks(settings, hooks)),
            servers.edit(_with_server(servers, server), mode=None if level.shared else _PRIVATE),
        ),
        notes=tuple(_notes(level, settings.now)),
    )


def has_prompt_recall(level: Level) -> bool | None:
    """Whether recall comes with each prompt now; None where we are not connected. Raises ConfigError."""
    settings = read_document(level.settings, read_target(level.settings))
    events = {path[1] for path in _own_hooks(settings)}
    return CLAUDE_CODE.prompt in events if events else None


def disconnect_plan(env: Mapping[str, str], level: Level, ledger: Ledger) -> Plan:
    """What has to be written so that nothing of ours is left. Raises ConfigError for a file that can't be read."""
    files = [_opened(level.settings, ledger), _opened(level.servers, ledger)]
    edits = [FileEdit(file.now.file, file.before, file.base) for file in files]
    launch = launcher_file(state_folder(env))
    others = ledger.entries.keys() - {str(target_of(edit.path)) for edit in edits}
    if not others:
        edits.append(FileEdit(launch, read_target(launch), None, mode=MODE, ours=True))
    return Plan(tuple(edits))


@dataclass(frozen=True, slots=True)
class _Opened:
    """A file as it is ``now``, and its bytes ``before`` the plan and with all that is ours left out (``base``)."""

    now: Document
    before: bytes | None
    base: bytes | None

    @property
    def without(self) -> Document:
        """The file as it would be without us."""
        return read_document(self.now.file, self.base)

    def edit(self, wanted: Document, *, mode: int | None = None) -> FileEdit:
        """The edit that makes the file the wanted document."""
        return FileEdit(self.now.file, self.before, wanted.data, base=self.base, mode=mode)


def _opened(file: Path, ledger: Ledger) -> _Opened:
    before = read_target(file)
    known, base = ledger.base(file)
    now = read_document(file, before)
    if known and ledger.is_untouched(file, before):
        return _Opened(now, before, base)
    earlier = read_document(file, base) if known else None
    rest = _without_server(_without_hooks(now, earlier), earlier)
    # What was no file before us and would be an empty one after us is no file again.
    gone = before is None or (known and base is None and rest.is_empty)
    return _Opened(now, before, None if gone else rest.data)


def _group(event: Event, word: str) -> dict[str, object]:
    matcher = {} if event.matcher is None else {"matcher": event.matcher}
    command = f"[ ! -x {word} ] || exec {word} hook {CLAUDE_CODE.name} {event.name}"
    return {**matcher, _HOOKS: [{"type": "command", "command": command, "timeout": event.timeout}]}


def _server(launch: Path) -> dict[str, object]:
    command, *args = started_directly(launch, ["mcp", "--host", CLAUDE_CODE.name], windows=os.name == "nt")
    return _stdio(command, args)


def _server_in_shell(word: str) -> dict[str, object]:
    """The server for a file that goes to other computers too, where the launcher is below another home."""
    return _stdio("sh", ["-c", f"exec {word} mcp --host {CLAUDE_CODE.name}"])


def _stdio(command: str, args: list[str]) -> dict[str, object]:
    # Without alwaysLoad the first prompt goes out before the tool is there, and later ones have it behind a search.
    return {"type": "stdio", "command": command, "args": args, "alwaysLoad": True}


def _with_hooks(settings: _Opened, wanted: Sequence[tuple[str, dict[str, object]]]) -> Document:
    if _hooks_found(settings.now) == _hooks_wanted(wanted):
        return settings.now
    document = settings.without
    document.object_at(_HOOKS)
    for event, group in wanted:
        document = document.put((_HOOKS, event, len(document.list_at(_HOOKS, event))), group)
    return document


def _hooks_wanted(wanted: Sequence[tuple[str, dict[str, object]]]) -> list[str]:
    return sorted(repr((event, group.get("matcher"), entry)) for event, group in wanted for entry in _entries(group))


def _hooks_found(document: Document) -> list[str]:
    found = []
    for path in _own_hooks(document):
        _, event, group, _, entry = path
        holder = document.object_at(_HOOKS, event, group)
        found.append(repr((event, holder.get("matcher"), _entries(holder)[int(entry)])))
    return sorted(found)


def _own_hooks(document: Document) -> Iterator[tuple[str | int, ...]]:
    """The paths of our entries below ``hooks``; what has another shape than the host reads is nothing of ours."""
    for event, groups in document.object_at(_HOOKS).items():
        for number, group in enumerate(groups if isinstance(groups, list) else ()):
            for index, entry in enumerate(_entries(group)):
                if isinstance(entry, dict) and _OUR_HOOK.search(str(entry.get("command"))):
                    yield _HOOKS, event, number, _HOOKS, index


def _entries(group: object) -> list[object]:
    entries = group.get(_HOOKS) if isinstance(group, dict) else None
    return entries if isinstance(entries, list) else []


def _without_hooks(document: Document, earlier: Document | None) -> Document:
    for path in reversed(list(_own_hooks(document))):
        is_alone = len(document.list_at(*path[:4])) == 1
        document = document.remove(path[:3] if is_alone else path)
        document = _without_empty(document, path[:2], earlier)
    return document


def _with_server(servers: _Opened, entry: dict[str, object]) -> Document:
    """Our server under its name, or under the one that the person gave it, with all that they added to it."""
    known = servers.now.object_at(_SERVERS)
    ours = list(_own_servers(servers.now))
    name = ours[0] if ours else SERVER
    old = known.get(name)
    wanted = entry | {key: value for key, value in old.items() if key not in entry} if isinstance(old, dict) else entry
    if name in known and not ours:
        raise ConfigError(
            f"{_SERVERS}.{name} starts another program",
            file=servers.now.file,
            field=f"{_SERVERS}.{name}",
            hint="give that server another name, then connect again",
        )
    if len(ours) == 1 and old == wanted:
        return servers.now
    return servers.without.put((_SERVERS, name), wanted)


def _own_servers(document: Document) -> Iterator[str]:
    for name, entry in document.object_at(_SERVERS).items():
        if isinstance(entry, dict) and _OUR_SERVER.search(_command_line(entry)):
            yield name


def _command_line(entry: Mapping[str, object]) -> str:
    args = entry.get("args")
    return " ".join(map(str, [entry.get("command"), *(args if isinstance(args, list) else [])]))


def _without_server(document: Document, earlier: Document | None) -> Document:
    for name in list(_own_servers(document)):
        document = document.remove((_SERVERS, name))
        document = _without_empty(document, (_SERVERS,), earlier)
    return document


def _without_empty(document: Document, path: Sequence[str | int], earlier: Document | None) -> Document:
    """Without the containers that only our entries had filled; those that were there before us stay."""
    while path and not (document.object_at if len(path) == 1 else document.list_at)(*path):
        if not document.holds(*path) or (earlier is not None and earlier.holds(*path)):
            break
        document, path = document.remove(path), path[:-1]
    return document


def _notes(level: Level, settings: Document) -> Iterator[str]:
    if settings.object_at().get(_ALL_OFF) is True:
        yield f"{settings.file} says {_ALL_OFF}: Claude Code will run no hook until that is gone"
    if level.shared:
        yield f"Claude Code reads them when it starts in {level.servers.parent}, and asks you before it runs the server"
