"""What secrets look like that a library of detectors does not know: by their form, or by the words before them. Data.

Each pattern has one group, the secret itself; what may follow a name counts only if ``values.py`` says so.
"""

from __future__ import annotations

import re

# A token goes on over dots, dashes and signs (A40); a sentence's own end is no part of it.
REST = r"[A-Za-z0-9_.~+/=-]"

FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "private-key",
        re.compile(
            r"(-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----.{0,20000}?"
            r"(?:-----END [A-Z0-9 ]{1,40}-----|\Z))",
            re.DOTALL,
        ),
    ),
    ("private-key", re.compile(r"(AGE-SECRET-KEY-1[0-9A-Z]{40,70})")),
    (
        "basic-auth-url",
        re.compile(
            r"[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"]{0,80}:([^\s/@'\"]{3,200}(?:@[^\s/@'\"]{1,60})?)@(?=[\w\[.-])",
            re.IGNORECASE,
        ),
    ),
    (
        "connection-string",
        re.compile(
            r"(?:;|^|[\s\"'])(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?([^;\s\"']{4,200})(?=;|\s|$|[\"'])",
            re.IGNORECASE,
        ),
    ),
    ("model-provider", re.compile(rf"(?<![\w-])(sk-{REST}{{16,300}})")),
    ("model-provider", re.compile(r"(?<!\w)((?:hf|gsk|xai|pplx|r8|nvapi)[_-][A-Za-z0-9_-]{20,200})")),
    ("cloud-key", re.compile(r"(?<!\w)((?:AKIA|ASIA)[A-Z0-9]{16})(?!\w)")),
    ("cloud-key", re.compile(r"(?<!\w)(AIza[\w-]{35})")),
    ("cloud-key", re.compile(r"(?<!\w)(LTAI[A-Za-z0-9]{12,30}|AKID[A-Za-z0-9]{13,40})(?!\w)")),
    ("github", re.compile(r"(?<!\w)(gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255})")),
    ("gitlab", re.compile(r"(?<!\w)(gl(?:pat|ptt|dt|rt)-[\w-]{20,100})")),
    (
        "slack",
        re.compile(
            r"(?<!\w)(x(?:ox[abeoprs]|app)-[\w-]{10,250})|hooks\.slack\.com/services/(T\w{6,20}/B\w{6,20}/\w{10,40})"
        ),
    ),
    ("stripe", re.compile(r"(?<!\w)((?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,200}|whsec_[A-Za-z0-9+/=]{16,100})")),
    ("jwt", re.compile(rf"(?<!\w)(eyJ[A-Za-z0-9_-]{{5,2000}}\.{REST}{{6,4000}})")),
    (
        "other-token",
        re.compile(
            r"(?<!\w)(npm_[A-Za-z0-9]{30,60}|pypi-[A-Za-z0-9_-]{30,250}|SG\.[\w-]{16,30}\.[\w-]{16,60}"
            r"|do[opr]_v1_[a-f0-9]{40,80}"
            r"|hv[sbr]\.[\w-]{20,200}|dckr_pat_[\w-]{20,60}|lin_api_\w{30,60}|sq0\w{3}-[\w-]{20,60}|shp(?:at|ss"
            r"|ca|pa)_[a-fA-F0-9]{30,40}"
            r"|ya29\.[\w-]{20,250}|EAA[A-Za-z0-9]{30,250}|AC[a-f0-9]{32}:[a-f0-9]{32}|key-[a-f0-9]{32}"
            r"|\d{8,10}:[A-Za-z0-9_-]{35}"
            r"|secret_[A-Za-z0-9]{40,50}|ntn_[A-Za-z0-9]{40,60}|glsa_\w{30,60}|tskey-[\w-]{20,80}"
            r"|figd_[\w-]{30,60}|atlasv1\.\w{20,80})"
        ),
    ),
    (
        "other-token",
        re.compile(
            rf"(?:authorization|proxy-authorization)\s?[:=]\s?[\"']?(?:bearer|basic|token)\s({REST}{{8,4000}})",
            re.IGNORECASE,
        ),
    ),
    ("other-token", re.compile(rf"(?<!\w)bearer\s(?=\S*\d)({REST}{{16,4000}})", re.IGNORECASE)),
)

_NAME = (
    r"(?:[\w.-]{0,40}[_.-]|:)?(?:pass(?:word|wd|phrase)?|pwd|passcode|secret(?:[_-]?key)?(?:[_-]?base)?"
    r"|client[_-]?secret|session[_-]?secret"
    r"|(?:api|access|auth|private|signing|encryption|account|master|deploy|app|shared|service)[_-]?(?:key|token|secret)"
    r"|api[_-]?token|token|secret[_-]?access[_-]?key|aws_secret_access_key|_?authtoken|auth|credentials?"
    r"|license[_-]?key|otp|pin)"
)
ASSIGNED = re.compile(
    rf"(?<![A-Za-z0-9]){_NAME}[\"'`]?\s{{0,3}}(?:[:=,]|=>|:=)\s{{0,3}}(?:\"([^\"\n]{{4,400}})\""
    rf"|'([^'\n]{{4,400}})'|`([^`\n]{{4,400}})`"
    r"|([^\s\"'`,;，。；、()（）<>]{4,400}))",
    re.IGNORECASE,
)
SAID = re.compile(
    r"(?<![A-Za-z])(?<!public )(?:password|passphrase|passcode|pin|token|secret|api key|access key|login"
    r"|credentials?|key|basic auth)"
    r"(?:\s(?:of|for|to|on|in|at)\s(?:[\w'.-]+\s){1,5}?|\s)(?:is|was|are|=|changed to|set to|reset to"
    r"|now)\s{1,2}(?:now\s|still\s)?"
    r"[\"'`“‘]?([^\s\"'`“”‘’,;，。；]{4,120})|(?:password|passphrase|passcode|token"
    r"|pin)\s[\"'`“‘]([^\"'`“”‘’\n]{4,80})[\"'`”’]",
    re.IGNORECASE,
)
PAIRED = re.compile(
    r"(?:basic auth|login|credentials?|user(?:name)? and password|账号密码|用户名密码"
    r"|登录)[^\n/]{0,30}?\s?[\w.@-]{2,40}\s?/\s?([^\s/\"'`,;，。；]{5,80})",
    re.IGNORECASE,
)
SAID_IN_CHINESE = re.compile(
    r"(?:密码|口令|密钥|令牌|授权码|私钥|访问码|验证码|暗号|秘钥|通行码|PIN\s?码|密匙|(?<![A-Za-z])(?:secret"
    r"|token|key|AK|SK)(?=\s?[是为改设：]))\s?(?:已经?|现在|仍然?|还)?"
    r"(?:改成了?|改为|设成了?|设为|设置为|重置为|换成了?|变成了?|就是|还是|是|为|：|:"
    r"|=)?\s?[“‘「\"'`]?([A-Za-z0-9!-/:-@\[-`{-~]{5,200})"
)
SEED = re.compile(
    r"(?:助记词|seed phrase|recovery phrase|mnemonic|恢复词"
    r"|seed words?)[^\n:：]{0,40}[:：]\s{0,2}((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})",
    re.IGNORECASE,
)
