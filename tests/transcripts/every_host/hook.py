"""What a hook, or a plugin's question, does in a process of its own: it says whether a page is to be handed over.

It is told the state folder, the host, the session and its log, and what happens: a start or a prompt, for which page
with which digest.
"""

from __future__ import annotations

import sys

from vademecum.sessions import STARTS, Offer, Session, SessionKey
from vademecum.surfaces.hooks.event import HookEvent, Place
from vademecum.surfaces.hooks.transcript import Transcript


def is_given(told: list[str]) -> bool:
    state, host, name, log, event, page, digest = told
    session = Session(f"{state}/sessions", SessionKey(host, name))
    transcript = Transcript(HookEvent("", name, host=host, transcript=log), Place(state, state, {}), session)
    offer = Offer(page, "", digest)
    if event == "start":
        view = transcript.look()
        is_new = view is None or not view.has_start
    else:
        session.believe(transcript.look)
        is_new = not session.is_shown(offer)
    transcript.keep()
    session.next_turn()
    if is_new:
        if event == "start":
            session.name_snapshot(digest)
        session.offer(STARTS if event == "start" else "recall", [offer])
    return is_new


if __name__ == "__main__":
    sys.stdout.write("given" if is_given(sys.argv[1:]) else "")
