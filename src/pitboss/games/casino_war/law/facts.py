"""Facts that acts of a round establish for later acts."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.table.facts import Fact, FactAt, Flag, FlagAt

TIED = FlagAt[int]("a tie hand of the original deal")  # by position
AT_WAR = FlagAt[int]("goes to war")  # by position
COMPARED = FactAt[str, int]("cards that were compared already")  # by place
WAR_BETS = Flag("tie wagers on the war may be made")
IN_ROUND = Fact[tuple[int, ...]]("positions that take part in the round")
WAR_BURNED = Fact[int]("cards that were burned for wars")
FEW_BURNED = Fact[str]("when it is noticed that too few cards were burned")
BURNED_LAST = Fact[str]("the card that was burned last for a war")


class ChipMovement(NamedTuple):
    """A payment or collection of one wager."""

    paid: bool  # otherwise it was collected
    position: int
    spot: str
    cents: int
    stake: int = 0  # that went back with a payment


SETTLED = Fact[tuple[ChipMovement, ...]]("what settlement has done so far")
