"""Configuration: what can be set, where it is read from, and errors that name file, line and field."""
