"""``add``, ``edit`` and ``forget``: every form of input, titles of every kind, and refusals that lose nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vademecum.errors import UnreadableError
from vademecum.page import Page
from vademecum.store.folder import FolderStore
from vademecum.store.seen import SeenFiles

Vade = Callable[..., Any]
Vault = Callable[..., Path]


def test_add_takes_a_text_a_file_or_what_is_piped_in(vade: Vade, tmp_path: Path) -> None:
    file = tmp_path / "shopping list.md"
    file.write_bytes(b"\xef\xbb\xbfbread\r\nmilk\r\n")
    assert vade("add", "keys behind the door").out.startswith("created global:topics/keys behind the door · version ")
    assert vade("add", stdin="从管道来的\n".encode()).out.startswith("created global:topics/从管道来的 ")
    assert vade("add", "-", "--title", "dash", stdin=b"dashed\n").code == 0
    assert vade("add", "--file", file).out.startswith("created global:topics/shopping list ")
    assert vade("add", "--file", "-", "--title", "minus", stdin=b"piped\n").code == 0
    assert "bread\nmilk\n" in vade("show", "shopping list").out


@pytest.mark.parametrize(
    ("words", "stdin", "message"),
    [
        (["add", ""], b"", "there is nothing to remember: the text is empty"),
        (["add", " \n "], b"", "there is nothing to remember: the text is empty"),
        (["add"], b"", "there is nothing to remember: the text is empty"),
        (["add"], b"caf\xe9", "standard input is not UTF-8: byte 3"),
        (["add", "x", "--file", "y"], b"", "give the text or --file, not both"),
        (["add", "--file", "absent.md"], b"", "absent.md can't be read: No such file or directory"),
        (["add", "--file", "."], b"", ". can't be read: Is a directory"),
        (["add", "x", "--to", "y", "--tag", "z"], b"", "--to adds to a page that is there, so it goes with no other"),
        (["edit", "x"], b"", "without a terminal, say the change with"),
        (["edit", "x", "--set", "key"], b"", "--set takes KEY=VALUE"),
        (["edit", "x", "--old", "a"], b"", "--old and --new go together"),
        (["edit", "x", "--all", "--unset", "a"], b"", "--old and --new go together"),
        (
            ["edit", "x", "--set", "a=b", "--unset", "c"],
            b"",
            "use one of --old, --content, --set and --unset at a time",
        ),
        (["forget"], b"", "name a page, or use --list or --restore"),
        (["forget", "x", "--list"], b"", "name a page, or use --list or --restore"),
    ],
)
def test_what_can_not_be_meant_is_refused_before_anything_is_written(
    vade: Vade, tmp_path: Path, words: list[str], stdin: bytes, message: str
) -> None:
    if words[:2] == ["edit", "x"]:
        assert vade("add", "body", "--title", "x").code == 0
    before = sorted((tmp_path / "memory").rglob("*.md"))
    done = vade(*words, stdin=stdin)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {message}")
    assert sorted((tmp_path / "memory").rglob("*.md")) == before


def test_add_keeps_title_tags_type_and_the_day(vade: Vade) -> None:
    done = vade(
        "add", "We keep rye.", "--title", "Rye: why", "--tag", "bread", "--tag", "a b", "--type", "decision", "--json"
    )
    told = vade("show", done.json["address"], "--json").json
    assert (told["title"], told["type"], told["version"]) == ("Rye: why", "decision", done.json["version"])
    assert told["tags"][0] == "bread"
    assert told["date"] is not None


def test_add_to_appends_to_a_page_or_a_block(vade: Vade, vault: Vault) -> None:
    root = vault({"Inbox/log.md": "# Log\n\n## One\n\na\n\n## Two\n\nb\n"})
    assert vade("add", "more", "--to", "notes:Inbox/log#Log > One").out.startswith("appended notes:Inbox/log")
    assert vade("add", "last", "--to", "log").code == 0
    text = (root / "Inbox" / "log.md").read_text(encoding="utf-8")
    assert text.index("a\n") < text.index("more") < text.index("## Two") < text.index("b\n") < text.index("last")


def test_add_with_a_title_that_is_there_says_what_to_do(vade: Vade) -> None:
    vade("add", "first", "--title", "Rye")
    done = vade("add", "second", "--title", "Rye")
    assert (done.code, done.out) == (5, "")
    assert done.err.startswith("error: global:topics/Rye has this title already\nhint: --replace writes over it, --to")
    assert vade("add", "third", "--title", "Rye", "--replace").out.startswith("replaced global:topics/Rye ")
    assert "third" in vade("show", "Rye").out


def test_a_title_that_several_pages_have_is_replaced_in_none_of_them(vade: Vade, tmp_path: Path) -> None:
    vade("init")
    files = [tmp_path / "memory" / name for name in ("work/a.md", "home/b.md")]
    for file in files:
        file.parent.mkdir()
        file.write_text(f"---\ntitle: Todo\n---\n\nlist of {file.stem}\n")
    before = [file.read_bytes() for file in files]
    for words in (["--replace"], []):
        done = vade("add", "brand new", "--title", "Todo", *words)
        assert (done.code, done.out) == (4, "")
        assert "2 pages have the title 'Todo'" in done.err
        assert "global:home/b, global:work/a" in done.err
    assert [file.read_bytes() for file in files] == before
    assert not (tmp_path / "memory" / "topics" / "Todo.md").exists()


def test_a_text_is_named_after_the_title_in_its_header_and_that_title_is_taken_once(vade: Vade, tmp_path: Path) -> None:
    text = "---\ntitle: In head\ntags: [q]\n---\n\nbody\n"
    file = tmp_path / "h.md"
    file.write_text(text)
    assert vade("add", "--file", file).out.startswith("created global:topics/In head ")
    again = vade("add", stdin=text.encode())
    assert (again.code, "has this title already" in again.err) == (5, True)
    file.write_text("---\ntags: [q]\n---\n\nbody\n")
    assert vade("add", "--file", file).out.startswith("created global:topics/h ")
    assert vade("add", stdin=file.read_bytes()).out.startswith("created global:topics/body ")
    assert vade("show", "topics/body", "--json").json["meta"]["title"] == "body"


@pytest.mark.parametrize("key", ["title", "name"])
def test_what_is_asked_for_wins_over_the_header_of_the_text(vade: Vade, key: str) -> None:
    text = f"---\n{key}: In head\ntype: note\ntags: [q, 'red apple']\nmine: 1  # kept\n---\n\nbody\n"
    asked = ("--title", "Given", "--tag", "z", "--tag", "Q", "--type", "person")
    assert vade("add", *asked, stdin=text.encode()).out.startswith("created global:topics/Given ")
    told = vade("show", "Given", "--json").json
    meta = told["meta"]
    assert (meta[key], meta["type"], meta["tags"]) == ("Given", "person", ["q", "red apple", "z"])
    assert {"title", "name"} & set(meta) == {key}
    assert "mine: 1  # kept\n" in told["text"]


@pytest.mark.parametrize("text", ["new", "---\ntitle: Rye\ntags: [a, b]\n---\n\nnew\n"])
def test_tags_and_type_are_set_in_a_page_that_is_written_over(vade: Vade, text: str) -> None:
    vade("add", "old", "--title", "Rye", "--tag", "a", "--tag", "b")
    asked = ("--title", "Rye", "--replace", "--tag", "c", "--type", "person")
    done = vade("add", *asked, stdin=text.encode())
    assert done.out.startswith("replaced global:topics/Rye ")
    told = vade("show", "Rye", "--json").json
    assert (told["meta"]["tags"], told["meta"]["type"]) == (["a", "b", "c"], "person")
    assert told["text"].endswith("\nnew\n")


@pytest.mark.parametrize("words", [[], ["--replace"]])
def test_a_name_that_a_folder_or_a_pipe_has_is_told_as_such(vade: Vade, tmp_path: Path, words: list[str]) -> None:
    topics = tmp_path / "memory" / "topics"
    vade("init")
    (topics / "dir.md").mkdir(parents=True)
    os.mkfifo(topics / "fifo.md")
    for title in ("dir", "fifo"):
        done = vade("add", "x", "--title", title, *words)
        assert (done.code, done.out) == (5, "")
        assert f"'topics/{title}' is the name of a folder or a special file" in done.err
        assert "--replace" not in done.err


@pytest.fixture
def unread(vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory with a page ``A`` whose file can't be read, as with another person's file, and a page ``B``."""
    for title in ("A", "B"):
        vade("add", f"text of {title}", "--title", title)
    ahead, read = SeenFiles.read, FolderStore.read

    def refused(store: FolderStore, name: str) -> Page:
        if name == "topics/A":
            raise UnreadableError("global:topics/A could not be read: Permission denied")
        return read(store, name)

    monkeypatch.setattr(FolderStore, "read", refused)
    monkeypatch.setattr(SeenFiles, "read", lambda files, entry: None if "A" in entry.name else ahead(files, entry))
    (tmp_path / "memory" / "topics" / "A.md").write_text("changed since\n")


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize("words", [[], ["--replace"]])
def test_a_title_whose_page_can_not_be_read_makes_no_second_page(
    vade: Vade, tmp_path: Path, *, words: list[str]
) -> None:
    done = vade("add", "z", "--title", "A", *words)
    assert (done.code, done.out) == (6, "")
    assert "global:topics/A can't be read, and may be the page of this title" in done.err
    assert not (tmp_path / "memory" / "topics" / "A 2.md").exists()


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize("kind", ["json-v1", "json-v2", "markdown"])
def test_an_export_without_a_page_that_can_not_be_read_does_not_pass_for_whole(
    vade: Vade, tmp_path: Path, kind: str
) -> None:
    done = vade("export", "--format", kind, tmp_path / "out")
    assert done.code == 6
    assert "Permission denied" in done.err
    assert "1 page could not be read, so what was written is not all of it" in done.err
    assert "text of B" in (tmp_path / "out").read_text()


