"""Data, not code: an example vault of one invented person, and questions about it.

``vault/`` is what ``vade demo`` copies and searches, and what tests and docs show. ``questions.jsonl`` names the
pages that answer each question: all of them together for the kind ``cross-page``, any one otherwise, none where
the vault has no answer or must not give it. Every person, port and ticket is made up.
"""
