"""Three Card Poker for one who has seen two of the dealer's cards, or a neighbor's hand.

For each of the player's hands the gain of playing over folding is known against every hand of the dealer's. Sums of it
over the dealer's hands that hold one card, or two, tell the gain with two dealer cards known. With three other cards
out they tell the gain as well: all hands, less those that hold one of the three, more those that hold two of them and
were taken off twice, less the one that is all three.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import NamedTuple, Protocol

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip
from numpy.typing import NDArray  # isort: skip

from pitboss.counting.card_kinds import Kind, kind_of
from pitboss.counting.exact_model import Cards
from pitboss.table.cards import FULL_DECK

I8 = NDArray[np.int64]
HANDS = comb(52, 3)
TWO_SEEN = comb(49, 2) * 47  # for a hand of the player's: two of the dealer's cards, and his third
NEIGHBOR_SEEN = comb(49, 3) * comb(46, 3)  # a neighbor's hand, and the dealer's


class InOrder(Protocol):
    """What is asked of the dealer's hands in order."""

    hands: list[tuple[Cards, int, str, tuple[int, int, int, int]]]
    at: dict[Kind, int]
    plays: dict[Kind, bool]


class Gained(NamedTuple):
    """Over folding every hand, in parts of a unit, added up over all hands of the player's."""

    two: int  # of HANDS * TWO_SEEN
    neighbor: int  # of HANDS * NEIGHBOR_SEEN


class Gains(NamedTuple):
    """Of one hand of the player's, over the dealer's hands that share no card with it."""

    every: I8  # [hand of the dealer's]; 0 where it shares one
    pairs: I8  # [card, card]: over those that hold both
    cards: I8  # [card]
    whole: int

    def two_seen(self) -> I8:
        """[two cards]: over the dealer's hands that hold both."""
        found: I8 = self.pairs[np.triu_indices(52, 1)]
        return found

    def three_out(self, hands: I8) -> I8:
        """[three cards]: over the dealer's hands that hold none of them."""
        a, b, c = hands.T
        cards, pairs = self.cards, self.pairs
        ones = cards[a] + cards[b] + cards[c]
        found: I8 = self.whole - ones + pairs[a, b] + pairs[a, c] + pairs[b, c] - self.every
        return found


class Deal:
    """Every hand of three cards."""

    def __init__(self, dealers: InOrder) -> None:
        self.hands = np.array(list(combinations(range(52), 3)), np.int64)
        kinds = [kind_of(tuple(FULL_DECK[card] for card in hand)) for hand in self.hands.tolist()]
        self.at = np.array([dealers.at[kind] for kind in kinds])
        self.plays = np.array([dealers.plays[kind] for kind in kinds])
        self.number = np.full((52, 52, 52), HANDS)  # of a hand by its cards; one too many where a card is there twice
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            self.number[tuple(self.hands[:, order].T)] = np.arange(HANDS)

    def beside(self, mine: Cards) -> NDArray[np.bool_]:
        """Which hands share no card with this one."""
        shared = np.isin(self.hands, [FULL_DECK.index(card) for card in mine])
        return np.asarray(~shared.any(axis=1))

    def gains(self, beside: NDArray[np.bool_], at: int, by_result: I8) -> Gains:
        """`by_result` has what is gained where the dealer does not play, is below, level and above."""
        result = np.where(self.plays, 2 + np.sign(self.at - at), 0)
        every: I8 = by_result[result] * beside
        pairs = np.append(every, 0)[self.number].sum(axis=2)
        cards = pairs.sum(axis=1) // 2
        return Gains(every, pairs, cards, int(cards.sum()) // 3)


def gained(dealers: InOrder, by_result: dict[str, tuple[int, ...]]) -> Gained:
    """`by_result` has, for each class of hand, what playing gains over folding by how the hands compare."""
    deal, two, neighbor = Deal(dealers), 0, 0
    for mine, often, made, _ in dealers.hands:
        beside = deal.beside(mine)
        found = deal.gains(beside, dealers.at[kind_of(mine)], np.array(by_result[made], np.int64))
        two += often * int(np.maximum(found.two_seen(), 0).sum())
        neighbor += often * int(np.maximum(found.three_out(deal.hands) * beside, 0).sum())
    return Gained(two, neighbor)
