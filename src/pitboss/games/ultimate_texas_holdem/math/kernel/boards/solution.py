"""Count the whole game: `solve` from the river back to the first decision, `distribution` from there to the river.

`solve` makes four passes, each of which only needs the results of the one before:

1. `value_by_ranks`: every board by ranks; fills `ranks.river`, `ranks.tally` and `ranks.sums`.
2. `value_by_suit`: every suit board, as a change against 1; fills the flop table `sums.by_suit` and `changes`.
3. `sum_rank_runouts`: adds `ranks.river` up over turns and rivers; fills `sums.by_ranks`.
4. `process_flops`: adds 2 and 3 up for every hole and flop, and decides there; fills `asked.out` and `plan.flop`.

The first decision then compares `asked.out` with what playing before the flop brings (`classes`, `played`).

`distribution` goes the other way. Visits of flops are counted (`process_flops` with `back`), spread over boards by
ranks (`sum_rank_runouts` with `back`), and each board's ends are counted (`count_ends_by_suit`, then
`count_ends_by_ranks` for what is left).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.boards.boards_by_ranks import (
    ByRanks,
    count_ends_by_ranks,
    new_ranks,
    value_by_ranks,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.boards_by_suits import (
    BySuit,
    SuitCounts,
    count_ends_by_suit,
    value_by_suit,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.flops import (
    FlopSums,
    new_columns,
    new_flop_decisions,
    process_flops,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.runouts import sum_rank_runouts
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import kinds, sorted_boards
from pitboss.games.ultimate_texas_holdem.math.kernel.holes import DEALERS, FLOPS, STARTING
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    FLOP_ROWS,
    KINDS,
    PAIRS,
    RANK_BOARDS,
    RANK_FLOPS,
    SUIT_BOARDS,
    kind_from_suit,
    pair_number,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.payments import (
    FLOP,
    FOLD,
    RIVER,
    RiverTerms,
    RoundPayments,
    all_rates,
    outcomes,
    total_payments,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.work_arrays import Desk, new_desk
from pitboss.numeric.hands import I8, U1, U2


@dataclass(frozen=True)
class Strategy:
    """The decision in every situation: 1 is to play; any other number is not (2: both have the same value)."""

    before: list[int]  # for each starting hole: the multiple, or 0 to check
    flop: U1  # [starting hole, flop]; flops without the hole's cards, in ascending order of their cards
    by_ranks: U1  # [board by ranks, pair]: on the river, if no suit is there three times
    by_suit: U1  # [suit board, kind of hole]: on the river otherwise


def new_strategy(flops: int = FLOPS) -> Strategy:
    """Return arrays for a strategy, to be filled. `flops` is the number of flops per starting hole."""
    return Strategy(
        [],
        np.zeros((len(STARTING), flops), np.uint8),
        np.zeros((RANK_BOARDS, PAIRS), np.uint8),
        np.zeros((SUIT_BOARDS, KINDS), np.uint8),
    )


@dataclass(frozen=True)
class Solution:
    """The solved game. Values are numerators over DEALS for one hole, and over HOLES * DEALS for all."""

    pay: RoundPayments
    checked: list[int]  # for each starting hole: checked before the flop, then played best
    played: dict[int, list[int]]  # for each multiple: played before the flop
    value: int  # of the whole game
    flops_raised: list[int]  # [starting hole]: the number of flops, of FLOPS, on which to raise
    flops_equal: list[int]  # [starting hole]: those on which raising and checking have exactly the same value
    classes: list[list[list[int]]]  # for each starting hole and class: low, beaten, tied, boards; see `outcomes`
    strategy: Strategy
    flops: FlopSums
    tally: U2  # see `ByRanks`
    by_suit: SuitCounts
    own: int  # how many of one's own cards a hand must have; see `Boards`

    @property
    def counted(self) -> bool:
        """True if the counts by suit were kept, so that `distribution` can use the solution."""
        return len(self.by_suit.packed) > 0

    def holes_equal(self) -> list[str]:
        """Return the starting holes whose two best choices have exactly the same value."""
        equal = []
        for i, hole in enumerate(STARTING):
            best = sorted([self.checked[i], *(line[i] for line in self.played.values())])
            if best[-1] == best[-2]:
                equal.append(hole.name)
        return equal


@dataclass(frozen=True)
class Work:
    """The arrays that the kernels work in."""

    ranks: ByRanks
    less: U1  # see `BySuit.less`
    flops: I8  # see `FlopSums.by_ranks`
    columns: I8  # see `new_columns`
    desk: Desk


def new_work() -> Work:
    """Return the arrays that the kernels work in."""
    return Work(
        new_ranks(),
        np.zeros((RANK_BOARDS, KINDS), np.uint8),
        np.zeros((RANK_FLOPS, PAIRS, 2), np.int64),
        new_columns(),
        new_desk(),
    )


def new_table(views: int = 1) -> I8:
    """Return an empty table `FlopSums.by_suit` with the first axis of this length."""
    return np.zeros((views, FLOP_ROWS, 2 * KINDS), np.int64)


def class_counts(hole: tuple[int, int], rank_sums: I8, suit_sums: list[I8]) -> list[list[int]]:
    """Return [class] of low, beaten, tied and boards for one hole: the counts by ranks, corrected for each suit."""
    p, q = hole
    counts = rank_sums[pair_number(p >> 2, q >> 2)].copy()
    for suit in range(4):
        counts += suit_sums[suit][kind_from_suit(p, q, suit)]
    by_class: list[list[int]] = counts.reshape(10, 4).tolist()
    return by_class


def solve(pay: RoundPayments, given: Strategy | None = None, own: int = 0, *, keep: bool = True) -> Solution:
    """Solve the game for these payments, and return the values and the optimal strategy.

    With `given`, decisions on flop and river are as it says; before the flop the best is still chosen. `own` is how
    many of its own cards a hand must use (see `Boards`). With `keep`, the counts on suit boards are kept for
    `distribution`: 62 MB, which takes time.
    """
    work, plan, fixed = new_work(), given or new_strategy(), int(given is not None)
    boards, kind, rate = sorted_boards(own), kinds(), all_rates(pay, DEALERS)
    kept = (SUIT_BOARDS if keep else 0, KINDS)
    counts = SuitCounts(np.zeros(kept, np.uint32), np.zeros(kept, np.uint8))
    sums, changes = FlopSums(work.flops, new_table()), np.zeros((KINDS, 40), np.int64)
    value_by_ranks(boards, kind, RiverTerms(rate, -1, fixed, plan.by_ranks), work.ranks, work.desk)
    suit_results = BySuit(sums.by_suit[0], changes, work.less, counts)
    value_by_suit(boards, kind, RiverTerms(rate, -1, fixed, plan.by_suit), work.ranks, suit_results, work.desk)
    sum_rank_runouts(0, -1, kind.held, work.ranks.river, sums.by_ranks, work.desk.deck)
    asked = new_flop_decisions([hole.cards for hole in STARTING], plan.flop)
    process_flops(0, -1, sums, asked, fixed, work.columns)
    checked, raised, equal, _ = asked.out.T.tolist()
    classes = [class_counts(hole.cards, work.ranks.sums, [changes] * 4) for hole in STARTING]
    played = {
        times: [10 * total for total in total_payments(classes, payment, DEALERS)]
        for times, payment in pay.before.items()
    }
    before, value = [], 0
    for i, hole in enumerate(STARTING):
        best = max(checked[i], *(values[i] for values in played.values()), checked[i])
        choice = 0 if checked[i] == best else min(times for times, values in played.items() if values[i] == best)
        before.append(choice)
        value += hole.weight * best
    return Solution(
        pay=pay,
        checked=checked,
        played=played,
        value=value,
        flops_raised=raised,
        flops_equal=equal,
        classes=classes,
        strategy=Strategy(before, plan.flop, plan.by_ranks, plan.by_suit),
        flops=sums,
        tally=work.ranks.tally,
        by_suit=counts,
        own=own,
    )


def flop_values(solution: Solution, hole: tuple[int, int]) -> I8:
    """Return [flop, (checked, raised)] for one hole: numerators over RUNOUTS * DEALERS.

    Flops without the hole's cards are in ascending order of their cards.
    """
    return values_on_flops(solution.flops, hole, -1, FLOPS)


def values_on_flops(sums: FlopSums, hole: tuple[int, int], seen: int, flops: int) -> I8:
    """Return [flop, (checked, raised)] for a hole and a known dealer card `seen`, or -1. `flops` is the number of
    flops.
    """
    asked = new_flop_decisions([hole], np.zeros((1, flops), np.uint8), flops=flops)
    process_flops(0, seen, sums, asked, 0, new_columns())
    return asked.worth


class Distribution(NamedTuple):
    """The number of deals, of all HOLES * DEALS, for each end of a round with one strategy."""

    # For each bet [class][outcome][qualifies]. The bets are the multiples before the flop, "flop" and "river".
    ends: dict[int | str, list[list[list[int]]]]
    folds: list[int]  # [class of the player's hand]


def distribution(solution: Solution, strategy: Strategy | None = None) -> Distribution:
    """Count every end of a round for the optimal strategy, or for another one."""
    assert solution.counted
    plan = strategy or solution.strategy
    kind, work, ends = kinds(), new_work(), np.zeros((3, 40), np.int64)
    visits, river = FlopSums(work.flops, new_table()), work.ranks.river
    weight = [0 if plan.before[i] else hole.weight for i, hole in enumerate(STARTING)]
    process_flops(
        1, -1, visits, new_flop_decisions([hole.cards for hole in STARTING], plan.flop, weight), 1, work.columns
    )
    sum_rank_runouts(1, -1, kind.held, river, visits.by_ranks, work.desk.deck)
    count_ends_by_suit(kind, plan.by_suit, solution.by_suit, river, visits.by_suit[0], ends)
    count_ends_by_ranks(river, sorted_boards(solution.own).worth, plan.by_ranks, solution.tally, ends)
    lines: dict[int | str, list[list[int]]] = {times: [[0] * 4 for _ in range(10)] for times in solution.pay.before}
    for i, hole in enumerate(STARTING):
        if plan.before[i]:
            for hand_class, counts in enumerate(solution.classes[i]):
                for place, number in enumerate(counts):
                    lines[plan.before[i]][hand_class][place] += 10 * hole.weight * number
    by_bet = ends.reshape(3, 10, 4).tolist()
    lines["flop"], lines["river"] = by_bet[FLOP], by_bet[RIVER]
    folds = [DEALERS * counts[3] for counts in by_bet[FOLD]]
    return Distribution({bet: outcomes(line) for bet, line in lines.items()}, folds)
