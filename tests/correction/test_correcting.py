"""Correcting through the facade: what is written, what is marked, and that it leaves all that recalls (L15)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.address import Address, Scope
from vademecum.config import MountConfig
from vademecum.config.model import Format, Operation
from vademecum.errors import HeldError, InputError
from vademecum.gateway import Gateway, Receipt
from vademecum.guards.changes import Actor, KeyChange, Outcome, Proposal
from vademecum.index.contract import Filter
from vademecum.memory import Memory, Note, Setting
from vademecum.memory.correcting import Correction, Corrections
from vademecum.page import Page
from vademecum.recall.pipeline import Request
from vademecum.visibility import superseding

CLAIM, TRUTH = "The staging server listens on port 8080", "The staging server listens on port 8090"


@pytest.fixture(params=["folder", "records"])
def facts(request: pytest.FixtureRequest, setting: Setting, tmp_path: Path) -> Iterator[Memory]:
    """A memory whose ``facts`` mount keeps pages, and one whose ``facts`` mount keeps records."""
    with_facts = memory_of(setting, tmp_path, request.param)
    yield with_facts
    with_facts.close()


def memory_of(setting: Setting, folder: Path, kind: Format, **knobs: object) -> Memory:
    place = folder / ("facts.jsonl" if kind == "records" else "facts")
    mount = MountConfig(name="facts", path=place, scope="user", format=kind, writable=True)
    place.parent.mkdir(exist_ok=True)
    if kind == "folder":
        place.mkdir()
    return Memory(replace(setting, config=replace(setting.config, mounts=(replace(mount, **knobs),)), session=None))  # type: ignore[arg-type]  # the test's own knobs


def remember(memory: Memory, *texts: str, mount: str = "facts") -> list[Address]:
    return [memory.remember(Note(text, mount=mount)).address for text in texts]


def correction(claim: str = CLAIM, truth: str = TRUTH, **more: object) -> Correction:
    return replace(Correction(claim, truth, mount="facts"), **more)  # type: ignore[arg-type]  # the test's own fields


def page(memory: Memory, address: Address) -> Page:
    return memory.library.store(address.mount).read(address.name)


def pointer(memory: Memory, address: Address) -> Address | None:
    return superseding(page(memory, address).meta, address.mount)


def found(memory: Memory, text: str) -> list[Address]:
    return [hit.address.page for hit in memory.recall(Request(text, limit=25)).hits]


def hidden(memory: Memory) -> dict[str, str | None]:
    return {str(each.address): each.row.hidden for each in memory.pages(Filter()) if each.row.hidden}


def test_l15_truth_is_written_with_its_evidence_and_tag_and_the_claim_points_to_it(facts: Memory) -> None:
    (wrong,) = remember(facts, f"{CLAIM}.")
    done = facts.corrections.correct(correction(evidence="the deploy log"))
    assert done.superseded == (wrong,)
    assert done.truth is not None
    assert page(facts, done.truth).body.strip() == f"{TRUTH} (evidence: the deploy log)"
    assert page(facts, done.truth).tags == ("correction",)
    assert pointer(facts, wrong) == done.truth
    assert page(facts, wrong).body.strip() == f"{CLAIM}."


def test_l15_a_record_is_marked_with_the_id_and_its_time_of_change(setting: Setting, tmp_path: Path) -> None:
    with_records = memory_of(setting, tmp_path, "records")
    (wrong,) = remember(with_records, CLAIM)
    before = json.loads(page(with_records, wrong).raw)
    done = with_records.corrections.correct(correction())
    after = json.loads(page(with_records, wrong).raw)
    assert done.truth is not None
    assert (after["superseded"], after["supersededBy"]) == (True, done.truth.name)
    assert after["updatedAt"] >= before["updatedAt"]
    assert {key: after[key] for key in ("id", "content", "createdAt")} == {
        key: before[key] for key in ("id", "content", "createdAt")
    }


def crowd() -> list[str]:
    words = ("database", "cache", "queue", "proxy", "mail server", "build server", "web server", "bastion")
    english = [f"The {word} of zone {number} listens on port {5000 + number}." for number, word in enumerate(words * 4)]
    english += [f"The staging server is reset by {name} on Sundays." for name in ("Ada", "Ben", "Cleo", "Dan", "Eve")]
    chinese = [
        f"第{number}台机器放在{place}，端口另行登记。" for number, place in enumerate("北南西东中上下左右前后内")
    ]
    return [*english, *chinese, "The production server listens on port 8080."]


def test_h9_of_fifty_facts_that_share_its_words_exactly_one_is_superseded(facts: Memory) -> None:
    others = remember(facts, *crowd())
    assert len(others) == 50
    (wrong,) = remember(facts, f"{CLAIM}.")
    done = facts.corrections.correct(correction())
    assert done.superseded == (wrong,)
    assert [address for address in others if pointer(facts, address)] == []


def test_h9_what_is_superseded_leaves_recall_at_once_and_is_listed_with_its_pointer(facts: Memory) -> None:
    (wrong,) = remember(facts, f"{CLAIM}.")
    assert wrong in found(facts, CLAIM)
    done = facts.corrections.correct(correction())
    assert wrong not in found(facts, CLAIM)
    assert done.truth in found(facts, CLAIM)
    assert hidden(facts) == {str(wrong): "superseded"}
    row = next(each.row for each in facts.pages(Filter(), "facts") if each.address == wrong)
    assert superseding(row.meta, "facts") == done.truth
    assert facts.open_page(str(wrong)).page.body.strip() == f"{CLAIM}."


def test_h9_a_chain_of_corrections_ends_in_what_holds_now(facts: Memory) -> None:
    (first,) = remember(facts, f"{CLAIM}.")
    second = facts.corrections.correct(correction()).truth
    third = facts.corrections.correct(correction(TRUTH, "The staging server listens on port 9000")).truth
    assert third is not None
    assert second is not None
    assert (pointer(facts, first), pointer(facts, second)) == (second, third)
    assert [facts.corrections.latest(each) for each in (first, second, third)] == [third] * 3


def test_a_chain_that_goes_round_ends(facts: Memory) -> None:
    one, two = remember(facts, "Tea is green.", "Tea is black.")
    for address, other in ((one, two), (two, one)):
        facts.write(address, KeyChange("superseded_by", str(other)), version=page(facts, address).digest)
    assert facts.corrections.latest(one) in {one, two}


def test_h9_correcting_twice_marks_nothing_again_and_writes_no_twin(facts: Memory) -> None:
    (wrong,) = remember(facts, f"{CLAIM}.")
    first = facts.corrections.correct(correction(evidence="log"))
    bytes_then = page(facts, wrong).raw
    again = facts.corrections.correct(correction(evidence="log"))
    named = facts.corrections.correct(correction(evidence="log", targets=(str(wrong),)))
    assert (again.truth, again.written, again.superseded) == (first.truth, None, ())
    assert (named.truth, named.superseded) == (first.truth, ())
    assert page(facts, wrong).raw == bytes_then


def test_a_named_fact_that_something_else_supersedes_is_refused_before_anything_is_written(facts: Memory) -> None:
    (wrong,) = remember(facts, f"{CLAIM}.")
    first = facts.corrections.correct(correction(targets=(str(wrong),)))
    newer = correction(TRUTH, "The staging server listens on port 9000", targets=(str(wrong),))
    for asked in (newer, replace(newer, confirm=True)):
        with pytest.raises(InputError, match=f"{wrong} is superseded by {first.truth} already") as caught:
            facts.corrections.correct(asked)
        assert caught.value.hint == f"correct {first.truth} instead"
    assert {each.address for each in facts.pages(Filter(), "facts")} == {wrong, first.truth}
    moved_on = facts.corrections.correct(replace(newer, targets=(str(first.truth),)))
    assert moved_on.superseded == (first.truth,)
    with pytest.raises(InputError, match=f"superseded by {moved_on.truth} already"):
        facts.corrections.correct(correction(targets=(str(wrong),)))


def test_a_named_fact_whose_successor_is_gone_is_refused_too(facts: Memory) -> None:
    (wrong,) = remember(facts, f"{CLAIM}.")
    facts.write(wrong, KeyChange("superseded_by", "gone"), version=page(facts, wrong).digest)
    with pytest.raises(InputError, match="is superseded already, so nothing was written"):
        facts.corrections.correct(correction(targets=(str(wrong),)))
    assert len(facts.pages(Filter(), "facts")) == 1


def test_l15_only_facts_of_the_same_scope_are_marked(facts: Memory) -> None:
    (elsewhere,) = remember(facts, f"{CLAIM}.", mount="global")
    (wrong,) = remember(facts, f"{CLAIM}.")
    assert facts.corrections.correct(correction()).superseded == (wrong,)
    assert pointer(facts, elsewhere) is None
    with pytest.raises(InputError, match="scope"):
        facts.corrections.correct(correction(targets=(str(elsewhere),)))


def test_nothing_is_written_where_a_person_wants_to_confirm(facts: Memory) -> None:
    wrong, near = remember(facts, f"{CLAIM}.", "The staging server listens on IPv6 only.")
    asked = facts.corrections.correct(correction(confirm=True))
    assert (asked.truth, asked.superseded) == (None, ())
    assert [each.address for each in asked.candidates] == [wrong, near]
    assert len(facts.pages(Filter(), "facts")) == 2
    done = facts.corrections.correct(correction(targets=(str(asked.candidates[0].address),)))
    assert done.superseded == (wrong,)


def test_without_a_target_the_truth_is_kept_and_what_is_near_is_named(facts: Memory) -> None:
    (near,) = remember(facts, "The production server listens on port 8080.")
    done = facts.corrections.correct(correction())
    assert done.written is not None
    assert done.superseded == ()
    assert [each.address for each in done.candidates] == [near]
    assert done.abstained


def test_a_page_that_says_more_is_never_superseded_for_one_sentence(memory: Memory) -> None:
    text = f"# Servers\n\nAll run Debian.\n\n## Ports\n\n- {CLAIM}.\n- The cache listens on port 6379.\n"
    (long,) = remember(memory, text, mount="global")
    asked = Correction(CLAIM, TRUTH, scope="global")
    done = memory.corrections.correct(asked)
    assert done.superseded == ()
    passage = done.candidates[0]
    assert (passage.whole, passage.address.page, passage.text) == (False, long, f"{CLAIM}.")
    assert passage.text in page(memory, long).text
    assert "says more" in str(done.abstained)
    with pytest.raises(InputError, match="more than one thing"):
        memory.corrections.correct(replace(asked, targets=(str(long),)))


def test_private_facts_are_neither_marked_nor_named(memory: Memory) -> None:
    (secret,) = remember(memory, f"{CLAIM}.", mount="user")
    memory.write(secret, KeyChange("private", "true"), version=page(memory, secret).digest)
    done = memory.corrections.correct(Correction(CLAIM, TRUTH, scope="user"))
    assert (done.superseded, done.candidates) == ((), ())


@pytest.mark.parametrize(("claim", "truth"), [(" ", "x"), ("x", ""), ("x", "\n")])
def test_a_correction_takes_a_claim_and_a_truth(facts: Memory, claim: str, truth: str) -> None:
    with pytest.raises(InputError, match="claim and a truth"):
        facts.corrections.correct(correction(claim, truth))


class AnotherWritesFirst:
    """A gateway beside which somebody changes a fact at the moment in which it is to be marked."""

    def __init__(self, facts: Memory, wrong: Address) -> None:
        self._facts, self._wrong = facts, wrong
        self._gateway = Gateway(facts.library)

    def preview(self, proposal: Proposal, before: Sequence[Outcome] = ()) -> Outcome | None:
        if proposal.address == self._wrong:
            version = page(self._facts, self._wrong).digest
            self._gateway.write(Proposal(self._wrong, KeyChange("type", "port"), version=version))
        return self._gateway.preview(proposal, before)

    def write_all(self, proposals: Sequence[Proposal], subject: str = "") -> tuple[Receipt, ...]:
        return self._gateway.write_all(proposals, subject)


def test_a_fact_that_changed_meanwhile_is_not_marked(facts: Memory) -> None:
    (wrong,) = remember(facts, f"{CLAIM}.")
    done = Corrections(facts.library, AnotherWritesFirst(facts, wrong), facts.today, Actor()).correct(correction())
    assert done.written is not None
    assert done.superseded == ()
    assert "was not marked" in done.warnings[0]


@pytest.mark.parametrize("operation", ["edit", "create", "correct"])
def test_a_correction_waits_whole_for_a_person_and_their_yes_does_all_of_it(
    setting: Setting, tmp_path: Path, operation: Operation
) -> None:
    held = memory_of(setting, tmp_path, "folder", approval=(operation,))
    (tmp_path / "facts" / "wrong.md").write_text(f"{CLAIM}.\n", encoding="utf-8")
    wrong = Address("facts", "wrong")
    with pytest.raises(HeldError) as caught:
        held.corrections.correct(correction())
    assert pointer(held, wrong) is None
    assert len(held.pages(Filter(), "facts")) == 1
    written, marked = held.approvals.approve(caught.value.id)
    assert (written.action, marked.address, pointer(held, wrong)) == ("created", wrong, written.address)
    assert held.approvals.review().held == ()


def test_h9_l9_a_pair_inside_a_run_of_signs_is_found_above_a_single_one(facts: Memory) -> None:
    both, one = remember(facts, "用户偏好深色界面。", "偏远的仓库没有信号，好在有电台。")
    answer = facts.recall(Request("偏好", limit=5))
    scores = {hit.address.page: hit.score for hit in answer.hits}
    assert both in scores
    assert scores[both] > scores.get(one, 0.0)


@pytest.mark.parametrize("scope", ["user", "global", "workspace"])
def test_each_scope_can_be_corrected(memory: Memory, scope: Scope) -> None:
    wrong = memory.remember(Note(f"{CLAIM}.", scope=scope)).address
    done = memory.corrections.correct(Correction(CLAIM, TRUTH, scope=scope))
    assert done.superseded == (wrong,)
