"""Memory: the one way in for every surface, with the values that its questions and answers are made of."""

from vademecum.memory.facade import Listed, Memory
from vademecum.memory.notes import TOPICS, Note
from vademecum.memory.recalling import Replayed
from vademecum.memory.setting import Setting

__all__ = ["TOPICS", "Listed", "Memory", "Note", "Replayed", "Setting"]
