"""Craps counted out: equal to the engine to the cent on random rolls, and to an oracle written from the text."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from games.craps import oracle
from games.craps.scene import FREE, ROLLS, Craps, fates_of
from pitboss.analysis import ask, edge
from pitboss.counting.exact_model import ImpossibleError
from pitboss.games.craps import GAME
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.layout import LAYOUT
from pitboss.games.craps.math import exact
from pitboss.games.craps.math.exact import MODEL
from pitboss.law.readings import readings_of
from pitboss.table.money import Money

STAKE = 132_000  # cents that every line pays exactly, with vigorish and without
HIGH: dict[str, Any] = {"maximum": Money(10**9), "proposition_maximum": Money(10**9)}
READINGS: list[dict[str, str]] = [
    {},
    {"void-wagers": "stay"},
    {"hardways-lost": "returned"},
    {"hardways-on-come-out": "off", "place-to-lose-on-come-out": "works", "lay-on-come-out": "off"},
    {"odds-on-come-out": "work", "payout-odds": "field-twelve-triple"},
    {"vigorish": "on-a-win"},
    {"vigorish": "when-made", "winners-stay": "come-down"},
]


# --- against the engine


@pytest.mark.parametrize("readings", READINGS)
@pytest.mark.parametrize("point", [0, 4, 8])
def test_a_roll_ends_a_wager_in_the_engine_as_it_does_in_the_chain(readings: dict[str, str], point: int) -> None:
    """Compare, for every area and every roll, what the engine does to the chips with what the chain counts, to the
    cent."""
    standing = {
        spot: STAKE for spot, area in LAYOUT.items()
        if not (area.kind == "come" and not point) and not (area.kind == "odds" and not area.number and not point)
    }  # fmt: skip
    seen: set[str] = set()
    for dice in ROLLS:
        scene = Craps(
            1,
            point=point,
            readings={**FREE, **readings},
            standing={1: standing},
            buy_and_lay=True,
            odds=(100, 100, 100),
            **HIGH,
        )
        rules, house = scene.rules, scene.house
        scene.roll(*dice)
        told = fates_of(scene.last)[1]
        assert scene.point == exact.next_point(point, sum(dice))
        for spot, stake in standing.items():
            fate = exact.judge_roll(rules, (spot, point), *dice)
            what = {"lost": "loses", "won": "wins", "back": "back", "moved": "moves", "stands": "stands", "off": "off"}
            assert what[told[spot][0]] == fate.what, (spot, dice)
            seen.add(fate.what)
            if fate.what == "wins":
                end = exact.End("wins", spot, point, fate.line)
                area, won = LAYOUT[spot], Fraction(told[spot][2])
                if area.kind in ("buy", "lay") and readings.get("vigorish") == "on-a-win":
                    won -= Fraction(stake if area.kind == "buy" else won) / 20
                elif area.kind in ("buy", "lay") and readings.get("vigorish") == "when-made":
                    won -= Fraction(stake if area.kind == "buy" else told[spot][2]) / 20  # taken when it was made
                assert exact.net(rules, house, end) * stake == won, (spot, dice)
    assert {"wins", "loses", "stands"} <= seen


@pytest.mark.parametrize("seed", range(6))
def test_a_wager_played_to_its_end_nets_what_its_end_is_said_to_net(seed: int) -> None:
    """Follow one wager through random rolls from its making until it is gone, in the engine and in the chain."""
    chance = Random(seed)
    readings = chance.choice(READINGS[:5])
    for spot in (
        "pass",
        "don't pass",
        "come",
        "don't come",
        "place 6",
        "place 5 to lose",
        "hard 8",
        "field",
        "horn",
        "c and e",
    ):
        point = 0 if LAYOUT[spot].kind == "line" else chance.choice([4, 5, 6, 8, 9, 10])
        scene = Craps(1, point=point, readings={**FREE, **readings, "winners-stay": "come-down"}, **HIGH)
        scene.bet(1, spot, STAKE)
        at, end = (spot, point), None
        while end is None:
            dice = chance.choice(ROLLS)
            fate = exact.judge_roll(scene.rules, at, *dice)
            scene.roll(*dice)
            then = exact.next_point(at[1], sum(dice))
            if fate.what in ("wins", "loses", "back"):
                end = exact.End(fate.what, at[0], at[1], fate.line if fate.what == "wins" else "")
            at = (fate.line if fate.what == "moves" else at[0], then)
        assert scene.wagers_of(1) == {}
        assert scene.winnings(1) == exact.net(scene.rules, scene.house, end) * STAKE


# --- against the oracle, by going forward roll by roll instead of solving


def forward(spot: str, point: int, reads: Mapping[str, str], rolls: int) -> tuple[float, float]:
    """Return what a wager nets within so many rolls, and how likely it is that it is still there."""
    chosen = oracle.readings_that_matter(reads)
    lies, net = {(spot, point): 1.0}, 0.0
    for _ in range(rolls):
        then: dict[tuple[str, int], float] = {}
        for (where, now), often in lies.items():
            for dice in ROLLS:
                found = oracle.fate(where, dice, now, False, chosen)
                if found.what == "won":
                    net += often / 36 * float(found.odds)
                elif found.what == "lost":
                    net -= often / 36
                elif found.what != "back":
                    key = found.lies, exact.next_point(now, sum(dice))
                    then[key] = then.get(key, 0.0) + often / 36
        lies = then
    return net, sum(lies.values())


@pytest.mark.parametrize("readings", READINGS[:5])
def test_solved_chains_are_where_rolling_on_leads(readings: dict[str, str]) -> None:
    rules, house = GAME.rules(readings), CrapsHouse()
    for spot in (
        "pass",
        "don't pass",
        "come",
        "don't come",
        "place 4",
        "place 8",
        "place 9 to lose",
        "hard 6",
        "field",
        "horn",
    ):
        point = 0 if LAYOUT[spot].kind == "line" else 6
        solved = exact.value(rules, house, exact.ends_at(rules, spot, False, ())[point])
        net, left = forward(spot, point, readings, 80)
        assert left < 1e-5
        assert abs(float(solved) - net) <= left * 30 + 1e-9, spot


def test_every_end_is_counted_once() -> None:
    rules = GAME.rules({})
    for spot, area in LAYOUT.items():
        if area.kind == "odds" and not area.number:
            continue
        for point in exact.POINTS:
            assert sum(exact.ends_at(rules, spot, False, ())[point].values()) == 1


# --- rows and readings


def test_nineteen_wagers_have_rows() -> None:
    rows = {row.wager for row in MODEL.wagers(GAME.rules({}), CrapsHouse(), 500)}
    lone = {
        "pass",
        "don't pass",
        "come",
        "don't come",
        "place to win",
        "place to lose",
        "field",
        "any seven",
        "any craps",
    }
    more = {"craps two", "craps three", "craps twelve", "eleven", "c and e", "horn", "hardway"}
    assert rows >= lone | more  # the hardways of 1.2(a)7 to 10 are one wager with two variants
    numbers = {(row.wager, row.variant) for row in MODEL.wagers(GAME.rules({}), CrapsHouse(), 500)}
    assert {("place to win", "4 or 10"), ("place to win", "5 or 9"), ("place to win", "6 or 8")} <= numbers
    assert not {"buy", "lay"} & rows
    assert {"buy", "lay"} <= {row.wager for row in MODEL.wagers(GAME.rules({}), CrapsHouse(buy_and_lay=True), 500)}
    assert not [row for row in MODEL.wagers(GAME.rules({}), CrapsHouse(odds=(0, 0, 0)), 500) if "odds" in row.variant]


def test_rows_rest_on_the_readings_that_decide_them() -> None:
    """Check which readings are named. The engine shows that the others have no bearing (test_edge.py)."""
    rows = list(MODEL.wagers(GAME.rules({}), CrapsHouse(buy_and_lay=True), 500))
    asked = {reading for row in rows for reading in row.rests_on}
    assert {"payout-odds", "void-wagers", "contract-wagers", "hardways-lost", "vigorish"} <= asked
    assert asked <= readings_of(GAME.package).keys()


def test_a_pass_bet_that_may_come_down_is_the_players() -> None:
    """Count a bet kept for the come out roll alone: it wins by eight rolls and loses by four."""
    report = edge("craps", readings={"contract-wagers": "may-come-down"}, cache=False)
    assert report["pass"].house_edge == Fraction(-4, 36)
    assert report["don't pass"].house_edge == Fraction(3, 220)


@pytest.mark.parametrize("odds", [(1, 1, 1), (3, 4, 5), (10, 10, 10), (2, 0, 1)])
def test_odds_cost_nothing_and_thin_the_edge(odds: tuple[int, int, int]) -> None:
    for row in MODEL.wagers(GAME.rules({}), CrapsHouse(odds=odds), 500):
        if row.variant.endswith("times odds"):
            flat = next(other for other in MODEL.wagers(GAME.rules({}), CrapsHouse(), 500) if other.wager == row.wager)
            assert row.house_edge == flat.house_edge
            assert row.element_of_risk == flat.house_edge / row.average_wager < flat.house_edge
            behind = sum(Fraction(ways, 36) * times for ways, times in zip((6, 8, 10), odds, strict=True))
            if not row.wager.startswith("don't"):
                assert row.average_wager == 1 + behind


def test_asked_between_two_rolls() -> None:
    told = {each.name: each.value for each in ask("craps", point=6, wagers={"pass": 10, "place 8": 6}).answer.choices}
    assert told == {"pass": Fraction(-1, 11), "place 8": Fraction(-1, 66), "place 8 taken down": 0}
    may = ask("craps", point=4, wagers={"pass": 10}, readings={"contract-wagers": "may-come-down"}).answer
    assert may.best == ("pass taken down",)
    assert {each.name for each in ask("craps").answer.choices} >= {"pass", "don't pass", "field"}
    assert "come" not in {each.name for each in ask("craps").answer.choices}
    for wrong in ({"point": 7}, {"wagers": {"pas": 5}}, {"cards": "Ah"}, {"wagers": {"pass odds": 5}}):
        with pytest.raises(ImpossibleError):
            ask("craps", **wrong)


def test_wagers_that_are_no_alternatives_are_not_compared() -> None:
    lying = {"pass": 10, "place 8": 6, "don't come 5": 5, "come 4 odds": 5}
    report = ask("craps", point=6, wagers=lying)
    marks = {each.name: report.answer.mark(each) for each in report.answer.choices}
    assert marks == {
        "pass": "", "don't come 5": "best", "don't come 5 taken down": "", "come 4 odds": "level",
        "come 4 odds taken down": "level", "place 8": "", "place 8 taken down": "best",
    }  # fmt: skip
    assert report.json()["best"] == [name for name, mark in marks.items() if mark]
    for spot in ("buy 4", "lay 10"):
        with pytest.raises(ImpossibleError, match="not offered"):
            ask("craps", point=6, wagers={spot: 40})
        assert ask("craps", point=6, wagers={spot: 40}, settings={"buy-and-lay": True}).answer.choices


def test_odds_are_named_by_the_bet_before_them() -> None:
    """Check that pass odds are always decided, and that come odds may come back undecided: they are taken when the bet
    has moved, by then a point of the same number has been made, and the next roll is a come out roll."""
    rows = list(MODEL.wagers(GAME.rules({}), CrapsHouse(), 500))
    odds = {(row.wager, row.variant, row.unit): row for row in rows if row.wager.endswith(" odds")}
    assert {name for name, _, _ in odds} == {"pass odds", "don't pass odds", "come odds", "don't come odds"}
    assert all(row.house_edge == 0 for row in odds.values())
    assert odds["pass odds", "4 or 10", "the wager"].hit_frequency == Fraction(1, 3)
    assert odds["come odds", "4 or 10", "the wager resolved"].hit_frequency == Fraction(1, 3)
    # From scratch: the share that is decided, by a chain over (a point or none) for odds on a come bet on 4.
    number, net = 4, dict.fromkeys(exact.POINTS, 0.0)
    for _ in range(400):
        net = {
            point: sum(_chance_to_win(point, sum(dice), number, net) for dice in ROLLS) / 36 for point in exact.POINTS
        }
    start = {point: 6 - abs(7 - point) for point in exact.POINTS if point}
    won = sum(often * net[0 if point == number else point] for point, often in start.items()) / 24
    assert float(odds["come odds", "4 or 10", "the wager made"].hit_frequency) == pytest.approx(won)


def _chance_to_win(point: int, total: int, number: int, later: dict[int, float]) -> float:
    if total in (7, number):
        return float(bool(point) and total == number)  # off on a come out roll
    if not point:
        return later[total if total in later and total else 0]
    return later[0 if total == point else point]


def test_vigorish_that_is_paid_beforehand_is_wagered_too() -> None:
    rules = GAME.rules({"vigorish": "when-made"})
    rows = {(row.wager, row.variant): row for row in MODEL.wagers(rules, CrapsHouse(buy_and_lay=True), 500)}
    assert rows["buy", "4 or 10"].average_wager == Fraction(21, 20)
    assert rows["lay", "4 or 10"].average_wager == 1 + Fraction(1, 40)
    assert rows["buy", "4 or 10"].element_of_risk == Fraction(1, 21)


def test_every_combination_of_readings_adds_up() -> None:
    """Check that probabilities are whole and rows are made, whatever is chosen together."""
    for lost, void, contract in product(("lost", "returned"), ("released", "stay"), ("stand", "may-come-down")):
        rules = GAME.rules({"hardways-lost": lost, "void-wagers": void, "contract-wagers": contract})
        rows = list(MODEL.wagers(rules, CrapsHouse(), 500))
        assert all(0 <= row.hit_frequency <= 1 and row.variance >= 0 for row in rows)
