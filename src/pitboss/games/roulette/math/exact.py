"""The mathematics of roulette: exact edges, the hold and simulations, compartment by compartment.

The unit of a simulation is a spin that counts, or all spins that a wager in prison waits for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import ClassVar

from pitboss.common.spin_model import SpinModel, price
from pitboss.counting.courses import Course, End
from pitboss.counting.exact_model import ImpossibleError, Row
from pitboss.counting.floors import Floor, rates
from pitboss.counting.simulation_model import Chooser, Ready
from pitboss.engine.inputs import Input
from pitboss.games.roulette.law.chips import BuyColor
from pitboss.games.roulette.law.house import RouletteHouse, base_table, loses_half, rate
from pitboss.games.roulette.law.layout import (
    DOUBLE_ZERO,
    PRISON,
    ZERO,
    Area,
    is_even_money,
    is_inside,
    is_zero,
)
from pitboss.games.roulette.law.settle import half_in_chips, wins
from pitboss.games.roulette.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.money import dollars
from pitboss.table.paytable import worth

LOSES, FREE = End("loses", Fraction(-1)), End("comes back", Fraction())
WINS = "wins"


class Roulette(SpinModel[RouletteHouse]):
    LINES: ClassVar = {"": tuple(base_table().lines)}
    WAGERS = WAGERS
    STANDING = PRISON
    NO_CARDS = "roulette has no cards and no point; name wagers with --wager, as in red=10"
    NO_AREA = " at this table; areas are named as in 'straight 17', 'split 17-20', 'dozen 2' and 'red'"
    BET_ON = "bet on an area of the layout (beyond:roulette.5(e))"

    def spots(self, rules: Rules, house: RouletteHouse) -> Collection[str]:
        return house.areas

    def course(self, rules: Rules, house: RouletteHouse, spot: str, cents: int) -> Course:
        """Return the course of a wager. State 0 is the wager as made, or in prison already; state 1 is in prison."""
        area = house.areas[PRISON.get(spot, spot)]
        numbers = [counted_number(rules, house, number) for number in house.stops]
        idle = frozenset(stop for stop, number in enumerate(numbers) if number is None)
        held = [
            None if stop in idle else fate_in_prison(rules, area, number) for stop, number in enumerate(house.stops)
        ]
        if spot in PRISON:
            return Course(spot, cents, (tuple(0 if end is None else end for end in held),), idle)
        first = tuple(
            0 if number is None else 1 if (end := fate(rules, house, area, number, cents)) is None else end
            for number in numbers
        )
        prison = tuple(1 if end is None else end for end in held)
        return Course(spot, cents, (first, prison) if 1 in first else (first,), idle)

    def most(self, rules: Rules, house: RouletteHouse, spot: str) -> int:
        return int(house.limits(house.areas[spot])[1])

    def usual_bet(self, house: RouletteHouse) -> int:
        return house.outside_minimum

    def limits(self, house: RouletteHouse) -> tuple[int, int]:
        return house.posted

    def limits_by_wager(self, house: RouletteHouse) -> Mapping[str, tuple[int, int]]:
        outside = (house.outside_minimum, house.outside_maximum)
        return {"inside": (house.minimum, house.maximum), "outside": outside}

    def bet_matters(self, house: RouletteHouse) -> bool:
        return house.zero_rule != "all"  # half of a bet may not come out even in chips

    def floors(self, rules: Rules, house: RouletteHouse) -> list[Floor]:
        table, kinds = base_table(), {area.kind for area in house.areas.values()}
        return [
            Floor(line, "", table.cite, {"": {line: odds}}, outcomes={line: WINS})
            for line, odds in rates(table).items()
            if line in kinds
        ]

    def pricing_cases(self) -> list[tuple[str, RouletteHouse, int]]:
        """Return a table with each wheel, and one with even-money wagers of $15, of which $1 chips cannot make the
        half.
        """
        return [
            ("double zero", RouletteHouse(), 1_000),
            ("double zero, bets of $15", RouletteHouse(), 1_500),
            ("single zero", RouletteHouse(wheel="single-zero"), 1_000),
            ("double zero used as single zero", RouletteHouse(used_as_single_zero=True), 1_000),
        ]

    def wagers(self, rules: Rules, house: RouletteHouse, bet: int) -> Iterator[Row]:
        """Yield a row for each kind of wager, or two if a reading makes numbers of one kind come at different rates."""
        for kind in self.LINES[""]:
            alike: dict[tuple[frozenset[tuple[End, int | Fraction]], bool], list[Area]] = {}
            for area in house.areas.values():
                if area.kind == kind:
                    made = self.course(rules, house, area.spot, bet)
                    ends = frozenset(zip(made.ends, made.weights(), strict=True))
                    alike.setdefault((ends, house.used_as_single_zero and ZERO in area.numbers), []).append(area)
            for area, *_ in alike.values():
                variant = ("with a zero" if ZERO in area.numbers else "without a zero") if len(alike) > 1 else ""
                yield price(self, rules, house, area.spot, bet, variant=variant)

    def usual_bets(self, rules: Rules, house: RouletteHouse) -> dict[str, int]:
        return {"red": int(house.outside_minimum)}

    def inputs_before_bets(
        self, house: RouletteHouse, bets: Mapping[str, int], seat: int, seats: int
    ) -> Iterator[Input]:
        """Yield the purchase of color chips of a value that makes every bet, if they are needed."""
        if needs_color_chips(house, bets, seats):
            yield BuyColor(seat, gcd(*bets.values()))

    def prepare(
        self, rules: Rules, house: RouletteHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        ready = super().prepare(rules, house, bets, seats, ways)
        if needs_color_chips(house, bets, seats) and gcd(*bets.values()) < (least := house.posted[0]):
            raise ImpossibleError(
                f"these bets need color chips below {dollars(least)}, the least limit of the table; bet multiples of "
                f"one value of {dollars(least)} or more, or seat one player with value chips (beyond:roulette.4(c))"
            )
        return ready


def needs_color_chips(house: RouletteHouse, bets: Mapping[str, int], seats: int) -> bool:
    """Return whether the bets cannot be made with value chips."""
    inside = any(spot in house.areas and is_inside(house.areas[spot].kind) for spot in bets)
    return not house.value_chips or (seats > 1 and inside)


def counted_number(rules: Rules, house: RouletteHouse, number: str) -> str | None:
    """Return the number that counts when the ball rests in a compartment; None if the spin does not count."""
    if number == DOUBLE_ZERO and house.zeros == 1:
        return None if rules.reads("zero-on-single-layout") == "no-spin" else ZERO
    return number


def fate(rules: Rules, house: RouletteHouse, area: Area, number: str, cents: int) -> End | None:
    """Return the end of a wager when a number comes; None if it waits in prison."""
    if wins(area, number):
        odds = rate(rules, house, area)
        return End(WINS, worth(odds), str(odds))
    if not (is_zero(number) and is_even_money(area.kind) and loses_half(rules, house)):
        return LOSES
    if rules.reads("imprisonment") != "none":
        return None
    return End("loses half", -Fraction(half_in_chips(rules, house, cents)[0], cents))


def fate_in_prison(rules: Rules, area: Area, number: str) -> End | None:
    """Return the end of a wager in prison when a number comes; None if it stays there."""
    if wins(area, number):
        return FREE
    return None if is_zero(number) and rules.reads("imprisonment") == "second-zero-stays" else LOSES


MODEL = Roulette()
