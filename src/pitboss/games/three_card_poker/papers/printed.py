"""The inscriptions of a Three Card Poker layout."""

from __future__ import annotations

from pitboss.common.guide import print_limits, print_table
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.paytables import ante_bonus
from pitboss.games.three_card_poker.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.printed import Inscription, Printed, limit_inscription, printed_pay_table


def printed_layout(rules: Rules, house: ThreeCardPokerHouse) -> Printed:
    by_table = WAGERS.list_paid_by_table(rules, house)
    return Printed(
        areas=tuple(wager.name for wager in WAGERS.list_offered(rules, house)),
        pays=(
            *(print_table(wager, rules, house) for wager in by_table),
            printed_pay_table("Ante bonus pays", ante_bonus()),
        ),
        motto=Inscription("20.11(a)1", "Dealer plays with queen high or better"),
        limits=(
            limit_inscription(house.minimum, house.maximum, "ante"),
            *(print_limits(wager, house) for wager in by_table),
        ),
    )
