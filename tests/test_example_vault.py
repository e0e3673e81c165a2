"""The example vault is what it claims: interlinked, in three languages, odd only where it means to be."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from vademecum.address import Address
from vademecum.page import Link, Page, parse
from vademecum.page.resolve import Ambiguous, Named, Names, Outcome, Resolved, Unresolved, fold, resolve

EXAMPLES = Path(str(resources.files("vademecum.examples")))
VAULT = EXAMPLES / "vault"
MISSING = {"runbooks/Failover to db-2", "潮流预报"}
COLON_TITLE = "meetings/2026-06-18 Port Merrow review"
CRLF_PAGE = "runbooks/Rotate partner API keys"
LONG_PAGE = "topics/Tidal harmonics"
PRIVATE_PAGE = "home/Surprise"
PRIVATE_WORDS = ("marimba", "vouchers", "encyclopaedia", "万花筒", "蜂鸟")
KINDS = {"direct", "paraphrase", "identifier", "mixed", "cross-page", "changed", "near-duplicate", "absent", "private"}

KANA = re.compile(r"[\u3040-\u30ff]")
HAN = re.compile(r"[\u4e00-\u9fff]")
LATIN_WORD = re.compile("[A-Za-z]+")


class Question(NamedTuple):
    """One line of ``questions.jsonl``."""

    id: str
    text: str
    lang: str
    kind: str
    expect: list[str]
    note: str


@cache
def vault() -> dict[str, Page]:
    """Each page by its name; pages are values, so one reading serves all tests."""
    names = {name_of(file): file for file in sorted(VAULT.rglob("*.md"))}
    return {name: parse(Address("demo", name), file.read_bytes()) for name, file in names.items()}


def name_of(file: Path) -> str:
    return unicodedata.normalize("NFC", file.relative_to(VAULT).with_suffix("").as_posix())


def questions() -> list[Question]:
    lines = (EXAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [Question(**json.loads(line)) for line in lines]


@cache
def outcomes() -> list[tuple[str, Link, Outcome]]:
    """Where every link leads that is no address of the web, with the page it stands on."""
    pages = vault()
    names = Names(Named(name, page.aliases, page.title) for name, page in pages.items())
    return [
        (name, link, resolve(link, name, names, lambda target: pages[target].blocks))
        for name, page in pages.items()
        for link in page.links
    ]


def language(page: Page) -> str:
    """``ja`` with kana in it, else the script that has more words; a Han character counts as one."""
    if len(KANA.findall(page.text)) > 20:
        return "ja"
    return "zh" if len(HAN.findall(page.text)) > len(LATIN_WORD.findall(page.text)) else "en"


def test_the_vault_is_large_and_speaks_three_languages() -> None:
    share = Counter(map(language, vault().values()))
    assert len(vault()) >= 60
    assert 0.35 <= share["zh"] / len(vault()) <= 0.5
    assert share["ja"] >= 2


def test_every_link_resolves_except_the_two_that_are_missing_on_purpose() -> None:
    unresolved = {(link.target, out.reason) for _, link, out in outcomes() if isinstance(out, Unresolved)}
    assert unresolved == {(target, "missing-page") for target in MISSING}


def test_no_link_and_no_alias_is_ambiguous() -> None:
    doubtful = [
        link for _, link, out in outcomes() if isinstance(out, Ambiguous) or (isinstance(out, Resolved) and out.others)
    ]
    calls = ({fold(call) for call in (name.rpartition("/")[2], *page.aliases)} for name, page in vault().items())
    taken = Counter(call for page_calls in calls for call in page_calls)
    assert doubtful == []
    assert [call for call, count in taken.items() if count > 1] == []


def test_links_come_in_all_kinds_and_two_a_page() -> None:
    found = [(link, out) for name, link, out in outcomes() if name != "MEMORY"]
    assert len(found) >= 2 * len(vault())
    assert {link.kind for link, _ in found} == {"wiki", "embed", "markdown"}
    assert {out.via for _, out in found if isinstance(out, Resolved)} >= {"name", "path", "alias"}
    assert {link.anchor[0] == "^" for link, _ in found if link.anchor} == {True, False}


def test_the_index_page_lists_every_page_but_diary_inbox_and_private() -> None:
    listed = {out.name for name, _, out in outcomes() if name == "MEMORY" and isinstance(out, Resolved)}
    unlisted = {name for name in vault() if name.startswith(("日记/", "inbox/"))} | {"MEMORY", PRIVATE_PAGE}
    assert listed == set(vault()) - unlisted


def test_A01_one_title_has_an_unquoted_colon_and_is_the_only_problem() -> None:
    problems = {name: [problem.line for problem in page.problems] for name, page in vault().items() if page.problems}
    assert problems == {COLON_TITLE: [2]}
    assert vault()[COLON_TITLE].title == "Port Merrow review: limits and tugs"
    assert vault()[COLON_TITLE].tags == ("meeting", "PMW")


def test_A05_one_page_has_crlf_line_ends_throughout() -> None:
    odd = [name for name, page in vault().items() if b"\r" in page.raw]
    raw = vault()[CRLF_PAGE].raw
    assert odd == [CRLF_PAGE]
    assert raw.count(b"\r\n") == raw.count(b"\n") == raw.count(b"\r")


def test_A15_a_comment_in_fenced_code_is_no_heading() -> None:
    headings = [block.crumb[-1] for block in vault()["runbooks/Deploy"].blocks if block.crumb]
    assert headings == ["Deploy and roll back", "Release", "What to look at", "Roll back"]


def test_A16_two_pages_hide_a_remark_in_comments() -> None:
    hidden = {name: page.text[start:end] for name, page in vault().items() for start, end in page.comments}
    assert hidden.keys() == {"harbours/Port Merrow", "概念/富余水深"}
    assert "gate motor" in hidden["harbours/Port Merrow"]


def test_one_file_name_is_decomposed() -> None:
    odd = [file.stem for file in VAULT.rglob("*.md") if not unicodedata.is_normalized("NFC", file.stem)]
    assert [unicodedata.normalize("NFC", stem) for stem in odd] == ["Zoë Lindqvist"]


def test_one_page_is_long() -> None:
    assert 8_000 <= len(vault()[LONG_PAGE].raw) <= 12_288
    assert len(vault()[LONG_PAGE].blocks) >= 15


def test_one_decision_is_superseded_by_a_page_that_exists() -> None:
    replaced = {name: page.meta["superseded_by"] for name, page in vault().items() if "superseded_by" in page.meta}
    assert replaced == {"decisions/2026-04-09 Cache tide tables in Redis": "[[2026-07-21 Drop Redis]]"}
    assert "decisions/2026-07-21 Drop Redis" in vault()


def test_the_words_of_the_private_page_stand_nowhere_else() -> None:
    holders = {word: [name for name, page in vault().items() if word in fold(page.text)] for word in PRIVATE_WORDS}
    assert holders == {word: [PRIVATE_PAGE] for word in PRIVATE_WORDS}
    assert [name for name, page in vault().items() if "private" in page.meta] == [PRIVATE_PAGE]


def test_seeds_triggers_and_pages_without_a_header_all_occur() -> None:
    extras = [str(page.meta.get("metadata", "")) for page in vault().values()]
    assert sum("seed" in extra for extra in extras) == 3
    assert sum("triggers" in extra for extra in extras) >= 5
    assert sum(not page.meta for page in vault().values()) >= 8


def test_tags_are_read_from_lists_from_a_comma_text_and_from_prose() -> None:
    assert vault()["reading/Reading list 2026"].tags == ("reading", "list")
    assert vault()["topics/Idempotency keys"].tags == ("topic", "api", "reliability")
    assert vault()["日记/2026-07-22"].tags == ("日记", "缓存")


def test_questions_are_many_and_half_of_them_have_chinese() -> None:
    asked = questions()
    assert len(asked) >= 80
    assert len({each.id for each in asked}) == len({each.text for each in asked}) == len(asked)
    assert sum(bool(HAN.search(each.text)) for each in asked) >= len(asked) // 2
    assert {each.kind for each in asked} == KINDS


def test_every_expected_page_exists_and_only_absent_answers_expect_none() -> None:
    asked = questions()
    assert [(each.id, name) for each in asked for name in each.expect if name not in vault()] == []
    assert [each.id for each in asked if (each.expect == []) != (each.kind in {"absent", "private"})] == []
    assert sum(each.kind == "absent" for each in asked) == 10
