"""The program ``vade``: it answers what needs no library by itself, and hands the rest to its surface."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from vademecum import __version__


def main() -> int:
    """Run the command line and return its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        with suppress(OSError, AttributeError):  # closed or full: the command line tells of it
            sys.stdout.write(f"vade {__version__}\n")
            sys.stdout.flush()
            return 0
    _in_utf8()
    if arguments[:1] == ["hook"]:
        from vademecum.surfaces.hooks.entry import run_hook  # noqa: PLC0415 - before anything heavy is imported

        run_hook(arguments[1:])
    from vademecum.surfaces.cli.app import run  # noqa: PLC0415 - kept off the paths that need no command line

    return run(arguments)


def _in_utf8() -> None:
    """Start over in Python's UTF-8 mode where the locale can't name files: pages have names in every script, and those
    that can't be named would seem to be gone (A31)."""
    told = "utf8" in sys._xoptions  # noqa: SLF001 - the documented place of -X options, without which this could go on for ever
    if sys.getfilesystemencoding() != "utf-8" and not told:
        with suppress(OSError):  # a hook says nothing, and goes on as well as it can
            os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - it is this very program


if __name__ == "__main__":
    sys.exit(main())
