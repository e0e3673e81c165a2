"""How well recall finds, beside the control and the peers on the same data; as numbers that can be kept as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.data import DataSet
from bench.metrics import Quality, quality, quantile
from bench.peers import Maker, peers
from bench.recall import HALVES, Answered, compare, of_half, timed

OURS, CONTROL = "Vademecum", "control"
SHARES = {"median": 0.5, "p99": 0.99, "worst": 1.0}


def measure(data: DataSet, makers: Mapping[str, Maker]) -> dict[str, Any]:
    """One set as every engine answered it: quality by half, and processor seconds a question."""
    compared = compare(data)
    answered: dict[str, Sequence[Answered]] = {OURS: compared.product, CONTROL: compared.control}
    for name, make in makers.items():
        answered[name] = ask_all(data, make)
    return {
        "questions": len(data.questions),
        "documents": sum(len(group) for group in data.groups.values()),
        "engines": {name: numbers_of(answers) for name, answers in answered.items()},
    }


def ask_all(data: DataSet, make: Maker) -> list[Answered]:
    """Every question, asked of one peer in the question's own group."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        asked = {}
        for number, (group, documents) in enumerate(data.groups.items()):
            place = Path(folder, str(number))
            place.mkdir()
            asked[group] = stack.enter_context(closing(make(place, documents)))
            asked[group].ask("warm up")
        answers = []
        for question in data.questions:
            ranked, seconds = timed(asked[question.group].ask, question.text)
            answers.append(Answered(question.id, quality(ranked, question.relevant), seconds))
    return answers


def by_half(judged: Sequence[tuple[str, Quality]]) -> dict[str, Any]:
    """Means by half of questions that are known by their ids."""
    answers = [Answered(question, each, 0.0) for question, each in judged]
    return {half: of_half(answers, half)._asdict() for half in HALVES}


def numbers_of(answers: Sequence[Answered]) -> dict[str, Any]:
    """Means by half, and the quantiles of the time."""
    halves = {half: of_half(answers, half)._asdict() for half in HALVES}
    return {**halves, "seconds": quantiles([each.seconds for each in answers])}


def quantiles(seconds: Sequence[float]) -> dict[str, float]:
    """The median, the 99th percentile and the worst."""
    return {name: quantile(seconds, share) for name, share in SHARES.items()}


def measure_all(sets: Iterable[DataSet]) -> dict[str, Any]:
    """All sets, and which peers were left out and why."""
    makers, left_out = peers()
    return {"sets": {data.name: measure(data, makers) for data in sets}, "left_out": left_out}


def below_control(measured: Mapping[str, Any]) -> list[str]:
    """The sets on which recall finds less than the control, in R@5 or nDCG@10."""
    worse = []
    for name, each in measured["sets"].items():
        ours, control = (Quality(**each["engines"][engine]["all"]) for engine in (OURS, CONTROL))
        if ours.recall_5 < control.recall_5 or ours.ndcg_10 < control.ndcg_10:
            worse.append(name)
    return worse
