"""A page's metadata: the values of its header, and what is wrong with it. A broken header never hides its page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from vademecum.page.dates import is_impossible
from vademecum.page.full_yaml import MalformedError, read_fully
from vademecum.page.header import Region, explain_missing, find_second, locate, second_problem
from vademecum.page.lines import line_column, lines_of
from vademecum.page.model import MetaValue, Problem
from vademecum.page.plain_yaml import Reading, read_leniently, read_strictly

# More than any person writes; YAML proper is not asked beyond it.
_MAX_YAML = 64 * 1024
_DATE_VALUE = re.compile(r"""^[^\s#:][^:\n]*:[ \t]+["']?([0-9]{4}-[0-9]{2}-[0-9]{2})""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Metadata:
    """The values, where the body begins, the header's regions (two when a tool doubled it) and its problems."""

    values: Mapping[str, MetaValue] = field(default_factory=dict)
    body_start: int = 0
    regions: tuple[Region, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_metadata(text: str) -> Metadata:
    """The metadata of a page's text, from its header, and from a second one right after it for missing keys (A03)."""
    if not text.startswith("---"):
        return Metadata()
    first = locate(text)
    if first is None:
        problem = explain_missing(text)
        return Metadata(problems=(problem,) if problem else ())
    values, problems = _read(text, first)
    second = find_second(text, first)
    if second is None:
        return Metadata(values, first.end, (first,), tuple(problems))
    more, further = _read(text, second)
    problems += [second_problem(text, second), *further]
    return Metadata(more | values, second.end, (first, second), tuple(problems))


def _read(text: str, region: Region) -> tuple[dict[str, MetaValue], list[Problem]]:
    yaml = text[region.yaml_start : region.yaml_end].replace("\r\n", "\n").replace("\r", "\n")
    strict = read_strictly(yaml)
    if strict is not None and not strict.repeated and not _has_impossible_date(strict):
        return strict.values, []  # as most are; on which line it begins is asked of the others alone
    first_line, _ = line_column(text, region.yaml_start)
    reading, problems = (strict, []) if strict is not None else _values(yaml, first_line)
    for number, key in reading.repeated:
        message = f"the key {key!r} stands in the header again, the last value counts"
        problems.append(Problem("header-duplicate-key", first_line + number, 1, message))
    if _has_impossible_date(reading):
        problems += _impossible_dates(yaml, first_line)
    return reading.values, problems


def _has_impossible_date(reading: Reading) -> bool:
    return any(isinstance(value, str) and is_impossible(value) for value in reading.values.values())


def _values(yaml: str, first_line: int) -> tuple[Reading, list[Problem]]:
    """What YAML proper makes of a header that can't be read for certain, or else what can be made out."""
    try:
        if len(yaml) > _MAX_YAML:
            raise MalformedError(f"longer than {_MAX_YAML} characters", 0, 0)  # noqa: TRY301  # same way out as below
        full = read_fully(yaml)
    except MalformedError as error:
        message = f"the header is not read as YAML, but line by line: {error.message}"
        return read_leniently(yaml), [Problem("header-broken", first_line + error.line, error.column + 1, message)]
    if full is None:
        return Reading(), [Problem("header-not-mapping", first_line, 1, "the header is YAML, but no mapping")]
    return full, []


def _impossible_dates(yaml: str, first_line: int) -> list[Problem]:
    found = [match for match in _DATE_VALUE.finditer(yaml) if is_impossible(match[1])]
    return [
        Problem(
            "impossible-date",
            first_line + line - 1,
            match.start(1) - match.start() + 1,
            f"{match[1]} is no date, kept as text",
        )
        for match, line in zip(found, lines_of(yaml, (match.start() for match in found)), strict=True)
    ]
