"""Giving: the bounded, fenced texts that are handed to agents, and what was left out of each."""
