"""What a hand is worth. 33.5 is not held: the hands are those 33.11(b) names, from high to low, and which of two of one
name is the higher is the reading `ranking`."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.common.ranking import NOTHING, WHEEL, Shape, class_of, five_card_classes, shape
from pitboss.table.cards import RANK_NAMES, RANK_OF, RANKS

BY = "reading:ranking"
CLASSES = five_card_classes(BY, (BY, BY, BY, BY, BY, BY, BY, BY, BY))
# Of fewer than five cards: no run and no suit is one.
OF_A_KIND = tuple(each for each in CLASSES if not each.name.endswith(("flush", "straight")))
HEIGHT = {name: height for height, name in enumerate([NOTHING, *(each.name for each in reversed(CLASSES))])}

JACK = RANK_OF["J"]
LOW_PAIR, PAYING_PAIR = "pair below jacks", "pair of jacks or better"


def made_by(hand: Shape) -> str:
    return class_of(hand, CLASSES if len(hand.ranks) == 5 else OF_A_KIND)


def grouped(hand: Shape) -> tuple[int, ...]:
    """The ranks, what occurs most often first and then from high to low; the ace of 5-4-3-2-A counts low."""
    if hand.ranks == WHEEL:
        return (5, 4, 3, 2, 1)
    return tuple(sorted(hand.ranks, key=lambda rank: (hand.ranks.count(rank), rank), reverse=True))


def strength(cards: Sequence[str], ranking: str) -> tuple[int, tuple[int, ...]]:
    """The hand of greater strength is the higher one; equal ones tie. `ranking` is the choice in that reading."""
    hand = shape(cards)
    return HEIGHT[made_by(hand)], grouped(hand) if ranking == "groups-first" else hand.ranks


def jacks_plus_class(cards: Sequence[str]) -> str:
    """The class by which jacks plus is judged: a pair is told apart at jacks, where payment begins."""
    hand = shape(cards)
    made = made_by(hand)
    if made != "pair":
        return made
    return PAYING_PAIR if grouped(hand)[0] >= JACK else LOW_PAIR


def in_words(cards: Sequence[str]) -> str:
    """The hand as the dealer calls it."""
    hand = shape(cards)
    made, ranks = made_by(hand), list(dict.fromkeys(grouped(hand)))
    match made:
        case "royal flush":
            return made
        case "pair":
            return f"pair of {plural(ranks[0])}"
        case "two pair":
            return f"two pair, {plural(ranks[0])} and {plural(ranks[1])}"
        case "full house":
            return f"full house, {plural(ranks[0])} over {plural(ranks[1])}"
        case "four-of-a-kind" | "three-of-a-kind":
            return f"{made}, {plural(ranks[0])}"
        case "nothing":
            return f"{singular(ranks[0])} high"
    return f"{made}, {singular(ranks[0])} high"


def deciding_card(higher: Sequence[str], lower: Sequence[str], ranking: str) -> str:
    """The highest card that the lower of two hands lacks; empty if what they are called sets them apart already.
    Unless groups come first, that card is what sets any two of one name apart."""
    (made, ours), (other, theirs) = strength(higher, ranking), strength(lower, ranking)
    if made != other or (ranking == "groups-first" and in_words(higher) != in_words(lower)):
        return ""
    return next((singular(rank) for rank, lacked in zip(ours, theirs, strict=True) if rank != lacked), "")


def singular(rank: int) -> str:
    return RANK_NAMES[RANKS[rank - 2]]


def plural(rank: int) -> str:
    name = singular(rank)
    return f"{name}es" if name == "six" else f"{name}s"
