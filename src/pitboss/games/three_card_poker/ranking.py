"""What a hand is worth: the plain ranking. Section 20.3 is not held; this is its later text, a labelled default.

Compiled evaluators are measured against this one, never the reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.common.ranking import NOTHING, HandClass, Shape, class_of, consecutive, shape
from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_NAMES, RANK_OF

QUEEN, ACE = RANK_OF["Q"], RANK_OF["A"]
ACE_LOW = 1  # below the two
ACE_TWO_THREE = (ACE, 3, 2)
RUNS = ("straight", "straight flush")
BY = "reading:ranking"
FROM_THE_LOWEST = (NOTHING, "pair", "flush", "straight", "three-of-a-kind", "straight flush")


def in_sequence(hand: Shape) -> bool:
    """Three consecutive ranks, or the ace below 2 and 3; the ace goes round no corner."""
    return consecutive(hand) or hand.ranks == ACE_TWO_THREE


def classes(run: Callable[[Shape], bool]) -> tuple[HandClass, ...]:
    """From the highest down; the first that holds is what the hand is."""
    return (
        HandClass("straight flush", BY, lambda hand: hand.suited and run(hand)),
        HandClass("three-of-a-kind", BY, lambda hand: hand.groups[0] == 3),
        HandClass("straight", BY, run),
        HandClass("flush", BY, lambda hand: hand.suited),
        HandClass("pair", BY, lambda hand: hand.groups[0] == 2),
    )


CLASSES = {"run": classes(in_sequence), "none": classes(consecutive)}


def hand_class(cards: Sequence[str], rules: Rules) -> str:
    """The highest class that the three cards make."""
    return class_of(shape(cards), CLASSES[rules.reads("ace-two-three")])


def strength(cards: Sequence[str], rules: Rules) -> tuple[int, ...]:
    """Of two hands the one of greater strength ranks higher; suits count for nothing, so two may be equal."""
    hand, made = shape(cards), hand_class(cards, rules)
    ranks = in_order(hand, made) if rules.reads("ranking") == "order-of-the-class" else hand.ranks
    return (FROM_THE_LOWEST.index(made), *ranks)


def in_order(hand: Shape, made: str) -> tuple[int, ...]:
    """The ranks as the hand is read: what is paired first, then from the highest down; 3-2-A where that is a run."""
    if hand.ranks == ACE_TWO_THREE and made in RUNS:
        return (3, 2, ACE_LOW)
    return tuple(sorted(hand.ranks, key=lambda rank: (hand.ranks.count(rank), rank), reverse=True))


def laid_out(cards: Sequence[str], made: str) -> tuple[str, ...]:
    """The cards in that order."""
    order = in_order(shape(cards), made)
    low = ACE_LOW in order
    return tuple(sorted(cards, key=lambda card: order.index(ACE_LOW if low and card[0] == "A" else RANK_OF[card[0]])))


def dealer_plays(cards: Sequence[str], rules: Rules) -> bool:
    """Queen high or better (20.11(a)1)."""
    lowest = number("20.11(a)1", "high card with which the dealer plays", QUEEN)
    return hand_class(cards, rules) != NOTHING or shape(cards).ranks[0] >= lowest


def told(cards: Sequence[str], made: str) -> str:
    """The hand in words: "pair of jacks", "three sixes", "nine-high straight", "king high"."""
    highest = RANK_NAMES[laid_out(cards, made)[0][0]]
    many = highest + ("es" if highest == "six" else "s")
    words = {NOTHING: f"{highest} high", "pair": f"pair of {many}", "three-of-a-kind": f"three {many}"}
    return words.get(made, f"{highest}-high {made}")
