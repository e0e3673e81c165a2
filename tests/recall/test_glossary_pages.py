from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from vademecum.config import MountConfig
from vademecum.library import Library, Mount
from vademecum.library.quarantine import Quarantine
from vademecum.recall.glossary_pages import widened
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
