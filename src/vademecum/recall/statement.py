"""A text as a statement: its tokens by what they mean, what is denied in it, and what it says of the past. Pure.

A token's keys are all that it may mean, so that two tokens say the same when they share one. ``reading.py`` makes
statements of texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["amount", "name", "word", "sign"]


@dataclass(frozen=True, slots=True)
class Token:
    """One word, amount, name or sign, from ``start`` to ``end`` of the text as ``clause`` number so and so.

    ``weak`` says too little to be missed, ``loose`` may be missed where enough else fits; ``owns`` is what has an
    ``'s`` or a 的 after it. A ``han`` token has further keys, ``abroad``, by which it may mean what English does.
    """

    keys: frozenset[str]
    kind: Kind
    start: int
    end: int
    clause: int
    weak: bool = False
    loose: bool = False
    owns: bool = False
    abroad: frozenset[str] = frozenset()
    han: bool = False
    is_verb: bool = False

    def says(self, other: Token) -> bool:
        """Whether both may mean the same."""
        if self.keys & other.keys:
            return True
        return self.han != other.han and bool(self.keys & other.abroad or self.abroad & other.keys)


@dataclass(frozen=True, slots=True)
class Statement:
    """A text as it was read. ``denials`` counts what denies in each clause, ``past`` and ``unsettled`` name those that
    tell of it, and those that weigh what they name. ``happened`` when it tells of one event: ``v2 fixed it``."""

    text: str
    tokens: tuple[Token, ...]
    denials: tuple[int, ...]
    past: frozenset[int]
    given_up: bool
    unsettled: frozenset[int]
    happened: bool = False

    @property
    def telling(self) -> tuple[Token, ...]:
        """The tokens that say something."""
        return tuple(token for token in self.tokens if not token.weak)

    def said(self, token: Token) -> str:
        """A token as it is written."""
        return self.text[token.start : token.end]
