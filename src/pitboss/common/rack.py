"""The discard rack at the end of a round, from which every hand can be rebuilt."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.table.cards import FULL_DECK, Lying


def must_be_whole(rack: Sequence[Lying]) -> None:
    """A rack that does not hold the whole deck was left by no round in which all cards are accounted for."""
    if len(rack) != len(FULL_DECK) or {lying.card for lying in rack} != set(FULL_DECK):
        raise ValueError(f"the rack must hold each of the {len(FULL_DECK)} cards once; it holds {len(rack)}")
