"""Rolls of all 36 kinds on every betting area in every state of the game, against tables made without the game's own
code."""

from __future__ import annotations

import pytest

from games.craps.oracle import NUMBERS, SPOTS, after, readings_that_matter, rests_on_come_out
from games.craps.scene import FREE, ROLLS, Craps, carry_with, fates_of
from pitboss.counting.exact_model import record_readings
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Close, Throw
from pitboss.games.craps import GAME
from pitboss.games.craps.law.wagers import Call

EXACT = 132_000  # cents: whatever multiple of it lies anywhere can be paid
SEATS = (1, 5)
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"hardways-lost": "returned"},
    {"hardways-on-come-out": "off"},
    {"place-to-lose-on-come-out": "works"},
    {"lay-on-come-out": "off"},
    {"line-winners": "stay-up"},
    {"call-lasts": "until-a-point"},
    {"void-wagers": "stay"},
    {"payout-odds": "field-twelve-triple"},
    {"odds-on-come-out": "work"},
    {"vigorish": "on-a-win"},
    {"winners-stay": "come-down"},
    {"settling-order": "player-by-player"},
)
STATES = ((0, False), (0, True), *((point, False) for point in NUMBERS))  # the point, and whether all is called on


def layout(seat: int, point: int) -> dict[str, int]:
    """Make a layout with a wager on every area that can have one, no two alike."""
    spots = [spot for spot in SPOTS if point or spot not in ("pass odds", "don't pass odds")]
    return {spot: (seat * 100 + number) * EXACT for number, spot in enumerate(spots)}


def test_the_layout_has_these_areas_and_no_others() -> None:
    assert len(SPOTS) == len(set(SPOTS)) == 67
    assert set(SPOTS) == set(GAME.spots)


@pytest.mark.parametrize(
    "reads", READINGS, ids=lambda reads: "-".join(f"{key}={value}" for key, value in reads.items()) or "default"
)
def test_every_wager_by_every_roll(reads: dict[str, str]) -> None:
    chosen = readings_that_matter(reads)
    for point, called in STATES:
        standing = {seat: layout(seat, point) for seat in SEATS}
        on = [spot for spot in SPOTS if called and rests_on_come_out(spot, reads)]
        marks = {f"on {spot} @{seat}": 1 for seat in SEATS for spot in on}
        for roll in ROLLS:
            scene = Craps(*SEATS, point=point, readings={**FREE, **reads}, standing=standing, marks=marks)
            scene.roll(*roll)
            became = fates_of(scene.last)
            for seat in SEATS:
                expected = after(standing[seat], on, roll, point, chosen)
                assert became[seat] == expected.what, f"seat {seat}, {roll} with point {point}"
                assert scene.wagers_of(seat) == expected.lies
                assert scene.chips(seat) == scene.start.accounts[f"rack {seat}"] + expected.chips
            check_buttons(scene, on, reads)


def check_buttons(scene: Craps, on: list[str], reads: dict[str, str]) -> None:
    """Check that buttons go after the roll, or by the other reading with the point, and with the wager in any case."""
    lasts = reads.get("call-lasts") == "until-a-point" and not scene.point
    left = {f"on {spot} @{seat}" for seat in SEATS for spot in on if lasts and spot in scene.wagers_of(seat)}
    assert {mark for mark in scene.t.marks if mark.startswith("on ")} == left


@pytest.mark.parametrize("reads", READINGS, ids=str)
def test_what_rests_on_a_come_out_roll_may_be_called_on_and_nothing_else(reads: dict[str, str]) -> None:
    for point in (0, 6):
        scene = Craps(1, point=point, readings={**FREE, **reads}, standing={1: layout(1, point)})
        for spot in layout(1, point):
            if not point and rests_on_come_out(spot, reads):
                scene.call(1, spot)
            scene.refusal_of(Call(1, spot))


def test_what_the_house_keeps_by_these_tables() -> None:
    """Check the tables themselves: the edge in percent of each wager that one roll decides."""
    kept = {
        spot: -sum(after({spot: EXACT}, (), roll, 0).chips - EXACT for roll in ROLLS) / (36 * EXACT)
        for spot in ("field", "any seven", "any craps", "craps two", "eleven", "horn", "c and e")
    }
    assert {spot: round(edge * 100, 2) for spot, edge in kept.items()} == {
        "field": 5.56,
        "any seven": 16.67,
        "any craps": 11.11,
        "craps two": 13.89,
        "eleven": 11.11,
        "horn": 12.5,
        "c and e": 11.11,
    }


def test_rules_that_listen_hear_what_an_earlier_roll_asked_too() -> None:
    """Check that rules that record readings are not answered from what is remembered of a roll."""
    rules = GAME.rules(FREE)
    for each in (rules, ears := record_readings(rules)):
        driver = Driver(GAME, each, GAME.house.usual(), carry_with(1, point=4, standing={1: {"hard 8": 600}}))
        for given in (Close(), Throw((5, 3))):
            assert not driver.submit(given)
    assert "hardways-lost" in ears.asked
