"""Wagers that do not make a hand when the dealer would end the betting, where he is read to wait for them.

One silent seat must not hold up the table: the wait ends with the clock or with a supervisor's order. The chips go back
and the round goes on without that hand.
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
    """How one game says which wagers make a hand, and gives back those of a position."""

    complete: Callable[[Table, int], bool]
    give_back: Callable[[Round[Any], int], Procedure]

    def positions_awaited(self, r: Round[Any]) -> list[int]:
        """The positions for whose wagers the dealer waits before he ends the betting."""
        t = r.table
        if NO_MORE_BETS in t.said or r.rules.reads("incomplete-wagers") != "wait":
            return []
        return [position for position in sorted({placed[0] for placed in t.wagers()}) if not self.complete(t, position)]

    def judge(self, r: Round[Any]) -> Iterator[Refusal]:
        """While wagers are taken: the order is taken only if somebody's are waited for."""
        if not self.positions_awaited(r):
            yield Refusal(INCOMPLETE, "The dealer is not waiting for anyone's bets.", "There is nothing to send back.")

    def send_back(self, r: Round[Any]) -> Procedure:
        for position in self.positions_awaited(r):
            yield from self.give_back(r, position)

    def unblock(self, r: Round[Any]) -> Order | None:
        """What the clock orders when time is up, if there is a hand to go on with."""
        t = r.table
        return Order(SEND_BACK) if self.positions_awaited(r) and any(self.complete(t, at) for at in t.owners) else None
