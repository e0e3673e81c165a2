"""Keeping: what a person should see of the state of their memory. It finds and proposes; it never writes a page."""
