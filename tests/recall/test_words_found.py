"""Words through the real index and the real ranking: what a query finds among a few pages."""

from __future__ import annotations

import pytest

from vademecum.index.contract import BlockRow, Changes, Fields, Filter, PageRow
from vademecum.index.fields import fields_of
from vademecum.index.sqlite import memory_index
from vademecum.page import digest_of
from vademecum.recall.rank import choose, drivers, rank
from vademecum.store.contract import Stamp
from vademecum.text import query_terms

SYNTAX = {
    "law": "They won't sail after dusk.",
    "speed": "At most 12 m/s, as in Docs/spring.",
    "tongue": "Rewritten from C++ and C# for deno.ts this spring.",
    "post": "Mail bo@harbour.org for the bill.",
    "option": "Start it with --stop-on-ice or -q.",
    "words": "Name key value close and not or less bracket.",
}
SIGNS = {
    "zh": "岛上的备用钥匙挂在灯塔门后。前天换了锁, 重开svc-gate后正常。涨潮在九点。用的是VPN。",
    "ja": "函館での修理は来週です。埠頭のセンサーはUSB接続を待っています。",
    "ko": "출항은 토요일입니다. 돛을 수리했다.",
    "else": "这里说的是另一件事情。",
}
FORMS = {"wide": "ﾊﾞﾗｽﾄ の ＵＳＢ １９９８ 版。", "marks": "Crème brûlée by the Äußere Mole, a ﬂag flies."}


def find(pages: dict[str, str], query: str) -> list[str]:
    index = memory_index()
    index.apply(Changes(pages=[row(name, text) for name, text in pages.items()]), fingerprint="")
    terms = query_terms(query)
    with index.view() as view:
        totals = view.totals([term.text for term in terms])
        chosen = choose(terms, totals)
        proposed = view.propose(drivers(chosen), limit=20, within=Filter()) if chosen else []
    return [hit.candidate.name for hit in rank({"notes": proposed}, chosen, totals)]


def row(name: str, text: str) -> PageRow:
    terms, lengths = fields_of(Fields(title=(name,), body=(text,)))
    block = BlockRow((), 1, 1, 0, len(text), None, terms, lengths)
    stamp = Stamp(len(text), 1, 1, 1)
    return PageRow(
        name=name, digest=digest_of(text.encode()), stamp=stamp, title=name, summary="", type=None, date=None,
        author=None, tags=(), aliases=(), meta={}, links=(), problems=(), blocks=(block,),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("won't sail", "law"), ("m/s", "speed"), ("Docs/spring", "speed"), ("C++", "tongue"), ("C#", "tongue"),
        ("deno.ts", "tongue"), ("bo@harbour.org", "post"), ("--stop-on-ice", "option"), ('"--stop-on-ice"', "option"),
    ],
)  # fmt: skip
def test_A18_punctuation_is_no_syntax(query: str, page: str) -> None:
    assert find(SYNTAX, query)[:1] == [page]


@pytest.mark.parametrize(
    "query",
    [
        "key:value", "title:key", '"key', "(bracket", "bracket)", "key AND", "OR", "NOT key", "NEAR(", "key*", "*",
        "^begin", "-less", "{a b}: c", "'); DROP TABLE page;--", "🚢", "k\0y", "key\ud800", "\x1e \x1f", "[[", "$1",
    ],
)  # fmt: skip
def test_A18_no_query_is_an_error(query: str) -> None:
    assert set(find(SYNTAX, query)) <= SYNTAX.keys()


@pytest.mark.parametrize("query", ["", " \t\n", "?!.,;"])
def test_A18_a_query_without_words_finds_nothing_rather_than_all(query: str) -> None:
    assert find(SYNTAX, query) == []


def test_A19_a_hyphen_inside_a_word_excludes_nothing() -> None:
    pages = {"log": "Fixed LMN-7 in the boiler room.", "decoy": "The LMN crew has 7 rooms."}
    assert find(pages, "LMN -7")[:2] != []
    assert find(pages, "boiler") == ["log"]
    assert find(pages, '"LMN-7"')[0] == "log"


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("钥匙", "zh"), ("灯塔门", "zh"), ("备用", "zh"), ("备用钥匙", "zh"), ("gate", "zh"), ("涨潮", "zh"),
        ("VPN", "zh"), ("函館", "ja"), ("センサー", "ja"), ("USB接続", "ja"), ("출항", "ko"), ("수리", "ko"),
    ],
)  # fmt: skip
def test_A20_words_of_unspaced_scripts_are_found_and_latin_beside_them(query: str, page: str) -> None:
    assert find(SIGNS, query)[0] == page


def test_A20_a_word_that_is_nowhere_finds_nothing() -> None:
    assert find(SIGNS, "飞船") == []


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("バラスト", "wide"), ("USB", "wide"), ("1998", "wide"), ("Crème", "marks"), ("creme", "marks"),
        ("brule\u0301e", "marks"), ("aussere", "marks"), ("flag", "marks"), ("ＦＬＡＧ", "marks"),
    ],
)  # fmt: skip
def test_A21_every_form_of_a_word_finds_its_page(query: str, page: str) -> None:
    assert find(FORMS, query)[0] == page


KOREAN = {
    "school": "학교는 언덕 위에 있습니다. 학교에서 바다가 보입니다.",
    "harbour": "항구에 배가 세 척 있다. 항구를 청소했다.",
    "light": "등대의 열쇠는 문 뒤에 걸려 있다.",
    "other": "여기에서 다른 것을 하고 있습니다.",
}


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("학교", "school"), ("학교에", "school"), ("학교가 어디에 있습니까", "school"), ("항구까지", "harbour"),
        ("항구에서 무엇을 합니까", "harbour"), ("등대는", "light"), ("열쇠를 어디에서 찾나요", "light"),
        ("등대의 열쇠", "light"),
    ],
)  # fmt: skip
def test_A20_a_korean_word_is_found_whatever_particle_follows_it(query: str, page: str) -> None:
    assert find(KOREAN, query)[0] == page


MIXED = {
    "docker": "用 docker 部署服务，三分钟。",
    "react": "React组件拆成两个文件。",
    "phone": "iPhone15手机壳放在抽屉里。",
    "other": "手机卡和服务合同。",
}


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("用docker部署", "docker"), ("用 Docker 部署", "docker"), ("react 组件", "react"), ("組件React", "react"),
        ("iphone15 手机", "phone"), ("iPhone15手機", "phone"),
    ],
)  # fmt: skip
def test_A20_scripts_mixed_in_one_run_are_cut_where_they_meet(query: str, page: str) -> None:
    assert find(MIXED, query)[0] == page
