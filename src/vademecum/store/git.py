"""Asking git: one way to run it, quiet and without a way out. It changes no repository and knows no page.

No hook, filter, pager, prompt or network is in reach, whatever the repository's configuration says. Git's variables in
the environment name another repository inside a git hook, so none of them is passed on (A37).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

from vademecum.errors import UnreadableError
from vademecum.store.checkout import Checkout

# Seconds for one question to git: far more than any takes, and short enough for a person to wait.
WAIT = 20


def ask(repository: Checkout, arguments: Sequence[str], lines: Sequence[str] = ()) -> bytes:
    """What git answers to a question that only reads; ``lines`` go to its standard input.

    Raises UnreadableError.
    """
    command = ["git", f"--git-dir={repository.git}", *arguments]
    text = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
    try:
        done = subprocess.run(command, input=text, env=quiet(), capture_output=True, check=True, timeout=WAIT)
    except FileNotFoundError as error:
        raise UnreadableError("git is not installed") from error
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise UnreadableError(f"git could not read {repository.git}") from error
    return done.stdout


def quiet() -> dict[str, str]:
    """An environment in which git follows no variable of its own, fetches nothing, and obeys no replacement."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    none = {"GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "LC_ALL": "C"}
    return kept | none


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
