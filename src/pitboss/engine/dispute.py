"""The answer to a question about a settled hand: the cards that the discard rack has for it, beside those that were
settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from pitboss.table.cards import Lying

if TYPE_CHECKING:
    from pitboss.engine.driver import Driver


class DisputedHand(msgspec.Struct, frozen=True):
    """One hand of a finished round. Seat and position 0 are the dealer's, where his hand is rebuilt as well."""

    seat: int
    position: int
    cards: tuple[str, ...]  # as the rack has them
    hand_class: str  # what they make, in words
    settled: tuple[str, ...]  # the hand that was settled, or given up
    cite: str  # the paragraph by which cards are racked so that hands can be rebuilt

    @property
    def agrees(self) -> bool:
        """True if the rack and the settlement have the same cards, in whatever order."""
        return sorted(self.settled) == sorted(self.cards)


class Rebuilds(Protocol):
    """A function that rebuilds the hands of a game's round from the discard rack.

    Raises ValueError for a rack that no such round can have left.
    """

    def __call__(self, driver: Driver, observed: Sequence[Lying] | None = None) -> Iterable[DisputedHand]: ...
