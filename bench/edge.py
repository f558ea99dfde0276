"""Measure whole commands of exact analysis, from the start of the process to its end, with compiled code cached and
results not.

Seconds depend on the machine, but two ratios hardly do. The edge of Ultimate Texas Hold 'Em is compared with ranking
every hand of seven cards once by the evaluator of the same package; each of these hands occurs in 20,790 deals. A
cached answer is compared with `pitboss --help`, the fastest command.

    make bench
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from math import comb

import numpy as np

REPEATS = 5
SAMPLE = 4_000_000  # hands
HELP = ("--help",)
GAMES = ("let-it-ride", "three-card-poker", "craps", "winners-pot-poker", "ultimate-texas-holdem")
COMMANDS = [
    *(("edge", game) for game in GAMES),
    *(("strategy", game) for game in GAMES),
    ("ask", "let-it-ride", "--cards", "Ah Kh Qh"),
    ("ask", "three-card-poker", "--cards", "Qh 6c 4d"),
    ("ask", "ultimate-texas-holdem", "--cards", "Ah Kd", "--board", "2c 3c 9h"),
    ("exposure", "let-it-ride"),
    ("exposure", "three-card-poker"),
    ("exposure", "ultimate-texas-holdem"),
]


def run(words: tuple[str, ...], folder: str = "") -> tuple[float, float, int]:
    """Run a command. Return the elapsed seconds, the seconds of processor time, and the most memory in MB that any
    command has used so far. With a folder, results are cached there; without, they are not."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # as installed
    if folder:
        env["XDG_CACHE_HOME"] = folder
    options = () if folder or words == HELP else ("--no-cache", "--quiet")
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "pitboss", *words, *options]
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    clock, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return clock, used, after.ru_maxrss // 1024


def least(words: tuple[str, ...], folder: str = "", repeats: int = REPEATS) -> tuple[float, float, int]:
    """Run a command several times, and return the least times and the most memory."""
    runs = [run(words, folder) for _ in range(repeats)]
    return min(clock for clock, _, _ in runs), min(used for _, used, _ in runs), max(memory for _, _, memory in runs)


def rank_every_hand_seconds() -> float:
    """Return the processor time for ranking every hand of seven cards once, estimated from a random sample."""
    from pitboss.evaluate import evaluate

    order = np.random.default_rng(1).random((SAMPLE, 52), np.float32)
    hands = np.ascontiguousarray(np.argpartition(order, 7, axis=1)[:, :7].astype(np.uint8))
    seconds = []
    for _ in range(REPEATS + 1):
        started = time.process_time()
        evaluate(hands, check=False)
        seconds.append(time.process_time() - started)
    return min(seconds) * comb(52, 7) / SAMPLE


def print_cached_answers() -> None:
    """Print the times of answers that are given from the cache."""
    _, base, _ = least(HELP)
    print(f"answers that are kept, and how often the processor time of pitboss --help ({base:.2f} s)")
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            started = time.perf_counter()
            run(("edge", game), folder)  # counts, and compiles if necessary
            first = time.perf_counter() - started
            clock, used, _ = least(("edge", game), folder, 2 * REPEATS)
            print(f"pitboss edge {game:<49}{clock:>8.2f}{used:>14.2f}{used / base:>8.1f}")
    print(f"the first edge of {GAMES[-1]} on a fresh machine, compilation included: {first:.1f} s")


def main() -> None:
    subprocess.run([sys.executable, "-m", "pitboss", "warm", "--quiet"], check=True)
    print("whole commands, compiled code kept and results not, best of", REPEATS)
    print(f"{'command':<62}{'seconds':>8}{'of processor':>14}")
    most, whole = 0, 0.0
    for words in COMMANDS:
        clock, used, memory = least(words, repeats=1 if words[:2] == ("exposure", GAMES[-1]) else REPEATS)
        most = max(most, memory)
        print(f"pitboss {' '.join(words):<54}{clock:>8.2f}{used:>14.2f}")
        if words == ("edge", GAMES[-1]):
            whole = used
    print(f"most memory: {most} MB")
    every = rank_every_hand_seconds()  # last, because a process starts with the most memory that its parent ever had
    print(f"edge {GAMES[-1]} / every hand of seven cards ranked once ({every:.2f} s of processor): {whole / every:.2f}")
    print_cached_answers()


if __name__ == "__main__":
    main()
