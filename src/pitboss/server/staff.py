"""What somebody of the staff does, in the words in which it is kept; and who may be given which role."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.engine import causing
from pitboss.engine.inputs import Credit, Fill, Input, Order
from pitboss.engine.waits import FillWanted, OrderWanted, Wait
from pitboss.store.staff_words import BROUGHT, CAUSED, ORDERED, RULED, TOOK
from pitboss.table.money import dollars

KICKED = "Had somebody leave the table: "
STATES = {"open": "Opened the table", "paused": "Paused the table", "closed": "Closed the table after this round"}


class By(NamedTuple):
    """Who of the staff it was, and why."""

    account: int
    why: str = ""


def told(given: Input, wait: Wait | None) -> str:
    """What was ordered, brought, taken or caused, and what was asked."""
    match given:
        case Order():
            named = f", positions {', '.join(map(str, given.positions))}" if given.positions else ""
            if isinstance(wait, OrderWanted):
                return f"{RULED}{given.what}{named} ({wait.question})"
            return f"{ORDERED}{given.what}{named}"
        case Fill():
            asked = ", for which a payment waited" if isinstance(wait, FillWanted) else ""
            return f"{BROUGHT}{dollars(given.cents)}{asked}"
        case Credit():
            return f"{TOOK}{dollars(given.cents)}"
        case _:
            return f"{CAUSED}{causing.told(given)}"
