"""The example vault is what it claims: interlinked, in three scripts, odd only where it means to be."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import yaml

EXAMPLES = Path(str(resources.files("vademecum.examples")))
VAULT = EXAMPLES / "vault"
MISSING = {"runbooks/Failover to db-2", "潮流预报"}
COLON_TITLE = "meetings/2026-06-18 Port Merrow review"
CRLF_PAGE = "runbooks/Rotate partner API keys"
LONG_PAGE = "topics/Tidal harmonics"
PRIVATE_PAGE = "home/Surprise"
PRIVATE_WORDS = ("marimba", "vouchers", "encyclopaedia", "万花筒", "蜂鸟")
KINDS = {"direct", "paraphrase", "identifier", "mixed", "cross-page", "changed", "near-duplicate", "absent", "private"}

HEADER = re.compile(r"\A---\n(.*?\n)---\n", re.DOTALL)
CODE_OR_COMMENT = re.compile(r"^```.*?^```|`[^`\n]+`|%%.*?%%", re.DOTALL | re.MULTILINE)
WIKI_LINK = re.compile(r"\[\[([^\]|#\\]*)(?:#([^\]|\\]+))?(?:\\?\|[^\]]*)?\]\]")
MARKDOWN_LINK = re.compile(r"\]\((?:<([^>]+)>|([^()\s]+))\)")
HEADING = re.compile(r"^#{1,6} (.+)$|^(.+)\n(?:=+|-+)$", re.MULTILINE)


class Question(NamedTuple):
    """One line of ``questions.jsonl``."""

    id: str
    text: str
    lang: str
    kind: str
    expect: list[str]
    note: str


def pages() -> dict[str, str]:
    """Each page's text by its name in NFC, line ends made plain."""
    files = sorted(VAULT.rglob("*.md"))
    return {name_of(file): file.read_text(encoding="utf-8") for file in files}


def name_of(file: Path) -> str:
    return unicodedata.normalize("NFC", file.relative_to(VAULT).with_suffix("").as_posix())


