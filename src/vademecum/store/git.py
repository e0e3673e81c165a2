"""Running git: one way to ask it and one to have it write, quiet and without a way out. It knows no page.

No hook, filter, pager, editor, prompt, signature or network is in reach, whatever the repository's configuration says.
Git's variables in the environment name another repository inside a git hook, so none of them is passed on (A37).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence

from vademecum.errors import HistoryError, UnreadableError
from vademecum.store.checkout import Checkout

# Seconds for one question to git: far more than any takes, and short enough for a person to wait.
WAIT = 20
NOT_INSTALLED = "git is not installed"
# What a repository's configuration may want and a memory's commit never does. A path that is no folder holds no hook.
_SETTINGS = (
    f"core.hooksPath={os.devnull}",
    "core.fsmonitor=false",
    "core.safecrlf=false",
    "core.logAllRefUpdates=true",
    "commit.gpgSign=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "log.showSignature=false",
    "blame.ignoreRevsFile=",
    "i18n.commitEncoding=utf-8",
    "i18n.logOutputEncoding=utf-8",
)
QUIETLY = tuple(part for each in _SETTINGS for part in ("-c", each))


def ask(repository: Checkout, arguments: Sequence[str], lines: Sequence[str] = ()) -> bytes:
    """What git answers to a question that only reads; ``lines`` go to its standard input.

    Raises UnreadableError.
    """
    command = ["git", f"--git-dir={repository.git}", *arguments]
    text = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
    try:
        done = subprocess.run(command, input=text, env=quiet(), capture_output=True, check=True, timeout=WAIT)
    except FileNotFoundError as error:
        raise UnreadableError(NOT_INSTALLED) from error
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise UnreadableError(f"git could not read {repository.git}") from error
    return done.stdout


def order(
    repository: Checkout,
    arguments: Sequence[str],
    given: bytes = b"",
    *,
    variables: Mapping[str, str] | None = None,
    fine: Sequence[int] = (0,),
) -> bytes:
    """Have git do something in a repository and its working tree; ``given`` goes to its standard input.

    Exit codes in ``fine`` are answers. Raises HistoryError with what git said.
    """
    command = ["git", *QUIETLY, f"--git-dir={repository.git}", f"--work-tree={repository.root}", *arguments]
    env = quiet() | {"GIT_OPTIONAL_LOCKS": "0", "GIT_LITERAL_PATHSPECS": "1"} | dict(variables or {})
    return run(command, given, env=env, cwd=str(repository.root), fine=fine).stdout


def run(
    command: Sequence[str], given: bytes, *, env: Mapping[str, str], cwd: str, fine: Sequence[int] = (0,)
) -> subprocess.CompletedProcess[bytes]:
    """Run one command of git to its end, or to ours; nothing of it is left running. Raises HistoryError."""
    try:
        done = subprocess.run(command, input=given, env=env, cwd=cwd, capture_output=True, check=False, timeout=WAIT)
    except FileNotFoundError as error:
        raise HistoryError(NOT_INSTALLED, hint="install git, and history is kept from then on") from error
    except subprocess.TimeoutExpired as error:
        raise HistoryError(f"git took longer than {WAIT} s in {cwd} and was ended") from error
    except (OSError, ValueError) as error:
        raise HistoryError(f"git could not be started in {cwd}: {error}") from error
    if done.returncode not in fine:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise HistoryError(f"git refused in {cwd}: {said[0] if said else f'exit code {done.returncode}'}")
    return done


def quiet() -> dict[str, str]:
    """An environment in which git follows no variable of its own, asks nobody, fetches nothing, and obeys no
    replacement."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    none = {"GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "LC_ALL": "C"}
    silent = {"GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "true", "GIT_PAGER": "cat", "GIT_ASKPASS": "true"}
    return kept | none | silent


def objects(repository: Checkout, ids: Sequence[str]) -> list[bytes | None]:
    """The content of each object, None where git does not have it. Raises UnreadableError."""
    out = ask(repository, ["cat-file", "--batch=%(objectname) %(objectsize)"], ids) if ids else b""
    found: list[bytes | None] = []
    at = 0
    for _ in ids:
        head, _, size = out[at : out.index(b"\n", at)].rpartition(b" ")
        at += len(head) + len(size) + 2
        if size == b"missing":
            found.append(None)
            continue
        found.append(out[at : at + int(size)])
        at += int(size) + 1
    return found
