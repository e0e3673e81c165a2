"""The library's own parts, gathered for the package's door, which opens it on first use. It owns nothing."""

from vademecum.library.finding import Opened, block_at, find, open_page
from vademecum.library.library import Library
from vademecum.library.mounts import Mount, plan_mounts
from vademecum.library.sync import SyncReport
from vademecum.library.workspace import Workspace, find_workspace

__all__ = [
    "Library",
    "Mount",
    "Opened",
    "SyncReport",
    "Workspace",
    "block_at",
    "find",
    "find_workspace",
    "open_page",
    "plan_mounts",
]
