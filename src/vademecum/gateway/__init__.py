"""The one gateway for writes: the only caller of a store's mutating methods (rule 3).

``order`` is the whole order in one readable function, ``passing`` what stands in it and is passed in, ``writing`` the
writes themselves under the locks of their stores, ``finishing`` the rest of what a process that died had begun.
"""

from vademecum.gateway.finishing import Finished
from vademecum.gateway.order import UPKEEP, Gateway
from vademecum.gateway.passing import (
    Action,
    Approval,
    Budget,
    Groups,
    Guards,
    History,
    Judged,
    Queue,
    Receipt,
    Room,
    Scan,
    within_write_bound,
)

__all__ = [
    "UPKEEP",
    "Action",
    "Approval",
    "Budget",
    "Finished",
    "Gateway",
    "Groups",
    "Guards",
    "History",
    "Judged",
    "Queue",
    "Receipt",
    "Room",
    "Scan",
    "within_write_bound",
]
