"""Configuration: what can be set, where it is read from, and errors that name file, line and field.

Only the values are offered here; loading is ``vademecum.config.load``, so that code that is given a configuration
needn't import a TOML reader.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.config.model import (
        IGNORED,
        BareWrite,
        Config,
        Exposure,
        Format,
        MountConfig,
        Origin,
        Profile,
        RecallConfig,
        Retriever,
        VectorsConfig,
    )

__all__ = [
    "IGNORED",
    "BareWrite",
    "Config",
    "Exposure",
    "Format",
    "MountConfig",
    "Origin",
    "Profile",
    "RecallConfig",
    "Retriever",
    "VectorsConfig",
]


def __getattr__(name: str) -> object:
    # A hook asks this package for folders alone, and shall not wait for all that can be configured.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - the same

    found: object = getattr(import_module("vademecum.config.model"), name)
    globals()[name] = found
    return found
