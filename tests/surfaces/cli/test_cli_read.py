"""``recall``, ``show`` and ``list``: answers, odd pages, odd questions, and what must never be shown."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]
Vault = Callable[..., Path]

SECRET = "---\nprivate: true\n---\n# Hidden harbour\n\nthe zorgle sleeps here\n"


def test_recall_shows_address_text_and_facts(vade: Vade, vault: Vault) -> None:
    vault({"tides.md": "---\ndate: 2026-03-14\n---\n# Tides\n\n## Spring\n\nHighest after the new moon.\n"})
    done = vade("recall", "when", "is", "the", "new moon tide")
    assert done.code == 0
    assert re.match(r"1\. notes:tides#Tides > Spring  2026-03-14 · .*score \d", done.out)
    assert "   Highest after the new moon.\n" in done.out


def test_a_title_is_shown_unless_the_address_or_the_text_says_the_same(vade: Vade, vault: Vault) -> None:
    vault({"tides.md": "---\ntitle: Springs and neaps\n---\nHigh after the moon.\n", "low.md": "# Low\n\nLow moon.\n"})
    vade("add", "The moon key hangs behind the door.")
    shown = vade("recall", "moon").out.split("\n\n")
    lines = {each.splitlines()[0].split()[1]: each.splitlines()[1:] for each in shown if each.strip()}
    assert lines["notes:tides"] == ["Springs and neaps", "   High after the moon."]
    assert lines["global:topics/The"] == ["   The moon key hangs behind the door."]
    assert lines["notes:low#Low"] == ["   # Low"]


def test_recall_can_explain_itself(vade: Vade, vault: Vault) -> None:
    vault({"tides.md": "# Tides\n\nHighest after the new moon.\n"})
    told = vade("recall", "moon", "--explain", "--json").json
    assert [hit["address"] for hit in told["hits"]] == ["notes:tides#Tides"]
    assert told["hits"][0]["trace"]
    assert "moon" in vade("recall", "moon", "--explain").out


def test_nothing_found_says_so_and_exits_with_one(vade: Vade, vault: Vault) -> None:
    vault({"tides.md": "# Tides\n"})
    done = vade("recall", "xylophone")
    assert (done.code, done.out, done.err.splitlines()[-1]) == (1, "", "nothing was found")
    assert vade("recall", "xylophone", "--json").json["hits"] == []


def test_what_answers_too_little_of_a_question_is_shown_when_all_is_asked_for(vade: Vade, vault: Vault) -> None:
    vault({f"page{at}.md": f"# Page {at}\n\n{word} and nets\n" for at, word in enumerate(("tides", "cod", "ropes"))})
    asked = "which tides drowned the lighthouse generator during ferry trials".split()  # noqa: SIM905 - read by people
    done = vade("recall", *asked)
    assert (done.code, done.out) == (1, "")
    assert "ask with all to see them" in done.err
    assert [hit["address"] for hit in vade("recall", *asked, "--all", "--json").json["hits"]] == ["notes:page0#Page 0"]


@pytest.mark.parametrize("blank", ["", "   ", "\t", "?!"])
def test_A18_a_query_without_words_gives_a_hint_not_all_pages(vade: Vade, vault: Vault, blank: str) -> None:
    vault({"tides.md": "# Tides\n"})
    done = vade("recall", blank)
    assert (done.code, done.out) == (1, "")
    assert "no word to look for" in done.err


QUERIES = [
    "don't forget O'Brien", "c++ AND rust", "title:harbour", "a/b/c.txt", "-flag", "--", "NEAR(a b)", "col : val",
    '"open', "(", "a*", "50% off", "x^2", "'; DROP TABLE blocks; --", "user@example.org", "1.2.3-rc.1", "a OR", "NOT",
    "{a}", "<b>bold</b>", "back\\slash", "what's 港口's name?", "🚀", "a" * 5000, "tab\tnew\nline",
]  # fmt: skip


def test_A18_no_query_fails(vade: Vade, vault: Vault) -> None:
    root = vault({"mail.md": "# Mail\n\nO'Brien wrote to user@example.org about c++ and 1.2.3-rc.1\n"})
    before = (root / "mail.md").read_bytes()
    done = {query: vade("recall", "--json", "--", query) for query in QUERIES}
    assert [query for query, each in done.items() if each.code not in {0, 1} or each.json["query"] != query] == []
    assert [hit["address"] for hit in vade("recall", "O'Brien", "--json").json["hits"]] == ["notes:mail#Mail"]
    assert (root / "mail.md").read_bytes() == before


def test_A02_one_bad_page_stops_nothing_and_is_told_each_time(vade: Vade, vault: Vault) -> None:
    bad = "---\npath: `C:\\new`\n*title: odd\n---\n\nA lanternfish swims.\n"
    root = vault({"bad.md": bad, "one.md": "# One\n\ngoby\n", "two.md": "# Two\n\nblenny\n"})
    assert all(vade("recall", word).code == 0 for word in ("lanternfish", "goby", "blenny"))
    for _ in range(2):
        done = vade("sync")
        assert done.out.splitlines()[-1].split("\t")[0] == "notes"
        assert "1 problem in pages" in done.err
        assert f"{root / 'bad.md'}:2:" in done.err


def test_A05_a_page_from_windows_keeps_its_header_and_shows_no_marks(vade: Vade, vault: Vault) -> None:
    text = b"\xef\xbb\xbf---\r\ntitle: From a Windows disk\r\ntags: [win]\r\n---\r\n\r\n# Heading\r\n\r\nturnstone\r\n"
    vault({"win.md": text, "mac.md": "# Old\r\rsanderling\r"})
    assert [each["title"] for each in vade("list", "--tag", "win", "--json").json] == ["From a Windows disk"]
    told = vade("recall", "turnstone", "--json").json["hits"][0]["snippet"] + vade("show", "notes:win").out
    assert "\r" not in told
    assert "\ufeff" not in told
    assert vade("recall", "sanderling").code == 0


def test_A05_setting_a_key_keeps_mark_and_line_ends(vade: Vade, vault: Vault) -> None:
    root = vault({"Inbox/win.md": b"\xef\xbb\xbf---\r\ntitle: Kept\r\n---\r\n\r\nbody\r\n"})
    assert vade("edit", "notes:Inbox/win", "--set", "state=done").code == 0
    assert (root / "Inbox" / "win.md").read_bytes() == (
        b"\xef\xbb\xbf---\r\ntitle: Kept\r\nstate: done\r\n---\r\n\r\nbody\r\n"
    )


def test_A06_dates_and_versions_stay_as_typed_in_every_json(vade: Vade, vault: Vault) -> None:
    header = "---\ncreated: 2026-04-05\nupdated: 2026-04-05T10:00:00+08:00\nat: 12:30\nversion: 1.10\n---\n\njacana\n"
    vault({"dates.md": header, "bad-day.md": "---\ndate: 2026-13-40\n---\n\nwhimbrel\n"})
    meta = vade("show", "notes:dates", "--json").json["meta"]
    assert meta == {"created": "2026-04-05", "updated": "2026-04-05T10:00:00+08:00", "at": "12:30", "version": "1.10"}
    for words in (["recall", "whimbrel"], ["list"], ["show", "notes:bad-day"], ["status"], ["sync"], ["doctor"]):
        json.loads(vade(*words, "--json").out)
    assert vade("recall", "whimbrel").code == 0


def test_A07_words_that_yaml_takes_for_values_stay_words(vade: Vade, vault: Vault) -> None:
    vault({"norway.md": "---\ncountry: no\ntags: [no, on, 2024, null, y]\ncode: 0123\nyes: 1\n---\nfjord\n"})
    told = vade("show", "notes:norway", "--json").json
    assert told["tags"] == ["no", "on", "2024", "null", "y"]
    assert told["meta"] | {"tags": []} == {"country": "no", "tags": [], "code": "0123", "yes": "1"}
    assert [each["address"] for each in vade("list", "--tag", "no", "--json").json] == ["notes:norway"]


def test_A14_a_name_that_two_pages_have_names_both(vade: Vade, vault: Vault) -> None:
    vault({"cabin/README.md": "# Cabin\n", "deck/README.md": "# Deck\n", "oar.md": "# Oar\n", "spare-oar.md": "# S\n"})
    done = vade("show", "README")
    assert (done.code, done.out) == (4, "")
    assert done.err == (
        "error: 2 pages are called 'README'\nhint: name one of: notes:cabin/README, notes:deck/README\n"
    )
    told = json.loads(vade("show", "README", "--json").err)
    assert told["error"]["candidates"] == ["notes:cabin/README", "notes:deck/README"]
    assert vade("show", "oar", "--json").json["address"] == "notes:oar"


OUTSIDE = [
    "../outside", "../../etc/passwd", "/etc/passwd", "a/../../outside", "..\\outside", "C:x", "%2e%2e/outside", ".",
    " ", "notes:../outside", "notes:%2e%2e/outside", "notes:", "~/x", "x.md/../../y", "．．/outside", ".git/config",
    "notes:\x01",
]  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE)
def test_A39_no_name_leads_out_of_a_store(vade: Vade, vault: Vault, name: str) -> None:
    root = vault({"in.md": "# In\n"})
    (root.parent / "outside.md").write_text("from outside\n", encoding="utf-8")
    for words in (["show", name], ["edit", name, "--set", "a=b"], ["add", "text", "--to", name]):
        done = vade(*words)
        assert done.code in {2, 4, 5}, done
        assert "from outside" not in done.out + done.err
    assert (root.parent / "outside.md").read_text(encoding="utf-8") == "from outside\n"


def test_show_gives_the_page_and_tells_its_version_apart(vade: Vade, vault: Vault) -> None:
    vault({"a.md": "# A\n\nfirst\n\n## B\n\nsecond\n"})
    done = vade("show", "notes:a")
    assert done.out == "# A\n\nfirst\n\n## B\n\nsecond\n"
    assert done.err.startswith("notes:a · version ")
    assert vade("show", "notes:a#A > B").out == "## B\n\nsecond\n"


def test_show_raw_gives_the_bytes_of_the_file(vault: Vault) -> None:
    data = b"\xef\xbb\xbf# A\r\n\r\ncaf\xe9\r\n"
    vault({"a.md": data})
    command = [sys.executable, "-m", "vademecum", "show", "--raw", "notes:a"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout == data


def test_private_pages_are_in_no_answer(vade: Vade, vault: Vault) -> None:
    vault({"Harbour.md": SECRET, "Diary/day.md": "# Hidden day\n\nzorgle\n", "open.md": "# Open\n\nharbour light\n"},
          "--private", "/Diary/**")  # fmt: skip
    calls = (["recall", "harbour hidden"], ["list"], ["show", "open"], ["status"], ["doctor"], ["sync"])
    for words in (*calls, *([*words, "--json"] for words in calls)):
        done = vade(*words)
        told = done.out + done.err
        assert [word for word in ("zorgle", "Harbour", "Diary", "day", "Hidden") if word in told] == [], words
    assert "hidden    2 pages: private" in vade("status").out


def test_a_private_page_is_refused_without_saying_where_it_is(vade: Vade, vault: Vault) -> None:
    vault({"deep/down/harbour.md": SECRET})
    done = vade("show", "harbour")
    assert (done.code, done.out) == (4, "")
    assert done.err == "error: 'harbour' is hidden: private\nhint: a person can show it with --hidden\n"
    assert vade("show", "--raw", "harbour").code == 4
    assert "zorgle" in vade("show", "harbour", "--hidden").out


def test_a_private_namesake_does_not_make_a_name_ambiguous(vade: Vade, vault: Vault) -> None:
    vault({"a/harbour.md": SECRET, "b/harbour.md": "# Open\n", "c/gate.md": SECRET, "d/gate.md": SECRET})
    assert vade("show", "harbour", "--json").json["address"] == "notes:b/harbour"
    assert vade("show", "harbour", "--hidden").code == 4
    assert vade("show", "gate").err.startswith("error: 2 pages called 'gate' are hidden\n")


def test_problems_of_private_pages_stay_private(vade: Vade, vault: Vault) -> None:
    vault({"Diary/day.md": b"caf\xe9 zorgle\n", "open.md": b"caf\xe9\n"}, "--private", "/Diary/**")
    told = vade("status").err + vade("status", "--json").out + vade("doctor").out
    assert "open.md" in told
    assert "day.md" not in told


def test_list_hidden_names_them_with_the_reason(vade: Vade, vault: Vault) -> None:
    vault({"harbour.md": SECRET, "old.md": "---\nsuperseded_by: new\n---\nx\n", "new.md": "# New\n"})
    assert vade("list", "--hidden", "--mount", "notes").out.splitlines() == [
        "notes:harbour\tHidden harbour\t\tprivate",
        "notes:old\told\t\tsuperseded by notes:new",
    ]


def test_list_filters_and_exits_with_one_for_none(vade: Vade, vault: Vault) -> None:
    vault({"a/x.md": "---\ndate: 2026-01-05\ntags: [t]\ntype: log\n---\n", "b/y.md": "---\ndate: 2026-02-05\n---\n"})

    def listed(*options: str) -> list[str]:
        return [line.split("\t")[0] for line in vade("list", *options).out.splitlines()]

    assert listed("--path", "a/") == listed("--tag", "T") == listed("--type", "log") == ["notes:a/x"]
    assert listed("--since", "2026-02-01") == ["notes:b/y"]
    assert listed("--until", "2026-02-01") == ["notes:a/x"]
    assert vade("list", "--tag", "none").code == 1


def test_p42_recall_and_list_narrow_by_salience_and_say_so(vade: Vade, vault: Vault) -> None:
    vault({f"{word}.md": f"---\nsalience: {number}\n---\nkettle\n" for number, word in enumerate(("a", "b", "c"), 1)})
    told = vade("recall", "kettle", "--salience", "hot", "--json").json
    assert [(hit["address"], hit["salience"]) for hit in told["hits"]] == [("notes:a", 1)]
    assert told["narrowed"] == {"salience": ["hot"]}
    explained = vade("recall", "kettle", "--salience", "Warm", "--explain")
    assert "salience 2  warm" in explained.out
    assert "narrowed to salience warm" in explained.err
    listed = vade("list", "--mount", "notes", "--salience", "cold", "--salience", "2", "--json").json
    assert [(each["address"], each["salience"]) for each in listed] == [("notes:b", 2), ("notes:c", 3)]
    assert vade("show", "notes:a", "--json").json["salience"] == 1
    assert vade("recall", "kettle", "--salience", "4").code == 2


@pytest.mark.parametrize("name", ["two  spaces", "甲\u3000乙", "no\u00a0break", "thin\u2009space"])
def test_every_listed_address_opens_its_page_whatever_spaces_it_has(
    vade: Callable[..., Any], vault: Callable[..., Path], name: str
) -> None:
    vault({f"{name}.md": "x\n"})
    listed = vade("list", "--mount", "notes").out.splitlines()[0].split("\t")[0]
    assert listed == f"notes:{name}"
    assert vade("show", listed).code == 0
