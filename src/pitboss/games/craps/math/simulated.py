"""The simulation of craps. Its unit begins with a come out roll and lasts until every wager is decided.

`chains` says when each wager is made and how long it stands. The code of a seat's wager says how it ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

import msgspec

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Array, Chooser, Column, Line, Ready, SimModel, Way, whole_cents
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Sit, Wager
from pitboss.engine.runner import submit_or_raise
from pitboss.games.craps import GAME
from pitboss.games.craps.law.facts import COME_OUT_MADE, POINT
from pitboss.games.craps.law.house import CrapsHouse, most_odds, rate, unit
from pitboss.games.craps.law.layout import COME, DONT_COME, DONT_PASS, LAYOUT, ODDS, PASS, Area, odds_of
from pitboss.games.craps.law.roll import NUMBERS
from pitboss.games.craps.math import exact, kernel
from pitboss.games.craps.math.chains import Chain, WagerEnd, chain
from pitboss.games.craps.math.unit_players import Player, Thrower, least_pass_bet
from pitboss.law.rules import Rules
from pitboss.numeric.draws import FACES
from pitboss.table.money import dollars
from pitboss.table.paytable import worth

WITH_ODDS = (PASS, DONT_PASS, COME, DONT_COME)
# What is bet, but not before the first throw. Odds behind a come bet are on no betting area before it has a number.
LATER = (COME, DONT_COME, *(odds_of(flat) for flat in WITH_ODDS))
TIMES = 2  # the odds that are usual, where the house takes them

# --- what is bet


class MadeWager(NamedTuple):
    """A wager as it is made, and the odds behind it by the number it gets."""

    spot: str
    cents: int
    asked: int  # the odds that were asked for
    behind: dict[int, int]
    course: Chain

    @property
    def area(self) -> Area:
        return LAYOUT[self.spot]


def odds_area(flat: str, number: int) -> Area:
    return LAYOUT[odds_of(flat if LAYOUT[flat].kind == "line" else f"{flat} {number}")]


def most_behind(rules: Rules, house: CrapsHouse, flat: str, number: int, cents: int) -> int:
    """Return the most odds that may stand behind a bet on a number and can be paid exactly."""
    area = odds_area(flat, number)
    step = unit(rules, house, area, number)
    return most_odds(rules, house, area, number, cents) // step * step


def odds_by_number(rules: Rules, house: CrapsHouse, flat: str, cents: int, asked: int) -> dict[int, int]:
    """Return the odds by number: as many as asked for, or the most below it that the house takes and can pay."""
    chip, name = house.smallest_chip, odds_of(flat)
    if asked <= 0 or asked % chip:
        raise ImpossibleError(f"{dollars(asked)} on {name} cannot be made in chips; bet a multiple of {dollars(chip)}")
    most = {number: most_behind(rules, house, flat, number, cents) for number in NUMBERS}
    if not any(most.values()):
        raise ImpossibleError(f"this table gives no odds behind {dollars(cents)} on {flat}; bet without them ({ODDS})")
    if asked > max(most.values()):
        raise ImpossibleError(
            f"{dollars(asked)} on {name} is over the maximum behind {dollars(cents)}; "
            f"bet {dollars(max(most.values()))} or less ({ODDS})"
        )
    found = {}
    for number in NUMBERS:
        each = unit(rules, house, odds_area(flat, number), number)
        if taken := min(asked, most[number]) // each * each:
            found[number] = taken
    if not found:
        each = min(unit(rules, house, odds_area(flat, number), number) for number in NUMBERS if most[number])
        raise ImpossibleError(
            f"{dollars(asked)} on {name} cannot be paid exactly; bet {dollars(each)} or more (reading:payout-odds)"
        )
    return found


def bets_in_order(rules: Rules, house: CrapsHouse, bets: Mapping[str, int]) -> Iterator[MadeWager]:
    """Yield all wagers in the order of the layout."""
    odds = {flat: bets[odds_of(flat)] for flat in WITH_ODDS if odds_of(flat) in bets}
    for flat in odds:
        if flat not in bets:
            raise ImpossibleError(f"{odds_of(flat)} go behind a bet; bet on {flat} too ({ODDS})")
    flats = {spot: cents for spot, cents in bets.items() if spot not in map(odds_of, WITH_ODDS)}
    if unknown := [spot for spot in flats if spot not in LAYOUT]:
        raise ImpossibleError(f"there is no bet on {unknown[0]}; the bets are {', '.join(LAYOUT)}")
    for spot, area in LAYOUT.items():
        if spot not in flats:
            continue
        if area.kind == "come":
            raise_engine_refusal(rules, house, {spot: flats[spot]})
        elif area.kind in ("come point", "odds"):
            raise ImpossibleError(
                f"you cannot bet on {spot} before the first throw; bet on {COME} or {DONT_COME}, and on "
                f"{odds_of(COME)} or {odds_of(DONT_COME)} ({area.cite})"
            )
        taken = odds_by_number(rules, house, spot, flats[spot], odds[spot]) if spot in odds else {}
        yield MadeWager(spot, flats[spot], odds.get(spot, 0), taken, chain(rules, house, spot, tuple(taken)))


def raise_engine_refusal(rules: Rules, house: CrapsHouse, stakes: dict[str, int]) -> None:
    """Raise ImpossibleError with the engine's refusal of wagers that are made with a point, if it refuses them."""
    carry = GAME.opening(house)
    carry = msgspec.structs.replace(carry, marks={**carry.marks, POINT.word: NUMBERS[0], COME_OUT_MADE.word: 1})
    driver = Driver(GAME, rules, house, carry)
    submit_or_raise(driver, Sit(1, "Player", sum(stakes.values())))
    for refusal in driver.refusals(Wager(1, stakes)):
        raise ImpossibleError(f"{refusal.wrong} {refusal.right} ({refusal.cite})")


