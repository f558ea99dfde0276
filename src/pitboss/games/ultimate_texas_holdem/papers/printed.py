"""The inscriptions of an Ultimate Texas Hold 'Em layout."""

from __future__ import annotations

from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse, payout_limit
from pitboss.games.ultimate_texas_holdem.law.paytables import blind_table, trips_table
from pitboss.games.ultimate_texas_holdem.law.wagers import SPOTS
from pitboss.law.rules import Rules
from pitboss.table.money import dollars
from pitboss.table.printed import CUSTOM, Inscription, Printed, limit_inscription, printed_pay_table


def printed_layout(rules: Rules, house: UltimateHouse) -> Printed:
    return Printed(
        areas=SPOTS,
        pays=(
            printed_pay_table("Blind pays", blind_table(), [("Below a straight", "push")]),
            printed_pay_table("Trips pays", trips_table(house)),
        ),
        motto=Inscription(CUSTOM, "Dealer opens with a pair or better"),
        says=(Inscription("32.1", "Ante and blind are equal"),),
        limits=(
            limit_inscription(house.minimum, house.maximum, "ante"),
            limit_inscription(house.trips_minimum, house.trips_maximum, "trips"),
            Inscription("32.11(e)", f"Most paid: {dollars(payout_limit(house, rules))}"),
        ),
    )
