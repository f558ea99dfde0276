"""Facts that the acts of a Sic Bo table establish for later acts."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from pitboss.table.facts import Fact, Flag, Mark, MarkAt

# --- what outlives the round

SEALED = Mark("dice sealed")  # so many dice are in the shaker
TRIED = Mark("shaker tried")
LIGHTS_TRIED = Mark("lights tried")
PUT_AWAY = Mark("shaker put away")  # the table is closed, by
BY_HOUSE, BY_ORDER = 1, 2
FIXED_TO_TABLE = Mark("shaker fixed to the table")
LOOKED_OVER = Mark("shaker looked over")  # at the end of the day; 2 if something was reported
FOUND_FLAWED = Mark("flaw found")  # in a die or a shaker, since the last look
OUT_OF_USE = Mark("shaker out of use")  # it cannot be started
LIGHTS_OUT = Mark("lights out")
LIT = MarkAt("lit {}")  # an area that the table lights up

# --- the round

BETS_OPEN = Flag("wagers may be made")
SHAKES = Fact[int]("how often the dice were shaken")
NO_ROLL = Flag("the shake does not count")
CALLED = Fact[tuple[int, ...]]("the numbers that were called")
ENTERED = Fact[tuple[int, ...]]("the numbers that were entered")
RESULT = Fact[tuple[int, ...]]("the numbers by which wagers are settled")
BY_HAND = Flag("wagers are settled without the lights")


class LyingWager(NamedTuple):
    """A wager as it lay when “No more bets” was called."""

    seat: int
    spot: str
    cents: int


WAGERED = Fact[tuple[LyingWager, ...]]("the wagers of the shake")


class ChipMovement(NamedTuple):
    """A payment or collection of one wager."""

    seat: int
    spot: str
    cents: int  # that were collected or paid
    stake: int = -1  # that went back with a payment; -1 if the wager was collected


SETTLED = Fact[tuple[ChipMovement, ...]]("what settlement has done so far")

# --- what goes wrong

Astray: TypeAlias = Literal["leaning", "on another die", "open", "die out", "stopped"]
ASTRAY = Fact[Astray | None]("what goes wrong with the shake")
WHICH = Fact[int]("the die that does not lie as it should")
WRONG_CALL = Fact[str]("when a wrong call is noticed")
FLAWED = Fact[str]("what was found to be flawed")
