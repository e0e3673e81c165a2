"""The channels by which text reaches an agent unasked, and the bound of each. Pure data."""

from __future__ import annotations

# Claude Code shows an agent the first two kilobytes of more than 10,000 characters, and tells nobody.
EVENT_CHARS = 9_500
# What one prompt may bring up.
RECALL_CHARS = 2_000
# Seeds come first, but leave room for an index page and some of the listing.
SEED_CHARS = 5_500
INDEX_CHARS = 6_500
# A longer list is a store to search, not one to look through.
LISTED_PAGES = 200
LISTED_LINE = 160
