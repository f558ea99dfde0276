"""Value one round for the hold: every wager on the layout as it lies, from a whole shoe.

All wagers depend on the same two hands, so their covariances are known.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.punto_banco.house import SPOTS, PuntoBancoHouse
from pitboss.common.punto_banco.math.coups import composition, coups
from pitboss.common.punto_banco.math.exact import net
from pitboss.counting.hold_model import Block, Worths, joint
from pitboss.engine.view import View
from pitboss.law.rules import Rules


def wager_name(spot: str) -> str:
    """Return the exact model's name of a wager on this betting area."""
    return spot


def blocks(rules: Rules, house: PuntoBancoHouse, view: View) -> Iterator[Block]:
    """Yield the joint distribution of what all wagers on the layout net."""
    bets = [(spot, cents) for stakes in view.wagers.values() for spot, cents in stakes.items()]
    wagers = tuple(spot for spot in SPOTS if any(spot == area for area, _ in bets))
    if not wagers:
        return
    outcomes = []
    for coup, ways in coups(composition(house.packs)).items():
        nets = [sum(net(rules, house, spot, coup, cents) for area, cents in bets if area == spot) for spot in wagers]
        outcomes.append((ways, tuple(nets)))
    yield joint(wagers, outcomes).with_stakes(*(1 for _ in wagers))


def worths(rules: Rules, house: PuntoBancoHouse, view: View) -> Worths:
    """Return nothing: no wager depends on an answer of a player."""
    return {}
