"""Rank hands as the texts define it: the plain ranking against which compiled evaluators are tested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.law.force import in_force
from pitboss.table.cards import NOTHING as NOTHING
from pitboss.table.cards import RANK_OF, RANK_OF_CARD, RANKS, SUITS

TEN, ACE = RANK_OF["T"], RANK_OF["A"]
ROYAL = (ACE, 13, 12, 11, TEN)
WHEEL = (ACE, 5, 4, 3, 2)  # the ace below the two
ONE_SUIT = frozenset(suit * cards for suit in SUITS for cards in range(1, len(RANKS) + 1))


class Shape(NamedTuple):
    """The shape of a hand: its ranks from high to low, how often each occurs, and whether it is of one suit."""

    ranks: tuple[int, ...]
    groups: tuple[int, ...]  # how many of a kind, largest first
    suited: bool


def shape(cards: Sequence[str]) -> Shape:
    """Return the shape of a hand."""
    return shape_of(ranks_of(cards), is_suited(cards))


def ranks_of(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the ranks of cards, from high to low."""
    return tuple(sorted(map(RANK_OF_CARD.__getitem__, cards), reverse=True))


def is_suited(cards: Iterable[str]) -> bool:
    """Return whether all cards are of one suit."""
    return suits_of(cards) in ONE_SUIT


def suits_of(cards: Iterable[str]) -> str:
    """Return the suits of cards, a letter for each."""
    return "".join(cards)[1::2]


@lru_cache(1000)  # of 7,462 with five cards: a server that runs for long would otherwise keep them all
def shape_of(ranks: tuple[int, ...], suited: bool) -> Shape:
    """Return the shape of a hand with these ranks, from high to low."""
    return Shape(ranks, tuple(sorted(map(ranks.count, set(ranks)), reverse=True)), suited)


def is_consecutive(hand: Shape) -> bool:
    """Return whether the ranks of a hand follow each other without a gap or a pair."""
    return hand.groups[0] == 1 and hand.ranks[0] - hand.ranks[-1] == len(hand.ranks) - 1


class HandClass(NamedTuple):
    """A class of hands: its name, the paragraph that defines it, and a test whether a hand belongs to it."""

    name: str
    cite: str
    holds: Callable[[Shape], bool]


def class_of(hand: Shape, classes: tuple[HandClass, ...]) -> str:
    """Return the first class to which a hand belongs; the classes run from the highest down."""
    for name, cite, holds in classes:
        if holds(hand) and in_force(cite):
            return name
    return NOTHING


def five_card_classes(low_ace: str, cites: tuple[str, str, str, str, str, str, str, str, str]) -> tuple[HandClass, ...]:
    """Return the nine classes of five cards, from the highest down, under one subchapter's ids.

    `low_ace` is the paragraph that lets an ace stand below 2, 3, 4 and 5. No sequence goes past the ace to the two.
    """

    def in_sequence(hand: Shape) -> bool:
        return is_consecutive(hand) or (hand.ranks == WHEEL and in_force(low_ace))

    holds: dict[str, Callable[[Shape], bool]] = {
        "royal flush": lambda hand: hand.suited and hand.ranks == ROYAL,
        "straight flush": lambda hand: hand.suited and in_sequence(hand),
        "four-of-a-kind": lambda hand: hand.groups[0] == 4,
        "full house": lambda hand: hand.groups == (3, 2),
        "flush": lambda hand: hand.suited,
        "straight": in_sequence,
        "three-of-a-kind": lambda hand: hand.groups[0] == 3,
        "two pair": lambda hand: hand.groups[:2] == (2, 2),
        "pair": lambda hand: hand.groups[0] == 2,
    }
    return tuple(HandClass(name, cite, test) for (name, test), cite in zip(holds.items(), cites, strict=True))
