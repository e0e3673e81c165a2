"""What goes out comes back: to the byte where the format promises it, in value where it does not."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from vademecum.errors import ExistsError, InputError, RefusedError
from vademecum.memory.exporting import Selection
from vademecum.page.names import check_name
from vademecum.store.archive.manifest import MANIFEST

ODD = {
    "crlf": b"---\r\ntitle: A\r\n---\r\n\r\nx\r\n",
    "bom": b"\xef\xbb\xbf# Marked\n",
    "utf-16": "# Zwei\r\n".encode("utf-16"),
    "latin": b"caf\xe9 \x00 \xff\n",
    "empty": b"",
    "日本/咖啡 ☕": b"no line end",
    "Case": b"upper",
    "sub folder/it's (1), = & + @": b"- item\x0b\x0c\xe2\x80\xa8\n",
    "old": b"---\nsuperseded_by: crlf\n---\nwas so\n",
    "gone": b"---\nforgotten: true\n---\nwas\n",
    "mine": b"---\nprivate: true\ntags: [a, b]\n---\nsecret\n",
    "twin 1": b"same text\n",
    "twin 2": b"same text\n",
}
RECORD: dict[str, Any] = {
    "id": "r-1",
    "scope": "user",
    "content": "Ann likes tea \u2028 and rye",
    "tags": ["food"],
    "createdAt": 1700000000000,
    "updatedAt": 1700000000001,
    "hits": 7,
    "superseded": True,
    "supersededBy": "r-2",
    "source": {"origin": "agent:claude", "deep": [1, 2.50, None]},
}
LINES = (
    json.dumps(RECORD).encode()
    + b'\n{"id": "r-2", "content": "Ann likes coffee", "x": 1e400}\n{"torn\n{"content": "no id"}'
)

names = st.lists(
    st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=8), min_size=1, max_size=3
).map("/".join)
some = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def can_be(name: str) -> bool:
    try:
        return check_name(name) == name
    except RefusedError:
        return False


def apart(pages: Mapping[str, bytes]) -> dict[str, bytes]:
    """Pages that can lie beside each other on any disk."""
    found: dict[str, bytes] = {}
    taken: set[str] = set()
    for name, data in pages.items():
        parts = name.casefold().split("/")
        places = {"/".join(parts[:end]) for end in range(1, len(parts) + 1)}
        if not taken & places:
            found[name] = data
            taken |= places
    return found


def filled(place: Callable[..., Any], pages: Mapping[str, bytes]) -> Any:  # noqa: ANN401 - the fixture's class
    there = place()
    for name, data in pages.items():
        there.put(name, data)
    return there


@pytest.mark.parametrize("kind", ["tar", "json-v2"])
def test_every_page_comes_back_to_the_byte_hidden_ones_too(kind: str, place: Callable[..., Any]) -> None:
    there, here = filled(place, ODD), place()
    report = here.load(there.export(kind, scope="global", all_pages=True))
    assert report.counts["imported"] == len(ODD)
    assert report.refused == ()
    assert here.pages() == ODD == there.pages()


@some
@given(pages=st.dictionaries(names.filter(can_be), st.binary(max_size=60), min_size=1, max_size=6))
def test_any_pages_come_back_to_the_byte(pages: dict[str, bytes], place: Callable[..., Any]) -> None:
    there = filled(place, apart(pages))
    for kind in ("tar", "json-v2"):
        here = place()
        data = there.export(kind, scope="global", all_pages=True)
        assert here.load(data).refused == ()
        assert here.pages() == there.pages()
        assert here.export(kind, scope="global", all_pages=True) == data


@pytest.mark.parametrize("kind", ["tar", "json-v2"])
def test_a_second_import_of_the_same_changes_nothing(kind: str, place: Callable[..., Any]) -> None:
    there, here = filled(place, ODD), place()
    data = there.export(kind, scope="global", all_pages=True)
    here.load(data)
    report = here.load(data)
    assert report.counts["duplicate"] == len(ODD) == len(report.results)
    assert here.pages() == ODD


@pytest.mark.parametrize("kind", ["tar", "json-v2"])
def test_records_come_back_with_every_field(kind: str, place: Callable[..., Any]) -> None:
    there, here = place(), place()
    there.records.write_bytes(LINES)
    data = there.export(kind, mount="facts", all_pages=True)
    first, second = here.load(data, mount="facts"), here.load(data, mount="facts")
    assert first.counts["imported"] == second.counts["duplicate"] == 3
    lines = here.records.read_text(encoding="utf-8").split("\n")
    back = {found["content"]: found for found in map(json.loads, filter(None, lines))}
    assert back.pop(RECORD["content"]) == RECORD
    assert back["Ann likes coffee"]["x"] == float("inf")
    assert back["no id"]["id"].startswith("noid-")
    torn = [each.where for each in first.results if each.kind == "invalid"]
    assert torn == (["facts.jsonl:3"] if kind == "tar" else [])


def test_a_record_becomes_a_page_and_a_page_a_record(place: Callable[..., Any]) -> None:
    there, here = place(), place()
    there.records.write_bytes(LINES)
    there.put("topics/Bread", b"---\ntags: [baking]\n---\n\nRye\r\nneeds more.\n")
    data = there.export("json-v2", all_pages=True)
    assert here.load(data, mount="global").counts["imported"] == 4
    page = here.pages()["topics/Ann likes tea and rye"].decode()
    assert "tags: [food]" in page
    assert "superseded_by: r-2" in page
    assert here.load(data, mount="facts").counts["imported"] == 4
    bread = next(line for line in here.records.read_text(encoding="utf-8").split("\n") if "needs" in line)
    assert json.loads(bread)["content"] == "Rye\r\nneeds more."
    for mount in ("global", "facts"):
        assert here.load(data, mount=mount).counts["duplicate"] == 4


def test_json_v1_holds_scope_content_and_tags_of_what_is_live_l17(place: Callable[..., Any]) -> None:
    there = filled(place, ODD)
    there.records.write_bytes(LINES)
    bundle = json.loads(there.export("json-v1"))
    assert set(bundle) == {"version", "records"}
    assert bundle["version"] == 1
    assert {"scope": "user", "content": "Ann likes coffee", "tags": []} in bundle["records"]
    told = json.dumps(bundle, ensure_ascii=False)
    assert all(word not in told for word in ("secret", "was so", "likes tea"))
    here = place()
    report = here.load(there.export("json-v1"))
    assert report.counts["imported"] == len({each["content"] for each in bundle["records"]})
    assert report.counts["duplicate"] == len(bundle["records"]) - report.counts["imported"]


def test_markdown_is_grouped_by_scope_and_holds_what_is_live_l17(place: Callable[..., Any]) -> None:
    there = filled(place, {"a": b"# Bread\n\nRye.\n", "b": b"---\nprivate: true\n---\nsecret"})
    there.put("about", b"I bake", "user")
    text = there.export("markdown").decode()
    assert text.index("## user") < text.index("I bake") < text.index("## global") < text.index("### Bread\n\nRye.")
    assert "secret" not in text


def test_equal_stores_pack_into_equal_bytes(place: Callable[..., Any]) -> None:
    first, second = filled(place, ODD), filled(place, dict(reversed(ODD.items())))
    assert first.export("tar", all_pages=True) == second.export("tar", all_pages=True)


def test_an_archive_holds_files_as_they_are_and_names_what_it_does_not_p44(place: Callable[..., Any]) -> None:
    there = filled(place, {"a": b"A\n"})
    home = there.memory.library.mount("global").root
    (home / "cat.png").write_bytes(b"\x89PNG")
    (home / "sub" / ".git").mkdir(parents=True)
    (home / "sub" / ".git" / "HEAD").write_bytes(b"ref")
    (home / "link.md").symlink_to("/etc/passwd")
    there.put("about", b"mine", "user")
    with tarfile.open(fileobj=BytesIO(there.export("tar"))) as packed:
        assert packed.getnames() == ["memory/a.md", "memory/cat.png", MANIFEST]
        file = packed.extractfile(MANIFEST)
        assert file is not None
        manifest = json.loads(file.read())
    assert manifest["file_count"] == 2
    assert {each["path"] for each in manifest["excluded"]} == {"link.md", "user"}
    assert manifest["never"] == [".git", ".vade"]


def test_all_there_is_goes_out_only_when_private_pages_are_meant(place: Callable[..., Any]) -> None:
    there = filled(place, {"mine": b"---\nprivate: true\n---\nsecret"})
    for kind in ("tar", "json-v2"):
        with pytest.raises(InputError, match="1 private page would be in it"):
            there.export(kind)
        assert b"secret" in there.export(kind, all_pages=True) or kind == "tar"


def test_a_bundle_of_another_program_needs_content_alone(place: Callable[..., Any]) -> None:
    here = place()
    records = [{"content": "Only this", "tags": ["x"], "date": "2026-01-02"}, {"raw": "y"}, {"raw_base64": "?"}, 7]
    report = here.load(json.dumps({"version": 2, "records": records}).encode())
    assert [each.kind for each in report.results] == ["imported", "invalid", "invalid", "invalid"]
    assert b"date: 2026-01-02" in here.pages()["topics/Only this"]


def test_a_raw_text_that_its_digest_does_not_name_is_refused(place: Callable[..., Any]) -> None:
    there, here = filled(place, {"a": b"A\n"}), place()
    bundle = json.loads(there.export("json-v2"))
    bundle["records"][0]["raw"] = "B\n"
    report = here.load(json.dumps(bundle).encode())
    assert [each.where for each in report.refused] == ["to-import: record 1"]
    assert here.pages() == {}


def test_a_file_in_a_store_or_there_already_is_not_written(place: Callable[..., Any], tmp_path: Path) -> None:
    there = filled(place, {"a": b"A\n"})

    export = there.exchange.export(Selection("json-v1"))
    with pytest.raises(InputError, match="lies in the store of global"):
        export.save(there.root / "home" / "topics" / ".." / "out.json")
    old = tmp_path / "out.json"
    old.write_bytes(b"old")
    with pytest.raises(ExistsError):
        export.save(old)
    assert old.read_bytes() == b"old"
    export.save(old, force=True)
    assert json.loads(old.read_bytes())["version"] == 1
    assert oct(old.stat().st_mode & 0o777) == oct(0o600)
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["out.json"]


def test_what_can_not_be_exported_is_named(place: Callable[..., Any]) -> None:
    there = filled(place, {"a": b"A\n", "large": b"x" * (2 * 1024 * 1024 + 1)})
    there.records.write_bytes(LINES)
    report = there.exchange.export(Selection("json-v2", all_pages=True)).report
    assert report.pages == 4
    assert any("large" in each for each in report.problems)
    assert any("line 3" in each for each in report.problems)
