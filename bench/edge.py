"""Whole commands of exact analysis, from the start of the process to its end; compiled code kept, results not.

make bench
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

REPEATS = 5
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


def run(words: tuple[str, ...]) -> tuple[float, float, int]:
    """Seconds on the clock, seconds of processor, and the most memory any command had so far, in MB."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "pitboss", *words, "--no-cache", "--quiet"], check=True, env=one_core())
    clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return clock, used, after.ru_maxrss // 1024


def one_core() -> dict[str, str]:
    return {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def main() -> None:
    subprocess.run([sys.executable, "-m", "pitboss", "warm", "--quiet"], check=True)
    print("whole commands, one core, compiled code kept and results not, best of", REPEATS)
    print(f"{'command':<62}{'seconds':>8}{'of processor':>14}")
    most = 0
    for words in COMMANDS:
        runs = [run(words) for _ in range(1 if words[:2] == ("exposure", GAMES[-1]) else REPEATS)]
        most = max(most, *(memory for _, _, memory in runs))
        clock, used = min(clock for clock, _, _ in runs), min(used for _, used, _ in runs)
        print(f"pitboss {' '.join(words):<54}{clock:>8.2f}{used:>14.2f}")
    print(f"most memory: {most} MB")
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        fresh = {**one_core(), "XDG_CACHE_HOME": folder}
        subprocess.run([sys.executable, "-m", "pitboss", "edge", GAMES[-1], "--quiet"], check=True, env=fresh)
        taken = time.perf_counter() - begun
        print(f"the first edge of {GAMES[-1]} on a fresh machine, compilation included: {taken:.1f} s")


if __name__ == "__main__":
    main()
