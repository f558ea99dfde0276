"""The words of an observed log, which docs/observed.md describes."""

from __future__ import annotations

FORMAT = 1
OBSERVED, OPEN, ROUND, CLOSE = "observed", "open", "round", "close"  # values of the key "line"
PLENTY = 1_000_000_00  # cents that a player has if nothing else is known
SEEN = "cards seen"  # an observation, not an act: these cards lie, or lay, at this place
# Groups of acts that an observer may note without exception.
GROUPS = ("wagers", "decisions", "money", "cards", "calls", "counts", "voids", "questions", "rest")
INPUTS = "inputs"  # all inputs, including the order of the deck: only a record has them
