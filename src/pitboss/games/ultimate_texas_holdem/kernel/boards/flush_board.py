"""One board with three or more of a suit: which holes there are, in what order, and the dealer's hands against them."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import Boards, Kinds
from pitboss.games.ultimate_texas_holdem.kernel.numbering import PAIRS, SuitBoard, both_in, one_in, pair_of
from pitboss.games.ultimate_texas_holdem.kernel.work_arrays import Deck, Desk, Flushes, add
from pitboss.numeric.compiler import part
from pitboss.numeric.hands import U2
from pitboss.numeric.rank_worths import CLASS, FLUSH, count_ranks

NOT_IN_SUIT = 45 * 44 // 2 - 8 * 7 // 2  # dealer hands but for two of the suit, with three on the board and two in hand


@part
def in_suit(boards: Boards, mask: int, added: int) -> Any:
    """What the ranks of a board in a suit make with those of a hole; where both its cards must be used, with three."""
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
    """What the suit makes with none, one or two of the hole's cards, lowest first; how many."""
    worth, first, second = flushes.worth, flushes.first, flushes.second
    many = 0
    for x in range(-1, 13):
        for y in range(-1, max(x, 0)):
            added = (x >= 0) + (y >= 0)
            if size + added < 5 or added < boards.own or (x >= 0 and mask >> x & 1) or (y >= 0 and mask >> y & 1):
                continue
            own = 0
            if x >= 0:
                own |= 1 << x
            if y >= 0:
                own |= 1 << y
            now = in_suit(boards, mask, own)
            i = many
            while i > 0 and worth[i - 1] > now:
                worth[i], first[i], second[i] = worth[i - 1], first[i - 1], second[i - 1]
                i -= 1
            worth[i], first[i], second[i] = now, x, y
            many += 1
    return many


@part
def among_flushes(many: int, flushes: Flushes) -> None:
    """For two cards that make a flush of three on the board, the dealer's two in that suit they beat and tie."""
    worth, first, second, holding = flushes.worth, flushes.first, flushes.second, flushes.holding
    for k in range(14):
        holding[k] = 0
    for i in range(many):
        x, y, mine = first[i], second[i], worth[i]
        wins = ties = 0
        for k in range(many):
            if first[k] != x and first[k] != y and second[k] != x and second[k] != y:
                wins += worth[k] < mine
                ties += worth[k] == mine
        flushes.wins[i], flushes.ties[i] = wins, ties
        if mine >> CLASS == FLUSH:
            holding[x] += 1
            holding[y] += 1
            holding[13] += 1


@part
def line_up(at: SuitBoard, many_flushes: int, boards: Boards, kinds: Kinds, desk: Desk) -> int:
    """All kinds of hole on a board in the order of their worth; how many.

    Two lists that are in order already become one: holes by ranks, and what the suit makes with one or two cards more.
    """
    order, worth = boards.order[at.ranks], boards.worth[at.ranks]
    line, have, flushes = desk.line, desk.deck.have, desk.flushes
    many = j = 0
    i = PAIRS if at.size == 5 and boards.own == 0 else 0
    while i < PAIRS or j < many_flushes:
        if j == many_flushes or (i < PAIRS and worth[order[i]] < flushes.worth[j]):
            hole = order[i]
            x, y, now = int(kinds.first[hole]), int(kinds.second[hole]), worth[hole]
            i += 1
            if have[x] > (x == y) and have[y] > 0:
                many = add(line, many, hole, x, y, now)
            if at.size == 3 or boards.own:
                if have[13 + x] > 0 and have[y] > 0:
                    many = add(line, many, one_in(x, y), 13 + x, y, now)
                if x != y and have[13 + y] > 0 and have[x] > 0:
                    many = add(line, many, one_in(y, x), 13 + y, x, now)
        else:
            s, t, best = flushes.first[j], flushes.second[j], flushes.worth[j]
            j += 1
            if t >= 0:  # two cards in the suit
                if have[13 + s] > 0 and have[13 + t] > 0:
                    many = add(line, many, both_in(s, t), 13 + s, 13 + t, best)
            elif s >= 0:  # one, and any other card
                if have[13 + s] > 0:
                    for other in range(13):
                        if have[other] > 0:
                            many = add(line, many, one_in(s, other), 13 + s, other, best)
            else:  # none: the board's five
                for hole in range(PAIRS):
                    x, y = int(kinds.first[hole]), int(kinds.second[hole])
                    if have[x] > (x == y) and have[y] > 0:
                        many = add(line, many, hole, x, y, best)
    return many


