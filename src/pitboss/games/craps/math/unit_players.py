"""The players of a simulated unit at the audited table. They bet and take up wagers by the rules of the chains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, TakeBack, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.craps.law.facts import POINT, SHOOTER
from pitboss.games.craps.law.house import CrapsHouse, limits, unit
from pitboss.games.craps.law.layout import COME, DONT_COME, DONT_PASS, LAYOUT, PASS, odds_of
from pitboss.games.craps.law.wagers import PassDice
from pitboss.games.craps.math.exact import states_to_take_down
from pitboss.law.rules import Rules
from pitboss.table.steps import PayStanding

LINE, COMES = (PASS, DONT_PASS), (COME, DONT_COME)


def least_pass_bet(rules: Rules, house: CrapsHouse) -> int:
    """Return the least bet on pass that can be paid exactly."""
    step = unit(rules, house, LAYOUT[PASS], 0)
    return -(-limits(house, LAYOUT[PASS])[0] // step) * step


class Player:
    """Makes each bet once, as soon as it may be made, and takes up what has won."""

    def __init__(self, rules: Rules, flats: Mapping[str, int], behind: Mapping[str, Mapping[int, int]]) -> None:
        self.rules = rules
        self.to_make = dict(flats)
        self.behind = behind
        self.lying: set[str] = set()  # undecided, as far as its owner knows
        self.first = True

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, CrapsHouse)
        seat, point = view.seat, view.marks.get(POINT.word, 0)
        out = view.wagers.get(seat, {})
        for spot in sorted(out.keys() - self.lying):  # it has won and stays
            yield TakeBack(seat, spot)
        for spot in sorted(self.lying):
            flat = next((each for each in (*LINE, *COMES) if spot == each or spot.startswith(f"{each} ")), "")
            if flat and (spot, point) in states_to_take_down(self.rules, house, flat):
                self.lying.remove(spot)
                yield TakeBack(seat, spot)
        yield from self._bets(seat, point)
        self.first = False

    def _bets(self, seat: int, point: int) -> Iterator[Input]:
        for spot in list(self.to_make):
            if spot in COMES and (self.first or not (point or self.rules.reads("come-on-come-out") != "with-a-point")):
                continue
            self.lying.add(spot)
            yield Wager(seat, {spot: self.to_make.pop(spot)})
        for flat, by_number in self.behind.items():
            for number, cents in by_number.items():
                spot = flat if flat in LINE else f"{flat} {number}"
                has_it = spot in self.lying and (number == point or flat in COMES)
                if has_it and odds_of(spot) not in self.lying:
                    self.lying.add(odds_of(spot))
                    yield Wager(seat, {odds_of(spot): cents})

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default  # nothing is ever asked at this table

    def goes_on(self, driver: Driver, seat: int) -> bool:
        """Return whether any bet is undecided after a roll."""
        paid = {step.spot for step in driver.log if isinstance(step, PayStanding) and step.seat == seat}
        lying_spots = {spot for owner, spot, _ in driver.table.wagers() if owner == seat}
        moved = {spot for spot in lying_spots if LAYOUT[spot].kind == "come point"}
        self.lying = (self.lying | moved) & lying_spots - paid
        return bool(self.lying or self.to_make)


class Thrower:
    """Throws for the table with the least bet on pass where the shooter would have none on the line.

    He sits last, and the dice are passed on to him.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.on = -1 if rules.reads("next-shooter") == "counterclockwise" else 1

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, CrapsHouse)
        shooter = view.marks[SHOOTER.word]
        if view.marks.get(POINT.word) or any(spot in view.wagers.get(shooter, {}) for spot in LINE):
            return
        while shooter != view.seat:
            yield PassDice(shooter)
            shooter = (shooter - 1 + self.on) % view.seat + 1
        if PASS not in view.wagers.get(shooter, {}):
            yield Wager(shooter, {PASS: least_pass_bet(self.rules, house)})

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default

    def goes_on(self, driver: Driver, seat: int) -> bool:
        return False
