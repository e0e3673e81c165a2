"""Archives that were made or changed to do harm: each is refused whole and by name, before one page is written."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from vademecum.errors import InputError
from vademecum.store.archive.manifest import MANIFEST
from vademecum.store.archive.unpack import Limits, entries, verify

PAGES = {"a.md": b"# A\n", "deep/b.md": b"B\r\n"}


def member(name: str, data: bytes = b"", **fields: Any) -> tuple[tarfile.TarInfo, bytes]:  # noqa: ANN401 - as TarInfo
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for key, value in fields.items():
        setattr(info, key, value)
    return info, data


def manifest_of(files: dict[str, bytes]) -> bytes:
    listed = [{"path": path, "sha256": sha256(data).hexdigest(), "bytes": len(data)} for path, data in files.items()]
    return json.dumps({"exported_at": "now", "source": "/m", "file_count": len(listed), "files": listed}).encode()


def archive(place: Path, *more: tuple[tarfile.TarInfo, bytes], manifest: bytes | None = None) -> Path:
    """An archive of PAGES as any packer may have made it, with more members at its end."""
    file = place / "packed.tar.gz"
    with tarfile.open(file, "w:gz") as out:
        own = [member(f"memory/{name}", data) for name, data in PAGES.items()]
        for info, data in [*own, *more, member(MANIFEST, manifest if manifest is not None else manifest_of(PAGES))]:
            out.addfile(info, io.BytesIO(data))
    return file


def hostile() -> Iterator[tuple[str, tuple[tarfile.TarInfo, bytes], str]]:
    for name in (
        *("../out.md", "memory/../../out.md", "memory/a/../../../out.md", "memory/./c.md", "memory//c.md"),
        *("memory/..\\out.md", "memory/c\\..\\..\\out.md"),
    ):
        yield name, member(name, b"x"), "leaves the folder"
    for name in ("/etc/passwd", "C:\\x.md", "C:x.md", "\\\\server\\share\\x.md"):
        yield name, member(name, b"x"), "absolute path"
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
        yield f"link {kind!r}", member("memory/c.md", type=kind, linkname="/etc/passwd"), "is a link to '/etc/passwd'"
    for kind in (tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.CONTTYPE):
        found = "no regular file" if kind != tarfile.CONTTYPE else "not in the manifest"
        yield f"kind {kind!r}", member("memory/c.md", type=kind), found
    yield "twice", member("memory/a.md", b"another"), "is there twice"
    yield "beside", member("c.md", b"x"), "neither below memory/"
    yield "unnamed", member("memory/c.md", b"x"), "'c.md' is not in the manifest"


@pytest.mark.parametrize(("more", "said"), [(each[1:]) for each in hostile()], ids=[each[0] for each in hostile()])
def test_a_hostile_member_has_the_archive_refused_before_any_write_a39(
    more: tuple[tarfile.TarInfo, bytes], said: str, tmp_path: Path, place: Callable[..., Any]
) -> None:
    file, here = archive(tmp_path, more), place()
    with pytest.raises(InputError) as caught:
        here.load(file)
    assert said in caught.value.message
    assert here.pages() == {}
    assert not (tmp_path / "out.md").exists()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({**PAGES, "a.md": b"# B\n"}, "'a.md' has other bytes"),
        ({**PAGES, "gone.md": b""}, "'gone.md' is missing"),
        ({"a.md": PAGES["a.md"]}, "'deep/b.md' is not in the manifest"),
    ],
)
def test_an_archive_that_is_not_what_its_manifest_says_is_refused_p44(
    files: dict[str, bytes], said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said):
        verify(archive(tmp_path, manifest=manifest_of(files)))


@pytest.mark.parametrize("manifest", [b"{", b"{}", b'{"files": [{"path": 1}]}', b"\xff"])
def test_a_broken_manifest_is_refused(manifest: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=MANIFEST):
        verify(archive(tmp_path, manifest=manifest))


def test_a_file_that_the_manifest_names_twice_is_refused(tmp_path: Path) -> None:
    listed = json.loads(manifest_of(PAGES))
    listed["files"].append(listed["files"][0])
    with pytest.raises(InputError, match="in the manifest twice"):
        verify(archive(tmp_path, manifest=json.dumps(listed).encode()))


def test_an_archive_without_a_manifest_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.tar"
    with tarfile.open(file, "w") as out:
        out.addfile(member("memory/a.md")[0])
    with pytest.raises(InputError, match=f"has no {MANIFEST}"):
        verify(file)


def test_the_manifest_of_another_packer_may_count_paths_from_the_archive_p44(tmp_path: Path) -> None:
    manifest = manifest_of({f"memory/{name}": data for name, data in PAGES.items()})
    file = archive(tmp_path, manifest=manifest)
    assert [each.path for each in verify(file).files] == list(PAGES)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(files=2), "beyond the bounds of 2 files"),
        (Limits(file_bytes=1000), "'memory/bomb.md' has 100,000 bytes"),
        (Limits(total_bytes=1000), "beyond the bounds"),
    ],
)
def test_an_archive_that_unfolds_beyond_its_bounds_is_refused(limits: Limits, said: str, tmp_path: Path) -> None:
    file = archive(tmp_path, member("memory/bomb.md", b"0" * 100_000))
    with pytest.raises(InputError, match=said):
        verify(file, limits)


def test_a_member_that_claims_a_size_which_is_not_there_is_no_trap(tmp_path: Path) -> None:
    info, _ = member("memory/bomb.md", size=2**40)
    file = tmp_path / "claims.tar.gz"
    file.write_bytes(gzip.compress(info.tobuf()))
    with pytest.raises(InputError, match=r"has 1,099,511,627,776 bytes"):
        verify(file)


def test_a_header_that_unfolds_without_end_is_refused_before_it_is_held_in_memory(tmp_path: Path) -> None:
    info, _ = member("x", type=tarfile.XHDTYPE, size=2**33)
    file = tmp_path / "header.tar.gz"
    file.write_bytes(gzip.compress(info.tobuf() + b"0" * 10_000_000))
    with pytest.raises(InputError, match=r"unfolds to more|damaged"):
        verify(file)


@pytest.mark.parametrize("cut", [100, 200, 300])
def test_a_torn_archive_is_refused(cut: int, tmp_path: Path) -> None:
    file = archive(tmp_path)
    file.write_bytes(file.read_bytes()[:-cut])
    with pytest.raises(InputError):
        verify(file)


def test_a_page_that_changes_between_the_check_and_the_reading_ends_the_import(tmp_path: Path) -> None:
    file = archive(tmp_path)
    manifest = verify(file)
    archive(tmp_path, member("memory/late.md", b"x"))
    with pytest.raises(InputError, match="was changed while it was read"):
        list(entries(file, manifest))


def test_git_hidden_files_and_attachments_of_an_archive_are_left_out_by_name(
    tmp_path: Path, place: Callable[..., Any]
) -> None:
    others = {".git/config": b"[core]", ".hidden.md": b"x", "cat.png": b"\x89PNG"}
    file = archive(
        tmp_path,
        *(member(f"memory/{name}", data) for name, data in others.items()),
        manifest=manifest_of(PAGES | others),
    )
    here = place()
    here.put("a", b"mine")
    (here.root / "home" / ".git").mkdir()
    (here.root / "home" / ".git" / "HEAD").write_text("ref")
    report = here.load(file)
    assert [each.where for each in report.results if each.kind == "left-out"] == sorted(others)
    assert here.pages() == {"a": b"mine", "a 2": PAGES["a.md"], "deep/b": PAGES["deep/b.md"]}
    assert sorted(each.name for each in (here.root / "home" / ".git").iterdir()) == ["HEAD"]
    assert report.refused == ()


def test_names_that_no_store_keeps_are_refused_one_by_one_a39(tmp_path: Path, place: Callable[..., Any]) -> None:
    names = ["%2e%2e/out.md", "con.md", " a.md", "x\n.md", "．．/out.md", "~/x.md"]
    own = dict.fromkeys(names, b"x")
    file = archive(
        tmp_path, *(member(f"memory/{name}", data) for name, data in own.items()), manifest=manifest_of(PAGES | own)
    )
    here = place()
    report = here.load(file)
    assert [(each.where, each.kind) for each in report.refused] == [(name, "invalid") for name in names]
    assert set(here.pages()) == {"a", "deep/b"}
