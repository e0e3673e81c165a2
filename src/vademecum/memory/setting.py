"""Where a memory runs, gathered once: configuration, places, project and who asks. It opens nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vademecum.config import Config
from vademecum.guards.changes import PERSON, Actor
from vademecum.library import Workspace
from vademecum.sessions import SessionKey


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a memory runs: its configuration, its places, its project, and who asks through it.

    ``clock`` gives the local time with its offset; ``notice`` takes one line for a person, never part of an answer.
    """

    config: Config
    cache: Path
    state: Path
    workspace: Workspace
    session: SessionKey | None = None
    actor: Actor = PERSON
    clock: Callable[[], datetime] = lambda: datetime.now().astimezone()
    notice: Callable[[str], None] = lambda _line: None
