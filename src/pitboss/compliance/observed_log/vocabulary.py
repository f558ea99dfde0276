"""The words of an observed log. docs/observed.md describes them."""

from __future__ import annotations

FORMAT = 1
OBSERVED, OPEN, ROUND, CLOSE = "observed", "open", "round", "close"  # what stands under "line"
PLENTY = 1_000_000_00  # what a player has before him of whom nothing else is known
SEEN = "cards seen"  # an act of nobody's: these cards lie, or lay, at this place
# What may be noted whenever it happened.
GROUPS = ("wagers", "decisions", "money", "cards", "calls", "counts", "voids", "questions", "rest")
INPUTS = "inputs"  # all that came from outside, the order of the deck included: only a record has it
