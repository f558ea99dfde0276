"""What the house expects of Casino War wagers, and what an answer to a tie is worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.counting.exact_model import cache_by_readings
from pitboss.counting.hold_model import Block, Joint, Worths, joint
from pitboss.engine.situation import pending_question
from pitboss.engine.view import View
from pitboss.games.casino_war.exact import (
    TIED,
    outcomes_of,
    surrendered,
    tie,
    tied_at,
    war_worth,
)
from pitboss.games.casino_war.house import INITIAL, TIE, WAR, WAR_TIE, CasinoWarHouse, rate
from pitboss.games.casino_war.play import GO_TO_WAR, SURRENDER
from pitboss.law.rules import Rules
from pitboss.table.paytable import worth


def wager_name(spot: str) -> str:
    """The war wager goes with the initial one."""
    return INITIAL if spot == WAR else spot


def blocks(rules: Rules, house: CasinoWarHouse, view: View) -> Iterator[Block]:
    """A tie wager on the war is made when the first cards are known, and lies there by itself."""
    for stakes in view.wagers.values():
        if initial := stakes.get(INITIAL, 0):
            yield together(rules, house, initial).with_stakes(initial, stakes.get(TIE, 0))
        if on_war := stakes.get(WAR_TIE, 0):
            yield alone(rules, house).with_stakes(on_war)


@cache_by_readings
def together(rules: Rules, house: CasinoWarHouse, bet: int) -> Joint:
    """An initial wager of so many cents and a tie wager on the same cards, a unit of each."""
    paid = worth(rate(rules, house, "tie"))
    outcomes = [
        (each.weight, (each.net, paid if each.name in TIED else Fraction(-1)))
        for each in outcomes_of(rules, house, bet)
    ]
    return joint((INITIAL, TIE), outcomes)


@cache_by_readings
def alone(rules: Rules, house: CasinoWarHouse) -> Joint:
    results = tie(rules, house, WAR_TIE).results
    return joint((WAR_TIE,), [(each.probability, (each.net,)) for each in results])


def worths(rules: Rules, house: CasinoWarHouse, view: View) -> Worths:
    left, seen = tied_at(rules, house, view)
    stake = seen.stakes[INITIAL]
    values = {GO_TO_WAR: war_worth(rules, house, left), SURRENDER: surrendered(rules, house, stake)}
    return {choice: {INITIAL: values[choice] * stake} for choice in pending_question(view).choices}
