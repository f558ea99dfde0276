"""Facts that acts of a round establish for later acts, and the marks that outlive it."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.table.facts import Fact, FactAt, Flag, FlagAt, MarkAt

FIRST_CARD = "first card"  # the place of the card that says how many are burned

OWED = MarkAt("vigorish owed {}")  # the numbered box of a seat: cents

FRESH = Flag("a shoe was made ready, and no card has been dealt from it")
CAME_SHUFFLED = Flag("its cards were not shuffled at the table")
CUT_OUT = Fact[str]("the cutting card came out in this round: before its first card, or later")
AT_FIRST, LATER = "before the first card", "later"

COUNTED = FactAt[str, int]("what a hand was called")  # by hand
NATURAL = Flag("there is a natural")
STAYED = FlagAt[str]("the hand stays")  # by hand


class Result(NamedTuple):
    """The result of a round: the count of each hand, and which hand won."""

    player: int
    banker: int
    winner: str  # a hand, or tie


RESULT = Fact[Result]("the result as it was called")


class ChipMovement(NamedTuple):
    """A movement of chips in settlement, noted so that it can be undone."""

    paid: bool  # otherwise it was collected
    seat: int
    spot: str
    cents: int
    stake: int = 0  # the stake that went back with a payment
    kept: int = 0  # vigorish that was taken
    marked: int = 0  # vigorish that was marked


SETTLED = Fact[tuple[ChipMovement, ...]]("what settlement has done so far")

# --- what is about to go wrong

MISBURNED = Fact[int]("cards burned too many, or too few if below nought")
WRONG_HAND = Fact[str]("the next card goes to the wrong hand; how sure the order of drawing is")
THIRD_IN_ERROR = FactAt[str, bool]("a hand that stays gets a third card; whether it is seen")
THIRD_LEFT_OUT = FactAt[str, str]("a third card is left out; when somebody notices")
THIRD_MISLAID = Fact[str]("the player's third card goes to the banker's hand; how sure the order of drawing is")
WRONG_COUNT = Flag("a count is about to be called wrongly")
DEVICE_DOWN = Flag("the shuffling device has failed")
