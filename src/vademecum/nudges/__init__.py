"""Nudges: what an idle agent is asked to do for its memory, when it is asked, and in which words."""
