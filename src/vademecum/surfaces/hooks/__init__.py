"""Hooks: what a host runs at the turns of a session, quick, quiet and never in its way."""
