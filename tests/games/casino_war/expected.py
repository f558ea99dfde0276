"""Expectations of Casino War for suites that know no game."""

from __future__ import annotations

# The titles of the pay tables and the words of the limits, as they are printed.
PRINTED = (["War pays", "Tie pays"], ["$5 to $1,000 initial", "$1 to $100 tie"])

# In `observed.txt`: a line that is right, and the same with a wrong amount.
WRONG_PAY = ("dealer pays seat 3 $50 on war", "dealer pays seat 3 $60 on war")

# The readings whose scenes show that they decide about money.
DECIDES = {
    "burn-for-war",
    "cover-in-war",
    "first-card-dealer",
    "odd-half",
    "second-war",
    "surrender-order",
    "tie-paid-when",
    "war-tie",
}

# By wager, how many times as much a decision may ask for.
LATER = {"initial": 1}
