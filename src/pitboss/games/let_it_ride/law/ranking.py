"""The ranking of hands (18.3), written in the order of the text.

Each class cites its paragraph. This is the plain ranking that compiled evaluators are checked against, never the
reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from pitboss.common.ranking import ACE, TEN, HandClass, Shape, class_of, five_card_classes, is_consecutive, shape
from pitboss.law import force
from pitboss.table.cards import RANK_NAMES
from pitboss.table.steps import describe_hand

LOW_PAIR = "pair below tens"
PAYING_PAIR = "pair of tens or better"
MINI_ROYAL = "mini-royal"
STRAIGHT_FLUSH = "straight flush"
ACE_TWO_THREE = (ACE, 3, 2)

# From the highest down, as 18.3(b) lists them. A hand belongs to the first class whose test it passes.
FIVE_CARDS = five_card_classes(
    "18.3(a)",
    (
        "18.3(b)1",
        "18.3(b)2",
        "18.3(b)3",
        "18.3(b)4",
        "18.3(b)5",
        "18.3(b)6",
        "18.3(b)7",
        "18.3(b)8",
        "18.3(b)9",
    ),
)


def five_card_class(cards: Sequence[str]) -> str:
    """Return the highest class that five cards make. Pairs are split at tens, where payment begins."""
    hand = shape(cards)
    # While a test may switch off a paragraph, the cached classes do not hold.
    return _cached_class(hand) if force.watcher is None else class_of_shape(hand)


def class_of_shape(hand: Shape) -> str:
    class_name = class_of(hand, FIVE_CARDS)
    if class_name != "pair":
        return class_name
    paired = next(rank for rank in hand.ranks if hand.ranks.count(rank) == 2)
    return PAYING_PAIR if paired >= TEN else LOW_PAIR


_cached_class = lru_cache(1000)(class_of_shape)


@lru_cache(1000)  # each hand of a round is described more than once
def hand_in_words(cards: tuple[str, ...], class_name: str) -> str:
    """Describe a hand in words: "king high", "pair of nines". Other classes are described by their name."""
    if class_name not in (LOW_PAIR, PAYING_PAIR):
        return describe_hand(class_name, cards)
    ranks = [card[0] for card in cards]
    paired = RANK_NAMES[next(rank for rank in ranks if ranks.count(rank) == 2)]
    return f"pair of {paired}{'es' if paired == 'six' else 's'}"


def three_in_sequence(hand: Shape) -> bool:
    """Return whether three ranks are consecutive. A-2-3 counts too (by a reading); K-A-2 never does."""
    return is_consecutive(hand) or hand.ranks == ACE_TWO_THREE


def three_card_hand_classes(run: Callable[[Shape], bool]) -> tuple[HandClass, ...]:
    """Return the classes of three-card hands that 18.3(c) lists. It does not rank them, but no hand belongs to two of
    them.
    """
    return (
        HandClass(MINI_ROYAL, "18.3(c)1", lambda hand: hand.suited and hand.ranks == (ACE, 13, 12)),
        HandClass(STRAIGHT_FLUSH, "18.3(c)2", lambda hand: hand.suited and run(hand)),
        HandClass("flush", "18.3(c)3", lambda hand: hand.suited and not run(hand)),
        HandClass("straight", "18.3(c)4", run),
        HandClass("three-of-a-kind", "18.3(c)5", lambda hand: hand.groups[0] == 3),
        HandClass("pair", "18.3(c)6", lambda hand: hand.groups[0] == 2),
    )


THREE_CARDS = {"run": three_card_hand_classes(three_in_sequence), "none": three_card_hand_classes(is_consecutive)}


def three_card_class(cards: Sequence[str], ace_two_three: str) -> str:
    """Return the class of three cards. `ace_two_three` is the choice in the reading of that name."""
    return class_of(shape(cards), THREE_CARDS[ace_two_three])
