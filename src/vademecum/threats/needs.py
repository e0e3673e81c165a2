"""What must stand in a text at the least for a sign of ``signs.py`` to stand in it. Data only.

Each need holds for a whole block as well as for a sentence of it, so none has a space inside: lines may be joined, and
what is quoted is left out. A need is met by a run of letters and digits that has one of its ``parts`` inside or is one
of its ``runs``, by one of its ``marks``, of which a dot has to stand before a letter or digit, or by a Chinese word.
"""

from __future__ import annotations

from typing import NamedTuple


class Need(NamedTuple):
    """One of these stands in every text with the sign."""

    parts: tuple[str, ...] = ()
    runs: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()
    chinese: tuple[str, ...] = ()


def _need(parts: str = "", runs: str = "", marks: str = "", chinese: str = "") -> Need:
    return Need(tuple(parts.split()), frozenset(runs.split()), tuple(marks), tuple(chinese.split()))


_PLACE = _need(
    "rsa ed25519 ecdsa credentials application wallet cookies keychain passwords",
    "ssh aws kube env netrc pgpass npmrc pypirc htpasswd etc proc",
    "~",
    "浏览器",
)
_FETCHED = _need("curl wget http irm iwr tcp", "bash sh zsh")
NEEDS: dict[str, tuple[Need, ...]] = {
    "secretpath": (_PLACE,),
    "net": (_need("http ftp gist webhook pastebin dns", marks="."),),
    "remote": (_FETCHED, _need("script file installer binary program", marks="|(&;-/", chinese="脚本")),
    "image": (_need(marks="!"), _need(marks="]"), _need("http")),
    "destroy": (
        _need("history chmod mkfs drop force", "rm dd"),
        _need("mkfs table database", marks="-="),
    ),
    "persist": (_need("bashrc zshrc profile crontab authorized alias hook launchagents"),),
    "noask": (
        _need(
            "ask tell wait check question review confirm consult prompt approv consent permission verif sign",
            chinese="问 确认 同意 审 批准 征得 请示 过问 检查",
        ),
        _need(
            "no without zero skip waiv never stop off disabled suspended granted",
            "t",
            chinese="不 无 免 毋 勿 未 跳过 略过 省去 别 没有",
        ),
    ),
    "free": (
        _need(
            "restriction limit filter rule polic guardrail safety constraint ethic safeguard guideline boundar",
            chinese="限制 规则 约束 过滤 审查 底线 束缚 管",
        ),
        _need("no without free bound lack", chinese="没有 不受 无"),
    ),
    "home": (_need("home", chinese="主目录"), _need("folder dir", chinese="主目录")),
    "placeholder": (_need(marks=":"), _need(marks="<{$")),
    "voice": (
        _need("system assistant user human developer admin operator", chinese="系统 助手 用户"),
        _need(marks=":：]"),
    ),
    "payto": (_need("account iban wallet number details", marks="@", chinese="账 尾号 卡号"),),
    # No sign of a sentence, but a command that hands a secret's place to the net.
    "exfiltration": (
        _PLACE._replace(marks=("|", "~")),
        _need("curl wget scp rsync base32 base64 xxd openssl ncat", "nc", "$"),
    ),
}