TITLES = [
    "月亮与潮水", "锚与缆绳", "🎈", "🧭", "☀️", "", "  ", "…", "June Log", "June-Log", "june log?", "Café", "Cafe",
    "Чайка", "Волна", "MEMORY", "index",
]  # fmt: skip


def test_A22_titles_that_look_alike_become_pages_of_their_own(vade: Vade, tmp_path: Path) -> None:
    vade("init")
    contents = (tmp_path / "memory" / "MEMORY.md").read_bytes()
    saved = {}
    for number, title in enumerate(TITLES):
        done = vade("add", f"body {number}", "--title", title, "--json")
        assert done.code == 0, done.err
        saved[done.json["address"]] = number
    assert len(saved) == len(TITLES)
    assert all(f"body {number}\n" in vade("show", address).out for address, number in saved.items())
    assert (tmp_path / "memory" / "MEMORY.md").read_bytes() == contents
    assert "global:topics/月亮与潮水" in saved


def test_A22_saving_a_title_again_leaves_its_twin_alone(vade: Vade) -> None:
    vade("add", "one", "--title", "June Log")
    vade("add", "two", "--title", "june log?")
    assert vade("add", "three", "--title", "June Log", "--replace").out.startswith("replaced global:topics/June Log ")
    assert "two" in vade("show", "june log?").out


