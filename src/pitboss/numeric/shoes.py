"""Shuffled shoes for simulations: the order of unit i of seed s is a pure function of s and i.

A shoe is shuffled while it is dealt (Fisher-Yates): card `at` is swapped with one of the cards from `at` on, chosen by
word number `at` of the unit. So a kernel draws only as many words as cards leave the shoe. `unit_shoe` does the same in
plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.numeric.compiler import kernel, part
from pitboss.numeric.draws import CARDS, bounded_numbers
from pitboss.numeric.hands import U1
from pitboss.numeric.stops import draw_stop


@part
def fill_shoe(shoe: U1) -> None:
    """Fill a shoe with unshuffled decks."""
    for at in range(shoe.shape[0]):
        shoe[at] = at % CARDS


@part
def draw_card(key: Any, unit: Any, shoe: U1, at: Any) -> Any:
    """Draw card number `at` of a unit's shoe, leave it in shoe[at] and return it. The cards before it must be drawn.

    If `at` is past the end, draw nothing; the caller must check for that.
    """
    if at >= shoe.shape[0]:
        return shoe[0]
    other = at + np.int64(draw_stop(key, unit, at, shoe.shape[0] - at))
    card = shoe[other]
    shoe[other] = shoe[at]
    shoe[at] = card
    return card


@kernel("u8 u8 u1[:]")
def draw_shoe(key: int, unit: int, shoe: U1) -> int:
    """Fill a shoe with all cards of a unit in dealing order."""
    fill_shoe(shoe)
    for at in range(shoe.shape[0]):
        draw_card(key, unit, shoe, at)
    return 0


def scratch(packs: int) -> U1:
    """Return an empty array for a shoe of so many decks."""
    return np.empty(packs * CARDS, np.uint8)


def unit_shoe(seed: int, unit: int, packs: int) -> tuple[int, ...]:
    """Return all cards of a unit's shoe in dealing order, computed in plain Python."""
    shoe = list(range(CARDS)) * packs
    for at in range(len(shoe)):
        other = at + bounded_numbers(seed, unit, at, (len(shoe) - at,))[0]
        shoe[at], shoe[other] = shoe[other], shoe[at]
    return tuple(shoe)


RAN_OUT = -1  # returned instead of the number of rounds if a shoe runs out during a round

KERNELS = (draw_shoe,)
