"""Play the units of a plan in chunks, several at once, and tally them in the order of their numbers.

A chunk is a whole number of sessions, so that no session is split between two chunks that run at once. A run may still
stop in the middle of a session: the tally contains the state of that session, and the next chunk continues from it. If
a session is longer than several chunks, its chunks are played one after the other. Threads are enough, because compiled
code does not hold Python's lock. The result does not depend on the number of threads: every number in a tally is a sum
or a count over units, and each unit is a pure function of the seed and its number.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import gcd
from operator import attrgetter

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Ready
from pitboss.numeric import tally as kernels
from pitboss.numeric.hands import I8, U2
from pitboss.simulation.batch_sums import MOST, BatchSums, largest_amount
from pitboss.simulation.plan import Plan, most_at_risk
from pitboss.simulation.tallies import Frequencies, IncidentTally, Sessions, Tally, new_tally

CHUNK = 2**20  # units at least, but for sessions that are no divisor of it
SHOES = 2**9  # the same where a unit is a shoe
FEWEST = 2**4  # shoes, however long they take
LONG = 4  # chunks at most that a session may be, to be played in one go
BATCH = 2**15  # units whose codes are in memory at once
AMOUNTS = (attrgetter("net"), attrgetter("staked"), attrgetter("wagered"))


def empty_tally(plan: Plan) -> Tally:
    """Return the tally of no units of a plan."""
    ready = plan.ready
    codes = [[len(column.outcomes) for column in table.columns] for table in ready]
    tally = new_tally(
        codes, [len(table.lines) for table in ready], several=len(ready[0].columns) > 1, shoes=bool(ready[0].packs)
    )
    if plan.incidents:
        tally.incidents = [{kind: IncidentTally() for kind in plan.incidents} for _ in ready]
    return tally


def play_units(plan: Plan, units: int, so_far: Tally | None = None, workers: int = 1) -> Generator[Tally]:
    """Play up to `units` units in all, and yield the tally, first before anything is played, then as chunks are added.

    The caller may close the generator at any time; the tally yielded last is complete.
    """
    tally = empty_tally(plan) if so_far is None else so_far
    play_chunk(plan, 0, 1)  # loading compiled code is for one thread
    yield tally
    if plan.session > LONG * chunk_size(plan):
        yield from play_in_turn(plan, units, tally)
        return
    running: deque[Future[Tally]] = deque()
    pool = ThreadPoolExecutor(workers)
    try:
        before: Tally | None = tally  # of the first chunk alone: all others begin with a session
        for first, count in chunks(plan.session, tally.units, units, chunk_size(plan)):
            running.append(pool.submit(play_chunk, plan, first, count, before))
            before = None
            if len(running) > 2 * workers:
                tally.add(running.popleft().result())
                yield tally
        while running:
            tally.add(running.popleft().result())
            yield tally
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def play_in_turn(plan: Plan, units: int, tally: Tally) -> Generator[Tally]:
    """Play one chunk after the other, even if they end within a session, and yield the tally after each."""
    while tally.units < units:
        tally.add(play_chunk(plan, tally.units, min(chunk_size(plan), units - tally.units), tally))
        yield tally


def chunk_size(plan: Plan) -> int:
    """Return the minimum number of units of a chunk, which is smaller if units take long."""
    return max(SHOES // plan.relative_time, FEWEST) if plan.unit == "shoe" else CHUNK // plan.relative_time


def chunks(session: int, first: int, units: int, least: int) -> Iterator[tuple[int, int]]:
    """Yield the first unit and the number of units of each chunk. All chunks but the last end with a session."""
    size = -(-least // session) * session
    while first < units:
        end = min(first // session * session + size, units)
        yield first, end - first
        first = end


def play_chunk(plan: Plan, first: int, units: int, before: Tally | None = None) -> Tally:
    """Return the tally of `units` units from number `first` on. `before` is the tally whose unfinished session they
    continue."""
    tally = empty_tally(plan)
    ready = plan.ready
    grain, net, staked, wagered = payment_tables(ready)
    if plan.session > (longest := longest_session(net)):
        raise ImpossibleError(
            f"a session of {plan.session:,} {plan.unit}s is too long for these bets; ask for {longest:,} at most"
        )
    codes = [np.empty((len(table.columns), BATCH), np.uint16) for table in ready]
    counts = [np.zeros(line_nets.shape[1:], np.int64) for line_nets in net]
    adding = BatchSums(net, staked, grain, BATCH, wagered)
    batch = adding.batch
    opened = [[]] * len(ready) if before is None else [played.sessions.open for played in before.ways]
    books = [
        SessionBook(plan, table, line_nets[-1], grain, units, state)
        for table, line_nets, state in zip(ready, net, opened, strict=True)
    ]
    for begin in range(first, first + units, batch):
        size = min(batch, first + units - begin)
        parts = [np.ascontiguousarray(way_codes[:, :size]) for way_codes in codes]
        for way, (table, part) in enumerate(zip(ready, parts, strict=True)):
            throws = table.play(plan.seed, begin, part)
            tally.throws += 0 if way else throws
            kernels.count_codes(part, counts[way])
            books[way].add(part)
            if tally.ways[way].sums:
                adding.add_rounds(way, part, tally.ways[way].sums)
            if tally.ways[way].made:
                adding.add_shoes(way, part, tally.ways[way].made)
            if way:
                adding.add_differences(way, part, parts[0], tally.ways[way].against_first)
    tally.units = units
    for played, count, book in zip(tally.ways, counts, books, strict=True):
        played.counts = [row[: len(old)].tolist() for row, old in zip(count, played.counts, strict=True)]
        played.sessions = book.close()
    return tally


def longest_session(net: Sequence[I8]) -> int:
    """Return the largest number of units whose net is sure to fit into 64 bits."""
    return MOST // largest_amount(net)


def ruin_threshold(plan: Plan, ready: Ready, grain: int) -> int:
    """Return the net, in grains, below which the bankroll does not cover another unit."""
    return -((plan.bankroll - most_at_risk(plan, ready)) // grain) if plan.bankroll else -MOST


def payment_tables(ready: Sequence[Ready]) -> tuple[int, list[I8], list[I8], list[I8]]:
    """Return what each code pays, as whole numbers of a grain: the largest amount that divides all payments.

    The result is the grain in cents, then for each strategy net[line, column, code], staked[line, column, code] and, if
    the unit is a shoe, wagered[line, column, code].
    """
    tables = [
        [[list(column) for column in amounts(line)] for line in table_set.lines]
        for table_set in ready
        for amounts in AMOUNTS[: 3 if table_set.packs else 2]
    ]
    grain = gcd(*(cents for table in tables for line in table for column in line for cents in column)) or 1
    arrays = []
    for table in tables:
        widest = max(len(column) for column in table[0])
        filled = [
            [[cents // grain for cents in column] + [0] * (widest - len(column)) for column in line] for line in table
        ]
        arrays.append(np.array(filled, np.int64))
    if ready[0].packs:
        return grain, arrays[::3], arrays[1::3], arrays[2::3]
    return grain, arrays[::2], arrays[1::2], []


class SessionBook:
    """The statistics of the sessions of a chunk, updated as its units are played. `net` is that of the line of all
    wagers, by [column, code]."""

    def __init__(self, plan: Plan, ready: Ready, net: I8, grain: int, units: int, opened: Sequence[int]) -> None:
        self.grain = grain
        self.table = np.ascontiguousarray(net)
        self.own = np.array(
            [row if column.seat == 1 else np.zeros_like(row) for column, row in zip(ready.columns, net, strict=True)]
        )
        self.length = plan.session
        self.ruin = ruin_threshold(plan, ready, grain)
        self.state = np.array(opened or [0] * kernels.STATE, np.int64)
        self.finished = np.zeros(((int(self.state[kernels.AT]) + units) // plan.session, kernels.SESSION), np.int64)
        self.done = 0

    def add(self, codes: U2) -> None:
        """Follow the sessions through the next units, codes[column, unit]."""
        self.done = kernels.add_sessions(
            codes, self.own, self.table, self.length, self.ruin, self.state, self.finished, self.done
        )

    def close(self) -> Sessions:
        """Return the statistics of the finished sessions, and the state of the unfinished one."""
        assert self.done == len(self.finished)
        won, table, drop, wins, losses = (_frequencies(self.finished[:, index]) for index in range(5))
        won, table, drop = (
            {number * self.grain: count for number, count in frequencies.items()} for frequencies in (won, table, drop)
        )
        return Sessions(self.done, int(self.finished[:, 5].sum()), won, table, drop, wins, losses, self.state.tolist())


def _frequencies(numbers: I8) -> Frequencies:
    """Count how often each number occurs."""
    values, times = np.unique(numbers, return_counts=True)
    return dict(zip(values.tolist(), times.tolist(), strict=True))
