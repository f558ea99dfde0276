"""The game for one who has seen a dealer card before the first decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.boards.boards_by_ranks import by_ranks
from pitboss.games.ultimate_texas_holdem.kernel.boards.boards_by_suits import BySuit, SuitCounts, by_suit
from pitboss.games.ultimate_texas_holdem.kernel.boards.flops import FlopSums, ask, at_flops
from pitboss.games.ultimate_texas_holdem.kernel.boards.runouts import to_rank_flops
from pitboss.games.ultimate_texas_holdem.kernel.boards.solution import (
    Work,
    class_counts,
    every_flop,
    new_table,
    undecided,
    work,
)
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import kinds, sorted_boards
from pitboss.games.ultimate_texas_holdem.kernel.holes import SEEN_DEALERS, SEEN_FLOPS, STARTING, Hole
from pitboss.games.ultimate_texas_holdem.kernel.numbering import KINDS
from pitboss.games.ultimate_texas_holdem.kernel.payments import Pay, Terms, all_rates, paid
from pitboss.numeric.hands import I8


class SeenHole(NamedTuple):
    """One starting hole and one dealer card, and all that look like them."""

    hole: int  # in STARTING
    card: int  # the dealer's
    weight: int  # how many such holes and cards there are, of HOLES * 50
    checked: int  # over SEEN_DEALS
    played: dict[int, int]

    def best(self) -> int:
        return max(self.checked, *self.played.values(), self.checked)


def alike(hole: Hole, rank: int) -> list[tuple[int, int]]:
    """Dealer cards of a rank that are not alike to this hole, each with how many are."""
    high, low = hole.cards
    if high & 3 == low & 3:
        groups = [(0, 1), (1, 3)]
    elif high >> 2 == low >> 2:
        groups = [(0, 2), (2, 2)]
    else:
        groups = [(0, 1), (1, 1), (2, 2)]
    return [(4 * rank + suit, many) for suit, many in groups if 4 * rank + suit not in hole.cards]


class Seen(NamedTuple):
    """What `solve` keeps, when a dealer card of one rank is known. Sums: from another suit, from its own."""

    flops: FlopSums
    rank_sums: I8
    suit_sums: I8


def seen_rank(pay: Pay, rank: int, use: Work, own: int = 0) -> Seen:
    """Everything for a dealer card of this rank, in the arrays of `use` until they are used again."""
    boards, kind, rate, plan = sorted_boards(own), kinds(), all_rates(pay, SEEN_DEALERS), undecided(0)
    flops, changes = FlopSums(use.flops, new_table(2)), np.zeros((2, KINDS, 40), np.int64)
    nothing = SuitCounts(np.zeros((0, KINDS), np.uint32), np.zeros((0, KINDS), np.uint8))
    by_ranks(boards, kind, Terms(rate, rank, 0, plan.by_ranks), use.ranks, use.desk)
    for same in range(2):
        found = BySuit(flops.by_suit[same], changes[same], use.less, nothing)
        by_suit(boards, kind, Terms(rate, rank + 13 * same, 0, plan.by_suit), use.ranks, found, use.desk)
    to_rank_flops(0, rank, kind.held, use.ranks.river, flops.by_ranks, use.desk.deck)
    return Seen(flops, use.ranks.sums, changes)


def seen_flop_values(seen: Seen, card: int, hole: tuple[int, int]) -> I8:
    """As `flop_values`, with the dealer's card known; over SEEN_RUNOUTS * SEEN_DEALERS."""
    return every_flop(seen.flops, hole, card, SEEN_FLOPS)


def seen_card(pay: Pay, own: int = 0) -> list[SeenHole]:
    """One dealer card is seen before the first decision, and everything after is played best with it in mind.

    The value of the game is the sum of `weight * best()` over HOLES * 50 * SEEN_DEALS.
    """
    use, raises, lines = work(), np.zeros((len(STARTING), SEEN_FLOPS), np.uint8), []
    for rank in range(13):
        seen = seen_rank(pay, rank, use, own)
        for suit in range(3):
            card = 4 * rank + suit
            alike_to = [
                (i, many) for i, hole in enumerate(STARTING) for each, many in alike(hole, rank) if each == card
            ]
            holes = [STARTING[i].cards for i, _ in alike_to]
            asked = ask(holes, raises)
            at_flops(0, card, seen.flops, asked, 0, use.columns)
            by_suits = [seen.suit_sums[int(each == suit)] for each in range(4)]
            classes = [class_counts(hole, seen.rank_sums, by_suits) for hole in holes]
            played = {times: paid(classes, payment, SEEN_DEALERS) for times, payment in pay.before.items()}
            for at, (i, many) in enumerate(alike_to):
                here = {times: 10 * numbers[at] for times, numbers in played.items()}
                lines.append(SeenHole(i, card, many * STARTING[i].weight, int(asked.out[at, 0]), here))
    return lines
