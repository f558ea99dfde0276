"""Simulated craps: equal to the audited engine to the cent on the same throws, and in the long run to what is exact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from games.craps.scene import FREE
from kit.series import first_two
from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Ready
from pitboss.engine.driver import Driver
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Close, Sit, TakeBack, Throw, Wager
from pitboss.engine.runner import submit_or_raise
from pitboss.games.craps import GAME
from pitboss.games.craps.law.facts import POINT, SHOOTER
from pitboss.games.craps.law.house import CrapsHouse, limits, rate, unit
from pitboss.games.craps.law.layout import COME, DONT_COME, DONT_PASS, LAYOUT, PASS, odds_of
from pitboss.games.craps.law.roll import NUMBERS, pair
from pitboss.games.craps.law.wagers import PassDice
from pitboss.games.craps.math import exact, simulated
from pitboss.law.rules import Rules
from pitboss.numeric.draws import LANES, unit_throws
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import plan
from pitboss.table.money import Money, chips_before
from pitboss.table.steps import PayStanding

CHIPS = 10**12
FLAT = tuple(spot for spot, area in LAYOUT.items() if area.kind not in ("odds", "come point"))
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"odds": (1, 1, 1), "smallest_chip": Money(500), "minimum": Money(1_500), "proposition_minimum": Money(500)},
    {"odds": (2, 2, 2), "smallest_chip": Money(50)},
    {"odds": (0, 2, 10), "pay": {"pass": "6 to 5", "horn, 3 or 11": "4 to 1"}},
    {"odds": (100, 100, 100), "maximum": Money(20_000)},
    {"odds": (0, 0, 0), "minimum": Money(2_500)},
)
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"void-wagers": "stay"},
    {"hardways-lost": "returned", "line-winners": "stay-up"},
    {"hardways-on-come-out": "off", "place-to-lose-on-come-out": "works", "lay-on-come-out": "off"},
    {"odds-on-come-out": "work", "payout-odds": "field-twelve-triple", "supplemental-odds": "by-the-stake"},
    {"vigorish": "on-a-win", "come-on-come-out": "later-come-outs"},
    {"vigorish": "when-made", "winners-stay": "come-down"},
    {"contract-wagers": "may-come-down", "taking-down-donts": "stand"},
    {"taking-down": "stand", "void-wagers": "stay", "odds-on-come-out": "work"},
)
CASES = len(HOUSES) * len(READINGS)
CELLS = 2 * CASES  # all bets at one seat, or each at its own
WAGERS = 14  # at once; three times as many are more than there are


# --- a unit at the audited table


class Player:
    """A player who makes each of his bets as soon as the table takes it, and takes up what has won."""

    def __init__(self, seat: int, bets: Mapping[str, int]) -> None:
        self.seat = seat
        self.to_make = dict(bets)
        self.lying: set[str] = set()  # undecided
        self.worth = CHIPS

    def act(self, driver: Driver) -> None:
        for spot in sorted(self.out(driver).keys() - self.lying):
            submit_or_raise(driver, TakeBack(self.seat, spot))
        if driver.rules.reads("contract-wagers") == "may-come-down":
            for spot in sorted(self.lying & {PASS, *(f"{COME} {number}" for number in NUMBERS)}):
                number = LAYOUT[spot].number or POINT.get(driver.table)
                if number and loses(driver, spot.split()[0], number):
                    submit_or_raise(driver, TakeBack(self.seat, spot))
                    self.lying.remove(spot)
        for offer in [*GAME.offers(driver.round, self.seat)]:
            self.make(driver, offer)

    def make(self, driver: Driver, offer: Offer) -> None:
        flat = LAYOUT[offer.name].flat.rstrip("0123456789 ")
        wanted = odds_of(flat) if flat else offer.name
        if wanted in self.to_make:
            cents = self.to_make.pop(wanted)
            if flat:
                cents = min(cents, offer.most) // offer.step * offer.step
            if cents:
                submit_or_raise(driver, Wager(self.seat, {offer.name: cents}))
                self.lying.add(offer.name)

    def out(self, driver: Driver) -> dict[str, int]:
        return {spot: cents for seat, spot, cents in driver.table.wagers() if seat == self.seat}

    def goes_on(self, driver: Driver) -> bool:
        """Return, after a roll, whether any of his bets is undecided."""
        paid = {each.spot for each in driver.log if isinstance(each, PayStanding) and each.seat == self.seat}
        out = self.out(driver)
        moved = {spot for spot in out if LAYOUT[spot].kind == "come point"}
        self.lying = (self.lying | moved) & out.keys() - paid
        for flat in simulated.WITH_ODDS:  # odds are not made without the bet they were for
            if flat not in self.to_make and not any(spot.startswith(flat) for spot in self.lying):
                self.to_make.pop(odds_of(flat), None)
        self.worth = driver.table.ledger[chips_before(self.seat)] + sum(out.values())
        return bool(self.lying or self.to_make)


def loses(driver: Driver, line: str, number: int) -> bool:
    """Return whether a bet is a losing one that is paid by this line if the number comes before a seven."""
    assert isinstance(driver.house, CrapsHouse)
    paid, ways = rate(driver.rules, driver.house, line), 6 - abs(7 - number)
    return ways * paid.win < 6 * paid.stake


def engine_nets(
    rules: Rules, house: CrapsHouse, seats: Sequence[Mapping[str, int]], throws: Iterator[tuple[int, int]]
) -> tuple[list[int], int]:
    """Return what each seat nets by the end of the unit, and after how many throws that is.

    Where the shooter must bet on the line, somebody else at the table throws and does.
    """
    players = [Player(at, bets) for at, bets in enumerate(seats, 1)]
    shooter = len(players) + 1 if rules.reads("shooter-wagers") == "must" else 0
    carry, going, thrown = GAME.opening(house), players, 0
    while going:
        driver = Driver(GAME, rules, house, carry)
        if not thrown:
            for seat in range(1, len(players) + 1 + bool(shooter)):
                submit_or_raise(driver, Sit(seat, f"Player {seat}", CHIPS))
        for player in going:
            player.act(driver)
        if driver.refusals(Close()):
            while SHOOTER.of(driver.table) != shooter:
                submit_or_raise(driver, PassDice(SHOOTER.of(driver.table)))
            if PASS not in Player(shooter, {}).out(driver):
                submit_or_raise(driver, Wager(shooter, {PASS: house.minimum}))
        submit_or_raise(driver, Close())
        submit_or_raise(driver, Throw(next(throws)))
        assert driver.done
        assert driver.next is not None
        carry, thrown = driver.next, thrown + 1
        going = [player for player in going if player.goes_on(driver)]
    return [player.worth - CHIPS for player in players], thrown


# --- the same units simulated


def some_spots(case: int, seed: int) -> Iterator[str]:
    """Return some areas. In three cases on end every wager turns up."""
    mixed = Random(seed).sample(FLAT, len(FLAT))
    return (mixed[(case * WAGERS + at) % len(mixed)] for at in range(WAGERS))


def some_bets(rules: Rules, house: CrapsHouse, chance: Random, spots: Iterable[str]) -> dict[str, int]:
    """Return bets, some of them with odds, of amounts that the table takes."""
    found: dict[str, int] = {}
    for spot in spots:
        area = LAYOUT[spot]
        (least, most), each = limits(house, area), unit(rules, house, area, 0)
        found[spot] = each * chance.randint(-(-least // each), min(most // each, 20 * -(-least // each)))
        if spot in simulated.WITH_ODDS and chance.random() < 0.8:
            largest = max(simulated.most_behind(rules, house, spot, number, found[spot]) for number in NUMBERS)
            smallest = max(unit(rules, house, simulated.odds_area(spot, number), number) for number in NUMBERS)
            if largest >= smallest:
                chip = house.smallest_chip
                found[odds_of(spot)] = chip * chance.randint(smallest // chip, largest // chip)
    return found


def each_alone(bets: Mapping[str, int]) -> list[dict[str, int]]:
    """Return the same bets, each at a seat of its own with the odds behind it."""
    return [
        {name: cents for name, cents in bets.items() if name in (spot, odds_of(spot))} for spot in FLAT if spot in bets
    ]


def equal_rounds(case: int, units: int, seed: int) -> set[tuple[str, str]]:
    """Play random bets of a case, so many units of a seed, and compare the engine and the kernel: what every wager
    nets, and the number of throws. Return which wagers ended how."""
    chance = Random(f"{case} {seed}")
    house_, readings = list(product(HOUSES, READINGS))[case % CASES]
    together = not ("taking-down" in readings or case // CASES % 2)  # at one seat, or each wager at its own
    rules = GAME.rules({**readings, **({} if readings == {} else FREE)})
    house = CrapsHouse(**{"buy_and_lay": True, "inventory": Money(10**11), **house_})
    bets = some_bets(rules, house, chance, some_spots(case, seed))
    seats = chance.choice((1, 2, 15)) if together else 1
    ready = simulated.MODEL.prepare(rules, house, bets, seats, [None] * seats)
    first = chance.choice((0, 2**32 - 1, chance.randrange(2**61)))
    codes = np.empty((len(ready.columns), units), np.uint16)
    thrown = ready.play(seed, first, codes)
    nets, names = ready.lines[-1].net, [spot for spot in FLAT if spot in bets]
    seen: set[tuple[str, str]] = set()
    for at in range(units):
        placed = [bets] * seats if together else each_alone(bets)
        told, throws = engine_nets(rules, house, placed, unit_throws(seed, first + at))
        by_column = [nets[column][code] for column, code in enumerate(codes[:, at])]
        mine = [sum(by_column[seat * len(names) :][: len(names)]) for seat in range(seats)] if together else by_column
        assert mine == told, (case, seed, first + at, bets)
        thrown -= throws
        seen |= {(name, ready.columns[which].outcomes[codes[which, at]]) for which, name in enumerate(names)}
    assert thrown == 0
    return seen


@pytest.mark.parametrize("house", first_two(range(len(HOUSES))))
def test_units_are_worth_in_the_engine_what_the_kernel_finds(house: int) -> None:
    seen: set[str] = set()
    for case in range(len(READINGS)):
        for mode in (0, CASES):
            seen |= {spot for spot, _ in equal_rounds(mode + house * len(READINGS) + case, 2, 1947)}
    assert seen == set(FLAT)


@pytest.mark.soak
def test_many_units_are_worth_in_the_engine_what_the_kernel_finds() -> None:
    for seed in range(3):
        for case in range(CELLS):
            equal_rounds(case, 5, seed)


# --- the kernel by itself


def codes_of(ready: Ready, seed: int, first: int, units: int) -> tuple[Any, int]:
    codes = np.empty((len(ready.columns), units), np.uint16)
    return codes, ready.play(seed, first, codes)


BETS = {PASS: 500, odds_of(PASS): 1_000, COME: 500, "place 6": 600, "hard 8": 100, "field": 500}


def test_a_unit_is_a_function_of_seed_and_number() -> None:
    ready = simulated.MODEL.prepare(GAME.rules({}), CrapsHouse(), BETS, 2, [None, None])
    whole, thrown = codes_of(ready, 7, 2**32 - 1_000, 3 * LANES)
    parts, also = [], 0
    for begin, end in ((0, 1), (1, LANES), (LANES, 2 * LANES + 5), (2 * LANES + 5, 3 * LANES)):
        codes, took = codes_of(ready, 7, 2**32 - 1_000 + begin, end - begin)
        parts.append(codes)
        also += took
    assert np.array_equal(np.concatenate(parts, axis=1), whole)
    assert also == thrown
    assert np.array_equal(whole[:5], whole[5:])  # every seat sees the same dice
    assert not np.array_equal(whole, codes_of(ready, 8, 2**32 - 1_000, 3 * LANES)[0])


@pytest.mark.parametrize("readings", READINGS)
def test_what_wagers_cost_by_their_weights_is_what_edge_says(readings: dict[str, str]) -> None:
    rules, house = GAME.rules(readings), CrapsHouse(buy_and_lay=True, maximum=Money(10**7))
    rows = {}
    for row in exact.MODEL.wagers(rules, house, 500):
        if row.unit != "the wager resolved" and "odds" not in row.variant:
            rows[row.wager, row.variant] = row.house_edge
    for spot in FLAT:
        ready = simulated.MODEL.prepare(rules, house, {spot: 13_200}, 1, [None])
        (line,), (column,) = ready.lines, ready.columns
        assert column.weights is not None
        assert sum(column.weights) == 1
        edge = -sum((w * net for w, net in zip(column.weights, line.net[0], strict=True)), Fraction()) / line.unit_cents
        area = LAYOUT[spot]
        name = {"place": "place to win", "line": spot, "come": spot, "one roll": spot}.get(area.kind, area.kind)
        assert edge == rows[name, pair(area.number) if area.number else ""], spot


def test_all_odds_that_the_house_takes_cost_what_edge_says() -> None:
    rules, house = GAME.rules({}), CrapsHouse()
    for flat in simulated.WITH_ODDS:
        cents = 6_000
        most = max(simulated.most_behind(rules, house, flat, number, cents) for number in NUMBERS)
        ready = simulated.MODEL.prepare(rules, house, {flat: cents, odds_of(flat): most}, 1, [None])
        weights, line = ready.columns[0].weights, ready.lines[-1]
        assert weights is not None
        row = exact.line_with_odds(rules, house, flat)
        assert -sum(w * net for w, net in zip(weights, line.net[0], strict=True)) == row.house_edge * cents
        assert sum(w * put for w, put in zip(weights, line.staked[0], strict=True)) == row.average_wager * cents
        mean, square = (sum(w * net**k for w, net in zip(weights, line.net[0], strict=True)) for k in (1, 2))
        assert square - mean**2 == row.variance * cents**2


def test_odds_are_told_as_a_share_of_what_was_asked_for() -> None:
    """Check odds made only behind a point, in 24 of 36 units: a share of each unit's wager would be another one."""
    ready = simulated.MODEL.prepare(GAME.rules({}), CrapsHouse(), {PASS: 500, odds_of(PASS): 1_000}, 1, [None])
    line, weights = ready.lines[1], ready.columns[0].weights
    assert weights is not None
    assert (line.wager, line.unit, line.unit_cents) == (odds_of(PASS), "the odds asked for, made or not", 1_000)
    assert sum(w * put for w, put in zip(weights, line.staked[0], strict=True)) == line.unit_cents * Fraction(2, 3)


