"""Expectations of Sic Bo for suites that know no game."""

from __future__ import annotations

# The titles of the pay tables and the words of the limits, as they are printed.
PRINTED = (["Odds"], ["$5 to $1,000 small and big", "$1 to $25 three of a kind", "$1 to $100 all others"])

# In `observed.txt`: a line that is right, and the same with a wrong amount.
WRONG_PAY = ("dealer pays seat 1 $30 on total 9", "dealer pays seat 1 $35 on total 9")

# The readings whose scenes show that they decide about money.
DECIDES = {
    "die-on-die",
    "double-on-triple",
    "leaning-die",
    "lights-or-dice",
    "pay-table",
    "single-on-triple",
    "wagers-after-no-roll",
}
