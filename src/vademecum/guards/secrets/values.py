"""Whether a value is a secret or stands for one: placeholders, references and code are none. Pure."""

from __future__ import annotations

import re
from collections import Counter
from math import log2

_PLACEHOLDER = re.compile(
    r"<[^>]{0,80}>|\[[^\]]{0,80}\]|\{\{?[^}]{0,80}\}?\}|\$\{?\w{1,60}\}?|%\w{1,40}%|[*.x•_#-]{3,}|\?+"
    r"|.{0,20}(?:changeme|change-me|example|placeholder|redacted|dummy|your[-_ ]?|my[-_]?(?:key|token|password|secret)$"
    r"|insert|x{4}|0{8}|\*\*\*|todo|not-?set|none$|null$|undefined$|true$|false$|<|\{\{).{0,60}",
    re.IGNORECASE,
)
_WORDY = frozenset(
    (
        *("password", "passwort", "secret", "token", "key", "pass", "passwd", "pwd", "admin", "test", "string", "str"),
        # What follows a name to say of which kind it is.
        *("oauth2", "oauth2.0", "argon2", "argon2id", "argon2i", "bcrypt", "pbkdf2", "scrypt", "sha1", "sha256"),
        *("sha512", "md5", "hs256", "rs256", "es256", "ed25519", "x25519", "rsa2048", "rsa4096", "aes256", "aes-256"),
        *("aes-256-gcm", "base64", "utf-8", "2fa", "u2f", "fido2", "webauthn2", "http2", "tls1.3", "x509", "md5crypt"),
    )
)
_CODE = re.compile(
    r"(?:os|process|env|request|req|self|config|settings|vault|secrets|ctx|args|this|app)[.\[(!]|[A-Za-z_.]{2,60}\(|!?vault\b|!\w+"
    r"|\w+\.(?:get|env|headers|environ|txt|json|yml|yaml|md|py|pem)\b|file:|@?--|ref\+|[a-z][a-z0-9+-]{1,14}://|arn:aws|==?\d"
    # A path, of which each step is a word.
    r"|(?:\.{0,2}|~)/[a-z][\w.-]{0,30}(?:/[a-z_.-][\w.-]{0,40}){1,8}\Z",
    re.IGNORECASE,
)
_CLASSES = (str.islower, str.isupper, str.isdigit)
_SHORTEST, _LONG, _SPREAD = 6, 20, 3.2


def stands_for(value: str) -> bool:
    """Whether a value only stands for a secret: a placeholder, a reference, a name, or code that fetches one."""
    return _PLACEHOLDER.fullmatch(value) is not None or value.casefold() in _WORDY or _CODE.match(value) is not None


def looks_made_up(value: str) -> bool:
    """Whether a value is one that people or programs make up as a secret: no plain word, no sentence, no date."""
    if len(value) < _SHORTEST or not value.isascii() or " " in value or stands_for(value):
        return False
    kinds = sum(any(map(kind, value)) for kind in _CLASSES) + any(not char.isalnum() for char in value)
    return (kinds > 1 and any(map(str.isdigit, value))) or (len(value) >= _LONG and spread(value) > _SPREAD)


def spread(value: str) -> float:
    """Bits a character: how evenly a value uses its characters, as random ones do and words don't."""
    counts = Counter(value).values()
    return -sum(count / len(value) * log2(count / len(value)) for count in counts)
