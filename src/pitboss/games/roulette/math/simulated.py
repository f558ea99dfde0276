"""The simulation of roulette. Its unit is a spin that counts, or all spins that a wager in prison waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd

from pitboss.common.unit_player import Once
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Chooser, Ready, Situations, Way
from pitboss.counting.spin_simulation import prepare_spins as made_ready
from pitboss.engine.inputs import Input
from pitboss.games.roulette.law.chips import BuyColor
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.layout import ORDER, is_inside
from pitboss.games.roulette.math.courses import course
from pitboss.law.rules import Rules
from pitboss.table.money import dollars

WAYS = {"optimal": Way("leaves every wager where it is until it is decided")}


def usual_bets(rules: Rules, house: RouletteHouse) -> dict[str, int]:
    return {"red": int(house.outside_minimum)}


def opening_bets(bets: Mapping[str, int]) -> dict[str, int]:
    return dict(bets)


def decisions(rules: Rules, house: RouletteHouse) -> Iterator[Situations]:
    """Return nothing: the choice of wagers is the only decision at roulette."""
    return iter(())


def needs_color_chips(house: RouletteHouse, bets: Mapping[str, int], seats: int) -> bool:
    """Return whether the bets cannot be made with value chips."""
    inside = any(spot in house.areas and is_inside(house.areas[spot].kind) for spot in bets)
    return not house.value_chips or (seats > 1 and inside)


def inputs_before_bets(house: RouletteHouse, bets: Mapping[str, int], seat: int, seats: int) -> Iterator[Input]:
    """Yield the purchase of color chips of a value that makes every bet, if they are needed."""
    if needs_color_chips(house, bets, seats):
        yield BuyColor(seat, gcd(*bets.values()))


class Player(Once):
    def __init__(self, house: RouletteHouse, bets: Mapping[str, int], seats: int) -> None:
        super().__init__(bets)
        self._house, self._seats = house, seats

    def before(self, seat: int) -> Iterator[Input]:
        yield from inputs_before_bets(self._house, self._bets, seat, self._seats)


def prepare(
    rules: Rules, house: RouletteHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
) -> Ready:
    if unknown := [spot for spot in bets if spot not in house.areas]:
        raise ImpossibleError(
            f"there is no bet on {unknown[0]} at this table; bet on an area of the layout (beyond:roulette.5(e))"
        )
    if needs_color_chips(house, bets, seats) and gcd(*bets.values()) < (least := house.posted[0]):
        raise ImpossibleError(
            f"these bets need color chips below {dollars(least)}, the least limit of the table; bet multiples of one "
            f"value of {dollars(least)} or more, or seat one player with value chips (beyond:roulette.4(c))"
        )
    made = [course(rules, house, spot, bets[spot]) for spot in sorted(bets, key=ORDER.__getitem__)]
    return made_ready(made, seats, lambda: [Player(house, bets, seats) for _ in range(seats)])
