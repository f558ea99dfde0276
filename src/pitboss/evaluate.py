"""Poker hands ranked in bulk: arrays of 3, 5 or 7 cards in, whole numbers out.

    >>> from pitboss.evaluate import cards, class_names, classes, evaluate
    >>> hands = cards(["Ah Kh Qh Jh Th 2c 2d", "9s 9c 9h 2c 2d 2h Ah"])
    >>> ranks = evaluate(hands)
    >>> bool(ranks[0] > ranks[1])
    True
    >>> [class_names(7)[each] for each in classes(ranks)]
    ['royal flush', 'full house']

A card is the number `4 * rank + suit`: rank 0 is the deuce and 12 the ace, suits are 0 clubs, 1 diamonds, 2 hearts,
3 spades. A hand is one line of an array of `uint8`. Its rank is a `uint16`: more is better, equal is a tie, and ranks
of hands with the same number of cards compare. Seven cards are worth the best five of them. Three cards rank straight
flush, three of a kind, straight, flush, pair, high card; ace-two-three is the lowest straight.

Needs the extra `exact` (numpy and numba).
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.numeric import compiled as _compiled  # first, for it says what to install where something is missing

import numpy as np  # isort: skip
from numpy.typing import NDArray  # isort: skip

from pitboss.numeric import hands as _hands

__all__ = ["card", "cards", "class_names", "classes", "evaluate", "warm"]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
FIVE = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush",
)  # fmt: skip
THREE = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")


def card(name: str) -> int:
    """`"Ah"` as a number."""
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        raise ValueError(f"{name!r} is no card: a card is one of {RANKS} and then one of {SUITS}, as Ah")
    return 4 * RANKS.index(name[0]) + SUITS.index(name[1])


def cards(hands: Iterable[str]) -> NDArray[np.uint8]:
    """Hands written as `"Ah Kh Qh"`, all of the same size, as an array for `evaluate`."""
    lines = [[card(name) for name in hand.split()] for hand in hands]
    if len({len(line) for line in lines}) != 1:
        raise ValueError("give one hand or more, all with the same number of cards")
    return np.array(lines, np.uint8)


def evaluate(hands: NDArray[np.integer], *, check: bool = True) -> NDArray[np.uint16]:
    """The rank of each hand, for an array of 3, 5 or 7 cards a line (or of one hand).

    Numbers that are no cards are an error. So are cards that occur twice in a hand; `check=False` leaves that out, and
    is faster.
    """
    array = np.asarray(hands)
    if array.ndim not in (1, 2) or array.shape[-1] not in (3, 5, 7):
        raise ValueError(f"hands have 3, 5 or 7 cards a line; this array has the shape {array.shape}")
    if array.dtype != np.uint8:
        if not np.issubdtype(array.dtype, np.integer):
            raise ValueError(f"cards are whole numbers from 0 to 51, not {array.dtype}")
        if array.size and (array.min() < 0 or array.max() > 51):
            raise ValueError("cards are whole numbers from 0 to 51")
        array = array.astype(np.uint8)
    lines = np.ascontiguousarray(array.reshape(-1, array.shape[-1]))
    if check and _hands.repeated(lines):
        raise ValueError("a hand has the same card twice")
    ranks, wrong = _hands.ranks(lines)
    if wrong:
        raise ValueError("cards are whole numbers from 0 to 51")
    return ranks.reshape(array.shape[:-1])


def classes(ranks: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """The class of each rank, an index into `class_names`."""
    return np.right_shift(ranks, np.uint16(_hands.CLASS))


def class_names(size: int) -> tuple[str, ...]:
    """The classes of hands with this many cards, lowest first."""
    if size not in (3, 5, 7):
        raise ValueError(f"hands have 3, 5 or 7 cards, not {size}")
    return THREE if size == 3 else FIVE


def warm() -> None:
    """Compile now what the first call would compile."""
    _compiled.warm(_hands.KERNELS)
