"""The same cards, dice and answers under other readings: what the players win by them in the engine.

A game's `same_rounds.py` has `play_round`, which plays a regular round of this seed under these readings, and
`NOTICED`, a reading with a price and a choice of it that such rounds must notice; None if no reading has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from kit.parts import part
from pitboss.table.cards import FULL_DECK

Reads = Mapping[str, str]
SEATS = (1, 4)


def random_cards(chance: Random, first: str, each: int, more: int) -> tuple[dict[int, str], list[str]]:
    """Return these cards for the first seat and any for the second, and so many others."""
    rest = chance.sample([card for card in FULL_DECK if card not in first.split()], each + more)
    return {SEATS[0]: first, SEATS[1]: " ".join(rest[:each])}, rest[each:]


def play_round_of(game: str) -> Callable[[Reads, int], list[int]]:
    play_round: Callable[[Reads, int], list[int]] = part(game, "same_rounds").play_round
    return play_round


def noticed_of(game: str) -> tuple[str, str] | None:
    noticed: tuple[str, str] | None = part(game, "same_rounds").NOTICED
    return noticed
