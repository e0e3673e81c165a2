"""Making the plan that hooks go by, from a library as configured, and keeping it in the state folder.

Of the pages it reads only glossaries, and it writes none; what it writes is ``plan_cache.py``'s to read.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from vademecum.config.load import config_files
from vademecum.library.allowed import ALLOWED_FILE, Allowance, allowed_in, read_allowed
from vademecum.library.glossaries import glossaries, glossary_page
from vademecum.library.library import Library
from vademecum.library.mounts import PROJECT_FOLDER, Mount
from vademecum.library.moved import NOTES_FILE
from vademecum.library.mutes import MUTES_FILE, Mute, muted_in, read_mutes
from vademecum.library.plan_cache import GLOSSARY, Plan, PlannedMount, as_json, load_plan, stamp_of
from vademecum.library.provenance import standing_of
from vademecum.library.quarantine import record_file
from vademecum.library.trust import TRUST_FILE
from vademecum.library.workspace import Workspace
from vademecum.store.files import write_atomic

# More folders than a hook can look at in a millisecond; the sync at each session's start sees the others.
FOLDERS_WATCHED = 64
# Every folder that an agent was ever started in has a plan.
PLANS_KEPT = 256


def make_plan(library: Library, workspace: Workspace, cwd: Path, state: Path, env: Mapping[str, str]) -> Plan:
    """The plan for sessions in a folder, not known to be in step yet."""
    trusted = [mount for mount in library.mounts if mount.trusted]
    # First, so that a page which is muted, or a glossary which is written, meanwhile makes this plan an old one.
    others = {place: stamp_of(place) for place in _decisive(library, workspace, cwd, state)}
    mutes, allowed = read_mutes(state), read_allowed(state)
    watched = {mount.name for mount in trusted if _is_watched(mount)}
    spoken = {page.address.mount: glossary for page, glossary in glossaries(library) if page.address.mount in watched}
    planned = [_planned(library, mount, mutes, allowed) for mount in trusted]
    return Plan(
        mounts=[each._replace(glossary=spoken.get(each.name)) for each in planned],
        config={str(file): stamp_of(str(file)) for file in config_files(env, workspace.root)},
        others=others,
        folders=[],
        synced_ns=0,
    )


def keep_plan(file: str, plan: Plan) -> None:
    """Put a plan in its file; a new one makes room first. Of the same mounts it stays known when they were in step.
    Raises StorageError."""
    if not os.path.exists(file):
        with suppress(OSError):  # of a folder that is not there yet, or that another process clears too
            _make_room(os.path.dirname(file))
    elif not plan.synced_ns and (before := load_plan(file)) is not None and _planned_alike(before, plan):
        plan = plan._replace(folders=before.folders, synced_ns=before.synced_ns)
    write_atomic(Path(file), as_json(plan).encode("utf-8", "surrogateescape"), mode=0o600)


def _planned_alike(before: Plan, now: Plan) -> bool:
    """Whether two plans have the same mounts, planned from the same."""
    one, other = (as_json(plan._replace(folders=[], synced_ns=0)) for plan in (before, now))
    return one == other


def _make_room(folder: str) -> None:
    """Take away the oldest plans, each with what stands beside it."""
    plans = defaultdict[str, list[os.DirEntry[str]]](list)
    with os.scandir(folder) as entries:
        for entry in entries:
            plans[entry.name.partition(".")[0]].append(entry)
    newest = sorted(plans.values(), key=lambda files: max(file.stat().st_mtime_ns for file in files), reverse=True)
    for file in chain.from_iterable(newest[PLANS_KEPT - 1 :]):
        os.unlink(file.path)


def keep_synced(file: str, library: Library, began_ns: int) -> None:
    """Note in a folder's plan, if it still holds, that its mounts were in step at a time in nanoseconds."""
    plan = load_plan(file)
    if plan is None:
        return
    folders = [folder for mount in plan.mounts for folder in _folders(library, mount)]
    keep_plan(file, plan._replace(folders=folders[:FOLDERS_WATCHED], synced_ns=began_ns))


def _planned(library: Library, mount: Mount, mutes: Sequence[Mute], allowed: Sequence[Allowance]) -> PlannedMount:
    return PlannedMount(
        name=mount.name,
        root=str(mount.root),
        index_path=str(library.index_path(mount.name)),
        fingerprint=library.rows(mount.name).fingerprint,
        max_page_bytes=mount.config.max_page_bytes,
        exclude=[str(path) for path in sorted(mount.exclude)],
        muted=sorted(muted_in(mutes, mount.root)),
        allowed=sorted(allowed_in(allowed, mount.root)),
        expose=mount.config.expose,
        private=mount.config.private,
        private_tags=mount.config.private_tags,
        track_access=mount.config.track_access,
        stamp_access=mount.config.stamp_access,
    )


def _decisive(library: Library, workspace: Workspace, cwd: Path, state: Path) -> Iterator[str]:
    """Files and folders on which the choice of mounts and pages depends, whether they are there or not."""
    yield from (str(state / name) for name in (TRUST_FILE, NOTES_FILE, MUTES_FILE, ALLOWED_FILE))
    start = cwd.resolve()
    # The repository is the first folder upwards that has one, so one that is made further in changes the answer.
    above = [start, *start.parents]
    inside = above[: above.index(workspace.root) + 1] if workspace.root in above else above
    searched = above if workspace.identity == workspace.root else inside
    yield from (str(folder / ".git") for folder in searched)
    yield str(workspace.root / PROJECT_FOLDER)
    yield str(cwd)
    # A file of records changes with every fact, and decides nothing; the folder that it is in may be another disk's.
    yield from (str(mount.folder) for mount in library.mounts)
    yield from _of_glossaries(library, state)


def _of_glossaries(library: Library, state: Path) -> Iterator[str]:
    """The files that decide on glossaries."""
    for mount in library.mounts:
        if mount.trusted and _is_watched(mount):
            yield str(mount.root / f"{GLOSSARY}.md")
            page = glossary_page(library, mount)
            if page is not None and standing_of(page, mount):
                yield record_file(str(state), str(mount.root))  # changes when a person looks at it


def _is_watched(mount: Mount) -> bool:
    """Whether a change of the mount's glossary is noticed: with a file of records each fact would make a new plan."""
    return mount.config.format == "folder"


def _folders(library: Library, mount: PlannedMount) -> Iterator[str]:
    """The mount's folders that hold pages, the outer ones first."""
    names = (entry.name for entry in library.store(mount.name).walk().entries)
    folders = {os.path.dirname(name) for name in names}
    yield mount.root
    yield from (
        f"{mount.root}/{folder}" for folder in sorted(folders, key=lambda each: (each.count("/"), each)) if folder
    )