LONG = ["锚" * 120, "물결" * 80, "👩‍👩‍👦" * 20, "y" * 300, "锚" * 120 + "末"]


def test_A23_long_titles_are_saved_under_names_that_any_disk_takes(vade: Vade, tmp_path: Path) -> None:
    for number, title in enumerate(LONG):
        assert vade("add", f"body {number}", "--title", title).code == 0
    names = [file.name for file in (tmp_path / "memory" / "topics").glob("*.md")]
    assert len(names) == len(LONG)
    assert all(len(name.encode()) <= 255 - len(".tmp") for name in names)
    titles = {each["title"] for each in vade("list", "--json").json}
    assert set(LONG) <= titles


def test_edit_replaces_exactly_once_and_touches_nothing_else(vade: Vade, vault: Vault) -> None:
    root = vault({"Inbox/a.md": "---\nk: 'v' # why\n---\n\nrye and rye\r\nno sugar\n"})
    assert vade("edit", "notes:Inbox/a", "--old", "no sugar", "--new", "one sugar").out.startswith(
        "edited notes:Inbox/a"
    )
    refused = vade("edit", "notes:Inbox/a", "--old", "rye", "--new", "oat")
    assert refused.code == 5
    assert vade("edit", "notes:Inbox/a", "--old", "rye", "--new", "oat", "--all").code == 0
    assert (root / "Inbox" / "a.md").read_bytes() == b"---\nk: 'v' # why\n---\n\noat and oat\r\none sugar\n"


