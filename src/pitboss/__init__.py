"""Pitboss: New Jersey's Rules of the Games (N.J.A.C. 19:47) as software that deals by the text it holds.

    >>> import pitboss
    >>> table = pitboss.open_table("ultimate-texas-holdem", seed=1)
    >>> acts = table.sit(1, "Ann", chips=500_00)

The names in `__all__` are public. Each is imported when it is first used, so that `import pitboss` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.3.0"

__all__ = [
    "Account",
    "Act",
    "Answer",
    "Ask",
    "Asks",
    "Close",
    "Finding",
    "Findings",
    "GameInfo",
    "HoldReport",
    "HoldRow",
    "House",
    "HouseFileError",
    "Leave",
    "Offer",
    "Order",
    "OrderWanted",
    "Refusal",
    "Refused",
    "ShiftReport",
    "Sit",
    "Table",
    "TableShift",
    "TakeBack",
    "View",
    "Wager",
    "__version__",
    "ask",
    "check",
    "check_record",
    "edge",
    "evaluate",
    "explain",
    "exposure",
    "games",
    "hold",
    "houses",
    "inputs",
    "open_table",
    "reopen",
    "replay",
    "shift_report",
    "simulate",
    "simulate_plan",
    "strategy",
    "verify",
]

if TYPE_CHECKING:
    from pitboss.public.front import *

    def games() -> tuple[GameInfo, ...]:
        """Return the games that can be dealt."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"pitboss has no public name {name!r}; its names are {', '.join(__all__)}")
    front = import_module("pitboss.public.front")
    if name not in globals():  # importing has set what is a module itself: games, inputs, evaluate
        globals()[name] = getattr(front, name)
    return globals()[name]


def __dir__() -> list[str]:
    return __all__
