"""How many dealer hands each hole in a line beats and ties, and how many do not qualify.

All kinds of hole are walked in the order of their worth: a hole beats what has passed, less the hands that would need
one of its own cards, which a counter for each kind of card tells.
"""

from __future__ import annotations

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.work_arrays import Deck, Line
from pitboss.numeric.compiler import part
from pitboss.numeric.rank_worths import CLASS


@part
def count_dealers(many: int, line: Line, deck: Deck) -> None:
    """For each hole in a line: dealer hands it beats, ties, and that do not qualify.

    `passed` counts, for each kind of card, the hands passed so far that hold a particular card of that kind; its second
    half keeps what it was where pairs begin.
    """
    first, second, have, passed = line.first, line.second, deck.have, deck.passed
    for i in range(52):
        passed[i] = 0
    total = low_total = 0
    i = lows = 0
    while i < many:
        j = i
        value = line.worth[i]
        while j < many and line.worth[j] == value:
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
    for i in range(many):
        line.low[i] = low_total - passed[26 + first[i]] - passed[26 + second[i]] + (i < lows)


@part
def count_second(many: int, line: Line, deck: Deck) -> None:
    """As `count_dealers`, when one of the dealer's cards is known. passed[x] is the dealer's worth with x as the other
    card, or -1 if there is no such card; its second half is room.
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
    at = i = 0
    while i < many:
        value = np.int64(line.worth[i])
        while at < cards and theirs[order[at]] < value:
            total += have[order[at]]
            at += 1
        same = 0
        k = at
        while k < cards and theirs[order[k]] == value:
            same += have[order[k]]
            k += 1
        while i < many and line.worth[i] == value:
            a, b = theirs[line.first[i]], theirs[line.second[i]]
            line.beaten[i] = total - (a < value) - (b < value)
            line.tied[i] = same - (a == value) - (b == value)
            line.low[i] = lows - (a >> CLASS == 0) - (b >> CLASS == 0)
            i += 1
