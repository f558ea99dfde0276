"""The course of a wager as a table: in which state each of the 36 throws puts it, from a come out roll to its end.

Every throw is judged by the layout's own functions. A wager that may be made on a come out roll is there from the first
throw on. Come and don't come are made as soon as they may be: with the first point (or, by another reading, after the
first throw). Odds go behind a bet as soon as it has a number. Each wager is made once and stands until it is decided;
one that has won is taken up, also where it could stay. Only what readings let come down and is a losing bet by then is
taken down, as `edge` counts it. Nobody calls a wager on.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss.counting.exact_model import cache_by_readings
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.layout import LAYOUT, odds_of
from pitboss.games.craps.math.exact import DICE, NAMES, At, judge_roll, next_point, solve, states_to_take_down
from pitboss.law.rules import Rules

NOT_MADE: At = ("", 0)  # a come bet before it can be made; that is always before a come out roll
NUMBERED = ("line", "come point")  # wagers that are decided on or against a number they got by the dice


class WagerEnd(NamedTuple):
    """The end of a wager and of the odds behind it."""

    what: str
    number: int  # it had got; 0 for none
    line: str  # of the pay table, where it won
    odds: str  # what became of them, where there were any
    odds_line: str

    @property
    def order(self) -> tuple[object, ...]:
        return (list(NAMES).index(self.what), *self[1:])


@dataclass(frozen=True)
class Chain:
    then: tuple[tuple[int, ...], ...]  # by state and throw; what is not a state is an end, counted from their number on
    ends: tuple[WagerEnd, ...]
    weights: tuple[Fraction, ...]  # how likely each end is


@cache_by_readings
def chain(rules: Rules, house: CrapsHouse, spot: str, behind: tuple[int, ...]) -> Chain:
    """Return the chain of a wager on `spot`, with odds behind it on the numbers in `behind`."""
    down = states_to_take_down(rules, house, spot)
    states: list[At] = [NOT_MADE if LAYOUT[spot].kind == "come" else (spot, 0)]
    found: list[list[At | WagerEnd]] = []
    for state in states:  # which grow while they are gone through
        row = [_state_after(rules, state, dice, spot, behind) for dice in DICE]
        found.append([_end_taken_down(to) if to in down else to for to in row])
        for to in found[-1]:
            if not isinstance(to, WagerEnd) and to not in states:
                states.append(to)
    ends = sorted({to for row in found for to in row if isinstance(to, WagerEnd)}, key=lambda end: end.order)
    all_of_them: list[At | WagerEnd] = [*states, *ends]
    place = {to: at for at, to in enumerate(all_of_them)}
    moves: dict[int, dict[int, Fraction]] = {}
    ended: dict[int, dict[WagerEnd, Fraction]] = {}
    for at, row in enumerate(found):
        moves[at], ended[at] = {}, {}
        for to in row:
            if isinstance(to, WagerEnd):
                ended[at][to] = ended[at].get(to, Fraction()) + Fraction(1, len(DICE))
            else:
                moves[at][place[to]] = moves[at].get(place[to], Fraction()) + Fraction(1, len(DICE))
    solved = solve(moves, ended)[0]
    return Chain(
        tuple(tuple(place[to] for to in row) for row in found), tuple(ends), tuple(solved[end] for end in ends)
    )


def _end_taken_down(at: At) -> WagerEnd:
    return WagerEnd("taken down", LAYOUT[at[0]].number or at[1], "", "", "")


def _state_after(rules: Rules, state: At, dice: tuple[int, int], made: str, behind: tuple[int, ...]) -> At | WagerEnd:
    """Return the state or the end that a throw leads to. `made` is the wager that is made where none lies yet."""
    spot, point = state
    then = next_point(point, sum(dice))
    if state == NOT_MADE:
        waits = not then and rules.reads("come-on-come-out") == "with-a-point"
        return NOT_MADE if waits else (made, then)
    fate, area = judge_roll(rules, state, *dice), LAYOUT[spot]
    if fate.what in ("stands", "off"):
        return spot, then
    if fate.what == "moves":
        return fate.line, then
    number = (area.number or point) if area.kind in NUMBERED else 0
    odds = odds_line = ""
    if number in behind:
        beside = judge_roll(rules, (odds_of(spot), point), *dice)
        odds, odds_line = beside.what, beside.line
    return WagerEnd(fate.what, number, fate.line, odds, odds_line)
