"""What a hand is worth (18.3): the plain ranking, written as the text tells it.

Each class is one rule with its paragraph. Compiled evaluators are measured against this one, never the reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.law.force import rule
from pitboss.table.cards import RANK_OF

TEN = RANK_OF["T"]
HIGHEST = RANK_OF["A"]

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


@rule("18.3(a)", False)
def ace_runs_low(hand: Shape) -> bool:
    """The ace beside 2, 3, 4 and 5."""
    return hand.ranks == (HIGHEST, 5, 4, 3, 2)


def consecutive(hand: Shape) -> bool:
    return hand.groups[0] == 1 and hand.ranks[0] - hand.ranks[-1] == len(hand.ranks) - 1


def in_sequence(hand: Shape) -> bool:
    return consecutive(hand) or ace_runs_low(hand)


@rule("18.3(b)1", False)
def royal_flush(hand: Shape) -> bool:
    return hand.suited and hand.ranks == (14, 13, 12, 11, 10)


@rule("18.3(b)2", False)
def straight_flush(hand: Shape) -> bool:
    return hand.suited and in_sequence(hand)


@rule("18.3(b)3", False)
def four_of_a_kind(hand: Shape) -> bool:
    return hand.groups[0] == 4


@rule("18.3(b)4", False)
def full_house(hand: Shape) -> bool:
    return hand.groups == (3, 2)


@rule("18.3(b)5", False)
def flush(hand: Shape) -> bool:
    return hand.suited


@rule("18.3(b)6", False)
def straight(hand: Shape) -> bool:
    return in_sequence(hand)


@rule("18.3(b)7", False)
def three_of_a_kind(hand: Shape) -> bool:
    return hand.groups[0] == 3


@rule("18.3(b)8", False)
def two_pair(hand: Shape) -> bool:
    return hand.groups == (2, 2, 1)


@rule("18.3(b)9", False)
def one_pair(hand: Shape) -> bool:
    return hand.groups[0] == 2


FIVE_CARDS: tuple[tuple[str, Callable[[Shape], bool]], ...] = (
    ("royal flush", royal_flush),
    (STRAIGHT_FLUSH, straight_flush),
    ("four-of-a-kind", four_of_a_kind),
    ("full house", full_house),
    ("flush", flush),
    ("straight", straight),
    ("three-of-a-kind", three_of_a_kind),
    ("two pair", two_pair),
)


def five_card_class(cards: Sequence[str]) -> str:
    """The highest class the five cards make. A pair is told apart at tens, where payment begins."""
    hand = shape(cards)
    for name, holds in FIVE_CARDS:
        if holds(hand):
            return name
    if one_pair(hand):
        paired = next(rank for rank in hand.ranks if hand.ranks.count(rank) == 2)
        return PAYING_PAIR if paired >= TEN else LOW_PAIR
    return NOTHING


@rule("18.3(c)1", False)
def mini_royal(hand: Shape) -> bool:
    return hand.suited and hand.ranks == (14, 13, 12)


@rule("18.3(c)2", False)
def straight_flush_of_three(hand: Shape, run: bool) -> bool:
    return hand.suited and run


@rule("18.3(c)3", False)
def flush_of_three(hand: Shape, run: bool) -> bool:
    return hand.suited and not run


@rule("18.3(c)4", False)
def straight_of_three(run: bool) -> bool:
    return run


@rule("18.3(c)5", False)
def three_of_three(hand: Shape) -> bool:
    return hand.groups[0] == 3


@rule("18.3(c)6", False)
def pair_of_three(hand: Shape) -> bool:
    return hand.groups[0] == 2


def three_card_class(cards: Sequence[str], ace_two_three: str) -> str:
    """18.3(c) lists what is eligible and ranks nothing; no three cards are two of its hands at once."""
    hand = shape(cards)
    run = consecutive(hand) or (ace_two_three == "run" and hand.ranks == (HIGHEST, 3, 2))
    if mini_royal(hand):
        return MINI_ROYAL
    if straight_flush_of_three(hand, run):
        return STRAIGHT_FLUSH
    if flush_of_three(hand, run):
        return "flush"
    if straight_of_three(run):
        return "straight"
    if three_of_three(hand):
        return "three-of-a-kind"
    if pair_of_three(hand):
        return "pair"
    return NOTHING
