"""Measure how much load one server carries: people at many tables of all games, half of them programs that get whole
views, half like pages, with one real browser among them, and some losing their connection. Each table acts at random
moments, whatever the server does meanwhile. The time is measured from sending an action to its acknowledgment, which
includes writing it to the disk. Then the pace is doubled until the server does not keep up.

    make load                                  # fifteen minutes, then the ramp
    make load LOAD="--minutes 2 --tables 20"
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import math
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from bench.browser import Guest, find_browser
from bench.crowd import Crowd, make_tables
from bench.person import Tally
from bench.serving import PATIENCE, PLAIN, cpu_seconds, descendants, resident, run_server

BOUND = 250.0  # milliseconds, for the 99th percentile
FLAT = 0.05  # the share by which memory may grow in an hour
LONG = 600.0  # seconds of measurement from which on the growth of memory is judged
SAMPLE = 10.0  # seconds between two samples of the memory
KEPT_UP = 0.95  # of the share that was done at the first pace; with less, the server does not keep up
MIDDLES = 2  # paces that are tried between the last that was carried and the first that was not
# Refusals that are expected: two people ask for one seat at the same moment, or bet chips of one color, or the clock
# closes the bets.
EXPECTED = (" is taken. [house:seats]", "[beyond:roulette.4(f)]", "Bets are not open in that round. [house:service]")


class Shares(NamedTuple):
    """Processor time of each part of the test, and elapsed time, in seconds."""

    server: float
    generator: float
    browser: float
    clock: float

    @classmethod
    def now(cls, server: int) -> Shares:
        """Return the times up to now."""
        others = [process for process in descendants(os.getpid()) if process != server]
        return cls(cpu_seconds(server), cpu_seconds(os.getpid()), cpu_seconds(*others), time.perf_counter())

    def since(self, before: Shares) -> str:
        clock = self.clock - before.clock
        share = [100 * (now - was) / clock for now, was in zip(self[:3], before[:3], strict=True)]
        return f"server {share[0]:.0f}%, generator {share[1]:.0f}%, browser {share[2]:.0f}% of one core"


class Slope(NamedTuple):
    """A regression line through samples of memory: bytes an hour, with its 95 percent interval."""

    hourly: float
    plus_minus: float
    level: float

    @property
    def flat(self) -> bool:
        return self.hourly - self.plus_minus <= FLAT * self.level


def slope(samples: Sequence[tuple[float, int]]) -> Slope:
    """Fit a line to samples of (seconds, bytes)."""
    n = len(samples)
    mean_at, mean = sum(at for at, _ in samples) / n, sum(size for _, size in samples) / n
    spread = sum((at - mean_at) ** 2 for at, _ in samples)
    if n < 3 or not spread:
        return Slope(0.0, math.inf, mean)
    rise = sum((at - mean_at) * (size - mean) for at, size in samples) / spread
    rest = sum((size - mean - rise * (at - mean_at)) ** 2 for at, size in samples)
    return Slope(3600 * rise, 3600 * 2 * math.sqrt(rest / (n - 2) / spread), mean)


def percentiles(seconds: Iterable[float]) -> dict[str, float]:
    """Return percentiles of times, in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return dict.fromkeys(("50%", "90%", "99%", "most"), math.inf)
    parts = {"50%": 0.5, "90%": 0.9, "99%": 0.99}
    at = {name: 1000 * ordered[min(int(len(ordered) * part), len(ordered) - 1)] for name, part in parts.items()}
    return {**at, "most": 1000 * ordered[-1]}


class Measured(NamedTuple):
    """The results at one pace."""

    tally: Tally
    seconds: float
    samples: list[tuple[float, int]]
    shares: str

    @property
    def rate(self) -> float:
        return len(self.tally.seconds) / self.seconds

    @property
    def share(self) -> float:
        """The share of the due actions that were done."""
        done = len(self.tally.seconds)
        return done / max(done + self.tally.missed, 1)

    @property
    def in_time(self) -> bool:
        return percentiles(self.tally.seconds)["99%"] <= BOUND and not self.faults

    @property
    def faults(self) -> list[str]:
        """The events that must not occur, with their number."""
        unexpected = {why: count for why, count in self.tally.refused.items() if not why.endswith(EXPECTED)}
        return [f"{count:,} x {why}" for why, count in {**self.tally.strange, **unexpected}.items()]

    @property
    def row(self) -> str:
        at = percentiles(self.tally.seconds)
        figures = " ".join(f"{value:8.1f}" for value in at.values())
        return f"{self.rate:8.1f} {figures}  {len(self.tally.seconds):,} acknowledged, {self.tally.missed:,} missed"


