"""Benchmarks: how well and how fast recall finds, beside a plain full-text search in the same run.

``python -m bench DATA [SET ...]``; no data is part of the project. docs/reference/benchmarks.md says where each set
comes from and what was measured.
"""
