"""Pictures and a card of the wagers of Big Six: what they cost and how far their results vary."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.counting import wager_costs
from pitboss.counting.strategy_pictures import Scatter, Step
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.big_six.math.exact import wagers
from pitboss.law.rules import Rules


def pictures(rules: Rules, house: BigSixHouse, bet: int) -> Iterator[Scatter]:
    yield wager_costs.scatter(wagers(rules, house, bet))


def card(rules: Rules, house: BigSixHouse, bet: int) -> Iterator[Step]:
    yield from wager_costs.card(wagers(rules, house, bet))
