"""The kernels and the audited engine on the same cards, dice and decisions, over every cell of every game's grid.

    make equal

Each game's tests say what its grid is (editions, seats, bonuses, limits, houses, readings, ways to play) and compare a
number of rounds of one cell, every seat to the cent. Here all cells of all games get as many rounds as were asked for,
a million by default; the first round that differs stops everything and is named.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from typing import Any, NamedTuple

from pitboss.games import REGISTERED

AT_A_TIME = 1_000  # rounds of a cell: to open a table takes as long as some ten of them


class Task(NamedTuple):
    game: str
    cell: int
    rounds: int
    seed: int


def compare(task: Task) -> Task:
    """An AssertionError says which round differs."""
    equal: Callable[[int, int, int], object] = tests_of(task.game).equal_rounds
    equal(task.cell, task.rounds, task.seed)
    return task


def tests_of(game: str) -> Any:
    return import_module(f"games.{REGISTERED[game].rpartition('.')[2]}.test_simulated")


def tasks(rounds: int, games: list[str]) -> Iterator[Task]:
    """Yield all cells of a game again and again, until it has its share of the rounds."""
    for game in games:
        cells, left, seed = tests_of(game).CELLS, rounds // len(games), 0
        assert left >= cells, f"{game} has {cells:,} cells; ask for {cells * len(games):,} rounds or more"
        each = min(AT_A_TIME, left // cells)
        while left > 0:
            for cell in range(cells):
                if left > 0:
                    yield Task(game, cell, min(each, left), seed)
                    left -= each
            seed += 1


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m simulation.equal", description=__doc__.partition("\n\n")[0])
    parser.add_argument("rounds", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--game", action="append", choices=list(REGISTERED), help="only this one; repeatable")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args(given)
    games = args.game or list(REGISTERED)
    done: dict[str, int] = dict.fromkeys(games, 0)
    cells: dict[str, set[int]] = {game: set() for game in games}
    begun = time.monotonic()
    with ProcessPoolExecutor(args.workers) as pool:
        running = [pool.submit(compare, task) for task in tasks(args.rounds, games)]
        for at, each in enumerate(as_completed(running), 1):
            try:
                task = each.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
            done[task.game] += task.rounds
            cells[task.game].add(task.cell)
            if sys.stderr.isatty() or at % 500 == 0:
                print(f"\r{sum(done.values()):,} rounds, all equal", end="", file=sys.stderr, flush=True)
    print("\r", end="", file=sys.stderr)
    print(f"{sum(done.values()):,} rounds through engine and kernel, every seat equal to the cent")
    for game in games:
        of = tests_of(game).CELLS
        assert len(cells[game]) == of
        print(f"  {game:<24} {done[game]:>9,} rounds in {of:>6,} cells")
    print(f"{time.monotonic() - begun:,.0f} seconds, {args.workers} processes", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
