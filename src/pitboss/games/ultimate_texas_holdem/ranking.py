"""What a hand is worth (32.5): the plain ranking, written as the text tells it.

A hand is weighed three times over: by its class (32.5(b)1 to 9), by the order that the item sets within the class, and
only then by the highest card that the other hand lacks (32.5(c)). Compiled evaluators are measured against this one,
never the reverse.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TypeAlias

from pitboss.common.ranking import (
    NOTHING,
    WHEEL,
    Shape,
    class_of,
    five_card_classes,
    ranks_of,
    shape_of,
    suited,
    suits_of,
)
from pitboss.law import force
from pitboss.law.force import rule
from pitboss.table.cards import RANK_NAMES, RANK_OF_CARD, RANKS, SUITS

FIVE = 5  # cards of a hand

# From the highest down, as 32.5(b) lists them.
CLASSES = five_card_classes(
    "32.5(a)",
    (
        "32.5(b)1",
        "32.5(b)2",
        "32.5(b)3",
        "32.5(b)4",
        "32.5(b)5",
        "32.5(b)6",
        "32.5(b)7",
        "32.5(b)8",
        "32.5(b)9",
    ),
)
HIGH_TO_LOW = (*(made.name for made in CLASSES), NOTHING)
RUNS = ("royal flush", "straight flush", "straight")

Cards: TypeAlias = tuple[str, ...]
Strength: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]


def strength(five: Cards) -> Strength:
    """Five cards, weighed. The greater of two is the better hand; equal ones push."""
    return _asked_again(five) if force.watcher is None else _strength(five)


def _strength(five: Cards) -> Strength:
    return worth_of(ranks_of(five), suited(five))


_asked_again = lru_cache(1000)(_strength)  # each hand of a round is asked for several times


def worth_of(ranks: tuple[int, ...], suited: bool) -> Strength:
    """There are but 7,462 kinds of hands; while a paragraph may be switched off, each is looked at anew."""
    return _remembered(ranks, suited) if force.watcher is None else weigh(ranks, suited)


def weigh(ranks: tuple[int, ...], suited: bool) -> Strength:
    hand = shape_of(ranks, suited)
    made = class_of(hand, CLASSES)
    return -HIGH_TO_LOW.index(made), order_within(made, hand), by_highest_card(hand)


_remembered = cache(weigh)


def order_within(made: str, hand: Shape) -> tuple[int, ...]:
    """As the items of 32.5(b) set it: runs by their top card, the rest by what is paired, the larger group first."""
    if made in RUNS:
        return (5,) if hand.ranks == WHEEL else hand.ranks[:1]
    paired = {(hand.ranks.count(rank), rank) for rank in hand.ranks if hand.ranks.count(rank) > 1}
    return tuple(rank for _, rank in sorted(paired, reverse=True))


@rule("32.5(c)", ())
def by_highest_card(hand: Shape) -> tuple[int, ...]:
    """Of two hands alike so far, the first rank in which these differ is the highest card the other lacks."""
    return hand.ranks


def hand_class(five: Cards) -> str:
    return HIGH_TO_LOW[-strength(five)[0]]


def in_words(five: Cards) -> str:
    """The hand as people call it: "pair of jacks", "three sixes", "nine-high straight", "king high"."""
    _, within, _ = strength(five)
    return called(hand_class(five), within or ranks_of(five)[:1])


@cache
def called(made: str, ranks: tuple[int, ...]) -> str:
    names = [RANK_NAMES[RANKS[rank - 2]] for rank in ranks]
    many = [name + ("es" if name == "six" else "s") for name in names]
    words = {
        "royal flush": made,
        "four-of-a-kind": f"four {many[0]}",
        "full house": f"full house, {' over '.join(many)}",
        "three-of-a-kind": f"three {many[0]}",
        "two pair": f"two pair, {' and '.join(many)}",
        "pair": f"pair of {many[0]}",
        NOTHING: f"{names[0]} high",
    }
    return words.get(made, f"{names[0]}-high {made}")


def deciding_card(one: Cards, other: Cards) -> str:
    """The highest card that the lower of two hands lacks, if nothing but 32.5(c) sets them apart."""
    (*same, low), (*alike, high) = sorted((strength(one), strength(other)))
    if same != alike or low == high:
        return ""
    return RANK_NAMES[RANKS[next(rank for rank, lower in zip(high, low, strict=True) if rank != lower) - 2]]


@rule("32.1", ())
def best_hand(own: Cards, community: Cards, way: str = "any-five") -> Cards:
    """The highest ranking five of one's own two cards and the community cards; `way` is the reading hand-of-seven."""
    return _asked_for_best(own, community, way) if force.watcher is None else _best(own, community, way)


def _best(own: Cards, community: Cards, way: str) -> Cards:
    if way == "two-and-three":
        return max((own + three for three in combinations(community, FIVE - len(own))), key=strength)
    cards = own + community
    if by_ranks_alone(cards):
        return _first_of(_best_ranks(ranks_of(cards)), cards)
    return max(combinations(cards, FIVE), key=strength)


def best_strength(own: Cards, community: Cards) -> Strength:
    """What the best hand is worth, whichever cards it is made of."""
    cards = own + community
    if by_ranks_alone(cards):
        return _unsuited(_best_ranks(ranks_of(cards)))
    return strength(best_hand(own, community))


def by_ranks_alone(cards: Cards) -> bool:
    """No five of them are of one suit. While a paragraph may be switched off, all of them are tried all the same."""
    return force.watcher is None and max(map(suits_of(cards).count, SUITS)) < FIVE


_asked_for_best = lru_cache(1000)(_best)  # by the player as he decides, and when his hand is settled


@lru_cache(1000)  # of 49,205: all of them would be 14 MB of a server that runs for long
def _best_ranks(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The best five of these where no five are of one suit: the ranks alone decide."""
    return max(combinations(ranks, FIVE), key=_unsuited)


def _unsuited(ranks: tuple[int, ...]) -> Strength:
    """Only where nothing is switched off."""
    return _remembered(ranks, False)


def _first_of(ranks: tuple[int, ...], cards: Cards) -> Cards:
    """The first cards that have these ranks: of equal hands, the one that trying them in order would find."""
    wanted, found = list(ranks), []
    for card in cards:
        if (rank := RANK_OF_CARD[card]) in wanted:
            wanted.remove(rank)
            found.append(card)
    return tuple(found)
