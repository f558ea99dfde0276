"""Expectations of roulette for suites that know no game."""

from __future__ import annotations

# The titles of the pay tables and the words of the limits, as they are printed.
PRINTED = (["Odds"], ["$5 to $500 inside", "$10 to $5,000 outside"])

# In `observed.txt`: a line that is right, and the same with a wrong amount.
WRONG_PAY = ("dealer pays seat 1 $175 on straight 17", "dealer pays seat 1 $180 on straight 17")

# The readings whose scenes show that they decide about money.
DECIDES = {
    "imprisonment",
    "odd-half",
    "order-of-winners",
    "rested-before-removal",
    "single-zero-half",
    "wagers-after-no-spin",
    "winning-stake",
    "zero-on-single-layout",
    "zero-rule",
}
