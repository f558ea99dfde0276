"""Facts that the acts of a roulette table establish for later acts."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.engine.incidents.spin_incidents import Astray
from pitboss.table.facts import Fact, Flag, Mark, MarkAt

# --- what outlives the round

INSPECTED = Mark("inspected")  # before the table opened
COVERED = Mark("wheel covered")  # the table is closed, by
BY_HOUSE, BY_ORDER = 1, 2
BROKEN = Mark("wheel broken")  # and nobody has inspected it since
MARKER = Mark("marker")  # lies on the layout, for this stop of the wheel, counted from 1
COLOR_VALUE = MarkAt("color chips {}")  # cents that one non-value chip of a seat's color is worth

# --- the spin

TURNING = Flag("the wheel turns")
BALL_RUNS = Flag("the ball runs round the track")
VALID = Flag("the spin counts")
NO_SPIN = Flag("the spin does not count")
ANNOUNCED = Fact[str]("the number that was announced")
RESULT = Fact[str]("the number by which wagers are settled")


class LyingWager(NamedTuple):
    """A wager as it lay when “No more bets” was called."""

    seat: int
    spot: str
    cents: int


FIXED = Fact[tuple[LyingWager, ...]]("the wagers of the spin")


class ChipMovement(NamedTuple):
    """A payment or collection of one wager."""

    what: str  # "collected", "paid", "returned" or "imprisoned"
    seat: int
    spot: str
    cents: int  # that were collected, paid or returned
    stake: int = 0  # that went back with a payment


SETTLED = Fact[tuple[ChipMovement, ...]]("what settlement has done so far")

# --- what goes wrong

ASTRAY = Fact[Astray | None]("how the spin goes astray")
ROUNDS = Fact[int | None]("rounds of the track that the ball makes")
WRONG_CALL = Fact[str]("when a wrong call is noticed")
