"""Starts one command and prints its exit code, processor and wall seconds, and most memory in bytes, as JSON.

``children.py`` runs it by its path. It loads next to nothing: its own memory is the least that it can measure.
"""

import os
import sys
import time

_KIBIBYTE = 1024
# The one system that counts it in bytes.
_UNIT = 1 if sys.platform == "darwin" else _KIBIBYTE

if __name__ == "__main__":
    nothing = os.open(os.devnull, os.O_RDWR)
    streams = [(os.POSIX_SPAWN_DUP2, nothing, number) for number in (0, 1, 2)]
    began = time.perf_counter()
    child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=streams)
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - began
    code = os.waitstatus_to_exitcode(status)
    print([code, used.ru_utime + used.ru_stime, wall, used.ru_maxrss * _UNIT])
