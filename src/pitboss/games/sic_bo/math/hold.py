"""The expected results of one shake: every wager on the layout, settled by every result of the dice."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.counting.hold_model import Block, Worths, joint
from pitboss.engine.view import View
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.games.sic_bo.law.layout import areas_at, layout
from pitboss.games.sic_bo.math.courses import all_results, fate
from pitboss.law.rules import Rules


def wager_name(spot: str) -> str:
    """Return the name of a wager in the rows of `edge`, where the numbers of a wager are one wager."""
    return layout(True)[spot].kind


def blocks(rules: Rules, house: SicBoHouse, view: View) -> Iterator[Block]:
    lying = [(spot, cents) for stakes in view.wagers.values() for spot, cents in stakes.items()]
    if not lying:
        return
    wagers, known = tuple(dict.fromkeys(wager_name(spot) for spot, _ in lying)), areas_at(rules)
    often: dict[tuple[int, ...], int] = {}
    for result in all_results():
        often[result] = often.get(result, 0) + 1
    outcomes = []
    for result, ways in often.items():
        nets = dict.fromkeys(wagers, 0)
        for spot, cents in lying:
            nets[wager_name(spot)] += int(fate(rules, house, known[spot], result).net * cents)
        outcomes.append((ways, tuple(nets.values())))
    yield joint(wagers, outcomes).with_stakes(*(1 for _ in wagers))


def worths(rules: Rules, house: SicBoHouse, view: View) -> Worths:
    """Return nothing: no question is asked at Sic Bo."""
    return {}
