"""Arrange the holes on one board with three or more cards of a suit, and count the dealer's hands against them.

Two lists that are already in order are merged: the holes in their order by ranks, and the hands that the suit makes
with none, one or two more cards (`Flushes`). A hole takes the better of the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import Boards, Kinds
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    PAIRS,
    SuitBoard,
    kind_both_in_suit,
    kind_one_in_suit,
    pair_number,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.work_arrays import Deck, Desk, Flushes, append_hole
from pitboss.numeric.compiler import part
from pitboss.numeric.hands import U2
from pitboss.numeric.rank_worths import CLASS, FLUSH, count_ranks

# With three cards of the suit on the board and two in hand: the dealer hands that are not two cards of the suit.
NOT_IN_SUIT = 45 * 44 // 2 - 8 * 7 // 2


@part
def suited_worth(boards: Boards, mask: int, added: int) -> Any:
    """Return the worth of the suit's ranks on a board (`mask`) together with those of a hole (`added`).

    If both hole cards must be used, that is the best worth with three of the board's ranks.
    """
    if boards.own == 0:
        return np.int64(boards.suited[mask | added])
    best = np.int64(0)
    three = mask
    while three:
        if count_ranks(three) == 3:
            best = max(best, np.int64(boards.suited[three | added]))
        three = (three - 1) & mask
    return best


@part
def sort_flushes(mask: int, size: int, boards: Boards, flushes: Flushes) -> int:
    """Fill `flushes` with the hands of five or more cards in the suit, in ascending order of worth, and return how
    many.
    """
    worth, first, second = flushes.worth, flushes.first, flushes.second
    count = 0
    for x in range(-1, 13):
        for y in range(-1, max(x, 0)):
            added = (x >= 0) + (y >= 0)
            if size + added < 5 or added < boards.own or (x >= 0 and mask >> x & 1) or (y >= 0 and mask >> y & 1):
                continue
            own_mask = 0
            if x >= 0:
                own_mask |= 1 << x
            if y >= 0:
                own_mask |= 1 << y
            value = suited_worth(boards, mask, own_mask)
            i = count
            while i > 0 and worth[i - 1] > value:
                worth[i], first[i], second[i] = worth[i - 1], first[i - 1], second[i - 1]
                i -= 1
            worth[i], first[i], second[i] = value, x, y
            count += 1
    return count


@part
def compare_flushes(count: int, flushes: Flushes) -> None:
    """Compare each hole of two cards in the suit with the dealer's hands of two such cards, for three on the board.

    Fills `wins`, `ties` and `holding` of `flushes`.
    """
    worth, first, second, holding = flushes.worth, flushes.first, flushes.second, flushes.holding
    for k in range(14):
        holding[k] = 0
    for i in range(count):
        x, y, mine = first[i], second[i], worth[i]
        wins = ties = 0
        for k in range(count):
            if first[k] != x and first[k] != y and second[k] != x and second[k] != y:
                wins += worth[k] < mine
                ties += worth[k] == mine
        flushes.wins[i], flushes.ties[i] = wins, ties
        if mine >> CLASS == FLUSH:
            holding[x] += 1
            holding[y] += 1
            holding[13] += 1


@part
def line_up(board: SuitBoard, flush_count: int, boards: Boards, kinds: Kinds, desk: Desk) -> int:
    """Arrange all kinds of hole possible on a board in `desk.line`, in order of worth, and return how many."""
    order, worth = boards.order[board.ranks], boards.worth[board.ranks]
    line, have, flushes = desk.line, desk.deck.have, desk.flushes
    count = j = 0
    i = PAIRS if board.size == 5 and boards.own == 0 else 0
    while i < PAIRS or j < flush_count:
        if j == flush_count or (i < PAIRS and worth[order[i]] < flushes.worth[j]):
            hole = order[i]
            x, y, value = int(kinds.first[hole]), int(kinds.second[hole]), worth[hole]
            i += 1
            if have[x] > (x == y) and have[y] > 0:
                count = append_hole(line, count, hole, x, y, value)
            if board.size == 3 or boards.own:
                if have[13 + x] > 0 and have[y] > 0:
                    count = append_hole(line, count, kind_one_in_suit(x, y), 13 + x, y, value)
                if x != y and have[13 + y] > 0 and have[x] > 0:
                    count = append_hole(line, count, kind_one_in_suit(y, x), 13 + y, x, value)
        else:
            high, low, best = flushes.first[j], flushes.second[j], flushes.worth[j]
            j += 1
            if low >= 0:  # two cards in the suit
                if have[13 + high] > 0 and have[13 + low] > 0:
                    count = append_hole(line, count, kind_both_in_suit(high, low), 13 + high, 13 + low, best)
            elif high >= 0:  # one, and any other card
                if have[13 + high] > 0:
                    for other in range(13):
                        if have[other] > 0:
                            count = append_hole(line, count, kind_one_in_suit(high, other), 13 + high, other, best)
            else:  # none: the board's five
                for hole in range(PAIRS):
                    x, y = int(kinds.first[hole]), int(kinds.second[hole])
                    if have[x] > (x == y) and have[y] > 0:
                        count = append_hole(line, count, hole, x, y, best)
    return count


@part
def fill_dealer_worths(board: SuitBoard, seen: int, boards: Boards, deck: Deck) -> None:
    """Fill deck.passed[kind of card] with the worth of the dealer's hand of the known card and that one; -1 if none is
    left.
    """
    for x in range(26):
        deck.passed[x] = -1
        if deck.have[x] > 0:
            held = 0
            if x >= 13:
                held |= 1 << (x - 13)
            if seen >= 13:
                held |= 1 << (seen - 13)
            if board.size + count_ranks(held) >= 5 and count_ranks(held) >= boards.own:
                deck.passed[x] = suited_worth(boards, board.mask, held)
            else:
                deck.passed[x] = boards.worth[board.ranks, pair_number(x % 13, seen % 13)]


@part
def line_up_three(board: SuitBoard, flush_count: int, boards: Boards, kinds: Kinds, tally: U2, desk: Desk) -> int:
    """Fill the line of a board with exactly three cards of the suit, as `line_up` does, and count the dealer's hands
    against each hole, as `count_dealers` does.

    The counts by ranks (`tally`) are taken over and corrected, because the suit changes few dealer hands: only those
    with two cards in it. These are counted as they are passed in the order by ranks, except those that hold the card in
    the suit which the hole itself has: `line.first` is its rank, or 13 for none.

    `deck.passed` has three parts: passed[rank] counts the passed hands with this rank in the suit, and passed[13] stays
    0; passed[14 + rank] is what that was when the hands without a pair had all passed; passed[28 + rank] counts dealer
    hands that beat a flush by rank, none of which has two cards in the suit.
    """
    order, worth = boards.order[board.ranks], boards.worth[board.ranks]
    line, deck, flushes = desk.line, desk.deck, desk.flushes
    have, passed, own_rank = deck.have, deck.passed, line.first
    for k in range(42):
        passed[k] = 0
    count = i = total = lows = above = 0
    while i < PAIRS:
        value = worth[order[i]]
        start, j = count, i
        while j < PAIRS and worth[order[j]] == value:
            count = append_by_ranks(count, order[j], value, total, kinds, tally, desk)
            j += 1
        for k in range(i, j):
            x, y = int(kinds.first[order[k]]), int(kinds.second[order[k]])
            if x != y and have[13 + x] > 0 and have[13 + y] > 0:
                total += 1
                passed[x] += 1
                passed[y] += 1
            if value >> CLASS > FLUSH:
                above += count_above_flush(x, y, deck)
        for k in range(start, count):
            line.tied[k] -= total - passed[own_rank[k]] + line.beaten[k]
            if value >> CLASS > FLUSH:
                line.beaten[k] += flushes.holding[13] - (flushes.holding[own_rank[k]] if own_rank[k] < 13 else 0)
        if value >> CLASS == 0:
            lows = total
            for k in range(13):
                passed[14 + k] = passed[k]
        i = j
    for k in range(count):
        line.low[k] -= lows - passed[14 + own_rank[k]]
    for k in range(flush_count):
        x, y = flushes.first[k], flushes.second[k]
        hole = pair_number(x, y)
        line.kind[count], line.worth[count] = kind_both_in_suit(x, y), flushes.worth[k]
        line.low[count] = np.int64(tally[hole, 0]) - lows + passed[14 + x] + passed[14 + y]
        line.low[count] -= worth[hole] >> CLASS == 0
        line.beaten[count] = flushes.wins[k] + NOT_IN_SUIT
        if flushes.worth[k] >> CLASS == FLUSH:
            line.beaten[count] -= above - passed[28 + x] - passed[28 + y]
        line.tied[count] = flushes.ties[k]
        count += 1
    return count


@part
def append_by_ranks(count: int, hole: int, value: int, total: int, kinds: Kinds, tally: U2, desk: Desk) -> int:
    """Append the kinds of hole that a pair of ranks can be with at most one card in the suit.

    Of the `total` passed hands with two cards in the suit, those with the hole's own card are impossible. Until all
    hands of the same worth have passed, `line.tied` is the sum of beaten and tied by ranks.
    """
    line, have, passed = desk.line, desk.deck.have, desk.deck.passed
    x, y = int(kinds.first[hole]), int(kinds.second[hole])
    for way in range(2 if x == y else 3):
        if way == 0:
            possible, kind, own_rank = have[x] > (x == y) and have[y] > 0, hole, 13
        elif way == 1:
            possible, kind, own_rank = have[13 + x] > 0 and have[y] > 0, kind_one_in_suit(x, y), x
        else:
            possible, kind, own_rank = have[13 + y] > 0 and have[x] > 0, kind_one_in_suit(y, x), y
        if possible:
            line.kind[count], line.worth[count], line.first[count] = kind, value, own_rank
            line.low[count] = tally[hole, 0]
            line.beaten[count] = np.int64(tally[hole, 1]) - total + passed[own_rank]
            line.tied[count] = np.int64(tally[hole, 1]) + tally[hole, 2]
            count += 1
    return count


@part
def count_above_flush(x: int, y: int, deck: Deck) -> Any:
    """Count the dealer hands of two ranks that make more than a flush; add them to passed[28 + rank] for each rank."""
    left_x, left_y = deck.have[x] + deck.have[13 + x], deck.have[y] + deck.have[13 + y]
    if x == y:
        deck.passed[28 + x] += max(left_x - 1, 0)
        return left_x * (left_x - 1) // 2
    deck.passed[28 + x] += left_y
    deck.passed[28 + y] += left_x
    return left_x * left_y
