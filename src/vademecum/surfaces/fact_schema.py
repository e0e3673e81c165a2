"""What an agent is told of the tools for facts before it calls one: names, descriptions and parameters (L, table 4.3).

Pure, and apart from the tools themselves, as ``tool_schema.py`` is for ``memory``, and for the same reasons.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

_SCOPES = ["user", "global", "workspace"]
_LIMIT = {"type": "integer", "description": "How many at most: 5 unless said, never more than 25"}


class FactTool(NamedTuple):
    """One tool as it is listed; ``writes`` says whether it can change anything."""

    description: str
    schema: dict[str, Any]
    writes: bool


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _scope(description: str, *more: str) -> dict[str, Any]:
    return {"type": "string", "enum": [*_SCOPES, *more], "description": description}


def _takes(required: list[str], **properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_OPERATION = _takes(
    ["action"],
    action={"type": "string", "enum": ["add", "replace", "remove"]},
    content=_text("add, replace: the fact's whole text"),
    target=_text("replace, remove: the fact's id, or a part of its text that no other fact holds"),
    tags={"type": "array", "items": {"type": "string"}, "description": "add: its tags"},
)

FACT_TOOLS: Mapping[str, FactTool] = {
    "memory_write": FactTool(
        "Remember one fact that will matter in a later session: a preference, a decision, how something is.",
        _takes(
            ["content"],
            content=_text("The fact, as a statement that is understood by itself"),
            scope=_scope("user: the person; global: all projects; workspace: this project"),
            tags={"type": "array", "items": {"type": "string"}, "description": "Words to find it by"},
        ),
        writes=True,
    ),
    "memory_recall": FactTool(
        "Find facts that were remembered, best first.",
        _takes(
            ["query"],
            query=_text("What to look for, in any language"),
            scope=_scope("Whose facts; all unless said", "all"),
            limit=_LIMIT,
        ),
        writes=False,
    ),
    "memory_list": FactTool(
        "List the facts that were changed last, corrected ones with the id of what holds instead.",
        _takes([], scope=_scope("Whose facts; all unless said"), limit=_LIMIT),
        writes=False,
    ),
    "memory_get": FactTool(
        "Open one fact by its id.",
        _takes(["id"], id=_text("The fact's id, from another call"), scope=_scope("Where to look; everywhere if left")),
        writes=False,
    ),
    "memory_forget": FactTool(
        "Move one fact to the trash. For a fact that is no longer true use memory_correct.",
        _takes(["id"], id=_text("The fact's id, from another call"), scope=_scope("Where to look; everywhere if left")),
        writes=True,
    ),
    "memory_correct": FactTool(
        "Say that something remembered is wrong: the truth is kept, and facts that state the claim are marked as "
        "superseded by it.",
        _takes(
            ["claim", "truth"],
            claim=_text("The wrong statement"),
            truth=_text("What holds instead"),
            evidence=_text("How that is known"),
            scope=_scope("Whose facts; where new facts go unless said"),
            confirm={"type": "boolean", "description": "Write nothing, and tell which facts are meant"},
            targets={
                "type": "array",
                "items": {"type": "string"},
                "description": "Ids of the facts that are meant, when they were told before",
            },
        ),
        writes=True,
    ),
    "memory_batch": FactTool(
        "Change several facts of one scope at once, all or none.",
        _takes(
            ["scope", "operations"],
            scope=_scope("Whose facts"),
            operations={"type": "array", "items": _OPERATION, "description": "The changes, in order"},
        ),
        writes=True,
    ),
    "memory_export": FactTool(
        "Give all facts that hold as one text.",
        _takes(
            [],
            scope=_scope("Whose facts; all unless said"),
            format={"type": "string", "enum": ["json", "markdown"], "description": "json unless said"},
        ),
        writes=False,
    ),
    "memory_import": FactTool(
        "Remember the facts of a text that memory_export gave as json.",
        _takes(["bundle"], bundle=_text("That text"), scope=_scope("Put all of them here")),
        writes=True,
    ),
    "memory_diagnose": FactTool(
        "Tell what each scope holds, what bound it has and which settings are in effect.", _takes([]), writes=False
    ),
}
