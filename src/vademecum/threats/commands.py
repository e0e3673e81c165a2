"""Commands that hand the place of a secret to the net. Pure, and linear in the text.

Places are rarer than commands, so they are found first, and what stands within reach of each is read.
"""

from __future__ import annotations

import re

_PLACES = (
    r"~\s?/\s?\.(?:ssh(?!/(?:config|known_hosts|\w+\.pub))|aws|config(?!/(?!gh|gcloud))|kube|gnupg|docker|netrc|pgpass"
    r"|npmrc|env|azure|mozilla)|/\.(?:ssh/(?!config|known_hosts|authorized|\w+\.pub)|aws/|kube/)"
    r"|id_(?:rsa|ed25519|ecdsa)(?!\w*\.pub)|(?<![\w.])(?<!to )(?<!as )(?<!into )(?<!成 )(?<!成)\.env(?![a-z0-9_.])"
    r"|\.env\.(?:local|prod\w{0,8})|/etc/(?:shadow|sudoers)"
    r"|\.(?:netrc|pgpass|npmrc|pypirc|git-credentials|htpasswd)(?![a-z0-9_])|\.aws/credentials|credentials\.json"
    r"|application-prod|wallet\.dat|/proc/\w{1,8}/environ|\.kube/config|browser cookies|login keychain"
    r"|passwords (?:stored|saved|kept) in|浏览器[^,，。\n]{0,4}保存的密码"
)
_ACCOUNTS = "/etc/passwd"
_PLACE = re.compile(rf"{_PLACES}|{_ACCOUNTS}")
# What stands in the same line before a place, and how far back it may begin.
_REACH = 290
_HANDS_OVER = re.compile(
    r"(?:curl|wget|(?<![a-z0-9])nc|scp|rsync) [^\n]{0,200}(?:@|<|-t |--upload-file |-d |--post-file[= ]|\$\()"
    r"[^\n]{0,60}\Z"
)
_READS = re.compile(r"\$\((?:cat|head|base64|tail)[^)\n]{0,100}\Z")
# And behind it: so far to the sign that leads on, and so far from there.
_TO_BAR, _FROM_BAR, _TO_HOST = 120, 80, 122
_PASSES_ON = re.compile(r"curl|wget|(?<![a-z0-9])nc |ncat|base32|base64|openssl s_client|xxd")
_HOST = re.compile(r"\.[a-z]")
_SENDS_VARIABLES = re.compile(r"(?<![a-z])(?:printenv|env|export -p)\s?\|[^\n]{0,120}(?:curl|wget|(?<![a-z0-9])nc )")
_TO_THE_NET = ("curl", "wget", "nc ", "scp", "rsync", "base32", "base64", "xxd", "openssl", "$(")


def sends_secrets(text: str) -> bool:
    """Whether a text in plain form holds such a command."""
    if not any(map(text.__contains__, _TO_THE_NET)):
        return False
    return _SENDS_VARIABLES.search(text) is not None or any(_is_sent(text, place) for place in _PLACE.finditer(text))


def _is_sent(text: str, place: re.Match[str]) -> bool:
    before = text[max(0, place.start() - _REACH) : place.start()]
    if _HANDS_OVER.search(before):
        return True
    if place.group() == _ACCOUNTS:
        return False
    after = text[place.end() : place.end() + _TO_BAR + _FROM_BAR + 20].partition("\n")[0]
    if _is_passed_on(after):
        return True
    return _HOST.search(after, 0, _TO_HOST) is not None and _READS.search(before) is not None


def _is_passed_on(after: str) -> bool:
    """Whether a bar stands near enough, and such a command near enough behind it."""
    bars = (
        (found.start(), after.rfind("|", 0, min(found.start(), _TO_BAR + 1))) for found in _PASSES_ON.finditer(after)
    )
    return any(bar >= 0 and start - bar - 1 <= _FROM_BAR for start, bar in bars)
