"""Configuration: what can be set, where it is read from, and errors that name file, line and field.

Only the values are offered here; loading is ``vademecum.config.load``, so that code that is given a configuration
needn't import a TOML reader.
"""

from __future__ import annotations

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
]
