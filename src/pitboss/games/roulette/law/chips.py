"""Color chips, which belong to one player each, and value chips beside them: part 4 of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from pitboss.engine.inputs import Input, Plain, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import empty_seat_refusal, is_seated
from pitboss.engine.waits import Procedure, Refusal, refusals_in_force
from pitboss.games.roulette.law.facts import COLOR_VALUE
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.layout import is_inside
from pitboss.games.roulette.law.steps import BuyBackColor, GiveColor, ShowValue
from pitboss.law.force import rule
from pitboss.table.money import dollars
from pitboss.table.table import Table

COLORS = ("blue", "yellow", "orange", "purple", "pink", "brown", "gray", "lime")  # by seat
VALUES = (100_000, 50_000, 10_000, 2_500, 500, 100)  # of value chips; each has a color of its own


class BuyColor(Input, frozen=True, tag="buy color chips"):
    """Buys non-value chips of your own color."""

    by_player: ClassVar[bool] = True
    plain: ClassVar = Plain(
        r"seat (?P<seat>\d{1,3}) buys color chips of (?P<value>\$[\d,]+(?:\.\d\d)?)", "seat 3 buys color chips of $5"
    )

    seat: int
    value: int = 0  # cents that one is to be worth; 0: the least that the table takes


class SellColor(Input, frozen=True, tag="sell color chips"):
    """Sells all your non-value chips back to the dealer."""

    by_player: ClassVar[bool] = True
    plain: ClassVar = Plain(r"seat (?P<seat>\d{1,3}) sells (?:the )?color chips", "seat 3 sells color chips")

    seat: int


class TakeColorAway(Input, frozen=True, tag="take color chips away"):
    """Takes non-value chips away from the table."""

    by_player: ClassVar[bool] = True

    seat: int


@rule("beyond:roulette.1(j)", "")
def color_of(seat: int) -> str:
    """Return the color that belongs to the player of a seat."""
    return COLORS[seat - 1]


def chip_value(t: Table, seat: int) -> int:
    """Return the value of one chip of a seat's color; 0 if it has value chips."""
    return COLOR_VALUE.at(seat).get(t) or 0


# --- buying and selling


def bar_buying(r: Round[RouletteHouse], given: BuyColor) -> Iterator[Refusal]:
    t, house = r.table, r.house
    (least, most), fixed = house.posted, "beyond:roulette.4(c)"
    value = given.value or least
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat)
    elif chip_value(t, given.seat):
        problem = f"Your {color_of(given.seat)} chips are worth {dollars(chip_value(t, given.seat))}."
        yield Refusal(fixed, problem, "Sell them all before you buy chips of another value.")
    elif any(position == given.seat for position, _, _ in t.wagers()):
        yield Refusal("house:wagers", "You have value chips on the layout.", "Buy color chips when they are settled.")
    elif not least <= value <= most or value % house.smallest_chip:
        remedy = f"Choose a multiple of {dollars(house.smallest_chip)} from {dollars(least)} to {dollars(most)}."
        yield Refusal(fixed, f"A chip cannot be worth {dollars(value)} here.", remedy)


def buy(r: Round[RouletteHouse], given: BuyColor) -> Procedure:
    color = color_of(given.seat)
    yield GiveColor("beyond:roulette.4(a)", given.seat, color)
    yield ShowValue("beyond:roulette.4(b)", given.seat, color, given.value or r.house.posted[0])


def bar_selling(r: Round[RouletteHouse], given: SellColor) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat)
    elif not chip_value(t, given.seat):
        yield Refusal("house:chips", "You have no color chips.", "There is nothing to sell.")
    elif any(position == given.seat for position, _, _ in t.wagers()):
        yield Refusal("beyond:roulette.4(c)", "Some of your chips are on the layout.", "Sell them all at once.")


def sell(r: Round[RouletteHouse], given: SellColor) -> Procedure:
    yield BuyBackColor("beyond:roulette.4(c)", given.seat, color_of(given.seat))


def bar_taking_away(r: Round[RouletteHouse], given: TakeColorAway) -> Iterator[Refusal]:
    t = r.table
    if is_seated(t, given.seat) and chip_value(t, given.seat):
        problem = f"Your {color_of(given.seat)} chips are good at this table only."
        yield Refusal("beyond:roulette.4(d)", problem, "Sell them back to the dealer.")
    else:
        yield Refusal("house:chips", "You have no color chips.", "There is nothing to take away.")


def do_nothing(r: Round[RouletteHouse], given: TakeColorAway) -> Procedure:
    yield from ()


# --- what may be wagered with which chips


def judge_chips(r: Round[RouletteHouse], given: Wager) -> Iterator[Refusal]:
    t, seat = r.table, given.seat
    if value := chip_value(t, seat):
        if any(cents % value for cents in given.stakes.values()):
            problem = f"Your {color_of(seat)} chips are worth {dollars(value)} each."
            yield Refusal("beyond:roulette.4(b)", problem, f"Bet a multiple of {dollars(value)}.")
    elif not r.house.value_chips:
        yield Refusal("beyond:roulette.4(e)", "This table takes no value chips.", "Buy chips of your own color first.")
    elif not _have_own_values(r, given):
        problem = "Another player has value chips of that color on inside wagers."
        yield Refusal("beyond:roulette.4(f)", problem, "Buy chips of your own color, or bet other amounts.")


def _have_own_values(r: Round[RouletteHouse], given: Wager) -> bool:
    """Return whether each player with value chips inside can have a value, and so a color, that nobody else has."""
    inside: dict[int, list[int]] = {}
    lying = [*r.table.wagers(), *((given.seat, spot, cents) for spot, cents in given.stakes.items())]
    areas = r.house.areas
    for seat, spot, cents in lying:
        if spot in areas and is_inside(areas[spot].kind) and not chip_value(r.table, seat):
            inside.setdefault(seat, []).append(cents)
    if given.seat not in inside:
        return True
    values = _values(r)
    return _can_match(
        [[value for value in values if not any(cents % value for cents in held)] for held in inside.values()]
    )


def least_value(r: Round[RouletteHouse], seat: int) -> int:
    """Return the smallest chip with which a player may wager inside now; 0 if there is none.

    It is a chip of his color, or of a value that nobody else has there. It can make every amount that larger chips
    make.
    """
    if value := chip_value(r.table, seat):
        return value
    spot = next(iter(r.house.areas))
    fits = (value for value in _values(r) if not refusals_in_force(judge_chips(r, Wager(seat, {spot: value}))))
    return next(fits, 0)


def _values(r: Round[RouletteHouse]) -> list[int]:
    return sorted({*(value for value in VALUES if value >= r.house.smallest_chip), int(r.house.smallest_chip)})


def _can_match(wanted: list[list[int]], taken: frozenset[int] = frozenset()) -> bool:
    if not wanted:
        return True
    first, *rest = wanted
    return any(_can_match(rest, taken | {value}) for value in first if value not in taken)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    BuyColor: bar_buying,
    SellColor: bar_selling,
    TakeColorAway: bar_taking_away,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {BuyColor: buy, SellColor: sell, TakeColorAway: do_nothing}
