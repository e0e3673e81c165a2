"""Files that can't be read as TOML at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from vademecum.config.document import parse_document, read_document
from vademecum.config.model import Origin
from vademecum.errors import ConfigError

NAME = "config.toml"


def fault_of(file: Path) -> tuple[int | None, str]:
    with pytest.raises(ConfigError) as caught:
        read_document("user", file)
    assert caught.value.file == file
    return caught.value.line, caught.value.message.removeprefix(f"{file}:").lstrip("0123456789: ")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("a = 1\nb =\n", 2, 4), ("[a\n", 1, 3), ("a = 1\na = 2\n", 2, 6), ("\r\n\r\n=\r\n", 3, 1), ("é = 1", 1, 1)],
)
def test_a_syntax_error_has_line_and_column(tmp_path: Path, text: str, line: int, column: int) -> None:
    (tmp_path / NAME).write_bytes(text.encode())
    found, message = fault_of(tmp_path / NAME)
    assert found == line
    assert message.startswith("not valid TOML: ")
    assert message.endswith(f" at column {column}")


def test_a_text_that_breaks_off_has_its_last_line(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('a = 1\nb = """x\n\n', encoding="utf-8")
    line, message = fault_of(tmp_path / NAME)
    assert (line, message.endswith(" at the end of the file")) == (3, True)


def test_a_file_that_is_not_utf_8_has_the_line_of_its_first_odd_byte(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"a = 1\n# caf\xe9\n")
    assert fault_of(tmp_path / NAME) == (2, "the file is not UTF-8 text: byte 0xe9")


def test_a_folder_in_the_files_place_is_told(tmp_path: Path) -> None:
    assert fault_of(tmp_path) == (None, "the file can't be read: Is a directory")


def test_a_link_to_nothing_is_not_taken_for_no_file(tmp_path: Path) -> None:
    (tmp_path / NAME).symlink_to(tmp_path / "gone.toml")
    assert fault_of(tmp_path / NAME) == (None, "the link leads to no file")


def test_values_nested_too_deep_are_told(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(f"a = {'[' * 100_000}", encoding="utf-8")
    assert fault_of(tmp_path / NAME) == (None, "the values are nested too deep")


def test_a_number_of_thousands_of_digits_is_told(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(f"a = {'9' * 5000}", encoding="utf-8")
    assert fault_of(tmp_path / NAME)[1].startswith("not valid TOML: ")


def test_no_file_is_no_document(tmp_path: Path) -> None:
    assert read_document("user", tmp_path / NAME) is None


def test_the_origin_of_an_unknown_place_is_that_of_the_nearest_around_it() -> None:
    document = parse_document("user", Path(NAME), "\n[a]\nb = [\n1]\n")
    assert document.origin("a", "b", 0) == Origin("user", Path(NAME), 4)
    assert document.origin("a", "b", 7) == Origin("user", Path(NAME), 3)
    assert document.origin("z") == Origin("user", Path(NAME))
