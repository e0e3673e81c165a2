from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from vademecum.errors import IndexDamagedError, IndexFailedError
from vademecum.index.contract import BlockRow, Changes, Fields, Filter, Lengths, PageRow
from vademecum.index.peek import peek
from vademecum.index.sqlite import SqliteIndex, open_index
from vademecum.page import digest_of
from vademecum.store.contract import Stamp

ALL = Filter()


def page(name: str, count: int = 1) -> PageRow:
    blocks = tuple(
        BlockRow(("h",), nth, nth, 0, 9, None, Fields(body=["x", f"{name}{nth}"]), Lengths(body=2))
        for nth in range(1, count + 1)
    )
    digest, stamp = digest_of(name.encode()), Stamp(1, 2, 3, 4)
    return PageRow(name, digest, stamp, "", "", None, None, None, (), (), {}, (), (), blocks=blocks)


def made(path: Path, pages: int = 3, blocks: int = 40) -> None:
    index = open_index(path)
    index.apply(Changes(pages=[page(f"p{number}", blocks) for number in range(pages)]), fingerprint="rules")
    index.close()


def names(index: SqliteIndex) -> list[str]:
    with index.view() as view:
        return list(view.known())


def garbage(path: Path) -> None:
    path.write_bytes(b"not a database " * 500)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut_short(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def other_version(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("pragma user_version = 77")
    connection.close()


@pytest.mark.parametrize("harm", [garbage, empty, cut_short, other_version])
def test_a_file_that_can_be_no_index_is_replaced_with_one_notice(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    path, notices = tmp_path / "i.db", list[str]()
    made(path)
    harm(path)

    index = open_index(path, on_notice=notices.append)

    assert names(index) == []
    assert len(notices) == 1
    assert not path.exists()
    index.apply(Changes(pages=[page("new")]), fingerprint="rules")
    index.close()
    assert names(open_index(path, on_notice=notices.append)) == ["new"]
    assert len(notices) == 1


@pytest.mark.parametrize("aside", ["i.db.foreign", "i.db.foreign-1"])
def test_the_database_of_another_program_is_kept_under_another_name(tmp_path: Path, aside: str) -> None:
    path, notices = tmp_path / "i.db", list[str]()
    if aside.endswith("-1"):
        (tmp_path / "i.db.foreign").write_text("an earlier one", encoding="utf-8")
    foreign = apsw.Connection(str(path))
    foreign.execute("create table theirs (x); insert into theirs values (42)")
    foreign.close()

    assert names(open_index(path, on_notice=notices.append)) == []

    assert len(notices) == 1
    assert apsw.Connection(str(tmp_path / aside)).execute("select x from theirs").get == 42


@pytest.mark.parametrize("harm", [garbage, other_version])
def test_read_only_repairs_nothing(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    path = tmp_path / "i.db"
    made(path)
    harm(path)
    before = path.read_bytes()

    with pytest.raises(IndexDamagedError):
        open_index(path, read_only=True)

    assert path.read_bytes() == before


def spoil_pages(path: Path) -> None:
    """Overwrite all but the first pages, which hold what opening needs."""
    with path.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(b"\xff" * (path.stat().st_size - 2 * 4096))


def test_damage_found_by_a_query_is_raised_and_cured_by_the_next_use(tmp_path: Path) -> None:
    path, notices = tmp_path / "i.db", list[str]()
    made(path)
    spoil_pages(path)
    index = open_index(path, on_notice=notices.append)

    with pytest.raises(IndexDamagedError), index.view() as view:
        view.propose(["x"], limit=5, within=ALL)
    assert notices == []

    assert names(index) == []
    assert len(notices) == 1
    index.apply(Changes(pages=[page("new")]), fingerprint="rules")
    assert names(open_index(path)) == ["new"]


def test_damage_found_by_a_sync_is_raised_and_cured_by_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "i.db"
    made(path)
    spoil_pages(path)
    index = open_index(path)

    with pytest.raises(IndexDamagedError):
        index.apply(Changes(pages=[page("p0")]), fingerprint="rules")

    index.apply(Changes(pages=[page("p0")]), fingerprint="rules")
    assert names(index) == ["p0"]


def ask_everything(index: SqliteIndex) -> None:
    with index.view() as view:
        view.propose(["x"], limit=500, within=ALL)
        view.propose(["x"], limit=500, within=Filter(tags=frozenset({"t"})))
        list(view.pages(ALL))
        view.known()


def lied_to(path: Path, lie: str) -> SqliteIndex:
    """A sound index in which another program then changed something, opened."""
    made(path)
    connection = apsw.Connection(str(path))
    connection.execute(lie)
    connection.close()
    return open_index(path)


@pytest.mark.parametrize(
    "lie",
    [
        "delete from block where id = 3",
        "delete from posting where id = 3",
        "update page set detail = '[1' where id = 1",
        "update page set stamp = 'soon' where id = 1",
        "delete from total",
        "drop table tag",
    ],
)
def test_what_can_not_be_in_a_sound_index_counts_as_damage(tmp_path: Path, lie: str) -> None:
    index = lied_to(tmp_path / "i.db", lie)

    with pytest.raises(IndexDamagedError):
        ask_everything(index)

    assert names(index) == []


@pytest.mark.parametrize("lie", ["delete from df where term = 'p02'", "update df set n = 0 where term = 'p02'"])
def test_a_statistic_that_does_not_add_up_counts_as_damage(tmp_path: Path, lie: str) -> None:
    index = lied_to(tmp_path / "i.db", lie)

    with pytest.raises(IndexDamagedError):
        index.apply(Changes(removed=["p0"]), fingerprint="rules")

    assert names(index) == []


def test_a_view_that_is_open_when_damage_is_found_elsewhere_still_ends(tmp_path: Path) -> None:
    path = tmp_path / "i.db"
    made(path, pages=1)
    index, other = open_index(path), open_index(path)
    with index.view() as view:
        path.rename(tmp_path / "gone")
        assert names(other) == []
        assert list(view.known()) == ["p0"]

    assert names(index) == []
    other.apply(Changes(pages=[page("new")]), fingerprint="rules")
    assert names(index) == ["new"]


def test_an_index_deleted_under_a_running_process_is_made_again(tmp_path: Path) -> None:
    path, notices = tmp_path / "i.db", list[str]()
    made(path)
    index = open_index(path, on_notice=notices.append)
    index.apply(Changes(pages=[page("more")]), fingerprint="rules")
    for file in tmp_path.glob("i.db*"):
        file.unlink()

    index.apply(Changes(pages=[page("after")]), fingerprint="rules")

    assert names(index) == names(open_index(path)) == ["after"]
    assert notices == []


def test_a_process_follows_when_another_one_replaces_the_file(tmp_path: Path) -> None:
    path = tmp_path / "i.db"
    made(path)
    first, second = open_index(path), open_index(path)
    assert names(second) == ["p0", "p1", "p2"]
    path.rename(tmp_path / "elsewhere")
    garbage(path)

    assert names(first) == []
    first.apply(Changes(pages=[page("new")]), fingerprint="rules")

    assert names(second) == ["new"]
    second.apply(Changes(pages=[page("newer")]), fingerprint="rules")
    assert names(first) == ["new", "newer"]


def test_a_lost_journal_leaves_an_older_but_sound_index(tmp_path: Path) -> None:
    path = tmp_path / "i.db"
    made(path, pages=1)
    crash = (
        "import os, sys; from pathlib import Path; from vademecum.index.sqlite import open_index;"
        "from vademecum.index.contract import Changes;"
        "index = open_index(Path(sys.argv[1])); index.apply(Changes(removed=['p0']), fingerprint='late'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", crash, str(path)], check=True)
    (tmp_path / "i.db-wal").unlink()

    index = open_index(path)

    with index.view() as view:
        assert (view.fingerprint, list(view.known())) == ("rules", ["p0"])
        assert len(view.propose(["x"], limit=100, within=ALL)) == 40


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: file.write_bytes(b"no database at all" * 99), "can't be read"),
        (lambda file: _numbered(file, "user_version"), "can't be read"),
        (lambda file: _numbered(file, "application_id"), "can't be read"),
    ],
)
def test_a_look_at_an_index_that_is_none_of_ours_leaves_it_closed(
    tmp_path: Path, spoil: Callable[[Path], None], said: str
) -> None:
    file = tmp_path / "i.db"
    open_index(file).close()
    spoil(file)

    with pytest.raises(IndexDamagedError, match=said), peek(str(file)):
        pytest.fail("it opened")
    assert [each.filename for each in apsw.connections() if each.filename == str(file)] == []


def _numbered(file: Path, pragma: str) -> None:
    """Make it the file of another version, or of another program."""
    connection = apsw.Connection(str(file))
    connection.execute(f"pragma {pragma} = 12345")
    connection.close()


def test_a_folder_that_can_not_be_made_is_one_error_of_the_library(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")

    with pytest.raises(IndexFailedError, match="can't be used"):
        open_index(tmp_path / "file" / "i.db")


def test_a_full_disk_is_one_error_of_the_library_and_harms_nothing(tmp_path: Path) -> None:
    index = open_index(tmp_path / "i.db")
    index.apply(Changes(pages=[page("p0")]), fingerprint="rules")
    with index._connections.writing() as writer:
        writer.execute("pragma max_page_count = 40")

    with pytest.raises(IndexFailedError, match="no room"):
        index.apply(Changes(pages=(page(f"q{number}", 100) for number in range(99))), fingerprint="more")

    assert names(index) == ["p0"]
