"""The values of an export: the pages that go into it, and what a person should know of it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vademecum.address import Scope
from vademecum.config.model import Format
from vademecum.page.model import Page
from vademecum.visibility import Reason

ExportFormat: TypeAlias = Literal["json-v1", "json-v2", "markdown", "tar"]
EXPORT_FORMATS: tuple[ExportFormat, ...] = ("json-v1", "json-v2", "markdown", "tar")


@dataclass(frozen=True, slots=True)
class Exported:
    """One page or record with the mount that it is in, and why it is hidden, if it is."""

    mount: str
    scope: Scope
    format: Format
    page: Page
    hidden: Reason | None

    @property
    def is_live(self) -> bool:
        """Whether it goes into exports that only tell what holds."""
        return self.hidden is None
