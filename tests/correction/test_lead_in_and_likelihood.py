"""Facts that reword a claim (H9): what may be said otherwise, what the others decide, and what leads a claim in."""

from __future__ import annotations

import pytest

from vademecum.recall.correct import Fact, choose_targets
from vademecum.recall.lead_in import without_lead_in
from vademecum.recall.reading import read_statement

ASIDE = ("The kettle is new.", "阳台种了番茄。")


def chosen(claim: str, truth: str, *facts: str) -> list[str]:
    stored = [*facts, *ASIDE]
    found = choose_targets([Fact(str(at), text) for at, text in enumerate(stored)], claim, truth).targets
    return [text for at, text in enumerate(stored) if str(at) in found]


@pytest.mark.parametrize(
    ("claim", "truth", "fact"),
    [
        ("Our VPN is on WireGuard", "Our VPN is on OpenVPN", "The company VPN uses WireGuard."),
        ("You noted that the gym opens at 6:30", "The gym opens at 7", "The gym opens at 6:30 in the morning."),
    ],
)
def test_h9_what_carries_little_may_be_said_otherwise(claim: str, truth: str, fact: str) -> None:
    assert chosen(claim, truth, fact) == [fact]


@pytest.mark.parametrize(
    ("claim", "truth", "fact"),
    [
        ("Nora's bike is red", "Nora's bike is green", "Nora's mountain bike is red."),
        ("Nora's bike is red", "Nora's bike is green", "Nora's helmet for the bike is red."),
        ("The API key expires in March", "The API key expires in May", "The API key was created in March."),
        ("Max upload is 20 MB", "Max upload is 50 MB", "Max download is 20 MB."),
        ("Login sessions last 30 minutes", "Login sessions last 60 minutes", "Login is blocked for 30 minutes."),
        ("The studio records to tape", "The studio records to disk", "The studio down the road still records to tape."),
        ("Our VPN uses WireGuard", "Our VPN uses OpenVPN", "Our VPN blocks WireGuard."),
        ("健身房年费两千四", "健身房年费三千", "健身房押金两千四。"),
        ("二号机组由老宋检修", "二号机组由老范检修", "一号机组由老宋检修。"),
        ("财务系统用 Oracle", "财务系统用 MySQL", "财务系统从 Oracle 迁走了。"),
        ("阿强在苏州上大学", "阿强在南京上大学", "阿强在苏州买了房。"),
        ("主机房温度上限是28度", "主机房温度上限是30度", "备用机房温度上限是28度。"),
    ],
)
def test_h9_names_amounts_and_other_relations_are_as_strict_as_before(claim: str, truth: str, fact: str) -> None:
    assert chosen(claim, truth, fact) == []


@pytest.mark.parametrize(
    ("claim", "truth", "fact"),
    [
        ("Nora rides a red bike", "Nora rides a green bike", "Nora's bike is red."),
        ("front tyre pressure should be 2.4 bar", "it should be 2.6 bar", "The front tyre takes 2.4 bar."),
        ("财务系统跑在 Oracle 上", "财务系统跑在 MySQL 上", "财务系统的数据库是 Oracle。"),
        ("my blood type is A positive", "My blood type is A negative.", "Owner's daughter has blood type O positive."),
        ("my boss is Desmond", "my boss is Yusuf.", "Claudia is Desmond's line manager."),
    ],
)
def test_h9_what_says_too_little_of_a_claim_is_for_whoever_corrects_to_choose(
    claim: str, truth: str, fact: str
) -> None:
    choice = choose_targets([Fact("fact", fact)], claim, truth)
    assert (choice.targets, choice.candidates) == ((), ("fact",))


def test_h9_another_fact_that_says_what_one_leaves_out_leaves_nothing_chosen() -> None:
    claim, truth = "pricing API: write timeout is 30 s", "pricing API: write timeout is 45 s"
    read, write = (
        "The read timeout of the pricing API is 30 seconds.",
        "The write timeout of the pricing API is 30 seconds.",
    )
    assert chosen(claim, truth, read, write) == [write]
    assert chosen(claim, truth, read, "The pricing API retries a failed write.") == []


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("You have it that the flat is on floor 3", "the flat is on floor 3"),
        ("Somewhere you wrote that Hedda has a dog", "Hedda has a dog"),
        ("I believe I told you the office moved in 2021", "the office moved in 2021"),
        ("你记的是我们家没有装地暖", "我们家没有装地暖"),
        ("I don't think that Hedda has a dog", "I don't think that Hedda has a dog"),
        ("We have 30 days to pay", "We have 30 days to pay"),
        ("我记的账在红本子里", "我记的账在红本子里"),
        ("You said that", "You said that"),
    ],
)
def test_h9_what_leads_in_is_left_out_and_nothing_else(said: str, left: str) -> None:
    assert without_lead_in(said) == left


@pytest.mark.parametrize(
    ("han", "figure"),
    [("两千四", "2400"), ("一百五", "150"), ("三万五", "35000"), ("两千零四", "2004"), ("四十五", "45")],
)
def test_a_last_figure_counts_the_next_lower_unit(han: str, figure: str) -> None:
    spoken, written = (read_statement(f"年费{said}元").telling for said in (han, figure))
    assert [token.keys for token in spoken if token.kind == "amount"] == [
        token.keys for token in written if token.kind == "amount"
    ]
