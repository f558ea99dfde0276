"""The expected hold of Ultimate Texas Hold 'Em wagers, and the value of each decision, from exact counts.

Antes whose payments are all the same in antes are solved once: the first of them stands for the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

# isort: split
from pitboss.counting.exact_model import ImpossibleError, cache_by_readings
from pitboss.counting.hold_model import Block, HoldModel, Joint, Worths, joint
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.play import ALL_IN, CHECK
from pitboss.games.ultimate_texas_holdem.law.wagers import AGAINST_DEALER, ANTE, TRIPS
from pitboss.games.ultimate_texas_holdem.math import kernel
from pitboss.games.ultimate_texas_holdem.math.exact import (
    BEFORE,
    EndedDeals,
    card_number,
    payments,
    round_ends,
    solve,
    starting_hand_index,
    trips_net,
)
from pitboss.games.ultimate_texas_holdem.math.exact import MODEL as EXACT
from pitboss.law.rules import Rules

FOLDED = -2  # antes lost by a fold: ante and blind


# --- antes with equal payments

_antes_by_payments: dict[tuple[int, tuple[Fraction, ...]], int] = {}


@cache_by_readings
def equivalent_ante(rules: Rules, house: UltimateHouse, ante: int) -> int:
    """Return the ante whose solution serves this one, because all its payments are the same in antes."""
    payments_ = payments(rules, house, ante)
    nets = tuple(net / ante for by_end in payments_.nets.values() for net in by_end.values())
    return _antes_by_payments.setdefault((payments_.own, nets), ante)


class Solution(msgspec.Struct, frozen=True):
    """The parts of a solution that this module uses."""

    ends: tuple[EndedDeals, ...]
    first: tuple[dict[str, Fraction], ...]  # by starting hand: what each choice before the flop nets, in antes


@cache_by_readings
def solution(rules: Rules, house: UltimateHouse, ante: int) -> Solution:
    solved = solve(rules, house, ante)
    deals = kernel.DEALS * solved.parts * ante
    first = []
    for index in range(len(kernel.STARTING)):
        played = {f"play {times}x": solved.solution.played[times][index] for times in BEFORE}
        values = {CHECK: solved.solution.checked[index], **played}
        first.append({choice: Fraction(value, deals) for choice, value in values.items()})
    return Solution(tuple(round_ends(kernel.distribution(solved.solution))), tuple(first))


# --- expected results


@cache_by_readings
def joint_outcomes(rules: Rules, house: UltimateHouse, ante: int, trips: int) -> Joint:
    """Return the joint outcomes of the wagers, in cents because trips shares a payout limit with the others."""
    nets = payments(rules, house, ante).nets
    outcomes = (
        (
            end.often,
            (
                nets[end.times][end[2:]] if end.times else Fraction(FOLDED * ante),
                trips_net(rules, house, ante, trips, end) if trips else Fraction(),
            ),
        )
        for end in solution(rules, house, equivalent_ante(rules, house, ante)).ends
    )
    return joint((AGAINST_DEALER, TRIPS), outcomes)


class UltimateTexasHoldemHold(HoldModel[UltimateHouse]):
    """The hold of ante, blind and play together, and of trips."""

    def blocks(self, rules: Rules, house: UltimateHouse, view: View) -> Iterator[Block]:
        for stakes in view.wagers.values():
            ante, trips = stakes[ANTE], stakes.get(TRIPS, 0)
            yield joint_outcomes(rules, house, ante, trips).with_stakes(1, 1 if trips else 0)

    def worths(self, rules: Rules, house: UltimateHouse, view: View) -> Worths:
        """Return what each choice is worth. Trips is left out: it depends on the cards alone."""
        question = pending_question(view)
        seen = situation_at(view, question.position)
        if len(seen.cards) != 2 or len(seen.board) not in (0, 3, 5) or len(seen.dealer) > 1:
            raise ImpossibleError(ODD)
        if ALL_IN in question.choices:
            raise ImpossibleError("a play wager of all chips is smaller than the law's and is not counted")
        ante = seen.stakes[ANTE]
        solved_ante = equivalent_ante(rules, house, ante)
        if not seen.board and not seen.dealer:  # before the flop, other exposed cards are ignored
            hole = (card_number(seen.cards[0]), card_number(seen.cards[1]))
            values = solution(rules, house, solved_ante).first[starting_hand_index(hole)]
        else:
            situation = msgspec.structs.replace(seen, stakes={ANTE: solved_ante}, seen=seen.seen if seen.board else ())
            values = {choice.name: choice.value for choice in EXACT.ask(rules, house, solved_ante, situation).choices}
        return {choice: {AGAINST_DEALER: values[choice] * ante} for choice in question.choices}


MODEL = UltimateTexasHoldemHold()
