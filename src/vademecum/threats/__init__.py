"""Text that tries to give orders to whoever reads it: found by what a sentence asks for, not by whole phrases."""
