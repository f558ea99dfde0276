"""Whole commands of exact analysis, from the start of the process to its end; compiled code kept, results not.

Seconds depend on the machine; the ratios beside two of them do not so much. The whole of Ultimate Texas Hold 'Em stands
beside ranking every hand of seven cards once, by the evaluator of the same package; each of these hands is in 20,790
deals. An answer that is kept stands beside `pitboss --help`, the least that any command takes.

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
SOME = 4_000_000  # hands
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
    """Seconds on the clock, seconds of processor, and the most memory any command had so far, in MB. With a folder for
    caches, results are kept there; without, none are."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # as installed
    if folder:
        env["XDG_CACHE_HOME"] = folder
    told = () if folder or words == HELP else ("--no-cache", "--quiet")
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "pitboss", *words, *told]
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return clock, used, after.ru_maxrss // 1024


def least(words: tuple[str, ...], folder: str = "", repeats: int = REPEATS) -> tuple[float, float, int]:
    runs = [run(words, folder) for _ in range(repeats)]
    return min(clock for clock, _, _ in runs), min(used for _, used, _ in runs), max(memory for _, _, memory in runs)


def every_hand() -> float:
    """Seconds of processor to rank every hand of seven cards once, from the rate of some drawn at random."""
    from pitboss.evaluate import evaluate

    order = np.random.default_rng(1).random((SOME, 52), np.float32)
    hands = np.ascontiguousarray(np.argpartition(order, 7, axis=1)[:, :7].astype(np.uint8))
    taken = []
    for _ in range(REPEATS + 1):
        begun = time.process_time()
        evaluate(hands, check=False)
        taken.append(time.process_time() - begun)
    return min(taken) * comb(52, 7) / SOME


def kept() -> None:
    """Answers given a second time."""
    _, base, _ = least(HELP)
    print(f"answers that are kept, and how often the processor time of pitboss --help ({base:.2f} s)")
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            begun = time.perf_counter()
            run(("edge", game), folder)  # counts, and compiles for the last one
            first = time.perf_counter() - begun
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
    every = every_hand()  # last: a process starts with the most memory that its parent ever had
    print(f"edge {GAMES[-1]} / every hand of seven cards ranked once ({every:.2f} s of processor): {whole / every:.2f}")
    kept()


if __name__ == "__main__":
    main()
