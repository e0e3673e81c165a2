"""DeepSeek Harness: the plugin that runs inside it (plugin.mjs), and how its entry gets there (entry.py)."""
