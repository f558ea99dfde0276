"""The ranking of hands. Section 20.3 is not held; its later text is used as a labeled default.

This is the plain ranking that compiled evaluators are checked against, never the reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.common.ranking import NOTHING, HandClass, Shape, class_of, is_consecutive, shape
from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_NAMES, RANK_OF

QUEEN, ACE = RANK_OF["Q"], RANK_OF["A"]
ACE_LOW = 1  # below the two
ACE_TWO_THREE = (ACE, 3, 2)
RUNS = ("straight", "straight flush")
RANKING, LOW_ACE = "reading:ranking", "reading:ace-two-three"
FROM_THE_LOWEST = (NOTHING, "pair", "flush", "straight", "three-of-a-kind", "straight flush")


def in_sequence(hand: Shape) -> bool:
    """Return whether the ranks are consecutive. The ace also counts as low in A-2-3; K-A-2 is no sequence."""
    return is_consecutive(hand) or hand.ranks == ACE_TWO_THREE


def hand_classes(run: Callable[[Shape], bool]) -> tuple[HandClass, ...]:
    """Return the classes from the highest down. A hand belongs to the first class whose test it passes."""
    return (
        HandClass("straight flush", RANKING, lambda hand: hand.suited and run(hand)),
        HandClass("three-of-a-kind", RANKING, lambda hand: hand.groups[0] == 3),
        HandClass("straight", RANKING, run),
        HandClass("flush", RANKING, lambda hand: hand.suited),
        HandClass("pair", RANKING, lambda hand: hand.groups[0] == 2),
    )


CLASSES = {"run": hand_classes(in_sequence), "none": hand_classes(is_consecutive)}


def hand_class(cards: Sequence[str], rules: Rules) -> str:
    """Return the highest class that the three cards make."""
    return class_of(shape(cards), CLASSES[rules.reads("ace-two-three")])


def strength(cards: Sequence[str], rules: Rules) -> tuple[int, ...]:
    """Return a tuple that orders hands: the greater one ranks higher. Suits do not count, so two hands may be equal."""
    return strength_by(cards, rules.reads("ranking"), rules.reads("ace-two-three"))


def strength_by(cards: Sequence[str], ranking: str, ace_two_three: str) -> tuple[int, ...]:
    """Return the class and then the ranks in the order of comparison, under the given choices of the two readings."""
    hand = shape(cards)
    class_name = class_of(hand, CLASSES[ace_two_three])
    ranks = ranks_in_order(hand, class_name) if ranking == "order-of-the-class" else hand.ranks
    return (FROM_THE_LOWEST.index(class_name), *ranks)


def beats(cards: Sequence[str], other_cards: Sequence[str], ranking: str, ace_two_three: str) -> int:
    """Return 1 if the first hand ranks higher, -1 if it ranks lower, 0 if the hands are equal."""
    first, second = strength_by(cards, ranking, ace_two_three), strength_by(other_cards, ranking, ace_two_three)
    return (first > second) - (first < second)


def comparison_citation(cards: Sequence[str], other_cards: Sequence[str], rules: Rules) -> str:
    """Return the reading whose choice decides this comparison; empty if every choice gives the same result."""
    if not any(hand.groups[0] == 2 or hand.ranks == ACE_TWO_THREE for hand in map(shape, (cards, other_cards))):
        return ""  # the usual case, and quick
    ranking, low = rules.reads("ranking"), rules.reads("ace-two-three")
    here = beats(cards, other_cards, ranking, low)
    if any(beats(cards, other_cards, other, low) != here for other in ("order-of-the-class", "highest-card")):
        return RANKING
    if any(beats(cards, other_cards, ranking, other) != here for other in CLASSES):
        return LOW_ACE
    return ""


def class_citation(cards: Sequence[str]) -> str:
    """Return the reading that decides the class of a hand; A-2-3 has a reading of its own."""
    return LOW_ACE if shape(cards).ranks == ACE_TWO_THREE else RANKING


def deciding_card(cards: Sequence[str], other_cards: Sequence[str], rules: Rules) -> tuple[str, str]:
    """Return, in words, the first ranks in which two unequal hands of one class differ."""
    in_order, others_in_order = strength(cards, rules)[1:], strength(other_cards, rules)[1:]
    ranks = next(pair for pair in zip(in_order, others_in_order, strict=True) if pair[0] != pair[1])
    rank_names = {rank: RANK_NAMES[letter] for letter, rank in RANK_OF.items()}
    return rank_names[ranks[0]], rank_names[ranks[1]]


def ranks_in_order(hand: Shape, class_name: str) -> tuple[int, ...]:
    """Return the ranks as the hand is read: the paired rank first, then from the highest down.

    A-2-3 is read as 3-2-A if it is a run.
    """
    if hand.ranks == ACE_TWO_THREE and class_name in RUNS:
        return (3, 2, ACE_LOW)
    return tuple(sorted(hand.ranks, key=lambda rank: (hand.ranks.count(rank), rank), reverse=True))


def lay_out(cards: Sequence[str], class_name: str) -> tuple[str, ...]:
    """Arrange the cards in the order of `ranks_in_order`."""
    order = ranks_in_order(shape(cards), class_name)
    low = ACE_LOW in order
    return tuple(sorted(cards, key=lambda card: order.index(ACE_LOW if low and card[0] == "A" else RANK_OF[card[0]])))


def dealer_plays(cards: Sequence[str], rules: Rules) -> bool:
    """Return whether the hand is queen high or better (20.11(a)1)."""
    lowest = number("20.11(a)1", "high card with which the dealer plays", QUEEN)
    return hand_class(cards, rules) != NOTHING or shape(cards).ranks[0] >= lowest


def hand_in_words(cards: Sequence[str], class_name: str) -> str:
    """Describe the hand in words: "pair of jacks", "three sixes", "nine-high straight", "king high"."""
    highest = RANK_NAMES[lay_out(cards, class_name)[0][0]]
    plural = highest + ("es" if highest == "six" else "s")
    words = {NOTHING: f"{highest} high", "pair": f"pair of {plural}", "three-of-a-kind": f"three {plural}"}
    return words.get(class_name, f"{highest}-high {class_name}")
