"""Seats: a player is a person and has one seat at a table, whatever the game."""

from __future__ import annotations

import msgspec
import pytest

from games.let_it_ride.scene import Scene as LetItRide
from games.ultimate_texas_holdem.scene import Scene as Ultimate
from games.winners_pot_poker.scene import Pot
from kit.conformance import as_it_comes, texts_of
from kit.scene import seated_carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Leave, Sit, TakeBack, Wager
from pitboss.engine.waits import Refusal
from pitboss.games import REGISTERED, load


@pytest.mark.parametrize("game", REGISTERED)
def test_a_person_has_one_seat(game: str) -> None:
    """Refuse a second seat. 32.12 and 33.13 count a player's positions, and 18.6(e) allows two; no paragraph counts
    seats."""
    setting = as_it_comes(load(game), texts_of(load(game))[-1])
    driver = Driver(setting.game, setting.rules, setting.house, setting.table)
    assert driver.submit(Sit(1, "Ann", 50_000)) == []
    before = (driver.carry, list(driver.log), dict(driver.table.players))
    assert driver.submit(Sit(3, "Ann", 50_000)) == [
        Refusal("house:seats", "Seat 1 already belongs to Ann.", "A player takes one seat. Leave that one first.")
    ]
    assert (driver.carry, list(driver.log), dict(driver.table.players)) == before
    assert driver.submit(Sit(3, "Bob", 50_000)) == []
    assert [refused.wrong for refused in driver.refusals(Sit(3, "Ann", 50_000))] == [
        "Seat 3 is taken.",
        "Seat 1 already belongs to Ann.",
    ]
    assert driver.submit(Leave(1)) == []
    assert driver.submit(Sit(4, "Ann", 50_000)) == []


@pytest.mark.parametrize("game", REGISTERED)
def test_a_person_is_the_same_however_the_name_is_typed(game: str) -> None:
    setting = as_it_comes(load(game), texts_of(load(game))[-1])
    driver = Driver(setting.game, setting.rules, setting.house, setting.table)
    assert driver.submit(Sit(1, "Ann ", 50_000)) == []
    for name in ("Ann", "ann", "ANN", " Ann", "\tann  "):
        again = f"Seat 1 already belongs to {name.strip()}."
        assert driver.submit(Sit(3, name, 50_000)) == [
            Refusal("house:seats", again, "A player takes one seat. Leave that one first.")
        ]
    assert driver.submit(Sit(3, "Anna", 50_000)) == []  # another name
    assert driver.submit(Sit(4, "A nn", 50_000)) == []  # a blank within is part of the name


@pytest.mark.parametrize("name", ["", " ", "\t"])
def test_blanks_are_no_name(name: str) -> None:
    setting = as_it_comes(load("craps"), texts_of(load("craps"))[-1])
    driver = Driver(setting.game, setting.rules, setting.house, setting.table)
    assert driver.submit(Sit(1, name, 50_000)) == [Refusal("house:seats", "A player needs a name.", "Enter one.")]


@pytest.mark.parametrize("second", ["Ann", "ann", "Ann "])
@pytest.mark.parametrize(
    ("scene", "stakes", "cite"),
    [(Pot, {"ante": 500}, "33.13"), (Ultimate, {"ante": 500, "blind": 500}, "32.12")],
)
def test_one_position_a_person(scene: type[Pot | Ultimate], stakes: dict[str, int], cite: str, second: str) -> None:
    """Play at a table from a time when a person could sit down twice. The paragraph refuses the second position."""
    carry = msgspec.structs.replace(seated_carry(1, 3, 5), players={1: "Ann", 3: "Bob", 5: second})
    table = scene({1: "", 3: "", 5: ""}, carry=carry).open_betting().give(Wager(3, stakes), Wager(1, stakes))
    assert table.refusal_of(Wager(5, stakes)) == {cite}
    table.give(*(TakeBack(1, spot) for spot in stakes), Wager(5, stakes))
    assert table.refusal_of(Wager(1, stakes)) == {cite}


def test_two_adjacent_positions_take_no_second_seat() -> None:
    """Let a player wager at two positions from his one seat where 18.6(e) lets the house permit it."""
    bets = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
    for permitted, refused in ((True, set()), (False, {"18.6(e)"})):
        table = LetItRide({1: "", 2: ""}, seats=(1,), two_positions=permitted).open_betting().give(Wager(1, bets))
        assert table.bars_against(Wager(1, bets, position=2)) == refused
