"""Recalling: a request asked of the library of now or of an earlier day, kept so that it can be asked again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from vademecum.library import Library
from vademecum.memory.past import looking_back, recall_then
from vademecum.memory.recorded import index_marks, keep, recorded_recall
from vademecum.memory.setting import Setting
from vademecum.recall.asking import asked_mounts
from vademecum.recall.blocks.corpus import Kept
from vademecum.recall.glossary_pages import marks_of_added
from vademecum.recall.pipeline import Answer, Request
from vademecum.recall.replay import Recorded, differences, record, rules_mark
from vademecum.recall.retrievers import answer


class Replayed(NamedTuple):
    """The answer of now to a recorded recall, and what is not as it was; nothing when the answer is the same."""

    answer: Answer
    differences: tuple[str, ...]


class Recalling:
    """What a memory answers. ``kept`` holds what earlier questions read, ``today`` gives the local day."""

    def __init__(self, setting: Setting, library: Library, kept: Kept, today: Callable[[], date]) -> None:
        self._setting = setting
        self._library = library
        self._kept = kept
        self._today = today

    def recall(self, request: Request) -> Answer:
        """The answer, recorded unless nothing is to be; what can't be recorded is answered all the same."""
        found, now = self._ask(request)
        most = self._setting.config.recall.recorded
        try:
            return replace(found, id=keep(self._setting.state, now, most=most)) if most else found
        except OSError as error:
            self._setting.notice(f"this recall could not be recorded: {error.strerror}")
            return found

    def replay(self, name: str) -> Replayed:
        """The answer of now to a recorded recall. Raises NotFoundError or UnreadableError."""
        then = recorded_recall(self._setting.state, name)
        found, now = self._ask(then.request)
        return Replayed(found, differences(then, now))

    def _ask(self, request: Request) -> tuple[Answer, Recorded]:
        """The answer, and what is kept of it."""
        setting, library = self._setting, self._library
        asked = asked_mounts(library, request.mount, request.scope)
        day = request.as_of or request.today or self._today()
        request = replace(request, today=day)
        rules = rules_mark(setting.config.vectors)
        if request.as_of is not None:
            with looking_back(asked, setting.cache, day, setting.notice) as past:
                found = recall_then(past, request, day)
                added = marks_of_added(past.library, request.text)
                return found, record(found, index_marks(past.library), rules, added)
        found = library.mended(lambda: answer(library, request, day, self._kept))
        return found, record(found, index_marks(library, asked), rules, marks_of_added(library, request.text))
