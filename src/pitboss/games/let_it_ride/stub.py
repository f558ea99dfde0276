"""When the stub is to be counted (18.7(e), (f))."""

from __future__ import annotations

from pitboss.games.let_it_ride.house import MOST_ROUNDS_UNCOUNTED, LetItRideHouse
from pitboss.law.force import in_force, number
from pitboss.law.rules import Rules
from pitboss.table.table import Table

WHOLE_DECK = 52


def counter(t: Table, rules: Rules) -> str:
    """The mark that counts rounds towards the next count of the stub: the table's, or each deck's own."""
    return "rounds since count" + (f", {t.backs[0]}" if rules.reads("stub-counter") == "deck" else "")


def count_is_due(t: Table, rules: Rules, house: LetItRideHouse) -> bool:
    """At least once every five rounds, unless the shuffler has counted the cards of this round itself (18.7(f))."""
    if "device counts" in t.facts and in_force("18.7(f)"):
        return False
    every = min(house.stub_count_every, number("18.7(e)", "rounds", MOST_ROUNDS_UNCOUNTED))
    return t.marks[counter(t, rules)] >= every
