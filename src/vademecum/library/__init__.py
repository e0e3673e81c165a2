"""The mounts that one session sees: which stores, what each shows, and their indexes kept in step with the files."""

TYPE_CHECKING = False
if TYPE_CHECKING:
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


def __getattr__(name: str) -> object:
    # A hook takes the cached plan from this package, and shall not wait for all that a library can do.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - the same

    found: object = getattr(import_module("vademecum.library.parts"), name)
    globals()[name] = found
    return found
