"""Expectations of Minibaccarat for suites that know no game."""

from __future__ import annotations

# The titles of the pay tables and the words of the limits, as they are printed.
PRINTED = (["Odds"], ["$10 to $5,000 player or banker", "$5 to $500 all others"])

# In `observed.txt`: a line that is right, and the same with a wrong amount.
WRONG_PAY = ("dealer pays seat 1 $10 on player", "dealer pays seat 1 $12 on player")

# The readings whose scenes show that they decide about money.
DECIDES = {"bankers-turn", "missed-third", "third-at-banker", "vigorish-moment", "vigorish-rate", "vigorish-rounding"}
