"""Links, tags and block ids in text."""

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.address import Address
from vademecum.page.links import read_destination
from vademecum.page.model import Link, Page
from vademecum.page.parse import parse

Parts = tuple[str, str, str | None, str | None]


def page_of(text: str) -> Page:
    return parse(Address("m", "x"), text.encode())


def parts(link: Link) -> Parts:
    return (link.kind, link.target, link.anchor, link.label)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("[[Lock]]", ("wiki", "Lock", None, None)),
        ("[[canal/Lock|the lock]]", ("wiki", "canal/Lock", None, "the lock")),
        ("![[map.png|300]]", ("embed", "map.png", None, "300")),
        ("[[Lock#Gate]]", ("wiki", "Lock", "Gate", None)),
        ("[[Lock#Gate#Upper|x]]", ("wiki", "Lock", "Gate#Upper", "x")),
        ("[[#Gate]]", ("wiki", "", "Gate", None)),
        ("[[#^b1]]", ("wiki", "", "^b1", None)),
        ("[[^b1]]", ("wiki", "", "^b1", None)),
        ("[[Lock#^b9]]", ("wiki", "Lock", "^b9", None)),
        ("[[ Lock | x ]]", ("wiki", "Lock", None, "x")),
        ("[the gate](Lock.md)", ("markdown", "Lock.md", None, "the gate")),
        ("[g](my%20lock.md#upper%20gate)", ("markdown", "my lock.md", "upper gate", "g")),
        ("[g](<my lock.md> 'title')", ("markdown", "my lock.md", None, "g")),
        ('[g](a_(b)_(c(d)).md "t")', ("markdown", "a_(b)_(c(d)).md", None, "g")),
        ("[g](a\\)b.md)", ("markdown", "a)b.md", None, "g")),
        ("[g](#place)", ("markdown", "", "place", "g")),
        ("[a `]` b](c.md)", ("markdown", "c.md", None, "a `]` b")),
        ("[a [b] c](d.md)", ("markdown", "d.md", None, "a [b] c")),
        ("![alt](pic.png)", ("embed", "pic.png", None, "alt")),
        ("[](c.md)", ("markdown", "c.md", None, None)),
        ("[g](%ff.md)", ("markdown", "%ff.md", None, "g")),
    ],
)
def test_a_link_says_where_it_leads_and_where_it_stands(source: str, wanted: Parts) -> None:
    page = page_of(f"See\n{source} there.\n")
    (link,) = page.links
    assert parts(link) == wanted
    assert (page.text[link.start : link.end], link.line) == (source, 2)


@pytest.mark.parametrize(
    "text",
    [
        "[a](https://example.invalid/x.md)",
        "[a](mailto:x@example.invalid)",
        "[a](//example.invalid/x)",
        "[a]()",
        "[a](b c)",
        "[a] (b)",
        "[a](b",
        "\\[a](b)",
        "\\[[a]]",
        "[[]]",
        "[[ ]]",
        "[[#]]",
        "[[a\nb]]",
        "- [ ] task",
        "[^1]",
        "[^1]: a footnote",
        "<a href='[[b]]'>",
        "<https://example.invalid/[[b]]>",
        "<div>\n[[in raw HTML]]\n</div>",
        "<!-- [[a]] -->",
        "x <!-- [[a]] --> y",
    ],
)
def test_what_only_looks_like_a_link_is_none(text: str) -> None:
    assert page_of(f"{text}\n").links == ()


def test_A11_code_holds_no_links() -> None:
    page = page_of(
        "One: [[oak]]. Not `[[a]]`, ``b ` [[c]]``.\n\n```sh\nif [[ -f d ]]; then :; fi\n```\n\n"
        "~~~toml\n[[e.f]]\n~~~\n\n````md\n```\n[[g]]\n```\n[[h]]\n````\n\n    [[i]]\n\n"
        "- x\n\n      [[j]]\n\n> ```\n> [[k]]\n\nTwo: [[elm]]\n\n```\n[[l]] open\n"
    )
    assert [link.target for link in page.links] == ["oak", "elm"]


def test_A11_an_unmatched_backtick_hides_no_link() -> None:
    page = page_of("a ` [[oak]] b\n\nand `` [[elm]] ` x\n")
    assert [link.target for link in page.links] == ["oak", "elm"]


def test_A12_an_escaped_bar_in_a_table_is_a_bar() -> None:
    page = page_of("| a | b |\n|---|---|\n| 1 | [[Keel (1920) log\\|Keel]] |\n\n[[Plain|p]] and [[x\\|y]]\n")
    assert [parts(link) for link in page.links] == [
        ("wiki", "Keel (1920) log", None, "Keel"),
        ("wiki", "Plain", None, "p"),
        ("wiki", "x", None, "y"),
    ]


def test_A13_links_to_the_page_itself_have_no_target() -> None:
    page = page_of("[[#Real part]] [[#^b1]] [[^b1]]\n\n## Real part\n\nText. ^b1\n")
    assert {link.target for link in page.links} == {""}
    assert [block.ids for block in page.blocks] == [(), ("b1",)]


