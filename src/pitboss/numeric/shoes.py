"""Shuffled shoes for simulations: the order of unit i of seed s is a pure function of s and i.

A shoe is shuffled while it is dealt (Fisher-Yates): card `index` is swapped with one of the cards from `index` on,
chosen by word number `index` of the unit. So a kernel draws only as many words as cards leave the shoe. `unit_shoe`
does the same in plain Python.
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
    for index in range(shoe.shape[0]):
        shoe[index] = index % CARDS


@part
def draw_card(key: Any, unit: Any, shoe: U1, index: Any) -> Any:
    """Draw card `index` of a unit's shoe, leave it in shoe[index] and return it. The cards before it must be drawn.

    If `index` is past the end, draw nothing; the caller must check for that.
    """
    if index >= shoe.shape[0]:
        return shoe[0]
    other = index + np.int64(draw_stop(key, unit, index, shoe.shape[0] - index))
    card = shoe[other]
    shoe[other] = shoe[index]
    shoe[index] = card
    return card


@kernel("u8 u8 u1[:]")
def draw_shoe(key: int, unit: int, shoe: U1) -> int:
    """Fill a shoe with all cards of a unit in dealing order."""
    fill_shoe(shoe)
    for index in range(shoe.shape[0]):
        draw_card(key, unit, shoe, index)
    return 0


def scratch(packs: int) -> U1:
    """Return an empty array for a shoe of this many decks."""
    return np.empty(packs * CARDS, np.uint8)


def unit_shoe(seed: int, unit: int, packs: int) -> tuple[int, ...]:
    """Return all cards of a unit's shoe in dealing order, computed in plain Python."""
    shoe = list(range(CARDS)) * packs
    for index in range(len(shoe)):
        other = index + bounded_numbers(seed, unit, index, (len(shoe) - index,))[0]
        shoe[index], shoe[other] = shoe[other], shoe[index]
    return tuple(shoe)


RAN_OUT = -1  # returned instead of the number of rounds if a shoe runs out during a round

KERNELS = (draw_shoe,)
