"""The expected results of one spin: every wager on the layout, settled by each section."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.counting.hold_model import Block, Worths, joint
from pitboss.engine.view import View
from pitboss.games.big_six.law.house import BigSixHouse, stops
from pitboss.games.big_six.math.courses import fate
from pitboss.law.rules import Rules


def wager_name(spot: str) -> str:
    """Return the name of a wager in the rows of `edge`."""
    return spot


def blocks(rules: Rules, house: BigSixHouse, view: View) -> Iterator[Block]:
    lying = [(spot, cents) for stakes in view.wagers.values() for spot, cents in stakes.items()]
    if not lying:
        return
    wagers = tuple(dict.fromkeys(spot for spot, _ in lying))
    outcomes = []
    for symbol in stops(rules, house):
        nets = dict.fromkeys(wagers, 0)
        for spot, cents in lying:
            nets[spot] += int(fate(rules, house, spot, symbol).net * cents)
        outcomes.append((1, tuple(nets.values())))
    yield joint(wagers, outcomes).with_stakes(*(1 for _ in wagers))


def worths(rules: Rules, house: BigSixHouse, view: View) -> Worths:
    """Return nothing: no question is asked at Big Six."""
    return {}
