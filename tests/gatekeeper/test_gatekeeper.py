"""Proves that the watch over stores catches each kind of write, in this process and in children, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import gatekeeper
import pytest

PROBE = "vademecum_probe"

# A stand-in for the product: ``rogue`` writes by itself, ``gateway`` calls ``rogue``, ``store`` is the lower floor.
ROGUE = """
import os, pathlib, shutil, subprocess, sys, tempfile

def write(root): pathlib.Path(root, "a.md").write_text("x")
def append(root): open(os.path.join(root, "old.md"), "a").close()
def by_descriptor(root): os.close(os.open(os.path.join(root, "a.md"), os.O_WRONLY | os.O_CREAT))
def beside_descriptor(root):
    folder = os.open(root, os.O_RDONLY)
    os.close(os.open("a.md", os.O_WRONLY | os.O_CREAT, dir_fd=folder))
def relative(root): os.chdir(root); open("a.md", "w").close()
def through_link(root): open(os.path.join(root, "..", "link", "a.md"), "w").close()
def rename_out(root): os.rename(os.path.join(root, "old.md"), os.path.join(root, "..", "old.md"))
def replace_in(root): os.replace(os.path.join(root, "..", "new.md"), os.path.join(root, "old.md"))
def unlink(root): os.unlink(os.path.join(root, "old.md"))
def unlink_beside(root): os.unlink("old.md", dir_fd=os.open(root, os.O_RDONLY))
def rmdir(root): os.rmdir(os.path.join(root, "empty"))
def rmtree(root): shutil.rmtree(os.path.join(root, "empty"))
def mkdir(root): os.mkdir(os.path.join(root, "new"))
def truncate(root): os.truncate(os.path.join(root, "old.md"), 0)
def link(root): os.link(os.path.join(root, "..", "new.md"), os.path.join(root, "hard.md"))
def symlink(root): os.symlink("old.md", os.path.join(root, "soft.md"))
def chmod(root): os.chmod(os.path.join(root, "old.md"), 0o600)
def utime(root): os.utime(os.path.join(root, "old.md"))
def temporary(root): tempfile.mkstemp(dir=root)
def swallow(root):
    try: write(root)
    except AssertionError: pass
def in_a_child(root):
    code = f"from vademecum_probe import rogue; rogue.write({root!r})"
    raise SystemExit(subprocess.call([sys.executable, "-c", code]))

def read(root): pathlib.Path(root, "old.md").read_text(); os.listdir(root)
def outside(root): pathlib.Path(root, "..", "state.json").write_text("{}")
"""
GATEWAY = """
from vademecum_probe import rogue

class Gateway:
    def do(self, name, root): getattr(rogue, name)(root)

def do(name, root): Gateway().do(name, root)
"""
DEMO = """
import os, shutil
from vademecum_probe import rogue

def tidy(root): shutil.rmtree(root)
def call(root): rogue.write(root)
"""
STORE = """
from vademecum_probe.rogue import write