def test_links_do_not_nest_but_images_may_stand_in_links() -> None:
    assert [link.target for link in page_of("[a [b](c.md) d](e.md)\n").links] == ["c.md"]
    assert [link.target for link in page_of("[![i](p.png)](q.md)\n").links] == ["q.md", "p.png"]


def test_a_definition_is_the_link_of_all_its_uses() -> None:
    page = page_of(
        "See [the lock][l] and [l].\n\n[l]: canal/lock.md 'Lock'\n[w]: https://example.invalid\n[^n]: note.md\n"
    )
    (link,) = page.links
    assert parts(link) == ("markdown", "canal/lock.md", None, "l")
    assert page.text[link.start : link.end].startswith("[l]: canal/lock.md")
    assert link.line == 3


def test_A09_links_in_a_header_are_found() -> None:
    page = page_of(
        '---\nup: [[Oak]]\nvia: [[Ash]], [[Elm]]\nof:\n  - "[[Fir|f]]"\n  - [[Yew]] old\n# [[no]]\n---\n[[Body]]\n'
    )
    assert [(link.target, link.line) for link in page.links] == [
        ("Oak", 2), ("Ash", 3), ("Elm", 3), ("Fir", 5), ("Yew", 6), ("Body", 9),
    ]  # fmt: skip
    assert all(page.text[link.start : link.end].startswith("[[") for link in page.links)


def test_A17_tags_stand_after_white_space_and_have_a_letter() -> None:
    page = page_of(
        "# Heading is none\n\nReal: #boat/keel and #舟 #हिन्दी #a_b-c #⛵ #x/\n"
        "None: #42, \\#esc, (#paren), a#b, `#code`, https://example.invalid/p#frag, ##x,\n"
        "#12ab9c #00ff0080 [t #u](p.md#v)\n\n"
        '```css\na { color: #fed; }\n```\n\n<p style="color: #fedcba">x</p>\n'
    )
    assert page.tags == ("boat/keel", "舟", "हिन्दी", "a_b-c", "⛵", "x")


def test_a_tag_ends_at_punctuation_of_any_script() -> None:
    assert page_of("#oar, #sail. #舵。 #櫂、#no #mast!\n- #hull: x\n").tags == (
        "oar",
        "sail",
        "舵",
        "櫂",
        "mast",
        "hull",
    )


def test_a_word_of_hex_letters_is_a_tag() -> None:
    assert page_of("#facade #b2b #decade\n").tags == ("facade", "b2b", "decade")


def test_block_ids_stand_at_a_line_end_outside_code() -> None:
    page = page_of("Para ^a1\n\n`x ^no`\n\n- item ^b-2  \n- two^no\n\n^own\n\n```\n^no\n```\nmid ^no dle\n")
    assert page.blocks[0].ids == ("a1", "b-2", "own")


def test_a_block_id_may_follow_cjk_punctuation_at_once() -> None:
    page = page_of("今天去了图书馆。^lib1\n\n他说：“好。”^q2\n\n中文^no\n\n2^8\n\nx.^no\n")
    assert page.blocks[0].ids == ("lib1", "q2")


def test_the_text_of_a_footnote_has_links_and_tags() -> None:
    page = page_of("See[^1].\n\n[^1]: [[oak]]\n[^2]: #tag\n[^3]: elm.md\n[r]: fir.md\n")
    assert ([link.target for link in page.links], page.tags) == (["oak"], ("tag",))


def test_an_external_destination_is_told_by_its_scheme() -> None:
    assert read_destination("obsidian://open?vault=x") is None
    assert read_destination("C:\\x.md") is None
    assert read_destination("notes/a b.md#c") == ("notes/a b.md", "c")


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(("[", "]", "[[", "]]", "(", ")", "`", "a", " ", "|", "#", "!", "\\", "<", ">", "\n", "^", '"')),
        max_size=25,
    ).map("".join)
)
def test_every_link_is_where_it_says(text: str) -> None:
    page = page_of(text)
    for link in page.links:
        source = page.text[link.start : link.end]
        assert source.startswith("[[" if link.kind == "wiki" else "![" if link.kind == "embed" else "[")
        assert link.target or link.anchor
        assert link.line == text.count("\n", 0, link.start) + 1


@pytest.mark.parametrize(
    "piece",
    [
        "`",
        "[",
        "[[",
        "<!--",
        "%%",
        "a <b ",
        "[a](",
        "![",
        "](",
        "` `` ",
        "> ",
        "- ",
        "\\",
        "a %% b\n\n",
        "[a]: (\n",
        '[a](b "',
        "#a ",
        "^a ",
        "x: [",
        "---\n",
    ],
)
def test_a_long_run_of_one_mark_is_read_in_one_pass(piece: str) -> None:
    page = page_of("lead\n\n" + piece * (2**18 // len(piece)) + "\n\n[[end]]\n\n# last\n")
    assert page.title == ("last" if page.blocks[-1].level else "x")
    assert page.text_of(page.blocks[0]).startswith("lead")
