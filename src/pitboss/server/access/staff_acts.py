"""What somebody of the staff does, in the words in which it is kept; and who may be given which role."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from pitboss.engine.incidents import possible_incidents
from pitboss.engine.inputs import Credit, Fill, Input, Order
from pitboss.engine.waits import FillWanted, OrderWanted, Wait
from pitboss.store.row_types import ToldStaffAct
from pitboss.store.staff_act_prefixes import BROUGHT, CAUSED, ORDERED, RULED, TO_COME, TOOK
from pitboss.table.money import dollars

INCIDENT = "house:incident"
SETTINGS = "house:tables"  # what a change of settings calls for by law is in its words
KICKED, FROM = "Had somebody leave the table: ", " from seat "
KICKED_FOR = 900.0  # seconds for which somebody who was kicked cannot sit down again
STATES = {"open": "Opened the table", "paused": "Paused the table", "closed": "Closed the table after this round"}


class By(NamedTuple):
    """Who of the staff it was, and why."""

    account: int
    why: str


class ToCome(NamedTuple):
    """An incident that cannot happen yet, and who of the staff causes it."""

    given: Input
    by: By

    @property
    def told(self) -> str:
        return possible_incidents.told(self.given)


def told(given: Input, wait: Wait | None) -> tuple[str, str]:
    """What was ordered, brought, taken or caused, and what was asked; and what answers for it: the paragraph behind the
    question, or a rule of the house."""
    match given:
        case Order():
            named = f", positions {', '.join(map(str, given.positions))}" if given.positions else ""
            if isinstance(wait, OrderWanted):
                return f"{RULED}{given.what}{named} ({wait.question})", wait.cite
            return f"{ORDERED}{given.what}{named}", "house:orders"
        case Fill():
            if isinstance(wait, FillWanted):
                return f"{BROUGHT}{dollars(given.cents)}, for which a payment waited", wait.cite
            return f"{BROUGHT}{dollars(given.cents)}", "house:fill"
        case Credit():
            return f"{TOOK}{dollars(given.cents)}", "house:credit"
        case _:
            return f"{CAUSED}{possible_incidents.told(given)}", INCIDENT


def without_waiting(acts: Iterable[ToldStaffAct], waiting: Collection[tuple[int, int]]) -> list[ToldStaffAct]:
    """Leave out the incidents that wait for their moment in these rounds of these tables."""
    return [act for act in acts if (act.table, act.round) not in waiting or not act.what.startswith(TO_COME)]


def kicked(name: str, seat: int) -> str:
    return f"{KICKED}{name}{FROM}{seat}"


def still_kicked(acts: Iterable[ToldStaffAct], now: float) -> Iterator[tuple[str, float]]:
    """Who was sent from a table and may not come back yet, and for how many seconds; a clock set back adds none."""
    for act in acts:
        left = min(act.at + KICKED_FOR - now, KICKED_FOR)
        if act.what.startswith(KICKED) and left > 0:
            yield act.what.removeprefix(KICKED).rpartition(FROM)[0], left
