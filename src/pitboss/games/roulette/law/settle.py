"""Settlement, losers before winners: part 7 of the facts."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.roulette.law.facts import FIXED, RESULT, LyingWager
from pitboss.games.roulette.law.house import RouletteHouse, loses_half, rate
from pitboss.games.roulette.law.layout import PRISON, Area, is_even_money, is_outside, is_zero
from pitboss.games.roulette.law.steps import Collect, CollectHalf, GiveBack, GiveBackHalf, Imprison, Pay, PayAndLeave
from pitboss.law.force import cites, rule
from pitboss.law.rules import Rules
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import StandWager


def settle(r: Round[RouletteHouse]) -> Procedure:
    """Collect every loser, then pay every winner."""
    number = RESULT.of(r.table)
    for lying in FIXED.of(r.table):
        if lying.spot in PRISON:
            yield from free_or_collect(r, lying, number)
        elif not wins(area_of(r, lying), number):
            yield from collect(r, lying, number)
    for lying in in_order_of_pay(r):
        if lying.spot not in PRISON and wins(area_of(r, lying), number):
            yield from pay(r, lying, number)


def area_of(r: Round[RouletteHouse], lying: LyingWager) -> Area:
    return r.house.areas[lying.spot]


@rule("beyond:roulette.7(g)", False)
def wins(area: Area, number: str) -> bool:
    """Return whether a number wins a wager, whatever becomes of the player's other wagers."""
    return number in area.numbers


# --- losers


def collect(r: Round[RouletteHouse], lying: LyingWager, number: str) -> Procedure:
    kind = area_of(r, lying).kind
    if not is_zero(number):
        yield make_collection(lying, "beyond:roulette.7(a)", number)
    elif is_even_money(kind):
        yield from collect_on_zero(r, lying, number)
    elif is_outside(kind):
        yield make_collection(lying, cites("beyond:roulette.7(a)", "beyond:roulette.7(f)"), number)
    else:
        yield make_collection(lying, "beyond:roulette.7(a)", number)


def make_collection(lying: LyingWager, cite: str, number: str) -> Collect:
    return Collect(cite, lying.seat, lying.seat, lying.spot, lying.cents, (), f"{number} came")


def collect_on_zero(r: Round[RouletteHouse], lying: LyingWager, number: str) -> Procedure:
    """Settle an even-money wager on a zero: collect half of it or all of it, or hold it for the next spin."""
    if not loses_half(r.rules, r.house):
        single = r.house.zeros == 1
        by = "beyond:roulette.7(e)" if single else cites("beyond:roulette.7(d)2", reading_on_zero(r))
        yield make_collection(lying, cites("beyond:roulette.7(a)", by), number)
    elif r.rules.reads("imprisonment") != "none":
        yield Imprison(
            "reading:imprisonment",
            lying.seat,
            lying.seat,
            lying.spot,
            f"{lying.spot} in prison",
            lying.cents,
            f"{number} came",
        )
    else:
        yield from collect_half(r, lying, number)


def reading_on_zero(r: Round[RouletteHouse]) -> str:
    """Return the reading that stands for an election which the house has not made; empty if it has."""
    if r.house.zeros == 1:
        return "reading:single-zero-half"
    return "" if r.house.zero_rule else "reading:zero-rule"


def collect_half(r: Round[RouletteHouse], lying: LyingWager, number: str) -> Procedure:
    half, odd = half_in_chips(r.rules, r.house, lying.cents)
    by = cites("beyond:roulette.7(d)1", reading_on_zero(r), odd)
    yield CollectHalf(by, lying.seat, lying.seat, lying.spot, half, (), f"{number} came, half")
    yield GiveBackHalf(by, lying.seat, lying.seat, lying.spot, lying.cents - half)


def half_in_chips(rules: Rules, house: RouletteHouse, cents: int) -> tuple[int, str]:
    """Return half of a wager in chips, and the paragraph that decides if chips do not make it exactly."""
    chip = int(house.smallest_chip)
    if not cents % (2 * chip):
        return cents // 2, ""
    match rules.reads("odd-half"):
        case "exact-cents":
            return cents // 2, "reading:odd-half"
        case "player-gives-way":
            return -(-cents // (2 * chip)) * chip, "reading:odd-half"
    return cents // (2 * chip) * chip, "beyond:roulette.7(i)"


def free_or_collect(r: Round[RouletteHouse], lying: LyingWager, number: str) -> Procedure:
    """Free or collect a wager that has been held since a zero."""
    cite, area = "reading:imprisonment", r.house.areas[PRISON[lying.spot]]
    if wins(area, number):
        yield GiveBack(cite, lying.seat, lying.seat, lying.spot, lying.cents, f"free again, because {number} came")
    elif is_zero(number) and r.rules.reads("imprisonment") == "second-zero-stays":
        yield StandWager(cite, lying.seat, lying.seat, lying.spot, lying.cents, False, f"{number} came again")
    else:
        yield make_collection(lying, cite, number)


# --- winners


def in_order_of_pay(r: Round[RouletteHouse]) -> Iterator[LyingWager]:
    """Yield outside wagers before inside ones, each seat by seat from the wheel, or by one reading seat by
    seat alone.
    """
    lying = FIXED.of(r.table)
    if r.rules.reads("order-of-winners") == "seat-by-seat":
        yield from lying
        return
    outside = [wager for wager in lying if wager.spot not in PRISON and is_outside(area_of(r, wager).kind)]
    yield from outside
    yield from (wager for wager in lying if wager not in outside)


def pay(r: Round[RouletteHouse], lying: LyingWager, number: str) -> Procedure:
    odds = rate(r.rules, r.house, area_of(r, lying))
    stays = r.rules.reads("winning-stake") == "stays"
    order = (
        "beyond:roulette.7(c)" if r.rules.reads("order-of-winners") == "outside-first" else "reading:order-of-winners"
    )
    cite = cites("beyond:roulette.7(b)", order, "reading:winning-stake" if stays else "beyond:roulette.7(h)")
    kind = PayAndLeave if stays else Pay
    cents = winnings(odds, lying.cents)
    by = "beyond:roulette.8(c)"
    yield kind(cite, lying.seat, lying.seat, lying.spot, by, lying.cents, (), f"{number} came", show(odds), cents)
