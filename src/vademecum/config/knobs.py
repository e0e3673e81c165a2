"""The one table of what can be configured: key, kind and meaning of each knob. It reads nothing.

Defaults live in ``model.py``, where the values are used. Loading, the environment, ``vade config`` and
docs/reference/configuration.md all follow this table, so a new knob is a field there and a row here, and a new table
of the file one more entry of ``SECTIONS``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from vademecum.address import SCOPES
from vademecum.config.channel_knobs import CHANNEL_SECTIONS
from vademecum.config.kinds import FLAG, GLOB, INNER_NAME, LINE, PLACE, TAG, URL, VARIABLE, choice, many, whole
from vademecum.config.knob import Knob
from vademecum.config.model import (
    BareWrite,
    Commit,
    EmbedderKind,
    Exposure,
    FactsConfig,
    Form,
    Format,
    HooksConfig,
    Listing,
    Malformed,
    McpConfig,
    OnSecret,
    OnThreat,
    Operation,
    Profile,
    RecallConfig,
    Retriever,
    Tell,
    Tools,
    TrackAccess,
    UpkeepConfig,
    VectorsConfig,
    WriteScope,
    WritingConfig,
)

_GIBIBYTE = 1024**3

GENERAL: tuple[Knob, ...] = (
    Knob("", "home", PLACE, "The home store, where memory is kept that belongs to no mount; `~/.memory` if not set."),
)

RECALL: tuple[Knob, ...] = (
    Knob("recall", "limit", whole(1, 25), "How many blocks recall gives when a call does not say.", harmless=True),
    Knob(
        "recall",
        "snippet_chars",
        whole(40, 20_000),
        "How many characters of a block recall shows at most.",
        harmless=True,
    ),
    Knob(
        "recall",
        "recorded",
        whole(0, 10_000),
        "How many of the newest recalls are kept for `vade recall --replay`: question, addresses and scores.",
    ),
)

HOOKS: tuple[Knob, ...] = (
    Knob(
        "hooks",
        "tell",
        choice(get_args(Tell)),
        "When you see one line on what an agent was handed: at prompts and starts, at prompts alone, or never.",
    ),
    Knob(
        "hooks",
        "record_prompts",
        FLAG,
        "Whether your prompts are kept in the state folder, for `vade eval --suggest` to draft questions from.",
    ),
)

VECTORS: tuple[Knob, ...] = (
    Knob(
        "vectors",
        "embedder",
        choice(get_args(EmbedderKind)),
        "What makes vectors: an Ollama server, one that speaks OpenAI's embeddings, or a model on this computer.",
    ),
    Knob("vectors", "url", URL, "The server's address; `http://127.0.0.1:11434` for `ollama` if not set."),
    Knob("vectors", "model", LINE, "The model's name, as the server calls it; `bge-m3` for `ollama` if not set."),
    Knob("vectors", "key_variable", VARIABLE, "The environment variable that holds the server's key."),
    Knob("vectors", "query_prefix", LINE, "What the model wants before a question."),
    Knob("vectors", "passage_prefix", LINE, "What the model wants before a text."),
    Knob("vectors", "timeout", whole(1, 600), "How many seconds a server has for a batch of texts."),
    Knob("vectors", "query_timeout", whole(1, 60), "How many seconds a server has for a question."),
)

_OPERATIONS = many(choice(get_args(Operation)), "operations")
# More characters than anyone's facts have, and fewer than a computer can count.
_CHARS = whole(0, 10**12)

WRITING: tuple[Knob, ...] = (
    Knob("writing", "approval", _OPERATIONS, "Which writes to the home store wait until you approve them."),
    Knob(
        "writing",
        "threats",
        choice(get_args(OnThreat)),
        "What happens to a write that reads like an order to an agent: held for you, refused, or let through.",
    ),
    Knob(
        "writing",
        "secrets",
        choice(get_args(OnSecret)),
        "What happens to a write with a key or password in it: refused, written without it, or let through.",
    ),
    Knob("writing", "approval_days", whole(1, 3650), "For how many days a held write waits before it is dropped."),
    Knob(
        "writing",
        "max_chars",
        _CHARS,
        "How many characters each of the home store's `user`, `workspace` and `global` may hold; 0 means any number.",
    ),
)

MCP: tuple[Knob, ...] = (
    Knob(
        "mcp",
        "tools",
        choice(get_args(Tools)),
        "The tools an agent is shown: `memory`, those for `facts`, or `both`; `auto` is `both` with a `records` mount.",
    ),
)

_SCOPES = many(choice(SCOPES), "scopes, such as user")

FACTS: tuple[Knob, ...] = (
    Knob("facts", "search_scope", _SCOPES, "The scopes in which facts are searched and listed when a call names none."),
    Knob(
        "facts",
        "write_scope",
        choice(get_args(WriteScope)),
        "Where a fact goes that names no scope; `auto` is the project.",
    ),
    Knob("facts", "lookup_order", _SCOPES, "The order of scopes in which a fact is looked up by its id."),
)

_DAYS = whole(0, 36_500)

UPKEEP: tuple[Knob, ...] = (
    Knob("upkeep", "stale_days", _DAYS, "After how many days `vade upkeep` names a page nobody opened; 0 means never."),
    Knob("upkeep", "warm_days", _DAYS, "After how many such days it proposes that a warm page becomes cold."),
    Knob("upkeep", "cold_days", _DAYS, "After how many such days it proposes to put a cold page in the archive."),
)

_GLOBS = many(GLOB, "patterns such as Diary/**")

MOUNT: tuple[Knob, ...] = (
    Knob(
        "mounts",
        "path",
        PLACE,
        "The folder of pages, or the JSONL file of a `records` mount; while the folder is away, every answer says so.",
    ),
    Knob(
        "mounts",
        "profile",
        choice(get_args(Profile)),
        "The set of defaults that the other knobs of this mount start from.",
    ),
    Knob("mounts", "scope", choice(SCOPES), "Whose memory it is."),
    Knob("mounts", "format", choice(get_args(Format)), "A folder of Markdown pages, or one JSONL file of records."),
    Knob("mounts", "writable", FLAG, "Whether agents may write anywhere in the mount."),
    Knob("mounts", "inbox", INNER_NAME, "The one folder that agents may write to when the mount is not writable."),
    Knob("mounts", "expose", _GLOBS, "The pages that are seen at all; an empty list means every page."),
    Knob("mounts", "private", _GLOBS, "The pages that no channel and no tool shows, whatever `expose` says."),
    Knob("mounts", "private_tags", many(TAG, "tags without #"), "Tags that make a page private."),
    Knob(
        "mounts",
        "only_in",
        many(PLACE, "absolute paths, or paths that start with ~/"),
        "The workspaces in which the mount is there; an empty list means everywhere.",
    ),
    Knob("mounts", "ignore", _GLOBS, "The files and folders that are not walked."),
    Knob("mounts", "max_depth", whole(1, 64), "How many folders deep the walk goes."),
    Knob("mounts", "max_pages", whole(1, 10_000_000), "How many pages are indexed; the rest are counted as left out."),
    Knob("mounts", "max_page_bytes", whole(1, _GIBIBYTE), "The size in bytes above which a page is not read."),
    Knob("mounts", "max_write_bytes", whole(1, _GIBIBYTE), "The size in bytes above which a page is not written."),
    Knob("mounts", "index_file", INNER_NAME, "The page that is the mount's contents page; detected if not set."),
    Knob("mounts", "protocol_file", INNER_NAME, "The page that says how the mount is kept; detected if not set."),
    Knob(
        "mounts",
        "listing",
        choice(get_args(Listing)),
        "Whether a start lists its pages, and which of too many: those with most links, or the first by name.",
    ),
    Knob(
        "mounts",
        "form",
        choice(get_args(Form)),
        "How its contents page is given: between marks as a `record`, or as a `section` as markdown-memory did.",
    ),
    Knob("mounts", "exposure", choice(get_args(Exposure)), "Whether agents are told file paths, or addresses only."),
    Knob(
        "mounts",
        "bare_write",
        choice(get_args(BareWrite)),
        "What a write to the name of an existing page does when it names no version.",
    ),
    Knob(
        "mounts",
        "malformed",
        choice(get_args(Malformed)),
        "What a write does with a `records` file that has malformed lines: `keep` them, or copy the file and `refuse`.",
    ),
    Knob(
        "mounts",
        "commit",
        choice(get_args(Commit)),
        "Whether each write is committed: in a repository that Vademecum made, in whichever it is in, or never.",
    ),
    Knob("mounts", "approval", _OPERATIONS, "Which writes to the mount wait until you approve them."),
    Knob("mounts", "max_chars", _CHARS, "How many characters its pages may have together; 0 means any number."),
    Knob(
        "mounts",
        "retriever",
        choice(get_args(Retriever)),
        "What finds its blocks: `bm25` by the words of any text, `blocks` by up to five literal keywords.",
    ),
    Knob(
        "mounts",
        "daily_window_days",
        whole(0, 36_500),
        "How many days old a diary page may be for `blocks` to find it; 0 means any age.",
    ),
    Knob(
        "mounts",
        "longterm_append",
        FLAG,
        "Whether `blocks` adds the best block of a page without a day when its answer has none.",
    ),
    Knob(
        "mounts",
        "track_access",
        choice(get_args(TrackAccess)),
        "What counts as use of a page: that it was opened (`read`), that it was but named (`listed`), or nothing.",
    ),
    Knob(
        "mounts",
        "stamp_access",
        FLAG,
        "Whether the day of a page's last use is written to its `last_access` line, where it has one.",
    ),
)

# The file's tables, save the mounts: the value each makes, which has the table's name in Config, and its knobs; a table
# inside another has a dotted name.
SECTIONS: Mapping[str, tuple[type, tuple[Knob, ...]]] = {
    "recall": (RecallConfig, RECALL),
    "hooks": (HooksConfig, HOOKS),
    "vectors": (VectorsConfig, VECTORS),
    "writing": (WritingConfig, WRITING),
    "mcp": (McpConfig, MCP),
    "facts": (FactsConfig, FACTS),
    "upkeep": (UpkeepConfig, UPKEEP),
    **CHANNEL_SECTIONS,
}

SCALARS: tuple[Knob, ...] = GENERAL + tuple(knob for _, knobs in SECTIONS.values() for knob in knobs)
KNOBS: tuple[Knob, ...] = SCALARS + MOUNT


def by_name(knobs: Iterable[Knob]) -> dict[str, Knob]:
    """The knobs of one section by their names, in order."""
    return {knob.name: knob for knob in knobs}
