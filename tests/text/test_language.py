"""Which language a text is in."""

from __future__ import annotations

import pytest

from vademecum.text.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Why does the gauge read 12 cm high?", "en"),
        ("为什么潮位计读数偏高？", "zh"),
        ("把 Webhook 的重试改成 exponential backoff，先别动 staging", "zh"),
        ("Ask 沈立夏 about the berth plan before you change scheduler.py", "en"),
        ("潮位計はなぜ高く読むのですか", ""),
        ("Почему датчик показывает больше?", ""),
        ("12 345 ??", ""),
        ("", ""),
    ],
)
def test_the_signs_of_a_text_tell_its_language_or_nothing(text: str, language: str) -> None:
    assert language_of(text) == language


def test_a_long_paste_is_judged_by_its_beginning() -> None:
    assert language_of("看看这个错误日志：" + "x" * 40) == "zh"
    assert language_of("为什么" * 700 + "a" * 100_000) == "zh"