# --- tables and players


def players(rules: Rules, wagers: Sequence[MadeWager], seats: int) -> Iterator[Player | Thrower]:
    """Return the players for the audited engine."""
    if rules.reads("taking-down") == "stand" and rules.reads("winners-stay") == "stay-up":
        raise ImpossibleError(
            "by the readings taking-down and winners-stay a bet that has won may neither come down nor be left out, so "
            "that no unit would end with it; change one of them"
        )
    flats, odds = {wager.spot: wager.cents for wager in wagers}, {wager.spot: wager.behind for wager in wagers}
    for _ in range(seats):
        yield Player(rules, flats, odds)
    if rules.reads("shooter-wagers") == "must" and any(wager.area.kind != "line" for wager in wagers):
        yield Thrower(rules)


def encode_tables(courses: Sequence[Chain]) -> kernel.Tables:
    """Encode the chains as flat arrays: each state and end has the row where it begins; an end's row leads
    to itself.
    """
    sizes = [len(course.then) + len(course.ends) for course in courses]
    then = np.zeros((len(courses), max(sizes) * FACES), np.uint16)
    for at, (course, size) in enumerate(zip(courses, sizes, strict=True)):
        ends = np.repeat(np.arange(len(course.then), size), FACES)
        rows = np.concatenate([np.array(course.then, np.int64).ravel(), ends])
        then[at, : size * FACES] = rows * FACES
    return kernel.Tables(then, np.array([len(course.then) * FACES for course in courses], np.uint16))


def outcome_names(wager: MadeWager, among_others: bool) -> tuple[str, ...]:
    """Return the meaning of each code. The winning line is named where a wager can win by several."""
    ends = wager.course.ends
    several = len({end.line for end in ends if end.line}) > 1
    numbered = any(end.number for end in ends)

    def name_end(end: WagerEnd) -> str:
        name = f"{wager.spot} {exact.NAMES[end.what]}" if among_others else exact.NAMES[end.what]
        if numbered:
            name += f" on {end.number}" if end.number else " at once"
        if end.line and several:
            name += f", {end.line}"
        return name + {"": "", "back": ", odds come back"}.get(end.odds, " with odds")

    return tuple(map(name_end, ends))


# --- what it is worth


