"""The inscriptions of a Winner's Pot Poker layout."""

from __future__ import annotations

from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse, payout_limit
from pitboss.games.winners_pot_poker.law.paytables import jacks_plus_table
from pitboss.games.winners_pot_poker.law.steps import POT
from pitboss.games.winners_pot_poker.law.wagers import SPOTS
from pitboss.law.rules import Rules
from pitboss.table.money import dollars
from pitboss.table.printed import CUSTOM, Inscription, Printed, limit_inscription, printed_pay_table


def printed_layout(rules: Rules, house: WinnersPotHouse) -> Printed:
    return Printed(
        areas=tuple(spot for spot in SPOTS if spot != POT),
        pays=(printed_pay_table("Jacks plus pays", jacks_plus_table(house)),),
        motto=Inscription(CUSTOM, "Highest hand takes the pot"),
        says=(Inscription("33.10(h)2", commission(house)),),
        limits=(
            limit_inscription(house.minimum, house.maximum, "ante"),
            Inscription("house:sizes", f"bet {house.bet_times} ×, double {house.double_times} ×"),
            limit_inscription(house.jacks_plus_minimum, house.jacks_plus_maximum, "jacks plus"),
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
