"""The cards of a shoe for simulations: the order of unit i of seed s is a pure function of s and i.

A shoe is shuffled as it is dealt: card number `at` changes places with one of those from `at` on, which word number
`at` of the unit says. So a kernel draws no more words than cards that leave the shoe. `unit_shoe` says the same in
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
    """All decks in their order: what a unit begins with."""
    for at in range(shoe.shape[0]):
        shoe[at] = at % CARDS


@part
def draw_card(key: Any, unit: Any, shoe: U1, at: Any) -> Any:
    """Card number `at` of a unit's shoe, those before it being drawn. It lies at its place in the shoe then. Where no
    card is left, nothing is drawn: whoever calls sees by the number that the shoe has run out."""
    if at >= shoe.shape[0]:
        return shoe[0]
    other = at + np.int64(draw_stop(key, unit, at, shoe.shape[0] - at))
    card = shoe[other]
    shoe[other] = shoe[at]
    shoe[at] = card
    return card


@kernel("u8 u8 u1[:]")
def draw_shoe(key: int, unit: int, shoe: U1) -> int:
    """All cards of a unit's shoe: what the games' kernels do card by card."""
    fill_shoe(shoe)
    for at in range(shoe.shape[0]):
        draw_card(key, unit, shoe, at)
    return 0


def scratch(packs: int) -> U1:
    return np.empty(packs * CARDS, np.uint8)


def unit_shoe(seed: int, unit: int, packs: int) -> tuple[int, ...]:
    """The same in plain Python: every card by its number, the first that is dealt first."""
    shoe = list(range(CARDS)) * packs
    for at in range(len(shoe)):
        other = at + bounded_numbers(seed, unit, at, (len(shoe) - at,))[0]
        shoe[at], shoe[other] = shoe[other], shoe[at]
    return tuple(shoe)


RAN_OUT = -1  # in place of the number of rounds

KERNELS = (draw_shoe,)
