"""M8 and P10: every key x every kind of mistake fails the load, with file, line, key and hint."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vademecum.config.knobs import KNOBS
from vademecum.config.load import find_mistakes, load_config
from vademecum.errors import EXIT_CONFIG, ConfigError

RIGHT = {"path": '"~/Notes"'}

PLACE = (
    "7",
    "1.5",
    "true",
    "[]",
    "{}",
    "1979-05-27",
    '""',
    '"Notes"',
    '"./x"',
    '"~ada/x"',
    '"$HOME/x"',
    '"/a\\u0000b"',
)
TEXTLESS = ("7", "true", "[]", "{}", "1.5")
INNER = (*TEXTLESS, '"/x"', '"../x"', '"a/../b"', '"x/"', '"a//b"', '"."', '"./x"', '"~/x"', "'a\\b'", '"a\\tb"')
GLOBS = ("7", "true", "{}", '"Diary/**"', "[7]", "[[]]", '[""]', '["/"]', '["a**"]', '["../x"]', '["a/./b"]',
         '["a//b"]', '["!a"]', '["~/x"]', "['a\\b']", '[" a"]', '["a\\nb"]')  # fmt: skip
TAGS = ("7", '"private"', "[7]", '[""]', '[" "]', '["#a"]', '["a\\nb"]', "{}")
PLACES = ("7", '"~/code"', "[7]", '[""]', '["code"]', '["~ada"]', '["$HOME"]', "{}")
FLAG = ("0", "1", '"true"', '"yes"', "[]", "{}", "1979-05-27")
CHOICE = (*TEXTLESS, '""', '"zzz"')
OPERATIONS = ("7", "true", "{}", '"delete"', "[7]", '[""]', '["zzz"]')
WHOLE = ("0", "-1", "1.5", '"5"', "true", "[5]", "{}", "1979-05-27", "99999999999999999999", "nan", "inf")
ONE_LINE = (*TEXTLESS, '"a\\nb"', '"a\\u0000"')
URL = (*TEXTLESS, '"127.0.0.1:11434"', '"ftp://x"', '"http://"', '"http://a b/"', '"http://u:p@x"', '"http://x/?q=1"',
       '"http://x/#y"', '"http://x:port"', '"http://[::1"', '"https://x\\n"')  # fmt: skip
TIMES = (*TEXTLESS, '"24:00"', '"7:30"', '"22"', '"22:60"', '"22:30:00"', "22:30:00")
VARIABLE = (*TEXTLESS, '"$KEY"', '"sk-1234"', '"A B"', '"1A"')

WRONG = {
    "home": PLACE,
    "recall.limit": (*WHOLE, "26"),
    "recall.snippet_chars": (*WHOLE, "39", "20001"),
    "recall.recorded": (*WHOLE[1:], "10001"),
    "hooks.tell": CHOICE,
    "hooks.record_prompts": FLAG,
    "vectors.embedder": CHOICE,
    "vectors.url": URL,
    "vectors.model": ONE_LINE,
    "vectors.key_variable": VARIABLE,
    "vectors.query_prefix": ONE_LINE,
    "vectors.passage_prefix": ONE_LINE,
    "vectors.timeout": (*WHOLE, "601"),
    "vectors.query_timeout": (*WHOLE, "61"),
    "writing.approval": OPERATIONS,
    "writing.threats": ['""', '"ask"', "true", '["refuse"]'],
    "writing.secrets": ['""', '"hold"', "true", '["refuse"]'],
    "writing.approval_days": (*WHOLE, "3651"),
    "writing.max_chars": (*WHOLE[1:], "1000000000001"),
    "mcp.tools": CHOICE,
    "facts.search_scope": OPERATIONS,
    "facts.write_scope": CHOICE,
    "facts.lookup_order": OPERATIONS,
    "upkeep.stale_days": (*WHOLE[1:], "36501"),
    "upkeep.warm_days": (*WHOLE[1:], "36501"),
    "upkeep.cold_days": (*WHOLE[1:], "36501"),
    "channels.profile": CHOICE,
    "channels.max_chars": (*WHOLE[1:], "1000000001"),
    "channels.index.on": FLAG,
    "channels.index.max_bytes": (*WHOLE[1:], "1000000001"),
    "channels.index.max_listed": (*WHOLE[1:], "100001"),
    "channels.boot.on": FLAG,
    "channels.boot.max_chars": (*WHOLE, "511"),
    "channels.boot.persona_chars": WHOLE[1:],
    "channels.boot.protocol_chars": WHOLE[1:],
    "channels.boot.index_chars": WHOLE[1:],
    "channels.boot.heads": (*WHOLE[1:], "51"),
    "channels.boot.after_user": FLAG,
    "channels.boot.active_only": FLAG,
    "channels.seeds.on": FLAG,
    "channels.seeds.max_bytes": WHOLE[1:],
    "channels.triggers.on": FLAG,
    "channels.triggers.cap": (*WHOLE[1:], "101"),
    "channels.triggers.match": CHOICE,
    "channels.triggers.case_sensitive": FLAG,
    "channels.recall.on": FLAG,
    "channels.recall.max_chars": WHOLE[1:],
    "channels.facts.on": FLAG,
    "channels.facts.mode": CHOICE,
    "channels.facts.newest": (*WHOLE, "10001"),
    "channels.facts.max_chars": WHOLE[1:],
    "channels.facts.tags": TAGS,
    "channels.reminder.on": FLAG,
    "channels.nudges.on": FLAG,
    "channels.nudges.digest_after_minutes": (*WHOLE, "525601"),
    "channels.nudges.digest_cooldown_minutes": WHOLE[1:],
    "channels.nudges.digest_max": (*WHOLE[1:], "1001"),
    "channels.nudges.recollection_min_minutes": WHOLE,
    "channels.nudges.recollection_max_minutes": WHOLE,
    "channels.nudges.recollection_max": (*WHOLE[1:], "1001"),
    "channels.nudges.quiet_from": TIMES,
    "channels.nudges.quiet_until": TIMES,
    "channels.nudges.language": CHOICE,
    "channels.nudges.person": ONE_LINE,
    "channels.nudges.at": CHOICE,
    "channels.nudges.after_user": FLAG,
    "channels.nudges.active_only": FLAG,
    "mounts.notes.path": PLACE,
    "mounts.notes.profile": CHOICE,
    "mounts.notes.scope": CHOICE,
    "mounts.notes.format": CHOICE,
    "mounts.notes.writable": FLAG,
    "mounts.notes.inbox": INNER,
    "mounts.notes.expose": GLOBS,
    "mounts.notes.private": GLOBS,
    "mounts.notes.private_tags": TAGS,
    "mounts.notes.only_in": PLACES,
    "mounts.notes.ignore": GLOBS,
    "mounts.notes.max_depth": (*WHOLE, "65"),
    "mounts.notes.max_pages": (*WHOLE, "10000001"),
    "mounts.notes.max_page_bytes": (*WHOLE, "1073741825"),
    "mounts.notes.max_write_bytes": (*WHOLE, "1073741825"),
    "mounts.notes.index_file": INNER,
    "mounts.notes.protocol_file": INNER,
    "mounts.notes.listing": CHOICE,
    "mounts.notes.form": CHOICE,
    "mounts.notes.exposure": CHOICE,
    "mounts.notes.bare_write": CHOICE,
    "mounts.notes.malformed": CHOICE,
    "mounts.notes.commit": CHOICE,
    "mounts.notes.approval": OPERATIONS,
    "mounts.notes.max_chars": (*WHOLE[1:], "1000000000001"),
    "mounts.notes.retriever": CHOICE,
    "mounts.notes.daily_window_days": (*WHOLE[1:], "36501"),
    "mounts.notes.longterm_append": FLAG,
    "mounts.notes.track_access": CHOICE,
    "mounts.notes.stamp_access": FLAG,
}

LINE = 4


def text_with(key: str, value: str) -> str:
    """A sound file save for one key, which stands in line 4."""
    table, _, name = key.rpartition(".")
    rest = '\npath = "~/Notes"\n' if table.startswith("mounts") and name != "path" else "\n"
    return f"# one\n\n{f'[{table}]' if table else ''}\n{name} = {value}{rest}"


def env_with(home: Path, text: str) -> dict[str, str]:
    file = user_file(home)
    file.parent.mkdir(parents=True, exist_ok=True)
    (home / "Notes").mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return {"HOME": str(home), "USERPROFILE": str(home), "XDG_CONFIG_HOME": str(home / "cfg")}


def user_file(home: Path) -> Path:
    return home / "cfg/vademecum/config.toml"


def mistake(home: Path, text: str, **variables: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load_config(env_with(home, text) | variables)
    return caught.value


def told(error: ConfigError) -> tuple[int | None, str | None, str | None]:
    return error.line, error.field, error.hint


def test_M8_every_knob_is_tested_with_wrong_values() -> None:
    assert set(WRONG) == {knob.within("notes") for knob in KNOBS}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in WRONG.items() for value in values])
def test_M8_a_wrong_value_names_file_line_and_key(tmp_path: Path, key: str, value: str) -> None:
    error = mistake(tmp_path, text_with(key, value))
    kind = next(knob.kind for knob in KNOBS if knob.within("notes") == key)
    assert (error.file, error.line, error.field) == (user_file(tmp_path), LINE, key)
    assert error.exit_code == EXIT_CONFIG
    if value.startswith("[") and value not in {"[]", "[5]"} and "list" in kind.words:
        assert re.match(rf"{re.escape(str(error.file))}:{LINE}: item 1 of {key} must be (a|an|one of) ", error.message)
    else:
        assert error.message.startswith(f"{error.file}:{LINE}: {key} must be {kind.words}, got ")
    assert "more mistake" not in error.message


@pytest.mark.parametrize("key", WRONG)
def test_M8_a_mistyped_key_is_told_the_nearest(tmp_path: Path, key: str) -> None:
    typo = f"{key[:-1]}q"
    text = text_with(typo, "1") if key != "mounts.notes.path" else '\n\n[mounts.notes]\npatq = 1\npath = "~/Notes"\n'
    error = mistake(tmp_path, text)
    name = key.rpartition(".")[2]
    # Of two letters no one is near the other.
    hint = f"did you mean {name}?" if len(name) > 2 else error.hint
    assert told(error) == (LINE, typo, hint)
    assert name in (error.hint or "")
    assert f"{typo} is no key" in error.message


@pytest.mark.parametrize(
    ("key", "value", "hint"),
    [
        ("mounts.notes.exposure", "adress", "did you mean address?"),
        ("mounts.notes.exposure", "PATH", "did you mean path?"),
        ("mounts.notes.scope", "workspaces", "did you mean workspace?"),
        ("mounts.notes.scope", "everyone", "use one of: user, global, workspace"),
        ("mounts.notes.format", "record", "did you mean records?"),
        ("mounts.notes.profile", "markdown_memory", "did you mean markdown-memory?"),
        ("mounts.notes.bare_write", "replace-if-observed", "did you mean replace_if_observed?"),
        ("mounts.notes.path", "$HOME/Notes", "only ~ is expanded, variables are not"),
        ("mounts.notes.path", "~ada/x", "only your own ~ is expanded; write another person's folder in full"),
        ("mounts.notes.private", "Diary/**", 'write ["Diary/**"]'),
    ],
)
def test_a_hint_names_what_is_meant(tmp_path: Path, key: str, value: str, hint: str) -> None:
    assert told(mistake(tmp_path, text_with(key, f'"{value}"'))) == (LINE, key, hint)


def test_a_relative_path_is_told_why(tmp_path: Path) -> None:
    error = mistake(tmp_path, text_with("mounts.notes.path", '"Notes"'))
    assert error.hint == "write the path in full, since a relative one would depend on where a command is started"


def test_the_item_of_a_list_has_its_own_line(tmp_path: Path) -> None:
    error = mistake(tmp_path, text_with("mounts.notes.private", '[\n  "Diary/**",  # fine\n  "b**",\n]'))
    assert told(error) == (LINE + 2, "mounts.notes.private", "** stands alone between slashes, as in Diary/**")
    assert "item 2 of mounts.notes.private must be a pattern" in error.message


@pytest.mark.parametrize(
    ("text", "line", "field", "hint"),
    [
        ("\nlimit = 5\n", 2, "limit", "limit stands below [recall]"),
        ("[recal]\nlimit = 5\n", 1, "recal", "did you mean recall?"),
        ('[mount.n]\npath = "~"\n', 1, "mount", "did you mean mounts?"),
        (
            "[zzz]\n",
            1,
            "zzz",
            "use one of: home, recall, hooks, vectors, writing, mcp, facts, upkeep, channels, mounts",
        ),
        ("recall = 5\n", 1, "recall", "write it as [recall]"),
        ("mounts = []\n", 1, "mounts", "write it as [mounts.NAME]"),
        ('[[mounts]]\npath = "~"\n', 1, "mounts", "write it as [mounts.NAME]"),
        ('[mounts]\n\nn = "~"\n', 3, "mounts.n", 'write it as [mounts.n] with path = "..." below it'),
        ('[mounts.n]\nscope = "user"\n', 1, "mounts.n.path", 'write path = "~/..." below the name'),
        ('[mounts."a b"]\npath = "~"\n', 1, "mounts.a b", "use letters, digits, - and _"),
        ('[mounts."a:b"]\npath = "~"\n', 1, "mounts.a:b", "use letters, digits, - and _"),
        ('[mounts.""]\npath = "~"\n', 1, "mounts.", None),
        (f'[mounts.{"x" * 33}]\npath = "~"\n', 1, f"mounts.{'x' * 33}", None),
    ],
)
def test_a_wrong_shape_names_its_line(tmp_path: Path, text: str, line: int, field: str, hint: str | None) -> None:
    assert told(mistake(tmp_path, text)) == (line, field, hint)


def test_M8_a_missing_folder_is_no_mistake_so_that_all_other_mounts_still_answer(tmp_path: Path) -> None:
    file = tmp_path / ".config" / "vademecum" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[mounts.notes]\npath = "~/nowhere"\n', encoding="utf-8")
    [mount] = load_config({"HOME": str(tmp_path)}).mounts
    assert mount.path == tmp_path / "nowhere"


def test_a_file_is_no_folder_of_pages(tmp_path: Path) -> None:
    (tmp_path / "facts.jsonl").write_text("", encoding="utf-8")
    error = mistake(tmp_path, text_with("mounts.notes.path", '"~/facts.jsonl"'))
    assert told(error) == (LINE, "mounts.notes.path", 'for a JSONL file set format = "records"')


def test_records_are_a_file_and_no_folder(tmp_path: Path) -> None:
    error = mistake(tmp_path, '[mounts.r]\nformat = "records"\npath = "~/Notes"\n')
    assert told(error) == (3, "mounts.r.path", "name the JSONL file in it")


def test_a_missing_folder_of_records_is_no_mistake_either(tmp_path: Path) -> None:
    env = env_with(tmp_path, '[mounts.r]\nformat = "records"\npath = "~/no/facts.jsonl"\n')
    assert [mount.name for mount in load_config(env).mounts] == ["r"]


def test_a_path_that_no_system_takes_is_a_mistake(tmp_path: Path) -> None:
    error = mistake(tmp_path, text_with("mounts.notes.path", f'"/{"x" * 300}"'))
    assert (error.line, error.field) == (LINE, "mounts.notes.path")
    assert "can't be looked at" in error.message


@pytest.mark.parametrize("other", ["~/Notes", "~/Notes/", "~/Link", "~/cfg/../Notes"])
def test_the_same_real_folder_mounts_once(tmp_path: Path, other: str) -> None:
    (tmp_path / "Notes").mkdir()
    (tmp_path / "Link").symlink_to(tmp_path / "Notes")
    error = mistake(tmp_path, f'[mounts.a]\npath = "~/Notes"\n[mounts.b]\npath = "{other}"\n')
    assert told(error) == (4, "mounts.b.path", "mount it once")
    assert "is the same place as mounts.a.path (line 2)" in error.message


def test_a_file_of_records_to_be_made_mounts_once(tmp_path: Path) -> None:
    rows = 'format = "records"\npath = "~/facts.jsonl"\n'
    assert told(mistake(tmp_path, f"[mounts.a]\n{rows}[mounts.b]\n{rows}")) == (6, "mounts.b.path", "mount it once")


def test_an_inbox_without_effect_is_a_mistake(tmp_path: Path) -> None:
    error = mistake(tmp_path, '[mounts.n]\npath = "~/Notes"\nwritable = true\ninbox = "In"\n')
    assert told(error) == (4, "mounts.n.inbox", "set writable = false, or leave inbox out")


def test_what_is_written_must_be_readable(tmp_path: Path) -> None:
    error = mistake(tmp_path, '[mounts.n]\npath = "~/Notes"\nmax_page_bytes = 10\nmax_write_bytes = 11\n')
    assert told(error) == (4, "mounts.n.max_write_bytes", "set both")


def test_quiet_hours_have_a_start_and_an_end(tmp_path: Path) -> None:
    error = mistake(tmp_path, '[channels.nudges]\n\nquiet_from = "22:00"\n')
    assert told(error) == (3, "channels.nudges.quiet_from", "set both, or leave both out")


@pytest.mark.parametrize(
    ("text", "field", "hint"),
    [
        ("[channels]\n\nindx.on = true\n", "channels.indx", "did you mean index?"),
        ("[channels]\n\nindex = false\n", "channels.index", "write it as [channels.index]"),
        ("\n\nchannels = 5\n", "channels", "write it as [channels]"),
    ],
)
def test_a_wrong_shape_of_a_table_inside_a_table_names_its_line(
    tmp_path: Path, text: str, field: str, hint: str
) -> None:
    assert told(mistake(tmp_path, text)) == (3, field, hint)


def test_the_home_store_is_no_file(tmp_path: Path) -> None:
    (tmp_path / ".memory").write_text("", encoding="utf-8")
    assert mistake(tmp_path, "").message == f"home = {tmp_path}/.memory is a file, not a folder"
    assert told(mistake(tmp_path, '\nhome = "~/.memory"\n'))[:2] == (2, "home")


def test_a_home_store_that_cannot_be_looked_at_is_left_to_its_first_write(tmp_path: Path) -> None:
    home = f"/{'x' * 300}"
    assert load_config(env_with(tmp_path, "") | {"MEMORY_DIR": home}).home == Path(home)


def test_the_first_mistake_is_raised_and_the_others_are_counted(tmp_path: Path) -> None:
    text = '[mounts.n]\npath = "Notes"\n[recall]\nlimit = 0\nsnip = 1\n'
    assert mistake(tmp_path, text).message.endswith('got "Notes" (and 2 more mistakes)')
    assert mistake(tmp_path, text.replace("snip = 1", "")).message.endswith("(and 1 more mistake)")
    assert [error.line for error in find_mistakes(env_with(tmp_path, text))] == [2, 4, 5]


def test_a_long_wrong_value_is_cut_in_the_message(tmp_path: Path) -> None:
    error = mistake(tmp_path, text_with("mounts.notes.scope", f'"{"x" * 5000}"'))
    assert len(error.message) < len(str(error.file)) + 200


@pytest.mark.parametrize(
    ("variable", "text", "hint"),
    [
        ("VADE_RECALL_LIMIT", "many", None),
        ("VADE_RECALL_LIMIT", "0", None),
        ("VADE_RECALL_LIMIT", "1e1", None),
        ("VADE_RECALL_SNIPPET_CHARS", "9" * 5000, None),
        ("MEMORY_DIR", "$X/m", "only ~ is expanded, variables are not"),
        ("VADE_RECAL_LIMIT", "5", "did you mean VADE_RECALL_LIMIT?"),
        ("VADE_RECALL_SNIPPETS", "5", "did you mean VADE_RECALL_SNIPPET_CHARS?"),
    ],
)
def test_a_wrong_variable_is_named(tmp_path: Path, variable: str, text: str, hint: str | None) -> None:
    error = mistake(tmp_path, "", **{variable: text})
    assert (error.file, error.line, error.field, error.hint) == (None, None, variable, hint)
    assert error.message.startswith(f"{variable} ")


def project_mistake(tmp_path: Path, text: str) -> ConfigError:
    file = tmp_path / "site/.memory/config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(env_with(tmp_path, ""), workspace=tmp_path / "site", trusted=True)
    assert caught.value.file == file
    return caught.value


@pytest.mark.parametrize("text", ['\nhome = "/x"\n', '\nmounts.x.path = "/etc"\n', '\n[mounts.x]\npath = "/etc"\n'])
def test_a_project_chooses_no_folders(tmp_path: Path, text: str) -> None:
    error = project_mistake(tmp_path, text)
    assert (error.line, error.field) == (2, "home" if "home" in text else "mounts")
    assert "can't be set by a project's own file, since the file comes with the project" in error.message
    assert error.hint == "a project may set recall.limit, recall.snippet_chars; set the rest in your own file"


@pytest.mark.parametrize(
    ("text", "line", "field", "hint"),
    [
        ("[recall]\nlimit = 0\n", 2, "recall.limit", None),
        ("[recall]\nlimt = 1\n", 2, "recall.limt", "did you mean recall.limit?"),
        ("[recal]\nlimit = 1\n", 1, "recal", "did you mean recall?"),
        ("recall = 1\n", 1, "recall", "write it as [recall]"),
    ],
)
def test_mistakes_in_a_project_file_are_told(
    tmp_path: Path, text: str, line: int, field: str, hint: str | None
) -> None:
    assert told(project_mistake(tmp_path, text)) == (line, field, hint)
