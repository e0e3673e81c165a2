"""Whether Vademecum can do its work here: each finding says what is wrong and what to do. Nothing is changed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vademecum.config import Config
from vademecum.errors import ConfigError
from vademecum.library import Library
from vademecum.upkeep.finding import SEVERITIES, Finding
from vademecum.upkeep.machine import of_machine
from vademecum.upkeep.mounts import of_configured, of_mounts
from vademecum.upkeep.status import MountStatus
from vademecum.upkeep.vectors import of_vectors


@dataclass(frozen=True, slots=True)
class Places:
    """What is configured, and the folders for what is derived and for what is remembered of sessions."""

    config: Config
    cache: Path
    state: Path


def diagnose(library: Library, statuses: Sequence[MountStatus], places: Places) -> tuple[Finding, ...]:
    """All findings, errors first."""
    found = [
        *of_machine(places.config.home, places.cache, places.state),
        *of_configured(library, places.config.mounts),
        *of_mounts(library, statuses),
        *of_vectors(library, places.config.vectors, os.environ),
    ]
    return tuple(sorted(found, key=lambda finding: SEVERITIES.index(finding.severity)))


def of_mistakes(mistakes: Sequence[ConfigError]) -> tuple[Finding, ...]:
    """The mistakes of a configuration as findings; with any of them, nothing else can be looked at."""
    return tuple(Finding("error", "config", each.message, each.hint or "correct it in that file") for each in mistakes)
