"""The one program that every host's entries name: a shell script that starts Vademecum, and is quiet when it is gone.

Hosts keep an entry for years, while the interpreter behind it moves with every new environment. So the entries name
this script, and ``vade connect`` writes it anew. It owns the script's text and how a shell finds it; it runs nothing.
"""

from __future__ import annotations

import shlex
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path, PurePath

NAME = "launch"
MODE = 0o755

# Hosts take a hook's status 2 for a veto against the person's prompt, so a hook ends with 0 whatever became of it.
# -P keeps the folder that an agent works in off the import path: a clone could bring a json.py of its own.
_SCRIPT = """\
#!/bin/sh
# Written by `vade connect`, and written anew by the next one. Agents start Vademecum through it.
# To a hook it says nothing when Vademecum was moved or removed: an agent never waits or fails for that.
python={python}
if [ -x "$python" ] && [ -e {witness} ]; then
  [ "$1" = hook ] || exec "$python" -P -m vademecum "$@"
  "$python" -P -m vademecum "$@"
fi
[ "$1" = hook ] && exit 0
echo "Vademecum is no longer where it was; run vade connect again, or vade disconnect" >&2
exit 127
"""


def launcher_file(state: Path) -> Path:
    """Where the script is, below the state folder."""
    return state / NAME


def script(python: PurePath, witness: PurePath) -> bytes:
    """The script for an interpreter; ``witness`` is a file that is there for as long as Vademecum is installed."""
    return _SCRIPT.format(python=_word(python), witness=_word(witness)).encode()


def started_directly(launch: Path, arguments: Sequence[str], *, windows: bool) -> list[str]:
    """The command line by which a host starts us without a shell: the script, or on Windows, where no script can be
    started so, this interpreter."""
    start = [sys.executable, "-P", "-m", "vademecum"] if windows else [str(launch)]
    return [*start, *arguments]


def this_installation() -> tuple[Path, Path]:
    """The running interpreter, by the name it was started with, and the file that goes when Vademecum is uninstalled.

    That is the program ``vade`` where there is one: its place outlives a change of Python's version, as the package's
    own place does not.
    """
    python = Path(sys.executable)
    own, users = sysconfig.get_path("scripts"), sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))
    places = (folder / name for folder in (python.parent, Path(own), Path(users)) for name in ("vade", "vade.exe"))
    return python, next((file for file in places if file.exists()), Path(__file__).parents[1] / "__main__.py")


def in_shell(file: PurePath, home: PurePath) -> str:
    """A path as a shell word that holds on every computer where it is at the same place below the home folder."""
    if not file.is_relative_to(home):
        return _word(file)
    below = file.relative_to(home).as_posix()
    escaped = "".join(f"\\{char}" if char in '\\"$`' else char for char in below)
    return f'"$HOME/{escaped}"'


def _word(file: PurePath) -> str:
    """A path as a shell word, with the slashes that a shell takes for such on Windows too."""
    return shlex.quote(file.as_posix())
