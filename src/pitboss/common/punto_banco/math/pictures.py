"""Draw the wagers of punto banco by what they cost and how far they swing, and explain them in words."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.punto_banco.house import PuntoBancoHouse
from pitboss.common.punto_banco.math.exact import wagers
from pitboss.counting import wager_costs
from pitboss.counting.strategy_pictures import Scatter, Step
from pitboss.law.rules import Rules


def pictures(rules: Rules, house: PuntoBancoHouse, bet: int) -> Iterator[Scatter]:
    """Draw the wagers as a scatter plot."""
    yield wager_costs.scatter(wagers(rules, house, bet))


def card(rules: Rules, house: PuntoBancoHouse, bet: int) -> Iterator[Step]:
    """Explain the wagers in words, cheapest first."""
    yield from wager_costs.card(wagers(rules, house, bet))
