"""Vademecum: one long-term memory for every AI agent, kept as a folder of Markdown that you own."""
