"""The wordings of orders that everybody knows, each by the name that L16 gives it. Pure; patterns are bounded.

They are few and narrow: that a passage has one says what it asks for, and that it needs less beside it to be believed.
How it stands there decides, since notes quote and forbid the same words.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Wording(NamedTuple):
    """A known wording: its rule, what it asks for, and without which of some words it can't stand in a text."""

    rule: str
    why: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...] = ()


def wording(rule: str, why: str, *ways: str, hints: str = "") -> Wording:
    """A wording in several ways, each a pattern for text in plain form; ``hints`` are words between bars."""
    return Wording(rule, why, re.compile("|".join(ways)), tuple(hints.split("|")))


_ALL = (
    r"(?:all|any|every|each|of|the|your|these|those|its|my|our|previous|prior|earlier|above|preceding|former"
    r"|safety|system|other|such)"
)
_TOLD = r"(?:instructions?|directions?|directives?|prompts?|commands?|orders)"
_LIMITS = r"(?:any )?(?:rules|limits|restrictions|filters)"
_LIMITS_HAN = r"(?:没有|不受)(?:任何)?(?:限制|约束|规则)"
_HOME = r"(?:~/\.ssh|~/\.aws|id_rsa|id_ed25519|(?<![\w.])\.env(?![\w.])|~/\.netrc|~/\.npmrc|credentials)"
WORDINGS = (
    wording(
        "instr-override",
        "it tells the reader to drop what it was told before",
        rf"(?:ignore|disregard|forget|override|discard|neglect) (?:{_ALL} ){{1,4}}{_TOLD}",
        r"(?:忽略|无视|忘记|忘掉|抛开|丢弃|不要理会)(?:你)?(?:之前|以上|上面|先前|前面|此前|所有|一切)"
        r"[^。！？\n]{0,8}(?:指令|指示|提示|命令|要求)",
        hints="instruction|direction|directive|prompt|command|orders|指令|指示|提示|命令|要求",
    ),
    wording(
        "disregard-rules",
        "it tells the reader to drop its rules",
        rf"(?:ignore|disregard|forget|break) (?:{_ALL} ){{1,4}}(?:rules?|guidelines?|polic(?:y|ies)|restrictions?)",
        r"(?:忽略|无视|抛开|不用管)(?:你)?(?:的)?(?:所有|一切|任何)?(?:安全)?(?:规则|准则|规定|限制|约束)",
        hints="rule|guideline|polic|restriction|规则|准则|规定|限制|约束",
    ),
    wording(
        "repeat-above",
        "it asks its reader to repeat what stands before",
        r"(?:repeat|print|output|recite) (?:\w+ ){0,3}(?:everything|all|text|words) (?:\w+ ){0,2}"
        r"(?:above|so far|before this)",
        r"(?:重复|复述|输出)(?:一遍)?(?:上面|以上|上文|前面)的?(?:所有|全部|一切)?",
        hints="above|so far|before this|重复|复述|输出",
    ),
    wording(
        "sysprompt-leak",
        "it asks for the instructions that its reader was given",
        r"(?:reveal|print|show|output|repeat|disclose|leak|paste|tell) (?:\w+ ){0,3}(?:system prompt|system message"
        r"|initial prompt|hidden instructions|internal (?:guidelines|instructions))",
        r"(?:输出|打印|泄露|透露|展示|告诉我|复述|贴出)(?:出)?(?:你|全部|完整|的){0,3}"
        r"(?:系统提示词?|系统消息|系统指令|初始指令|隐藏指令)",
        hints="prompt|message|instructions|guidelines|系统|初始指令|隐藏指令",
    ),
    wording(
        "role-hijack",
        "it makes the reader somebody without limits",
        rf"you are (?:now )?(?:\w+ ){{0,5}}(?:without {_LIMITS}|unrestricted|jailbroken)",
        rf"你(?:现在)?是[^。！？\n]{{0,10}}{_LIMITS_HAN}",
        hints="without|unrestricted|jailbroken|限制|约束|规则",
    ),
    wording(
        "role-pretend",
        "it makes the reader play somebody without limits",
        rf"(?:pretend|act|behave|play)(?: to be| as| like)? (?:\w+ ){{0,5}}(?:without|no|free of|beyond) {_LIMITS}",
        rf"(?:假装|扮演|装作)[^。！？\n]{{0,12}}{_LIMITS_HAN}",
        hints="rules|limits|restrictions|filters|限制|约束|规则",
    ),
    wording(
        "bypass-restrictions",
        "it switches protections off",
        r"(?:turn off|switch off|disable|bypass|remove|lift) (?:\w+ ){0,3}"
        r"(?:firewall|filters?|guardrails?|restrictions?|safety|safeguards?)",
        r"(?:关闭|关掉|绕过|解除|移除|禁用)(?:所有|一切|全部|你的)?(?:防火墙|过滤器?|安全限制|限制|护栏|安全检查)",
        hints="firewall|filter|guardrail|restriction|safety|safeguard|防火墙|过滤|限制|护栏|安全检查",
    ),
    wording(
        "no-confirm",
        "it does away with a person's consent",
        r"(?:run|execute|approve|delete|send|merge|install) (?:\w+ ){0,4}without "
        r"(?:asking|confirm\w{0,5}|approval|permission)",
        r"(?:无需|不用|不必|不要|跳过)(?:再)?(?:询问|确认|征求|问)(?:用户|任何人|主人)?[^。！？\n]{0,6}(?:直接|就|即可)",
        hints="without|询问|确认|征求|问",
    ),
    wording(
        "conceal",
        "it hides something from the person",
        r"(?:do not|don't|never|must not|without) (?:tell|telling|inform|informing|notify|notifying|alert"
        r"|mention\w{0,3}) (?:\w+ ){0,3}(?:the user|the owner|the human|your user)(?!s)",
        r"(?:hide|conceal|keep) (?:\w+ ){0,3}from the (?:user|owner|human)(?!s)",
        r"(?:不要|别|切勿|无需|不得|不许)(?:让|告诉|告知|通知)(?:用户|主人|使用者)(?!组)"
        r"|(?:瞒着|对)(?:用户|主人)(?:隐瞒|保密)?(?:地|悄悄)",
        hints="the user|the owner|the human|your user|用户|主人|使用者",
    ),
    wording(
        "read-secrets",
        "it has secrets read out",
        rf"(?:print|show|paste|read|cat|output|open|echo|copy) (?:\w+ ){{0,3}}{_HOME}",
        rf"(?:打印|读取|输出|贴出|打开|显示)[^。！？\n]{{0,6}}{_HOME}",
        hints="~/.ssh|~/.aws|id_rsa|id_ed25519|.env|~/.netrc|~/.npmrc|credentials",
    ),
    wording(
        "c2-forced-action",
        "it has commands of somebody else run",
        r"curl [^|\n]{1,200}\|\s?(?:sudo )?(?:ba|z)?sh",
        hints="curl",
    ),
    wording(
        "c2-vocabulary",
        "it takes its orders from elsewhere",
        r"(?:check|fetch|visit|open|poll|query) (?:\w+ ){0,2}https?://\S{1,200} (?:\w+ ){0,3}"
        r"(?:instructions|orders|commands|tasks)",
        r"(?:访问|打开|查询|读取)\s?https?://\S{1,200}?[^。！？\n]{0,12}(?:指令|命令|任务|说的办)",
        hints="http",
    ),
)
_BETWEEN_HAN = re.compile("(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
# Where a sentence begins, be it polite.
_BEGINNING = re.compile(r"(?:^|[.!?:。！？：] ?)(?:please |kindly |now |so |请你?|现在)?$")
_POLITE = 12


class Known(NamedTuple):
    """A known wording in a text, and whether a sentence begins with it: then it orders, and tells of no order."""

    wording: Wording
    is_outright: bool


def known_wording(text: str) -> Known | None:
    """The clearest known wording that stands in a text in plain form, be it cut by ends of lines."""
    whole = _BETWEEN_HAN.sub("", " ".join(text.split()))
    likely = [each for each in WORDINGS if any(map(whole.__contains__, each.hints))]
    if not likely:
        return None
    lines = (whole, *text.split("\n")) if "\n" in text else (whole,)
    found = [(each, line, at.start()) for each in likely for line in lines for at in each.pattern.finditer(line)]
    known = [Known(each, _BEGINNING.search(line[max(0, at - _POLITE) : at]) is not None) for each, line, at in found]
    return max(known, key=lambda each: each.is_outright, default=None)
