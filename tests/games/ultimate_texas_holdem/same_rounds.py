"""The same round of Ultimate Texas Hold 'Em under other readings."""

from __future__ import annotations

from random import Random

from games.ultimate_texas_holdem.scene import Scene
from kit.same_rounds import SEATS, Reads, random_cards
from pitboss.engine.inputs import Answer

NOTICED = ("odd-chip", "up")


def play_round(readings: Reads, seed: int) -> list[int]:
    chance = Random(seed)
    hands, rest = random_cards(chance, ("Ah Kh", "9c 9d", "2c 7d")[seed % 3], 2, 7)
    if not seed % 3:  # a flush, which pays half a chip on a blind of $5
        rest[2:] = [card for card in ("Qh", "7h", "3h", "8s", "2d") if card not in hands[SEATS[1]]]
        used = {*hands[SEATS[0]].split(), *hands[SEATS[1]].split(), *rest[2:]}
        rest[:2] = [card for card in ("Jc", "Tc", "6c", "5c") if card not in used][:2]
    scene = Scene(hands, " ".join(rest[:2]), " ".join(rest[2:]), readings=dict(readings))
    scene.deal(500, dict.fromkeys(SEATS, 500))
    while (asked := scene.driver.question) is not None:
        plays = [choice for choice in asked.choices if asked.seat == SEATS[0] and choice.startswith("play")]
        scene.give(Answer(asked.seat, plays[0] if plays else chance.choice(asked.choices), asked.position))
    assert scene.driver.done
    return list(scene.winnings(*SEATS))
