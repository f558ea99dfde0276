"""The expected results of one spin: every wager on the layout, settled by each compartment."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.counting.hold_model import Block, Worths, joint
from pitboss.engine.view import View
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.layout import PRISON, layout
from pitboss.games.roulette.math.exact import counted_numbers, won_by_spin
from pitboss.law.rules import Rules

KINDS = {area.spot: area.kind for zeros in (1, 2) for area in layout(zeros).values()}


def wager_name(spot: str) -> str:
    """Return the name of a wager in the rows of `edge`, where the numbers of a wager are one wager."""
    return KINDS[PRISON.get(spot, spot)]


def blocks(rules: Rules, house: RouletteHouse, view: View) -> Iterator[Block]:
    lying = [(spot, cents) for stakes in view.wagers.values() for spot, cents in stakes.items()]
    if not lying:
        return
    wagers = tuple(dict.fromkeys(wager_name(spot) for spot, _ in lying))
    outcomes = []
    for number in counted_numbers(rules, house):
        nets = dict.fromkeys(wagers, 0)
        for spot, cents in lying:
            nets[wager_name(spot)] += won_by_spin(rules, house, number, spot, cents)
        outcomes.append((1, tuple(nets.values())))
    yield joint(wagers, outcomes).with_stakes(*(1 for _ in wagers))


def worths(rules: Rules, house: RouletteHouse, view: View) -> Worths:
    """Return nothing: no question is asked at roulette."""
    return {}
