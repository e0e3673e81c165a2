"""Making a repository for a store that is in none, marked as ours in its own configuration. It commits nothing."""

from __future__ import annotations

from pathlib import Path

from vademecum.errors import HistoryError
from vademecum.store.checkout import Checkout, checkout_of
from vademecum.store.git import QUIETLY, order, quiet, run
from vademecum.store.git_settings import CREATED

_BRANCH = "main"


def found_repository(root: Path) -> Checkout | None:
    """Make the folder a repository, None when it is in one already. Raises HistoryError.

    The mark is set last, so that one which was cut off before is never committed to. No template of the person's is
    copied: it may hold hooks.
    """
    if checkout_of(root) is not None:
        return None
    command = ["git", *QUIETLY, "init", "--quiet", "--template=", f"--initial-branch={_BRANCH}", "--", str(root)]
    run(command, b"", env=quiet(), cwd=str(root))
    made = checkout_of(root)
    if made is None:
        raise HistoryError(f"git made no repository in {root}")
    order(made, ["config", "--local", CREATED, "true"])
    return made
