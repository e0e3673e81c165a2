from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from vademecum.config import MountConfig
from vademecum.library import Library, Mount
from vademecum.library.quarantine import Quarantine
from vademecum.recall.glossary_pages import widened
from vademecum.recall.pipeline import Request, recall
from vademecum.text import query_terms

GLOSSARY = "---\ntitle: Words\n---\n\n- 缓存 = cache\n- 港口 =\n"


def mount_of(tmp_path: Path, name: str, glossary: str = GLOSSARY) -> Mount:
    (tmp_path / name).mkdir()
    (tmp_path / name / "glossary.md").write_text(glossary, encoding="utf-8")
    return Mount(MountConfig(name=name, path=tmp_path / name))


def added(tmp_path: Path, *mounts: Mount, question: str = "缓存") -> list[tuple[str, str]]:
    terms = widened(Library(mounts, tmp_path / "cache"), question, query_terms(question)).terms
    return [(term.text, term.source) for term in terms if term.source]


def test_the_glossary_of_a_mount_adds_to_a_question_and_its_bad_line_is_told(tmp_path: Path) -> None:
    library = Library([mount_of(tmp_path, "notes")], tmp_path / "cache")
    found = widened(library, "缓存", query_terms("缓存"))
    assert [term.text for term in found.terms] == ["缓存", "缓", "存", "cach"]
    assert found.pages == {("notes", "glossary")}
    assert found.notices == ("line 6 of notes:glossary counts for nothing: a side is empty",)


def test_a_change_of_the_glossary_counts_at_once(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, "notes")
    library = Library([mount], tmp_path / "cache")
    assert len(widened(library, "港口", query_terms("港口")).terms) == 3
    (mount.root / "glossary.md").write_text("港口 = harbour", encoding="utf-8")
    assert widened(library, "港口", query_terms("港口")).terms[-1].text == "harbour"


def test_a_glossary_that_nobody_trusts_or_a_pull_changed_or_that_is_hidden_steers_nothing(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, "notes")
    private = mount_of(tmp_path, "hidden", f"---\nprivate: true\n---\n{GLOSSARY}")
    held = replace(mount, quarantine=Quarantine(["glossary.md"]))
    assert added(tmp_path, mount) == [("cach", "缓存")]
    assert [added(tmp_path, each) for each in (replace(mount, trusted=False), held, private)] == [[], [], []]


def test_glossaries_of_several_mounts_count_together_and_a_mount_without_one_is_no_matter(tmp_path: Path) -> None:
    second = mount_of(tmp_path, "more", "缓存 = store of copies = cache")
    bare = Mount(MountConfig(name="bare", path=tmp_path / "nowhere"))
    found = added(tmp_path, bare, mount_of(tmp_path, "notes"), second)
    assert found == [("cach", "缓存"), ("store", "缓存"), ("copi", "缓存")]


def test_a_question_finds_a_page_in_another_language_and_the_trace_tells_by_which_word(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, "notes")
    (mount.root / "redis.md").write_text("# Redis\n\nThe cache keeps tables for an hour.\n", encoding="utf-8")
    (mount.root / "other.md").write_text("# 港口\n\n这里说的是另一件事。\n", encoding="utf-8")
    answer = recall(Library([mount], tmp_path / "cache"), Request("缓存"))
    [hit] = answer.hits
    assert hit.address.name == "redis"
    assert [part.name for part in hit.trace.parts] == ["word cach (from 缓存, glossary)"]
    assert answer.notices == ("line 6 of notes:glossary counts for nothing: a side is empty",)


def test_a_glossary_answers_only_what_it_adds_nothing_to(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, "notes")
    library = Library([mount], tmp_path / "cache")
    assert recall(library, Request("cache")).hits == ()
    assert [hit.address.name for hit in recall(library, Request("Words")).hits] == ["glossary"]


def test_what_is_said_itself_outweighs_what_a_glossary_adds(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, "notes", "quay = wharf")
    for name in ("quay", "wharf"):
        (mount.root / f"{name}.md").write_text(f"# Notes\n\nThe {name} is closed.\n", encoding="utf-8")
    library = Library([mount], tmp_path / "cache")
    found = {asked: [hit.address.name for hit in recall(library, Request(asked)).hits] for asked in ("quay", "wharf")}
    assert found == {"quay": ["quay", "wharf"], "wharf": ["wharf", "quay"]}


def test_a_page_is_found_by_an_alias_in_another_language(tmp_path: Path) -> None:
    mount = mount_of(tmp_path, "notes", "")
    page = "---\ntitle: Idempotency keys\naliases: [幂等键]\n---\n\nNetworks lose answers.\n"
    (mount.root / "keys.md").write_text(page, encoding="utf-8")
    assert [hit.address.name for hit in recall(Library([mount], tmp_path / "cache"), Request("冪等鍵")).hits] == [
        "keys"
    ]
