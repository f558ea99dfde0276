"""The inscriptions of a Winner's Pot Poker layout."""

from __future__ import annotations

from pitboss.common.guide import print_limits, print_table
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse, payout_limit
from pitboss.games.winners_pot_poker.law.steps import POT
from pitboss.games.winners_pot_poker.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.money import dollars
from pitboss.table.printed import CUSTOM, Inscription, Printed, limit_inscription


def printed_layout(rules: Rules, house: WinnersPotHouse) -> Printed:
    by_table = WAGERS.list_paid_by_table(rules, house)
    return Printed(
        areas=tuple(wager.name for wager in WAGERS.list_offered(rules, house) if wager.name != POT),
        pays=tuple(print_table(wager, rules, house) for wager in by_table),
        motto=Inscription(CUSTOM, "Highest hand takes the pot"),
        says=(Inscription("33.10(h)2", commission(house)),),
        limits=(
            limit_inscription(house.minimum, house.maximum, "ante"),
            Inscription("house:sizes", f"bet {house.bet_times} ×, double {house.double_times} ×"),
            *(print_limits(wager, house) for wager in by_table),
            Inscription("33.11(c)", f"Most paid: {dollars(payout_limit(house))}"),
        ),
    )


def commission(house: WinnersPotHouse) -> str:
    """State the commission on a pot that a player wins."""
    parts = []
    if house.commission_percent is not None:
        parts.append(f"{house.commission_percent} percent of the pot")
    if house.commission_fixed is not None:
        parts.append(dollars(house.commission_fixed))
    taken = " or ".join(parts) + (", whichever is less" if len(parts) > 1 else "")
    return f"Commission on a pot that a player wins: {taken or 'none'}"