async def measure(crowd: Crowd, process: subprocess.Popen[str], seconds: float, label: str) -> Measured:
    """Measure for this many seconds."""
    crowd.measure()
    tally, before, samples = crowd.tally, Shares.now(process.pid), list[tuple[float, int]]()
    loop = asyncio.get_running_loop()
    began = loop.time()
    while (passed := loop.time() - began) < seconds:
        assert process.poll() is None, "the server has died"
        samples.append((passed, resident(process.pid)))
        progress(
            f"{label}: {passed:4.0f} of {seconds:.0f} s, {len(tally.seconds):,} acknowledged, "
            f"99% within {percentiles(tally.seconds[-20_000:])['99%']:.0f} ms, server {samples[-1][1] / 1e6:.0f} MB"
        )
        await asyncio.sleep(min(SAMPLE, seconds - passed))
    progress("")
    return Measured(tally, loop.time() - began, samples, Shares.now(process.pid).since(before))


def progress(text: str) -> None:
    """Show a line of progress on a terminal, replacing the previous one."""
    if sys.stderr.isatty():
        print(f"\r{text:110}", end="\r" if not text else "", file=sys.stderr, flush=True)


HEAD = f"  {'':26} {'a second':>8} {'50%':>8} {'90%':>8} {'99%':>8} {'most':>8}"


async def ramp(crowd: Crowd, process: subprocess.Popen[str], seconds: float, usual: Measured) -> None:
    """Double the pace until the server does not keep up; then try paces in between."""
    carried, broke, most = crowd.pace, 0.0, usual.rate
    middles = 0
    while middles < MIDDLES:
        crowd.pace = 2 / (1 / carried + 1 / broke) if broke else carried / 2
        middles += bool(broke)
        measured = await measure(crowd, process, seconds, f"every {crowd.pace:.2f} s")
        print(f"  {f'an action every {crowd.pace:.2f} s':26} {measured.row}; {measured.shares}", flush=True)
        if measured.in_time and measured.share >= KEPT_UP * usual.share:
            carried, most = crowd.pace, measured.rate
        else:
            broke = crowd.pace
            for fault in measured.faults:
                print(f"    {fault}")
    print(f"  the most that it carried: {most:.0f} actions a second")


