"""What the house expects of Ultimate Texas Hold 'Em wagers, and what a decision is worth, hand by hand.

Antes whose every payment is the same to a unit are solved once: the first of them that is met stands for the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

# isort: split
from pitboss.counting.exact_model import ImpossibleError, cache_by_readings
from pitboss.counting.hold_model import Block, Joint, Worths, joint
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.ultimate_texas_holdem import kernel
from pitboss.games.ultimate_texas_holdem.exact import (
    BEFORE,
    Ended,
    ask,
    ended,
    number_of,
    payments,
    solved,
    starting,
    trips_net,
)
from pitboss.games.ultimate_texas_holdem.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.play import ALL_IN, CHECK
from pitboss.games.ultimate_texas_holdem.wagers import ANTE, BLIND, PLAY, TRIPS
from pitboss.law.rules import Rules

AGAINST_DEALER = "ante, blind and play"
FOLDED = -2  # antes, the blind being one


def wager_name(spot: str) -> str:
    return AGAINST_DEALER if spot in (ANTE, BLIND, PLAY) else spot


# --- antes that are paid alike

_alike: dict[tuple[int, tuple[Fraction, ...]], int] = {}


@cache_by_readings
def alike(rules: Rules, house: UltimateHouse, ante: int) -> int:
    """An ante that has been solved, or will be, and by which this one goes: all it is paid is the same in antes."""
    paid = payments(rules, house, ante)
    nets = tuple(net / ante for each in paid.nets.values() for net in each.values())
    return _alike.setdefault((paid.own, nets), ante)


class Solution(msgspec.Struct, frozen=True):
    """As much of a solution as is asked for again and again."""

    ends: tuple[Ended, ...]
    first: tuple[dict[str, Fraction], ...]  # by starting hand: what each answer before the flop nets, in antes


@cache_by_readings
def solution(rules: Rules, house: UltimateHouse, ante: int) -> Solution:
    found = solved(rules, house, ante)
    deals = kernel.DEALS * found.parts * ante
    first = []
    for at in range(len(kernel.STARTING)):
        played = {f"play {times}x": found.solution.played[times][at] for times in BEFORE}
        values = {CHECK: found.solution.checked[at], **played}
        first.append({choice: Fraction(value, deals) for choice, value in values.items()})
    return Solution(tuple(ended(kernel.distribution(found.solution))), tuple(first))


# --- what is expected


def blocks(rules: Rules, house: UltimateHouse, view: View) -> Iterator[Block]:
    for stakes in view.wagers.values():
        ante, beside = stakes[ANTE], stakes.get(TRIPS, 0)
        yield together(rules, house, ante, beside).with_stakes(1, 1 if beside else 0)


@cache_by_readings
def together(rules: Rules, house: UltimateHouse, ante: int, beside: int) -> Joint:
    """In cents, because trips share a payout limit with the others."""
    nets = payments(rules, house, ante).nets
    outcomes = (
        (
            end.often,
            (
                nets[end.times][end[2:]] if end.times else Fraction(FOLDED * ante),
                trips_net(rules, house, ante, beside, end) if beside else Fraction(),
            ),
        )
        for end in solution(rules, house, alike(rules, house, ante)).ends
    )
    return joint((AGAINST_DEALER, TRIPS), outcomes)


def worths(rules: Rules, house: UltimateHouse, view: View) -> Worths:
    """Trips go by the cards alone, whatever is answered."""
    asked = pending_question(view)
    seen = situation_at(view, asked.position)
    if len(seen.cards) != 2 or len(seen.board) not in (0, 3, 5) or len(seen.dealer) > 1:
        raise ImpossibleError(ODD)
    if ALL_IN in asked.choices:
        raise ImpossibleError("a play wager of all chips is smaller than the law's and is not counted")
    ante = seen.stakes[ANTE]
    stands_for = alike(rules, house, ante)
    if not seen.board and not seen.dealer:  # other cards that lie open are left out before the flop
        hole = (number_of(seen.cards[0]), number_of(seen.cards[1]))
        values = solution(rules, house, stands_for).first[starting(hole)]
    else:
        situation = msgspec.structs.replace(seen, stakes={ANTE: stands_for}, seen=seen.seen if seen.board else ())
        values = {choice.name: choice.value for choice in ask(rules, house, stands_for, situation).choices}
    return {choice: {AGAINST_DEALER: values[choice] * ante} for choice in asked.choices}
