"""Questions with the pages that answer them, one JSON object a line: read, checked, written. It opens no file.

A file of questions is a person's own test of a memory, so a slip of the pen must never count as a miss: every mistake
is an error that names the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from vademecum.errors import InputError
from vademecum.nearest import nearest

COMMENT = "#"
# ``lang`` and ``kind`` are for the person who keeps the file; nothing is decided by them.
_KINDS: Mapping[str, tuple[type, str]] = {
    "id": (str, "a text"),
    "text": (str, "a text"),
    "expect": (list, "a list of pages"),
    "confirmed": (bool, "true or false"),
    "lang": (str, "a text"),
    "kind": (str, "a text"),
    "note": (str, "a text"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """One question. ``expect`` are the pages that answer it, as written; none says that nothing should be found.

    ``confirmed`` is False for a draft that no person has looked at. ``line`` is where it stands, 0 for a new one.
    """

    text: str
    expect: tuple[str, ...]
    id: str = ""
    confirmed: bool = True
    note: str = ""
    line: int = 0

    @property
    def key(self) -> str:
        """What makes it the same question in a later run: its words and its pages, wherever it stands."""
        return sha256(json.dumps([self.text, sorted(self.expect)]).encode()).hexdigest()[:16]

    @property
    def name(self) -> str:
        """How a line of output calls it."""
        return f"{self.id} {self.text}" if self.id else self.text


def read_questions(text: str, file: str) -> tuple[Question, ...]:
    """The questions of a file's text; empty lines and lines that begin with ``#`` are passed over.

    Raises InputError with ``file`` and the line for what is no question, and for one that is there twice.
    """
    found: dict[str, Question] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        question = _question(line, number, file)
        first = found.setdefault(question.key, question)
        if first is not question:
            raise _mistake(file, number, f"the question of line {first.line} once more")
    return tuple(found.values())


def as_line(question: Question) -> str:
    """A question as a line of a file, without its end."""
    told: dict[str, object] = {"text": question.text, "expect": list(question.expect), "confirmed": question.confirmed}
    if question.id:
        told = {"id": question.id, **told}
    return json.dumps({**told, "note": question.note}, ensure_ascii=False)


def _question(line: str, number: int, file: str) -> Question:
    fields = _fields(line, number, file)
    for name in ("text", "expect"):
        if name not in fields:
            raise _mistake(
                file, number, f"{name!r} is missing", hint='a line is {"text": "…", "expect": ["MOUNT:NAME"]}'
            )
    return Question(
        text=_text(fields["text"]),
        expect=tuple(_pages(fields["expect"], number, file)),
        id=_text(fields.get("id", "")),
        confirmed=fields.get("confirmed", True) is True,
        note=_text(fields.get("note", "")),
        line=number,
    )


def _fields(line: str, number: int, file: str) -> Mapping[str, object]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _mistake(file, number, f"no JSON: {error}", hint="each line is one object in braces") from error
    if not isinstance(fields, dict):
        raise _mistake(file, number, "no JSON object", hint="each line is one object in braces")
    for name, value in fields.items():
        if name not in _KINDS:
            close = nearest(name, _KINDS)
            hint = f"did you mean {close}?" if close else f"the keys are {', '.join(_KINDS)}"
            raise _mistake(file, number, f"there is no key {name!r}", hint=hint)
        kind, meaning = _KINDS[name]
        if not isinstance(value, kind):
            raise _mistake(file, number, f"{name!r} is {meaning}")
    if not str(fields.get("text", "?")).strip():
        raise _mistake(file, number, "'text' is empty")
    return fields


def _pages(value: object, number: int, file: str) -> Iterator[str]:
    for page in value if isinstance(value, list) else ():
        if not isinstance(page, str) or not page.strip():
            raise _mistake(file, number, "'expect' names each page by a text")
        yield page.strip()


def _text(value: object) -> str:
    return " ".join(str(value).split())


def _mistake(file: str, line: int, message: str, *, hint: str | None = None) -> InputError:
    return InputError(f"{file}:{line}: {message}", hint=hint)
