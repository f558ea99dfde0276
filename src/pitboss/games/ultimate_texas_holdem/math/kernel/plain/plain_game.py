"""Count the game plainly, for a whole deck or a single situation.

With a deck of 52 the whole game takes minutes, and the fast kernel must give the same whole numbers. With a deck of a
dozen cards it is instantaneous, and so is a single situation (`ask`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.payments import RoundPayments
from pitboss.games.ultimate_texas_holdem.math.kernel.plain.plain_boards import (
    Board,
    Counts,
    Deal,
    Payments,
    play_boards,
)
from pitboss.numeric.hands import I8, U1, ranking_tables, ranks
from pitboss.numeric.rank_worths import CLASS


@dataclass(frozen=True)
class Plain:
    """The solved game for some holes. Values are numerators over `deals`."""

    deals: int
    checked: list[int]
    played: dict[int, list[int]]
    flops: I8  # [hole, flop, (checked, raised)]
    ends: list[list[list[list[int]]]]  # [hole][class][outcome][qualifies], over boards and dealer hands


def _run(
    pay: RoundPayments, deck: Sequence[int], known: Sequence[int], holes: Sequence[tuple[int, int]], seen: int, own: int
) -> tuple[I8, I8]:
    """Play every board that begins with `known`, and return the arrays `flops` and `ends` of `Counts`."""
    position_of = {card: position for position, card in enumerate(deck)}
    positions = np.array([(position_of[p], position_of[q]) for p, q in holes], np.int64)
    flop = np.full((3, 10, 2), -pay.most() - 1, np.int64) if pay.flop is None else pay.flop
    flops = np.zeros((len(holes), 1 if known else comb(len(deck), 3), 2), np.int64)
    ends = np.zeros((len(holes), 10, 6), np.int64)
    play_boards(
        Deal(np.array(deck, np.uint8), np.array(known, np.uint8), positions, seen, own),
        Payments(np.stack([pay.river, flop]), pay.fold),
        ranking_tables(5 if own else 7),
        Counts(flops, ends),
        Board(
            np.zeros(5, np.int64),
            np.zeros(len(deck), np.uint8),
            np.zeros((len(deck), len(deck)), np.int32),
            np.zeros(6, np.int64),
            np.zeros(5, np.int64),
        ),
    )
    return flops, ends


def _ends(ends: I8) -> list[list[list[list[int]]]]:
    """Convert `Counts.ends` to [hole][class][outcome][qualifies]."""
    by_hole: list[list[list[list[int]]]] = ends.reshape(len(ends), 10, 3, 2).tolist()
    return by_hole


def total_payment(ends: list[list[list[int]]], payment: I8) -> int:
    """Return the sum of the payments over all deals, given the number of deals at each end,
    [class][outcome][qualifies].
    """
    return sum(
        ends[hand_class][outcome][qualifies] * int(payment[outcome, hand_class, qualifies])
        for hand_class in range(10)
        for outcome in range(3)
        for qualifies in range(2)
    )


def solve(pay: RoundPayments, deck: Sequence[int], holes: Sequence[tuple[int, int]], own: int = 0) -> Plain:
    """Solve the game for each of these holes, with a deck of nine cards or more."""
    flops, ends = _run(pay, deck, (), holes, -1, own)
    n = len(deck)
    counted = _ends(ends)
    return Plain(
        comb(n - 2, 3) * comb(n - 5, 2) * comb(n - 7, 2),
        [int(total) for total in flops.max(axis=2).sum(axis=1)],
        {
            times: [10 * total_payment(hole_ends, payment) for hole_ends in counted]
            for times, payment in pay.before.items()
        },
        flops,
        counted,
    )


@dataclass(frozen=True)
class Answer:
    """The value of each choice, as a numerator over `deals`. The choices are "check", "raise", "play" and "fold"."""

    deals: int
    choices: dict[str, int]
    ends: list[list[list[int]]]  # [class][outcome][qualifies] for one who stays


def ask(
    pay: RoundPayments,
    hole: tuple[int, int],
    board: Sequence[int],
    dealers: Sequence[int] = (),
    deck: Sequence[int] = range(52),
    own: int = 0,
) -> Answer:
    """Value the choices in one situation: on the flop (three cards), after the turn (four, no choice) or on the river
    (five).

    None, one or both of the dealer's cards are known.
    """
    known = [*hole, *board, *dealers]
    rest = [card for card in deck if card not in known]
    if len(dealers) == 2:
        flops, ends = _against_both(pay, hole, board, dealers, rest, own)
    else:
        # The hole is in the deck, so that the boards that would need its cards are seen and left out.
        flops, ends = _run(pay, [*rest, *hole], tuple(board), [hole], dealers[0] if dealers else -1, own)
    (counted,) = _ends(ends)
    deals = sum(number for by_outcome in counted for cell in by_outcome for number in cell)
    checked, raised = (int(number) for number in flops[0, 0])
    choices = {"check": checked}
    if len(board) == 3 and pay.flop is not None:
        choices["raise"] = raised
    if len(board) == 5:
        hand_class = next(hand_class for hand_class in range(10) if any(map(any, counted[hand_class])))
        choices = {"play": total_payment(counted, pay.river), "fold": int(pay.fold[hand_class]) * deals}
    return Answer(deals, choices, counted)


def _against_both(
    pay: RoundPayments, hole: Sequence[int], board: Sequence[int], dealers: Sequence[int], rest: Sequence[int], own: int
) -> tuple[I8, I8]:
    """Return the same as `_run` for one hole, against the one hand that the dealer has."""
    boards = np.array([[*board, *runout] for runout in combinations(rest, 5 - len(board))], np.uint8)
    mine, theirs = worths_on(boards, hole, own), worths_on(boards, dealers, own)
    hand_class, qualifies = mine >> CLASS, (theirs >> CLASS > 0).astype(np.int64)
    outcome = (mine >= theirs).astype(np.int64) + (mine > theirs)
    ends = np.zeros((1, 10, 6), np.int64)
    np.add.at(ends[0], (hand_class, 2 * outcome + qualifies), 1)
    river = np.maximum(pay.river[outcome, hand_class, qualifies], pay.fold[hand_class])
    raised = river if pay.flop is None else pay.flop[outcome, hand_class, qualifies]
    return np.array([[[river.sum(), raised.sum()]]], np.int64), ends


def worths_on(boards: U1, cards: Sequence[int], own: int) -> I8:
    """Return the worth of two cards on each board."""
    choices_of_board = combinations(range(5), 3) if own else [tuple(range(5))]
    held = np.tile(np.array(cards, np.uint8), (len(boards), 1))
    best: I8 = np.max([ranks(np.hstack([held, boards[:, places]]))[0] for places in choices_of_board], axis=0).astype(
        np.int64
    )
    return best
