"""Vademecum: one long-term memory for every AI agent, kept as a folder of Markdown that you own."""

__version__ = "0.1.0"

__all__ = ["__version__"]
