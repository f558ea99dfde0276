"""Poker hands of 3, 5 or 7 cards, ranked: one hand as text, or many as an array.

    >>> from pitboss.evaluate import class_name, rank
    >>> rank("As Ks Qs Js Ts") > rank("9s 9c 9h 2c 2d")
    True
    >>> class_name(rank("9s 9c 9h 2c 2d 2h Ah"), 7)
    'full house'

A rank is a whole number: more is better, equal is a tie, and ranks of hands with the same number of cards compare.
Seven cards are worth the best five of them. Three cards rank straight flush, three of a kind, straight, flush, pair,
high card; ace-two-three is the lowest straight.

In bulk, a card is the number `4 * rank + suit`: rank 0 is the deuce and 12 the ace, suits are 0 clubs, 1 diamonds,
2 hearts, 3 spades. A hand is one line of an array of `uint8`, and its rank is a `uint16`, the same number as above.

    >>> from pitboss.evaluate import cards, class_names, classes, evaluate
    >>> ranks = evaluate(cards(["Ah Kh Qh Jh Th 2c 2d", "9s 9c 9h 2c 2d 2h Ah"]))
    >>> bool(ranks[0] > ranks[1])
    True
    >>> [class_names(7)[each] for each in classes(ranks)]
    ['royal flush', 'full house']

`rank` and `class_name` need nothing else installed. `cards`, `evaluate` and `classes` need the extra `exact` (numpy
and numba).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pitboss.numeric import single_hand
from pitboss.numeric.rank_worths import CLASS, FIVE_CARD_CLASSES, THREE_CARD_CLASSES
from pitboss.numeric.single_hand import RANKS, SUITS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["card", "cards", "class_name", "class_names", "classes", "evaluate", "rank", "warm"]


def card(name: str) -> int:
    """Return the number of a card written as `"Ah"`. Raises ValueError for anything else."""
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        raise ValueError(f"{name!r} is not a card: a card is one of {RANKS} and then one of {SUITS}, such as Ah")
    return 4 * RANKS.index(name[0]) + SUITS.index(name[1])


_quick: Callable[[bytes], int] | None = None


def rank(hand: str) -> int:
    """Return the rank of one hand of 3, 5 or 7 cards, as in `"As Ks Qs Js Ts"`. With the extra `exact` it is faster."""
    global _quick
    if _quick is None:
        _quick = _of_text()
    try:
        ranked = _quick(hand.encode())
    except AttributeError:
        raise TypeError(f"a hand is text such as 'Ah Kh Qh', not {type(hand).__name__}") from None
    return ranked if ranked >= 0 else single_hand.rank(hand)


def _of_text() -> Callable[[bytes], int]:
    """Return the compiled function that ranks a hand written as text, or one that always declines (-1) without the
    extra."""
    try:
        from pitboss.numeric import hands
    except ImportError:
        return lambda text: -1
    return hands.text_ranker()


def class_name(rank: int, size: int) -> str:
    """Return the name of the class of a hand with this rank and this many cards."""
    return class_names(size)[rank >> CLASS]


def cards(hands: Iterable[str]) -> NDArray[np.uint8]:
    """Convert hands written as `"Ah Kh Qh"`, all of the same size, to an array for `evaluate`."""
    numpy, _ = _bulk()
    lines = [[card(name) for name in hand.split()] for hand in hands]
    if len({len(line) for line in lines}) != 1:
        raise ValueError("give one hand or more, all with the same number of cards")
    array: NDArray[np.uint8] = numpy.array(lines, numpy.uint8)
    return array


def evaluate(hands: NDArray[np.integer], *, check: bool = True) -> NDArray[np.uint16]:
    """Return the rank of each hand of an array with 3, 5 or 7 cards per row (or of one hand).

    Raises ValueError for numbers that are not cards and for a card that occurs twice in a hand. Pass `check=False` to
    skip the check for repeated cards, which is faster.
    """
    numpy, hands_in_bulk = _bulk()
    array = numpy.asarray(hands)
    if array.ndim not in (1, 2) or array.shape[-1] not in (3, 5, 7):
        raise ValueError(f"hands have 3, 5 or 7 cards per row; this array has the shape {array.shape}")
    if array.dtype != numpy.uint8:
        if not numpy.issubdtype(array.dtype, numpy.integer):
            raise ValueError(f"cards are whole numbers from 0 to 51, not {array.dtype}")
        if array.size and (array.min() < 0 or array.max() > 51):
            raise ValueError("cards are whole numbers from 0 to 51")
        array = array.astype(numpy.uint8)
    lines = numpy.ascontiguousarray(array.reshape(-1, array.shape[-1]))
    if check and hands_in_bulk.count_repeats(lines):
        raise ValueError("a hand has the same card twice")
    ranks, faulty = hands_in_bulk.ranks(lines)
    if faulty:
        raise ValueError("cards are whole numbers from 0 to 51")
    shaped: NDArray[np.uint16] = ranks.reshape(array.shape[:-1])
    return shaped


def classes(ranks: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return the class of each rank, as an index into `class_names`."""
    numpy, _ = _bulk()
    classes_found: NDArray[np.uint16] = numpy.right_shift(ranks, numpy.uint16(CLASS))
    return classes_found


def class_names(size: int) -> tuple[str, ...]:
    """Return the names of the classes of hands with this many cards, lowest first."""
    if size not in (3, 5, 7):
        raise ValueError(f"hands have 3, 5 or 7 cards, not {size}")
    return THREE_CARD_CLASSES if size == 3 else FIVE_CARD_CLASSES


def warm() -> None:
    """Compile now what the first call of `evaluate` would compile."""
    _, hands_in_bulk = _bulk()
    from pitboss.numeric import compiler

    compiler.warm(hands_in_bulk.KERNELS)


def _bulk() -> tuple[Any, Any]:
    """Import numpy and the compiled ranking. If one is missing, the ImportError says what to install."""
    from pitboss.numeric import compiler as _first  # noqa: F401, it says so
    from pitboss.numeric import hands

    import numpy  # isort: skip

    return numpy, hands
