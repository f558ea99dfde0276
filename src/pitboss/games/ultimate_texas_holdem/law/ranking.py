"""The ranking of hands (32.5), written in the order of the text.

Hands are compared in three steps: by class (32.5(b)1 to 9), then by the order that the item sets within the class, and
only then by the highest card that the other hand lacks (32.5(c)). This is the plain ranking that compiled evaluators
are checked against, never the reverse.
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
    is_suited,
    ranks_of,
    shape_of,
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
HIGH_TO_LOW = (*(hand_class.name for hand_class in CLASSES), NOTHING)
RUNS = ("royal flush", "straight flush", "straight")

Cards: TypeAlias = tuple[str, ...]
Strength: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]


def strength(five: Cards) -> Strength:
    """Return a tuple that orders hands of five cards: the greater one is the better hand, and equal ones push."""
    return _cached_strength(five) if force.watcher is None else _strength(five)


def _strength(five: Cards) -> Strength:
    return strength_of(ranks_of(five), is_suited(five))


_cached_strength = lru_cache(1000)(_strength)  # the strength of each hand of a round is needed several times


def strength_of(ranks: tuple[int, ...], suited: bool) -> Strength:
    """Return the strength by ranks and suitedness, cached: there are only 7,462 kinds of hands.

    While a test may switch off a paragraph, the cache is not used.
    """
    return _cached_weigh(ranks, suited) if force.watcher is None else weigh(ranks, suited)


def weigh(ranks: tuple[int, ...], suited: bool) -> Strength:
    """Compute the strength: the class, the order within the class, then the high cards."""
    hand = shape_of(ranks, suited)
    class_name = class_of(hand, CLASSES)
    return -HIGH_TO_LOW.index(class_name), order_within_class(class_name, hand), rank_by_high_cards(hand)


_cached_weigh = cache(weigh)


def order_within_class(class_name: str, hand: Shape) -> tuple[int, ...]:
    """Return what orders hands of one class under 32.5(b): the top card of a run, else the ranks of the groups.

    The larger group comes first.
    """
    if class_name in RUNS:
        return (5,) if hand.ranks == WHEEL else hand.ranks[:1]
    groups = {(hand.ranks.count(rank), rank) for rank in hand.ranks if hand.ranks.count(rank) > 1}
    return tuple(rank for _, rank in sorted(groups, reverse=True))


@rule("32.5(c)", ())
def rank_by_high_cards(hand: Shape) -> tuple[int, ...]:
    """Return the ranks, which compare hands that are alike so far by the highest card the other lacks."""
    return hand.ranks


def hand_class(five: Cards) -> str:
    return HIGH_TO_LOW[-strength(five)[0]]


def hand_in_words(five: Cards) -> str:
    """Describe the hand in words: "pair of jacks", "three sixes", "nine-high straight", "king high"."""
    _, within, _ = strength(five)
    return class_in_words(hand_class(five), within or ranks_of(five)[:1])


@cache
def class_in_words(class_name: str, ranks: tuple[int, ...]) -> str:
    names = [RANK_NAMES[RANKS[rank - 2]] for rank in ranks]
    plurals = [name + ("es" if name == "six" else "s") for name in names]
    words = {
        "royal flush": class_name,
        "four-of-a-kind": f"four {plurals[0]}",
        "full house": f"full house, {' over '.join(plurals)}",
        "three-of-a-kind": f"three {plurals[0]}",
        "two pair": f"two pair, {' and '.join(plurals)}",
        "pair": f"pair of {plurals[0]}",
        NOTHING: f"{names[0]} high",
    }
    return words.get(class_name, f"{names[0]}-high {class_name}")


def deciding_card(five: Cards, other_five: Cards) -> str:
    """Return the highest card that the lower of two hands lacks, or "" unless 32.5(c) alone decides between them."""
    (*prefix, low), (*other_prefix, high) = sorted((strength(five), strength(other_five)))
    if prefix != other_prefix or low == high:
        return ""
    return RANK_NAMES[RANKS[next(rank for rank, lower in zip(high, low, strict=True) if rank != lower) - 2]]


@rule("32.1", ())
def best_hand(own: Cards, community: Cards, way: str = "any-five") -> Cards:
    """Return the highest-ranking five of a player's own two cards and the community cards.

    `way` is the choice in the reading hand-of-seven.
    """
    return _cached_best(own, community, way) if force.watcher is None else _best(own, community, way)


def _best(own: Cards, community: Cards, way: str) -> Cards:
    if way == "two-and-three":
        return max((own + three for three in combinations(community, FIVE - len(own))), key=strength)
    cards = own + community
    if has_no_flush(cards):
        return _first_cards_with(_best_ranks(ranks_of(cards)), cards)
    return max(combinations(cards, FIVE), key=strength)


def best_strength(own: Cards, community: Cards) -> Strength:
    """Return the strength of the best hand."""
    cards = own + community
    if has_no_flush(cards):
        return _unsuited_strength(_best_ranks(ranks_of(cards)))
    return strength(best_hand(own, community))


def has_no_flush(cards: Cards) -> bool:
    """Return whether no five cards are of one suit. While a test may switch off a paragraph, return False."""
    return force.watcher is None and max(map(suits_of(cards).count, SUITS)) < FIVE


_cached_best = lru_cache(1000)(_best)  # needed when the player decides and again at settlement


@lru_cache(1000)  # of 49,205, which would take 14 MB of a long-running server
def _best_ranks(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ranks of the best five cards, where no five are of one suit and ranks alone decide."""
    return max(combinations(ranks, FIVE), key=_unsuited_strength)


def _unsuited_strength(ranks: tuple[int, ...]) -> Strength:
    """Return the strength of five ranks not all of one suit. Use it only where no paragraph is switched off."""
    return _cached_weigh(ranks, False)


def _first_cards_with(ranks: tuple[int, ...], cards: Cards) -> Cards:
    """Return the first cards that have these ranks, as trying all combinations in order would."""
    remaining, cards_ = list(ranks), []
    for card in cards:
        if (rank := RANK_OF_CARD[card]) in remaining:
            remaining.remove(rank)
            cards_.append(card)
    return tuple(cards_)