def put(root): open(root + "/a.md", "w").close()
"""

WRITES = [
    "write", "append", "by_descriptor", "beside_descriptor", "relative", "through_link", "rename_out", "replace_in",
    "unlink", "unlink_beside", "rmdir", "rmtree", "mkdir", "truncate", "link", "symlink", "chmod", "utime", "temporary",
    "in_a_child", "swallow",
]  # fmt: skip


def lay_out(place: Path) -> Path:
    """A store with a page and an empty folder, a file and a link beside it, and the stand-in package."""
    package = place / "lib" / PROBE
    package.mkdir(parents=True)
    (package / "surfaces").mkdir()
    for name, text in {"rogue": ROGUE, "gateway": GATEWAY, "store": STORE, "surfaces/demo": DEMO}.items():
        (package / f"{name}.py").write_text(text)
    root = place / "vault"
    (root / "empty").mkdir(parents=True)
    (root / "old.md").write_text("old")
    (place / "new.md").write_text("new")
    (place / "link").symlink_to(root)
    (place / "report").mkdir()
    return root


def run(place: Path, code: str, **extra: str) -> tuple[int, str]:
    """Exit status of a child that opens the store and runs the code, and what was reported meanwhile."""
    root = lay_out(place)
    env = os.environ | {gatekeeper.FOLDER: str(place / "report"), gatekeeper.PREFIX: PROBE} | extra
    env["PYTHONPATH"] = os.pathsep.join([env["PYTHONPATH"], str(place / "lib")])
    script = f"import sys; root = {str(root)!r}; sys.audit('vademecum.store.open', root)\n{textwrap.dedent(code)}"
    done = subprocess.run([sys.executable, "-c", script], env=env, check=False, capture_output=True)
    return done.returncode, gatekeeper.violations(place / "report")


@pytest.mark.parametrize("name", WRITES)
def test_a_write_round_the_gateway_is_reported(name: str, tmp_path: Path) -> None:
    status, report = run(tmp_path, f"from vademecum_probe import rogue; rogue.{name}(root)")
    assert f"by {PROBE}.rogue went round the gateway" in report
    assert (status != 0) is (name != "swallow")


@pytest.mark.parametrize("name", ["write", "beside_descriptor", "rename_out", "rmtree", "temporary"])
def test_the_same_write_by_the_gateway_passes(name: str, tmp_path: Path) -> None:
    assert run(tmp_path, f"from vademecum_probe import gateway; gateway.do({name!r}, root)") == (0, "")


@pytest.mark.parametrize("name", ["read", "outside"])
def test_reading_and_writing_elsewhere_pass(name: str, tmp_path: Path) -> None:
    assert run(tmp_path, f"from vademecum_probe import rogue; rogue.{name}(root)") == (0, "")


def test_a_test_may_write_to_a_store_as_other_programs_do(tmp_path: Path) -> None:
    assert run(tmp_path, "open(root + '/by-hand.md', 'w').close()") == (0, "")


def test_store_methods_pass_only_where_the_watch_is_relaxed(tmp_path: Path) -> None:
    code = "from vademecum_probe import store; store.put(root)"
    assert run(tmp_path / "relaxed", code, **{gatekeeper.RELAX: "1"}) == (0, "")
    assert run(tmp_path / "strict", code)[1] != ""


def test_a_relaxed_watch_still_catches_other_modules(tmp_path: Path) -> None:
    code = "from vademecum_probe import rogue; rogue.write(root)"
    assert run(tmp_path, code, **{gatekeeper.RELAX: "1"})[1] != ""


def test_the_demo_may_play_the_person_but_no_module_may_hide_behind_it(tmp_path: Path) -> None:
    assert run(tmp_path / "person", "from vademecum_probe.surfaces import demo; demo.tidy(root)") == (0, "")
    assert run(tmp_path / "product", "from vademecum_probe.surfaces import demo; demo.call(root)")[1] != ""


def test_this_very_process_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = lay_out(tmp_path)
    monkeypatch.setenv(gatekeeper.FOLDER, str(tmp_path / "report"))
    sys.audit(gatekeeper.OPENED, str(root))
    rogue: dict[str, object] = {"__name__": "vademecum.rogue", "root": root}
    with pytest.raises(gatekeeper.WentRoundGatewayError, match="went round the gateway"):
        exec("(root / 'a.md').write_text('x')", rogue)  # noqa: S102 - a module of the product, made up
    assert "by vademecum.rogue" in gatekeeper.violations(tmp_path / "report")


def test_a_child_that_would_not_be_watched_is_not_started() -> None:
    with pytest.raises(gatekeeper.UnwatchedChildError):
        subprocess.run([sys.executable, "-c", ""], env={"PATH": os.environ["PATH"]}, check=False)
    with pytest.raises(gatekeeper.UnwatchedChildError):
        subprocess.run([sys.executable, "-I", "-c", ""], check=False)


def test_another_sitecustomize_still_runs(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('also me')")
    env = os.environ | {"PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(tmp_path)])}
    assert subprocess.check_output([sys.executable, "-c", ""], env=env, text=True) == "also me\n"
