"""The inscriptions of a Three Card Poker layout."""

from __future__ import annotations

from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.paytables import ante_bonus, pair_plus
from pitboss.games.three_card_poker.law.wagers import SPOTS
from pitboss.law.rules import Rules
from pitboss.table.printed import Inscription, Printed, limit_inscription, printed_pay_table


def printed_layout(rules: Rules, house: ThreeCardPokerHouse) -> Printed:
    return Printed(
        areas=SPOTS,
        pays=(printed_pay_table("Pair plus pays", pair_plus()), printed_pay_table("Ante bonus pays", ante_bonus())),
        motto=Inscription("20.11(a)1", "Dealer plays with queen high or better"),
        limits=(
            limit_inscription(house.minimum, house.maximum, "ante"),
            limit_inscription(house.pair_plus_minimum, house.pair_plus_maximum, "pair plus"),
        ),
    )
