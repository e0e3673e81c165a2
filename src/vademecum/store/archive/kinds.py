"""Which kinds of files can be imported, how each is read, and how a file tells its kind by itself. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from vademecum.errors import InputError
from vademecum.importers import chatgpt, knowledge_graph, markdown_notes, mem0
from vademecum.importers.entry import Files, Reader, as_json, as_text, mapping
from vademecum.store.archive import json_v1, json_v2

TAR = "tar"
READERS: Mapping[str, Reader] = {
    "json-v1": json_v1.read,
    "json-v2": json_v2.read,
    markdown_notes.CLAUDE_CODE: markdown_notes.read_claude_code,
    knowledge_graph.KIND: knowledge_graph.read,
    markdown_notes.BASIC_MEMORY: markdown_notes.read_basic_memory,
    mem0.KIND: mem0.read,
    chatgpt.KIND: chatgpt.read,
}
KINDS = (TAR, *READERS)
"""All kinds; a tar archive is read member by member and so has no reader here."""


def kind_of(files: Files, source: str) -> str:
    """The kind that these files are of. Raises InputError when they could be anything, or are of a later version."""
    found = _of_json(files) or _of_markdown(files) or _of_text(files)
    if found is None:
        hint = f"say what it is with --from: {', '.join(KINDS)}"
        raise InputError(f"{source} does not tell what kind of export it is", hint=hint)
    return found


def _of_json(files: Files) -> str | None:
    path, data = next(iter(files.items()))
    if len(files) > 1 or not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        return None
    if knowledge_graph.looks_like(path, data):
        return knowledge_graph.KIND
    text = as_text(path, data)
    if not chatgpt.is_json(text):
        return None
    document = as_json(path, text)
    if isinstance(mapping(document).get("records"), list):
        return _bundle(path, mapping(document).get("version"))
    if mem0.looks_like(document):
        return mem0.KIND
    return chatgpt.KIND if chatgpt.looks_like(document) else None


def _bundle(path: str, version: object) -> str:
    known = {json_v1.VERSION: "json-v1", json_v2.VERSION: "json-v2"}
    if not isinstance(version, int) or version not in known:
        raise InputError(f"{path} is a bundle of version {version!r}, and 1 and 2 can be read")
    return known[version]


def _of_markdown(files: Files) -> str | None:
    if markdown_notes.looks_like_claude_code(files):
        return markdown_notes.CLAUDE_CODE
    return markdown_notes.BASIC_MEMORY if markdown_notes.looks_like_basic_memory(files) else None


def _of_text(files: Files) -> str | None:
    path, data = next(iter(files.items()))
    is_text = len(files) == 1 and PurePosixPath(path).suffix.lower() in {".txt", ".md", ""}
    return chatgpt.KIND if is_text and chatgpt.looks_like_text(as_text(path, data)) else None
