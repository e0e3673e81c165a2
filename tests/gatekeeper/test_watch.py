"""Proves that tests/conftest.py fails what must not pass: a write whose error was swallowed, and a skip in CI."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]

SWALLOWED = """
import sys

def test_swallows(tmp_path):
    sys.audit("vademecum.store.open", str(tmp_path))
    product = {"__name__": "vademecum.rogue", "path": tmp_path / "a.md"}
    exec("try:\\n    path.write_text('x')\\nexcept AssertionError:\\n    pass", product)
"""
SKIPPED = """
import pytest

def test_skips():
    pytest.skip("no git here")
"""
SKIPPED_WHOLE = """
import pytest

pytest.importorskip("no_such_module", reason="no such module")
"""


def pytest_in(place: Path, source: str, **extra: str) -> tuple[int, str]:
    """Exit status and output of pytest, under our conftest, on one test file."""
    (place / "test_it.py").write_text(source)
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "CI"))} | extra
    env["PYTHONPATH"] = os.pathsep.join([str(TESTS), env["PYTHONPATH"]])
    command = [sys.executable, "-m", "pytest", "-q", "-p", "conftest", "-p", "no:cacheprovider", "test_it.py"]
    done = subprocess.run(command, cwd=place, env=env, check=False, capture_output=True, text=True)
    return done.returncode, done.stdout


def test_a_swallowed_violation_fails_its_test(tmp_path: Path) -> None:
    status, output = pytest_in(tmp_path, SWALLOWED)
    assert status == 1
    assert "by vademecum.rogue went round the gateway" in output


def test_a_skip_passes_at_home_and_fails_in_ci(tmp_path: Path) -> None:
    assert pytest_in(tmp_path, SKIPPED)[0] == 0
    status, output = pytest_in(tmp_path, SKIPPED, CI="true")
    assert status == 1
    assert "nothing is skipped in CI" in output


def test_a_module_that_skips_itself_fails_in_ci(tmp_path: Path) -> None:
    status, output = pytest_in(tmp_path, SKIPPED_WHOLE, CI="true")
    assert status != 0
    assert "nothing is skipped in CI" in output
