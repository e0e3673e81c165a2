"""Words by which a fact tells of the past, of somebody else, of a name or of a mere plan, for weighing it. Pure data.

They are rough: each only makes something more or less likely, and how much is learned from labelled corrections.
"""

from __future__ import annotations

import re

_ANY = re.IGNORECASE

# Who is somebody's: a fact about the user's brother is none about the user.
KIN = re.compile(
    r"\b(?:son|daughter|wife|husband|brother|sister|mother|father|mum|mom|dad|parents?|girlfriend|boyfriend|partner"
    r"|cousin|aunt|uncle|grand\w+|friend|neighbou?r|colleague|assistant|boss|manager|twin|flatmate|roommate|tenant"
    r"|landlord|in-law|nephew|niece|child|children|kids?)\b"
    "|儿子|女儿|妻子|老婆|太太|爱人|丈夫|老公|哥哥?|弟弟?|姐姐?|妹妹?|妈妈|爸爸|母亲|父亲|父母|表[哥弟姐妹]"
    "|堂[哥弟姐妹]|姑|姨|舅|叔|伯|爷爷|奶奶|姥姥|姥爷|外公|外婆|岳[父母]|男朋友|女朋友|徒弟|室友|邻居|同事|助理"
    "|导师|孩子",
    _ANY,
)
PAST = re.compile(
    r"\b(?:used to|until|formerly|previous(?:ly)?|former|was|were|had|ago|old|last (?:year|month|week|spring|summer"
    r"|autumn|winter)|back in|before|once|in (?:19|20)\d\d)\b"
    "|以前|之前|曾|原来|原先|过去|去年|前年|上周|上个?月|前任|旧|当年|那年|过$|昨",
    _ANY,
)
CHANGED = re.compile(
    r"\bno longer\b|\bdropped\b|\bused to\b|\buntil\b|\bformer(?:ly)?\b|\bprevious(?:ly)?\b|\bearlier\b|\bback then\b"
    r"|\b(?:was|were)\b(?! born)|\bhad\b|\bold\b|\bstopped\b|\bquit\b|\bgave up\b|\bswitched\b|\bmoved\b|\breplaced\b"
    r"|\bfrom\b.*\bto\b|\bago\b|\blast (?:year|month|week|spring|summer|autumn|winter)\b|\bfor (?:many|\w+) years\b"
    r"|\bhas since\b|\bany ?more\b|\bbefore\b"
    "|以前|之前|曾|原来|原先|原本|过去|去年|前年|上周|上个?月|前任|前一|旧|老的|当年|那年"
    "|已经?(?:经)?(?:不|换|改|停|注销|取消|卖|退|戒|关)|不再|早就|后来|换掉|换成|改成|升到|升级|迁|搬走|关掉|停用"
    "|停了|戒|做过|有过|当过|用过|离职",
    _ANY,
)
# A sentence with a past tense and nothing that holds now: ``Tove approved expenses``.
WAS_DONE = re.compile(r"^(?!.*\b(?:is|are|has|have|was|were|be|been|being|gets?)\b)\S+(?:\s\S+){0,3}?\s\w+ed\b")
UNSURE = re.compile(
    r"\b(?:plan|plans|planned|consider\w*|want\w*|hope\w*|wish\w*|might|may|maybe|could|would|if|propos\w*|suggest\w*)\b"
    "|想|打算|计划|考虑|可能|也许|如果|希望|建议",
    _ANY,
)
# What doesn't open until nine opens at nine.
_UNTIL = r"(?![^.,;!?]*\b(?:until|till)\b)"
_NOT = (
    r"(?:\b(?:not|no|never|none|nobody|nothing|without|neither|cannot|nor|stopped|unable|refuses?|hates?|dislikes?"
    r"|avoids?|forbid(?:s|den)?|forbidding|banned|prohibited|dropped|lacks?|ignores?|fails?|hardly)\b|n't\b)" + _UNTIL
)
# What denies, to be counted: two of them agree again.
DENIES = re.compile(
    _NOT + r"|不(?!错|同|仅|但|过|断|久|少|如|止)|没(?!错)|[无未勿]|别(?!的|人)|[关停]掉|取消|讨厌|禁|离职|离开", _ANY
)
# What denies or narrows down, anywhere.
LIMITS = re.compile(_NOT + r"|\b(?:lost|only|free of)\b|[不没无未别勿禁]|非(?!常)|只能|[关停]掉|取消|讨厌|除了", _ANY)
# A fact that only tells what something is called, or who somebody is.
NAMES = re.compile(
    r"\b(?:is|are) (?:named|called)\b|\bname is\b|\bnicknamed?\b|^\w+ is the user's \w+\.?$"
    "|叫(?!做饭|车|外卖)|名字|外号|昵称",
    _ANY,
)
APART = re.compile(
    r"\b(?:other|another|neighbou?r\w*|ex|ex-\w+|former|previous|next door|upstairs|downstairs)\b"
    "|隔壁|邻居|对面|另一?个|别的|其他|前任|旧|老的",
    _ANY,
)
# Whoever speaks is the user of the facts, and is said or left out alike.
USER = re.compile(r"(?:the )?user(?:'s)?|i|my|me|we|our|us|mine|ours|i'm|i've|we're|用户自己|用户|我们?|咱们?|俺", _ANY)
# Where a text may deny one thing and not the next.
PARTS = re.compile(r"[,;!?，。；！？—]|\. |\b(?:but|while)\b")
