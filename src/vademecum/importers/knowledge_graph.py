"""The JSONL file of the official MCP memory server: entities with observations, and relations between them. Pure.

An entity becomes a page titled by its name, its observations a list, and its relations links from the page they start
at. Only ``\\n`` ends a line; records that a crash glued together on one line are told apart (A27, A29).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from vademecum.importers.entry import Entry, Fault, Files, Item, as_text, mapping, tags_of, text_at
from vademecum.page.json_object import object_at

KIND = "knowledge-graph"


@dataclass(slots=True)
class _Entity:
    where: str
    name: str
    type: str
    facts: list[str]
    relations: dict[tuple[str, str], None] = field(default_factory=dict)


def looks_like(path: str, data: bytes) -> bool:
    """Whether a file is such a graph, by the first object in it."""
    found = object_at(as_text(path, data), 0)
    return found is not None and (found[0].get("type") in ("entity", "relation") or _is_graph(found[0]))


def read(files: Files) -> Iterator[Item]:
    """The entities of a graph, each with its relations."""
    for path, data in files.items():
        yield from _read(path, as_text(path, data))


def _is_graph(found: Mapping[str, object]) -> bool:
    return isinstance(found.get("entities"), list)


def _read(path: str, text: str) -> Iterator[Item]:
    entities: dict[str, _Entity] = {}
    relations: list[tuple[str, Mapping[str, object]]] = []
    for where, found in _objects(path, text):
        if found is None:
            yield Fault(where, "is no JSON object")
        elif found.get("type") == "relation":
            relations.append((where, found))
        elif found.get("type") != "entity":
            yield Fault(where, f"is neither an entity nor a relation, but of type {found.get('type')!r}")
        elif name := text_at(found, "name"):
            facts, lost = _observations(found.get("observations"))
            _add(entities, _Entity(where, name, text_at(found, "entityType"), facts))
            yield from (Fault(f"{where}, observation {number}", "is no text") for number in lost)
        else:
            yield Fault(where, "is an entity without a name")
    for where, found in relations:
        start, verb, end = (text_at(found, key) for key in ("from", "relationType", "to"))
        if start in entities and end:
            entities[start].relations[verb or "relates_to", end] = None
        else:
            yield Fault(where, f"is a relation from {start!r} to {end!r}, and the first is no entity here")
    yield from (_entry(entity) for entity in entities.values())


def _observations(value: object) -> tuple[list[str], list[int]]:
    """The observations that are texts, or hold one under ``content``, and the numbers of those that are neither."""
    given = value if isinstance(value, list) else [] if value is None else [value]
    said = [each if isinstance(each, str) else text_at(mapping(each), "content", "text") for each in given]
    return [text for text in said if text], [
        at for at, text in enumerate(said, start=1) if not text and given[at - 1] != ""
    ]


def _objects(path: str, text: str) -> Iterator[tuple[str, Mapping[str, object] | None]]:
    """Each object with its place: the lines of a JSONL file, or the two lists of one whole graph."""
    whole = object_at(text, 0)
    if whole is not None and _is_graph(whole[0]):
        for kind, key in (("entity", "entities"), ("relation", "relations")):
            found = whole[0].get(key)
            for number, each in enumerate(found if isinstance(found, list) else (), start=1):
                yield f"{path}: {kind} {number}", {"type": kind, **mapping(each)} if isinstance(each, dict) else None
        return
    for number, line in enumerate(text.split("\n"), start=1):
        yield from _of_line(f"{path}:{number}", line)


def _of_line(where: str, line: str) -> Iterator[tuple[str, Mapping[str, object] | None]]:
    at = 0
    while line[at:].strip():
        found = object_at(line, at)
        if found is None:
            yield where, None
            return
        yield where, found[0]
        at = found[1]


def _add(entities: dict[str, _Entity], entity: _Entity) -> None:
    """The server knows one entity of a name, so what another line says of it belongs to the first."""
    known = entities.setdefault(entity.name, entity)
    if known is not entity:
        known.facts += [fact for fact in entity.facts if fact not in known.facts]


def _entry(entity: _Entity) -> Entry:
    lines = [_item(fact) for fact in entity.facts]
    if entity.relations:
        lines += [""] * bool(lines) + ["## Relations", ""]
        lines += [f"- {verb} [[{end}]]" for verb, end in entity.relations]
    return Entry(
        where=entity.where,
        text="\n".join(lines) or f"{entity.name} is known as {entity.type or 'an entity'}.",
        title=entity.name,
        type=entity.type,
        tags=tags_of([entity.type]),
        source=f"{KIND} {entity.name}",
    )


def _item(fact: str) -> str:
    """An observation as an item of a list; its further lines belong to it."""
    return "- " + "\n  ".join(fact.strip().split("\n"))
