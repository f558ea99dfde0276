"""Three Card Poker for a player who has seen two of the dealer's cards, or a neighbor's hand.

For each of the player's hands the gain of playing over folding is known against every hand of the dealer's. Its sums
over the dealer's hands that hold one card, or two, give the gain with two dealer cards known. They also give the gain
with three other cards out, by inclusion and exclusion: all hands, less those that hold one of the three, plus those
that hold two of them and were subtracted twice, less the one that holds all three.
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
TWO_SEEN = comb(49, 2) * 47  # for each hand of the player's: two of the dealer's cards, and the dealer's third
NEIGHBOR_SEEN = comb(49, 3) * comb(46, 3)  # for each hand of the player's: a neighbor's hand, and the dealer's


class RankedHands(Protocol):
    """The ranking of the dealer's hands, as `exact.DealerRanking` has it."""

    hands: list[tuple[Cards, int, str, tuple[int, int, int, int]]]
    strength_index: dict[Kind, int]
    plays: dict[Kind, bool]


class TotalGains(NamedTuple):
    """The gain of optimal play over folding every hand, in parts of a unit, summed over all hands of the player."""

    two: int  # of HANDS * TWO_SEEN
    neighbor: int  # of HANDS * NEIGHBOR_SEEN


class Gains(NamedTuple):
    """The gain of playing one hand over folding it, summed over the dealer's hands that share no card with it."""

    every: I8  # [dealer's hand]; 0 where it shares a card
    pairs: I8  # [card, card]: sum over the dealer's hands that hold both
    cards: I8  # [card]: sum over the dealer's hands that hold it
    whole: int  # sum over all hands of the dealer

    def two_seen(self) -> I8:
        """Return, for every two cards, the sum over the dealer's hands that hold both."""
        sums: I8 = self.pairs[np.triu_indices(52, 1)]
        return sums

    def three_out(self, hands: I8) -> I8:
        """Return, for each row of three cards in `hands`, the sum over the dealer's hands that hold none of them."""
        a, b, c = hands.T
        cards, pairs = self.cards, self.pairs
        singles = cards[a] + cards[b] + cards[c]
        sums: I8 = self.whole - singles + pairs[a, b] + pairs[a, c] + pairs[b, c] - self.every
        return sums


class Deal:
    """All hands of three cards that the dealer may have, with their strength and whether the dealer plays them."""

    def __init__(self, dealers: RankedHands) -> None:
        self.hands = np.array(list(combinations(range(52), 3)), np.int64)
        kinds = [kind_of(tuple(FULL_DECK[card] for card in hand)) for hand in self.hands.tolist()]
        self.strength_index = np.array([dealers.strength_index[kind] for kind in kinds])
        self.plays = np.array([dealers.plays[kind] for kind in kinds])
        self.number = np.full((52, 52, 52), HANDS)  # [card, card, card]: a hand's number; HANDS if a card is repeated
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            self.number[tuple(self.hands[:, order].T)] = np.arange(HANDS)

    def without_cards_of(self, own: Cards) -> NDArray[np.bool_]:
        """Return a mask of the hands that share no card with `own`."""
        shared = np.isin(self.hands, [FULL_DECK.index(card) for card in own])
        return np.asarray(~shared.any(axis=1))

    def gains(self, possible: NDArray[np.bool_], strength_index: int, by_result: I8) -> Gains:
        """Sum what playing a hand of this strength gains over folding it, against each of the dealer's hands that are
        `possible`.

        `by_result` has the gain for each result: the dealer does not play, the dealer's hand is weaker, equal, or
        stronger.
        """
        result = np.where(self.plays, 2 + np.sign(self.strength_index - strength_index), 0)
        hand_gains: I8 = by_result[result] * possible
        pairs = np.append(hand_gains, 0)[self.number].sum(axis=2)
        cards = pairs.sum(axis=1) // 2
        return Gains(hand_gains, pairs, cards, int(cards.sum()) // 3)


def total_gains(dealers: RankedHands, by_result: dict[str, tuple[int, ...]]) -> TotalGains:
    """Sum the gains of optimal play over all hands, with two dealer cards seen and with a neighbor's hand seen.

    `by_result` has, for each class of hand, the gain of playing over folding for each result of the comparison.
    """
    deal, two, neighbor = Deal(dealers), 0, 0
    for own, weight, class_name, _ in dealers.hands:
        possible = deal.without_cards_of(own)
        gains = deal.gains(possible, dealers.strength_index[kind_of(own)], np.array(by_result[class_name], np.int64))
        two += weight * int(np.maximum(gains.two_seen(), 0).sum())
        neighbor += weight * int(np.maximum(gains.three_out(deal.hands) * possible, 0).sum())
    return TotalGains(two, neighbor)
