"""Whatever a file holds, an import reads it or says why not; and no name in it leads out of the store."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from vademecum.errors import InputError
from vademecum.importers.entry import Item
from vademecum.memory.exchange import source_of
from vademecum.store.archive.kinds import READERS
from vademecum.store.archive.manifest import MANIFEST
from vademecum.store.archive.unpack import verify

KEYS = ("memory", "content", "memories", "results", "records", "version", "entities", "type", "name", "metadata", "raw")
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(
    VALUES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner),
    max_leaves=12,
)
LINES = st.lists(JSON.map(json.dumps) | st.text(max_size=20), max_size=5).map("\n".join)
FILES = (
    st.binary(max_size=200)
    | JSON.map(json.dumps).map(str.encode)
    | LINES.map(lambda text: text.encode("utf-8", "replace"))
)
# Each of these was found to leave the folder of some program that took it as a path (A39).
PATHS = [
    *("../outside.md", "../../etc/passwd", "/etc/passwd", "a/../../outside.md", "..\\outside.md", "C:\\Windows\\x.md"),
    *("C:x.md", "\\\\server\\share\\x.md", "%2e%2e/outside.md", "a/b/../../../outside.md", "~/x.md", "$HOME/x.md"),
    *("x\0.md", "x.md/../../y.md", ".git/config", ".git/hooks/pre-commit", "", ".", " ", "note.md\n", " note.md"),
    *("con/./../../x.md", "．．/outside.md"),
]


@settings(max_examples=150, deadline=None)
@given(data=FILES, name=st.sampled_from(["a.json", "a.jsonl", "a.md", "a.txt", "MEMORY.md"]))
@example(data=b'{"entities": \xff}', name="a.json")
@example(data=b"{" * 5000, name="a.json")
@example(data=b'{"records": [], "version": true}', name="a.json")
@example(data=b'["\\ud800"]', name="a.json")
def test_any_file_of_any_kind_is_read_or_refused_in_words(data: bytes, name: str) -> None:
    for kind in ("", *READERS):
        items, refused = list[Item](), ""
        try:
            items = list(source_of({name: data}, name, kind).items())
        except InputError as error:
            refused = error.message
        assert not refused or name in refused
        assert all(each.where.startswith(name) for each in items)


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=2000))
def test_any_bytes_that_call_themselves_an_archive_are_refused_in_words(
    data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("any") / "a.tar.gz"
    file.write_bytes(b"\x1f\x8b\x08\x00" + data)
    with pytest.raises(InputError):
        verify(file)


def everything_below(place: Path) -> set[str]:
    return {each.relative_to(place).as_posix() for each in place.rglob("*") if not each.is_dir()}


@pytest.mark.parametrize("name", PATHS)
def test_no_name_in_an_archive_leads_out_of_the_store_a39(name: str, tmp_path: Path, place: Callable[..., Any]) -> None:
    here = place()
    file = tmp_path / "a.tar"
    listed = [{"path": name, "sha256": sha256(b"x").hexdigest(), "bytes": 1}]
    with tarfile.open(file, "w") as out:
        for path, data in ((f"memory/{name}", b"x"), (MANIFEST, json.dumps({"files": listed}).encode())):
            info = tarfile.TarInfo(path)
            info.size = len(data)
            out.addfile(info, io.BytesIO(data))
    before = everything_below(tmp_path)
    refused = ""
    try:
        report = here.load(file)
        assert {each.kind for each in report.results} <= {"invalid", "left-out"}
    except InputError as error:
        refused = error.message
    assert not refused or "is refused" in refused or "missing" in refused
    assert everything_below(tmp_path) - before <= {f"{here.root.name}/home/.vade/lock"}


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("target", ["global", "facts"])
def test_no_name_in_a_bundle_leads_out_of_the_store_a39(
    name: str, target: str, tmp_path: Path, place: Callable[..., Any]
) -> None:
    here = place()
    record = {"name": name, "format": "folder", "raw": "x\n", "content": "x"}
    before = everything_below(tmp_path)
    report = here.load(json.dumps({"version": 2, "records": [record]}).encode(), mount=target)
    written = {each for each in everything_below(tmp_path) - before if "/cache/" not in each and "/.vade/" not in each}
    if target == "global":
        assert {each.kind for each in report.results} == {"invalid"}
        assert written <= {f"{here.root.name}/to-import"}
    else:  # a record's name is its id, which is made anew
        ours = ("to-import", "records/facts.jsonl", "state/last-write")
        assert written <= {f"{here.root.name}/{each}" for each in ours}