def questions() -> list[Question]:
    lines = (EXAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [Question(**json.loads(line)) for line in lines]


def header(text: str) -> dict[str, object]:
    match = HEADER.match(text)
    return yaml.safe_load(match[1]) if match else {}


def names_for(name: str, text: str) -> set[str]:
    """What a wikilink may call a page, case folded: its path, its file name, its aliases."""
    aliases = [] if name == COLON_TITLE else header(text).get("aliases", [])
    assert isinstance(aliases, list)
    return {each.casefold() for each in (name, name.rpartition("/")[2], *aliases)}


def is_refused(text: str) -> bool:
    """Whether YAML can't read the page's header."""
    try:
        header(text)
    except yaml.YAMLError:
        return True
    return False


def anchors(text: str) -> set[str]:
    plain = CODE_OR_COMMENT.sub("", text)
    found = {(match[1] or match[2]).strip() for match in HEADING.finditer(plain)}
    return found | set(re.findall(r"\^[\w-]+(?=\s*$)", plain, re.MULTILINE))


def links(text: str, name: str) -> list[tuple[str, str]]:
    """Targets and anchors as written, a relative Markdown link turned into the name of its page."""
    plain = CODE_OR_COMMENT.sub("", text)
    wiki = [(match[1] or name, match[2] or "") for match in WIKI_LINK.finditer(plain)]
    hrefs = [unquote(match[1] or match[2]) for match in MARKDOWN_LINK.finditer(plain)]
    parts = [href.partition("#") for href in hrefs if "://" not in href]
    folder = (VAULT / name).parent
    local = [((folder / path).resolve().relative_to(VAULT.resolve()), anchor) for path, _, anchor in parts]
    return wiki + [(path.with_suffix("").as_posix(), anchor) for path, anchor in local]


def broken(vault: dict[str, str]) -> set[str]:
    """Every target, or target and anchor, that leads nowhere."""
    homes = {alias: name for name, text in vault.items() for alias in names_for(name, text)}
    found = set()
    for name, text in vault.items():
        for target, anchor in links(text, name):
            home = homes.get(unicodedata.normalize("NFC", target).casefold())
            if home is None:
                found.add(target)
            elif anchor and anchor not in anchors(vault[home]):
                found.add(f"{target}#{anchor}")
    return found


def language(text: str) -> str:
    """``ja`` with kana in it, else the script that has more words; a Han character counts as one."""
    if len(re.findall(r"[\u3040-\u30ff]", text)) > 20:
        return "ja"
    return "zh" if len(re.findall(r"[\u4e00-\u9fff]", text)) > len(re.findall("[A-Za-z]+", text)) else "en"


def test_the_vault_is_large_and_speaks_three_languages() -> None:
    vault = pages()
    share = Counter(language(text) for text in vault.values())
    assert len(vault) >= 60
    assert 0.35 <= share["zh"] / len(vault) <= 0.5
    assert share["ja"] >= 2


def test_every_link_resolves_except_the_two_that_are_missing_on_purpose() -> None:
    assert broken(pages()) == MISSING


def test_pages_are_interlinked() -> None:
    vault = pages()
    count = sum(len(links(text, name)) for name, text in vault.items() if name != "MEMORY")
    assert count >= 2 * len(vault)


def test_no_name_for_a_page_is_taken_twice() -> None:
    taken = Counter(alias for name, text in pages().items() for alias in names_for(name, text))
    assert [alias for alias, count in taken.items() if count > 1] == []


def test_the_index_page_lists_every_page_but_diary_inbox_and_private() -> None:
    vault = pages()
    listed = {target for target, _ in links(vault["MEMORY"], "MEMORY")}
    unlisted = {name for name in vault if name.startswith(("日记/", "inbox/"))} | {"MEMORY", PRIVATE_PAGE}
    assert listed == set(vault) - unlisted


def test_A05_one_page_has_crlf_line_ends_throughout() -> None:
    odd = {name_of(file) for file in VAULT.rglob("*.md") if b"\r" in file.read_bytes()}
    raw = (VAULT / f"{CRLF_PAGE}.md").read_bytes()
    assert odd == {CRLF_PAGE}
    assert raw.count(b"\r\n") == raw.count(b"\n") == raw.count(b"\r")


def test_A01_one_title_has_an_unquoted_colon_that_yaml_refuses() -> None:
    vault = pages()
    assert [name for name, text in vault.items() if is_refused(text)] == [COLON_TITLE]
    assert "\ntitle: Port Merrow review: limits and tugs\n" in vault[COLON_TITLE]


def test_one_file_name_is_decomposed() -> None:
    stems = [file.stem for file in VAULT.rglob("*.md")]
    odd = [stem for stem in stems if not unicodedata.is_normalized("NFC", stem)]
    assert [unicodedata.normalize("NFC", stem) for stem in odd] == ["Zoë Lindqvist"]


def test_one_page_is_long() -> None:
    assert 8_000 <= len((VAULT / f"{LONG_PAGE}.md").read_bytes()) <= 12_288


def test_one_decision_is_superseded_by_a_page_that_exists() -> None:
    vault = pages()
    headers = {name: header(text) for name, text in vault.items() if name != COLON_TITLE}
    superseded = {name: meta["superseded_by"] for name, meta in headers.items() if "superseded_by" in meta}
    assert superseded == {"decisions/2026-04-09 Cache tide tables in Redis": "[[2026-07-21 Drop Redis]]"}
    assert "decisions/2026-07-21 Drop Redis" in vault


def test_the_words_of_the_private_page_stand_nowhere_else() -> None:
    vault = {name: text.casefold() for name, text in pages().items()}
    assert "private: true" in vault[PRIVATE_PAGE]
    assert all(word in vault[PRIVATE_PAGE] for word in PRIVATE_WORDS)
    others = [text for name, text in vault.items() if name != PRIVATE_PAGE]
    assert [word for word in PRIVATE_WORDS for text in others if word in text] == []


def test_seeds_triggers_and_pages_without_a_header_all_occur() -> None:
    headers = [header(text) for name, text in pages().items() if name != COLON_TITLE]
    extras = [meta["metadata"] for meta in headers if isinstance(meta.get("metadata"), dict)]
    assert sum("seed" in str(extra) for extra in extras) == 3
    assert sum("triggers" in str(extra) for extra in extras) >= 5
    assert headers.count({}) >= 8


def test_questions_are_many_and_half_of_them_have_chinese() -> None:
    asked = questions()
    chinese = [each for each in asked if re.search(r"[\u4e00-\u9fff]", each.text)]
    assert len(asked) >= 80
    assert len({each.id for each in asked}) == len({each.text for each in asked}) == len(asked)
    assert len(chinese) >= len(asked) // 2
    assert {each.kind for each in asked} == KINDS


def test_every_expected_page_exists_and_only_absent_answers_expect_none() -> None:
    vault = pages()
    asked = questions()
    assert [(each.id, name) for each in asked for name in each.expect if name not in vault] == []
    assert [each.id for each in asked if (each.expect == []) != (each.kind in {"absent", "private"})] == []
    assert sum(each.kind == "absent" for each in asked) == 10
