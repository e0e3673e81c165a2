"""A header as YAML nodes with their places, and the three changes that can be made to it: add, replace, leave out.

Pure. It owns where a key's value begins and ends, and refuses with EditError what has no certain extent: maps within
braces, values with comments inside, aliases. It never reads values for use; the page parser does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import yaml

from vademecum.errors import EditError
from vademecum.page.header import Region, locate
from vademecum.page.scalars import Style, block_list, flow_list, scalar

Value: TypeAlias = "str | Sequence[str]"
Path: TypeAlias = tuple[str, ...]
Pair: TypeAlias = tuple[yaml.ScalarNode, yaml.Node]

# All values are strings to us, and the loader in C is not in every build of PyYAML.
Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_STYLES: Mapping[str | None, Style] = {"'": "single", '"': "double"}
_FIRST_LINE = 2
_BY_HAND = "change it by hand"


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a page's text; ``text`` is what stands between its fences."""

    page: str
    region: Region
    text: str
    pairs: tuple[Pair, ...]

    @classmethod
    def of(cls, page: str) -> Header:
        """Read a page's header. Raises EditError when it has none, or one that is no plain block of keys."""
        region = locate(page)
        if region is None:
            raise EditError("the page has no header", hint="set a key to give it one")
        text = page[region.yaml_start : region.yaml_end]
        root = _compose(text)
        if isinstance(root, yaml.MappingNode) and root.flow_style:
            raise EditError("the header is a map within braces", hint=_BY_HAND)
        return cls(page, region, text, _pairs(root))

    def put_back(self, changed: str) -> str:
        """The page with the changed header."""
        return self.page[: self.region.yaml_start] + changed + self.page[self.region.yaml_end :]

    def path(self, key: str) -> Path:
        """The way to a key: itself, or the map before its first dot and the rest. Raises EditError for no map."""
        parent, dot, child = key.partition(".")
        if not dot or self.find((key,)) is not None:
            return (key,)
        pair = self.find((parent,))
        if pair is not None and not isinstance(pair[1], yaml.MappingNode) and not _is_empty(pair[1]):
            raise EditError(f"{parent!r} in the header is no map, so it can't hold {child!r}")
        return (parent, child)

    def find(self, path: Path) -> Pair | None:
        """The pair at a path. Raises EditError when the key stands there twice."""
        pairs: Sequence[Pair] = self.pairs
        found: list[Pair] = []
        for key in path:
            found = [pair for pair in pairs if pair[0].value == key]
            if len(found) > 1:
                lines = ", ".join(str(_line(pair[0])) for pair in found)
                raise EditError(f"the header has the key {key!r} on lines {lines}", hint="leave one of them")
            if not found:
                return None
            pairs = _pairs(found[0][1]) if isinstance(found[0][1], yaml.MappingNode) else ()
        return found[0] if found else None

    def added(self, path: Path, value: Value, newline: str) -> str:
        """The YAML with a new key at the end of its map; a map that is not there yet is made."""
        parent = self.find(path[:1]) if len(path) > 1 else None
        entry = f"{scalar(path[-1])}: {_written(value)}"
        outer = self._indent(self.pairs[0]) if self.pairs else ""
        if parent is None:
            made = f"{scalar(path[0])}:{newline}{outer}  " if len(path) > 1 else ""
            return f"{self.text}{outer}{made}{entry}{newline}"
        node = parent[1]
        if isinstance(node, yaml.MappingNode) and node.flow_style:
            at = self.text.rindex("}", 0, node.end_mark.index)
            at = len(self.text[:at].rstrip(" "))
            joint = ", " if node.value else ""
            inner = f"{joint}{scalar(path[-1], in_flow=True)}: {_written(value, in_flow=True)}"
            return self.text[:at] + inner + self.text[at:]
        inner = self._indent(_pairs(node)[0]) if isinstance(node, yaml.MappingNode) else f"{outer}  "
        at = self._line_end(self._end(parent))
        return f"{self.text[:at]}{inner}{entry}{newline}{self.text[at:]}"

    def replaced(self, pair: Pair, value: Value, newline: str) -> str:
        """The YAML with another value for a key, in the old one's style where the new one allows it."""
        key, node = pair
        if isinstance(node, yaml.MappingNode):
            raise EditError(f"{key.value!r} in the header is a map", hint=f"name one of its keys as {key.value}.KEY")
        colon = self.text.index(":", key.end_mark.index) + 1
        start, end = node.start_mark.index, self._end(pair)
        if _is_empty(node):
            return f"{self.text[:colon]} {_written(value)}{self.text[colon:]}"
        self._refuse_comments(pair, end)
        in_flow = self._in_flow(pair)
        if not _is_block(node):
            return self.text[:start] + self._restyled(node, value, in_flow=in_flow) + self.text[end:]
        if not isinstance(value, str) and value and isinstance(node, yaml.SequenceNode):
            indent = self.text[self._line_start(start) : start]
            return self.text[:start] + block_list(value, self._known(node), newline + indent) + self.text[end:]
        beside = self.text[colon:start].rstrip()
        return f"{self.text[:colon]} {_written(value)}{beside}{self.text[end:]}"

    def without(self, pair: Pair) -> str:
        """The YAML without a key and its lines."""
        start = self._line_start(pair[0].start_mark.index)
        if self.text[start : pair[0].start_mark.index].strip():
            raise EditError(f"{pair[0].value!r} shares its line with others", hint=_BY_HAND)
        return self.text[:start] + self.text[self._line_end(self._end(pair)) :]

    def _restyled(self, node: yaml.Node, value: Value, *, in_flow: bool) -> str:
        if isinstance(value, str):
            style = getattr(node, "style", None)
            return scalar(value, _STYLES.get(style, "plain"), in_flow=in_flow)
        return flow_list(value, self._known(node) if isinstance(node, yaml.SequenceNode) else {})

    def _known(self, node: yaml.SequenceNode) -> dict[str, str]:
        """How the values of a list are written now, for those that stay."""
        items = [item for item in node.value if isinstance(item, yaml.ScalarNode) and item.style not in {"|", ">"}]
        written = ((item.value, self.text[item.start_mark.index : item.end_mark.index]) for item in items)
        return {value: text for value, text in written if text and not {"\n", "\r"} & set(text)}

    def _end(self, pair: Pair) -> int:
        """Where a value's last character is; YAML itself counts the blank lines after a block to it."""
        leaf = pair[1]
        while _is_block(leaf) and isinstance(leaf, yaml.CollectionNode) and leaf.value:
            leaf = leaf.value[-1][1] if isinstance(leaf, yaml.MappingNode) else leaf.value[-1]
        upto = self.text[: leaf.end_mark.index]
        return len(upto.rstrip(" \t\r\n")) if _is_block(leaf) else len(upto)

    def _refuse_comments(self, pair: Pair, end: int) -> None:
        """A comment inside a value would be lost, so a person must say what becomes of it."""
        at, between = pair[1].start_mark.index, ""
        for leaf in _leaves(pair[1]):
            between += self.text[at : leaf.start_mark.index]
            if _is_block(leaf):
                between += self.text[leaf.start_mark.index : self._line_end(leaf.start_mark.index)]
            at = leaf.end_mark.index
        last = self._line_end(end) if _is_block(pair[1]) else end
        if "#" in between + self.text[at:last]:
            raise EditError(f"the value of {pair[0].value!r} has comments inside", hint=_BY_HAND)

    def _in_flow(self, pair: Pair) -> bool:
        """Whether a pair stands between braces, where more characters are syntax."""
        return bool(self.text[self._line_start(pair[0].start_mark.index) : pair[0].start_mark.index].strip())

    def _indent(self, pair: Pair) -> str:
        start = pair[0].start_mark.index
        return self.text[self._line_start(start) : start]

    def _line_start(self, offset: int) -> int:
        return max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1

    def _line_end(self, offset: int) -> int:
        """The offset after the line end that comes next."""
        rest = self.text[offset:]
        body = len(rest.partition("\n")[0].partition("\r")[0])
        return offset + body + (2 if rest.startswith("\r\n", body) else min(1, len(rest) - body))


