"""Logs that are packed as one Zstandard frame after another: what each frame holds, and where it ends.

A host adds a frame for every few messages, so a log is read on from the last whole frame as a plain one is from the
last whole line. Only who reads such a log waits for ``zstandard``, which is an extra.
"""

from __future__ import annotations

ENDINGS = (".zstd", ".zst")
# What is fed at a time: what follows a frame in it is copied, so it is kept small.
_PART = 1 << 16


def unpacked(data: bytes) -> tuple[bytes, int]:
    """The text of all whole frames at the beginning, up to the last that ends with a line, and where that one ends.

    A frame that is still being written, or a damaged one, ends the text. Raises ImportError without ``zstandard``.
    """
    import zstandard  # noqa: PLC0415 - an extra, and no hook loads it

    unpacker = zstandard.ZstdDecompressor()
    view = memoryview(data)
    texts: list[bytes] = []
    at = end = whole = 0
    frame, parts = unpacker.decompressobj(), list[bytes]()
    while at < len(data):
        part = view[at : at + _PART]
        try:
            parts.append(frame.decompress(part))
        except zstandard.ZstdError:
            break
        at += len(part) - len(frame.unused_data)
        if frame.eof:
            texts.append(b"".join(parts))
            frame, parts = unpacker.decompressobj(), []
            if texts[-1].endswith(b"\n"):
                end, whole = at, len(texts)
    return b"".join(texts[:whole]), end