def test_double_odds_are_usual_where_the_house_takes_them() -> None:
    rules = GAME.rules({})
    assert simulated.MODEL.usual_bets(rules, CrapsHouse()) == {PASS: 500, odds_of(PASS): 1_000}
    assert simulated.MODEL.usual_bets(rules, CrapsHouse(odds=(1, 1, 1))) == {PASS: 500, odds_of(PASS): 500}
    assert simulated.MODEL.usual_bets(rules, CrapsHouse(odds=(0, 0, 0))) == {PASS: 500}
    assert simulated.MODEL.usual_bets(rules, CrapsHouse(pay={"pass": "6 to 5"}, minimum=Money(600)))[PASS] == 1_000


def test_odds_are_as_many_as_the_house_takes_and_can_pay() -> None:
    rules = GAME.rules({})
    assert simulated.odds_by_number(rules, CrapsHouse(), PASS, 500, 2_500) == {
        4: 1500,
        5: 2000,
        6: 2500,
        8: 2500,
        9: 2000,
        10: 1500,
    }
    assert simulated.odds_by_number(rules, CrapsHouse(), PASS, 500, 700) == {
        4: 700,
        5: 600,
        6: 500,
        8: 500,
        9: 600,
        10: 700,
    }
    assert simulated.odds_by_number(rules, CrapsHouse(odds=(0, 0, 1)), PASS, 500, 500) == {6: 500, 8: 500}
    assert simulated.odds_by_number(rules, CrapsHouse(), DONT_PASS, 500, 3_000) == dict.fromkeys(NUMBERS, 3_000)


