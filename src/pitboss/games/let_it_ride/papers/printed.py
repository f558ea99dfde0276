"""The inscriptions of a Let It Ride layout."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.paytables import base_table, bonus_table, three_card_table
from pitboss.games.let_it_ride.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.money import dollars
from pitboss.table.printed import CUSTOM, Inscription, Pays, Printed, limit_inscription, printed_pay_table


def printed_layout(rules: Rules, house: LetItRideHouse) -> Printed:
    return Printed(
        areas=tuple(wager.name for wager in WAGERS.list_offered(rules, house)),
        pays=tuple(_pays(house)),
        motto=Inscription(CUSTOM, "Pair of tens or better wins"),
        says=(Inscription("18.6(d)", "Bet 1, bet 2 and bet 3 are equal"),),
        limits=tuple(_limits(house)),
    )


def _pays(house: LetItRideHouse) -> Iterator[Pays]:
    yield printed_pay_table("Let It Ride", base_table(house))
    if house.three_card_bonus is not None:
        yield printed_pay_table("Three card bonus", three_card_table(house))
    if house.bonus:
        yield printed_pay_table("$1 bonus wins", bonus_table(house))


def _limits(house: LetItRideHouse) -> Iterator[Inscription]:
    yield limit_inscription(house.minimum, house.maximum, "a bet")
    if house.payout_limit is not None:
        yield Inscription("18.11(c)", f"Most paid: {dollars(house.payout_limit)}")
