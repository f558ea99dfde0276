"""What became of units, counted: how often each code came, sums over rounds, and what sessions were like.

Everything is a whole number, so that counts of parts of a run merge in any order to the counts of the whole.
"""

from __future__ import annotations

import numpy as np

from pitboss.numeric.compiler import kernel
from pitboss.numeric.hands import I8, U2

# What is kept of a session while it runs.
AT, WON, TABLE_WON, PEAK, DROP, WINNING, LOSING, WINS, LOSSES, RUINED = range(10)
STATE = 10
# What is told of a session when it is over: what its player and what all seats won, the deepest fall below a peak, the
# longest runs of rounds won and lost, and whether the bankroll gave out.
SESSION = 6


@kernel("u2[:,:] i8[:,:]")
def count_codes(codes: U2, counts: I8) -> int:
    """How often each column got each code."""
    for column in range(codes.shape[0]):
        for unit in range(codes.shape[1]):
            counts[column, codes[column, unit]] += 1
    return 0


@kernel("u2[:,:] i8[:,:,:] i8[:,:,:] i8[:,:]")
def add_rounds(codes: U2, net: I8, staked: I8, sums: I8) -> int:
    """For each line the sums over rounds of what all columns net together, of its square, of what they stake, of that
    squared, and of the product. Where columns depend on each other, single counts do not tell these."""
    for line in range(net.shape[0]):
        won = won2 = put = put2 = both = 0
        for unit in range(codes.shape[1]):
            a = b = 0
            for column in range(codes.shape[0]):
                code = codes[column, unit]
                a += net[line, column, code]
                b += staked[line, column, code]
            won += a
            won2 += a * a
            put += b
            put2 += b * b
            both += a * b
        sums[line, 0] += won
        sums[line, 1] += won2
        sums[line, 2] += put
        sums[line, 3] += put2
        sums[line, 4] += both
    return 0


@kernel("u2[:,:] u2[:,:] i8[:,:,:] i8[:,:,:] i8[:,:]")
def add_differences(codes: U2, others: U2, net: I8, others_net: I8, sums: I8) -> int:
    """For each line the sum over rounds of what one way to play nets more than another on the same cards, and of its
    square."""
    for line in range(net.shape[0]):
        more = more2 = 0
        for unit in range(codes.shape[1]):
            here = 0
            for column in range(codes.shape[0]):
                here += net[line, column, codes[column, unit]] - others_net[line, column, others[column, unit]]
            more += here
            more2 += here * here
        sums[line, 0] += more
        sums[line, 1] += more2
    return 0


@kernel("u2[:,:] i8[:,:] i8[:,:] i8 i8 i8[:] i8[:,:] i8")
def add_sessions(codes: U2, own: I8, table: I8, length: int, ruin: int, state: I8, sessions: I8, done: int) -> int:
    """Go through units in order, `length` of them to a session. `own` is what a code nets the first seat, `table` what
    it nets all. A bankroll has given out when less than `ruin` is won: its player stops, and the others go on. The
    number of sessions that are over is returned; `done` were before."""
    at, won, table_won, peak, drop = state[AT], state[WON], state[TABLE_WON], state[PEAK], state[DROP]
    winning, losing, wins, losses, ruined = (
        state[WINNING],
        state[LOSING],
        state[WINS],
        state[LOSSES],
        state[RUINED],
    )
    alone = codes.shape[0] == 1
    for unit in range(codes.shape[1]):
        if alone:
            here = own[0, codes[0, unit]]
            there = table[0, codes[0, unit]]
        else:
            here = there = 0
            for column in range(codes.shape[0]):
                here += own[column, codes[column, unit]]
                there += table[column, codes[column, unit]]
        table_won += there
        if not ruined:
            won += here
            # Without a branch, for nobody can foretell who wins: a push neither ends a run nor adds to it.
            up, down = np.int64(here > 0), np.int64(here < 0)
            winning = (winning + up) * (1 - down)
            losing = (losing + down) * (1 - up)
            wins, losses = max(wins, winning), max(losses, losing)
            peak = max(peak, won)
            drop = max(drop, peak - won)
            ruined = won < ruin
        at += 1
        if at == length:
            sessions[done, 0] = won
            sessions[done, 1] = table_won
            sessions[done, 2] = drop
            sessions[done, 3] = wins
            sessions[done, 4] = losses
            sessions[done, 5] = ruined
            at = won = table_won = peak = drop = winning = losing = wins = losses = ruined = 0
            done += 1
    state[AT], state[WON], state[TABLE_WON], state[PEAK], state[DROP] = at, won, table_won, peak, drop
    state[WINNING], state[LOSING], state[WINS], state[LOSSES] = winning, losing, wins, losses
    state[RUINED] = ruined
    return done


KERNELS = (count_codes, add_rounds, add_differences, add_sessions)
