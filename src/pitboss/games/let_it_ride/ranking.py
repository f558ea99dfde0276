"""What a hand is worth (18.3): the plain ranking, written as the text tells it.

Each class has its paragraph. Compiled evaluators are measured against this one, never the reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from pitboss.common.ranking import ACE, TEN, HandClass, Shape, class_of, consecutive, five_card_classes, shape
from pitboss.law import force
from pitboss.table.cards import RANK_NAMES
from pitboss.table.steps import describe_hand

LOW_PAIR = "pair below tens"
PAYING_PAIR = "pair of tens or better"
MINI_ROYAL = "mini-royal"
STRAIGHT_FLUSH = "straight flush"
ACE_TWO_THREE = (ACE, 3, 2)

# From the highest down, as 18.3(b) lists them; the first that holds is what the hand is.
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
    """The highest class the five cards make. A pair is told apart at tens, where payment begins."""
    hand = shape(cards)
    # While a paragraph may be switched off, each hand is looked at anew.
    return _remembered(hand) if force.watcher is None else made_of(hand)


def made_of(hand: Shape) -> str:
    made = class_of(hand, FIVE_CARDS)
    if made != "pair":
        return made
    paired = next(rank for rank in hand.ranks if hand.ranks.count(rank) == 2)
    return PAYING_PAIR if paired >= TEN else LOW_PAIR


_remembered = lru_cache(1000)(made_of)


@lru_cache(1000)  # each hand of a round is told more than once
def told(cards: tuple[str, ...], made: str) -> str:
    """A hand in words: "king high", "pair of nines"; a class that says it all by its own name."""
    if made not in (LOW_PAIR, PAYING_PAIR):
        return describe_hand(made, cards)
    ranks = [card[0] for card in cards]
    paired = RANK_NAMES[next(rank for rank in ranks if ranks.count(rank) == 2)]
    return f"pair of {paired}{'es' if paired == 'six' else 's'}"


def three_in_sequence(hand: Shape) -> bool:
    """Three consecutive ranks, the ace also below the 2 (a reading), never king-ace-two."""
    return consecutive(hand) or hand.ranks == ACE_TWO_THREE


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
