"""Whether what makes vectors works, and which blocks still have none. An embedder is asked for the vector of one word.

Nothing of it is an error: whatever is wrong, recall answers by words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vademecum.config import VectorsConfig
from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.choose import embedder_of
from vademecum.index.vectors.embedder import Embedder
from vademecum.library import Library
from vademecum.library.vectors import count_vectors
from vademecum.upkeep.finding import Finding, counted

PROBE = "memory"
_MEND = "correct it with vade config, or stop it with vade config vectors.embedder off; recall goes on by words"


def of_vectors(library: Library, config: VectorsConfig, env: Mapping[str, str]) -> Iterator[Finding]:
    """The findings about vectors; none, and no connection, where nobody asked for any."""
    try:
        embedder = embedder_of(config, env)
        if embedder is None:
            return
        embedder.embed([PROBE], "query")
    except VectorsFailedError as error:
        yield Finding("warning", "embedder", f"no vectors can be made: {error.message}", error.hint or _MEND)
        return
    yield Finding("note", "vectors", f"vectors are made by {embedder.identity}", "vade sync keeps them in step")
    for mount in library.mounts:
        if mount.trusted:
            yield from _of_mount(library, mount.name, embedder)


def _of_mount(library: Library, mount: str, embedder: Embedder) -> Iterator[Finding]:
    try:
        kept = count_vectors(library, mount, embedder.identity)
    except VectorsFailedError as error:
        yield Finding("warning", "vectors-damaged", f"{error.message}: those of {mount}", error.hint or _MEND)
        return
    with library.index(mount).view() as view:
        blocks = view.totals(()).blocks
    missing = blocks - kept.blocks
    if missing > 0:
        last = f"; the last pass ended early: {kept.failure}" if kept.failure else ""
        message = f"{counted(missing, 'block')} of {mount} of {blocks:,} can't be found by meaning yet{last}"
        yield Finding("warning", "vectors-missing", message, "vade sync makes the vectors that are missing")
