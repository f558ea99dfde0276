"""Play a round to its end: chance from a source, every seat by a strategy that sees that seat's view."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.carry import Carry
from pitboss.engine.chance import Source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Strategy
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import SUPERVISOR, Answer, Close, Fill, Input
from pitboss.engine.view import LiveView
from pitboss.engine.waits import Ask, FillWanted, Window
from pitboss.law.rules import Rules


def play_round(
    game: Game, rules: Rules, house: House, carry: Carry, source: Source, seats: Mapping[int, Strategy]
) -> Driver:
    """Play one round, and return its driver."""
    driver = Driver(game, rules, house, carry)
    while not driver.done:
        act_for(driver, source, seats)
    return driver


def act_for(driver: Driver, source: Source, seats: Mapping[int, Strategy]) -> None:
    """Give the driver the next input that it waits for."""
    wait = driver.wait
    if (chance := source.answers(wait)) is not None:
        submit_or_raise(driver, chance)
    elif isinstance(wait, Ask):
        choice = seats[wait.seat].choose(LiveView(driver, wait.seat), wait)
        submit_or_raise(driver, Answer(wait.seat, choice, wait.position))
    elif isinstance(wait, Window) and wait.what != "wagers":
        submit_or_raise(driver, Close())
    elif isinstance(wait, Window):
        for seat, strategy in seats.items():
            # Listed first: they all depend on what lies there before the first of them is made.
            for wager in [*strategy.wagers(LiveView(driver, seat), driver.house)]:
                submit_or_raise(driver, wager)
        submit_or_raise(driver, Close())
    elif isinstance(wait, FillWanted):
        submit_or_raise(driver, Fill(wait.cents, by=SUPERVISOR))
    else:
        raise RuntimeError(f"nobody here can answer {wait}")


def submit_or_raise(driver: Driver, given: Input, *, stepwise: bool = False) -> None:
    """Submit an input. Raises RuntimeError if it is refused."""
    if refusals := driver.submit(given, stepwise=stepwise):
        # Name only the kind of input, because nobody may read the order of the cards.
        raise RuntimeError(f"{type(given).__name__} was refused: {'; '.join(map(str, refusals))}")
