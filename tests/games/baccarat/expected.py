"""Expectations of Baccarat for suites that know no game."""

from __future__ import annotations

# The titles of the pay tables and the words of the limits, as they are printed.
PRINTED = (["Odds"], ["$10 to $5,000 player or banker", "$5 to $500 all others"])

# In `observed.txt`: a line that is right, and the same with a wrong amount.
WRONG_PAY = ("dealer pays seat 1 $10 on player", "dealer pays seat 1 $12 on player")

# The readings whose scenes show that they decide about money.
DECIDES = {"bankers-turn", "missed-third", "third-at-banker"}

# Kinds of acts of the shared package that no table of this game comes to: its house elects neither vigorish that is
# taken at once nor a continuous shuffler. To open dealing, which it may not elect either, its source does not lead.
AT_ONCE = "beyond:baccarat.7(c) has vigorish marked, never taken at once"
CONTINUOUS = "no house of this game may elect a continuous shuffler"
NEVER = {
    "TakeVigorish": AT_ONCE,
    "LoadShuffler": CONTINUOUS,
    "ShoeReady": CONTINUOUS,
    "BackToShuffler": CONTINUOUS,
}
