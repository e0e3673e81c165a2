"""Transcripts that hosts keep: one reader for all, and for each host a module that knows its lines."""
