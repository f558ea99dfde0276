"""Expectations of Big Six for suites that know no game."""

from __future__ import annotations

# The titles of the pay tables and the words of the limits, as they are printed.
PRINTED = (["Odds"], ["$1 to $500 a symbol"])

# In `observed.txt`: a line that is right, and the same with a wrong amount.
WRONG_PAY = ("dealer pays seat 2 $50 on $5", "dealer pays seat 2 $60 on $5")

# The readings whose scenes show that they decide about money.
DECIDES = {"picture-each", "picture-odds", "turns-counted", "void-wagers", "wheel-count"}
