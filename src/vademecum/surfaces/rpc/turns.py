"""The methods: a session's start, its steps and stops, what it used, and the memory's own tools.

They translate into the events that hooks answer, so that every host's sessions go by the same rules; the memory's
tools work as the session that calls them. What fails is counted like a failed hook, of which ``vade status`` tells.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from vademecum import __version__
from vademecum.config.folders import state_folder
from vademecum.context.seeds import SEEDS
from vademecum.errors import InputError, VademecumError
from vademecum.library.plan_cache import load_plan, plan_file
from vademecum.library.snapshots import read_snapshot
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.hooks.event import PROMPT, START, STOP, TOOL, HookEvent, InView, Place, Reply
from vademecum.surfaces.hooks.failures import is_passing, note_failure, note_success
from vademecum.surfaces.hooks.notes import note_use, nudges_of
from vademecum.surfaces.hooks.nudging import note_prompt
from vademecum.surfaces.hooks.prompt import answer_prompt
from vademecum.surfaces.hooks.replan import replan
from vademecum.surfaces.hooks.start import answer_start
from vademecum.surfaces.hooks.stopping import note_stop
from vademecum.surfaces.hooks.transcript import Transcript
from vademecum.surfaces.live import LiveMemory
from vademecum.surfaces.rpc.lines import Done, Methods, Params
from vademecum.surfaces.tool import call_memory
from vademecum.surfaces.tool_schema import DESCRIPTION, NAME, SCHEMA

# The version of what is said over the wire; it grows with every change that an older plugin would not understand.
WIRE = 1
# The tool of a host that reads a file, by the name that the answers know it by.
_READ = "Read"
# A start by this name hands over the seeds that are not in the agent's view, and no others.
RESUMED = "resume"
# Sessions whose memory stays open between two calls of a tool.
OPEN_MEMORIES = 8


class Turns:
    """The methods for the sessions of one host, whose name the host table has."""

    def __init__(self, host: str, env: Mapping[str, str]) -> None:
        self._host = host
        self._env = env
        self._state = state_folder(env)
        self._memories: OrderedDict[tuple[str, str], LiveMemory] = OrderedDict()

    @property
    def methods(self) -> Methods:
        """Each by its name on the wire."""
        return {
            "hello": self._hello,
            "start": partial(self._answered, START, self._start),
            "step": partial(self._answered, PROMPT, self._step),
            "used": partial(self._answered, TOOL, self._used),
            "stop": partial(self._answered, STOP, self._stop),
            "tool": self._tool,
        }

    def close(self) -> None:
        """Give back file handles."""
        for memory in self._memories.values():
            memory.close()

    def _hello(self, params: Params) -> Done:
        if params.get("version") != WIRE:
            raise InputError(
                f"the plugin speaks version {params.get('version')} of the wire, and this program {WIRE}",
                hint=f"run vade connect {self._host} again, and start the host anew",
            )
        tool = {"name": NAME, "description": DESCRIPTION, "parameters": SCHEMA}
        return Done({"name": "vademecum", "version": __version__, "tools": [tool]})

    def _start(self, params: Params) -> tuple[Done, Reply]:
        """The seeds, as messages; and by their names the channels that have a place of their own on this host."""
        event = self._event(params, START)
        reply = answer_start(event, self._place(event))
        places = {channel: _without_variables(text) for channel, text in reply.answer.apart.items() if channel != SEEDS}
        return Done({**places, "messages": _seeds_in(reply)}), reply

    def _step(self, params: Params) -> tuple[Done, Reply]:
        """What belongs before and after the step's own messages. A person's words alone are looked up; a step without
        any, as after a tool's answer, brings up nothing. Who wants no recall is given seeds again all the same."""
        said = [text for text, by in _texts(params) if by == "user"]
        event = self._event(params, PROMPT)._replace(prompt="\n".join(said))
        if event.in_view is not None:
            # What an earlier step was given is in the view that the host tells of, or is gone.
            self._session(event).next_turn()
        again = self._seeds_again(event)
        answer = self._only_noted if params.get("recall") is False else answer_prompt
        reply = answer(event, self._place(event)) if said else Reply()
        after = [reply.answer.context] if reply.answer.context else []
        return Done({"before": again, "after": after}), reply

    def _only_noted(self, event: HookEvent, place: Place) -> Reply:
        """Nothing, but that the person spoke is noted: what asks an idle session goes by it."""
        if event.role == "sub" or not event.prompt.strip():
            return Reply()
        return Reply(afterwards=partial(note_prompt, event, place, self._session(event).key))

    def _seeds_again(self, event: HookEvent) -> list[str]:
        """The session's seeds that a compaction took out of the agent's view; noted at once, so that nothing of them
        comes a second time with the same step."""
        session = self._session(event)
        snapshot = read_snapshot(self._state, session.snapshot) if session.snapshot else None
        view = Transcript(event, self._place(event), session).look() if snapshot else None
        if snapshot is None or view is None or all((page, "") in view.pages for page, _ in snapshot.seeds):
            return []
        reply = answer_start(event._replace(name=START, source=RESUMED), self._place(event))
        try:
            reply.afterwards()
        except VademecumError as error:  # the memory can't be read, and the step may bring up something all the same
            self._note_failure(START, error)
        return _seeds_in(reply)

    def _used(self, params: Params) -> tuple[Done, Reply]:
        event = self._event(params, TOOL)
        return Done({}), note_use(event, self._place(event))

    def _stop(self, params: Params) -> tuple[Done, Reply]:
        """What the session is to be asked, as a turn of its own; mostly nothing."""
        event = self._event(params, STOP)._replace(is_idle=True, is_queued=params.get("waiting") is True)
        if event.role == "sub":
            return Done({}), Reply()  # it is asked nothing, and need not have a plan made for that
        place = self._place(event)
        plan = load_plan(plan_file(place.state, place.cwd, place.env)) or replan(place)
        reply = note_stop(event, place, nudges_of(plan))
        return Done({"followup": reply.answer.context} if reply.answer.context else {}), reply

    def _tool(self, params: Params) -> Done:
        _require_place(params)
        given = params.get("arguments")
        if params.get("name") != NAME or not isinstance(given, dict):
            raise InputError(f"the one tool is {NAME!r}, and its arguments are an object")
        return Done({"text": call_memory(self._memory(params).current(), given)})

    def _memory(self, params: Params) -> LiveMemory:
        session = _text(params, "session"), _text(params, "cwd")  # an agent may go to work in another folder
        memory = self._memories.pop(session, None)
        if memory is None:
            key = SessionKey(self._host, session[0])
            memory = LiveMemory(key, cwd=Path(session[1]), env=self._env, notice=_say)
            while len(self._memories) >= OPEN_MEMORIES:
                self._memories.popitem(last=False)[1].close()
        self._memories[session] = memory
        return memory

    def _answered(self, name: str, answer: Callable[[Params], tuple[Done, Reply]], params: Params) -> Done:
        """An event's answer, with what is to be noted once it is out, and whether it went well."""
        try:
            done, reply = answer(params)
        except Exception as error:
            self._note_failure(name, error)
            raise
        return Done(done.result, partial(self._note, name, reply))

    def _note(self, name: str, reply: Reply) -> None:
        if reply.answer.message:
            _say(reply.answer.message)
        try:
            reply.afterwards()
        except Exception as error:
            self._note_failure(name, error)
            raise
        note_success(self._state, name)

    def _note_failure(self, name: str, error: Exception) -> None:
        """Count it, also one that nobody foresaw: a plugin may show nothing of standard error."""
        reason = error.message if isinstance(error, VademecumError) else error
        note_failure(self._state, name, f"{type(error).__name__}: {reason}", counts=not is_passing(error))

    def _event(self, params: Params, name: str) -> HookEvent:
        """The event in a call. Raises InputError for one without a session or a folder."""
        _require_place(params)
        given = params.get("input")
        return HookEvent(
            name=name,
            session=_text(params, "session"),
            cwd=_text(params, "cwd"),
            role="sub" if params.get("role") == "sub" else "root",
            source=_text(params, "source"),
            tool=_READ if name == TOOL else "",
            tool_input=given if isinstance(given, dict) else {},
            tool_output=params.get("output"),
            call=_text(params, "call"),
            host=self._host,
            process=os.getppid(),  # the host started this program
            in_view=_in_view(params.get("visible")),
        )

    def _session(self, event: HookEvent) -> Session:
        return Session(f"{self._state}/sessions", SessionKey(self._host, event.session))

    def _place(self, event: HookEvent) -> Place:
        return Place(event.cwd, self._state, self._env)


