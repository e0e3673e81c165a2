"""What a nudge says, in the language of the person whose memory it is. Pure; nobody's name stands here.

What comes from pages, the heads of the log, is framed as records: a heading must not become an order (A41).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vademecum.context.budget import first_fit, length
from vademecum.context.frame import NUDGE, NUDGE_END, PREFACE, framed, record, written_out

DEFAULT = "en"
# A prompt that brings up much leaves so much room for a nudge, which never waits for more.
MOST_CHARS = 1_000
_NAME_CHARS = 60
_ADDRESS_CHARS = 80
_HEAD_CHARS = 90


class Drift(NamedTuple):
    """How far the contents page at ``address`` is from its store: rows whose page is gone, pages that it lacks, and
    rows that say what headers say no more."""

    address: str
    gone: int = 0
    missing: int = 0
    behind: int = 0


class Words(NamedTuple):
    """One language's sentences. ``person`` is how the person is called whom the configuration does not name."""

    person: str
    digest: str
    nothing_new: str
    nothing_new_no_log: str
    gone: str
    missing: str
    behind: str
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
        gone="{index} lists pages that are not there: {count}. Mend that on the way.",
        missing="{index} lacks pages that are there: {count}. Add a line for each on the way.",
        behind="{index} says of pages what their headers say no more: {count}. Bring that up to date on the way.",
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
        gone="{index} 里有 {count} 行指向不存在的页面，请顺手修好。",
        missing="{index} 里缺少 {count} 个已有的页面，请顺手各补一行。",
        behind="{index} 里有 {count} 行与页面的摘要不符，请顺手更新。",
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
    who = _short(person, _NAME_CHARS) or words.person
    parts = [words.digest.format(minutes=f"{minutes:,}", person=who)]
    parts.append(words.nothing_new.format(log=_short(log, _ADDRESS_CHARS)) if log else words.nothing_new_no_log)
    room = MOST_CHARS - length(_marked(words.between.join([*parts, words.only])))
    told = [sentence for drift in drifts for sentence in _told(words, drift)]
    fitting = first_fit(told, room, between=len(words.between))
    return _marked(words.between.join([*parts, *(told[each] for each in fitting), words.only]))


def recollection_text(language: str, heads: Sequence[tuple[str, str]], *, person: str = "") -> str:
    """The request to look back at these entries of a log, each with the log's address (P34); the last ones are left out
    where all of them are too long."""
    words = WORDS.get(language, WORDS[DEFAULT])
    sentence = words.recollection.format(person=_short(person, _NAME_CHARS) or words.person)
    # Not as an ``address``: the page itself is not given by this.
    records = [record({"from": _short(log, _ADDRESS_CHARS)}, _short(head, _HEAD_CHARS)) for log, head in heads]
    texts = (_marked("\n".join([sentence, PREFACE, *framed(records[:count])])) for count in range(len(records), 0, -1))
    return next((text for text in texts if length(text) <= MOST_CHARS), "")


def _told(words: Words, drift: Drift) -> Iterator[str]:
    index = _short(drift.address, _ADDRESS_CHARS)
    for sentence, count in ((words.gone, drift.gone), (words.missing, drift.missing), (words.behind, drift.behind)):
        if count:
            yield sentence.format(index=index, count=count)


def _short(text: str, most: int) -> str:
    """A text of a person's or a page's on one line, cut where it is longer than anyone means it to be."""
    line = written_out(" ".join(text.split()))
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _marked(text: str) -> str:
    return f"{NUDGE}\n{text}\n{NUDGE_END}"
