"""What a hand is worth (32.5): the plain ranking, written as the text tells it.

A hand is weighed three times over: by its class (32.5(b)1 to 9), by the order that the item sets within the class, and
only then by the highest card that the other hand lacks (32.5(c)). Compiled evaluators are measured against this one,
never the reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from pitboss.law import force
from pitboss.law.force import in_force, rule
from pitboss.table.cards import RANK_OF

ACE, KING, QUEEN, JACK, TEN = 14, 13, 12, 11, 10
FIVE = 5  # cards of a hand

NOTHING = "nothing"
STRAIGHT = "straight"
PAIR = "one pair"

Cards: TypeAlias = tuple[str, ...]
Strength: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]


class Shape(NamedTuple):
    """What the rules look at: ranks from high to low, those that occur more than once, whether suited."""

    ranks: tuple[int, ...]
    suited: bool
    groups: tuple[int, ...]  # how many of a kind, largest first
    paired: tuple[int, ...]  # the rank of each group of two or more, largest group first, then highest rank


def shape(ranks: tuple[int, ...], suited: bool) -> Shape:
    counts = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    groups = tuple([count for count, _ in counts])
    return Shape(ranks, suited, groups, tuple([rank for count, rank in counts if count > 1]))


def top_of_run(hand: Shape) -> int:
    """The top card of five in sequence, the ace also below the 2; nought if they are none. It goes round no corner."""
    if hand.groups[0] == 1:
        if hand.ranks[0] - hand.ranks[-1] == FIVE - 1:
            return hand.ranks[0]
        if hand.ranks == (ACE, 5, 4, 3, 2) and in_force("32.5(a)"):
            return 5
    return 0


def by_top_card(hand: Shape) -> tuple[int, ...]:
    return (top_of_run(hand),)


def by_pairs(hand: Shape) -> tuple[int, ...]:
    """The larger group before the smaller one, the higher rank before the lower."""
    return hand.paired


def all_alike(hand: Shape) -> tuple[int, ...]:
    return ()


class HandClass(NamedTuple):
    """A class of hands: its name, its paragraph, whether a hand belongs to it, and what orders it within."""

    name: str
    cite: str
    holds: Callable[[Shape], object]
    order: Callable[[Shape], tuple[int, ...]]


# From the highest down, as 32.5(b) lists them; the first that holds is what the hand is.
CLASSES = (
    HandClass("royal flush", "32.5(b)1", lambda hand: hand.suited and top_of_run(hand) == ACE, all_alike),
    HandClass("straight flush", "32.5(b)2", lambda hand: hand.suited and top_of_run(hand), by_top_card),
    HandClass("four-of-a-kind", "32.5(b)3", lambda hand: hand.groups[0] == 4, by_pairs),
    HandClass("full house", "32.5(b)4", lambda hand: hand.groups == (3, 2), by_pairs),
    HandClass("flush", "32.5(b)5", lambda hand: hand.suited, all_alike),
    HandClass(STRAIGHT, "32.5(b)6", top_of_run, by_top_card),
    HandClass("three-of-a-kind", "32.5(b)7", lambda hand: hand.groups[0] == 3, by_pairs),
    HandClass("two pairs", "32.5(b)8", lambda hand: hand.groups == (2, 2, 1), by_pairs),
    HandClass(PAIR, "32.5(b)9", lambda hand: hand.groups[0] == 2, by_pairs),
    HandClass(NOTHING, "32.5(c)", lambda hand: True, all_alike),
)


@rule("32.5(c)", ())
def by_highest_card(hand: Shape) -> tuple[int, ...]:
    """Of two hands alike so far, the first rank in which these differ is the highest card the other lacks."""
    return hand.ranks


def strength(five: Sequence[str]) -> Strength:
    """Five cards, weighed. The greater of two is the better hand; equal ones push."""
    ranks = tuple(sorted([RANK_OF[card[0]] for card in five], reverse=True))
    suited = len({card[1] for card in five}) == 1
    # There are but 7,462 kinds of hands; while a paragraph may be switched off, each is looked at anew.
    return _remembered(ranks, suited) if force.watcher is None else weigh(ranks, suited)


def weigh(ranks: tuple[int, ...], suited: bool) -> Strength:
    hand = shape(ranks, suited)
    for place, (_, cite, holds, order) in enumerate(CLASSES):
        if holds(hand) and in_force(cite):
            return -place, order(hand), by_highest_card(hand)
    return -len(CLASSES), (), ()


_remembered = cache(weigh)


def class_of(five: Sequence[str]) -> str:
    place = -strength(five)[0]
    return CLASSES[place].name if place < len(CLASSES) else NOTHING


@rule("32.1", ())
def best_hand(own: Cards, community: Cards, way: str = "any-five") -> Cards:
    """The highest ranking five of one's own two cards and the community cards; `way` is the reading hand-of-seven."""
    if way == "two-and-three":
        return max((own + three for three in combinations(community, FIVE - len(own))), key=strength)
    return max(combinations(own + community, FIVE), key=strength)


def below_a_pair(five: Sequence[str]) -> bool:
    return class_of(five) == NOTHING
