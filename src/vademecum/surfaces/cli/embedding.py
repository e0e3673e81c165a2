"""The part of ``sync`` that makes vectors: with a bar, to be interrupted at any time, and told in a line a mount."""

from __future__ import annotations

from collections.abc import Mapping

from vademecum.errors import VectorsFailedError
from vademecum.library.vectors import VectorReport
from vademecum.memory import Memory
from vademecum.surfaces.cli.opening import progress_bar
from vademecum.surfaces.cli.output import plural, say

# Embedding takes long enough for a bar from here on.
BAR_FROM_PAGES = 10


def sync_vectors(memory: Memory, *, anew: bool) -> tuple[dict[str, VectorReport], str]:
    """Make the vectors that are missing, if any are to be, and say why some are still missing, with what to do."""
    try:
        with progress_bar("embedding", BAR_FROM_PAGES) as of_mount:
            reports = memory.sync_vectors(of_mount, anew=anew)
    except VectorsFailedError as error:
        return {}, _with_hint(error.message, error.hint)
    failed = next((report for report in reports.values() if report.failure), None)
    return reports, _with_hint(failed.failure, failed.hint) if failed else ""


def tell_vectors(reports: Mapping[str, VectorReport]) -> None:
    """What was made and what was left out, mount by mount; nothing for a mount whose vectors were in step."""
    for name, report in reports.items():
        if report.restarted:
            say(f"the vectors of {name} were damaged and are made anew")
        if report.made:
            cut = f", {report.cut:,} of them by their first characters" if report.cut else ""
            say(f"{plural(report.made, 'text')} of {name} embedded{cut}")
        for reason, count in sorted(report.left_out.items()):
            say(f"{plural(count, 'page')} of {name} not embedded: {reason}")


def _with_hint(message: str, hint: str | None) -> str:
    return f"{message} ({hint})" if hint else message
