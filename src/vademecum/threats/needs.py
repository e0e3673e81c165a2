"""What must stand in a text at the least for a sign of ``signs.py`` to stand in it: literals, quick to find. Pure.

Each need holds for a whole page as well as for a sentence of it, so none has a space inside: lines may be joined, and
what is quoted is left out. Nothing else of a page is ever put together, save Chinese lines, which have to be joined
before they are asked.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple


class _Need(NamedTuple):
    """One of these stands in every text with the sign. The ``dotted`` begin with a dot before a letter or digit, of
    which most texts have none; ``start`` is for what is too short to tell anything as a word."""

    words: tuple[str, ...]
    dotted: tuple[str, ...] = ()
    start: re.Pattern[str] | None = None

    def is_met(self, text: str, *, dots: bool) -> bool:
        """Whether one of them stands in a text. Loops, since this is asked of every paragraph."""
        for word in self.words:
            if word in text:
                return True
        if dots:
            for word in self.dotted:
                if word in text:
                    return True
        return self.start is not None and self.start.search(text) is not None


_DOT = re.compile(r"\.\w")
_ANY_DOT = "."
_PLACE = _Need(
    (
        *("~", "id_rsa", "id_ed25519", "id_ecdsa", "/etc/s", "/proc/", "credentials.json", "application-prod"),
        *("wallet.dat", "cookies", "keychain", "passwords", "浏览器"),
    ),
    (".ssh/", ".aws/", ".kube/", ".env", ".netrc", ".pgpass", ".npmrc", ".pypirc", ".git-credentials", ".htpasswd"),
)
NEEDS: dict[str, tuple[_Need, ...]] = {
    "secretpath": (_PLACE,),
    "net": (_Need(("http", "ftp", "gist", "webhook", "pastebin", "dns"), (_ANY_DOT,)),),
    "remote": (
        _Need(("curl", "wget", "http", "irm", "iwr", "|")),
        _Need(("|", "(", "脚本", "script", "file", "installer", "binary", "program")),
    ),
    "image": (_Need(("![",)), _Need(("](",))),
    "destroy": (
        # The command, or its end of a line, behind which a quotation may be left out.
        _Need(("history", "chmod", "mkfs", "if=", "--force", "drop"), start=re.compile(r"rm\s*(?:\s-[a-z]|\n|\Z)")),
        _Need(("-", "mkfs", "if=", "table", "database")),
    ),
    "persist": (
        _Need(
            ("crontab", "authorized_keys", "alias", "hook", "launchagents"),
            (".bashrc", ".zshrc", ".bash_profile", ".profile"),
        ),
    ),
    "noask": (
        _Need(
            (
                *("ask", "tell", "wait", "check", "question", "review", "confirm", "consult", "prompt", "approv"),
                *(
                    "consent",
                    "permission",
                    "verif",
                    "sign-off",
                    "问",
                    "确认",
                    "同意",
                    "审",
                    "批准",
                    "征得",
                    "请示",
                    "检查",
                ),
            )
        ),
        _Need(
            (
                *("no", "n't", "without", "zero", "skip", "waiv", "never", "stop", "off", "disabled", "suspended"),
                *("granted", "不", "无", "免", "毋", "勿", "未", "跳过", "略过", "省去", "别", "没有"),
            )
        ),
    ),
    "free": (
        _Need(
            (
                *("restrictions", "limit", "filter", "rules", "polic", "guardrail", "safety", "constraint", "ethics"),
                *(
                    "safeguard",
                    "guidelines",
                    "boundaries",
                    "限制",
                    "规则",
                    "约束",
                    "过滤",
                    "审查",
                    "底线",
                    "束缚",
                    "管",
                ),
            )
        ),
        _Need(("no", "without", "free", "bound", "lack", "没有", "不受", "无")),
    ),
    "home": (_Need(("home", "主目录")), _Need(("folder", "dir", "主目录"))),
    "placeholder": (_Need(("://",)), _Need(("<", "{", "$"))),
    "voice": (
        _Need(("system", "系统", "assistant", "助手", "user", "用户", "human", "developer", "admin", "operator")),
        _Need((":", "：", "]")),
    ),
    "payto": (_Need(("account", "iban", "wallet", "number", "@", "账", "尾号", "卡号", "details")),),
}
_TO_THE_NET = _Need(("curl", "wget", "nc", "scp", "rsync", "base32", "base64", "xxd", "openssl", "$("))
_NEEDS = tuple(NEEDS.items())


def may_stand(text: str) -> list[str]:
    """The signs that may stand in a text in plain form, or in any sentence of it."""
    dots = _DOT.search(text) is not None
    return [name for name, needs in _NEEDS if _are_met(needs, text, dots=dots)]


def may_be_exfiltration(text: str, signs: Container[str]) -> bool:
    """Whether a text in plain form, whose ``signs`` may stand in it, or any part of it may hold a command that hands a
    secret's place to the net."""
    return ("|" in text or "secretpath" in signs) and _TO_THE_NET.is_met(text, dots=False)


def _are_met(needs: tuple[_Need, ...], text: str, *, dots: bool) -> bool:
    first, *others = needs
    return first.is_met(text, dots=dots) and all(need.is_met(text, dots=dots) for need in others)
