"""The truth on disk: folders of pages, their locks, atomic writes and trash."""