def test_edit_takes_a_whole_text_and_header_keys(vade: Vade, tmp_path: Path) -> None:
    vade("add", "old", "--title", "Page")
    file = tmp_path / "new.txt"
    file.write_text("new body\n", encoding="utf-8")
    assert vade("edit", "Page", "--content", file).out.startswith("replaced ")
    assert vade("edit", "Page", "--content", "-", stdin=b"piped body\n").code == 0
    assert vade("edit", "Page", "--set", "state=a=b").code == 0
    told = vade("show", "Page", "--json").json
    assert (told["meta"]["state"], told["text"].endswith("piped body\n")) == ("a=b", True)
    assert vade("edit", "Page", "--unset", "state").code == 0
    assert "state" not in vade("show", "Page", "--json").json["meta"]


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("tags=[kitchen, 'red apple']", ["kitchen", "red apple"]),
        ("tags=kitchen, red apple", ["kitchen", "red apple"]),
        ("tags=kitchen home", ["kitchen", "home"]),
        ("aliases=Red apple", ["Red apple"]),
        ("triggers=to bake, to cook", ["to bake", "to cook"]),
        ("others=[a, b]", ["a", "b"]),
        ("others=a, b", "a, b"),
        ("others=[[Page]]", "[[Page]]"),
        ("summary=[draft]", "[draft]"),
        ("tags=[]", []),
    ],
)
@pytest.mark.parametrize("header", ["", "tags: [old]\naliases:\n  - old\nothers: old\n"])
def test_a_list_in_brackets_or_for_a_key_of_lists_is_set_as_one(
    vade: Vade, tmp_path: Path, *, header: str, said: str, means: object
) -> None:
    file = tmp_path / "memory" / "topics" / "page.md"
    file.parent.mkdir(parents=True)
    file.write_text(f"---\ntitle: Page\n{header}---\n\nbody\n")
    assert vade("edit", "topics/page", "--set", said).code == 0
    assert vade("show", "topics/page", "--json").json["meta"][said.partition("=")[0]] == means
    if means == ["kitchen", "red apple"]:
        assert "topics/page" in vade("list", "--tag", "red apple").out


def test_a_list_that_is_none_is_refused_before_anything_is_written(vade: Vade) -> None:
    vade("add", "body", "--title", "Page")
    done = vade("edit", "Page", "--set", "tags=[a, 'b]")
    assert (done.code, "[a, 'b] is not a list in YAML" in done.err) == (2, True)
    assert "tags" not in vade("show", "Page", "--json").json["meta"]


def test_a_block_is_never_taken_for_its_page(vade: Vade, vault: Vault) -> None:
    root = vault({"Inbox/a.md": "# A\n\n## B\n\nkept\n"})
    for words in (["edit", "--content", "-"], ["edit", "--set", "a=b"], ["forget", "--yes"]):
        done = vade(words[0], "notes:Inbox/a#A > B", *words[1:], stdin=b"lost\n")
        assert (done.code, done.err.splitlines()[0]) == (2, "error: notes:Inbox/a#A > B is a part of a page")
    assert (root / "Inbox" / "a.md").read_text(encoding="utf-8") == "# A\n\n## B\n\nkept\n"


def test_edit_with_an_old_version_is_refused(vade: Vade) -> None:
    version = vade("add", "old text", "--title", "Page", "--json").json["version"]
    assert vade("edit", "Page", "--old", "old", "--new", "new", "--expect", version).code == 0
    done = vade("edit", "Page", "--old", "new", "--new", "newer", "--expect", version, "--json")
    assert (done.code, json.loads(done.err)["error"]["code"]) == (5, "conflict")


