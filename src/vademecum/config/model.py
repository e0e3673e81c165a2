"""What can be configured, as frozen values with their defaults. Pure: it reads no file and knows no place on disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from vademecum.address import SCOPES, Scope
from vademecum.config.channels import ChannelsConfig

Format = Literal["folder", "records"]
Exposure = Literal["path", "address"]
Listing = Literal["linked", "name", "off"]
Form = Literal["record", "section"]
Malformed = Literal["keep", "refuse"]
Commit = Literal["own", "always", "never"]
TrackAccess = Literal["off", "read", "listed"]
BareWrite = Literal["create", "replace_if_observed", "never_replace"]
Retriever = Literal["bm25", "blocks"]
Profile = Literal["default", "markdown-memory", "wiki", "notes", "records"]
Tell = Literal["all", "prompt", "off"]
Operation = Literal[
    "all",
    "create",
    "replace",
    "edit",
    "append",
    "delete",
    "move",
    "restore",
    "import",
    "correct",
    "persona",
]
WriteScope = Literal["auto", "user", "global", "workspace"]
Tools = Literal["auto", "memory", "facts", "both"]
OnThreat = Literal["refuse", "hold", "off"]
OnSecret = Literal["refuse", "redact", "off"]
EmbedderKind = Literal["off", "ollama", "openai", "local"]

IGNORED = (".git", ".obsidian", ".trash", "node_modules")


@dataclass(frozen=True, slots=True)
class MountConfig:
    """One store as configured (design: *mount*). Globs match names with their ``.md``, ``/`` between folders.

    ``writable`` mounts are written anywhere; otherwise ``inbox`` names the one folder that is. ``expose`` empty means
    every page; ``private`` wins over it. ``only_in`` ties the mount to workspaces; empty means everywhere.
    ``daily_window_days`` of 0 is no window, and ``max_chars`` of 0 no limit.
    """

    name: str
    path: Path
    scope: Scope = "user"
    format: Format = "folder"
    writable: bool = False
    inbox: str | None = None
    expose: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    private_tags: tuple[str, ...] = ("private",)
    only_in: tuple[Path, ...] = ()
    ignore: tuple[str, ...] = IGNORED
    max_depth: int = 16
    max_pages: int = 100_000
    max_page_bytes: int = 2 * 1024 * 1024
    max_write_bytes: int = 1024 * 1024
    index_file: str | None = None
    protocol_file: str | None = None
    listing: Listing = "linked"
    form: Form = "record"
    exposure: Exposure = "path"
    bare_write: BareWrite = "replace_if_observed"
    malformed: Malformed = "keep"
    approval: tuple[Operation, ...] = ()
    max_chars: int = 0
    commit: Commit = "own"
    retriever: Retriever = "bm25"
    daily_window_days: int = 0
    longterm_append: bool = True
    track_access: TrackAccess = "read"
    stamp_access: bool = False
    profile: Profile = "default"


@dataclass(frozen=True, slots=True)
class RecallConfig:
    """How recall answers when a call does not say."""

    limit: int = 5
    snippet_chars: int = 1000
    recorded: int = 200


@dataclass(frozen=True, slots=True)
class HooksConfig:
    """What hooks tell the person, who does not see what an agent is handed, and whether they keep what was asked."""

    tell: Tell = "all"
    record_prompts: bool = False


@dataclass(frozen=True, slots=True)
class WritingConfig:
    """What writes to the home store must pass, as a mount says it for itself, and for how long a held write waits."""

    approval: tuple[Operation, ...] = ()
    approval_days: int = 7
    max_chars: int = 0
    threats: OnThreat = "hold"
    secrets: OnSecret = "refuse"


@dataclass(frozen=True, slots=True)
class McpConfig:
    """Which tools an agent is shown; ``auto`` shows those for facts too where a mount keeps records."""

    tools: Tools = "auto"


@dataclass(frozen=True, slots=True)
class FactsConfig:
    """Which scopes the tools for facts search, write to and look ids up in when a call names none.

    With ``auto`` a fact goes to the project's memory, and where that can't be written to the global one.
    """

    search_scope: tuple[Scope, ...] = SCOPES
    write_scope: WriteScope = "auto"
    lookup_order: tuple[Scope, ...] = SCOPES


@dataclass(frozen=True, slots=True)
class UpkeepConfig:
    """After how many days in which nobody opened it a page is spoken of, a warm one is to cool down, and a cold one is
    to be put away; 0 means never (P45)."""

    stale_days: int = 90
    warm_days: int = 180
    cold_days: int = 90


@dataclass(frozen=True, slots=True)
class VectorsConfig:
    """What makes vectors, if anything does; with ``off`` nothing is sent anywhere and no model is loaded.

    ``key_variable`` names the environment variable of a key, which stands in no file. Time-outs are in seconds.
    """

    embedder: EmbedderKind = "off"
    url: str | None = None
    model: str | None = None
    key_variable: str | None = None
    query_prefix: str | None = None
    passage_prefix: str | None = None
    timeout: int = 15
    query_timeout: int = 5


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value came from: ``layer`` is default, profile, user, workspace or environment."""

    layer: str
    file: Path | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration in force. ``origins`` maps dotted keys (``mounts.notes.path``) to where they were set."""

    home: Path
    mounts: tuple[MountConfig, ...] = ()
    recall: RecallConfig = RecallConfig()
    hooks: HooksConfig = HooksConfig()
    vectors: VectorsConfig = VectorsConfig()
    writing: WritingConfig = WritingConfig()
    mcp: McpConfig = McpConfig()
    facts: FactsConfig = FactsConfig()
    upkeep: UpkeepConfig = UpkeepConfig()
    channels: ChannelsConfig = field(default_factory=ChannelsConfig)
    origins: Mapping[str, Origin] = field(default_factory=dict)
