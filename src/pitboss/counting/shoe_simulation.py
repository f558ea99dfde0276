"""The columns and lines of a simulation whose unit is a whole shoe, for games whose shoe lasts several rounds.

A possible result of a wager is an *end*. There is one column for each seat, wager and end; its code is the number of
times that the end occurred in the shoe. So the net of a shoe is a sum over columns, however many rounds it has.
`Ready.round_nets` has the result of one shoe round by round, for comparison with the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)  # isort: skip

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Column, Line
from pitboss.numeric.shoes import RAN_OUT


class End(NamedTuple):
    """A possible result of one bet, in cents."""

    name: str
    net: int
    staked: int


@dataclass(frozen=True)
class Bet:
    """A wager that every seat makes in some or all rounds. Each of its ends has a column, in this order."""

    wager: str  # the name in the exact model's rows
    unit: str  # what the estimate is a share of, in words
    unit_cents: int  # that unit
    ends: tuple[End, ...]
    exact: Fraction | None = None  # the exact house edge of a round from a full shoe
    frequency: Fraction = Fraction(1)  # the share of such rounds in which the bet is made


def require_whole_rounds(rounds: int) -> int:
    """Return the number of rounds that a kernel reports. Raises ImpossibleError if a shoe ran out during a round."""
    if rounds == RAN_OUT:
        raise ImpossibleError(
            "a shoe ran out of cards in the middle of a round, which is not simulated; put the cutting card farther "
            "from the back"
        )
    return rounds


def columns(bets: Sequence[Bet], seats: int, most: int) -> tuple[Column, ...]:
    """Return the columns in order of seat, bet and end. No shoe has more than `most` rounds."""
    several = len(bets) > 1
    return tuple(
        Column(seat + 1, tuple(f"{name} {times}" for times in range(most + 1)), counts=name)
        for seat in range(seats)
        for bet in bets
        for name in (f"{bet.wager}: {end.name}" if several else end.name for end in bet.ends)
    )


def lines(bets: Sequence[Bet], seats: int, most: int) -> Iterator[Line]:
    """Yield a line for each wager and, if there are several, one for all of them."""
    amounts: tuple[Callable[[Bet, End], int], ...] = (
        lambda _, end: end.net,
        lambda _, end: end.staked,
        lambda bet, _: bet.unit_cents,
    )

    def table(included: Sequence[Bet], amount: Callable[[Bet, End], int]) -> tuple[tuple[int, ...], ...]:
        """Return cents by column and code. Columns of bets that are not included are 0."""
        by_column = [
            tuple(times * amount(bet, end) if bet in included else 0 for times in range(most + 1))
            for bet in bets
            for end in bet.ends
        ]
        return tuple(by_column) * seats

    for bet in bets:
        net, staked, wagered = (table([bet], amount) for amount in amounts)
        yield Line(bet.wager, bet.unit, bet.unit_cents, net, staked, wagered=wagered, exact=bet.exact)
    if len(bets) > 1:
        net, staked, wagered = (table(bets, amount) for amount in amounts)
        unit_cents = sum(bet.unit_cents for bet in bets)
        yield Line(
            "all wagers", "all wagers", unit_cents, net, staked, "total", wagered=wagered, exact=combined_cost(bets)
        )


def combined_cost(bets: Sequence[Bet]) -> Fraction | None:
    """Return the exact house edge of all bets together, weighted by the money bet on each over the rounds."""
    cost, wagered = Fraction(), Fraction()
    for bet in bets:
        if bet.exact is None:
            return None
        cost += bet.exact * bet.unit_cents * bet.frequency
        wagered += bet.unit_cents * bet.frequency
    return cost / wagered
