"""Commands that hand the place of a secret to the net. Pure; the pattern is bounded."""

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
_SENDS = re.compile(
    rf"(?:curl|wget|(?<![a-z0-9])nc|scp|rsync) [^\n]{{0,200}}(?:@|<|-t |--upload-file |-d |--post-file[= ]"
    rf"|\$\()[^\n]{{0,60}}(?:{_PLACES}|/etc/passwd)"
    rf"|(?:{_PLACES})[^\n]{{0,120}}\|[^\n]{{0,80}}"
    r"(?:curl|wget|(?<![a-z0-9])nc |ncat|base32|base64|openssl s_client|xxd)"
    r"|(?<![a-z])(?:printenv|env|export -p)\s?\|[^\n]{0,120}(?:curl|wget|(?<![a-z0-9])nc )"
    rf"|\$\((?:cat|head|base64|tail)[^)\n]{{0,100}}(?:{_PLACES})[^\n]{{0,120}}\.[a-z]"
)
_TO_THE_NET = ("curl", "wget", "nc ", "scp", "rsync", "base32", "base64", "xxd", "openssl", "$(")


def sends_secrets(text: str) -> bool:
    """Whether a text in plain form holds such a command."""
    return any(map(text.__contains__, _TO_THE_NET)) and _SENDS.search(text) is not None
