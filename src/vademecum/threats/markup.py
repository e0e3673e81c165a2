"""Marks that pretend to end a record or to open another voice: chat tokens, tags of frames, active HTML. Pure.

In code, fenced or within a line, they are what notes on prompts and templates are about, so there only the tags of
frames of memory count: none of it keeps those from ending one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"<\s?\|\s?(?:im_?(?:start|end|sep)|eot_id|e(?:nd|o)_?of_?(?:text|turn)|(?:start|end)_header_id"
    r"|begin_of_text|system|user|assistant"
    r"|endofprompt|channel|message|return)\s?\|\s?>|\[/?inst\]|<<\s?/?sys\s?>>|<(?:start|end)_of_turn>"
    r"|</s>\s{0,3}(?:<s>|\[inst\])"
)
# Tags that only a frame round memory or a host's own protocol has.
_FRAME = re.compile(
    r"</\s?(?:memor(?:y|ies)|untrusted[_-]?\w{0,12}|long[_-]term[_-]memory|retrieved[_-]\w{1,12}|record-[0-9a-f]{4,64}"
    r"|memory[_-]\w{1,12}|recalled[_-]\w{1,12}|user[_-]memory|记忆|资料|检索结果|笔记|notes)\s?>"
    r"|<\s?/?\s?(?:tool_(?:result|response|call|use|output)s?|function_(?:call|result|response)s?"
    r"|system[_-](?:reminder|message|prompt|note)"
    r"|antml:\w{1,20})(?:\s[^<>\n]{0,200})?>"
)
_VOICE = re.compile(
    r"<\s?(system|assistant|user|human|developer|operator|系统|用户|助手"
    r"|admin)\s?>\s{0,4}[^<>\s][^<>]{8,2000}(?:<\s?/|$)"
    r"|</\s?(?:context|document|documents|data|content|source|page|quote|file|results?|instructions?|文档"
    r"|上下文)\s?>\s{0,4}"
    r"<\s?(?:system|assistant|user|human|developer|系统|instructions?)(?:\s[^<>\n]{0,80})?\s?>"
)
_CAPTION = re.compile(
    r"^[ \t>]{0,8}[-=_#*~\[(<{]{1,12}\s?/?(?:end|begin|start|close)(?:ing)?\s(?:of\s)?(?:the\s)?(?:\w{1,12}\s){0,2}"
    r"(?:memor(?:y|ies)|contexts?|retrieved|recalled|untrusted|search results|user (?:data|input)|tool output"
    r"|saved notes|system prompt)\b"
    r"|[\[【〔<(]\s?[^\]】〕>)\n]{0,10}(?:记忆|检索结果|引用|资料|上下文|笔记|检索内容|用户输入"
    r"|外部内容)[^\]】〕>)\n]{0,4}(?:结束|开始|完毕|终止|到此)"
    r"|^[-=—_*~]{2,12}\s?(?:记忆|检索结果|引用|资料|上下文|笔记)[^\n]{0,6}(?:结束|开始|完毕)",
    re.MULTILINE,
)
_ACTIVE = re.compile(
    r"<\s?script[\s>/]|javascript\s?:\s?[a-z(]|<[a-z][^<>\n]{0,200}\son(?:error|load|click|mouseover|focus"
    r"|toggle|begin)\s?="
    r"|<\s?iframe[^<>\n]{0,300}(?:display\s?:\s?none|srcdoc|visibility|(?:width"
    r"|height)\s?=\s?[\"']?[01][\"'\s>])|data:text/html"
    r"|<\s?meta[^<>\n]{0,60}http-equiv\s?=\s?[\"']?refresh|<\s?(?:object|embed)\s[^<>\n]{0,200}https?:"
)
# What one of stands in every mark without a tag, and what one of either kind does in every caption.
_UNTAGGED = ("inst]", "javascript", "data:text/html")
_RECORDS = (
    *("memor", "context", "retrieved", "recalled", "untrusted", "search results", "user data", "user input"),
    *("tool output", "saved notes", "system prompt", "记忆", "检索", "引用", "资料", "上下文", "笔记", "输入", "内容"),
)
_ENDS = ("end", "begin", "start", "close", "结束", "开始", "完毕", "终止", "到此")
_FENCE = re.compile(r"^[ \t>]{0,6}(`{3,}|~{3,})", re.MULTILINE)
_SPAN = re.compile(r"(`{1,3})(?!`)([^`\n]{1,600}(?:\n[^`\n]{1,200})?)\1(?!`)")


def marks(text: str) -> Iterator[tuple[str, int]]:
    """The rule and offset of each mark in a text in plain form."""
    has_tags, may_caption = "<" in text, _may_caption(text)
    if not (has_tags or may_caption or any(sign in text for sign in _UNTAGGED)):
        return
    bare = without_code(text)
    yield from (("marker-inject", found.start()) for found in _TOKEN.finditer(bare))
    if may_caption:
        yield from (("marker-inject", found.start()) for found in _CAPTION.finditer(bare))
    yield from (("html-injection", found.start()) for found in _ACTIVE.finditer(bare))
    if has_tags:
        yield from (("marker-inject", found.start()) for found in _VOICE.finditer(bare))
        yield from (("marker-inject", found.start()) for found in _FRAME.finditer(text))


def _may_caption(text: str) -> bool:
    """Whether both halves of a caption stand in a text; nothing that is taken out of it gives it one."""
    return any(word in text for word in _RECORDS) and any(word in text for word in _ENDS)


def without_code(text: str) -> str:
    """The text with blanks for what stands in code; a fence that nothing closes is none."""
    if "`" not in text and "~~~" not in text:
        return text
    fenced = _blank(text, list(_fences(text)))
    return _blank(fenced, [span.span() for span in _SPAN.finditer(fenced)])


def _fences(text: str) -> Iterator[tuple[int, int]]:
    start, mark = -1, ""
    for fence in _FENCE.finditer(text):
        if not mark:
            start, mark = fence.start(), fence.group(1)
        elif fence.group(1).startswith(mark):
            yield start, fence.end()
            mark = ""


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], "".join(char if char == "\n" else " " for char in text[start:end])]
        at = end
    return "".join([*parts, text[at:]])
