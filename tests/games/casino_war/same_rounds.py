"""Casino War: the same round under other readings."""

from __future__ import annotations

from random import Random

from games.casino_war.scene import WarScene
from kit.same_rounds import Reads
from pitboss.engine.inputs import Close
from pitboss.table.cards import FULL_DECK

NOTICED = ("war-tie", "1-to-1")


def play_round(readings: Reads, seed: int) -> list[int]:
    """Play one round of one player, who ties in two of three rounds and then goes to war, where he ties in one of two,
    or surrenders. He makes no tie wager on the war: the reading `tie-on-war` says whether there is one, and no row."""
    chance = Random(seed)
    first, dealers, *burned, mine, last = chance.sample(FULL_DECK, 7)
    if seed % 3:
        dealers = chance.choice([card for card in FULL_DECK if card[0] == first[0] and card != first])
    if seed % 2:
        last = chance.choice([card for card in FULL_DECK if card[0] == mine[0] and card != mine])
    more = chance.sample(FULL_DECK, 20)
    scene = WarScene(" ".join([first, dealers, *burned, mine, last, *more]), readings=readings)
    scene.bet(1, 10, 5).deal()
    if scene.driver.question is not None:
        scene.answer(chance.choice("wws"))
    if not scene.driver.done:
        scene.give(Close())
    assert scene.driver.done
    return [scene.winnings(1)]
