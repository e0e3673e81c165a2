"""Vectors, an extra beside the words: what makes them, where they are kept, and which are nearest. No hook loads it."""
