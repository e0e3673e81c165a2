"""The command line: data to standard output, all else to standard error, ``--json`` wherever a script may read it."""