def lines(rules: Rules, house: CrapsHouse, wagers: Sequence[MadeWager], seats: int) -> Iterator[Line]:
    """Yield a line for each wager, one for the odds behind it, and one for all of them together."""
    found: list[tuple[Array, ...]] = []
    for at, wager in enumerate(wagers):
        ends = [exact.End(end.what, wager.spot, 0, end.line if end.what == "wins" else "") for end in wager.course.ends]
        net = [whole_cents(exact.net(rules, house, end) * wager.cents) for end in ends]
        staked = [whole_cents(exact.stake_with_fee(rules, house, end) * wager.cents) for end in ends]
        decided = all(end.what in ("wins", "loses") for end in ends)
        yield _line(
            wager.spot, "the wager" if decided else "the wager made", wager.cents, at, net, staked, wagers, seats
        )
        found.append((np.array(net), np.array(staked)))
        if wager.behind:
            put = [wager.behind[end.number] if end.odds else 0 for end in wager.course.ends]
            won = [
                whole_cents(_odds_net(rules, house, end) * cents)
                for end, cents in zip(wager.course.ends, put, strict=True)
            ]
            yield _line(
                odds_of(wager.spot), "the odds asked for, made or not", wager.asked, at, won, put, wagers, seats
            )
            found[-1] = found[-1][0] + np.array(won), found[-1][1] + np.array(put)
    if len(found) > 1 or wagers[0].behind:
        of = sum(wager.cents for wager in wagers)
        about = f"the {wagers[0].spot} bet alone" if len(wagers) == 1 else "all bets but odds"
        net_, staked_ = (tuple(tuple(each[which].tolist()) for each in found) * seats for which in (0, 1))
        yield Line("all wagers", about, of, net_, staked_, "total")


def _odds_net(rules: Rules, house: CrapsHouse, end: WagerEnd) -> Fraction:
    if end.odds == "wins":
        return worth(rate(rules, house, end.odds_line))
    return Fraction(-1 if end.odds == "loses" else 0)


def _line(
    name: str,
    of_what: str,
    of: int,
    at: int,
    net: list[int],
    staked: list[int],
    wagers: Sequence[MadeWager],
    seats: int,
) -> Line:
    """Return a line to which only the wager number `at` contributes."""
    nothing = [(0,) * len(wager.course.ends) for wager in wagers]
    nets, stakes = list(nothing), list(nothing)
    nets[at], stakes[at] = tuple(net), tuple(staked)
    return Line(name, of_what, of, tuple(nets) * seats, tuple(stakes) * seats)


# --- the model


class CrapsSimulation(SimModel[CrapsHouse]):
    """Wagers that are made as soon as they may be, and stand until they are decided."""

    WAYS: ClassVar = {
        "optimal": Way(
            "leaves every wager until it is decided; one that may come down and is a losing bet by then comes down"
        )
    }

    def usual_bets(self, rules: Rules, house: CrapsHouse) -> dict[str, int]:
        """Return a pass bet with double odds, or as much as the house takes."""
        flat = least_pass_bet(rules, house)
        odds = min(TIMES * flat, max(most_behind(rules, house, PASS, number, flat) for number in NUMBERS))
        return {PASS: flat, odds_of(PASS): odds} if odds else {PASS: flat}

    def opening_bets(self, bets: Mapping[str, int]) -> dict[str, int]:
        """Return the bets that are made before the first throw."""
        return {spot: cents for spot, cents in bets.items() if spot not in LATER}

    def prepare(
        self, rules: Rules, house: CrapsHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        wagers = list(bets_in_order(rules, house, bets))
        tables = encode_tables([wager.course for wager in wagers])

        def play(seed: int, first: int, codes: Array) -> int:
            return kernel.play_units(seed, first, tables, codes, *kernel.room(len(wagers)))

        columns = tuple(
            Column(seat + 1, outcome_names(wager, len(wagers) > 1), wager.course.weights)
            for seat in range(seats)
            for wager in wagers
        )
        return Ready(
            columns,
            tuple(lines(rules, house, wagers, seats)),
            play,
            tables,
            players=lambda: list(players(rules, wagers, seats)),
            twin=lambda: kernel.twin(tables),
        )


MODEL = CrapsSimulation()
