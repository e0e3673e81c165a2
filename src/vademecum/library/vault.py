"""A look at a folder before it is mounted: how many pages each of its folders holds, and what its owner hid. Read only.

Obsidian keeps the files that its owner excluded in ``.obsidian/app.json`` under ``userIgnoreFilters``: paths, which
count as prefixes, and regular expressions between slashes. They also count when the folder is a part of a vault, or
holds vaults. Paths become private globs. No glob says what an expression says, so the pages that it matches now become
private one by one, and the person is told that later ones will not; an expression that can't be read is reported, for
the person to decide (design decision 4).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vademecum.config import Format, MountConfig
from vademecum.errors import InputError
from vademecum.store.folder import FolderStore
from vademecum.store.records import RecordStore
from vademecum.visibility import rules_for

TOP = "."
RECORDS = ".jsonl"
_SETTINGS = Path(".obsidian") / "app.json"


@dataclass(frozen=True, slots=True)
class Vault:
    """What a folder holds: pages by top folder (``.`` for those in none), what bounds left out, and exclusions.

    ``excluded`` are globs; ``matched`` counts, by expression, the pages among them; ``unclear`` are expressions that
    can't be read.
    """

    path: Path
    format: Format
    names: tuple[str, ...] = field(repr=False)
    left_out: Mapping[str, int]
    excluded: tuple[str, ...]
    matched: Mapping[str, int]
    unclear: tuple[str, ...]

    @property
    def folders(self) -> Mapping[str, int]:
        """How many pages each top folder holds; a file of records has no folders."""
        if self.format == "records":
            return {TOP: len(self.names)} if self.names else {}
        counts = Counter(name.partition("/")[0] if "/" in name else TOP for name in self.names)
        return dict(sorted(counts.items()))

    def count_hidden(self, mount: MountConfig) -> int:
        """How many pages the mount's globs hide; tags and headers, which are not read here, may hide more."""
        rules = rules_for(mount.expose, mount.private, ())
        files = [f"{name}.md" for name in self.names]
        return sum(rules.is_private(file) or not rules.exposed(file) for file in files)


@dataclass(frozen=True, slots=True)
class _Filter:
    """One exclusion of a vault. ``above`` is the way from the vault down to the mounted folder, ``below`` that from
    the mounted folder down to the vault; one of them is empty, both are when they are the same folder."""

    text: str
    above: str = ""
    below: str = ""

    @property
    def is_pattern(self) -> bool:
        """Whether it is a regular expression."""
        return len(self.text) > 1 and self.text.startswith("/") and self.text.endswith("/")

    def glob(self) -> str | None:
        """A path as a glob of the mounted folder, None when it concerns nothing in there."""
        path = self.text.lstrip("/")
        if self.above.startswith(path):
            return "**"
        if not path.startswith(self.above):
            return None
        glob = f"/{self.below}{path.removeprefix(self.above)}"
        return f"{glob}**" if glob.endswith("/") else f"{glob}*"

    def matching(self, names: Sequence[str]) -> list[str] | None:
        """The files that an expression matches, None when Python can't read it; where in doubt, more are hidden."""
        try:
            found = re.compile(self.text[1:-1], re.IGNORECASE).search
        except re.error:
            return None
        files = (f"{name}.md" for name in names if name.startswith(self.below))
        return [file for file in files if found(self.above + file.removeprefix(self.below))]


def look_at(path: Path) -> Vault:
    """Survey a folder, or a file of records, which may not be there yet. Raises InputError when it is neither."""
    if path.suffix == RECORDS and not path.is_dir():
        return _look_at_records(path)
    real = _folder(path)
    walk = FolderStore(MountConfig(name="vault", path=real)).walk()
    names = tuple(entry.name for entry in walk.entries)
    filters = list(_filters(real, names))
    patterns = {each.text: each.matching(names) for each in filters if each.is_pattern}
    found = {text: files for text, files in patterns.items() if files is not None}
    globs = [glob for each in filters if not each.is_pattern and (glob := each.glob())]
    return Vault(
        path=real,
        format="folder",
        names=names,
        left_out=walk.left_out,
        excluded=tuple(dict.fromkeys([*globs, *(f"/{file}" for files in found.values() for file in files)])),
        matched={text: len(files) for text, files in found.items()},
        unclear=tuple(text for text, files in patterns.items() if files is None),
    )


def _look_at_records(path: Path) -> Vault:
    real = path.expanduser().resolve()
    if not real.parent.is_dir():
        raise InputError(f"{real.parent} is not there", hint="make the folder that the records should be in")
    walk = RecordStore(MountConfig(name="vault", path=real, format="records")).walk()
    unreadable = next((problem.message for problem in walk.problems if problem.code == "unreadable"), None)
    if unreadable is not None:
        raise InputError(unreadable)
    return Vault(real, "records", tuple(walk.stamps), walk.left_out, excluded=(), matched={}, unclear=())


def as_on_disk(root: Path, name: str) -> str:
    """The name of a folder below the root as it is spelled there, should it be there in another case."""
    folder, parts = root, []
    for part in filter(None, name.split("/")):
        parts.append(_spelled(folder, part))
        folder /= parts[-1]
    return "/".join(parts)


def _spelled(folder: Path, wanted: str) -> str:
    try:
        there = sorted(each.name for each in folder.iterdir() if each.is_dir())
    except OSError:
        return wanted
    alike = [name for name in there if name.casefold() == wanted.casefold()]
    return wanted if wanted in alike else next(iter(alike), wanted)


def _folder(path: Path) -> Path:
    """The real path. Raises InputError that tells a file from nothing at all."""
    try:
        real = path.expanduser().resolve()
        there, is_folder = real.exists(), real.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"{path} can't be looked at: {error}") from error
    if not there:
        raise InputError(f"{path} is not there", hint="name the folder that holds the Markdown files")
    if not is_folder:
        raise InputError(f"{path} is a file, not a folder", hint=f"mount the folder that it is in, {real.parent}")
    return real


def _filters(real: Path, names: Sequence[str]) -> Iterator[_Filter]:
    """The exclusions of the vault that the folder is or is a part of, and of vaults in it."""
    vault = next((place for place in (real, *real.parents) if (place / _SETTINGS).is_file()), real)
    above = "" if vault == real else f"{real.relative_to(vault).as_posix()}/"
    yield from (_Filter(text, above=above) for text in _excluded(vault))
    inner = {str(parent) for name in names for parent in Path(name).parents} - {TOP}
    for folder in sorted(inner):
        yield from (_Filter(text, below=f"{folder}/") for text in _excluded(real / folder))


def _excluded(vault: Path) -> tuple[str, ...]:
    try:
        settings = json.loads((vault / _SETTINGS).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return ()
    filters = settings.get("userIgnoreFilters") if isinstance(settings, dict) else None
    found = filters if isinstance(filters, list) else []
    return tuple(text.strip() for text in found if isinstance(text, str) and text.strip("/ "))
