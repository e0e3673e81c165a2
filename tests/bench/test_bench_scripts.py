"""The benchmark of scripts: texts and questions are really turned, and recall finds what it found before."""

from __future__ import annotations

from bench.data import DataSet, Document, Question
from bench.scripts import WAYS, measure, to_traditional

TEXTS = {"hair": "她的头发很长，住在台湾。", "noodles": "厨房里有干燥的面条。", "cadre": "干部会议在后天举行。"}


def test_a_phrase_decides_between_the_forms_of_a_character() -> None:
    turn = to_traditional()
    assert turn("头发和发展") == "頭髮和發展"
    assert turn("干燥的干部在后面看皇后") == "乾燥的幹部在後面看皇后"
    assert turn("plain text, 1,000") == "plain text, 1,000"


def test_each_way_is_measured_on_its_own_texts() -> None:
    documents = tuple(Document(name, text, "all", None, None) for name, text in TEXTS.items())
    asked = (
        Question("q1", "谁的头发长", "all", frozenset({"hair"})),
        Question("q2", "干部会议", "all", frozenset({"cadre"})),
    )
    english = DataSet("english", {"all": documents}, (Question("q3", "hair", "all", frozenset({"hair"})),))
    found = measure([DataSet("chinese", {"all": documents}, asked), english])["sets"]
    assert list(found) == ["chinese"]
    assert list(found["chinese"]) == list(WAYS)
    assert [each["ours"]["recall_1"] for each in found["chinese"].values()] == [1.0] * len(WAYS)
