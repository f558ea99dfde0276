"""Measure hands ranked a second, compared with eval7 and phevaluator in the same run, and the time to solve Ultimate
Texas Hold 'Em.

It runs on one core. Compiled code is loaded before the clock runs; tables and results are computed anew.

    make bench
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import eval7
import numpy as np
import phevaluator
from numpy.typing import NDArray

from pitboss.evaluate import evaluate, rank
from pitboss.games.ultimate_texas_holdem.math import kernel
from pitboss.games.ultimate_texas_holdem.math.kernel import hole_tables
from pitboss.games.ultimate_texas_holdem.math.kernel.plain import plain_game
from pitboss.numeric import compiler, hands, single_hand
from pitboss.numeric.single_hand import RANKS, SUITS

HANDS, ONE_BY_ONE, REPEATS = 4_000_000, 200_000, 5
BLIND = {9: 1000, 8: 100, 7: 20, 6: 6, 5: 3, 4: 2}  # in halves of a unit


def best(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the least processor time of several calls, in seconds."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def random_hands(count: int, size: int) -> NDArray[np.uint8]:
    """Return random hands, one in each row, as card numbers from 0 to 51."""
    order = np.random.default_rng(1).random((count, 52), np.float32)
    return np.ascontiguousarray(np.argpartition(order, size, axis=1)[:, :size].astype(np.uint8))


def usual_payments(times: int) -> NDArray[np.int64]:
    """Return the payments for a play wager of this many antes, in halves of a unit, indexed by outcome (0 lost, 1 tied,
    2 won), the player's hand class and whether the dealer qualifies."""
    payment = np.zeros((3, 10, 2), np.int64)
    for made in range(10):
        for qualifies in range(2):
            payment[2, made, qualifies] = 2 * times + 2 * qualifies + BLIND.get(made, 0)
            payment[0, made, qualifies] = -2 * times - 2 * qualifies - 2
    return payment


def evaluators() -> None:
    sevens = random_hands(HANDS, 7)
    few = sevens[:ONE_BY_ONE]
    names = [high + suit for high in RANKS for suit in SUITS]
    seven_cards = [[eval7.Card(names[card]) for card in hand] for hand in few.tolist()]
    numbers = few.tolist()
    ours = HANDS / best(lambda: evaluate(sevens, check=False))
    print(f"pitboss.evaluate, seven cards: {ours / 1e6:.0f} M hands a second")
    checked = HANDS / best(lambda: evaluate(sevens))
    print(f"  with every hand checked for a card twice: {checked / 1e6:.0f} M")
    for size in (3, 5):
        some = random_hands(HANDS, size)
        print(f"  {size} cards: {HANDS / best(lambda given=some: evaluate(given, check=False)) / 1e6:.0f} M")  # type: ignore[misc]
    texts = [" ".join(names[card] for card in hand) for hand in numbers]
    print(f"pitboss.evaluate.rank, a text a call: {ONE_BY_ONE / best(lambda: list(map(rank, texts))) / 1e6:.2f} M")
    alone = ONE_BY_ONE / best(lambda: list(map(single_hand.rank, texts)))
    print(f"  without the extra: {alone / 1e6:.2f} M")
    others = {
        "eval7": lambda: [eval7.evaluate(hand) for hand in seven_cards],
        "phevaluator": lambda: [phevaluator.evaluate_cards(*hand) for hand in numbers],
    }
    for name, work in others.items():
        theirs = ONE_BY_ONE / best(work, 3)
        print(f"{name}, a call a hand: {theirs / 1e6:.2f} M, {ours / theirs:.0f} times fewer")


def ultimate() -> None:
    pay = kernel.RoundPayments(
        {4: usual_payments(4), 3: usual_payments(3)}, usual_payments(2), usual_payments(1), np.full(10, -4, np.int64)
    )

    def solve_anew() -> None:
        hands.ranking_tables.cache_clear()
        hole_tables.sorted_boards.cache_clear()
        kernel.solve(pay)

    print(f"Ultimate Texas Hold 'Em, solved: {best(solve_anew):.2f} s")
    solution = kernel.solve(pay)
    print(f"  every end of a round counted: {best(lambda: kernel.distribution(solution)):.2f} s")
    print(f"  outs on every river: {best(kernel.river_outs, 2):.2f} s")
    print(f"  a flop asked, plainly: {1000 * best(lambda: plain_game.ask(pay, (48, 45), (0, 5, 10))):.0f} ms")
    print(f"  one dealer card seen: {best(lambda: kernel.solve_with_dealer_card(pay), 1):.1f} s")


if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    began = time.perf_counter()
    compiler.warm((*hands.KERNELS, *kernel.KERNELS))
    print(f"kernels compiled or loaded in {time.perf_counter() - began:.1f} s")
    evaluators()
    ultimate()
