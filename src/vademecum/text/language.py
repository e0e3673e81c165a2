"""Which language a text is in, as far as its signs tell: what an agent is asked in should be what its person writes.

Pure, and no more than a count of signs. It knows Chinese from English and says nothing of any other language.
"""

from __future__ import annotations

# A page's first screens tell as much as all of it.
_LOOKED_AT = 2_000
# One Han sign says about as much as so many letters: code and names in Latin letters stand in Chinese texts too.
_LETTERS_A_SIGN = 6
# Two signs in an English text are a name.
_LEAST_SIGNS = 3
_HAN = ("\u3400", "\u9fff")
# Without the middle dot and the long mark behind them, which Chinese texts have too.
_KANA = ("\u3041", "\u30fa")


def language_of(text: str) -> str:
    """``zh`` or ``en``, empty where the signs tell neither; Japanese is neither."""
    seen = text[:_LOOKED_AT]
    if any(_KANA[0] <= char <= _KANA[1] for char in seen):
        return ""
    han = sum(_HAN[0] <= char <= _HAN[1] for char in seen)
    letters = sum(char.isalpha() for char in seen) - han
    if han >= _LEAST_SIGNS and han * _LETTERS_A_SIGN >= letters:
        return "zh"
    ascii_letters = sum(char.isascii() and char.isalpha() for char in seen)
    # Most letters of Russian or Greek are none of these.
    return "en" if ascii_letters * 2 > letters else ""
