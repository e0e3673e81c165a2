"""The channels by which text reaches an agent unasked, and the bound of each. Pure data.

How much an event of a host passes on at all is in the host table alone, and comes in from there.
"""

from __future__ import annotations

# What one prompt may bring up.
RECALL_CHARS = 2_000
# Seeds come first, but leave room for an index page and some of the listing.
SEED_CHARS = 5_500
INDEX_CHARS = 6_500
# A longer list is a store to search, not one to look through.
LISTED_PAGES = 200
LISTED_LINE = 160