@pytest.mark.parametrize(
    ("bets", "house", "told"),
    [
        ({PASS: 500, odds_of(PASS): 2_600}, {}, r"\$26 on pass odds is over the maximum behind \$5; bet \$25 or less"),
        ({PASS: 500, odds_of(PASS): 150}, {}, "cannot be made in chips; bet a multiple of \\$1"),
        ({PASS: 500, odds_of(PASS): 0}, {}, "cannot be made in chips"),
        ({PASS: 500, odds_of(PASS): 500}, {"odds": (0, 0, 0)}, "gives no odds behind"),
        ({PASS: 500, odds_of(PASS): 400}, {"odds": (0, 0, 1)}, "cannot be paid exactly; bet \\$5 or more"),
        ({odds_of(COME): 500}, {}, "bet on come too"),
        ({COME: 400}, {}, "below the minimum. Bet \\$5 to"),
        ({DONT_COME: 100_100}, {}, "over the maximum"),
        ({"come 4": 500}, {}, "bet on come or don't come"),
        ({"come 4 odds": 500}, {}, "bet on come or don't come"),
        ({"insurance": 500}, {}, "there is no bet on insurance"),
    ],
)
def test_a_bet_that_the_table_forbids_is_refused(bets: dict[str, int], house: dict[str, Any], told: str) -> None:
    with pytest.raises(ImpossibleError, match=told):
        simulated.MODEL.prepare(GAME.rules({}), CrapsHouse(**house), bets, 1, [None])


