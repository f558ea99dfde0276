"""The facts that the acts of Ultimate Texas Hold 'Em establish for later acts. The game has no marks of its own."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pitboss.games.ultimate_texas_holdem.law.ranking import Cards
from pitboss.table.facts import Fact, FactAt, Flag, FlagAt
from pitboss.table.table import Table

# --- decisions of the players

Opportunity: TypeAlias = Literal["before the flop", "after the flop", "at the end"]  # to place a play wager

CHECKED_UNTIL = FactAt[int, Opportunity]("until when a player has checked")  # by position
UNDER_TRIPS = FlagAt[int]("the folder's cards wait under the trips wager")  # by position
FORFEITED = FactAt[tuple[int, str], int]("what a folder lost on an area")  # cents, by position and area; 0 once back

# --- burns

BURNED = Fact[str | None]("the card that was burned last")  # unseen; None if no burn was made or it was undone
HELD_AT_THE_BURN = Fact[int]("cards of the dealer when one was burned")  # extra cards among them came before the burn
BURNS = Fact[int]("burns that are over, made or not")
BURN_FORGOTTEN = Flag("the dealer is going to leave out the next burn")

# --- the dealer's hand, and the best five cards of each hand

COVERED = Flag("a cover card lies on the dealer's cards")  # set when the dealer has both; False once they are uncovered
DEALERS_FIVE = Fact[Cards]("the dealer's five cards")
DEALERS_CLASS = Fact[str]("what the dealer's hand is worth")
BEST_FIVE = FactAt[int, Cards]("the five cards that a player's hand is settled by")  # by position

# --- errors

FACE_UP_IN_THE_DEAL = Flag("a card was found face up before the dealer had his last one")
DECK_COUNTED = Fact[int]("cards of the deck, counted before the dealer's hand is put right")
BOARD_PUT_RIGHT = Flag("the community cards were too many or too few and were put right")
FOR_TRIPS = Fact[str]("the paragraph by which all hands are void and only trips wagers are settled")


def only_for_trips(t: Table) -> bool:
    """Return whether all hands are void and the remaining cards are dealt only to settle the trips wagers."""
    return FOR_TRIPS.get(t) is not None
