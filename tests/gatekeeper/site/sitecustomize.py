"""Loaded by every Python that a test starts, through PYTHONPATH: sets the gatekeeper, then lets another one follow."""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path

import gatekeeper

gatekeeper.install()

_here = Path(__file__).parent
_next = PathFinder.find_spec("sitecustomize", [place for place in sys.path if Path(place or ".").resolve() != _here])
if _next is not None and _next.loader is not None:
    _next.loader.exec_module(module_from_spec(_next))
