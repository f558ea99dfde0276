"""Measure how simulations scale: over the worker processes of a Dask cluster on this machine, over threads, and over
processes without Dask.

    python -m bench.cluster                    # all of it, to as many as there are cores
    python -m bench.cluster --without-dask     # threads and processes alone
    python -m bench.cluster --dask-alone
    python -m bench.cluster --most 4 --seconds 20

Prints tables for docs/cluster.md: rounds a second, the ratio to one worker, the size of a result, and how many results
a client adds up in a second. Every run on the cluster must have the same digest as one without it.
"""

from __future__ import annotations

import argparse
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from pitboss.analysis import setting
from pitboss.simulation.machines.places import Job
from pitboss.simulation.machines.stretches import Stretch, Stretches, tally_from
from pitboss.simulation.plan import Plan, plan
from pitboss.simulation.results.simulation_report import report
from pitboss.simulation.run import empty_tally, play_chunk, play_in_turn, play_units

GAMES = (("let-it-ride", 1), ("three-card-poker", 1), ("three-card-poker", 7), ("winners-pot-poker", 6))
START = 120.0  # seconds within which a cluster must start


def make_plan(game: str, seats: int) -> Plan:
    """Return a plan whose kernels are compiled and loaded."""
    made = plan(setting(game), seats=seats)
    play_chunk(made, 0, 1)
    return made


def worker_counts(most: int) -> list[int]:
    return [count for count in (1, 2, 4, 8, 16, 32, 64, 128) if count < most] + [most]


def print_table(title: str, unit: str, rates: dict[str, dict[int, float]]) -> None:
    """Print rates by game and number of workers, each with its ratio to the first."""
    counts = list(next(iter(rates.values())))
    print(f"\n{title}\n\n| game | {' | '.join(f'{count} {unit}' for count in counts)} |\n|---|{'---|' * len(counts)}")
    for game, by_count in rates.items():
        cells = [f"{by_count[count]:,.0f} ({by_count[count] / by_count[counts[0]]:.2f})" for count in counts]
        print(f"| {game} | {' | '.join(cells)} |", flush=True)


# --- threads


def rate_by_threads(made: Plan, workers: int, seconds: float) -> float:
    """Return the rounds a second of this many threads."""
    steps = play_units(made, 2**60, workers=workers)
    next(steps)
    started = time.perf_counter()
    for tally in steps:  # noqa: B007 (the last is wanted)
        if (took := time.perf_counter() - started) >= seconds:
            break
    steps.close()
    return tally.units / took


# --- processes, each of which plays different units


def play_in_process(game: str, seats: int, number: int, seconds: float) -> tuple[int, float]:
    """Play in one process, and return the rounds played and the seconds taken."""
    made = make_plan(game, seats)
    tally, first = tally_from(made, Stretch(number << 40, 2**60)), number << 40
    started = time.perf_counter()
    for _ in play_in_turn(made, 2**60, tally):
        if (took := time.perf_counter() - started) >= seconds:
            break
    return tally.units - first, took


def rate_by_processes(game: str, seats: int, count: int, seconds: float) -> float:
    """Return the rounds a second of this many processes."""
    with ProcessPoolExecutor(count, get_context("spawn")) as pool:
        play = partial(pool.map, play_in_process, [game] * count, [seats] * count, range(count))
        list(play([0.1] * count))  # so that all have started
        return sum(units / took for units, took in play([seconds] * count))


# --- a cluster


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        alone = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--local-directory", folder]
        commands = [["scheduler", "--host", "127.0.0.1", "--port", "0"], *(["worker", *alone] for _ in range(workers))]
        running = []
        for program, *options in commands:
            words = [sys.executable, "-m", f"distributed.cli.dask_{program}", "--no-dashboard", *options]
            running.append(
                subprocess.Popen(
                    [*words, "--scheduler-file", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
            )
        try:
            while not file.exists() or not file.read_text("utf-8"):
                time.sleep(0.1)
            yield str(file)
        finally:
            for process in running:
                process.kill()
                process.wait()


def rate_by_cluster(made: Plan, file: str, workers: int, units: int) -> tuple[float, str]:
    """Return the rounds a second, from the registration of all workers to the last result, and the digest."""
    from pitboss.simulation.machines.cluster_play import Cluster

    with closing(Cluster(file, "cpu")) as place:
        late = time.monotonic() + START
        while len(place.threads_by_worker()) < workers:
            assert time.monotonic() < late, "the workers do not come"
            time.sleep(0.2)
        steps = place.play([Job(made, units)])
        next(steps)
        started = time.perf_counter()
        for _, tally in steps:  # noqa: B007 (the last is wanted)
            pass
        return units / (time.perf_counter() - started), report(made, tally).digest


# --- the size of a result


def measure_results(made: Plan) -> tuple[int, float]:
    """Return the bytes of a result of about one second's work, and how many are added up in a second on one core."""
    tally = empty_tally(made)
    deadline = time.perf_counter() + 1
    for _ in play_in_turn(made, 2**60, tally):
        if time.perf_counter() >= deadline:
            break
    sent = pickle.dumps(tally)
    count = 200
    stretches = Stretches(made, tally.units * count)
    started = time.process_time()
    for _ in range(count):
        stretch = stretches.take(tally.units)
        assert stretch is not None
        part = pickle.loads(sent)
        part.units = stretch.end - stretch.first
        stretches.add(stretch, part)
    return len(sent), count / (time.process_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--without-dask", action="store_true")
    part.add_argument("--dask-alone", action="store_true")
    parser.add_argument("--most", type=int, default=os.cpu_count() or 1, help="threads, processes and workers at most")
    parser.add_argument("--seconds", type=float, default=10.0, help="that each is measured for")
    args = parser.parse_args()
    print(f"{os.cpu_count()} processors; rounds a second, and how many times as many as by the first")
    plans = {f"{game}, {seats} seat{'s' * (seats > 1)}": (game, seats) for game, seats in GAMES}
    made = {name: make_plan(game, seats) for name, (game, seats) in plans.items()}
    print("\n| game | bytes of a result | results that a client adds up in a second |\n|---|---|---|")
    for name, one in made.items():
        size, pace = measure_results(one)
        print(f"| {name} | {size:,} | {pace:,.0f} |", flush=True)
    counts = worker_counts(args.most)
    thread_counts = counts[:1] if args.dask_alone else counts
    threads = {
        name: {count: rate_by_threads(made[name], count, args.seconds) for count in thread_counts} for name in plans
    }
    print_table("Threads of one process", "threads", threads)
    if not args.dask_alone:
        processes = {
            name: {count: rate_by_processes(game, seats, count, args.seconds) for count in counts}
            for name, (game, seats) in plans.items()
        }
        print_table("Processes without Dask", "processes", processes)
    if args.without_dask:
        return
    rates: dict[str, dict[int, float]] = {name: {} for name in plans}
    different = 0
    for count in counts:
        with cluster(count) as file:
            for name, one in made.items():
                units = int(threads[name][1] * args.seconds) * count
                rates[name][count], digest = rate_by_cluster(one, file, count, units)
                *_, tally = play_units(one, units, workers=args.most)
                different += digest != report(one, tally).digest
    print_table("Worker processes of a Dask cluster", "workers", rates)
    print(f"\ndigests that differ from those without a cluster: {different} of {len(counts) * len(plans)}")


if __name__ == "__main__":
    main()
