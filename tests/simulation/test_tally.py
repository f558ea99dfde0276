"""The tally of units, compared with the simplest way to count the same."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from pitboss.numeric import tally
from pitboss.simulation.batch_sums import BatchSums
from pitboss.simulation.tallies import Sums


def plain_session(won: list[int], bankroll: int, stake: int) -> list[int]:
    """Return the statistics of one session: net, drawdown, longest runs, and whether the bankroll gave out."""
    total = [0]
    ruined = 0
    played = []
    for each in won:
        if bankroll and bankroll + total[-1] < stake:
            ruined = 1
            break
        played.append(each)
        total.append(total[-1] + each)
    else:
        ruined = int(bankroll > 0 and bankroll + total[-1] < stake)
    drop = max(max(total[: at + 1]) - value for at, value in enumerate(total))
    signs = [1 if each > 0 else -1 for each in played if each]
    runs = {1: 0, -1: 0}
    length = 0
    for before, sign in pairwise([0, *signs]):
        length = length + 1 if sign == before else 1
        runs[sign] = max(runs[sign], length)
    return [total[-1], drop, runs[1], runs[-1], ruined]


@settings(deadline=None)  # kernels may have to be compiled
@given(
    some.lists(some.integers(0, 4), min_size=1, max_size=60),
    some.integers(1, 20),
    some.sampled_from([0, 2, 3, 10]),
    some.integers(1, 7),
)
def test_sessions_are_what_a_person_would_note(codes: list[int], length: int, bankroll: int, batch: int) -> None:
    nets, stake = [-2, -1, 0, 1, 5], 2
    own = np.array([nets], np.int64)
    state, found = np.zeros(tally.STATE, np.int64), np.zeros((len(codes), tally.SESSION), np.int64)
    done = 0
    for begin in range(0, len(codes), batch):
        part = np.array([codes[begin : begin + batch]], np.uint16)
        ruin = stake - bankroll if bankroll else -(10**9)
        done = tally.add_sessions(part, own, own * 2, length, ruin, state, found, done)
    assert done == len(codes) // length
    for at in range(done):
        won = [nets[code] for code in codes[at * length : (at + 1) * length]]
        own_won, all_won, *rest = found[at].tolist()
        assert [own_won, *rest] == plain_session(won, bankroll, stake)
        assert all_won == 2 * sum(won)  # the others play on


@pytest.mark.parametrize("columns", [1, 3])
def test_sums_are_over_rounds(columns: int) -> None:
    random = np.random.default_rng(1)
    codes = random.integers(0, 5, (columns, 500)).astype(np.uint16)
    net = random.integers(-9, 9, (2, columns, 5))
    staked = random.integers(1, 4, (2, columns, 5))
    sums = np.zeros((2, 5), np.int64)
    tally.add_rounds(codes, net, staked, sums)
    for line in range(2):
        won = sum(net[line, column][codes[column]] for column in range(columns))
        put = sum(staked[line, column][codes[column]] for column in range(columns))
        assert sums[line].tolist() == [won.sum(), (won**2).sum(), put.sum(), (put**2).sum(), (won * put).sum()]
    counts = np.zeros((columns, 5), np.int64)
    tally.count_codes(codes, counts)
    assert counts.tolist() == [np.bincount(row, minlength=5).tolist() for row in codes]


def test_differences_are_on_the_same_cards() -> None:
    random = np.random.default_rng(2)
    ours, theirs = (random.integers(0, 4, (2, 300)).astype(np.uint16) for _ in range(2))
    net, others = (random.integers(-9, 9, (1, 2, 4)) for _ in range(2))
    sums = np.zeros((1, 2), np.int64)
    tally.add_differences(ours, theirs, net, others, sums)
    more = sum(net[0, at][ours[at]] - others[0, at][theirs[at]] for at in range(2))
    assert sums.tolist() == [[more.sum(), (more**2).sum()]]


@pytest.mark.parametrize("high", [10**3, 10**8, 10**12])
def test_sums_are_exact_however_large(high: int) -> None:
    """Compare with Python's integers; only the smallest amounts can be squared in 64 bits."""
    random = np.random.default_rng(3)
    ours, theirs = (random.integers(0, 4, (3, 100)).astype(np.uint16) for _ in range(2))
    net = [random.integers(-high, high, (2, 3, width)) for width in (4, 5)]
    staked = [random.integers(1, high, (2, 3, width)) for width in (4, 5)]
    adding = BatchSums(net, staked, 5, 300)
    assert (adding.whole > 1) is (high > 10**3)
    assert adding.batch == 300 if high < 10**12 else adding.batch > 100
    rounds, differences = ([Sums() for _ in range(2)] for _ in range(2))
    adding.add_rounds(1, ours, rounds)
    adding.add_differences(1, ours, theirs, differences)
    for line in range(2):
        won, put, less = (
            [5 * sum(int(table[line, at, codes[at, unit]]) for at in range(3)) for unit in range(100)]
            for table, codes in ((net[1], ours), (staked[1], ours), (net[0], theirs))
        )
        more = [a - b for a, b in zip(won, less, strict=True)]
        squares = [sum(a * b for a, b in zip(x, y, strict=True)) for x, y in ((won, won), (put, put), (won, put))]
        assert rounds[line] == Sums(sum(won), squares[0], sum(put), squares[1], squares[2])
        assert differences[line] == Sums(sum(more), sum(each**2 for each in more))
