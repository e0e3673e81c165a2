"""What holds for every test: places of its own, no skipping in CI, and a watch over writes to stores."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import gatekeeper
import pytest

from vademecum.config import Config
from vademecum.library import find_workspace
from vademecum.memory import Memory, Setting
from vademecum.sessions import SessionKey

SITE = Path(__file__).parent / "gatekeeper" / "site"
# Tests of the store call its mutating methods themselves; all others go through the gateway or write as people do.
STORE_TESTS = Path(__file__).parent / "store"
PLACES = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")
HOSTS = ("CLAUDE", "CODEX", "QWEN_CODE", "DSH_", "GEMINI_CLI", "OPENCODE", "CURSOR_AGENT", "GOOSE_TERMINAL", "AI_AGENT")
OURS = ("MEMORY_DIR", "VADE", "VADEMECUM", *HOSTS)
WATCH = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    """Watch this process and all that it will start; each worker has a folder of its own to report in."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    if worker == "main":
        os.environ[gatekeeper.FOLDER] = tempfile.mkdtemp(prefix="gatekeeper-")
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(SITE), os.environ.get("PYTHONPATH")]))
    else:
        os.environ[gatekeeper.FOLDER] = os.path.join(os.environ[gatekeeper.FOLDER], worker)
        os.mkdir(os.environ[gatekeeper.FOLDER])
    config.stash[WATCH] = Path(os.environ[gatekeeper.FOLDER])
    gatekeeper.install()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run for what a late child wrote after its test had ended, then clear up."""
    folder = session.config.stash[WATCH]
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    caught = [text for place in (folder, *folder.glob("*/")) if (text := gatekeeper.violations(place))]
    if caught:
        session.config.get_terminal_writer().line("\n".join(caught))
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def _watched(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail the test in which product code wrote to a store round the gateway, even when the error was swallowed."""
    folder = request.config.stash[WATCH]
    if request.path.is_relative_to(STORE_TESTS):
        monkeypatch.setenv(gatekeeper.RELAX, "1")
    before = gatekeeper.violations(folder)
    yield
    caught = gatekeeper.violations(folder).removeprefix(before)
    if caught:
        pytest.fail(caught, pytrace=False)


@pytest.fixture(autouse=True)
def _own_places(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test an empty home, so that none reads or writes what belongs to the person who runs it."""
    home = tmp_path_factory.mktemp("home")
    for name in [each for each in os.environ if each.startswith(OURS) and not each.startswith(gatekeeper.FOLDER)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    for name in PLACES:
        monkeypatch.setenv(name, str(home / name.lower()))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI a missing tool is a failure: what would be skipped elsewhere fails."""
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a module that skips itself whole."""
    report = yield
    refuse_skip(report)
    return report


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure when CI is set; an expected failure stays one."""
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"nothing is skipped in CI: {report.longrepr}"


@pytest.fixture
def setting(tmp_path: Path) -> Setting:
    """A memory's setting with all its places below ``tmp_path``, at noon of 2026-11-30, for one agent's session."""
    project = tmp_path / "project"
    project.mkdir()
    return Setting(
        config=Config(home=tmp_path / "home"),
        cache=tmp_path / "cache",
        state=tmp_path / "state",
        workspace=find_workspace(project),
        session=SessionKey("test-host", "one"),
        clock=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC),
    )


@pytest.fixture
def memory(setting: Setting) -> Iterator[Memory]:
    """A memory in places of its own."""
    opened = Memory(setting)
    yield opened
    opened.close()
