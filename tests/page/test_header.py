"""What is a header, and what is only a rule."""

from vademecum.page.header import Region, explain_missing, find_second, locate


def test_a_header_is_found_with_both_fences_and_the_yaml_inside() -> None:
    text = "---\ntitle: x\n---\nBody\n"
    region = locate(text)
    assert region == Region(0, 17, 4, 13)
    assert text[region.yaml_start : region.yaml_end] == "title: x\n"
    assert text[region.end :] == "Body\n"


def test_A04_rules_are_no_header() -> None:
    assert locate("---\n\nOne paragraph of prose.\n\n---\n\nwalrus\n") is None
    assert locate("-----\ntitle: five dashes\n-----\nplover\n") is None
    assert locate("----\na: b\n----\n") is None
    assert locate("---\nA sentence.\n---\nheron\n") is None
    assert locate("--- \nSome prose here.\n\n---\n") is None
    assert locate("text\n---\na: b\n---\n") is None


def test_A04_an_empty_header_is_one() -> None:
    assert locate("---\n---\ncurlew\n") == Region(0, 8, 4, 4)
    assert locate("---\n\n---\ncurlew\n") == Region(0, 9, 4, 5)


def test_A04_an_unclosed_header_is_named_and_hides_nothing() -> None:
    text = "---\ntitle: Open\n\nbittern\n"
    assert locate(text) is None
    problem = explain_missing(text)
    assert problem is not None
    assert (problem.code, problem.line, problem.column) == ("header-unclosed", 1, 1)


def test_A04_a_rule_far_below_does_not_close_an_open_header() -> None:
    text = "---\ntitle: Open\n\nThe bittern booms.\n\n---\n\nMore.\n"
    assert locate(text) is None
    problem = explain_missing(text)
    assert problem is not None
    assert problem.code == "header-unclosed"


def test_a_block_that_is_no_mapping_is_text_with_a_problem() -> None:
    text = "---\n- one\n- two\n---\nBody\n"
    assert locate(text) is None
    problem = explain_missing(text)
    assert problem is not None
    assert problem.code == "header-not-mapping"


def test_a_plain_rule_is_no_problem() -> None:
    assert explain_missing("---\n\nProse.\n\n---\n") is None
    assert explain_missing("---\nProse without a second rule.\n") is None
    assert explain_missing("No rule.\n") is None
    assert explain_missing("---\na: b\n---\n") is None


def test_a_heading_between_rules_is_not_taken_for_a_yaml_comment() -> None:
    assert locate("---\n# Title\n---\nText\n") is None


def test_spaces_after_a_fence_and_dots_at_the_end_are_accepted() -> None:
    assert locate("--- \t\na: b\n---  \nBody") == Region(0, 17, 6, 11)
    assert locate("---\na: b\n...\nBody") == Region(0, 13, 4, 9)
    assert locate("---\na: b\n---") == Region(0, 12, 4, 9)


def test_A05_every_line_end_closes_a_fence() -> None:
    for end in ("\r\n", "\r"):
        text = f"---{end}title: x{end}---{end}Body"
        region = locate(text)
        assert region is not None
        assert text[region.yaml_start : region.yaml_end] == f"title: x{end}"
        assert text[region.end :] == "Body"


def test_A29_a_line_separator_is_no_line_end() -> None:
    assert locate("---\u2028a: b\u2028---\u2028") is None
    assert locate("---\na: b\u2028---\n") is None


def test_a_blank_first_line_needs_one_tidy_mapping() -> None:
    assert locate("---\n\ntitle: x\ntags: [a]\n---\n") is not None
    assert locate("---\n\nNote: this\n\nand more\n\n---\n") is None


def test_A03_a_second_header_right_after_the_first_is_found() -> None:
    text = "---\na: b\n---\n\n---\nc: d\n---\nBody\n"
    first = locate(text)
    assert first is not None
    second = find_second(text, first)
    assert second is not None
    assert text[second.yaml_start : second.yaml_end] == "c: d\n"


def test_A04_rules_after_a_header_are_no_second_one() -> None:
    for body in (
        "\n---\n\nkey: this is prose\n\n---\n",
        "---\n---\n",
        "\nProse\n\n---\nc: d\n---\n",
        "---\nProse.\n---\n",
    ):
        text = f"---\na: b\n---\n{body}"
        first = locate(text)
        assert first is not None
        assert find_second(text, first) is None
