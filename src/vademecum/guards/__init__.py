"""What stands between a proposed write and the store: what it would change, and whether it may."""
