"""Drafts of questions: what pages and recorded prompts give, and what they don't."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from vademecum.address import Address
from vademecum.errors import NotFoundError
from vademecum.page import Page
from vademecum.page.parse import parse
from vademecum.recall.questions import Question
from vademecum.sessions import Offer, Session, SessionKey
from vademecum.surfaces.hooks.prompts import MOST_BYTES, MOST_CHARS, keep_prompt
from vademecum.upkeep.prompts import Opening, read_openings
from vademecum.upkeep.suggest import FROM_ITEM, FROM_PROMPT, FROM_QUESTION, suggest

KEY = SessionKey("test-host", "one")
GAUGE = Address("notes", "Tide gauge")


def drafts(
    pages: Mapping[str, str], *openings: Opening, known: tuple[str, ...] = (), limit: int = 20
) -> list[Question]:
    def read(address: Address) -> Page:
        if pages[address.name] == "unreadable":
            raise NotFoundError("gone meanwhile")
        return parse(address, pages[address.name].encode())

    return suggest(openings, [Address("notes", name) for name in pages], read, known=known, limit=limit)


def test_a_question_in_a_page_is_a_draft_with_that_page() -> None:
    page = "# Tide gauge\n\nReplaced in May. Why does the float read twelve centimetres high after every storm?\n"
    (draft,) = drafts({"Tide gauge": page})
    assert draft.text == "Why does the float read twelve centimetres high after every storm?"
    assert (draft.expect, draft.confirmed, draft.note) == ((str(GAUGE),), False, FROM_QUESTION)


def test_a_chinese_question_is_one_too() -> None:
    (draft,) = drafts({"潮位计": "# 潮位计\n\n五月换过。为什么每次风暴之后浮子读数都偏高？\n"})
    assert draft.text == "为什么每次风暴之后浮子读数都偏高？"


def test_what_repeats_the_title_or_a_heading_is_no_draft() -> None:
    assert drafts({"a": "# Tide gauge float\n\nIs the tide gauge float broken again?\n"}) == []
    assert drafts({"a": "# A\n\n## Storm readings of the float\n\nWhy are storm readings of the float high?\n"}) == []
    assert drafts({"a": "# A\n\n## 风暴之后的浮子读数\n\n风暴之后的浮子读数为什么偏高？\n"}) == []


def test_less_than_a_third_of_the_words_may_be_the_titles() -> None:
    # Of three telling words one, and of four one: a third, and less.
    assert drafts({"a": "# Gauge\n\n- gauge brass copper zinc tin\n"})[0].text == "gauge brass copper zinc tin"
    assert drafts({"a": "# Gauge brass\n\n- gauge brass copper zinc tin lead\n"}) == []


def test_a_list_item_is_taken_where_a_page_asks_nothing() -> None:
    page = "# Gauge\n\nPlain prose.\n\n- [ ] Grease the [[Lamps|lantern]] **hinge** before winter comes\n"
    (draft,) = drafts({"a": page})
    assert (draft.text, draft.note) == ("Grease the lantern hinge before winter comes", FROM_ITEM)
    asks = page + "\nWho keeps the spare brass bolts nowadays?\n"
    assert [each.note for each in drafts({"a": asks})] == [FROM_QUESTION]


def test_headings_code_comments_tables_and_short_lines_are_no_drafts() -> None:
    page = """# Gauge

## Why does nobody grease the hinges?

```
- copper brass zinc tin lead iron
why copper brass zinc tin lead?
```

%% why is the secret hinge never greased here? %%

- brass hinge

| who greases the copper hinge nowadays? | x |
|---|---|
"""
    assert drafts({"a": page}) == []


def test_each_page_gives_one_draft_and_the_same_each_time() -> None:
    pages = {
        f"p{n}": f"# P\n\nWho greases copper hinge number {n} nowadays?\n\n- brass zinc tin lead {n}\n"
        for n in range(9)
    }
    first = drafts(pages, limit=5)
    assert len({draft.expect for draft in first}) == 5
    assert drafts(dict(reversed(pages.items())), limit=5) == first


def test_a_page_that_went_away_and_a_question_that_is_known_are_passed_over() -> None:
    page = "# P\n\nWho greases the copper hinge nowadays?\n"
    assert drafts({"a": "unreadable", "b": page})[0].expect == ("notes:b",)
    assert drafts({"b": page}, known=("Who greases the copper hinge nowadays?",)) == []


def test_a_prompt_comes_first_with_the_pages_that_are_still_there() -> None:
    page = "# P\n\nWho greases the copper hinge nowadays?\n"
    prompt = Opening("who looks after the copper\nhinge since May?", ("notes:b", "notes:gone"))
    first, second = drafts({"b": page}, prompt)
    assert first == Question(
        "who looks after the copper hinge since May?", ("notes:b",), confirmed=False, note=FROM_PROMPT
    )
    assert second.note == FROM_QUESTION


def test_a_prompt_that_says_little_or_is_long_is_none() -> None:
    pages = {"b": "# P\n"}
    assert drafts(pages, Opening("go on", ("notes:b",)), Opening("copper zinc " * 50, ("notes:b",))) == []


def test_only_what_was_opened_before_the_next_prompt_counts(tmp_path: Path) -> None:
    state, session = str(tmp_path), Session(tmp_path / "sessions", KEY)
    session.observe(Address("notes", "before"), "d1")
    keep_prompt(state, KEY, "/p", "first prompt")
    session.offer("recall", [Offer("notes:pushed")])
    session.observe(GAUGE, "d2")
    session.observe(GAUGE, "d2")
    session.observe(Address("notes", "absent"), None)
    keep_prompt(state, KEY, "/p", "second prompt")
    session.wrote(Address("notes", "written"), None, "d3", whole=True)
    keep_prompt(state, KEY, "/p", "第三个问题")
    session.read_by_host(Offer("notes:read"))
    openings = list(read_openings(tmp_path))
    assert openings == [Opening("first prompt", (str(GAUGE),)), Opening("第三个问题", ("notes:read",))]


def test_recorded_prompts_are_for_their_owner_alone_and_bounded(tmp_path: Path) -> None:
    file = tmp_path / "prompts" / KEY.file
    keep_prompt(str(tmp_path), KEY, "/p", " \n")
    keep_prompt(str(tmp_path), KEY, "/p", "x" * (MOST_CHARS + 1))
    assert not file.exists()
    keep_prompt(str(tmp_path), KEY, "/p", "x" * MOST_CHARS)
    assert file.stat().st_mode & 0o777 == 0o600
    while (size := file.stat().st_size) <= MOST_BYTES:
        keep_prompt(str(tmp_path), KEY, "/p", "x" * MOST_CHARS)
    keep_prompt(str(tmp_path), KEY, "/p", "one more")
    assert file.stat().st_size == size


def test_torn_and_foreign_lines_are_passed_over(tmp_path: Path) -> None:
    keep_prompt(str(tmp_path), KEY, "/p", "a good prompt")
    file = tmp_path / "prompts" / KEY.file
    with file.open("ab") as lines:
        lines.write(b'[1]\n{"prompt": 3, "ledger": 0}\n{"prompt": "x", "ledger": "y"}\n{"prom')
    Session(tmp_path / "sessions", KEY).observe(GAUGE, "d")
    assert list(read_openings(tmp_path)) == [Opening("a good prompt", (str(GAUGE),))]
    assert list(read_openings(tmp_path / "nowhere")) == []
