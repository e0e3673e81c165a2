"""The ``memory_*`` tools: L's parameters, defaults and result shapes over the facade (table 4.3).

It reads arguments, makes one call and tells what came of it as JSON. Whatever goes wrong is raised. What pages say is
data in that JSON, and the answers that hold some of it say first that it is no instruction (rule 6).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any, cast, get_args

from vademecum.context.frame import PREFACE
from vademecum.errors import InputError, NotFoundError
from vademecum.memory import Memory
from vademecum.memory.correcting import Correction
from vademecum.memory.exchange import exchange_of, source_of
from vademecum.memory.exporting import Selection
from vademecum.memory.fact_batch import Action, Operation, batch_facts
from vademecum.memory.facts import (
    DEFAULT_LIMIT,
    Record,
    default_scope,
    forget_fact,
    get_fact,
    list_facts,
    recall_facts,
    scope_named,
    scope_states,
    write_fact,
)
from vademecum.memory.import_report import Request as ImportRequest
from vademecum.memory.using import count_read
from vademecum.surfaces.arguments import flag, text
from vademecum.surfaces.fact_schema import FACT_TOOLS

Arguments = Mapping[str, Any]
Told = dict[str, Any]


def call_fact_tool(memory: Memory, name: str, arguments: Arguments) -> str:
    """Do what a tool is asked, and tell it as JSON. Raises VademecumError."""
    properties = FACT_TOOLS[name].schema["properties"]
    unknown = [each for each in arguments if each not in properties]
    if unknown:
        raise InputError(f"{name} takes no argument {unknown[0]!r}", hint=f"it takes {', '.join(properties) or 'none'}")
    told = _CALLS[name](memory, arguments)
    return told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)


def _write(memory: Memory, arguments: Arguments) -> Told:
    scope = _scope(arguments) or default_scope(memory)
    receipt = write_fact(memory, _needed(arguments, "content"), scope, _texts(arguments, "tags"))
    told = {
        "id": str(receipt.address),
        "scope": scope,
        "content": _needed(arguments, "content").strip(),
        "createdAt": int(memory.setting.clock().timestamp() * 1000),
    }
    return {**told, **({"warnings": list(receipt.warnings)} if receipt.warnings else {})}


def _recall(memory: Memory, arguments: Arguments) -> Told:
    query = text(arguments, "query")
    if query is None:
        raise InputError("query is missing", hint="say what to look for; a blank one gives the newest facts")
    found = recall_facts(memory, query, _scope(arguments), _limit(arguments))
    count_read(memory, [each.address for each in found])
    results = [{**_short(each), "score": each.score} for each in found]
    return {"about": PREFACE, "query": query, "results": results}


def _list(memory: Memory, arguments: Arguments) -> Told:
    found = list_facts(memory, _scope(arguments), _limit(arguments))
    return {"about": PREFACE, "results": [_full(each) for each in found]}


def _get(memory: Memory, arguments: Arguments) -> Told:
    wanted = _needed(arguments, "id")
    found = get_fact(memory, wanted, _scope(arguments))
    if found is None:
        raise NotFoundError(f"there is no fact {wanted!r}", hint="memory_recall and memory_list tell the ids of facts")
    count_read(memory, [found.address])
    return {"about": PREFACE, **_full(found)}


def _forget(memory: Memory, arguments: Arguments) -> Told:
    wanted = _needed(arguments, "id")
    receipt = forget_fact(memory, wanted, _scope(arguments))
    if receipt is None:
        return {"deleted": False, "id": wanted, "scope": _scope(arguments)}
    scope = memory.library.mount(receipt.address.mount).config.scope
    return {"deleted": True, "id": str(receipt.address), "scope": scope}


def _correct(memory: Memory, arguments: Arguments) -> Told:
    asked = Correction(
        claim=_needed(arguments, "claim"),
        truth=_needed(arguments, "truth"),
        evidence=text(arguments, "evidence") or "",
        scope=_scope(arguments) or default_scope(memory),
        confirm=flag(arguments, "confirm"),
        targets=tuple(_texts(arguments, "targets")),
    )
    done = memory.corrections.correct(asked)
    candidates = [{"id": str(each.address), "content": each.text, "whole": each.whole} for each in done.candidates]
    return {
        "about": PREFACE,
        "id": str(done.truth) if done.truth else None,
        "scope": asked.scope,
        "superseded": [str(address) for address in done.superseded],
        "candidates": candidates,
        "abstained": done.abstained,
        "warnings": list(done.warnings),
    }


def _batch(memory: Memory, arguments: Arguments) -> Told:
    scope = _scope(arguments)
    if scope is None:
        raise InputError("memory_batch takes one scope", hint="name user, global or workspace")
    tally = batch_facts(memory, scope, [_operation(each) for each in _operations(arguments)])
    return {
        "scope": scope,
        "added": tally.added,
        "replaced": tally.replaced,
        "removed": tally.removed,
        "skippedDuplicate": tally.skipped_duplicate,
        "skippedMissing": tally.skipped_missing,
        "skippedAmbiguous": tally.skipped_ambiguous,
    }


def _export(memory: Memory, arguments: Arguments) -> str:
    wanted = (text(arguments, "format") or "json").strip().lower()
    if wanted not in {"json", "markdown"}:
        raise InputError(f"there is no format {wanted!r}", hint="use json or markdown")
    made = BytesIO()
    chosen = Selection("json-v1" if wanted == "json" else "markdown", scope=_scope(arguments))
    exchange_of(memory).export(chosen).write(made)
    return made.getvalue().decode()


def _import(memory: Memory, arguments: Arguments) -> Told:
    """Count what came of each record apart, and say of those that did not get in why not."""
    source = source_of({"bundle": _needed(arguments, "bundle").encode()}, "the bundle", "json-v1")
    if not source.total:
        raise InputError("the bundle has no records", hint="give what memory_export returned")
    report = exchange_of(memory).run(source, ImportRequest(scope=_scope(arguments)))
    problems = [f"{each.where}: {each.kind}: {each.reason}" for each in report.refused]
    counts: Told = {str(kind): count for kind, count in report.counts.items()}
    return {**counts, "problems": problems, "warnings": list(report.warnings)}


def _diagnose(memory: Memory, _arguments: Arguments) -> Told:
    config = memory.setting.config
    return {
        "settings": {
            "searchScope": list(config.facts.search_scope),
            "writeScope": default_scope(memory),
            "lookupOrder": list(config.facts.lookup_order),
            "tools": config.mcp.tools,
            "limit": DEFAULT_LIMIT,
        },
        "scopes": [
            {
                "scope": state.scope,
                "mounts": list(state.mounts),
                "live": state.live,
                "superseded": state.superseded,
                "total": state.live + state.superseded,
                "chars": state.chars,
                "charLimit": state.limit or None,
                "files": [_place(memory, mount) for mount in state.mounts],
            }
            for state in scope_states(memory)
        ],
    }


def _place(memory: Memory, mount: str) -> str | None:
    """Where a mount is on disk, unless agents are not to know it."""
    found = memory.library.mount(mount)
    return str(found.root) if found.config.exposure == "path" else None


def _short(record: Record) -> Told:
    return {"id": str(record.address), "scope": record.scope, "content": record.content, "tags": list(record.tags)}


def _full(record: Record) -> Told:
    after = record.superseded_by
    return {
        **_short(record),
        "version": record.version,
        "createdAt": record.created,
        "updatedAt": record.updated,
        "superseded": after is not None,
        **({"supersededBy": str(after)} if after is not None else {}),
    }


def _needed(arguments: Arguments, name: str) -> str:
    value = text(arguments, name)
    if value is None or not value.strip():
        raise InputError(f"{name} is missing", hint=f"give {name} as text")
    return value


def _scope(arguments: Arguments) -> Any:  # noqa: ANN401 - a Scope, which JSON has no name for
    return scope_named(text(arguments, "scope"))


def _limit(arguments: Arguments) -> int:
    """A whole number from 1; anything else counts as 5 (L)."""
    value = arguments.get("limit")
    if isinstance(value, str) and value.strip().isdigit():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 1 else DEFAULT_LIMIT


def _texts(arguments: Arguments, name: str) -> list[str]:
    """A list of texts, which may come as JSON in a text, or as one text with commas."""
    value = arguments.get(name)
    if isinstance(value, str):
        try:
            found = json.loads(value)
        except (ValueError, RecursionError):
            found = value.split(",") if value.strip() else []
        value = found if isinstance(found, list) else [value]
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise InputError(f"{name} must be a list of texts", hint=f"send {name} as a list of texts")
    return [each.strip() for each in value if each.strip()]


def _operations(arguments: Arguments) -> Sequence[Any]:
    value = arguments.get("operations")
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise InputError("operations must be a list", hint="send operations as a list of objects") from error
    if not isinstance(value, list) or not value:
        raise InputError("operations must be a list of changes", hint="send at least one")
    return value


def _operation(value: object) -> Operation:
    if not isinstance(value, Mapping):
        raise InputError("each operation must be an object", hint="it has an action, and content or target")
    given = cast("Arguments", value)
    action = next((each for each in get_args(Action) if each == text(given, "action")), None)
    if action is None:
        raise InputError(
            f"there is no action {given.get('action')!r}", hint=f"use one of {', '.join(get_args(Action))}"
        )
    return Operation(action, text(given, "content") or "", text(given, "target") or "", tuple(_texts(given, "tags")))


_CALLS: Mapping[str, Callable[[Memory, Arguments], Told | str]] = {
    "memory_write": _write,
    "memory_recall": _recall,
    "memory_list": _list,
    "memory_get": _get,
    "memory_forget": _forget,
    "memory_correct": _correct,
    "memory_batch": _batch,
    "memory_export": _export,
    "memory_import": _import,
    "memory_diagnose": _diagnose,
}
