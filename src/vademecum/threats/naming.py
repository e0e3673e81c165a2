"""What a passage that reads like an order asks for, as far as its wording shows. Pure.

That it is an order is decided elsewhere; here it gets the name under which a person meets it and may let it pass. The
names are those of L16 and a few more, each with the wordings that everybody uses for it; what is worded otherwise is
an ``order`` and no more.
"""

from __future__ import annotations

import re

from vademecum.threats.wordings import known_wording, wording

_KEYS = (
    r"secrets?|passwords?|passphrases?|credentials?|tokens?|api[ -]?keys?|private keys?|access keys?|cookies?|\.env|"
    r"id_rsa|\.ssh|\.aws|密钥|口令|密码|令牌|凭证|凭据|私钥|助记词"
)
_SEND = (
    r"send|sends|sent|post|upload|forward|mail|email|copy|submit|report|push|share|transmit|"
    r"发送|发到|发给|上传|寄给|转发|提交|抄送|同步到|推送"
)
_SAY = r"tell|tells|mention|inform|notify|show|report|reveal|告诉|告知|提及|提起|汇报|报告|声张|知道|发现"
_NOT = (
    r"not|n't|never|without|no need to|avoid|nobody|hide|keep|quietly|silently|secretly"
    r"|不|别|勿|无需|莫|隐瞒|瞒|悄悄|私下|偷偷"
)
_GAP = r"[^.!?。！？\n]{0,60}?"

# The first that is met names the passage, so what is clearer comes first.
_NAMES = (
    wording(
        "repeat-above",
        "it asks its reader to repeat what stands before",
        rf"(?:repeat|print|output|reproduce){_GAP}(?:above|before this|so far)"
        rf"|(?:重复|复述|输出){_GAP}(?:上面|以上|前面|上文)",
    ),
    wording(
        "sysprompt-leak",
        "it asks for the instructions that its reader was given",
        r"system (?:prompt|message)|(?:initial|hidden|internal|original) (?:prompt|instructions|guidelines)"
        r"|系统(?:提示|消息|指令)|初始(?:提示|指令)|内部(?:指令|准则)",
    ),
    wording(
        "cred-exfil",
        "it sends secrets or what was said away",
        rf"(?:{_SEND}){_GAP}(?:{_KEYS})|(?:{_KEYS}){_GAP}(?:{_SEND})"
        rf"|(?:{_SEND}){_GAP}(?:https?:|\w@\w)|https?://[^\s)?&]{{0,200}}[?&][^\s)=]{{0,200}}=",
    ),
    wording(
        "read-secrets",
        "it has secrets read out",
        rf"(?:read|print|show|open|cat|list|paste|dump|echo|display|output|读|打印|打开|显示|贴|输出|列出|念)"
        rf"{_GAP}(?:{_KEYS})",
    ),
    wording(
        "instr-override",
        "it tells the reader to drop what it was told before",
        rf"(?:ignore|disregard|forget|override|drop|set aside|overrule|supersede){_GAP}"
        r"(?:instruction|rule|guideline|told|polic|prompt|above|previous)"
        r"|(?:no longer appl|takes? precedence|outranks?|void|has the last word)"
        rf"|(?:忽略|无视|忘记|忘掉|作废|抛开|不再适用|取消){_GAP}(?:指令|规则|规定|要求|约束|设定|提示|之前)"
        rf"|(?:指令|规则|规定|要求|约束|设定){_GAP}(?:作废|失效|不算|不再适用|不用管)|为准",
    ),
    wording(
        "no-confirm",
        "it does away with a person's consent",
        r"without (?:\w+ ){0,3}(?:ask|approv|confirm|review|permission)"
        rf"|(?:no|skip|don't|never|not|stop){_GAP}(?:confirm|approv|ask|permission)"
        rf"|(?:不用|无需|不必|跳过|免|别){_GAP}(?:确认|审批|批准|询问|问|审核|同意)",
    ),
    wording("conceal", "it hides something from the person", rf"(?:{_NOT}){_GAP}(?:{_SAY})"),
    wording(
        "role-hijack",
        "it makes the reader somebody else",
        r"you are (?:now |no longer )|from now on,? you|pretend|act as|play the|your (?:new )?(?:name|role|persona)"
        r"|unrestricted|你(?:现在|从现在起)?(?:是|叫|扮演)|扮演|角色|不受(?:任何)?(?:限制|约束)|越狱",
    ),
    wording(
        "c2-forced-action",
        "it has commands run",
        r"curl |wget |bash|sudo|rm -|npm |pip |git (?:push|config)|chmod|execute|run the|disable"
        r"|运行|执行|安装|关闭|禁用",
    ),
    wording(
        "fake-update",
        "it speaks in the name of somebody who may give orders",
        r"admin|vendor|official|security team|compliance|authori[sz]ed|on behalf"
        r"|管理员|官方|厂商|安全团队|授权|总部|上级",
    ),
    wording(
        "memory-poison",
        "it plants what is to be believed or done from now on",
        r"remember|memor|always|every (?:session|time|reply|answer)|from now on|permanently|prefers?"
        r"|记住|记忆|永远|每次|今后|以后|长期|偏好",
    ),
)
# What L16 tells apart by language.
_BY_LANGUAGE = frozenset({"instr-override", "sysprompt-leak", "repeat-above", "role-hijack"})
_CHINESE = re.compile("[\u4e00-\u9fff]")
_ORDER = ("order", "it reads like an order to an agent")


def asked_for(text: str, telling: list[str]) -> tuple[str, str]:
    """The rule that a passage in plain form goes by, and what it asks for, with the words that speak most for that."""
    known = known_wording(text)
    if known is not None:
        name, why = known.wording.rule, known.wording.why
    else:
        name, why = next(((each.rule, each.why) for each in _NAMES if each.pattern.search(text)), _ORDER)
    if name in _BY_LANGUAGE and _CHINESE.search(text):
        name += "-cn"
    return name, f"{why} ({', '.join(telling)})" if telling else why
