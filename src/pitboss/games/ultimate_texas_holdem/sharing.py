"""What players of Ultimate Texas Hold 'Em do before the flop who know each other's cards: a table.

To count the first decision for all cards that are known takes a tenth of a second for each seat of each deal. So it is
counted with one other card known at a time, for every hole whose choice other cards can turn, and what several of them
do is taken to be the sum of what each does. From the flop on `kernel/play/shared_cards.py`
counts each deal exactly.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb
from typing import Any

from pitboss.numeric import compiler

import numpy as np  # isort: skip

from pitboss.counting.simulation_model import Array
from pitboss.games.ultimate_texas_holdem import exact, kernel
from pitboss.games.ultimate_texas_holdem.hands import HAND
from pitboss.games.ultimate_texas_holdem.kernel.payments import all_rates
from pitboss.games.ultimate_texas_holdem.kernel.play import shared_cards, strategy_lookup
from pitboss.games.ultimate_texas_holdem.ranking import FIVE
from pitboss.games.ultimate_texas_holdem.situations import TIMES
from pitboss.numeric.draws import CARDS

ANTE = 10**7  # in the table's units
NEAR = Fraction(1, 4)  # antes between a raise and a check, beyond which no cards of others are looked at
RAISES = TIMES[:2]


def of_pay(found: exact.Solved, bet: int, seats: int) -> shared_cards.Sharing:
    """What the kernel needs, for so many seats."""
    gains, raises = alone(found, bet)
    starting, names = strategy_lookup.starting()
    effects = effects_of(found, bet, gains, raises)
    opening = np.zeros((strategy_lookup.HOLES, CARDS + 1), np.int32)
    deck = np.arange(CARDS)
    for hole in range(strategy_lookup.HOLES):
        renamed = strategy_lookup.renamed(deck, names[hole])
        opening[hole, :CARDS] = effects[starting[hole], renamed]
    opening[:, shared_cards.ALONE] = np.array([round(gain * ANTE) for gain in gains], np.int32)[starting]
    dealers = comb(CARDS - HAND * seats - FIVE, HAND)
    return shared_cards.Sharing(
        strategy_lookup.hole_numbers().ravel(),
        opening,
        np.array(raises, np.uint8)[starting],
        all_rates(found.solution.pay, dealers),
    )


def alone(found: exact.Solved, bet: int) -> tuple[list[Fraction], list[int]]:
    """By starting hole: what a raise gains over a check where no other cards are known, and one more than its place. It
    is the highest, unless optimal play has another one."""
    check, played = exact.before_the_flop(found, bet)
    best = found.solution.strategy.before
    raises = [1 + RAISES.index(times) if times else 1 for times in best]
    gains = [played[RAISES[place - 1]][at] - check[at] for at, place in enumerate(raises)]
    return gains, raises


def effects_of(found: exact.Solved, bet: int, gains: Sequence[Fraction], raises: Sequence[int]) -> Array:
    """[starting hole, card]: what a card does that another seat has. Counted once for these payments, and kept."""
    pay = found.solution.pay
    told = hashlib.sha256(repr((found.solution.own, found.parts * bet)).encode())
    for payment in (*pay.before.values(), pay.river, pay.fold, *([] if pay.flop is None else [pay.flop])):
        told.update(payment.tobytes())
    near = [at for at, gain in enumerate(gains) if abs(gain) <= NEAR]
    asked = [(at, like) for at in near for like in sorted(set(alike(kernel.STARTING[at].cards).values()))]

    def gain_of(each: tuple[int, int]) -> Fraction:
        at, card = each
        return gain_with(found, bet, kernel.STARTING[at].cards, card, RAISES[raises[at] - 1])

    def compute() -> bytes:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            worths = dict(zip(asked, pool.map(gain_of, asked), strict=True))
        effects = np.zeros((len(kernel.STARTING), CARDS), np.int32)
        for at in near:
            for card, like in alike(kernel.STARTING[at].cards).items():
                effects[at, card] = round((worths[at, like] - gains[at]) * ANTE)
        return effects.tobytes()

    kept = compiler.cached_result(
        f"shared-{told.hexdigest()[:32]}",
        f"counting what each of {len(asked):,} cards in another hand does before the flop (once, some minutes)",
        compute,
    )
    return np.frombuffer(kept, np.int32).reshape(len(kernel.STARTING), CARDS)


def alike(hole: tuple[int, int]) -> Mapping[int, int]:
    """Every card that is not in a hole, and the lowest one that is the same to it: of suits that the hole does not have
    one is as good as another."""
    suits = [card & 3 for card in hole]
    first = next(suit for suit in range(4) if suit not in suits)
    found = {}
    for card in range(CARDS):
        if card not in hole:
            found[card] = card if card & 3 in suits else card & ~3 | first
    return found


def gain_with(found: exact.Solved, bet: int, hole: tuple[int, int], card: int, times: int) -> Fraction:
    """What a raise gains over a check for one hole, with one card known to be out."""
    told = kernel.first_decision(found.solution.pay, hole, (), (card,), found.solution.own)
    return Fraction(told.played[times] - told.checked, told.deals * found.parts * bet)


def tables(share: shared_cards.Sharing) -> dict[str, Any]:
    """Of the twin."""
    return {"rates": share.rates, "opening": share.opening, "raises": share.raises}
