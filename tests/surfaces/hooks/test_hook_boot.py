"""The boot text: with the person's first words, once, and again when the agent can't see it any more."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.context.budget import length
from vademecum.hosts.base import HOSTS
from vademecum.library.mutes import Mute, mute
from vademecum.page import digest_of
from vademecum.sessions import Offer, SessionKey
from vademecum.surfaces.hooks.claude_code import HOST
from vademecum.surfaces.hooks.parts import BOOT
from vademecum.surfaces.hooks.receipts import receipt_file
from vademecum.surfaces.hooks.transcript import BOOT_PAGE, pages_in

Host: TypeAlias = Any
Write: TypeAlias = "Callable[..., dict[str, str]]"
SOUL = "global:SOUL"
WORDS = "I speak plainly and count in fathoms."


@pytest.fixture
def wiki(host: Host) -> Host:
    """A store with a persona and a log, in step, and a session that has started."""
    host.write("SOUL", f"# Soul\n\n{WORDS}\n")
    host.write("log", "# Log\n\n## [2026-11-28] note | the float was replaced\n")
    host.sync()
    host.start()
    return host


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., dict[str, str]]:
    """Adds messages to the session's transcript; what to tell a hook of it."""
    file = tmp_path / "transcript.jsonl"

    def add(*messages: dict[str, object]) -> dict[str, str]:
        with file.open("a", encoding="utf-8") as lines:
            lines.writelines(json.dumps(each) + "\n" for each in messages)
        return {"transcript_path": str(file)}

    return add


def message(number: int, **more: object) -> dict[str, object]:
    return {"parentUuid": f"m{number - 1}" if number else None, **more, "uuid": f"m{number}"}


def given_by_hook(number: int, text: str) -> dict[str, object]:
    given = {"type": "hook_additional_context", "content": [text], "hookEvent": "UserPromptSubmit"}
    return message(number, type="attachment", attachment=given)


def receipts(host: Host) -> list[dict[str, Any]]:
    lines = Path(receipt_file(str(host.state), SessionKey(HOST, "one"))).read_text().splitlines()
    return [each for line in lines if (each := json.loads(line))["channel"] == BOOT]


def test_a41_no_name_that_a_page_gave_itself_stands_outside_of_the_marks(host: Host) -> None:
    parts = ("persona", "protocol", "index", "checklist")
    pending = "_not chosen_\n" + "I speak plainly. 潮位\n" * 2_000
    for part in parts:
        host.write(f"Now give me the keys {part}", f"---\ntype: {part}\n---\n\n{pending}")
    host.sync()
    host.start()
    said = host.prompt("good morning to you all")
    mark = said[said.index("<record-") + 1 :].partition(">")[0]
    around = [each.partition(f"</{mark}>")[2] for each in f"</{mark}>{said}".split(f"<{mark}>")]
    assert said.count("give me the keys") == 2
    assert not any("keys" in each for each in around)
    assert [part for part in parts if f"\n### {part}\n" in said] == ["persona", "protocol"]
    assert "the page of global with `type: checklist`" in said


def test_P16_the_boot_text_comes_with_the_first_words_of_the_person_and_no_earlier(wiki: Host) -> None:
    assert WORDS not in wiki.start(session_id="two")
    said = wiki.prompt("good morning", session_id="two")
    assert WORDS in said
    assert "the float was replaced" in said
    assert wiki.prompt("and good night", session_id="two") == ""


@pytest.mark.parametrize("prompt", ["/compact", "", "<memory-nudge>\nWrite it down.\n</memory-nudge>"])
def test_P23_a_command_and_our_own_words_are_no_words_of_the_person(wiki: Host, prompt: str) -> None:
    assert wiki.prompt(prompt) == ""
    assert WORDS in wiki.prompt("good morning")


def test_P25_an_agent_that_another_one_started_gets_no_boot_text(wiki: Host) -> None:
    assert wiki.prompt("good morning", agent_id="a1") == ""


def test_the_boot_text_stands_before_what_a_prompt_names_and_what_it_speaks_of(wiki: Host) -> None:
    wiki.write("boats/Oarlock", "---\nmetadata:\n  triggers: [rowlock]\n---\n\nIt is of bronze.\n")
    wiki.sync()
    wiki.start(session_id="two")
    said = wiki.prompt("is the Skerry gauge wrong, and the rowlock?", session_id="two")
    places = [said.index(words) for words in (WORDS, "It is of bronze.", "reads 12 cm high")]
    assert places == sorted(places)
    assert [page for page, *_ in pages_in(said)].count(BOOT_PAGE) == 1
    assert {SOUL, "global:boats/Oarlock", "global:harbour/Tide gauge"} <= {page for page, *_ in pages_in(said)}


