"""Signs in a sentence that are no words: addresses, places of secrets, commands, turns of phrase. Pure.

They are meanings as those of ``english.py``, so that ``rules.py`` can ask for both. Patterns are bounded, and each is
tried only where one of its hints stands, which is what makes a scan of a long text quick.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vademecum.threats.meaning import Placed

_PLACES = (
    r"~\s?/\s?\.(?:ssh(?!/(?:config|known_hosts|\w+\.pub))|aws|config(?!/(?!gh|gcloud))|kube|gnupg|docker|netrc|pgpass"
    r"|npmrc|env|azure|mozilla)|/\.(?:ssh/(?!config|known_hosts|authorized|\w+\.pub)|aws/|kube/)"
    r"|id_(?:rsa|ed25519|ecdsa)(?!\w*\.pub)|(?<![\w.])(?<!to )(?<!as )(?<!into )(?<!成 )(?<!成)\.env(?![a-z0-9_.])"
    r"|\.env\.(?:local|prod\w{0,8})|/etc/(?:shadow|sudoers)"
    r"|\.(?:netrc|pgpass|npmrc|pypirc|git-credentials|htpasswd)(?![a-z0-9_])|\.aws/credentials|credentials\.json"
    r"|application-prod|wallet\.dat|/proc/\w{1,8}/environ|\.kube/config|browser cookies|login keychain"
    r"|passwords (?:stored|saved|kept) in|浏览器[^,，。\n]{0,4}保存的密码"
)
_SHELL = r"\|\s?(?:sudo\s)?(?:(?:/bin/)?(?:ba|z|da|k)?sh(?![\w.])|(?:python3?|perl|node|php|iex)(?![\w.]))"
_TOP = "example|com|net|io|org|cn|dev|test|invalid|ru|xyz|top|app"
_AGREEING = "confirm\\w{0,8}|approv\\w{0,4}|consent\\w{0,3}|permissions?|review\\w{0,3}|verification|questions?"


class _Sign(NamedTuple):
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    besides: frozenset[str] = frozenset()
    """Meanings of which one must be there for the sign to matter; none for any."""


SIGNS = {
    "secretpath": _Sign(
        ("/", ".", "id_", "application-prod", "browser cookies", "keychain", "passwords", "浏览器"),
        re.compile(_PLACES),
    ),
    "net": _Sign(
        ("://", ".", ": /", "gist", "webhook", "pastebin", "dns"),
        re.compile(
            rf"(?:https?|ftp)\s?:\s?/|(?<![0-9.])[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{3}}(?![0-9.])"
            rf"|(?<=[a-z0-9])(?<!\.env)\.(?:{_TOP})(?!\w|-|\.\w)"
            r"|(?<![a-z])(?:gist|webhook|pastebin|dns)(?![a-z])"
        ),
    ),
    "remote": _Sign(
        ("curl", "wget", "http", "irm", "iwr", "sh -i", "/dev/tcp/"),
        re.compile(
            rf"(?:curl|wget|irm|iwr) [^|\n]{{1,300}}{_SHELL}|(?:(?:ba"
            rf"|z)?sh|eval|source)\s?(?:-c\s?)?[\"'<(]{{0,3}}\$?\(\s?(?:curl|wget)"
            r"|(?:curl|wget) [^\n|]{1,200}(?:&&|;)\s?(?:sudo\s)?(?:(?:ba|z)?sh|chmod \+x|python3?) "
            r"|(?:运行|执行|run|execute)[^。.\n]{0,40}https?://\S{1,200}[^。.\n]{0,8}(?:脚本|script)"
            r"|(?:script|file|installer|binary|program) (?:at|from) https?://|(?:ba|z)?sh -i|/dev/tcp/"
        ),
    ),
    "image": _Sign(
        ("![",),
        re.compile(
            r"!\[[^\]\n]{0,80}\]\(\s?https?://[^)\n]{1,200}[?&][^)\n]{0,60}=[^)\n&]{0,40}(?:[{<$]|密|用户|对话"
            r"|聊天|消息|摘要)"
        ),
    ),
    "destroy": _Sign(
        ("rm -", "history", "chmod", "mkfs", "dd if", "--force", "drop "),
        re.compile(
            r"rm -[a-z]{1,3} (?:~|/ |/\*|\$home|/home|/var/log)|history -c|chmod -r 777|mkfs|dd if="
            r"|git push --force|drop (?:table|database)"
        ),
    ),
    "persist": _Sign(
        ("rc", "profile", "crontab", "authorized_keys", "alias sudo", "git hook", "launchagents"),
        re.compile(
            r"\.(?:bashrc|zshrc|bash_profile|profile)(?![a-z0-9_])|crontab|authorized_keys|alias sudo|git hook"
            r"|launchagents"
        ),
    ),
    "noask": _Sign(
        (
            "without",
            "no ",
            "zero",
            "need",
            "skip",
            "waive",
            "n't",
            "not ",
            "never",
            "stop",
            "approv",
            "nobody",
            "确认",
            "问",
            "同意",
            "审",
            "批准",
            "征得",
            "请示",
            "过问",
            "检查",
            "confirm",
            "consent",
            "permission",
        ),
        re.compile(
            rf"without (?:\w+ ){{0,4}}(?:asking|consult\w{{0,4}}|prompt\w{{0,4}}|checking|{_AGREEING})"
            rf"|(?<![a-z])(?:no|zero|skips?|skipping|waives?) (?:\w+ ){{0,3}}(?:{_AGREEING}|sign-off)"
            r"|no longer (?:needs?|has|have) to (?:check|ask|confirm|verify|wait)"
            r"|(?<![a-z])(?:don't|do not|must not|mustn't|shall not|never|stop|not to be|not be|need not"
            r"|needn't) (?:\w+ ){0,2}(?:asks?|asking|asked|confirm\w{0,4}|consult\w{0,4}|wait)(?![a-z])"
            r"|(?:ask|asks|consult|consults|tell|tells) (?:nobody|no one|no-one)(?![a-z])"
            r"|(?:approvals?|confirmations?|consent|permission|reviews?)(?![a-z])[^.\n]{0,40} (?:not"
            r"|n't) (?:required|needed|necessary)"
            r"|(?:approval|confirmation|consent|permission|review)s? (?:is|are|has been|have been) (?:not"
            r"|no longer|never|off"
            r"|disabled|waived|suspended|granted)"
            r"|(?:不(?!能|可|会|准|许)|无(?!人)|免|毋|勿|未|跳过(?!已)|略过|省去|别|没有)[^,，。；\n]{0,5}(?:确认|询问|同意|审批|审核|批准"
            r"|征得|请示|过问|检查)|(?:不用|不必|无需|不要|别)问(?!题)"
        ),
    ),
    "free": _Sign(
        ("no ", "without", "free ", "bound", "lack", "没有", "不受", "无"),
        re.compile(
            r"(?<![a-z])(?:no|without|free (?:of|from)|not bound by|lacks?) (?:\w+ ){0,2}(?:restrictions|limits"
            r"|filters?|rules"
            r"|polic(?:y|ies)|guardrails?|safety|constraints?|ethics|safeguards?|guidelines|boundaries"
            r"|limitations)(?![a-z])"
            r"|没有(?:任何)?[^,，。\n]{0,6}(?:限制|规则|约束|过滤|审查|底线)|不受[^,，。\n]{0,8}(?:约束|限制|束缚|管)"
            r"|无(?:任何)?(?:限制|约束|审查|过滤)"
        ),
    ),
    "home": _Sign(("home ", "主目录"), re.compile(r"home (?:folder|directory|dir)(?![a-z])|主目录")),
    "placeholder": _Sign(("://",), re.compile(r"://[^\s<{$]{1,100}[?&/=][^\s<{$]{0,100}[<{$]")),
    "voice": _Sign(
        (":", "：", "]"),
        re.compile(
            r"^[\s>]{0,8}(?:<!-- ?)?\[?(?:system|系统|assistant|助手|user|用户|human|developer|admin"
            r"|operator)\]?\s?(?:[:：]|(?<=\])\s)"
        ),
    ),
    "payto": _Sign(
        ("account", "iban", "wallet", "number", "@", "账", "尾号", "卡号", "details"),
        re.compile(
            r"(?:account|iban|wallet|number|尾号|账户|账号|卡号)[^\w\n]{0,3}(?:number "
            r"|no\.? )?(?=[a-z0-9 ]{0,8}\d{3})[a-z0-9]{3}"
            r"|(?:to|at|now) [\w.-]{1,40}@[\w-]{1,40}\.|(?:下面|以下|新)的?账[户号]|(?:account|details) below"
            r"|new account"
        ),
        frozenset({"pay"}),
    ),
}

_EXCUSES = {
    "topic": re.compile(
        r"(?:instructions?|guidelines?|rules?|polic(?:y|ies)|guidance|directives?|directions)"
        r" (?:about|on|for|regarding|of|in) (?:the )?"
        r"(?!you|us|assistant|agent|model|user|system|developer|this|safety|security|privacy|secret|any|ai |all"
        r"|how you|it |whoever|refus|confiden|content|operator|session|conversation|chat|prompt|your|these|here|below)"
        r"|instructions? (?:file|page|doc|document|sheet|leaflet|manual|booklet|video)s?(?![a-z])"
        r"|(?:claude|agents|gemini)[\w-]{0,12}\.md"
        r"|(?:old|older|previous|former|earlier) (?:wiki|manual|handbook|readme|pages?"
        r"|articles?|docs?|documents?|runbook|guide|leaflet"
        r"|letter|e-?mail)(?![a-z])|(?:readme|手册|维基|wiki|邮件|群|公告栏|文件夹)[^,，。]{0,3}(?:里|中|上)的"
        r"|\.cursorrules"
        r"|关于(?!你|您|助手|智能体|模型|安全|AI|拒|保密)[^，。]{1,12}的(?:规定|规则|约定|决定|要求|指示)"
    ),
    "guarded": re.compile(
        r"(?:not|never|n't|nobody|no one|cannot|nothing|refuses? to)(?![a-z])[^.;,\n]{0,60} (?:without|skip"
        r"|bypass|until|unless)"
        r"|(?:不要|不得|不能|不可|禁止|严禁|切勿|不准|不允许|不许|绝不|别)[^,，。；\n]{0,12}(?:未经|不经|没有"
        r"|跳过|略过|擅自|绕过)"
        r"|(?:asks?|waits?) for (?:\w+ ){0,2}(?:confirmation|approval|permission)|unless --"
    ),
    "ui": re.compile(
        r"(?:see|show|shows|display) (?:\w+ ){0,3}(?:half|raw|broken|loading|empty|stack|error|internal)"
        r"|(?:看到|展示|显示)[^,，。；\n]{0,6}(?:半成品|报错|错误|堆栈|加载|空白|按钮|弹窗|内部)"
    ),
    "openly": re.compile(
        r"(?:never|not|n't) (?:invent|fake|pretend|claim|report success|report a success)"
        r"|(?:never|not|n't|nothing|nobody|no|without|instead of|rather than|nor|avoid|stop)(?![a-z])"
        r"[^.,;:!?\n]{0,24}"
        r" (?:silent|silently|quietly|secretly|hide|hides|hidden|hiding|conceal\w{0,3}|covert\w{0,2}|omit\w{0,4}"
        r"|withhold\w{0,3}|stealth\w{0,3})(?![a-z])"
        r"|(?:不要|不得|不能|不可|不许|不准|不允许|禁止|严禁|切勿|别|勿|绝不|从不|不应|不该|而不是|不是|避免|杜绝|反对)[^,，。；\n]{0,8}"
        r"(?:悄悄|偷偷|暗中|静默|隐瞒|瞒|掩盖|私自|默默|谎称|假装|装作)"
    ),
    "craft": re.compile(
        r"(?<![a-z])(?:drafts?|evals?|evaluations?|repro|repository|repos?|refactor\w{0,3}"
        r"|cache[ds]?|caching|incident|post-?mortem"
        r"|token (?:count|budget)|\d+k tokens|a/b|regression|rewrit\w{1,4}|shorten\w{0,3}|trim\w{0,4}"
        r"|lint\w{0,3})(?![a-z])"
        r"|v\d(?![a-z0-9])|[一二三四五\d]稿|草稿|初稿|评测|缓存|仓库|复盘|事故|改写|精简|拆成|压缩|截断|截掉|迭代|灰度|语气"
    ),
    "upkeep": re.compile(
        r"rotat|revok|expir|gitignore|chmod [46]00|(?<![a-z])(?:permission|scope|allow|deny) ?list"
        r"|轮换|吊销|撤销|过期|作废|权限"
    ),
    "bygone": re.compile(
        r"(?:已经?删|被删|删掉了|被否|否决|否了|驳回|没采纳|未采纳|不采纳|提议|提案|当时|曾经?|以前写|原来写|那次|上次|上周|昨天|去年|前年)"
        r"|(?<![a-z])(?:was|were|been|got|we|they|he|she|it|i) (?:\w+ly )?(?:rejected|denied|turned down|voted"
        r" down|refused|reverted|proposed|suggested|asked whether|used to|noticed|found|learned|tried)(?![a-z])"
        r"|(?<![a-z])(?:yesterday|last (?:week|month|year|spring|summer|autumn|winter|night)"
        r"|years? ago|months? ago|weeks? ago)"
    ),
    "civil": re.compile(
        r"(?<![a-z])(?:aria-|form fields?|input|inputs|spinner|tooltip|endpoint|responses?|error pages?|callers?"
        r"|guests?|visitors?"
        r"|patients?|kids?|children|wife|husband|mum|mom|dad|parents?|birthday|surprise|display: ?none|persona|readers"
        r"|employees?|candidates?|tenants?|journalists?|press|attackers?|players?)(?![a-z])"
        r"|客服|顾客|访客|投稿|病人|患者|家长|妈妈|爸爸|老婆|老公|媳妇|孩子|生日|惊喜|买家|卖家|粉丝|观众|记者|候选人|租客|玩家|攻击者|接口|表单|字段"
        r"|输入框|登录页|报错页|人设"
    ),
    "forbidden": re.compile(
        r"(?:never|not|n't|nor|cannot)(?![a-z]) (?:\w+ ){0,1}"
        r"(?:add|approve|merge|use|set|pass|accept|grant|enable|run)(?![a-z])"
        r"|(?:绝不|不得|不能|不可|严禁|禁止|切勿)[^,，。；\n]{0,4}(?:批准|加|合并|使用|授予|开启)"
    ),
    "kept": re.compile(
        r"(?:must|should|shall|may|can|could|does|do|did|will)(?: not|n't) (?:\w+ ){0,2}(?:reveal|show|print"
        r"|disclose|leak|share|output|repeat)"
        r"|(?:never|cannot|nor) (?:\w+ ){0,2}(?:reveal|show|print|disclose|leak|share|output|repeat)"
        r"|(?:不得|不能|不可|不应|绝不|绝不能|决不|切勿|禁止|拒绝)[^,，。；\n]{0,6}"
        r"(?:泄露|泄漏|透露|公开|展示|输出|显示)"
    ),
    "negated": re.compile(
        r"(?:never|not|n't|avoid|nor)(?![a-z]) (?:\w+ ){0,2}(?:print|show|paste|put|write|send|commit|copy|share"
        r"|force|delete|wipe|drop|remove"
        r"|upload|post|log"
        r"|store|read|include)"
        r"|(?:不要|不得|不能|不许|不准|不该|禁止|严禁|切勿|别|勿|不应|不可|绝不|从不)[^,，。；\n]{0,6}(?:贴|写|删|强推|打印|输出|发|上传"
        r"|提交|复制|记录|读|放|存)"
    ),
}

EXFILTRATION = re.compile(
    rf"(?:curl|wget|(?<![a-z0-9])nc|scp|rsync) [^\n]{{0,200}}(?:@|<|-t |--upload-file |-d |--post-file[= ]"
    rf"|\$\()[^\n]{{0,60}}(?:{_PLACES}|/etc/passwd)"
    rf"|(?:{_PLACES})[^\n]{{0,120}}\|[^\n]{{0,80}}"
    r"(?:curl|wget|(?<![a-z0-9])nc |ncat|base32|base64|openssl s_client|xxd)"
    r"|(?<![a-z])(?:printenv|env|export -p)\s?\|[^\n]{0,120}(?:curl|wget|(?<![a-z0-9])nc )"
    rf"|\$\((?:cat|head|base64|tail)[^)\n]{{0,100}}(?:{_PLACES})[^\n]{{0,120}}\.[a-z]"
)
_TO_THE_NET = ("curl", "wget", "nc ", "scp", "rsync", "base32", "base64", "xxd", "openssl", "$(")


def is_exfiltration(text: str) -> bool:
    """Whether a text in plain form holds a command that hands a secret's place to the net."""
    return any(hint in text for hint in _TO_THE_NET) and EXFILTRATION.search(text) is not None


def signs(sentence: str, found: frozenset[str]) -> frozenset[str]:
    """The signs that stand in a sentence in plain form, beside what its words mean."""
    return frozenset(name for name, sign in SIGNS.items() if _stands(sign, sentence, found))


def places_named(sentence: str) -> Iterator[Placed]:
    """Where places of secrets stand in a sentence."""
    means = frozenset({"secretpath"})
    yield from (Placed(*at.span(), means) for at in SIGNS["secretpath"].pattern.finditer(sentence))


def excuses(sentence: str) -> frozenset[str]:
    """What takes back what a sentence seems to ask for: that it is forbidden, or done only with a person's leave."""
    return frozenset(name for name, pattern in _EXCUSES.items() if pattern.search(sentence))


def _stands(sign: _Sign, sentence: str, found: frozenset[str]) -> bool:
    if sign.besides and not sign.besides & found:
        return False
    return any(hint in sentence for hint in sign.hints) and sign.pattern.search(sentence) is not None
