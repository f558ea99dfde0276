"""The expected results of one roll: every wager on the layout, judged and paid by each of the 36 throws.

All wagers depend on the same dice, so their joint distribution is exact, whoever made them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pitboss.counting.hold_model import Block, Worths, joint
from pitboss.engine.view import View
from pitboss.games.craps.law.facts import ON_BUTTON, POINT, VIGORISH
from pitboss.games.craps.law.house import CrapsHouse, fee, rate, takes_fee
from pitboss.games.craps.law.layout import LAYOUT, odds_of
from pitboss.games.craps.law.roll import Roll
from pitboss.games.craps.math.exact import DICE
from pitboss.law.rules import Rules
from pitboss.table.paytable import winnings


def wager_name(spot: str) -> str:
    """Return the name of a wager in the rows of `edge`, where the numbers of a wager are one wager."""
    area = LAYOUT[spot]
    match area.kind:
        case "odds":
            return odds_of(wager_name(area.flat))
        case "come point":
            return area.lines[0]
        case "place":
            return "place to win"
        case "line" | "come" | "one roll":
            return spot
    return area.kind


def blocks(rules: Rules, house: CrapsHouse, view: View) -> Iterator[Block]:
    lying = [(seat, spot, cents) for seat, stakes in view.wagers.items() for spot, cents in stakes.items()]
    if not lying:
        return
    wagers = tuple(dict.fromkeys(wager_name(spot) for _, spot, _ in lying))
    nets = {dice: dict.fromkeys(wagers, 0) for dice in DICE}
    for dice, (seat, spot, cents) in product(DICE, lying):
        nets[dice][wager_name(spot)] += won_by_roll(rules, house, view, dice, seat, spot, cents)
    yield joint(wagers, ((1, tuple(each.values())) for each in nets.values())).with_stakes(*(1 for _ in wagers))


def won_by_roll(
    rules: Rules, house: CrapsHouse, view: View, dice: tuple[int, int], seat: int, spot: str, cents: int
) -> int:
    """Return the cents that a roll moves from the house to the player on one wager.

    A fee that was taken when the wager was made is not counted, because it has moved before.
    """
    area, on = LAYOUT[spot], ON_BUTTON.at(spot, seat).word in view.marks
    fate = area.judge(Roll(*dice, view.marks.get(POINT.word, 0)), rules, on)
    if fate.what == "loses":
        return -cents
    if fate.what != "wins":
        return 0
    taken_now = VIGORISH.at(spot, seat).word not in view.marks and takes_fee(area, rules, "on-a-win")
    return winnings(rate(rules, house, fate.line), cents) - (fee(rules, house, area, cents) if taken_now else 0)


def worths(rules: Rules, house: CrapsHouse, view: View) -> Worths:
    """Return nothing: no question is asked on which a wager depends."""
    return {}
