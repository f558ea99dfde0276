"""A question about a hand: what the discard rack says of it, beside what was settled."""

from __future__ import annotations

import msgspec


class Disputed(msgspec.Struct, frozen=True):
    """One hand of a finished round. Seat and position 0 are the dealer's, where his hand is rebuilt as well."""

    seat: int
    position: int
    cards: tuple[str, ...]  # as the rack has them
    hand_class: str  # what they make
    settled: tuple[str, ...]  # the hand that was settled, or given up
    cite: str  # the paragraph that has the cards racked so that the hand can be rebuilt

    @property
    def agrees(self) -> bool:
        return self.settled == self.cards
