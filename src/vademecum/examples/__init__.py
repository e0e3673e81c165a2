"""Data, not code: an example vault of one invented person, and questions about it.

``vault/`` is what ``vade demo`` copies and searches, and what tests and docs show; ``questions.jsonl`` names the
pages that answer each question. Every person, port and ticket in it is made up.
"""
