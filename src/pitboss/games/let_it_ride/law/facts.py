"""The facts that the acts of Let It Ride establish for later acts."""

from __future__ import annotations

from pitboss.table.facts import Fact, FactAt, Flag, FlagAt

BONUS_COUNT_AGREES = Flag("as many bonus chips were collected as the devices show")
BONUS_POSITIONS = Fact[tuple[int, ...]]("where a bonus wager is in play, its chip in the inventory")
RIDES = FlagAt[tuple[int, str]]("the player lets a wager ride")  # by position and area
LAID_DOWN = FlagAt[int]("the cards are laid down after the decision on bet 2")
STACKED = Flag("the first community card lies on the other")
SETTLING = Flag("both community cards are up, and nothing voids the round any more")
FIVE = FactAt[int, tuple[str, ...]]("a player's three cards with the two community cards")
SETTLED = Flag("all wagers are settled")
