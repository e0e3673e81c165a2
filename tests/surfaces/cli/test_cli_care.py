"""``sync``, ``status``, ``doctor`` and ``config``: what is in order, what is not, and what to do about it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]
Vault = Callable[..., Path]


def config_file() -> Path:
    return Path(os.environ["XDG_CONFIG_HOME"]) / "vademecum" / "config.toml"


def rows(out: str) -> dict[str, list[str]]:
    return {line.split("\t")[0]: line.split("\t")[1:] for line in out.splitlines()}


def test_sync_counts_what_it_found(vade: Vade, vault: Vault) -> None:
    root = vault({"a.md": "# A\n", "b.md": "# B\n"})
    assert rows(vade("sync").out)["notes"] == ["2", "0", "0", "0"]
    (root / "a.md").write_text("# Changed\n", encoding="utf-8")
    (root / "b.md").unlink()
    assert rows(vade("sync").out)["notes"] == ["0", "1", "1", "0"]
    assert vade("sync", "--json").json["notes"]["unchanged"] == 1


def test_rebuild_reads_every_page_again(vade: Vade, vault: Vault) -> None:
    vault({"a.md": "# A\n", "b.md": "# B\n"})
    vade("sync")
    assert rows(vade("sync", "--rebuild").out)["notes"][0] == "2"
    assert vade("recall", "A").code == 0


def test_status_shows_each_mount_and_its_oddities(vade: Vade, vault: Vault) -> None:
    root = vault({"a.md": "# A\n\n## B\n\nx\n", "p.md": "---\nprivate: true\n---\n", "odd.md": b"caf\xe9\n"})
    done = vade("status")
    assert f"notes  user · read-only but for Inbox/\n  folder    {root}\n  holds     3 pages, 3 blocks, " in done.out
    assert "  hidden    1 page: private\n" in done.out
    assert done.err.startswith("1 problem in pages; they are indexed as far as they can be read:\n")
    told = next(each for each in vade("status", "--json").json if each["name"] == "notes")
    assert (told["pages"], told["hidden"], told["problems"][0]["address"]) == (3, {"private": 1}, "notes:odd")


def test_a_healthy_memory_has_nothing_to_mend(vade: Vade) -> None:
    vade("init")
    done = vade("doctor")
    assert (done.code, done.err.splitlines()[-1]) == (0, "everything works")
    assert done.err.startswith("vade ")


def test_doctor_exits_with_one_when_there_is_something_to_mend(vade: Vade, vault: Vault) -> None:
    root = vault({"odd.md": b"caf\xe9\n"})
    done = vade("doctor")
    assert (done.code, done.err.splitlines()[-1]) == (1, "1 thing to mend")
    assert f"warning: mount notes has 1 problem in pages, first {root / 'odd.md'}:1:" in done.out
    (told,) = [each for each in vade("doctor", "--json").json if each["severity"] != "note"]
    assert (told["code"], bool(told["remedy"])) == ("page-problems", True)


def test_doctor_lists_every_mistake_of_the_configuration(vade: Vade) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text('[recall]\nlimit = 99\nlimt = 3\n[mounts.x]\nscope = "me"\n', encoding="utf-8")
    done = vade("doctor")
    assert (done.code, done.err.splitlines()[-1]) == (3, "4 things to mend")
    assert [done.out.count(f"{config_file()}:{line}: ") for line in (2, 3, 5)] == [1, 1, 1]
    assert {each["code"] for each in vade("doctor", "--json").json} == {"config"}
    assert vade("config", "--check").code == 3
    assert len(vade("config", "--check", "--json").json) == 4


def test_doctor_names_a_folder_that_went_away(vade: Vade, vault: Vault) -> None:
    root = vault({"a.md": "# A\n"})
    root.rename(root.with_name("moved"))
    done = vade("doctor")
    assert done.code == 1
    assert f"error: the folder of mount notes is not there: {root}" in done.out
    assert vade("doctor", "--json").json[0]["code"] == "mount-missing"


def test_config_shows_values_with_their_origin_and_sets_one(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rows(vade("config").out)["recall.limit"] == ["5", "default"]
    assert vade("config", "recall.limit", "7").code == 0
    assert rows(vade("config", "recall").out)["recall.limit"] == ["7", f"{config_file()}:2"]
    monkeypatch.setenv("VADE_RECALL_LIMIT", "9")
    assert vade("config", "recall.limit", "--json").json == [
        {"key": "recall.limit", "value": "9", "from": "$VADE_RECALL_LIMIT"}
    ]


def test_config_keeps_comments_when_it_sets_a_value(vade: Vade) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text("# mine\n[recall]\nlimit = 3 # few\n", encoding="utf-8")
    assert vade("config", "recall.limit", "4", "--json").json["key"] == "recall.limit"
    assert config_file().read_text(encoding="utf-8") == "# mine\n[recall]\nlimit = 4 # few\n"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["recall.limit", "99"], 3, "recall.limit must be a whole number from 1 to 25, got 99"),
        (["recall.limt", "9"], 3, "recall.limt is no key that can be set"),
        (["mounts.none.inbox", "x"], 3, "mounts.none.inbox is no key that can be set"),
        (["recal"], 2, "there is no key 'recal'"),
        (["a", "b", "c"], 2, "got unexpected extra argument (c)"),
    ],
)
def test_config_refuses_what_means_nothing(vade: Vade, words: list[str], code: int, message: str) -> None:
    done = vade("config", *words)
    assert (done.code, done.out, done.err.splitlines()[0]) == (code, "", f"error: {message}")
    assert not config_file().exists()


def test_config_mends_one_of_two_mistakes_and_tells_the_other(vade: Vade) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text("[recall]\nlimit = 99\nsnippet_chars = 1\n", encoding="utf-8")
    done = vade("config", "recall.limit", "7")
    assert (done.code, "warning: " in done.err, "snippet_chars must be" in done.err) == (0, True, True)


def test_config_tells_where_things_are_kept(vade: Vade, tmp_path: Path) -> None:
    places = vade("config", "--places", "--json").json
    assert places["home"] == str(tmp_path / "memory")
    assert places["config"] == str(config_file())
    assert set(places) == {"config", "cache", "state", "home"}
    assert vade("config", "--places").out.count("\n") == 4