def _require_place(params: Params) -> None:
    """Raise InputError for a call without a session or a folder."""
    if not (_text(params, "session") and _text(params, "cwd") and Path(_text(params, "cwd")).is_dir()):
        raise InputError("the call names no session, or no folder that is there as its cwd")


def _seeds_in(reply: Reply) -> list[str]:
    """The text of a start's seeds; the whole start where it has no channels, as the last good one."""
    text = reply.answer.apart.get(SEEDS, reply.answer.context)
    return [text] if text else []


def _without_variables(text: str) -> str:
    """A text in which a host finds no variable of its own to fill in; an unknown one fails every turn there. Of three
    braces the last two would be one still, were each pair parted alone."""
    return text.replace("{{", "{ {").replace("{{", "{ {")


def _in_view(given: object) -> InView | None:
    """What the host says to be before the agent, None when it doesn't say."""
    if not isinstance(given, dict):
        return None
    texts, calls = given.get("texts"), given.get("calls")
    return InView(_strings(texts), _strings(calls))


def _texts(params: Params) -> Iterator[tuple[str, str]]:
    """The texts that enter a step, each with the kind of who said it."""
    given = params.get("texts")
    for each in given if isinstance(given, list) else ():
        if isinstance(each, dict) and isinstance(each.get("text"), str):
            yield each["text"], str(each.get("by", ""))


def _strings(given: object) -> list[str]:
    return [each for each in given if isinstance(each, str)] if isinstance(given, list) else []


def _text(params: Params, name: str) -> str:
    value = params.get(name)
    return value if isinstance(value, str) else ""


def _say(line: str) -> None:
    sys.stderr.write(f"vade: {line.removeprefix('vade: ')}\n")
    sys.stderr.flush()
