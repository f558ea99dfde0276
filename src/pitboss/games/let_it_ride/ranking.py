"""What a hand is worth (18.3): the plain ranking, written as the text tells it.

Each class is one line with its paragraph. Compiled evaluators are measured against this one, never the reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.law.force import in_force
from pitboss.table.cards import RANK_OF

TEN = RANK_OF["T"]
ACE = RANK_OF["A"]

NOTHING = "nothing"
LOW_PAIR = "pair below tens"
PAYING_PAIR = "pair of tens or better"
MINI_ROYAL = "mini-royal"
STRAIGHT_FLUSH = "straight flush"


class Shape(NamedTuple):
    """What the rules look at: ranks from high to low, how often each occurs, whether suited."""

    ranks: tuple[int, ...]
    groups: tuple[int, ...]  # how many of a kind, largest first
    suited: bool


def shape(cards: Sequence[str]) -> Shape:
    ranks = sorted([RANK_OF[card[0]] for card in cards], reverse=True)
    groups = sorted(map(ranks.count, set(ranks)), reverse=True)
    return Shape(tuple(ranks), tuple(groups), len({card[1] for card in cards}) == 1)


def consecutive(hand: Shape) -> bool:
    return hand.groups[0] == 1 and hand.ranks[0] - hand.ranks[-1] == len(hand.ranks) - 1


def in_sequence(hand: Shape) -> bool:
    """Consecutive, or an ace beside 2, 3, 4 and 5; the ace goes round no corner."""
    return consecutive(hand) or (hand.ranks == (ACE, 5, 4, 3, 2) and in_force("18.3(a)"))


class HandClass(NamedTuple):
    """A class of hands: its name, the paragraph that defines it, and whether a hand belongs to it."""

    name: str
    cite: str
    holds: Callable[[Shape], bool]


# From the highest down, as 18.3(b) lists them; the first that holds is what the hand is.
FIVE_CARDS = (
    HandClass("royal flush", "18.3(b)1", lambda hand: hand.suited and hand.ranks == (ACE, 13, 12, 11, TEN)),
    HandClass("straight flush", "18.3(b)2", lambda hand: hand.suited and in_sequence(hand)),
    HandClass("four-of-a-kind", "18.3(b)3", lambda hand: hand.groups[0] == 4),
    HandClass("full house", "18.3(b)4", lambda hand: hand.groups == (3, 2)),
    HandClass("flush", "18.3(b)5", lambda hand: hand.suited),
    HandClass("straight", "18.3(b)6", in_sequence),
    HandClass("three-of-a-kind", "18.3(b)7", lambda hand: hand.groups[0] == 3),
    HandClass("two pair", "18.3(b)8", lambda hand: hand.groups == (2, 2, 1)),
    HandClass("pair", "18.3(b)9", lambda hand: hand.groups[0] == 2),
)


def class_of(hand: Shape, classes: tuple[HandClass, ...]) -> str:
    for name, cite, holds in classes:
        if holds(hand) and in_force(cite):
            return name
    return NOTHING


def five_card_class(cards: Sequence[str]) -> str:
    """The highest class the five cards make. A pair is told apart at tens, where payment begins."""
    hand = shape(cards)
    made = class_of(hand, FIVE_CARDS)
    if made != "pair":
        return made
    paired = next(rank for rank in hand.ranks if hand.ranks.count(rank) == 2)
    return PAYING_PAIR if paired >= TEN else LOW_PAIR


def three_in_sequence(hand: Shape) -> bool:
    """Three consecutive ranks, the ace also below the 2 (a reading), never king-ace-two."""
    return consecutive(hand) or hand.ranks == (ACE, 3, 2)


def three_cards(run: Callable[[Shape], bool]) -> tuple[HandClass, ...]:
    """18.3(c) lists what is eligible and ranks nothing; no three cards are two of its hands at once."""
    return (
        HandClass(MINI_ROYAL, "18.3(c)1", lambda hand: hand.suited and hand.ranks == (ACE, 13, 12)),
        HandClass(STRAIGHT_FLUSH, "18.3(c)2", lambda hand: hand.suited and run(hand)),
        HandClass("flush", "18.3(c)3", lambda hand: hand.suited and not run(hand)),
        HandClass("straight", "18.3(c)4", run),
        HandClass("three-of-a-kind", "18.3(c)5", lambda hand: hand.groups[0] == 3),
        HandClass("pair", "18.3(c)6", lambda hand: hand.groups[0] == 2),
    )


THREE_CARDS = {"run": three_cards(three_in_sequence), "none": three_cards(consecutive)}


def three_card_class(cards: Sequence[str], ace_two_three: str) -> str:
    """`ace_two_three` is the choice in the reading of that name."""
    return class_of(shape(cards), THREE_CARDS[ace_two_three])
