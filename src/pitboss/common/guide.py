"""Parts that the papers of all card tables share: hands of five cards, how odds must be printed, and wagers that pay by
a table."""

from __future__ import annotations

from pitboss.engine.wager_declarations import H, PayTableWager, limits_of
from pitboss.law.rules import Rules
from pitboss.table.guide import Demand, GuideWager, Hand, Surface, between
from pitboss.table.printed import Inscription, Pays, limit_inscription, printed_pay_table

FIVE_CARDS = (
    Hand("Royal flush", ("As", "Ks", "Qs", "Js", "Ts"), says="A-K-Q-J-10 in one suit"),
    Hand("Straight flush", ("9h", "8h", "7h", "6h", "5h"), says="five in a row, one suit"),
    Hand("Four of a kind", ("Qs", "Qh", "Qd", "Qc", "4s"), says="four of one rank"),
    Hand("Full house", ("Ts", "Th", "Td", "6c", "6s"), says="three of a kind and a pair"),
    Hand("Flush", ("Kd", "Jd", "8d", "6d", "3d"), says="five of one suit"),
    Hand("Straight", ("Ts", "9h", "8c", "7d", "6s"), says="five in a row"),
    Hand("Three of a kind", ("7s", "7h", "7d", "Kc", "2s"), says="three of one rank"),
    Hand("Two pair", ("Js", "Jd", "5h", "5c", "As"), says="two pairs of different ranks"),
)


def demand_odds_wording(cite: str, *surfaces: Surface, wagers: str = "winning wagers") -> Demand:
    """Return the demand that odds in print use the words "to" or "win", never "for"."""
    return Demand(surfaces, f"Odds of {wagers} use the word “to” or “win”. They never use the word “for”.", cite)


def describe_wager(wager: PayTableWager[H], rules: Rules, house: H) -> GuideWager:
    """Return a wager that pays by a table as a sign shows it."""
    limits, pays = between(*limits_of(wager, house)), print_table(wager, rules, house)
    return GuideWager(wager.name.capitalize(), limits, wager.wins(rules, house), (pays,))


def print_table(wager: PayTableWager[H], rules: Rules, house: H) -> Pays:
    """Return the pay table of a wager as it is printed."""
    return printed_pay_table(f"{wager.name.capitalize()} pays", wager.pays(rules, house))


def print_limits(wager: PayTableWager[H], house: H) -> Inscription:
    """Return the words on a sign that say how much may be wagered."""
    return limit_inscription(*limits_of(wager, house), wager.name)
