"""Which reader is for which host's transcript. Each is loaded only when a transcript of its host is read.

The prompt's hook of Claude Code goes its own way, past this module: it waits for no reader of another host.
"""

from __future__ import annotations

from vademecum.transcripts.reading import Looked, Reading, Sought, Source, read_on


def read_as(host: str, path: str, last: Reading | None, sought: Sought) -> Looked | None:
    """The transcript of a host's session as it is now, None when there is none, or for a host that has no reader."""
    if host in {"claude-code", "qwen"}:
        if host == "claude-code":
            from vademecum.transcripts.claude_code import entry_in  # noqa: PLC0415 - of many readers one is needed
        else:
            from vademecum.transcripts.qwen import entry_in  # noqa: PLC0415 - the same
        return read_on(path, last, Source(entry_in, sought))
    if host == "codex":
        from vademecum.transcripts.codex import LOG  # noqa: PLC0415 - the same
    elif host == "dsh":
        from vademecum.transcripts.dsh import LOG  # noqa: PLC0415 - the same
    elif host == "gemini":
        from vademecum.transcripts.gemini import LOG  # noqa: PLC0415 - the same
    else:
        return None
    from vademecum.transcripts.log import read_log  # noqa: PLC0415 - trees need none of it

    return read_log(path, last, LOG, sought)
