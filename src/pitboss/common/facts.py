"""Facts that acts at every card table establish for later acts."""

from __future__ import annotations

from pitboss.table.facts import Fact, Flag, Mark

DEALING = Flag("the deal has begun")
DEALT_IN = Fact[tuple[int, ...]]("the positions that get cards, in the order of the deal")
COUNT_ORDERED = Flag("a casino supervisor has ordered a count of the stub")
CONDEMNED = Fact[str]("the deck leaves the table; the paragraph by which")
MISDEALT = Flag("all hands are void for a wrong number of cards")
RESHUFFLED = Flag("cards were shuffled anew after the shuffler failed")

DEVICES = {device: Mark(device) for device in ("shuffler", "automated shoe")}  # the devices that stand at the table
