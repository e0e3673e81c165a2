"""What a repository's configuration says that matters to a commit: if we made it, who commits, which filters run."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from vademecum.store.checkout import Checkout
from vademecum.store.git import order

CREATED = "vademecum.created"
# Only a repository's own configuration can say that it is ours; a person's applies to all of theirs.
_OWN = ("local", "worktree")


class Settings(NamedTuple):
    """``person`` is name and address, None unless both are set; ``filters`` are those that change contents."""

    repository: Checkout
    is_ours: bool
    person: tuple[str, str] | None
    filters: frozenset[str]

    def filtered(self, paths: Sequence[str]) -> dict[str, str]:
        """Why git must not be handed these files: their contents go through a program first, which encrypts them
        perhaps, and which we don't start."""
        if not self.filters:
            return {}
        given = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)
        words = order(self.repository, ["check-attr", "-z", "--stdin", "filter"], given).split(b"\0")
        found = zip(words[0::3], words[2::3], strict=False)
        return {
            path.decode("utf-8", "surrogateescape"): f"it goes through git's filter {name.decode()}, which is not run"
            for path, name in found
            if name.decode() in self.filters
        }


def may_be_ours(repository: Checkout) -> bool:
    """Whether the repository's own configuration speaks of us at all, told without git: most repositories' do not."""
    section = CREATED.partition(".")[0].encode()
    for file in (repository.common / "config", repository.git / "config.worktree"):
        with suppress(OSError):
            if section in file.read_bytes().lower():
                return True
    return False


def settings_of(repository: Checkout) -> Settings:
    """A repository's settings in one question. Raises HistoryError."""
    values: dict[str, str] = {}
    is_ours = False
    words = order(repository, ["config", "--list", "-z", "--show-scope"]).decode("utf-8", "surrogateescape").split("\0")
    for scope, setting in zip(words[0::2], words[1::2], strict=False):
        key, _, value = setting.partition("\n")
        values[key] = value
        if key == CREATED and scope in _OWN:
            is_ours = value.lower() in {"true", "yes", "on", "1", ""}
    name, mail = values.get("user.name", "").strip(), values.get("user.email", "").strip()
    ends = (".clean", ".process")
    filters = {
        key[len("filter.") : key.rindex(".")] for key in values if key.startswith("filter.") and key.endswith(ends)
    }
    return Settings(repository, is_ours, (name, mail) if name and mail else None, frozenset(filters))