# --- in the long run


def far_off(counts: Sequence[int], weights: Sequence[Fraction]) -> float:
    """Return the largest difference between how often something came and how often it should, in deviations."""
    units = sum(counts)
    return max(
        abs(often - units * share) / sqrt(units * share * (1 - share))
        for often, share in zip(counts, weights, strict=True)
        if share < 1
    )


def frequencies(units: int, readings: dict[str, str]) -> None:
    rules, house = GAME.rules(readings), CrapsHouse(buy_and_lay=True)
    bets = dict.fromkeys(FLAT, 13_200) | {odds_of(flat): 13_200 for flat in simulated.WITH_ODDS}
    ready = simulated.MODEL.prepare(rules, house, bets, 1, [None])
    codes, _ = codes_of(ready, 1947, 0, units)
    for column, row in zip(ready.columns, codes, strict=True):
        assert column.weights is not None
        weights = [Fraction(weight) for weight in column.weights]
        assert far_off(np.bincount(row, minlength=len(weights)).tolist(), weights) < 5


def test_ends_come_as_often_as_they_should() -> None:
    frequencies(100_000, {})


@pytest.mark.soak
@pytest.mark.parametrize("readings", READINGS)
def test_ends_come_as_often_as_they_should_in_millions(readings: dict[str, str]) -> None:
    frequencies(4_000_000, readings)


