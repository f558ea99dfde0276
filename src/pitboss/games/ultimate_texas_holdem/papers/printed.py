"""The inscriptions of an Ultimate Texas Hold 'Em layout."""

from __future__ import annotations

from pitboss.common.guide import print_limits, print_table
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse, payout_limit
from pitboss.games.ultimate_texas_holdem.law.paytables import blind_table
from pitboss.games.ultimate_texas_holdem.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.money import dollars
from pitboss.table.printed import CUSTOM, Inscription, Printed, limit_inscription, printed_pay_table


def printed_layout(rules: Rules, house: UltimateHouse) -> Printed:
    by_table = WAGERS.list_paid_by_table(rules, house)
    return Printed(
        areas=tuple(wager.name for wager in WAGERS.list_offered(rules, house)),
        pays=(
            printed_pay_table("Blind pays", blind_table(), [("Below a straight", "push")]),
            *(print_table(wager, rules, house) for wager in by_table),
        ),
        motto=Inscription(CUSTOM, "Dealer opens with a pair or better"),
        says=(Inscription("32.1", "Ante and blind are equal"),),
        limits=(
            limit_inscription(house.minimum, house.maximum, "ante"),
            *(print_limits(wager, house) for wager in by_table),
            Inscription("32.11(e)", f"Most paid: {dollars(payout_limit(house, rules))}"),
        ),
    )
