"""Which stores one session sees, in order, from the configuration and the folder it runs in. It opens none of them.

The home store gives ``user`` (its ``user`` folder) and ``global`` (all the rest); ``workspace`` is the project's own
``.memory`` folder when it is trusted, else a folder of the home store, so that a project gets no new folder unasked
(design decision 2). The same real path is mounted once, and an inner mount is left out of the outer one's walk.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vademecum.config import Config, MountConfig
from vademecum.library.assess import assess
from vademecum.library.moved import folder_name
from vademecum.library.quarantine import NOTHING, Quarantine
from vademecum.library.trust import trusted_stores
from vademecum.library.workspace import Workspace

PROJECT_FOLDER = ".memory"
USER_FOLDER = "user"
WORKSPACES_FOLDER = "workspaces"
CLONE_MOUNT = "clone"
BUILT_IN = frozenset({"user", "workspace", "global", CLONE_MOUNT})


@dataclass(frozen=True, slots=True)
class Mount:
    """A mount in force. ``trusted`` is False for a project's own store that no person has trusted yet: explicit recall
    may read it, nothing else (design decision 3). ``exclude`` are real paths of inner mounts; ``quarantine`` is what a
    pull brought into a trusted one."""

    config: MountConfig
    trusted: bool = True
    exclude: frozenset[Path] = frozenset()
    quarantine: Quarantine = NOTHING

    @property
    def name(self) -> str:
        """The mount's name, first part of each of its addresses."""
        return self.config.name

    @property
    def root(self) -> Path:
        """The real path of the store."""
        return self.config.path

    @property
    def folder(self) -> Path:
        """The folder that the store is, or that its file of records is in."""
        return self.root if self.config.format == "folder" else self.root.parent

    @property
    def is_named(self) -> bool:
        """Whether a person named this store in the configuration."""
        return self.config.name not in BUILT_IN

    @property
    def is_missing(self) -> bool:
        """Whether the store's folder is not there; one that may not be looked at counts as there."""
        try:
            os.stat(self.folder)
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False
        return False


def plan_mounts(
    config: Config, workspace: Workspace, trusted: Collection[str], *, folder: str | None = None
) -> tuple[Mount, ...]:
    """The library's mounts, those that come first first; ``trusted`` holds real paths of trusted project stores.

    ``folder`` is the name of the workspace's folder in the home store when it is not its slug (a moved repository).
    """
    home = _real(config.home)
    candidates = [
        Mount(_guarded(config, MountConfig(name="user", path=home / USER_FOLDER, scope="user", writable=True))),
        *_workspace_mounts(config, workspace, trusted, folder or workspace.slug),
        Mount(
            _guarded(config, MountConfig(name="global", path=home, scope="global", writable=True)),
            exclude=frozenset({home / USER_FOLDER, home / WORKSPACES_FOLDER}),
        ),
        *(Mount(mount) for mount in config.mounts if _applies(mount, workspace)),
    ]
    return _without_overlap([_resolved(mount) for mount in _override(candidates)])


def _workspace_mounts(config: Config, workspace: Workspace, trusted: Collection[str], folder: str) -> list[Mount]:
    home = _real(config.home)
    own = _real(workspace.root / PROJECT_FOLDER)
    inside = home / WORKSPACES_FOLDER / folder
    if own == home or not os.path.isdir(own):
        return [_workspace_mount(config, inside)]
    if str(own) in trusted:
        return [_workspace_mount(config, own)]
    if not own.is_relative_to(workspace.root):
        return [_workspace_mount(config, inside)]  # a link that came with the project chooses no folder of the person's
    clone = MountConfig(name=CLONE_MOUNT, path=own, scope="workspace")
    return [_workspace_mount(config, inside), Mount(clone, trusted=False)]


def _workspace_mount(config: Config, path: Path) -> Mount:
    return Mount(_guarded(config, MountConfig(name="workspace", path=path, scope="workspace", writable=True)))


def _guarded(config: Config, mount: MountConfig) -> MountConfig:
    """A mount of the home store, which has no table of its own to say what a write must pass."""
    return replace(mount, approval=config.writing.approval, max_chars=config.writing.max_chars)


def _applies(mount: MountConfig, workspace: Workspace) -> bool:
    if not mount.only_in:
        return True
    return any(workspace.root.is_relative_to(_real(place)) for place in mount.only_in)


def _override(mounts: Sequence[Mount]) -> list[Mount]:
    """A configured mount of a built-in name takes that name's place in the order."""
    by_name: dict[str, Mount] = {}
    for mount in mounts:
        by_name[mount.name] = mount
    return list(by_name.values())


def _without_overlap(mounts: Sequence[Mount]) -> tuple[Mount, ...]:
    first: dict[Path, Mount] = {}
    for mount in mounts:
        first.setdefault(mount.root, mount)
    roots = list(first)
    return tuple(replace(mount, exclude=mount.exclude | _inside(mount.root, roots)) for mount in first.values())


def _inside(root: Path, roots: Sequence[Path]) -> frozenset[Path]:
    return frozenset(other for other in roots if other != root and other.is_relative_to(root))


def _resolved(mount: Mount) -> Mount:
    return replace(mount, config=replace(mount.config, path=_real(mount.config.path)))


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path.expanduser()))


def mounts_for(config: Config, workspace: Workspace, state: Path) -> tuple[Mount, ...]:
    """The library's mounts by what the state folder knows: trusted stores, what a pull brought, moved repositories."""
    folder = folder_name(_real(config.home) / WORKSPACES_FOLDER, state, workspace)
    trusted = trusted_stores(state)
    own = {path for path in trusted if Path(path).is_relative_to(workspace.root)}
    mounts = plan_mounts(config, workspace, own, folder=folder)
    return tuple(_with_quarantine(mount, state) if str(mount.root) in trusted else mount for mount in mounts)


def _with_quarantine(mount: Mount, state: Path) -> Mount:
    return replace(mount, quarantine=assess(state, mount.root))
