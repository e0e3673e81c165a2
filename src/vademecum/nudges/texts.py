"""What a nudge says, in the language of the person whose memory it is. Pure; nobody's name stands here.

What comes from pages, the heads of the log, is framed as records: a heading must not become an order (A41).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vademecum.context.frame import NUDGE, NUDGE_END, PREFACE, framed, record, written_out
from vademecum.upkeep.drift import Drift

DEFAULT = "en"


class Words(NamedTuple):
    """One language's sentences. ``person`` is how the person is called whom the configuration does not name."""

    person: str
    digest: str
    nothing_new: str
    nothing_new_no_log: str
    broken: str
    missing: str
    only: str
    between: str
    recollection: str


WORDS = {
    "en": Words(
        person="the person",
        digest=(
            "Nothing was written to memory for {minutes} minutes of this session. If something came up that {person} "
            "would have to tell you again, write it down now, before you answer: what was decided and why, what "
            "{person} prefers, what went wrong. Correct what no longer holds, and link each page that you touch to one "
            "to three others."
        ),
        nothing_new="If there is nothing new, add an entry that says so to {log}; that ends this reminder too.",
        nothing_new_no_log="If there is nothing new, write nothing.",
        broken="{index} links to pages that are not there: {count}. Mend these links on the way.",
        missing="{index} lacks pages that are there: {count}. Add a line for each on the way.",
        only="Start no other work for it.",
        between=" ",
        recollection=(
            "A quiet moment to look back. These are entries of the memory's log. If one of them bears on what {person} "
            "is doing now, recall its page and say in one sentence how; if none does, say nothing of it. Write nothing "
            "to memory for this."
        ),
    ),
    "zh": Words(
        person="用户",
        digest=(
            "本次会话已有 {minutes} 分钟没有写入记忆。如果出现了以后还得由{person}再说一遍的内容，"
            "请在回答之前先记下来：做了什么决定、为什么，{person}的偏好，哪里出过问题。"
            "不再成立的内容请直接更正；凡是改动的页面，请链接到另外一至三个页面。"
        ),
        nothing_new="如果没有新内容，请在 {log} 里加一条说明没有新内容；这样也会结束本次提醒。",
        nothing_new_no_log="如果没有新内容，就什么都不用写。",
        broken="{index} 里有 {count} 个链接指向不存在的页面，请顺手修好。",
        missing="{index} 里缺少 {count} 个已有的页面，请顺手各补一行。",
        only="不要为此开始别的工作。",
        between="",
        recollection=(
            "现在有空，可以回顾一下。下面是记忆日志里的几条记录。如果其中某一条与{person}正在做的事有关，"
            "请打开对应的页面，用一句话说明有什么关系；如果都无关，就不必提起。不要为此写入记忆。"
        ),
    ),
}


def digest_text(language: str, minutes: int, *, person: str = "", log: str = "", drifts: Sequence[Drift] = ()) -> str:
    """The request to write down what was learnt (P32); ``log`` is the address of the log, empty when there is none."""
    words = WORDS.get(language, WORDS[DEFAULT])
    who = written_out(person) or words.person
    parts = [words.digest.format(minutes=f"{minutes:,}", person=who)]
    parts.append(words.nothing_new.format(log=written_out(log)) if log else words.nothing_new_no_log)
    for drift in drifts:
        index = written_out(drift.address)
        parts += [words.broken.format(index=index, count=drift.broken)] if drift.broken else []
        parts += [words.missing.format(index=index, count=drift.missing)] if drift.missing else []
    return _marked(words.between.join([*parts, words.only]))


def recollection_text(language: str, heads: Sequence[tuple[str, str]], *, person: str = "") -> str:
    """The request to look back at these entries of a log, each with the log's address (P34)."""
    words = WORDS.get(language, WORDS[DEFAULT])
    who = written_out(person) or words.person
    # Not as an ``address``: the page itself is not given by this.
    records = framed([record({"from": log}, written_out(head)) for log, head in heads])
    return _marked("\n".join([words.recollection.format(person=who), PREFACE, *records]))


def _marked(text: str) -> str:
    return f"{NUDGE}\n{text}\n{NUDGE_END}"
