"""Facts that the acts of a Big Six table establish for later acts."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.table.facts import Fact, Flag, Mark

# --- what outlives the round

INSPECTED = Mark("inspected")  # before the table opened
COVERED = Mark("wheel covered")  # the table is closed, by
BY_HOUSE, BY_ORDER = 1, 2
BROKEN = Mark("wheel broken")  # and nobody has inspected it since

# --- the spin

TURNS = Fact[str | None]("the way the wheel turns, while it does")
VALID = Flag("the spin counts")
VOID = Flag("the spin decides nothing")
RESULT = Fact[str]("the symbol by which wagers are settled")


class LyingWager(NamedTuple):
    """A wager as it lay when “No more bets” was called."""

    seat: int
    spot: str
    cents: int


FIXED = Fact[tuple[LyingWager, ...]]("the wagers of the spin")


class ChipMovement(NamedTuple):
    """A payment or collection of one wager."""

    what: str  # "collected" or "paid"
    seat: int
    spot: str
    cents: int  # that were collected or paid
    stake: int = 0  # that went back with a payment


SETTLED = Fact[tuple[ChipMovement, ...]]("what settlement has done so far")

# --- what is out of the ordinary

OTHER_WAY = Flag("the dealer spins counterclockwise")
ASTRAY = Fact[str | None]("how the spin goes astray")
ROUNDS = Fact[int | None]("full turns that the wheel makes")
WRONG_CALL = Fact[str]("when a wrong call is noticed")
