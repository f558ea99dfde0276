"""The expected results of Casino War wagers, and the worth of each answer to a tie."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.counting.exact_model import cache_by_readings
from pitboss.counting.hold_model import Block, Joint, Worths, joint
from pitboss.engine.situation import pending_question
from pitboss.engine.view import View
from pitboss.games.casino_war.law.house import INITIAL, TIE, WAR, WAR_TIE, CasinoWarHouse, rate
from pitboss.games.casino_war.law.play import GO_TO_WAR, SURRENDER
from pitboss.games.casino_war.math.exact import (
    TIED,
    counts_at_tie,
    net_of_surrender,
    outcomes_of,
    tie,
    war_worth,
)
from pitboss.law.rules import Rules
from pitboss.table.paytable import worth


def wager_name(spot: str) -> str:
    """Return the name under which a wager is counted. The war wager is counted with the initial wager."""
    return INITIAL if spot == WAR else spot


def blocks(rules: Rules, house: CasinoWarHouse, view: View) -> Iterator[Block]:
    """Yield the wagers of each player that are decided together.

    A tie wager on the war is made when the first cards are known, so it is a block of its own.
    """
    for stakes in view.wagers.values():
        if initial := stakes.get(INITIAL, 0):
            yield joint_outcomes(rules, house, initial).with_stakes(initial, stakes.get(TIE, 0))
        if on_war := stakes.get(WAR_TIE, 0):
            yield tie_on_war_outcomes(rules, house).with_stakes(on_war)


@cache_by_readings
def joint_outcomes(rules: Rules, house: CasinoWarHouse, bet: int) -> Joint:
    """Return the joint outcomes of an initial wager of `bet` cents and a tie wager on the same cards, one
    unit of each.
    """
    paid = worth(rate(rules, house, "tie"))
    outcomes = [
        (outcome.weight, (outcome.net, paid if outcome.name in TIED else Fraction(-1)))
        for outcome in outcomes_of(rules, house, bet)
    ]
    return joint((INITIAL, TIE), outcomes)


@cache_by_readings
def tie_on_war_outcomes(rules: Rules, house: CasinoWarHouse) -> Joint:
    """Return the outcomes of a tie wager on the war."""
    results = tie(rules, house, WAR_TIE).results
    return joint((WAR_TIE,), [(outcome.probability, (outcome.net,)) for outcome in results])


def worths(rules: Rules, house: CasinoWarHouse, view: View) -> Worths:
    left, seen = counts_at_tie(rules, house, view)
    stake = seen.stakes[INITIAL]
    values = {GO_TO_WAR: war_worth(rules, house, left), SURRENDER: net_of_surrender(rules, house, stake)}
    return {choice: {INITIAL: values[choice] * stake} for choice in pending_question(view).choices}
