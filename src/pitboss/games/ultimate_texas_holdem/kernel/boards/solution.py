"""The whole game: `solve` from the river back to the first decision, `distribution` from there to the river."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.boards.boards_by_ranks import ByRanks, book_ranks, by_ranks, new_ranks
from pitboss.games.ultimate_texas_holdem.kernel.boards.boards_by_suits import BySuit, SuitCounts, book_suits, by_suit
from pitboss.games.ultimate_texas_holdem.kernel.boards.flops import FlopSums, ask, at_flops, new_columns
from pitboss.games.ultimate_texas_holdem.kernel.boards.runouts import to_rank_flops
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import kinds, sorted_boards
from pitboss.games.ultimate_texas_holdem.kernel.holes import DEALERS, FLOPS, STARTING
from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    FLOP_ROWS,
    KINDS,
    PAIRS,
    RANK_BOARDS,
    RANK_FLOPS,
    SUIT_BOARDS,
    pair_of,
    seen_from,
)
from pitboss.games.ultimate_texas_holdem.kernel.payments import (
    FLOP,
    FOLD,
    RIVER,
    Pay,
    Terms,
    all_rates,
    outcomes,
    paid,
)
from pitboss.games.ultimate_texas_holdem.kernel.work_arrays import Desk, new_desk
from pitboss.numeric.hands import I8, U1, U2


@dataclass(frozen=True)
class Strategy:
    """What is done everywhere. 1 is to play, anything else is not (2 marks that both are worth the same)."""

    before: list[int]  # for each starting hole: the multiple, or 0 to check
    flop: U1  # [starting hole, flop], flops in ascending order of their cards, those with a hole card left out
    by_ranks: U1  # [board, hole] where no flush can be made
    by_suit: U1  # [board, kind of hole] elsewhere


def undecided(flops: int = FLOPS) -> Strategy:
    """A strategy to be written."""
    return Strategy(
        [],
        np.zeros((len(STARTING), flops), np.uint8),
        np.zeros((RANK_BOARDS, PAIRS), np.uint8),
        np.zeros((SUIT_BOARDS, KINDS), np.uint8),
    )


@dataclass(frozen=True)
class Solution:
    """Numerators over DEALS for one hole, over HOLES * DEALS for all."""

    pay: Pay
    checked: list[int]  # for each starting hole: checked before the flop, then played best
    played: dict[int, list[int]]  # for each multiple: played before the flop
    value: int  # of the whole game
    flops_raised: list[int]  # of FLOPS
    flops_equal: list[int]  # where raising and checking are worth exactly the same
    classes: list[list[list[int]]]  # for each starting hole and class: low, beaten, tied, boards; see `outcomes`
    strategy: Strategy
    flops: FlopSums
    tally: U2  # see `ByRanks`
    by_suit: SuitCounts
    own: int  # how many of one's own cards a hand must have; see `Boards`

    @property
    def counted(self) -> bool:
        """Whether it can be distributed."""
        return len(self.by_suit.packed) > 0

    def holes_equal(self) -> list[str]:
        """Starting holes whose two best choices are worth exactly the same."""
        equal = []
        for i, hole in enumerate(STARTING):
            best = sorted([self.checked[i], *(line[i] for line in self.played.values())])
            if best[-1] == best[-2]:
                equal.append(hole.name)
        return equal


@dataclass(frozen=True)
class Work:
    """Arrays the kernels work in."""

    ranks: ByRanks
    less: U1  # see `BySuit`
    flops: I8  # see `FlopSums`
    columns: I8
    desk: Desk


def work() -> Work:
    return Work(
        new_ranks(),
        np.zeros((RANK_BOARDS, KINDS), np.uint8),
        np.zeros((RANK_FLOPS, PAIRS, 2), np.int64),
        new_columns(),
        new_desk(),
    )


def new_table(own: int = 1) -> I8:
    """For each of one or two suits, see `FlopSums`."""
    return np.zeros((own, FLOP_ROWS, 2 * KINDS), np.int64)


def class_counts(hole: tuple[int, int], rank_sums: I8, suit_sums: list[I8]) -> list[list[int]]:
    """[class] of low, beaten, tied, boards for one hole: by ranks, and what each suit changes."""
    p, q = hole
    whole = rank_sums[pair_of(p >> 2, q >> 2)].copy()
    for suit in range(4):
        whole += suit_sums[suit][seen_from(p, q, suit)]
    found: list[list[int]] = whole.reshape(10, 4).tolist()
    return found


def solve(pay: Pay, given: Strategy | None = None, own: int = 0, *, keep: bool = True) -> Solution:
    """The game played best; or with `given`, as it says at flop and river (before the flop it is still played best).

    What happens on boards with three or more of a suit is kept for `distribution`: 62 MB, which takes time.
    """
    use, plan, fixed = work(), given or undecided(), int(given is not None)
    boards, kind, rate = sorted_boards(own), kinds(), all_rates(pay, DEALERS)
    kept = (SUIT_BOARDS if keep else 0, KINDS)
    counts = SuitCounts(np.zeros(kept, np.uint32), np.zeros(kept, np.uint8))
    sums, changes = FlopSums(use.flops, new_table()), np.zeros((KINDS, 40), np.int64)
    by_ranks(boards, kind, Terms(rate, -1, fixed, plan.by_ranks), use.ranks, use.desk)
    found = BySuit(sums.by_suit[0], changes, use.less, counts)
    by_suit(boards, kind, Terms(rate, -1, fixed, plan.by_suit), use.ranks, found, use.desk)
    to_rank_flops(0, -1, kind.held, use.ranks.river, sums.by_ranks, use.desk.deck)
    asked = ask([hole.cards for hole in STARTING], plan.flop)
    at_flops(0, -1, sums, asked, fixed, use.columns)
    checked, raised, equal, _ = asked.out.T.tolist()
    classes = [class_counts(hole.cards, use.ranks.sums, [changes] * 4) for hole in STARTING]
    played = {times: [10 * n for n in paid(classes, payment, DEALERS)] for times, payment in pay.before.items()}
    before, value = [], 0
    for i, hole in enumerate(STARTING):
        best = max(checked[i], *(line[i] for line in played.values()), checked[i])
        choice = 0 if checked[i] == best else min(times for times, line in played.items() if line[i] == best)
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
        tally=use.ranks.tally,
        by_suit=counts,
        own=own,
    )


def flop_values(solution: Solution, hole: tuple[int, int]) -> I8:
    """[flop, (check, raise)], numerators over RUNOUTS * DEALERS, flops in ascending order of their cards."""
    return every_flop(solution.flops, hole, -1, FLOPS)


def every_flop(sums: FlopSums, hole: tuple[int, int], seen: int, flops: int) -> I8:
    """What each flop is worth to a hole, checked and raised; `seen` is a dealer card that is known, or -1."""
    asked = ask([hole], np.zeros((1, flops), np.uint8), flops=flops)
    at_flops(0, seen, sums, asked, 0, new_columns())
    return asked.worth


class Distribution(NamedTuple):
    """How many of all HOLES * DEALS deals end how, for one strategy.

    `ends[multiple]` is [class][outcome][qualifies]: multiples before the flop as they are, "flop" and "river".
    """

    ends: dict[int | str, list[list[list[int]]]]
    folds: list[int]  # by class


def distribution(solution: Solution, strategy: Strategy | None = None) -> Distribution:
    """Every end of a round, counted: for the best strategy, or for another."""
    assert solution.counted
    plan = strategy or solution.strategy
    kind, use, booked = kinds(), work(), np.zeros((3, 40), np.int64)
    come, river = FlopSums(use.flops, new_table()), use.ranks.river
    weight = [0 if plan.before[i] else hole.weight for i, hole in enumerate(STARTING)]
    at_flops(1, -1, come, ask([hole.cards for hole in STARTING], plan.flop, weight), 1, use.columns)
    to_rank_flops(1, -1, kind.held, river, come.by_ranks, use.desk.deck)
    book_suits(kind, plan.by_suit, solution.by_suit, river, come.by_suit[0], booked)
    book_ranks(river, sorted_boards(solution.own).worth, plan.by_ranks, solution.tally, booked)
    lines: dict[int | str, list[list[int]]] = {times: [[0] * 4 for _ in range(10)] for times in solution.pay.before}
    for i, hole in enumerate(STARTING):
        if plan.before[i]:
            for made, counts in enumerate(solution.classes[i]):
                for place, number in enumerate(counts):
                    lines[plan.before[i]][made][place] += 10 * hole.weight * number
    whole = booked.reshape(3, 10, 4).tolist()
    lines["flop"], lines["river"] = whole[FLOP], whole[RIVER]
    folds = [DEALERS * counts[3] for counts in whole[FOLD]]
    return Distribution({bet: outcomes(line) for bet, line in lines.items()}, folds)
