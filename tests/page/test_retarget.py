"""Links follow a moved page, each in its own way of writing, and no other byte of the page changes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.address import Address
from vademecum.errors import EditError
from vademecum.page.model import Page
from vademecum.page.parse import parse
from vademecum.page.resolve import Named, Names, Resolved, resolve
from vademecum.page.retarget import retarget

CODE = """# Samples

One: [[real-target]], `[[real-target]]` and `` x ` [[real-target]]``.

```bash
if [[ -f real-target ]]; then echo [[real-target]]; fi
```

~~~toml
[[real-target]]
~~~

    [[real-target]] (indented)

<!-- [[real-target]] -->
Two: [[real-two]], \\[[real-target]]

```
[[real-target]] in a fence that nobody closed
"""


def page(name: str, text: str) -> Page:
    return parse(Address("notes", name), text.encode())


def moved(source: str, text: str, old: str, new: str, *others: str) -> str:
    names = Names(Named(name) for name in {source, old, *others})
    return retarget(page(source, text), old, new, names).decode()


def test_A11_only_the_real_link_follows_never_text_in_code() -> None:
    changed = moved("code", CODE, "real-target", "harbour", "real-two")
    assert changed == CODE.replace("One: [[real-target]]", "One: [[harbour]]")


def test_A12_a_table_row_keeps_its_escaped_bar_and_prose_its_plain_one() -> None:
    text = "| A | [[Marlow (2016) notes\\|Marlow]] |\n|---|---|\n\nProse: [[Marlow (2016) notes|M]], [[Plain|p]].\n"
    changed = moved("table", text, "Marlow (2016) notes", "Marlow", "Plain")
    assert changed == text.replace("Marlow (2016) notes", "Marlow")


def test_A24_a_rename_of_case_alone_is_followed() -> None:
    text = "See [[activity]] and [[Activity|it]] and [x](activity.md).\n"
    assert moved("from", text, "activity", "Activity") == text.replace("activity", "Activity")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[old]]", "[[new]]"),
        ("[[ old ]]", "[[ new ]]"),
        ("![[old#Part|x]]", "![[new#Part|x]]"),
        ("[[old#^b1]]", "[[new#^b1]]"),
        ("[[a/old]]", "[[b/new]]"),
        ("[[/a/old]]", "[[/b/new]]"),
        ("[[OLD.md]]", "[[new.md]]"),
        ("[[../a/old]]", "[[../b/new]]"),
        ("[x](old.md)", "[x](new.md)"),
        ("[x](../a/old.md#part)", "[x](../b/new.md#part)"),
        ("[x](./../a/old)", "[x](../b/new)"),
        ('[x](</a/old.md> "title (y)")', '[x](</b/new.md> "title (y)")'),
        ("[x](a/old.md)", "[x](b/new.md)"),
        ("[![i](i.png)](old.md)", "[![i](i.png)](new.md)"),
        ("[ref]\n\n[ref]: a/old.md 'title'", "[ref]\n\n[ref]: b/new.md 'title'"),
        ("[[#old]] [[older]] [x](old.png) [y](https://x.org/old.md)", None),
        ("[[The alias]] old (old.md) #old", None),
    ],
)
def test_each_way_of_writing_is_kept(before: str, after: str | None) -> None:
    names = Names([Named("c/from"), Named("a/old", ("The alias",)), Named("older")])
    text = f"One\r\n\r\n{before}  \r\nlast"
    changed = retarget(page("c/from", text), "a/old", "b/new", names).decode()
    assert changed == f"One\r\n\r\n{after or before}  \r\nlast"


def test_a_markdown_target_is_encoded_as_the_old_one_was() -> None:
    assert moved("from", "[x](old.md)\n", "old", "new (1) ü%") == "[x](new%20%281%29%20ü%25.md)\n"
    assert moved("from", "[x](<old.md>)\n", "old", "new 1") == "[x](<new 1.md>)\n"
    assert moved("from", "[x](%C3%B6ld%20one.md)\n", "öld one", "ü") == "[x](%C3%BC.md)\n"


def test_a_bare_name_gets_its_path_when_another_page_would_answer() -> None:
    assert moved("c/from", "[[old]]\n", "a/old", "a/twin", "c/twin") == "[[a/twin]]\n"
    assert moved("c/from", "[[old]]\n", "a/old", "twin", "c/twin") == "[[/twin]]\n"
    assert moved("c/from", "[x](../a/old.md)\n", "a/old", "twin", "c/twin") == "[x](../twin.md)\n"


def test_links_in_the_header_follow_inside_their_quotes() -> None:
    text = '---\nup: "[[old|o]]"\nall:\n  - [[old]]\n---\n[[old]]\n'
    assert moved("from", text, "old", "new") == text.replace("[[old", "[[new")


@pytest.mark.parametrize(("text", "new"), [("[[old]]\n", "a#b"), ('---\nup: "[[old]]"\n---\n', 'a "b"')])
def test_a_name_that_no_link_can_hold_is_refused(text: str, new: str) -> None:
    with pytest.raises(EditError, match="can't be written"):
        moved("from", text, "old", new)
    assert moved("from", "no link\n", "old", new) == "no link\n"


def test_the_moved_page_keeps_its_own_links_alive() -> None:
    text = "[x](../oar.md) [[near]] [y](near.md) [[a/old]] [z](#part) [[#part]]\n"
    changed = moved("a/old", text, "a/old", "b/deep/new", "oar", "a/near", "b/deep/near")
    assert changed == "[x](../../oar.md) [[a/near]] [y](../../a/near.md) [[b/deep/new]] [z](#part) [[#part]]\n"


def test_A42_a_page_that_is_not_all_text_is_refused() -> None:
    odd = parse(Address("notes", "x"), "[[old]] \xe9".encode("latin-1"))
    with pytest.raises(EditError, match="not valid utf-8"):
        retarget(odd, "old", "new", Names([Named("old")]))


parts = st.sampled_from(["a", "b", "c d", "é"])
names = st.lists(parts, min_size=1, max_size=3).map("/".join)
links = st.sampled_from(
    ["[[{0}]]", "[[/{0}]]", "[x](<{0}.md>)", "[x](</{0}>)", "![[{1}]]", "[[{1}|y]]", "[x](<{1}.md>)"]
)


@settings(max_examples=80, deadline=None)
@given(st.sets(names, min_size=2, max_size=6).map(sorted), names, links, st.data())
def test_after_a_move_each_link_leads_to_the_page_it_led_to(
    pages: list[str], new: str, form: str, data: st.DataObject
) -> None:
    old, source, target = (data.draw(st.sampled_from(pages)) for _ in range(3))
    if new in pages:
        return
    follow = {old: new}
    before = page(source, form.format(target, target.rpartition("/")[2]))
    led = resolve(before.links[0], source, Names(map(Named, pages)))
    assert isinstance(led, Resolved)
    after = parse(Address("notes", follow.get(source, source)), retarget(before, old, new, Names(map(Named, pages))))
    leads = resolve(after.links[0], after.address.name, Names(Named(follow.get(name, name)) for name in pages))
    if old in {led.name, source}:
        assert isinstance(leads, Resolved)
        assert leads.name == follow.get(led.name, led.name)
    else:
        assert after.raw == before.raw
