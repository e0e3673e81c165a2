"""The composer over any budgets: no bound is ever passed, and what does not fit is counted (decision 11, rule 12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from vademecum.config.channels import BootChannel, ChannelsConfig, FactsChannel, IndexChannel, SeedsChannel
from vademecum.context.budget import length
from vademecum.context.channels import RECALL_CHARS
from vademecum.context.frame import PREFACE
from vademecum.context.giving import COMPOSED, Carrier, Given, give
from vademecum.context.pieces import NO_BOUND, size_of
from vademecum.context.shelf import Shelf, shelves_of
from vademecum.memory import Memory

START, PROMPT = ("seeds", "facts", "index", "reminder"), ("boot", "recall")
SEED = "---\nmetadata:\n  seed: true\n---\n\n{}\n"
PAGES = {
    "SOUL.md": "# Soul\n\n" + "I am Mira. 潮位\n" * 40,
    "MEMORY.md": "# How it is kept\n\n" + "One page a topic.\n" * 80,
    "index.md": "# Index\n\n- [Tides](tides.md)\n" + "- 一行 🙂 of contents\n" * 120,
    "log.md": "# Log\n\n" + "".join(f"## [2026-03-{day:02}] note | tide {day}\n\n" for day in range(1, 29)),
    **{f"seeds/{number}.md": SEED.format(f"Seed {number} 潮🙂 " * 40 * number) for number in range(1, 6)},
    **{
        f"facts/{day}.md": f"---\ntype: fact\ndate: 2026-03-0{day}\n---\n\n{'Fact. ' * 30 * day}\n"
        for day in range(1, 8)
    },
    **{f"notes/{number}.md": f"---\nsummary: {'说 ' * number}\n---\n# Note {number}\n" for number in range(60)},
}


@pytest.fixture
def shelves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Shelf]]:
    """A store with too much of everything."""
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "memory"))
    for name, text in PAGES.items():
        (tmp_path / "memory" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "memory" / name).write_text(text, encoding="utf-8")
    (tmp_path / "project").mkdir()
    memory = Memory.open(cwd=tmp_path / "project")
    memory.sync()
    yield shelves_of(memory.library)
    memory.close()


SIZES = st.integers(0, 20_000)
CONFIGS = st.builds(
    ChannelsConfig,
    max_chars=st.just(0) | SIZES,
    index=st.builds(IndexChannel, on=st.booleans(), max_bytes=SIZES, max_listed=st.integers(0, 100)),
    boot=st.builds(BootChannel, on=st.booleans(), max_chars=st.integers(512, 12_000), heads=st.integers(0, 5)),
    seeds=st.builds(SeedsChannel, on=st.booleans(), max_bytes=SIZES),
    facts=st.builds(FactsChannel, on=st.booleans(), mode=st.sampled_from(["recent", "full"]), max_chars=SIZES),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(CONFIGS, SIZES | st.just(NO_BOUND), SIZES | st.just(NO_BOUND))
def test_h3_m14_m18_l14_no_bound_is_passed_whatever_the_budgets(
    shelves: list[Shelf], config: ChannelsConfig, first: int, second: int
) -> None:
    start, prompt = give(shelves, config, [Carrier(START, first), Carrier(PROMPT, second)])
    assert length(start.text) <= first
    assert length(prompt.text) <= second
    assert length(start.text) + length(prompt.text) <= (config.max_chars or NO_BOUND)
    assert length(prompt.text) <= config.boot.max_chars
    portions = {portion.channel: portion for portion in (*start.portions, *prompt.portions)}
    for channel, most in (("seeds", config.seeds.max_bytes), ("index", config.index.max_bytes)):
        if channel in portions:
            assert sum(piece.size.octets for piece in portions[channel].pieces) <= most
    facts = portions["facts"].pieces if "facts" in portions else ()
    assert all(length(piece.record) <= config.facts.max_chars for piece in facts)
    assert counted(start, "seeds") == (5 if config.seeds.on else 0)
    assert counted(start, "facts") == (7 if config.facts.on else 0)


def counted(given: Given, channel: str) -> int:
    """What a channel gives and what it says to have left out."""
    return sum(len(each.pages) + each.left_out[channel] for each in given.portions if each.channel == channel)


def test_a_host_that_keeps_channels_apart_gets_each_alone_and_together_they_say_the_same(shelves: list[Shelf]) -> None:
    (given,) = give(shelves, ChannelsConfig(), [Carrier(COMPOSED)])
    for portion in given.portions:
        alone = given.alone(portion.channel)
        assert alone
        for page in portion.pages:
            assert page.page in alone
        assert (PREFACE in alone) == (portion.channel != "reminder")
    assert given.alone("triggers") == ""


def test_what_a_prompt_may_bring_up_is_the_same_where_no_configuration_was_read() -> None:
    assert ChannelsConfig().recall.max_chars == RECALL_CHARS


def test_a_channel_alone_says_what_it_left_out_rule_12(shelves: list[Shelf]) -> None:
    config = ChannelsConfig(index=IndexChannel(max_listed=7), seeds=SeedsChannel(max_bytes=3_000))
    (given,) = give(shelves, config, [Carrier(COMPOSED)])
    last = {channel: given.alone(channel).rpartition("\n")[2] for channel in ("seeds", "facts", "index")}
    facts, others = (next(each for each in given.portions if each.channel == channel) for channel in ("facts", "index"))
    assert last == {
        "seeds": "2 of 5 seeds shown; recall what is missing",
        "facts": f"{len(facts.pages)} of 7 facts shown; recall what is missing",
        "index": f"7 of {others.of} other pages shown; recall what is missing",
    }
    assert f"pages of: global\nshown: 7 of {others.of}\n" in given.alone("index")


def test_a_text_that_lacks_nothing_sends_nobody_to_look_for_the_rest(shelves: list[Shelf]) -> None:
    config = ChannelsConfig(facts=FactsChannel(mode="full", max_chars=20_000))
    (given,) = give(shelves, config, [Carrier(START)])
    assert given.left_out == {}
    assert given.text.endswith(" shown")


def test_a_channel_that_is_off_leaves_its_room_to_the_others(shelves: list[Shelf]) -> None:
    config = ChannelsConfig()
    off = replace(config, seeds=SeedsChannel(on=False))
    (full,) = give(shelves, config, [Carrier(START, 9_500)])
    (rest,) = give(shelves, off, [Carrier(START, 9_500)])
    assert {page.rule for page in full.pages} > {"seed"}
    assert "seed" not in {page.rule for page in rest.pages}
    assert full.listed < rest.listed


def test_seeds_leave_contents_a_place_in_what_a_host_passes_on(shelves: list[Shelf]) -> None:
    config = ChannelsConfig(seeds=SeedsChannel(max_bytes=1_000_000))
    (given,) = give(shelves, config, [Carrier(START, 9_500)])
    assert sum(size_of(piece.record).units for each in given.portions[:1] for piece in each.pieces) <= 5_500
    assert {"seed", "fact", "index page"} == {page.rule for page in given.pages}
