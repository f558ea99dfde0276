"""A game dealt from a shoe that lasts made ready to be simulated: the unit is a shoe.

What can become of a wager is an *end*. A kernel plays whole shoes and counts, for each seat and wager, how often each
end came: that is the code of a column. So a shoe's result is a sum over columns, whatever the number of its rounds, and
everything that adds up units adds up shoes. `Ready.each` has the ends of one shoe's rounds one by one, for the engine.
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
    """Something that can become of one bet, in cents."""

    name: str
    net: int
    staked: int


@dataclass(frozen=True)
class Bet:
    """A wager of every seat in each round in which it is made. Its ends are columns, in this order."""

    wager: str  # as `edge` calls it
    unit: str  # what the estimate is a share of, in words
    of: int  # the same in cents
    ends: tuple[End, ...]
    exact: Fraction | None = None  # what it costs from a whole shoe
    often: Fraction = Fraction(1)  # in how many of the rounds it is made then; it may wait for something to happen


def whole(rounds: int) -> int:
    """So many rounds were played; an error if a shoe ran out in the middle of one, which is not simulated."""
    if rounds == RAN_OUT:
        raise ImpossibleError(
            "a shoe ran out of cards in the middle of a round, which is not simulated; put the cutting card farther "
            "from the back"
        )
    return rounds


def columns(bets: Sequence[Bet], seats: int, most: int) -> tuple[Column, ...]:
    """By seat, bet and end; no shoe has more than `most` rounds."""
    several = len(bets) > 1
    return tuple(
        Column(seat + 1, tuple(f"{name} {often}" for often in range(most + 1)), counts=name)
        for seat in range(seats)
        for bet in bets
        for name in (f"{bet.wager}: {end.name}" if several else end.name for end in bet.ends)
    )


def lines(bets: Sequence[Bet], seats: int, most: int) -> Iterator[Line]:
    """A line to each wager, and one to all of them."""
    amounts: tuple[Callable[[Bet, End], int], ...] = (
        lambda _, end: end.net,
        lambda _, end: end.staked,
        lambda bet, _: bet.of,
    )

    def table(about: Sequence[Bet], amount: Callable[[Bet, End], int]) -> tuple[tuple[int, ...], ...]:
        times = range(most + 1)
        found = [
            tuple(often * amount(bet, end) if bet in about else 0 for often in times)
            for bet in bets
            for end in bet.ends
        ]
        return tuple(found) * seats

    for bet in bets:
        net, staked, made = (table([bet], amount) for amount in amounts)
        yield Line(bet.wager, bet.unit, bet.of, net, staked, made=made, exact=bet.exact)
    if len(bets) > 1:
        net, staked, made = (table(bets, amount) for amount in amounts)
        of = sum(bet.of for bet in bets)
        yield Line("all wagers", "all wagers", of, net, staked, "total", made=made, exact=together(bets))


def together(bets: Sequence[Bet]) -> Fraction | None:
    """What all of them cost, as a share of what is bet: each counts as much as is bet on it over the rounds."""
    cost, made = Fraction(), Fraction()
    for bet in bets:
        if bet.exact is None:
            return None
        cost, made = cost + bet.exact * bet.of * bet.often, made + bet.of * bet.often
    return cost / made