@part
def second_cards(at: SuitBoard, seen: int, boards: Boards, deck: Deck) -> None:
    """What the dealer has with the card that is known and each kind of card; -1 where there is no such card."""
    for x in range(26):
        deck.passed[x] = -1
        if deck.have[x] > 0:
            own = 0
            if x >= 13:
                own |= 1 << (x - 13)
            if seen >= 13:
                own |= 1 << (seen - 13)
            if at.size + count_ranks(own) >= 5 and count_ranks(own) >= boards.own:
                deck.passed[x] = in_suit(boards, at.mask, own)
            else:
                deck.passed[x] = boards.worth[at.ranks, pair_of(x % 13, seen % 13)]


@part
def count_three(at: SuitBoard, many_flushes: int, boards: Boards, kinds: Kinds, tally: U2, desk: Desk) -> int:
    """`line_up` and `count_dealers` at once for a board with three in the suit, by what has been counted by ranks.

    Of the dealer's hands only those with two cards in the suit make something else than their ranks do. They are
    counted as they are passed, less those with the card in the suit that the hole has: `line.first`, or 13 for none.
    passed[:14] counts them by card, its second part keeps what it was where pairs begin, and its third counts, by
    rank, dealer hands that beat a flush; two in the suit are never among these.
    """
    order, worth = boards.order[at.ranks], boards.worth[at.ranks]
    line, deck, flushes = desk.line, desk.deck, desk.flushes
    have, passed, own = deck.have, deck.passed, line.first
    for k in range(42):
        passed[k] = 0
    many = i = total = lows = above = 0
    while i < PAIRS:
        now = worth[order[i]]
        start, j = many, i
        while j < PAIRS and worth[order[j]] == now:
            many = add_by_ranks(many, order[j], now, total, kinds, tally, desk)
            j += 1
        for k in range(i, j):
            x, y = int(kinds.first[order[k]]), int(kinds.second[order[k]])
            if x != y and have[13 + x] > 0 and have[13 + y] > 0:
                total += 1
                passed[x] += 1
                passed[y] += 1
            if now >> CLASS > FLUSH:
                above += beat_a_flush(x, y, deck)
        for k in range(start, many):
            line.tied[k] -= total - passed[own[k]] + line.beaten[k]
            if now >> CLASS > FLUSH:
                line.beaten[k] += flushes.holding[13] - (flushes.holding[own[k]] if own[k] < 13 else 0)
        if now >> CLASS == 0:
            lows = total
            for k in range(13):
                passed[14 + k] = passed[k]
        i = j
    for k in range(many):
        line.low[k] -= lows - passed[14 + own[k]]
    for k in range(many_flushes):
        x, y = flushes.first[k], flushes.second[k]
        hole = pair_of(x, y)
        line.kind[many], line.worth[many] = both_in(x, y), flushes.worth[k]
        line.low[many] = np.int64(tally[hole, 0]) - lows + passed[14 + x] + passed[14 + y]
        line.low[many] -= worth[hole] >> CLASS == 0
        line.beaten[many] = flushes.wins[k] + NOT_IN_SUIT
        if flushes.worth[k] >> CLASS == FLUSH:
            line.beaten[many] -= above - passed[28 + x] - passed[28 + y]
        line.tied[many] = flushes.ties[k]
        many += 1
    return many


@part
def add_by_ranks(many: int, hole: int, now: int, total: int, kinds: Kinds, tally: U2, desk: Desk) -> int:
    """Add to a line a hole by ranks as the kinds it can be: no card in the suit, or either.

    Of the `total` hands passed that have two cards in the suit, those with the hole's own card are not there. Until all
    hands of the same worth have passed, `tied` has what is beaten as well.
    """
    line, have, passed = desk.line, desk.deck.have, desk.deck.passed
    x, y = int(kinds.first[hole]), int(kinds.second[hole])
    for way in range(2 if x == y else 3):
        if way == 0:
            there, kind, own = have[x] > (x == y) and have[y] > 0, hole, 13
        elif way == 1:
            there, kind, own = have[13 + x] > 0 and have[y] > 0, one_in(x, y), x
        else:
            there, kind, own = have[13 + y] > 0 and have[x] > 0, one_in(y, x), y
        if there:
            line.kind[many], line.worth[many], line.first[many] = kind, now, own
            line.low[many] = tally[hole, 0]
            line.beaten[many] = np.int64(tally[hole, 1]) - total + passed[own]
            line.tied[many] = np.int64(tally[hole, 1]) + tally[hole, 2]
            many += 1
    return many


@part
def beat_a_flush(x: int, y: int, deck: Deck) -> Any:
    """How many dealer hands have these ranks, which make more than a flush; those with a particular card are noted."""
    here, there = deck.have[x] + deck.have[13 + x], deck.have[y] + deck.have[13 + y]
    if x == y:
        deck.passed[28 + x] += max(here - 1, 0)
        return here * (here - 1) // 2
    deck.passed[28 + x] += there
    deck.passed[28 + y] += here
    return here * there
