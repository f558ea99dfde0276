"""The facts that the acts of Three Card Poker establish for later acts."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pitboss.table.facts import FactAt, Flag

Against: TypeAlias = Literal["higher", "equal", "lower", "no contest"]  # the player's hand beside the dealer's

ANTE_PLAYED = FactAt[int, int]("the ante to which a play wager was added")  # cents; it outlasts a lost ante
FORFEITED = FactAt[tuple[int, str], int]("what was forfeited and is in the inventory")  # cents, by position and area
SETTLING = Flag("the dealer's hand is up, and nothing voids the round any more")
DEALER_PLAYS = Flag("the dealer's hand is queen high or better")
THREE = FactAt[int, tuple[str, ...]]("the cards of a hand as it was read")
AGAINST_DEALER = FactAt[int, Against]("how a hand compares with the dealer's")
VERDICT = FactAt[int, str]("both hands in words")
