"""Wagers that do not make a hand when the dealer would end the betting, under the reading that he waits for them.

One silent seat must not hold up the table: the clock or a supervisor's order ends the wait. The chips go back and the
round goes on without that hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.common.seats import NO_MORE_BETS
from pitboss.engine.inputs import Order
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal
from pitboss.table.table import Table

SEND_BACK = "send incomplete wagers back"
INCOMPLETE = "reading:incomplete-wagers"


@dataclass(frozen=True)
class Incomplete:
    """The rule of one game for which wagers make a hand, and how to give back those of a position."""

    complete: Callable[[Table, int], bool]
    give_back: Callable[[Round[Any], int], Procedure]

    def positions_awaited(self, r: Round[Any]) -> list[int]:
        """List the positions for whose wagers the dealer waits before he ends the betting."""
        t = r.table
        if NO_MORE_BETS in t.said or r.rules.reads("incomplete-wagers") != "wait":
            return []
        return [position for position in sorted({wager[0] for wager in t.wagers()}) if not self.complete(t, position)]

    def judge(self, r: Round[Any]) -> Iterator[Refusal]:
        """Refuse an order to send chips back unless the dealer is waiting for somebody to complete his wagers."""
        if not self.positions_awaited(r):
            yield Refusal(INCOMPLETE, "The dealer is not waiting for anyone's bets.", "There is nothing to send back.")

    def send_back(self, r: Round[Any]) -> Procedure:
        """Give back every wager that the dealer is waiting for."""
        for position in self.positions_awaited(r):
            yield from self.give_back(r, position)

    def unblock(self, r: Round[Any]) -> Order | None:
        """Return the order that the clock gives when time is up; None if there would be no hand to go on with."""
        t = r.table
        return (
            Order(SEND_BACK)
            if self.positions_awaited(r) and any(self.complete(t, position) for position in t.owners)
            else None
        )