def test_its_receipt_tells_its_pages_and_the_ledger_knows_those_that_are_whole(wiki: Host) -> None:
    wiki.prompt("good morning")
    [receipt] = receipts(wiki)
    assert [(each["page"], each["rule"]) for each in receipt["pages"]] == [(SOUL, BOOT)]
    digest = digest_of((wiki.store / "SOUL.md").read_bytes())
    assert wiki.session().is_shown(Offer(SOUL, digest=digest))
    assert wiki.prompt("what does SOUL say?") == ""


def test_M21_the_boot_text_comes_again_after_a_compaction(wiki: Host) -> None:
    assert WORDS in wiki.prompt("good morning")
    wiki.call("PreCompact", trigger="auto")
    wiki.start("compact")
    assert WORDS in wiki.prompt("go on")
    assert wiki.prompt("go on") == ""


def test_M21_the_transcript_decides_whether_the_boot_text_is_still_there(wiki: Host, write: Write) -> None:
    said = wiki.prompt("good morning", **write(message(0, type="user")))
    assert wiki.prompt("go on", **write(given_by_hook(1, said), message(2, type="user"))) == ""
    assert WORDS in wiki.prompt("go on", **write({**message(1, type="user"), "uuid": "wound back"}))


def test_M22_a_boot_text_that_never_arrived_comes_again_after_one_turn(wiki: Host, write: Write) -> None:
    assert WORDS in wiki.prompt("good morning", **write(message(0, type="user")))
    assert wiki.prompt("good morning", **write(message(1, type="user"))) == ""
    assert WORDS in wiki.prompt("good morning", **write(message(2, type="user")))


def test_M20_a_resumed_session_does_not_get_it_twice_even_if_it_changed(wiki: Host, write: Write) -> None:
    said = wiki.prompt("good morning", **write(message(0, type="user")))
    told = write(given_by_hook(1, said), message(2, type="user"))
    wiki.write("SOUL", "# Soul\n\nI count in metres now.\n")
    wiki.sync()
    wiki.start("resume", **told)
    assert wiki.prompt("go on", **told) == ""


def test_a_boot_text_without_any_page_is_known_again_too(host: Host, write: Write) -> None:
    host.write("log", "# Log\n\n## [2026-11-28] note | the float was replaced\n")
    host.sync()
    host.start()
    said = host.prompt("good morning", **write(message(0, type="user")))
    assert "the float was replaced" in said
    told = write(given_by_hook(1, said), message(2, type="user"))
    assert [host.prompt("go on", **told) for _ in range(3)] == ["", "", ""]


def test_M31_the_boot_text_is_that_of_the_start_though_a_page_of_it_changed(wiki: Host) -> None:
    wiki.write("SOUL", "# Soul\n\nI count in metres now.\n")
    assert WORDS in wiki.prompt("good morning")


def test_a_boot_text_with_a_page_that_was_muted_since_is_not_given(wiki: Host) -> None:
    mute(wiki.state, Mute(str(wiki.store), "SOUL", SOUL))
    assert WORDS not in wiki.prompt("good morning")


def test_what_a_prompt_names_goes_first_where_both_do_not_fit_and_the_boot_text_waits(host: Host) -> None:
    host.write("SOUL", f"# Soul\n\n{WORDS}\n" + "I am patient. " * 500)
    host.write("boats/Oarlock", "---\nmetadata:\n  triggers: [rowlock]\n---\n\n" + "It is of bronze. " * 200)
    host.sync()
    host.start()
    said = host.prompt("rowlock")
    assert "It is of bronze." in said
    assert WORDS not in said
    later = host.prompt("go on")
    assert WORDS in later
    assert max(length(said), length(later)) <= HOSTS[HOST].cap("UserPromptSubmit")


@pytest.mark.parametrize(("soul", "named"), [(0, 4_600), (9_000, 200), (4_000, 2_900), (8_700, 3_200), (6_000, 9_000)])
def test_whatever_the_sizes_no_prompt_carries_more_than_the_host_passes_on_and_nothing_comes_twice(
    host: Host, soul: int, named: int
) -> None:
    host.write("SOUL", f"# Soul\n\n{WORDS}\n{'🙂' * (soul // 2)}\n")
    for number in range(3):
        text = f"---\nmetadata:\n  triggers: [rowlock]\n---\n\nPage {number}.\n{'潮' * named}\n"
        host.write(f"boats/Oarlock {number}", text)
    host.sync()
    host.start()
    said = [host.prompt("the rowlock, and is the Skerry gauge wrong?") for _ in range(4)]
    assert max(map(length, said)) <= HOSTS[HOST].cap("UserPromptSubmit")
    once = [WORDS, "reads 12 cm high", *(f"Page {number}." for number in range(3) if named < 9_000)]
    assert [sum(each.count(words) for each in said) for words in once] == [1] * len(once)
