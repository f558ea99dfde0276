"""A table of what players who know each other's cards do before the flop at Ultimate Texas Hold 'Em.

Counting the first decision with all known cards takes a tenth of a second for each seat of each deal. So it is counted
with one other card known at a time, for every hole whose choice other cards can change, and the effects of several
cards are added up. From the flop on, `kernel/play/shared_cards.py` counts each deal exactly.
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
from pitboss.games.ultimate_texas_holdem.law.hands import HAND
from pitboss.games.ultimate_texas_holdem.law.ranking import FIVE
from pitboss.games.ultimate_texas_holdem.math import exact, kernel
from pitboss.games.ultimate_texas_holdem.math.kernel.payments import all_rates
from pitboss.games.ultimate_texas_holdem.math.kernel.play import shared_cards, strategy_lookup
from pitboss.games.ultimate_texas_holdem.math.situations import TIMES
from pitboss.numeric.draws import CARDS

ANTE = 10**7  # in the table's units
NEAR = Fraction(1, 4)  # antes between a raise and a check, beyond which other players' cards are ignored
RAISES = TIMES[:2]


def sharing_tables(solved: exact.OptimalPlay, bet: int, seats: int) -> shared_cards.Sharing:
    """Return the tables that the kernel needs for this number of seats."""
    gains, raises = gains_alone(solved, bet)
    starting, names = strategy_lookup.starting()
    effects = card_effects(solved, bet, gains, raises)
    opening = np.zeros((strategy_lookup.HOLES, CARDS + 1), np.int32)
    deck = np.arange(CARDS)
    for hole in range(strategy_lookup.HOLES):
        renamed = strategy_lookup.rename_suits(deck, names[hole])
        opening[hole, :CARDS] = effects[starting[hole], renamed]
    opening[:, shared_cards.ALONE] = np.array([round(gain * ANTE) for gain in gains], np.int32)[starting]
    dealers = comb(CARDS - HAND * seats - FIVE, HAND)
    return shared_cards.Sharing(
        strategy_lookup.hole_numbers().ravel(),
        opening,
        np.array(raises, np.uint8)[starting],
        all_rates(solved.solution.pay, dealers),
    )


def gains_alone(solved: exact.OptimalPlay, bet: int) -> tuple[list[Fraction], list[int]]:
    """Return, by starting hole, what a raise gains over a check if no other cards are known, and 1 + the raise's index.

    The raise is the highest, unless optimal play has another one.
    """
    check, played = exact.values_before_the_flop(solved, bet)
    best = solved.solution.strategy.before
    raises = [1 + RAISES.index(times) if times else 1 for times in best]
    gains = [played[RAISES[raise_number - 1]][index] - check[index] for index, raise_number in enumerate(raises)]
    return gains, raises


def card_effects(solved: exact.OptimalPlay, bet: int, gains: Sequence[Fraction], raises: Sequence[int]) -> Array:
    """Return the effect of a card in another seat's hand on the gain of a raise, as [starting hole, card].

    Counted once for these payments and cached on disk.
    """
    pay = solved.solution.pay
    digest = hashlib.sha256(repr((solved.solution.own, solved.parts * bet)).encode())
    for payment in (*pay.before.values(), pay.river, pay.fold, *([] if pay.flop is None else [pay.flop])):
        digest.update(payment.tobytes())
    near = [index for index, gain in enumerate(gains) if abs(gain) <= NEAR]
    pairs = [
        (index, sample)
        for index in near
        for sample in sorted(set(equivalent_cards(kernel.STARTING[index].cards).values()))
    ]

    def gain_of(pair: tuple[int, int]) -> Fraction:
        index, card = pair
        return gain_with_card_out(solved, bet, kernel.STARTING[index].cards, card, RAISES[raises[index] - 1])

    def compute() -> bytes:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            worths = dict(zip(pairs, pool.map(gain_of, pairs), strict=True))
        effects = np.zeros((len(kernel.STARTING), CARDS), np.int32)
        for index in near:
            for card, sample in equivalent_cards(kernel.STARTING[index].cards).items():
                effects[index, card] = round((worths[index, sample] - gains[index]) * ANTE)
        return effects.tobytes()

    kept = compiler.cached_result(
        f"shared-{digest.hexdigest()[:32]}",
        f"counting what each of {len(pairs):,} cards in another hand does before the flop (once, some minutes)",
        compute,
    )
    return np.frombuffer(kept, np.int32).reshape(len(kernel.STARTING), CARDS)


def equivalent_cards(hole: tuple[int, int]) -> Mapping[int, int]:
    """Map every card that is not in a hole to the lowest equivalent one.

    Suits that do not occur in the hole are equivalent.
    """
    suits = [card & 3 for card in hole]
    first = next(suit for suit in range(4) if suit not in suits)
    equivalents = {}
    for card in range(CARDS):
        if card not in hole:
            equivalents[card] = card if card & 3 in suits else card & ~3 | first
    return equivalents


def gain_with_card_out(solved: exact.OptimalPlay, bet: int, hole: tuple[int, int], card: int, times: int) -> Fraction:
    """Return what a raise gains over a check for one hole, with one card known to be out."""
    decision = kernel.first_decision(solved.solution.pay, hole, (), (card,), solved.solution.own)
    return Fraction(decision.played[times] - decision.checked, decision.deals * solved.parts * bet)


def twin_tables(share: shared_cards.Sharing) -> dict[str, Any]:
    """Return the tables of the GPU version."""
    return {"rates": share.rates, "opening": share.opening, "raises": share.raises}
