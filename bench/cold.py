"""One question in a process of its own: ``python -m bench.cold recall STORE CACHE TEXT``, or ``plain FILE TEXT``.

``speed.py`` starts it and measures the process from outside; each branch loads only what it needs.
"""

from __future__ import annotations

import sys


def main(kind: str, *arguments: str) -> None:
    """Ask, and print how many hits there were."""
    if kind == "plain":
        import sqlite3  # noqa: PLC0415 - the other branch must not pay for it
        from contextlib import closing  # noqa: PLC0415 - as above

        from bench.peers import ask_plain  # noqa: PLC0415 - as above

        file, text = arguments
        with closing(sqlite3.connect(file)) as connection:
            print(len(ask_plain(connection, text)))
    else:
        from pathlib import Path  # noqa: PLC0415 - as above

        from bench.still import TOP, library_of  # noqa: PLC0415 - as above
        from vademecum.recall.pipeline import Request, recall  # noqa: PLC0415 - as above

        store, cache, text = arguments
        with_hits = recall(library_of(Path(store), Path(cache)), Request(text, limit=TOP))
        print(len(with_hits.hits))


if __name__ == "__main__":
    main(*sys.argv[1:])
