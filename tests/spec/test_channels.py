"""Rules about what is given unasked that no single channel holds: names, links, and where a host puts each text."""

from __future__ import annotations

import re
from pathlib import Path

from vademecum.address import Address
from vademecum.context.trigger_table import triggers_of
from vademecum.memory import Memory
from vademecum.page import parse

PLUGIN = Path(__file__).parents[2] / "src" / "vademecum" / "hosts" / "dsh" / "plugin.mjs"


def order_of(name: str) -> int:
    """The order that the plugin gives to a section or context."""
    found = re.search(rf"{name}'?, order: (-?\d+)|\b{name}: (-?\d+)", PLUGIN.read_text(encoding="utf-8"))
    assert found is not None, name
    return int(found[1] or found[2])


def test_the_plugin_puts_each_channel_where_it_stood_before_m11_p16_l13_d43() -> None:
    orders = {name: order_of(name) for name in ("vademecum:index", "boot", "facts", "reminder")}
    assert orders == {"vademecum:index": 120, "boot": -200, "facts": 130, "reminder": 200}


def test_the_plugin_has_no_default_export_m10() -> None:
    exported = re.findall(r"^export (?:async )?(\w+ \w+)", PLUGIN.read_text(encoding="utf-8"), re.MULTILINE)
    assert exported == ["const name", "const inject", "function apply"]


def test_a_page_is_known_by_its_path_in_the_folder_however_deep_m2(memory: Memory) -> None:
    page = memory.library.mount("global").root / "projects" / "deep" / "alpha.md"
    page.parent.mkdir(parents=True)
    page.write_text("---\nname: Alpha\n---\n\nShips in May.\n", encoding="utf-8")
    assert memory.open_page("projects/deep/alpha").page.address == Address("global", "projects/deep/alpha")


def test_a_link_by_name_opens_the_page_whose_header_says_that_name_m6(memory: Memory) -> None:
    page = memory.library.mount("global").root / "projects" / "a-2026.md"
    page.parent.mkdir(parents=True)
    page.write_text("---\nname: Ship alpha\n---\n\nShips in May.\n", encoding="utf-8")
    assert memory.open_page("Ship alpha").page.address.name == "projects/a-2026"


def test_triggers_are_the_strings_that_a_header_lists_letter_for_letter_m5() -> None:
    text = "---\nname: Tides\nmetadata:\n  triggers: [tide gauge, '潮位', go]\n---\n"
    meta = parse(Address("kept", "tides"), text.encode()).meta
    assert triggers_of("tides", meta, is_word=False) == ["tide gauge", "潮位", "go"]
    top = parse(Address("kept", "tides"), b"---\ntriggers: [tide]\n---\n").meta
    assert "tide" not in triggers_of("tides", top, is_word=False)