def read_values(text: str) -> object:
    """All values of a header's YAML as strings, lists and maps. Raises EditError for what YAML can't read."""
    try:
        return yaml.load(text, Loader=Loader)  # noqa: S506  # the base loader makes strings, lists and maps only
    except (yaml.YAMLError, UnicodeEncodeError, RecursionError) as error:
        raise _malformed(error) from error


def _compose(text: str) -> yaml.Node | None:
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=Loader)):
            raise EditError("the header uses YAML aliases, whose extent is not certain", hint=_BY_HAND)
        return yaml.compose(text, Loader=Loader)
    except (yaml.YAMLError, UnicodeEncodeError, RecursionError) as error:
        raise _malformed(error) from error


def _malformed(error: Exception) -> EditError:
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    place = "the header" if mark is None else f"line {mark.line + _FIRST_LINE}"
    return EditError(f"{place} is not valid YAML: {problem or 'unreadable'}", hint="mend the header by hand first")


def _pairs(node: yaml.Node | None) -> tuple[Pair, ...]:
    if node is None:
        return ()
    if not isinstance(node, yaml.MappingNode) or not all(isinstance(key, yaml.ScalarNode) for key, _ in node.value):
        raise EditError("the header is no plain map of keys", hint=_BY_HAND)
    return tuple(node.value)


def _written(value: Value, *, in_flow: bool = False) -> str:
    return scalar(value, in_flow=in_flow) if isinstance(value, str) else flow_list(value, {})


def _leaves(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [leaf for pair in node.value for each in pair for leaf in _leaves(each)]
    if isinstance(node, yaml.SequenceNode):
        return [leaf for item in node.value for leaf in _leaves(item)]
    return [node]


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.start_mark.index == node.end_mark.index


def _is_block(node: yaml.Node) -> bool:
    """Whether a node's lines are held together by their indent alone."""
    if isinstance(node, yaml.ScalarNode):
        return node.style in {"|", ">"}
    return isinstance(node, yaml.CollectionNode) and not node.flow_style


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + _FIRST_LINE
