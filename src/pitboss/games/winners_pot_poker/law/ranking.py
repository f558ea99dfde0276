"""The ranking of hands. 33.5 is not held: the hands are those that 33.11(b) names, from high to low.

The reading `ranking` decides which of two hands of one name is the higher.
"""

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


def class_of_hand(hand: Shape) -> str:
    return class_of(hand, CLASSES if len(hand.ranks) == 5 else OF_A_KIND)


def ranks_by_group(hand: Shape) -> tuple[int, ...]:
    """Return the ranks, the most frequent first and then from high to low. The ace of 5-4-3-2-A counts low."""
    if hand.ranks == WHEEL:
        return (5, 4, 3, 2, 1)
    return tuple(sorted(hand.ranks, key=lambda rank: (hand.ranks.count(rank), rank), reverse=True))


def strength(cards: Sequence[str], ranking: str) -> tuple[int, tuple[int, ...]]:
    """Return a hand's strength: greater is higher, equal ties. `ranking` is the choice in that reading."""
    hand = shape(cards)
    return HEIGHT[class_of_hand(hand)], ranks_by_group(hand) if ranking == "groups-first" else hand.ranks


def jacks_plus_class(cards: Sequence[str]) -> str:
    """Return the class by which jacks plus is judged. Pairs are divided at jacks, where payment begins."""
    hand = shape(cards)
    made = class_of_hand(hand)
    if made != "pair":
        return made
    return PAYING_PAIR if ranks_by_group(hand)[0] >= JACK else LOW_PAIR


def hand_in_words(cards: Sequence[str]) -> str:
    """Return the hand as the dealer calls it."""
    hand = shape(cards)
    made, ranks = class_of_hand(hand), list(dict.fromkeys(ranks_by_group(hand)))
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
    """Return the highest card that the lower of two hands lacks; empty if the names of the hands differ already.

    Unless groups come first, that card decides between any two hands of one name.
    """
    (made, ours), (other, theirs) = strength(higher, ranking), strength(lower, ranking)
    if made != other or (ranking == "groups-first" and hand_in_words(higher) != hand_in_words(lower)):
        return ""
    return next((singular(rank) for rank, lacked in zip(ours, theirs, strict=True) if rank != lacked), "")


def singular(rank: int) -> str:
    return RANK_NAMES[RANKS[rank - 2]]


def plural(rank: int) -> str:
    name = singular(rank)
    return f"{name}es" if name == "six" else f"{name}s"
