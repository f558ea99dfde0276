"""Kernels that tally the codes of units: counts of codes, sums over rounds, and statistics of sessions.

All results are whole numbers, so the tallies of parts of a run can be merged in any order.
"""

from __future__ import annotations

import numpy as np

from pitboss.numeric.compiler import kernel
from pitboss.numeric.hands import I8, U2

# The slots of `state`, which describes the session in progress: units played, net of the first seat and of all seats,
# the first seat's highest net and deepest fall below it, the current runs of rounds won and lost, the longest runs, and
# whether the bankroll gave out.
AT, WON, TABLE_WON, PEAK, DROP, WINNING, LOSING, WINS, LOSSES, RUINED = range(10)
STATE = 10  # number of slots
# The number of values of a finished session: net of the first seat, net of all seats, deepest fall below a peak,
# longest run of rounds won, longest run of rounds lost, and 1 if the bankroll gave out.
SESSION = 6


@kernel("u2[:,:] i8[:,:]")
def count_codes(codes: U2, counts: I8) -> int:
    """Add the number of occurrences in codes[column, unit] to counts[column, code]."""
    for column in range(codes.shape[0]):
        for unit in range(codes.shape[1]):
            counts[column, codes[column, unit]] += 1
    return 0


@kernel("u2[:,:] i8[:,:,:] i8[:,:,:] i8[:,:]")
def add_rounds(codes: U2, net: I8, staked: I8, sums: I8) -> int:
    """Add five sums over units to sums[line]: net, net squared, stake, stake squared, and net times stake.

    Net and stake of a unit are those of all columns of codes[column, unit], by the tables net[line, column, code] and
    staked[line, column, code]. If columns depend on each other, counts of codes alone do not determine these sums.
    """
    for line in range(net.shape[0]):
        nets = nets2 = stakes = stakes2 = products = 0
        for unit in range(codes.shape[1]):
            unit_net = unit_stake = 0
            for column in range(codes.shape[0]):
                code = codes[column, unit]
                unit_net += net[line, column, code]
                unit_stake += staked[line, column, code]
            nets += unit_net
            nets2 += unit_net * unit_net
            stakes += unit_stake
            stakes2 += unit_stake * unit_stake
            products += unit_net * unit_stake
        sums[line, 0] += nets
        sums[line, 1] += nets2
        sums[line, 2] += stakes
        sums[line, 3] += stakes2
        sums[line, 4] += products
    return 0


@kernel("u2[:,:] u2[:,:] i8[:,:,:] i8[:,:,:] i8[:,:]")
def add_differences(codes: U2, others: U2, net: I8, others_net: I8, sums: I8) -> int:
    """Add two sums over units to sums[line]: the difference in net between two strategies on the same cards, and its
    square.

    `codes` and `others` are [column, unit]; the tables `net` and `others_net` are [line, column, code].
    """
    for line in range(net.shape[0]):
        differences = squares = 0
        for unit in range(codes.shape[1]):
            difference = 0
            for column in range(codes.shape[0]):
                difference += net[line, column, codes[column, unit]] - others_net[line, column, others[column, unit]]
            differences += difference
            squares += difference * difference
        sums[line, 0] += differences
        sums[line, 1] += squares
    return 0


@kernel("u2[:,:] i8[:,:] i8[:,:] i8 i8 i8[:] i8[:,:] i8")
def add_sessions(codes: U2, own: I8, table: I8, length: int, ruin: int, state: I8, sessions: I8, done: int) -> int:
    """Follow sessions of `length` units through codes[column, unit] and return the number of finished ones.

    own[column, code] is what a code nets the first seat, table[column, code] what it nets all seats. When the first
    seat's net falls below `ruin`, its bankroll has given out: it stops, and the others play on. `state` holds the
    session in progress on entry and on return. Finished sessions are written to sessions[done], sessions[done + 1] ...
    """
    units_played, won, table_won, peak, drop = state[AT], state[WON], state[TABLE_WON], state[PEAK], state[DROP]
    winning, losing, wins, losses, ruined = (
        state[WINNING],
        state[LOSING],
        state[WINS],
        state[LOSSES],
        state[RUINED],
    )
    one_column = codes.shape[0] == 1
    for unit in range(codes.shape[1]):
        if one_column:
            own_net = own[0, codes[0, unit]]
            table_net = table[0, codes[0, unit]]
        else:
            own_net = table_net = 0
            for column in range(codes.shape[0]):
                own_net += own[column, codes[column, unit]]
                table_net += table[column, codes[column, unit]]
        table_won += table_net
        if not ruined:
            won += own_net
            # No branches, because the processor cannot predict who wins. A push neither ends a run nor adds to it.
            up, down = np.int64(own_net > 0), np.int64(own_net < 0)
            winning = (winning + up) * (1 - down)
            losing = (losing + down) * (1 - up)
            wins, losses = max(wins, winning), max(losses, losing)
            peak = max(peak, won)
            drop = max(drop, peak - won)
            ruined = won < ruin
        units_played += 1
        if units_played == length:
            sessions[done, 0] = won
            sessions[done, 1] = table_won
            sessions[done, 2] = drop
            sessions[done, 3] = wins
            sessions[done, 4] = losses
            sessions[done, 5] = ruined
            units_played = won = table_won = peak = drop = winning = losing = wins = losses = ruined = 0
            done += 1
    state[AT], state[WON], state[TABLE_WON], state[PEAK], state[DROP] = units_played, won, table_won, peak, drop
    state[WINNING], state[LOSING], state[WINS], state[LOSSES] = winning, losing, wins, losses
    state[RUINED] = ruined
    return done


KERNELS = (count_codes, add_rounds, add_differences, add_sessions)
