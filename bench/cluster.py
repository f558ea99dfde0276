"""How simulations scale: over the worker processes of a Dask cluster on this machine, over threads, and over processes
without Dask.

    python -m bench.cluster                    # all of it, to as many as there are cores
    python -m bench.cluster --without-dask     # threads and processes alone
    python -m bench.cluster --dask-alone
    python -m bench.cluster --most 4 --seconds 20

Prints tables for docs/cluster.md: rounds a second, how that compares with one, what a result weighs, and how many of
them a client adds up in a second. Every run on the cluster must have the digest of one without it.
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
from multiprocessing import get_context
from pathlib import Path

from pitboss.analysis import setting
from pitboss.simulation.machines.places import Job
from pitboss.simulation.machines.stretches import Stretch, Stretches, tally_from
from pitboss.simulation.plan import Plan, plan
from pitboss.simulation.results.simulation_report import report
from pitboss.simulation.run import empty_tally, play_chunk, play_in_turn, play_units

GAMES = (("let-it-ride", 1), ("three-card-poker", 1), ("three-card-poker", 7), ("winners-pot-poker", 6))
START = 120.0  # seconds that a cluster has to start


def planned(game: str, seats: int) -> Plan:
    found = plan(setting(game), seats=seats)
    play_chunk(found, 0, 1)  # compiled, and loaded
    return found


def numbers(most: int) -> list[int]:
    return [many for many in (1, 2, 4, 8, 16, 32, 64, 128) if many < most] + [most]


def table(title: str, of: str, rates: dict[str, dict[int, float]]) -> None:
    many = list(next(iter(rates.values())))
    print(f"\n{title}\n\n| game | {' | '.join(f'{each} {of}' for each in many)} |\n|---|{'---|' * len(many)}")
    for game, found in rates.items():
        cells = [f"{found[each]:,.0f} ({found[each] / found[many[0]]:.2f})" for each in many]
        print(f"| {game} | {' | '.join(cells)} |", flush=True)


# --- threads


def by_threads(found: Plan, workers: int, seconds: float) -> float:
    steps = play_units(found, 2**60, workers=workers)
    next(steps)
    begun_at = time.perf_counter()
    for tally in steps:  # noqa: B007 (the last is wanted)
        if (took := time.perf_counter() - begun_at) >= seconds:
            break
    steps.close()
    return tally.units / took


# --- processes, each of which plays units of its own


def alone(game: str, seats: int, number: int, seconds: float) -> tuple[int, float]:
    found = planned(game, seats)
    tally, first = tally_from(found, Stretch(number << 40, 2**60)), number << 40
    begun_at = time.perf_counter()
    for _ in play_in_turn(found, 2**60, tally):
        if (took := time.perf_counter() - begun_at) >= seconds:
            break
    return tally.units - first, took


def by_processes(game: str, seats: int, many: int, seconds: float) -> float:
    with ProcessPoolExecutor(many, get_context("spawn")) as pool:
        list(pool.map(alone, [game] * many, [seats] * many, range(many), [0.1] * many))  # all have started
        parts = pool.map(alone, [game] * many, [seats] * many, range(many), [seconds] * many)
        return sum(units / took for units, took in parts)


# --- a cluster


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        alone = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--local-directory", folder]
        commands = [["scheduler", "--host", "127.0.0.1", "--port", "0"], *(["worker", *alone] for _ in range(workers))]
        running = []
        for what, *options in commands:
            words = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *options]
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
            for each in running:
                each.kill()
                each.wait()


def by_cluster(found: Plan, file: str, workers: int, units: int) -> tuple[float, str]:
    """Rounds a second from when all workers have said who they are, to the last result; and the digest."""
    from pitboss.simulation.machines.cluster_play import Cluster

    with closing(Cluster(file, "cpu")) as place:
        late = time.monotonic() + START
        while len(place.threads_by_worker()) < workers:
            assert time.monotonic() < late, "the workers do not come"
            time.sleep(0.2)
        steps = place.play([Job(found, units)])
        next(steps)
        begun_at = time.perf_counter()
        for _, tally in steps:  # noqa: B007 (the last is wanted)
            pass
        return units / (time.perf_counter() - begun_at), report(found, tally).digest


# --- what a result is


def results(found: Plan) -> tuple[int, float]:
    """Bytes of one that a worker has played for about a second, and how many are added up in a second of one core."""
    tally = empty_tally(found)
    late = time.perf_counter() + 1
    for _ in play_in_turn(found, 2**60, tally):
        if time.perf_counter() >= late:
            break
    sent = pickle.dumps(tally)
    many = 200
    stretches = Stretches(found, tally.units * many)
    begun_at = time.process_time()
    for _ in range(many):
        stretch = stretches.take(tally.units)
        assert stretch is not None
        part = pickle.loads(sent)
        part.units = stretch.end - stretch.first
        stretches.add(stretch, part)
    return len(sent), many / (time.process_time() - begun_at)


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
    made = {name: planned(*each) for name, each in plans.items()}
    print("\n| game | bytes of a result | results that a client adds up in a second |\n|---|---|---|")
    for name, found in made.items():
        size, pace = results(found)
        print(f"| {name} | {size:,} | {pace:,.0f} |", flush=True)
    sizes = numbers(args.most)
    threads = {
        name: {many: by_threads(made[name], many, args.seconds) for many in (sizes[:1] if args.dask_alone else sizes)}
        for name in plans
    }
    table("Threads of one process", "threads", threads)
    if not args.dask_alone:
        processes = {
            name: {many: by_processes(*each, many, args.seconds) for many in sizes} for name, each in plans.items()
        }
        table("Processes without Dask", "processes", processes)
    if args.without_dask:
        return
    rates: dict[str, dict[int, float]] = {name: {} for name in plans}
    wrong = 0
    for many in sizes:
        with cluster(many) as file:
            for name, found in made.items():
                units = int(threads[name][1] * args.seconds) * many
                rates[name][many], digest = by_cluster(found, file, many, units)
                *_, tally = play_units(found, units, workers=args.most)
                wrong += digest != report(found, tally).digest
    table("Worker processes of a Dask cluster", "workers", rates)
    print(f"\ndigests that differ from those without a cluster: {wrong} of {len(sizes) * len(plans)}")


if __name__ == "__main__":
    main()
