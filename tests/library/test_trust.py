"""Which stores are trusted, how that is kept, and what a pull's pages are held by (design decision 3)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vademecum.config import Config
from vademecum.library.assess import Judged, assess, judge
from vademecum.library.mounts import mounts_for
from vademecum.library.quarantine import (
    NOTHING,
    Quarantine,
    author_of,
    blob_ids,
    page_key,
    peek,
    peek_exactly,
    record_file,
)
from vademecum.library.survey import look_over, visible
from vademecum.library.trust import revoke_trust, trust_list, trust_store, trusted_stores
from vademecum.library.workspace import Workspace
from vademecum.page import digest_of
from vademecum.store.history import Files, History, Kind, Step

DAY = "2026-11-30"


def store(tmp_path: Path, **pages: str) -> Path:
    root = tmp_path / "project" / ".memory"
    root.mkdir(parents=True)
    for name, text in pages.items():
        (root / f"{name}.md").write_text(text, encoding="utf-8")
    return root.resolve()


def steps(*told: tuple[Kind, Files]) -> tuple[Step, ...]:
    return tuple(Step(kind, files, None if kind == "arrived" else f"m{n}") for n, (kind, files) in enumerate(told))


def judged(*told: tuple[Kind, Files], base: Files | None = None, since: str = "") -> Judged:
    return judge(History(steps(*told), (), {}, base or {}, "tip"), (), since)


def test_a_store_is_trusted_until_that_is_taken_back(tmp_path: Path) -> None:
    root, state = store(tmp_path, a="a"), tmp_path / "state"
    trust_store(state, root, look_over(root, DAY).sight)
    assert trusted_stores(state) == {str(root)}
    assert trust_list(state)[str(root)].day == DAY
    assert revoke_trust(state, root)
    assert not revoke_trust(state, root)
    assert [file.name for file in (state / "trust").iterdir() if file.suffix == ".json"] == []


def test_the_first_format_a_list_of_paths_still_counts_and_is_kept_on_writing(tmp_path: Path) -> None:
    root, state = store(tmp_path), tmp_path / "state"
    state.mkdir()
    (state / "trust.json").write_text(json.dumps(["/somewhere/.memory"]), encoding="utf-8")
    assert trusted_stores(state) == {"/somewhere/.memory"}
    trust_store(state, root)
    assert trusted_stores(state) == {"/somewhere/.memory", str(root)}
    trust_store(state, root)
    assert trust_list(state)["/somewhere/.memory"].day is None


@pytest.mark.parametrize("text", ["", "{", "7", '{"stores": 3}', '{"stores": {"/a": 1}}', "[1, null]", "\ud800"])
def test_a_broken_list_trusts_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "trust.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert trusted_stores(tmp_path) == frozenset()


def test_what_is_kept_of_trust_can_be_read_by_nobody_else(tmp_path: Path) -> None:
    root, state = store(tmp_path, a="a"), tmp_path / "state"
    trust_store(state, root, look_over(root, DAY).sight)
    files = [state / "trust.json", *(each for each in (state / "trust").iterdir() if each.suffix == ".json")]
    assert [file.stat().st_mode & 0o077 for file in files] == [0] * 3


def test_outside_git_no_pull_can_bring_anything_so_nothing_is_held(tmp_path: Path) -> None:
    root, state = store(tmp_path, a="a"), tmp_path / "state"
    trust_store(state, root, look_over(root, DAY).sight)
    (root / "a.md").write_text("edited", encoding="utf-8")
    assert not assess(state, root).holds("a", digest_of(b"edited"), b"edited")
    assert peek(str(state), str(root)) == assess(state, root)


def test_a_lost_answer_holds_all_but_what_was_seen(tmp_path: Path) -> None:
    root, state = store(tmp_path, a="a"), tmp_path / "state"
    trust_store(state, root, look_over(root, DAY).sight)
    next((state / "trust").glob("*.now.json")).unlink()
    for held in (peek(str(state), str(root)), assess(state, root)):
        assert held.blind
        assert not held.holds("a", digest_of(b"a"), b"a")
        assert held.holds("a", digest_of(b"b"), b"b")


WATCH: dict[str, object] = {
    **dict.fromkeys(("store", "mark"), ""),
    **dict.fromkeys(("git", "log", "fetched", "head", "stamp")),
    **{key: [] for key in ("names", "passing", "places", "pulled")},
    **{key: {} for key in ("arrived", "known")},
}
WRONG: list[object] = [
    *({**WATCH, "stamp": wrong} for wrong in (5, {"/a": 5}, {"/a": [1]}, {"/a": ["1", 2, 3]}, {"/a": [-1, 2, 3]})),
    *({**WATCH, key: wrong} for key in WATCH for wrong in (5, [5], {"a": [5]}, {"a": 5})),
    *({name: value for name, value in WATCH.items() if name != key} for key in WATCH),
    dict.fromkeys(WATCH) | {"stamp": {}},
    None,
    [],
]


@pytest.mark.parametrize("is_listed", [True, False])
def test_d3_an_answer_that_something_else_wrote_holds_all_but_what_was_seen(tmp_path: Path, is_listed: bool) -> None:  # noqa: FBT001 - a table
    root, state = store(tmp_path, a="a"), tmp_path / "state"
    trust_store(state, root, look_over(root, DAY).sight)
    if not is_listed:
        (state / "trust.json").unlink()
    (watch,) = (state / "trust").glob("*.now.json")
    for text in [*map(json.dumps, WRONG), "", "{", "[" * 100_000]:
        watch.write_text(text, encoding="utf-8")
        held = peek(str(state), str(root))
        assert held.blind, text[:200]
        assert peek_exactly(str(state), str(root)) is None
        assert not held.holds("a", digest_of(b"a"), b"a")
        assert held.holds("a", digest_of(b"b"), b"b")


def test_d3_a_record_that_something_else_wrote_knows_nothing(tmp_path: Path) -> None:
    root, state = store(tmp_path, a="a"), tmp_path / "state"
    trust_store(state, root, look_over(root, DAY).sight)
    next((state / "trust").glob("*.now.json")).write_text("{", encoding="utf-8")
    record = Path(record_file(str(state), str(root)))
    kept = {"store": "", "commit": None, "known": {"a.md": [digest_of(b"a")]}}
    record.write_text(json.dumps(kept), encoding="utf-8")
    assert not peek(str(state), str(root)).holds("a", digest_of(b"a"), b"a")
    unknown: list[object] = [5, [], {"a.md": 5}, {"a.md": [5]}]
    wrongs: list[object] = [
        None,
        [],
        {**kept, "store": 5},
        {**kept, "commit": 5},
        *({**kept, "known": each} for each in unknown),
    ]
    for wrong in wrongs:
        record.write_text(json.dumps(wrong), encoding="utf-8")
        assert peek(str(state), str(root)).holds("a", digest_of(b"a"), b"a")


def test_a_store_that_is_not_trusted_has_no_quarantine_of_its_own(tmp_path: Path) -> None:
    root = store(tmp_path, a="a")
    assert peek(str(tmp_path / "state"), str(root)) is NOTHING
    assert assess(tmp_path / "state", root) is NOTHING


def test_a_link_that_came_with_the_project_opens_no_folder_outside_it(tmp_path: Path) -> None:
    project, private = tmp_path / "project", tmp_path / "private"
    project.mkdir()
    private.mkdir()
    (project / ".memory").symlink_to(private)
    state = tmp_path / "state"
    trust_store(state, private)
    workspace = Workspace(project.resolve(), project.resolve())
    roots = {mount.root for mount in mounts_for(Config(home=tmp_path / "home"), workspace, state)}
    assert private.resolve() not in roots


def test_a_pull_holds_what_it_brought_and_frees_what_it_took_back() -> None:
    brought = judged(("moved", {"a.md": "1", "b.md": "1"}))
    assert brought.names == {"a.md", "b.md"}
    back = judged(("moved", {"a.md": "1", "b.md": "1"}), ("moved", {"a.md": "0", "b.md": None}), base={"a.md": "0"})
    assert back.names == set()


def test_what_was_committed_here_first_is_ones_own_however_it_comes_back() -> None:
    found = judged(("committed", {"a.md": "1"}), ("arrived", {"a.md": "1"}), ("moved", {"a.md": "1"}))
    assert (found.names, found.pulled) == (set(), set())


def test_what_a_fetch_brought_first_is_held_also_when_it_is_committed_here() -> None:
    found = judged(("arrived", {"a.md": "1"}), ("committed", {"a.md": "1"}))
    assert (found.names, found.pulled) == ({"a.md"}, {"a.md"})


def test_an_own_commit_on_top_of_a_pull_frees_nothing() -> None:
    assert judged(("moved", {"a.md": "1"}), ("committed", {"a.md": "2"})).names == {"a.md"}


def test_only_steps_after_the_last_look_hold() -> None:
    told: tuple[tuple[Kind, Files], ...] = (("moved", {"a.md": "1"}), ("moved", {"b.md": "1"}))
    assert judged(*told, since="m0").names == {"b.md"}
    assert judged(*told, since="m0").pulled == {"a.md", "b.md"}


def test_a_page_is_one_page_in_whatever_case_or_form_a_disk_spells_it() -> None:
    held = Quarantine(map(page_key, ["Notes/Cafe\u0301"]))
    assert held.covers("notes/caf\xe9")
    assert held.holds("NOTES/CAF\xc9", "d", b"")
    assert not held.covers("notes/cafe")


def test_fetched_content_in_a_file_is_known_by_gits_own_hash_in_both_line_ends() -> None:
    arrived = Quarantine(contents=({"a.md": ["ce013625030ba8dba906f756967f9e9ca394464a"]}, {}))
    assert arrived.holds("a", "d", b"hello\n")
    assert arrived.holds("a", "d", b"hello\r\n")
    assert not arrived.holds("a", "d", b"hello")
    assert len(blob_ids(b"hello")) == 2


def test_what_a_page_says_of_its_author_is_a_claim_where_it_came_in() -> None:
    assert author_of("agent:claude-code", came_in=True) == "pull, claims agent:claude-code"
    assert author_of(None, came_in=True) == "pull"
    assert author_of("agent:claude-code", came_in=False) == "agent:claude-code"
    assert author_of(None, came_in=False) == "person"


def test_the_survey_names_what_would_speak_unasked(tmp_path: Path) -> None:
    root = store(tmp_path, SOUL="x", a="---\nmetadata:\n  seed: true\n  triggers: [go]\n---\n", plain="y")
    (root / "config.toml").write_text("[recall]\nlimit = 3\n", encoding="utf-8")
    (root / "b\u202ec.md").write_text("z", encoding="utf-8")
    survey = look_over(root, DAY)
    marks = {page.name: (page.roles, page.is_odd) for page in survey.pages if page.roles or page.is_odd}
    assert marks["SOUL"] == (("soul",), False)
    assert marks["a"] == (("seed", "triggers"), False)
    assert [visible(name) for name, (_, is_odd) in marks.items() if is_odd] == ["b\\u{202e}c"]
    assert (survey.config, len(survey.pages)) == (("recall.limit",), 4)
