"""The scan for secrets: by form, by the name before them, and by the detectors of ``detect-secrets``. Pure.

No secret is told to anyone from here but by its place and kind. The detectors are used one by one, on a line at a time,
and never asked to verify: nothing is sent anywhere. Importing them costs more than a whole hook, so only writes do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

from vademecum.guards.secrets.patterns import (
    ASSIGNED,
    CODED,
    FLAG,
    FORMS,
    NAMED_BESIDE,
    PAIRED,
    REST,
    SAID,
    SAID_IN_CHINESE,
    SEED,
    WORDS_SAID,
)
from vademecum.guards.secrets.values import looks_made_up, stands_for

_END = ".,;:!?，。；：！？)）」』】\"'`"
_GOES_ON = re.compile(rf"{REST}*")
# Detectors see so much of a line; the patterns of our own see all of it.
_LINE_MAX = 20_000


class Secret(NamedTuple):
    """Where a secret stands in a text, and of which kind it is; never the secret itself."""

    kind: str
    line: int
    start: int
    end: int


class Detector(Protocol):
    """What a detector of the library offers that is used here."""

    secret_type: str

    def analyze_string(self, string: str) -> Iterator[str]:
        """The secrets in a line."""


def find_secrets(text: str) -> tuple[Secret, ...]:
    """All secrets in a text, in order; where two overlap, the longer one."""
    found = sorted(dict.fromkeys(_found_in(text)), key=lambda each: (each[1], -each[2]))
    kept: list[tuple[str, int, int]] = []
    for kind, start, end in found:
        if kept and start < kept[-1][2]:
            first, begun, until = kept[-1]
            kept[-1] = (first, begun, max(until, end))
        else:
            kept.append((kind, start, end))
    return tuple(Secret(kind, text.count("\n", 0, start) + 1, start, end) for kind, start, end in kept)


def redact(text: str) -> tuple[str, tuple[Secret, ...]]:
    """The text with a word in place of each secret, and where they were."""
    found = find_secrets(text)
    parts, at = [], 0
    for secret in found:
        parts += [text[at : secret.start], mark_of(secret.kind)]
        at = secret.end
    return "".join([*parts, text[at:]]), found


def mark_of(kind: str) -> str:
    """What stands where a secret was taken out."""
    return f"[secret removed: {kind}]"


def _found_in(text: str) -> Iterator[tuple[str, int, int]]:
    for kind, pattern in FORMS:
        for match in pattern.finditer(text):
            start, end = _group(match)
            if kind == "private-key" or not stands_for(text[start:end]):
                if kind == "url-parameter" and not looks_made_up(text[start:end]):
                    continue
                yield kind, start, _trimmed(text, start, end)
    for kind, pattern in (("seed-phrase", SEED), ("sentence", WORDS_SAID), ("recovery-code", CODED)):
        for match in pattern.finditer(text):
            yield kind, *_group(match)
    for kind, pattern in (
        ("assignment", ASSIGNED),
        ("assignment", NAMED_BESIDE),
        ("flag", FLAG),
        ("sentence", SAID),
        ("sentence", PAIRED),
        ("sentence", SAID_IN_CHINESE),
    ):
        for match in pattern.finditer(text):
            start, end = _group(match)
            end = _trimmed(text, start, end)
            if _is_secret(text, start, end, match.group()) and not _IN_URL.search(text[max(0, start - 200) : start]):
                yield kind, start, end
    yield from _detected(text)


def _group(match: re.Match[str]) -> tuple[int, int]:
    return next(
        match.span(number) for number in range(1, (match.re.groups or 1) + 1) if match.group(number) is not None
    )


def _trimmed(text: str, start: int, end: int) -> int:
    """The end of a secret without the sentence's own mark behind it."""
    while end > start + 1 and text[end - 1] in _END and not text[start:end].endswith("-----"):
        end -= 1
    return end


def _is_secret(text: str, start: int, end: int, said: str) -> bool:
    value = text[start:end]
    if value.isdigit():
        return re.match(r"\W?(?:my )?(?:pin|passcode|otp)", said, re.IGNORECASE) is not None or "PIN" in said
    return looks_made_up(value) or (_is_one_word(value) and "授权码" in said)


def _is_one_word(value: str) -> bool:
    return value.isascii() and value.isalpha() and len(value) == _MAIL_CODE


# Chinese mail providers give codes of sixteen letters.
_MAIL_CODE = 16
# A URL tells its secret by its own form.
_IN_URL = re.compile(r"://[^\s\"'<>@]{0,200}\Z")


def _detected(text: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    for line in text.splitlines(keepends=True):
        shown = line[:_LINE_MAX]
        for detector in _detectors():
            for value in detector.analyze_string(shown):
                start = shown.find(value) if value else -1
                if start >= 0:
                    end = _GOES_ON.match(shown, start + len(value))
                    stop = end.end() if end is not None else start + len(value)
                    if stands_for(value) or stands_for(shown[start:stop]):
                        continue
                    yield detector.secret_type.lower().replace(" ", "-"), at + start, at + _trimmed(shown, start, stop)
        at += len(line)


@lru_cache(maxsize=1)
def _detectors() -> tuple[Detector, ...]:
    """The library's detectors that know one provider's form; those that guess by entropy call every digest a secret."""
    from detect_secrets.plugins import (  # noqa: PLC0415 - see the top
        artifactory,
        aws,
        azure_storage_key,
        cloudant,
        discord,
        github_token,
        gitlab_token,
        mailchimp,
        npm,
        openai,
        pypi_token,
        sendgrid,
        slack,
        square_oauth,
        stripe,
        telegram_token,
    )

    return (
        artifactory.ArtifactoryDetector(),
        aws.AWSKeyDetector(),
        azure_storage_key.AzureStorageKeyDetector(),
        cloudant.CloudantDetector(),
        discord.DiscordBotTokenDetector(),
        github_token.GitHubTokenDetector(),
        gitlab_token.GitLabTokenDetector(),
        mailchimp.MailchimpDetector(),
        npm.NpmDetector(),
        openai.OpenAIDetector(),
        pypi_token.PypiTokenDetector(),
        sendgrid.SendGridDetector(),
        slack.SlackDetector(),
        square_oauth.SquareOAuthDetector(),
        stripe.StripeDetector(),
        telegram_token.TelegramBotTokenDetector(),
    )