def test_forgetting_and_replacing_expect_a_version_too_d45(vade: Vade) -> None:
    old = vade("add", "old text", "--title", "Page", "--json").json["version"]
    new = vade("add", "new text", "--title", "Page", "--replace", "--expect", old, "--json").json["version"]
    for words in (["forget", "Page", "--yes"], ["add", "late text", "--title", "Page", "--replace"]):
        done = vade(*words, "--expect", old, "--json")
        assert (done.code, json.loads(done.err)["error"]["code"]) == (5, "conflict")
    assert "new text" in vade("show", "Page").out
    assert vade("forget", "Page", "--yes", "--expect", new).code == 0
    assert vade("add", "a text", "--expect", new).code == 2
    assert vade("forget", "Page", "--purge", "--yes", "--expect", new).code == 2


def test_a_private_page_is_edited_and_forgotten_only_on_request(vade: Vade, tmp_path: Path) -> None:
    vade("add", "zorgle", "--title", "Diary")
    assert vade("edit", "Diary", "--set", "private=true").code == 0
    assert [vade("edit", "Diary", "--unset", "private").code, vade("forget", "Diary", "--yes").code] == [4, 4]
    assert vade("edit", "Diary", "--unset", "private", "--hidden").code == 0
    assert "zorgle" in vade("show", "Diary").out


def test_a_mount_is_written_in_its_inbox_alone(vade: Vade, vault: Vault) -> None:
    root = vault({"a.md": "# A\n", "Inbox/b.md": "# B\n"})
    for words in (["edit", "notes:a", "--set", "x=y"], ["forget", "notes:a", "--yes"], ["add", "x", "--to", "notes:a"]):
        done = vade(*words)
        assert (done.code, done.err) == (
            5,
            "error: mount notes is read-only outside its inbox\nhint: write below Inbox/\n",
        )
    assert vade("edit", "notes:Inbox/b", "--set", "x=y").code == 0
    assert vade("add", "text", "--title", "New", "--mount", "notes").out.startswith("created notes:Inbox/New ")
    assert (root / "a.md").read_text(encoding="utf-8") == "# A\n"


def test_forget_moves_to_the_trash_and_restore_brings_back(vade: Vade) -> None:
    vade("add", "the text", "--title", "Page")
    gone = vade("forget", "Page", "--yes", "--json").json
    assert (gone["action"], gone["version"]) == ("deleted", None)
    assert vade("show", "Page").code == 4
    assert [each["id"] for each in vade("forget", "--list", "--json").json] == [gone["trash_id"]]
    assert vade("forget", "--list").out.split("\t")[:2] == [gone["trash_id"], "global:topics/Page"]
    assert vade("forget", "--restore", gone["trash_id"]).out.startswith("restored global:topics/Page ")
    assert "the text" in vade("show", "Page").out
    assert vade("forget", "--restore", "nothing").code == 4


def test_forget_asks_and_takes_no_for_an_answer(vade: Vade) -> None:
    vade("add", "the text", "--title", "Page")
    kept = vade("forget", "Page", stdin=b"n\n")
    assert (kept.code, kept.err.endswith("nothing was changed\n")) == (0, True)
    nobody = vade("forget", "Page")
    assert (nobody.code, nobody.err.splitlines()[-1]) == (2, "hint: --yes does it without asking")
    assert vade("forget", "Page", stdin=b"y\n").out.startswith("deleted global:topics/Page")


def test_init_makes_a_memory_and_touches_nothing_that_is_there(vade: Vade, tmp_path: Path) -> None:
    first = vade("init", "--json").json
    assert first["path"] == str(tmp_path / "memory")
    assert "global:MEMORY" in first["created"]
    (tmp_path / "memory" / "MEMORY.md").write_text("mine\n", encoding="utf-8")
    again = vade("init")
    assert (again.code, again.out) == (0, "")
    assert (tmp_path / "memory" / "MEMORY.md").read_text(encoding="utf-8") == "mine\n"


def test_init_project_gives_the_project_a_store_that_is_trusted(vade: Vade, tmp_path: Path) -> None:
    assert vade("init", "--project").code == 0
    assert vade("add", "for this project", "--scope", "workspace").out.startswith("created workspace:")
    assert list((tmp_path / "project" / ".memory").glob("for this*.md"))
