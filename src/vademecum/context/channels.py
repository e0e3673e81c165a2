"""What channels may take of one event of a host, and of a line, where a person sets nothing of the kind. Pure data.

How much an event of a host passes on at all is in the host table, and comes in from there; how much a channel may give
is configured (``config/channels.py``).
"""

from __future__ import annotations

# What one prompt may bring up.
RECALL_CHARS = 2_000
# Seeds come first, but leave room for a contents page and some of the list, as far as those need it.
SEED_CHARS = 5_500
LISTED_LINE = 160
