"""Acts of the staff, in the words in which they are recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from pitboss.engine.game import Game
from pitboss.engine.incidents import possible_incidents
from pitboss.engine.inputs import Credit, Fill, Input, Order
from pitboss.engine.waits import FillWanted, OrderWanted, Wait
from pitboss.store.row_types import ToldStaffAct
from pitboss.store.staff_act_prefixes import BROUGHT, CAUSED, ORDERED, RULED, TO_COME, TOOK
from pitboss.table.money import dollars

INCIDENT = "house:incident"
SETTINGS = "house:tables"  # notices that the law requires for a change of settings are part of its words
KICKED, FROM = "Had somebody leave the table: ", " from seat "
KICKED_FOR = 900.0  # seconds for which a player who was kicked cannot sit down again
STATES = {"open": "Opened the table", "paused": "Paused the table", "closed": "Closed the table after this round"}


class By(NamedTuple):
    """The member of the staff who acts, and the reason given."""

    account: int
    why: str


class ToCome(NamedTuple):
    """An incident that cannot happen yet, and the member of the staff who causes it."""

    game: Game
    given: Input
    by: By

    @property
    def description(self) -> str:
        return possible_incidents.describe_incident(self.game, self.given)


def describe_input(game: Game, given: Input, wait: Wait | None) -> tuple[str, str]:
    """Describe an order, fill, credit or incident with the question it answers, and return that with the citation
    behind it: the paragraph of the question, or a rule of the house."""
    match given:
        case Order():
            positions = f", positions {', '.join(map(str, given.positions))}" if given.positions else ""
            if isinstance(wait, OrderWanted):
                return f"{RULED}{given.what}{positions} ({wait.question})", wait.cite
            return f"{ORDERED}{given.what}{positions}", "house:orders"
        case Fill():
            if isinstance(wait, FillWanted):
                return f"{BROUGHT}{dollars(given.cents)}, for which a payment waited", wait.cite
            return f"{BROUGHT}{dollars(given.cents)}", "house:fill"
        case Credit():
            return f"{TOOK}{dollars(given.cents)}", "house:credit"
        case _:
            return f"{CAUSED}{possible_incidents.describe_incident(game, given)}", INCIDENT


def without_pending(acts: Iterable[ToldStaffAct], pending: Collection[tuple[int, int]]) -> list[ToldStaffAct]:
    """Return the acts without those that plan an incident for one of these tables and rounds."""
    return [act for act in acts if (act.table, act.round) not in pending or not act.what.startswith(TO_COME)]


def describe_kick(name: str, seat: int) -> str:
    return f"{KICKED}{name}{FROM}{seat}"


def active_kicks(acts: Iterable[ToldStaffAct], now: float) -> Iterator[tuple[str, float]]:
    """Yield each player who was sent from a table and may not come back yet, with the seconds left. A clock that was
    set back does not lengthen them."""
    for act in acts:
        seconds = min(act.at + KICKED_FOR - now, KICKED_FOR)
        if act.what.startswith(KICKED) and seconds > 0:
            yield act.what.removeprefix(KICKED).rpartition(FROM)[0], seconds
