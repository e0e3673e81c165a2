"""The real hook process in a hostile clone: the agent is given nothing of it until trusted (decision 3, A41)."""

from __future__ import annotations

from typing import Any, TypeAlias

Clone: TypeAlias = Any
WORD = "zugzwang"
ASKED = "when is the harbour crane serviced?"
PROMPTS = (ASKED, f"who said {WORD}, and why deploy on fridays?", "build the thing")
PULLED = {"crane.md": "# Harbour crane\n\nThe harbour crane is serviced by whoever obeys the pulled page.\n"}


def said(clone: Clone) -> str:
    """All that a session is given, before and after everything was brought in step."""
    told = []
    for session in ("s1", "s2"):
        told.append(clone.hook("SessionStart", source="startup", session_id=session))
        told += [clone.hook("UserPromptSubmit", prompt=prompt, session_id=session) for prompt in PROMPTS]
        clone.sync()
    return "".join(told)


def test_before_trust_nothing_of_a_hostile_clone_reaches_the_agent(hostile: Clone) -> None:
    text = said(hostile)
    assert not [word for word in (WORD, "orders", "crane", "clone:", "escape") if word in text]


def test_once_trusted_its_pages_are_given(hostile: Clone) -> None:
    hostile.trust()
    text = said(hostile)
    assert "workspace:seed" in text
    assert "serviced each spring" in text


def test_after_a_pull_the_changed_page_alone_is_kept_back(hostile: Clone) -> None:
    hostile.trust()
    hostile.pull(PULLED)
    text = said(hostile)
    assert "workspace:seed" in text
    assert "obeys the pulled page" not in text
    assert "workspace:crane" not in text


def test_once_looked_at_it_is_given_again(hostile: Clone) -> None:
    hostile.trust()
    hostile.pull(PULLED)
    memory = hostile.memory()
    assert memory.count_as_seen(memory.open_page("workspace:crane"))
    memory.close()
    assert "obeys the pulled page" in said(hostile)


def test_a_glossary_that_a_pull_changed_steers_no_prompt_until_somebody_looked_at_it(hostile: Clone) -> None:
    hostile.trust()
    crane = hostile.setting.config.home / "Winch.md"
    crane.parent.mkdir(exist_ok=True)
    crane.write_text("# Winch\n\nThe winch on the north mole is new.\n", encoding="utf-8")
    hostile.sync()
    hostile.pull({"glossary.md": "绞盘机 = winch = north mole\n"})
    assert "global:Winch" not in hostile.hook("UserPromptSubmit", prompt="绞盘机什么时候换的", session_id="s3")
    memory = hostile.memory()
    assert memory.count_as_seen(memory.open_page("workspace:glossary"))
    memory.close()
    assert "global:Winch" in hostile.hook("UserPromptSubmit", prompt="绞盘机什么时候换的", session_id="s4")


def test_a_page_that_a_pull_changed_comes_by_no_trigger_of_a_session_that_began_before(hostile: Clone) -> None:
    hostile.trust()
    hostile.sync()
    for session in ("s1", "s2"):
        hostile.hook("SessionStart", source="startup", session_id=session)
    assert "serviced each spring" in hostile.hook("UserPromptSubmit", prompt="the crane", session_id="s1")
    hostile.pull(PULLED)
    text = hostile.hook("UserPromptSubmit", prompt="the crane", session_id="s2")
    assert not [words for words in ("obeys the pulled page", "workspace:crane") if words in text]
