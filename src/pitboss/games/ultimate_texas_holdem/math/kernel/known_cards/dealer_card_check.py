"""Count the game for a player who has seen a dealer card before the first decision.

This uses the passes of `boards.solution` with one more known card. It is slower than `exposed_cards` and checks it.
Dealer cards of the same rank differ only in whether the suit that is looked at is theirs. So for each rank the suit
boards are counted twice, once with the known card in the suit and once with it elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.boards.boards_by_ranks import value_by_ranks
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.boards_by_suits import BySuit, SuitCounts, value_by_suit
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.flops import FlopSums, new_flop_decisions, process_flops
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.runouts import sum_rank_runouts
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.solution import (
    Work,
    class_counts,
    new_strategy,
    new_table,
    new_work,
    values_on_flops,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import kinds, sorted_boards
from pitboss.games.ultimate_texas_holdem.math.kernel.holes import SEEN_DEALERS, SEEN_FLOPS, STARTING, Hole
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import KINDS
from pitboss.games.ultimate_texas_holdem.math.kernel.payments import (
    RiverTerms,
    RoundPayments,
    all_rates,
    total_payments,
)
from pitboss.numeric.hands import I8


class SeenHole(NamedTuple):
    """One starting hole and one dealer card, for all that differ from them only in the names of suits."""

    hole: int  # its index in STARTING
    card: int  # the dealer's card
    weight: int  # the number of such holes and cards, of HOLES * 50
    checked: int  # the value of checking before the flop: a numerator over SEEN_DEALS
    played: dict[int, int]  # by multiple: the value of playing it before the flop

    def best(self) -> int:
        """Return the value of the best first decision."""
        return max(self.checked, *self.played.values(), self.checked)


def sorts_of_dealer_card(hole: Hole, rank: int) -> list[tuple[int, int]]:
    """Return an example of each sort of dealer cards of this rank beside a hole, with the number of such cards."""
    high, low = hole.cards
    if high & 3 == low & 3:
        groups = [(0, 1), (1, 3)]
    elif high >> 2 == low >> 2:
        groups = [(0, 2), (2, 2)]
    else:
        groups = [(0, 1), (1, 1), (2, 2)]
    return [(4 * rank + suit, count) for suit, count in groups if 4 * rank + suit not in hole.cards]


class RankSums(NamedTuple):
    """The sums that `solve` keeps, for a known dealer card of one rank."""

    flops: FlopSums
    rank_sums: I8  # see `ByRanks.sums`
    suit_sums: I8  # [is_same_suit, ...]: see `BySuit.sums`; for a suit that the known card is not of, and for its own


def seen_rank(pay: RoundPayments, rank: int, work: Work, own: int = 0) -> RankSums:
    """Return the sums for a dealer card of this rank, in the arrays of `work`, which remain valid until those are used
    again.
    """
    boards, hole_kinds, factors, strategy = sorted_boards(own), kinds(), all_rates(pay, SEEN_DEALERS), new_strategy(0)
    flops, changes = FlopSums(work.flops, new_table(2)), np.zeros((2, KINDS, 40), np.int64)
    no_counts = SuitCounts(np.zeros((0, KINDS), np.uint32), np.zeros((0, KINDS), np.uint8))
    value_by_ranks(boards, hole_kinds, RiverTerms(factors, rank, 0, strategy.by_ranks), work.ranks, work.desk)
    for is_same_suit in range(2):
        results = BySuit(flops.by_suit[is_same_suit], changes[is_same_suit], work.less, no_counts)
        value_by_suit(
            boards,
            hole_kinds,
            RiverTerms(factors, rank + 13 * is_same_suit, 0, strategy.by_suit),
            work.ranks,
            results,
            work.desk,
        )
    sum_rank_runouts(0, rank, hole_kinds.held, work.ranks.river, flops.by_ranks, work.desk.deck)
    return RankSums(flops, work.ranks.sums, changes)


def seen_flop_values(seen: RankSums, card: int, hole: tuple[int, int]) -> I8:
    """Return the same as `flop_values` with a known dealer card: numerators over SEEN_RUNOUTS * SEEN_DEALERS."""
    return values_on_flops(seen.flops, hole, card, SEEN_FLOPS)


def solve_with_dealer_card(pay: RoundPayments, own: int = 0) -> list[SeenHole]:
    """Solve the game for a player who sees one dealer card before the first decision.

    The value of the game is the sum of `weight * best()` over HOLES * 50 * SEEN_DEALS.
    """
    work, raises, lines = new_work(), np.zeros((len(STARTING), SEEN_FLOPS), np.uint8), []
    for rank in range(13):
        seen = seen_rank(pay, rank, work, own)
        for suit in range(3):
            card = 4 * rank + suit
            alike_to = [
                (i, count)
                for i, hole in enumerate(STARTING)
                for other, count in sorts_of_dealer_card(hole, rank)
                if other == card
            ]
            holes = [STARTING[i].cards for i, _ in alike_to]
            asked = new_flop_decisions(holes, raises)
            process_flops(0, card, seen.flops, asked, 0, work.columns)
            by_suits = [seen.suit_sums[int(other == suit)] for other in range(4)]
            classes = [class_counts(hole, seen.rank_sums, by_suits) for hole in holes]
            played = {times: total_payments(classes, payment, SEEN_DEALERS) for times, payment in pay.before.items()}
            for index, (i, count) in enumerate(alike_to):
                played_here = {times: 10 * numbers[index] for times, numbers in played.items()}
                lines.append(SeenHole(i, card, count * STARTING[i].weight, int(asked.out[index, 0]), played_here))
    return lines
