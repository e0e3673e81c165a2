"""Derived data: an index may be deleted at any time and is rebuilt from the store."""