@pytest.mark.soak
def test_a_unit_of_pass_takes_as_many_throws_as_it_should() -> None:
    units = 10_000_000
    _, thrown = codes_of(simulated.MODEL.prepare(GAME.rules({}), CrapsHouse(), {PASS: 500}, 1, [None]), 1947, 0, units)
    # 557/165 on average; the square of the deviation is 3.014, by the geometric distributions of the points.
    assert abs(thrown / units - 557 / 165) < 5 * sqrt(9.03 / units)


# --- through the audited engine, by the players that belong to it


@pytest.mark.parametrize(
    ("bets", "readings", "seats"),
    [
        (None, {}, 2),
        (BETS, {}, 3),
        (BETS, {"next-shooter": "counterclockwise", "come-on-come-out": "later-come-outs"}, 3),
        ({COME: 500, odds_of(COME): 1_500, "hard 4": 500}, {"shooter-wagers": "need-not"}, 1),
        ({DONT_PASS: 500, odds_of(DONT_PASS): 3_000}, {"void-wagers": "stay"}, 1),
        ({PASS: 500, DONT_COME: 600}, {"contract-wagers": "may-come-down", "line-winners": "stay-up"}, 2),
    ],
)
def test_the_same_units_at_the_audited_table(bets: dict[str, int] | None, readings: dict[str, str], seats: int) -> None:
    found = plan(setting("craps", readings=readings), bets=bets, seats=seats, seed=11)
    (ready,), table = found.ready, AuditedTable(found)
    codes, thrown = codes_of(ready, 11, 0, 25)
    each = len(ready.columns) // seats
    for unit_ in range(25):
        ended = table.play(unit_)
        nets = [ready.lines[-1].net[column][codes[column, unit_]] for column in range(len(ready.columns))]
        assert ended.nets == tuple(sum(nets[seat * each :][:each]) for seat in range(seats))
        thrown -= len(ended.rounds)
    assert thrown == 0


def test_somebody_else_has_to_throw_at_a_full_table() -> None:
    with pytest.raises(ImpossibleError, match="leave a seat free, so 15 at most"):
        AuditedTable(plan(setting("craps"), bets={PASS: 500, "field": 500}, seats=16))
