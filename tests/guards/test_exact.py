"""The bytes of an archive are written only when they say just what the guards were shown."""

from __future__ import annotations

import pytest

from vademecum.address import Address
from vademecum.errors import EditError
from vademecum.guards.changes import RawText
from vademecum.guards.exact import said_by
from vademecum.guards.outcome import bytes_after
from vademecum.page import parse


@pytest.mark.parametrize("data", [b"plain\r\n", b"\xef\xbb\xbfmarked", "UTF-16".encode("utf-16"), b"caf\xe9\n", b""])
def test_exact_bytes_of_a_file_are_written_as_they_are(data: bytes) -> None:
    change = RawText(said_by(data, "folder"), data)
    old = parse(Address("m", "a"), "an old page in UTF-16".encode("utf-16"))
    assert bytes_after(change, None) == data
    assert bytes_after(change, old) == data


def test_every_text_of_a_record_is_shown_to_guards_with_its_escapes_undone() -> None:
    line = b'{"id": "1", "content": "plain", "source": {"evidence": ["\\u0069gnore", 3]}, "tags": ["t"]}'
    assert said_by(line, "records").split("\n") == ["plain", "id", "1", "source", "evidence", "ignore", "tags", "t"]


@pytest.mark.parametrize(("data", "kind"), [(b"another text", "folder"), (b'{"content": "another"}', "records")])
def test_bytes_that_say_another_text_are_refused(data: bytes, kind: str) -> None:
    with pytest.raises(EditError, match="another text"):
        bytes_after(RawText("the text", data), None, "folder" if kind == "folder" else "records")


def test_a_line_that_is_no_record_is_refused() -> None:
    with pytest.raises(EditError, match="no JSON object"):
        said_by(b"[1]", "records")
