"""The program ``vade``: it answers what needs no library by itself, and hands the rest to its surface."""

from __future__ import annotations

import sys

from vademecum import __version__


def main() -> int:
    """Run the command line and return its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        sys.stdout.write(f"vade {__version__}\n")
        return 0
    if arguments[:1] == ["hook"]:
        from vademecum.surfaces.hooks.entry import run_hook  # noqa: PLC0415 - before anything heavy is imported

        run_hook(arguments[1:])
    from vademecum.surfaces.cli.app import run  # noqa: PLC0415 - kept off the paths that need no command line

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
