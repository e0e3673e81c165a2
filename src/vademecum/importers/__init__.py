"""Parsers of what other programs export: bytes in, entries out. Pure: they read no disk and write nothing."""
