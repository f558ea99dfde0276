"""What a hand is worth: the plain ranking. Section 20.3 is not held; this is its later text, a labeled default.

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
BY, LOW_ACE = "reading:ranking", "reading:ace-two-three"
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
    return strength_by(cards, rules.reads("ranking"), rules.reads("ace-two-three"))


def strength_by(cards: Sequence[str], ranking: str, ace_two_three: str) -> tuple[int, ...]:
    """The class, and then the ranks in the order in which they are compared, under these choices of the readings."""
    hand = shape(cards)
    made = class_of(hand, CLASSES[ace_two_three])
    ranks = in_order(hand, made) if ranking == "order-of-the-class" else hand.ranks
    return (FROM_THE_LOWEST.index(made), *ranks)


def beats(mine: Sequence[str], others: Sequence[str], ranking: str, ace_two_three: str) -> int:
    """1 if the first hand ranks higher, -1 if it ranks lower, 0 if they are equal."""
    ours, theirs = strength_by(mine, ranking, ace_two_three), strength_by(others, ranking, ace_two_three)
    return (ours > theirs) - (ours < theirs)


def compared_by(mine: Sequence[str], others: Sequence[str], rules: Rules) -> str:
    """The reading but for which these two hands would compare otherwise; empty if it is one and the same."""
    if not any(hand.groups[0] == 2 or hand.ranks == ACE_TWO_THREE for hand in map(shape, (mine, others))):
        return ""  # the usual case, and quick
    ranking, low = rules.reads("ranking"), rules.reads("ace-two-three")
    here = beats(mine, others, ranking, low)
    if any(beats(mine, others, other, low) != here for other in ("order-of-the-class", "highest-card")):
        return BY
    if any(beats(mine, others, ranking, other) != here for other in CLASSES):
        return LOW_ACE
    return ""


def read_by(cards: Sequence[str]) -> str:
    """What says which class this is: no held text, so a reading; for A-2-3 one of its own."""
    return LOW_ACE if shape(cards).ranks == ACE_TWO_THREE else BY


def deciding_card(mine: Sequence[str], others: Sequence[str], rules: Rules) -> tuple[str, str]:
    """Of two hands that are called alike and are not equal: the first card in which they differ, in words."""
    ours, theirs = (strength(cards, rules)[1:] for cards in (mine, others))
    ranks = next(pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1])
    named = {rank: RANK_NAMES[letter] for letter, rank in RANK_OF.items()}
    return named[ranks[0]], named[ranks[1]]


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
