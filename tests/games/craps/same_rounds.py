"""Craps: the same round under other readings."""

from __future__ import annotations

from random import Random
from typing import Any

from games.craps.scene import Craps, fates_of
from kit.same_rounds import Reads
from pitboss.games.craps.law.layout import LAYOUT
from pitboss.table.money import Money

NOTICED = ("vigorish", "on-a-win")
SPOTS = [
    spot
    for spot, area in LAYOUT.items()
    if area.kind in ("line", "come", "place", "place to lose", "buy", "lay", "hardway", "one roll")
]


def play_round(readings: Reads, seed: int) -> list[int]:
    """Play every wager of the layout from its making to its end, beside a shooter with a line bet."""
    return [_one_wager(readings, spot, Random(f"{seed} {spot}")) for spot in SPOTS]


def _one_wager(readings: Reads, spot: str, chance: Random) -> int:
    point = 0 if LAYOUT[spot].kind == "line" else chance.choice((4, 5, 6, 8, 9, 10))
    high: dict[str, Any] = {"maximum": Money(10**9), "proposition_maximum": Money(10**9)}
    game = Craps(1, 2, shooter=2, point=point, readings=readings, buy_and_lay=True, **high)
    game.bet(1, spot, 132_000)
    while True:
        if not game.point and not game.wagers_of(2):
            game.bet(2, "pass")
        game.roll(chance.randint(1, 6), chance.randint(1, 6))
        what = fates_of(game.last)[1][spot][0]
        if what in ("won", "lost", "back"):
            return game.winnings(1)
        spot = next(iter(game.wagers_of(1)))  # a come bet has moved
