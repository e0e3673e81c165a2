from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from bench.data import ALL, Document
from bench.peers import Peer, Plain, peers

TEXTS = {
    "anchor": "two anchors of the old harbour",
    "kite": "the kite and the wind",
    "tower": "灯塔在岛上，每十秒闪一次",
    "other": "nothing of the kind, and the rest of the day",
}
MAKERS, LEFT_OUT = peers()


@pytest.fixture(params=MAKERS)
def peer(request: pytest.FixtureRequest, tmp_path: Path) -> Peer:
    documents = [Document(name, text, ALL, None, None) for name, text in TEXTS.items()]
    return MAKERS[request.param](tmp_path, documents)


def test_every_peer_finds_english_and_chinese(peer: Peer) -> None:
    assert peer.ask("which harbour had anchors?")[0] == "anchor"
    assert peer.ask("灯塔多久闪一次？")[0] == "tower"
    assert peer.ask("kite", limit=1) == ["kite"]
    peer.close()


def test_a_question_without_a_known_word_brings_up_nothing(peer: Peer) -> None:
    assert peer.ask("zwieback") == peer.ask("?!") == peer.ask("") == []
    peer.close()


def test_plain_full_text_counts_the_commonest_words_too() -> None:
    plain = Plain(Path(":memory:"), TEXTS.items())
    assert set(plain.ask("the")) == {"anchor", "kite", "other"}
    assert plain.ask("harbours") == []
    plain.close()


def test_a_peer_runs_where_it_is_installed_and_is_told_where_not() -> None:
    for name in ("bm25s", "rank_bm25", "tantivy"):
        assert (name in MAKERS) == (find_spec(name) is not None)
        assert (name in LEFT_OUT) != (name in MAKERS)
