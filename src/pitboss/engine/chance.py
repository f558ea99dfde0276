"""Sources of chance. The engine asks; a source outside it answers, with an input like any other.

Live cards, dice and wheels come from the operating system's generator. A seeded source repeats the same ones for tests
and demonstrations, and every record says so.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from functools import cache
from math import factorial

from pitboss.engine.inputs import CardOrder, Cut, Input, Spin, Throw
from pitboss.engine.waits import CardOrderWanted, CutWanted, ShoeOrderWanted, SpinWanted, ThrowWanted, Wait
from pitboss.table.table import FACES

SALT_BYTES = 32


class Source:
    """A source of random cards, cuts, dice and spins."""

    def __init__(self, label: str, draw: Callable[[int], bytes]) -> None:
        self.label = label  # "live" or "seeded:<seed>"; written to the record
        self._draw = draw

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 to bound - 1, each equally likely. A draw that would favor some numbers is
        discarded."""
        size, limit = _fair_range(bound)
        while (number := int.from_bytes(self._draw(size))) >= limit:
            pass
        return number % bound

    def order(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Shuffle the cards, each order equally likely: draw the number of the order and unfold it card by card."""
        shuffled = list(cards)
        index = self.below(factorial(len(shuffled)))
        for last in range(len(shuffled) - 1, 0, -1):
            index, swap = divmod(index, last + 1)
            shuffled[last], shuffled[swap] = shuffled[swap], shuffled[last]
        return tuple(shuffled)

    def salt(self) -> str:
        """Draw a salt, in hexadecimal."""
        return self._draw(SALT_BYTES).hex()

    def answers(self, wait: Wait | None) -> Input | None:
        """Return the input that a wait for chance wants; None if the wait is for people."""
        if wait is None or not wait.for_chance:
            return None
        if isinstance(wait, ShoeOrderWanted):
            return CardOrder(self.order(wait.cards), self.salt())
        if isinstance(wait, CardOrderWanted):
            return CardOrder(self.order(wait.cards))
        if isinstance(wait, ThrowWanted):
            return Throw(tuple([1 + self.below(FACES) for _ in range(wait.dice)]))
        if isinstance(wait, SpinWanted):
            return Spin(self.below(wait.stops))
        assert isinstance(wait, CutWanted)
        return Cut(wait.fewest + self.below(wait.most - wait.fewest + 1))


@cache
def _fair_range(bound: int) -> tuple[int, int]:
    """Return how many random bytes to draw for a number below `bound`, and the largest multiple of `bound` that fits
    into them: numbers from there on are drawn again, so that all results are equally likely.
    """
    size = (bound.bit_length() + 7) // 8 + 2
    return size, (1 << (8 * size)) // bound * bound


def live_source() -> Source:
    """Return a source that draws from the operating system's generator."""
    return Source("live", os.urandom)


def seeded_source(seed: int) -> Source:
    """Return a source that draws the same stream for the same seed on every machine: SHA-256 of the seed and a
    counter."""
    counter = 0

    def draw(size: int) -> bytes:
        nonlocal counter
        block = b""
        while len(block) < size:
            block += hashlib.sha256(f"pitboss {seed} {counter}".encode()).digest()
            counter += 1
        return block[:size]

    return Source(f"seeded:{seed}", draw)
