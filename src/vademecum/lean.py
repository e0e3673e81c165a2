"""Parts of the standard library as a hook can afford them: named tuples, JSON and SHA-256 without their slow imports.

``typing``, and ``re`` and ``enum``, which ``json`` loads too, and the OpenSSL behind ``hashlib`` cost a prompt more
than to start Python. What is here does what it stands for, and tests hold it to that; where Python keeps no such inner
parts, or they refuse, the standard module does it. Only modules that a hook waits for need this one. To a type checker
they are the standard ones.
"""

from __future__ import annotations

import sys

__all__ = ["NamedTuple", "dumps", "loads", "sha256"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import sha256
    from json import dumps, loads
    from typing import NamedTuple
else:
    from collections import namedtuple

    try:
        # The first name that is not there would be looked for in every folder of packages.
        if sys.version_info >= (3, 12):
            from _sha2 import sha256
        else:
            from _sha256 import sha256
    except ImportError:
        from hashlib import sha256

    # What every class body holds, or the tuple has already.
    _NOT_COPIED = frozenset({"__module__", "__qualname__", "__annotations__"})

    class _Named(type):
        """Makes a named tuple of a class body as ``typing.NamedTuple`` does, but compiles no annotation for it."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, object]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = body["__annotations__"]
            defaults = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])  # noqa: PYI024 - see above
            made.__annotations__ = fields
            for key in body.keys() - _NOT_COPIED:
                setattr(made, key, body[key])
            return made

    class NamedTuple(metaclass=_Named):
        """The base of named tuples; no class is made of it."""

    class _Reading:
        """How a text is read: as ``json.loads`` does unasked."""

        strict = True
        object_hook = object_pairs_hook = array_hook = None
        parse_float = float
        parse_int = int
        parse_constant = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}.__getitem__

    try:
        import _json

        _scan = _json.make_scanner(_Reading)
        _write = {
            ensure_ascii: _json.make_encoder(None, None, text, None, ": ", ", ", False, False, True)
            for ensure_ascii, text in ((True, _json.encode_basestring_ascii), (False, _json.encode_basestring))
        }
    except (ImportError, AttributeError, TypeError):
        from json import dumps, loads
    else:

        def loads(text: str) -> object:
            """What a JSON text says."""
            bare = text.strip(" \t\n\r")
            try:
                value, end = _scan(bare, 0)
            except (StopIteration, ValueError):
                end = -1
            if end == len(bare):
                return value
            import json  # noqa: PLC0415 - it says what is wrong

            return json.loads(text)

        def dumps(value: object, *, ensure_ascii: bool = True) -> str:
            """The JSON text of a value."""
            return "".join(_write[ensure_ascii](value, 0))
