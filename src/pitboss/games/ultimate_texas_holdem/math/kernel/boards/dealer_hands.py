"""Count how many dealer hands each hole in a line beats and ties, and how many do not qualify.

The holes of a line are all holes that are possible on the board, for the player and for the dealer, in ascending order
of worth. Walking along the line, `total` is the number of dealer hands that have been passed. A hole beats these, less
those that need one of its own two cards; `passed[kind of card]` counts them. The one hand that needs both of its cards
has its own worth, so it only matters for ties, where it was subtracted twice and is added once.

Example: a deuce, two threes and a four are left, and only a pair qualifies. The line is 3-2, 4-2, 4-3, 3-3. Before 4-3,
the two hands 3-2 and the hand 4-2 have been passed: `total` is 3, one of them holds the four, and one holds this three.
So 4-3 beats 3 - 1 - 1 = 1 hand, which is the deuce and the other three. Before 3-3, five hands have been passed, and
each three is in two of them. So 3-3 beats 5 - 2 - 2 = 1 hand, 4-2.
"""

from __future__ import annotations

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.work_arrays import Deck, Line
from pitboss.numeric.compiler import part
from pitboss.numeric.rank_worths import CLASS


@part
def count_dealers(count: int, line: Line, deck: Deck) -> None:
    """Fill `low`, `beaten` and `tied` for the first `count` holes of a line.

    `deck.passed` is a work array in two halves: passed[kind of card] counts the hands passed so far that hold one
    particular card of that kind; passed[26 + kind of card] is what that was when the hands without a pair had all
    passed.
    """
    first, second, have, passed = line.first, line.second, deck.have, deck.passed
    for i in range(52):
        passed[i] = 0
    total = low_total = 0
    i = lows = 0
    while i < count:
        j = i
        value = line.worth[i]
        while j < count and line.worth[j] == value:
            line.beaten[j] = total - passed[first[j]] - passed[second[j]]
            j += 1
        for k in range(i, j):
            a, b = first[k], second[k]
            if a == b:
                total += have[a] * (have[a] - 1) // 2
                passed[a] += have[a] - 1
            else:
                total += have[a] * have[b]
                passed[a] += have[b]
                passed[b] += have[a]
        for k in range(i, j):
            line.tied[k] = total - passed[first[k]] - passed[second[k]] + 1 - line.beaten[k]
        if value >> CLASS == 0:
            low_total, lows = total, j
            for k in range(26):
                passed[26 + k] = passed[k]
        i = j
    for i in range(count):
        line.low[i] = low_total - passed[26 + first[i]] - passed[26 + second[i]] + (i < lows)


@part
def count_dealers_holding(count: int, line: Line, deck: Deck) -> None:
    """Fill `low`, `beaten` and `tied` as `count_dealers` does, for a dealer one of whose two cards is known.

    deck.passed[kind of card] must be the worth of the dealer's hand of the known card and a card of this kind, or -1 if
    no such card is left. The second half of `passed` is a work array: the kinds of card in ascending order of that
    worth.
    """
    have, theirs, order = deck.have, deck.passed[:26], deck.passed[26:]
    total = lows = cards = 0
    for x in range(26):  # the other cards in the order of what they make
        if theirs[x] >= 0:
            i = cards
            while i > 0 and theirs[order[i - 1]] > theirs[x]:
                order[i] = order[i - 1]
                i -= 1
            order[i] = x
            cards += 1
            if theirs[x] >> CLASS == 0:
                lows += have[x]
    lower = i = 0
    while i < count:
        value = np.int64(line.worth[i])
        while lower < cards and theirs[order[lower]] < value:
            total += have[order[lower]]
            lower += 1
        equal = 0
        k = lower
        while k < cards and theirs[order[k]] == value:
            equal += have[order[k]]
            k += 1
        while i < count and line.worth[i] == value:
            a, b = theirs[line.first[i]], theirs[line.second[i]]
            line.beaten[i] = total - (a < value) - (b < value)
            line.tied[i] = equal - (a == value) - (b == value)
            line.low[i] = lows - (a >> CLASS == 0) - (b >> CLASS == 0)
            i += 1
