"""Measure rounds simulated a second on one core and on two, compared with crapssim and plain numpy in the same run.

The time includes everything that a simulation does: dealing, playing, counting and the sessions. The others deal and
settle one seat and keep only the sum. Crapssim plays pass with double odds. The numpy programs are what one would write
in an afternoon: arrays of random numbers, sorted or looked up, a hundred thousand rounds at a time.

    make bench
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from pitboss.analysis import setting
from pitboss.simulation.plan import Plan, named_way, plan
from pitboss.simulation.run import play_units

# game, strategy, rounds of a run, and the aim in millions of rounds a second (rolls at craps); 0 for no aim
AIMS = (
    ("three-card-poker", "optimal", 20_000_000, 20),
    ("let-it-ride", "optimal", 20_000_000, 20),
    ("ultimate-texas-holdem", "optimal", 4_000_000, 1),
    ("ultimate-texas-holdem", "book", 4_000_000, 3),
    ("craps", "", 20_000_000, 100),
    ("winners-pot-poker", "", 2_000_000, 0),
)
REPEATS = 5
AT_ONCE = 100_000


def make_plan(game: str, strategy: str) -> Plan:
    study = setting(game)
    ways = [named_way(study.game.sim_model(), strategy)] if strategy else []
    return plan(study, ways=ways, seats=2 if game == "winners-pot-poker" else 1)


def rate(made: Plan, units: int, workers: int) -> float:
    """Return the best rate of several runs: rounds a second, or throws in games that have them."""
    best = 0.0
    for _ in range(REPEATS):
        steps = play_units(made, units, workers=workers)
        tally = next(steps)  # everything is compiled afterwards
        start = time.perf_counter()
        for tally in steps:  # noqa: B007 (the last is wanted)
            pass
        best = max(best, (tally.throws or tally.units) / (time.perf_counter() - start))
    return best


def peer_rate(play: Callable[[int], int], rounds: int) -> float:
    """Return the best rate of several runs of another program, which returns what it has played."""
    best = 0.0
    for _ in range(REPEATS):
        start = time.perf_counter()
        played = play(rounds)
        best = max(best, played / (time.perf_counter() - start))
    return best


def numpy_three_card() -> Callable[[int], int]:
    """Return a program for ante and play: six cards by sorting random numbers, hands ranked by arithmetic on sorted
    ranks."""
    random = np.random.default_rng(1947)

    def worth(cards: Any) -> Any:
        ranks, suits = np.sort(cards // 4, axis=1), cards % 4
        low, middle, high = ranks.T
        flush = (suits == suits[:, :1]).all(axis=1)
        wheel = (low == 0) & (middle == 1) & (high == 12)
        straight = ((high - middle == 1) & (middle - low == 1)) | wheel
        trips = low == high
        pair = ((low == middle) | (middle == high)) & ~trips
        made = pair * 1 + (flush & ~straight) * 2 + (straight & ~flush) * 3 + trips * 4 + (straight & flush) * 5
        paired, kicker = middle, np.where(low == middle, high, low)
        kickers = np.where(pair, paired * 169 + kicker, high * 169 + middle * 13 + low)
        return made * 10_000 + np.where(wheel, 1, kickers)

    def play(rounds: int) -> int:
        for _ in range(rounds // AT_ONCE):
            cards = random.random((AT_ONCE, 52)).argpartition(6, axis=1)[:, :6]
            ours, theirs = worth(cards[:, :3]), worth(cards[:, 3:])
            plays, qualifies = ours >= 10 * 169 + 4 * 13 + 2, theirs >= 10 * 169
            against = np.where(qualifies, 2 * np.sign(ours - theirs), 1)
            bonus = np.array([0, 0, 0, 1, 4, 5])[ours // 10_000]
            np.where(plays, against + bonus, -1).sum()
        return rounds

    return play


def numpy_craps() -> Callable[[int], int]:
    """Return a program for pass with double odds: all tables roll together until each is decided."""
    random = np.random.default_rng(1947)

    def play(rounds: int) -> int:
        rolls = 0
        for _ in range(rounds // AT_ONCE):
            total = random.integers(1, 7, (AT_ONCE, 2)).sum(axis=1)
            rolls += AT_ONCE
            points = total[~np.isin(total, (2, 3, 7, 11, 12))]
            while len(points):
                total = random.integers(1, 7, (len(points), 2)).sum(axis=1)
                rolls += len(points)
                points = points[(total != points) & (total != 7)]
        return rolls

    return play


def crapssim() -> Callable[[int], int]:
    from crapssim import Table
    from crapssim.strategy import BetPassLine, PassLineOddsMultiplier

    def play(rolls: int) -> int:
        game = Table()
        game.add_player(bankroll=10**9, strategy=BetPassLine(10) + PassLineOddsMultiplier(2))
        game.run(max_rolls=rolls, verbose=False)
        return rolls

    return play


def main() -> None:
    print(f"rounds simulated a second (rolls at craps), best of {REPEATS} runs")
    print(f"{'':<36} {'one core':>13} {'two cores':>13} {'two / one':>9} {'aim, one core':>14}")
    ours: dict[str, float] = {}
    for game, strategy, units, aim in AIMS:
        if not setting(game).game.simulated:
            continue
        made = make_plan(game, strategy)
        one, two = rate(made, units, 1), rate(made, 2 * units, 2)
        ours.setdefault(game, one)
        label = f"{game} {strategy}".strip()
        print(f"{label:<36} {one:>13,.0f} {two:>13,.0f} {two / one:>9.2f} {f'{aim} million' if aim else '':>14}")
    print("the same by others, one core")
    for label, game, program, rounds in (
        ("plain numpy, three-card-poker", "three-card-poker", numpy_three_card(), 400_000),
        ("plain numpy, craps", "craps", numpy_craps(), 1_000_000),
        ("crapssim", "craps", crapssim(), 20_000),
    ):
        theirs = peer_rate(program, rounds)
        ratio = f"{ours[game] / theirs:,.0f} times fewer" if game in ours else ""
        print(f"{label:<36} {theirs:>13,.0f} {ratio:>24}")


if __name__ == "__main__":
    main()
