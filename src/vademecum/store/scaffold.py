"""Pages that a new store begins with. It proposes what is missing and writes nothing; the gateway does.

It never touches a page that is there, so a second run proposes nothing (P2). A store needs none of these pages: they
are a beginning for a person who looks into an empty folder and asks what goes where.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from vademecum.store.contract import Store

Templates = Mapping[str, str]

_MEMORY = """\
---
title: Memory
summary: What is kept here, and where to look first
---

# Memory

One line for each page worth finding again. An agent sees this list when a session starts.

- [How to keep this memory](topics/keeping-this-memory.md) — One topic a page, dated, corrected in place
"""

_KEEPING = """\
---
title: How to keep this memory
summary: One topic a page, dated, corrected in place
---

# How to keep this memory

## What belongs here

What you would tell a new colleague twice: decisions with their reason, preferences, how a thing is really done.
What can be read from the code or looked up in a minute does not.

## How to write it

- One topic a page, under `topics/`, named so that you would look for it.
- Say since when it holds: a heading with a date, or a date in the sentence.
- When a fact changes, correct it where it stands. Two pages that disagree are worse than none.
- Write no passwords or keys, not even for a moment.
"""

_ABOUT = """\
---
title: About me
summary: Who I am and how I like to work
metadata:
  seed: true
---

# About me

Nothing is noted yet. What stands here is read in full at the start of each session, so a few lines are enough.
"""

_WIKI_PROTOCOL = """\
---
title: Memory protocol
---

# How this memory is kept

- `index.md` is the way in: one line a page, with a summary. Read it before you search.
- Pages live in `identity/`, `user/`, `skills/`, `decisions/`, `projects/active/`, `projects/archive/` and `concepts/`.
- `raw/` holds sources as they came. They are never changed.
- `log.md` only grows: one entry for each piece of work, under a heading `## [YYYY-MM-DD] kind | title`.
- `SOUL.md` is the person's. Propose a change to it; don't make one.
"""

_WIKI_SOUL = """\
---
title: Soul
---

# Soul

_To be filled in with the person; until they confirm it, nothing below holds._

- Name: _not chosen_
- Manner: _not chosen_
- What matters most: _not chosen_
"""

_WIKI_BOOTSTRAP = """\
---
title: First steps
status: pending
---

# First steps

- [ ] Ask the person what to call them, and each other
- [ ] Fill in `SOUL.md` together
- [ ] Note in `user/` how they like to work
- [ ] Set `status` above to `complete`
"""

_WIKI_INDEX = """\
---
title: Index
---

# Index

No pages yet.
"""

_WIKI_LOG = """\
---
title: Log
---

# Log
"""

# A home store is two mounts: the person's `user/` folder, and the rest.
GLOBAL: Templates = MappingProxyType({"MEMORY": _MEMORY, "topics/keeping-this-memory": _KEEPING})
USER: Templates = MappingProxyType({"about": _ABOUT})
WIKI: Templates = MappingProxyType(
    {
        "SOUL": _WIKI_SOUL,
        "MEMORY": _WIKI_PROTOCOL,
        "BOOTSTRAP": _WIKI_BOOTSTRAP,
        "index": _WIKI_INDEX,
        "log": _WIKI_LOG,
    }
)


def scaffold(store: Store, templates: Templates) -> tuple[tuple[str, bytes], ...]:
    """The pages of ``templates``, as name and bytes, that the store doesn't have under any spelling of their name."""
    present = {_folded(entry.name) for entry in store.walk().entries}
    return tuple((name, text.encode()) for name, text in templates.items() if _folded(name) not in present)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
