"""Facts that the acts of Winner's Pot Poker establish for later acts. A holder is a position, or 0 for the dealer."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pitboss.table.facts import Fact, FactAt, Flag, Mark

Street: TypeAlias = Literal[3, 4, 5]  # by the cards that a hand holds when it is dealt

# --- the button, by holder

BUTTON = Mark("button")
BUTTON_DUE = Mark("button due")  # where it should lie, while it was forgotten
BUTTON_NOW = Fact[int]("where the button counts as lying in this round, moved or not")
BUTTON_FORGOTTEN = Flag("the dealer forgets the button")

# --- the deal

BEING_DEALT = Fact[Street | None]("the street that is being dealt; None between two")
DEALT = Fact[Street]("the last street that was dealt to the end")
BURN_FORGOTTEN = Flag("the dealer forgets the next burn")
BURN_OWED = Flag("a burn was missed and the next is of two cards")
TURNED_UP = FactAt[int, tuple[str, ...]]("down cards of a hand that were turned up while they were dealt")  # by holder

# --- hands that are out of the round; that they are is told by FOLDED and DEAD

DEAD_CARDS = FactAt[int, tuple[str, ...]]("the cards of a dead hand")  # by holder
FORFEITED = FactAt[int, int]("cents of a folded ante that went to the table inventory container")  # by position

# --- showdown

SETTLING = Flag("wagers are being settled, and nothing voids the round any more")
LIMITED_BY = FactAt[int, str]("by what a payment is a share of the payout limit")  # by position
FIVE = FactAt[int, tuple[str, ...]]("the cards of a hand that was shown down")  # by holder
HIGHEST = Fact[tuple[int, ...]]("the places that hold the highest hand, or tie for it")