def lost_actions(path: Path, acked: Iterable[tuple[int, str, int]]) -> list[str]:
    """Return the acknowledged actions that the database lacks, or has under another number."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        rows = db.execute('SELECT "table", client, number FROM rows WHERE client IS NOT NULL')
        stored = {(table, client.partition(":")[2]): number for table, client, number in rows}
    return [f"table {table}: {action}" for table, action, number in acked if stored.get((table, action)) != number]


async def play(options: argparse.Namespace, process: subprocess.Popen[str], url: str) -> tuple[Crowd, list[str]]:
    """Run the load, and return the crowd and a sentence for each fault."""
    browser = not options.no_browser
    crowd = Crowd(options.tables, options.seats, options.pace, options.lost, browser=browser)
    faults: list[str] = []
    async with AsyncExitStack() as stack:
        progress("everybody takes a seat")
        await crowd.arrive(urlsplit(url).port or 80)
        guest = await stack.enter_async_context(Guest(url, 1)) if browser else None
        gc.freeze()
        crowd.start()
        if guest is not None:
            guest.start(options.pace)
        await measure(crowd, process, 60 * options.warm, "to warm up")
        measured = await measure(crowd, process, 60 * options.minutes, "measured")
        print(HEAD)
        print(f"  {f'an action every {crowd.pace:g} s':26} {measured.row}", flush=True)
        faults += print_results(measured, crowd)
        if guest is not None:
            faults += await print_browser_results(guest)
        if options.ramp and measured.in_time:
            await ramp(crowd, process, options.ramp, measured)
        await crowd.stop()
        faults += await crowd.differences()
        crowd.leave()
    return crowd, faults


def print_results(measured: Measured, crowd: Crowd) -> list[str]:
    """Print the results, and return the faults."""
    growth = slope(measured.samples)
    print(f"  processor: {measured.shares}")
    print(f"  connections lost and made again: {crowd.reconnected}; actions sent again: {measured.tally.sent_again}")
    if math.isfinite(growth.plus_minus):
        print(
            f"  memory of the server: {measured.samples[0][1] / 1e6:.1f} MB at first, "
            f"{measured.samples[-1][1] / 1e6:.1f} at the end; {growth.hourly / 1e6:+.1f} MB an "
            f"hour, give or take {growth.plus_minus / 1e6:.1f}"
        )
    for why, count in measured.tally.refused.most_common():
        print(f"  refused {count:,} times: {why}")
    faults = measured.faults
    if (slowest := percentiles(measured.tally.seconds)["99%"]) > BOUND:
        faults.append(f"one action of a hundred took {slowest:.0f} ms or more; the bound is {BOUND:.0f} ms")
    if measured.seconds >= LONG and not growth.flat:
        faults.append(f"the memory of the server grows by {growth.hourly / 1e6:.1f} MB an hour")
    return faults


async def print_browser_results(guest: Guest) -> list[str]:
    """Print the results of the browser, and return the faults."""
    answers = await guest.answers()
    took = percentiles(milliseconds / 1000 for kind, milliseconds in answers if kind == "ack")
    refused = sum(kind != "ack" for kind, _ in answers)
    print(
        f"  the browser: {len(answers)} answers, {refused} of them refusals; "
        f"50% {took['50%']:.1f} ms, most {took['most']:.1f}"
    )
    return guest.complaints if answers else ["the browser did nothing", *guest.complaints]


def verify(path: Path) -> list[str]:
    """Verify the database after a clean stop with `pitboss verify`, and return the faults."""
    command = [sys.executable, "-m", "pitboss", "verify", "--db", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return [] if not result.returncode else [f"pitboss verify --db: {result.stdout}{result.stderr}"]


def run(options: argparse.Namespace, folder: Path) -> list[str]:
    path = folder / "pitboss.db"
    asyncio.run(make_tables(path, options.tables))
    with run_server(PLAIN, path) as (process, url):
        crowd, faults = asyncio.run(play(options, process, url))
        process.terminate()
        if code := process.wait(PATIENCE):
            faults.append(f"the server stopped with {code}")
    acked = [*crowd.acked]
    faults += [f"acknowledged and not in the database: {action}" for action in lost_actions(path, acked)]
    progress("the database is verified")
    faults += verify(path)
    progress("")
    size = path.stat().st_size / 1e6
    print(f"  {len(acked):,} acknowledged inputs looked for in the database ({size:.0f} MB) and the database verified")
    return faults


def read(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="How much one server carries.")
    parser.add_argument("--tables", type=int, default=100, metavar="N", help="over all games in turn (100)")
    parser.add_argument("--seats", type=int, default=6, metavar="N", help="people at each table (6)")
    parser.add_argument("--pace", type=float, default=3.0, metavar="S", help="seconds between a seat's actions (3)")
    parser.add_argument("--minutes", type=float, default=15.0, metavar="M", help="how long it is measured (15)")
    parser.add_argument(
        "--warm", type=float, default=10.0, metavar="M", help="minutes before, until what is remembered is full (10)"
    )
    parser.add_argument("--lost", type=float, default=2.0, metavar="P", help="connections lost a minute, of 100 (2)")
    parser.add_argument(
        "--ramp", type=float, default=30.0, metavar="S", help="seconds for each pace of the ramp; 0: none (30)"
    )
    parser.add_argument("--no-browser", action="store_true", help="without the real browser")
    options = parser.parse_args(words)
    positive = options.pace > 0 and options.minutes > 0 and options.warm >= 0
    if options.tables < 1 or not 1 <= options.seats <= 6 or not positive:
        parser.error("there must be at least one table, 1 to 6 seats, and a pace and minutes above 0")
    if not options.no_browser and find_browser() is None:
        parser.error("no Chromium was found; install one, or use --no-browser")
    return options


def main(words: Sequence[str] | None = None) -> int:
    options = read(words)
    people = options.tables * options.seats
    print(
        f"milliseconds from an action to its acknowledgement: {people:,} people at {options.tables} tables, "
        f"an action every {options.pace:g} s each, {options.minutes:g} minutes"
    )
    with tempfile.TemporaryDirectory() as folder:
        faults = run(options, Path(folder))
    for fault in faults[:20]:
        print(f"  WRONG: {fault}")
    print("  everything as it should be" if not faults else f"  {len(faults)} things are wrong")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
