"""Play every unit both with the kernels and with the audited engine, which must agree.

The engine holds Python's lock, so several workers are processes. They are forked, because a plan contains functions
that cannot be sent to another process. On a system without fork there is one worker, which is this process.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import zip_longest
from multiprocessing import get_all_start_methods, get_context
from typing import TypeVar

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.analysis.worker import end_with_parent
from pitboss.simulation.audited_play.audited_table import AuditedTable, UnitResult
from pitboss.simulation.audited_play.disturbed_rounds import play_incidents
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import empty_tally, play_chunk
from pitboss.simulation.tallies import IncidentTally, Tally
from pitboss.table.money import chips_before

R = TypeVar("R")
PIECE = 50  # units that a worker plays before it says so
CHUNK = 200  # units that are added up at once

Incidents = list[dict[str, IncidentTally]]


def play_audited(plan: Plan, units: int, so_far: Tally | None = None, workers: int = 1) -> Generator[Tally]:
    """Play up to `units` units and yield the tally, as `run.play_units` does. The kernels count; the engine is compared
    with them and adds incidents."""
    tally = empty_tally(plan) if so_far is None else so_far
    play_chunk(plan, 0, 1)
    _tables[:] = [AuditedTable(plan, way) for way in range(len(plan.ways))]  # which the workers inherit
    yield tally
    with _make_executor(workers) as pool:
        waiting: deque[tuple[int, int, list[Future[Incidents]]]] = deque()
        for first in range(tally.units, units, CHUNK):
            units_of_chunk = min(CHUNK, units - first)
            pieces = [
                (piece_start, min(PIECE, first + units_of_chunk - piece_start))
                for piece_start in range(first, first + units_of_chunk, PIECE)
            ]
            waiting.append((first, units_of_chunk, [pool.submit(_play_piece, *piece) for piece in pieces]))
            if len(waiting) > 2 * workers:
                yield _add_chunk(plan, tally, *waiting.popleft())
        while waiting:
            yield _add_chunk(plan, tally, *waiting.popleft())


def _add_chunk(plan: Plan, tally: Tally, first: int, units: int, pieces: Sequence[Future[Incidents]]) -> Tally:
    """Add the kernels' tally of a chunk and the incidents that the workers found in it."""
    more = play_chunk(plan, first, units, tally)
    for piece in pieces:
        for kinds, other_kinds in zip(more.incidents, piece.result(), strict=True):
            for kind, struck in other_kinds.items():
                kinds[kind].add(struck)
    tally.add(more)
    return tally


_tables: list[AuditedTable] = []  # of this process, one for each way to play


def _play_piece(first: int, units: int) -> Incidents:
    """Play units with the engine for every strategy and return the incidents by strategy and kind. Raises
    AssertionError if the engine and the kernel disagree."""
    incidents = empty_tally(_tables[0].plan).incidents
    for way, table in enumerate(_tables):
        check_units(table, first, units)
        if table.plan.incidents:
            for unit in range(first, first + units):
                for kind, struck in play_incidents(table, unit, table.plan.incidents):
                    incidents[way][kind].add(struck)
    return incidents


def check_units(table: AuditedTable, first: int, units: int) -> None:
    """Play units with the kernel and with the engine. Raises AssertionError if a seat's net or stake differs."""
    plan, ready = table.plan, table.ready
    codes = np.zeros((len(ready.columns), units), np.uint16)
    ready.play(plan.seed, first, codes)
    line = ready.lines[-1]
    for unit in range(units):
        engine = table.play(first + unit)
        if ready.round_nets is not None:
            _check_rounds(table, first + unit, engine)
        for verb, by_engine, by_code in (("win", engine.nets, line.net), ("put down", engine.staked, line.staked)):
            cents = [0] * plan.seats
            for column, amounts, code in zip(ready.columns, by_code, codes[:, unit].tolist(), strict=True):
                cents[column.seat - 1] += amounts[code]
            if by_engine != tuple(cents):
                raise AssertionError(
                    f"unit {first + unit} of seed {plan.seed}: by the engine the seats {verb} {by_engine} cents, by "
                    f"the kernel {tuple(cents)}"
                )


def _check_rounds(table: AuditedTable, unit: int, engine: UnitResult) -> None:
    """Raise AssertionError if a seat's net in any round of a shoe differs between the engine and the kernel."""
    assert table.ready.round_nets is not None
    seats = range(1, table.plan.seats + 1)
    before, accounts = (
        table.start.accounts,
        [driver.next.accounts for driver in engine.rounds if driver.next is not None],
    )
    won = []
    for after in accounts:
        won.append(tuple(after[chips_before(seat)] - before[chips_before(seat)] for seat in seats))
        before = after
    by_kernel = [tuple(nets) for nets in table.ready.round_nets(table.plan.seed, unit)]
    for number, (by_engine, by_kernel_round) in enumerate(zip_longest(won, by_kernel), 1):
        if by_engine != by_kernel_round:
            raise AssertionError(
                f"unit {unit} of seed {table.plan.seed}: by the engine the seats win {by_engine} cents in round "
                f"{number} of the shoe, by the kernel {by_kernel_round}"
            )


class _SameProcess(Executor):
    """An executor that runs tasks at once in this process."""

    def submit(self, fn: Callable[..., R], /, *args: object, **kwargs: object) -> Future[R]:
        """Run a task and return its finished future."""
        done: Future[R] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def _make_executor(workers: int) -> Executor:
    """Return an executor with this many worker processes, or for this process."""
    if workers == 1 or "fork" not in get_all_start_methods():
        return _SameProcess()
    return _Pool(workers, get_context("fork"), end_with_parent)


class _Pool(ProcessPoolExecutor):
    """A pool of processes that drops waiting tasks when it is left early."""

    def __exit__(self, *raised: object) -> None:
        self.shutdown(wait=True, cancel_futures=True)
