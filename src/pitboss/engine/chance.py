"""Where chance comes from. The engine asks; a source outside it answers, as an input like any other.

Live cards, dice and wheels come from the operating system's generator. A seeded source makes the same ones again for
tests and demonstrations and says so in every record.
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
    def __init__(self, label: str, draw: Callable[[int], bytes]) -> None:
        self.label = label  # "live" or "seeded:<seed>"; stands in the record
        self._draw = draw

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each equally likely: what would tip the scale is drawn again."""
        size, limit = _fair(bound)
        while (drawn := int.from_bytes(self._draw(size))) >= limit:
            pass
        return drawn % bound

    def order(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Every order of the cards equally likely: one fair draw of its number, unfolded card by card."""
        left = list(cards)
        which = self.below(factorial(len(left)))
        for last in range(len(left) - 1, 0, -1):
            which, other = divmod(which, last + 1)
            left[last], left[other] = left[other], left[last]
        return tuple(left)

    def salt(self) -> str:
        return self._draw(SALT_BYTES).hex()

    def answers(self, wait: Wait | None) -> Input | None:
        """The input a wait for chance wants; None if it waits for people."""
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
def _fair(bound: int) -> tuple[int, int]:
    """How many bytes to draw, and the largest multiple of the bound they can hold."""
    size = (bound.bit_length() + 7) // 8 + 2
    return size, (1 << (8 * size)) // bound * bound


def live_source() -> Source:
    return Source("live", os.urandom)


def seeded_source(seed: int) -> Source:
    """The same stream for the same seed on every machine: SHA-256 over seed and a counter."""
    counter = 0

    def draw(size: int) -> bytes:
        nonlocal counter
        block = b""
        while len(block) < size:
            block += hashlib.sha256(f"pitboss {seed} {counter}".encode()).digest()
            counter += 1
        return block[:size]

    return Source(f"seeded:{seed}", draw)
