"""The mathematics of games with one result for all: a stop of a wheel, or a shake of dice, decides every wager.

A game says which wagers there are and what each stop does to them. What they cost, what they are worth as they lie, and
how they are simulated follows from that.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from pitboss.counting.courses import Course
from pitboss.counting.exact_model import (
    Answer,
    Choice,
    H,
    ImpossibleError,
    Row,
    Situation,
    Standing,
    record_readings,
    row,
)
from pitboss.counting.hold_model import Block, HoldModel, blocks_of_one_event
from pitboss.counting.simulation_model import Chooser, Ready, SimModel
from pitboss.counting.wager_costs import BetsOnlyModel
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen, View
from pitboss.engine.wager_declarations import Wagers
from pitboss.engine.waits import Ask
from pitboss.law.rules import Rules
from pitboss.table.steps import PayStanding


class SpinModel(BetsOnlyModel[H], HoldModel[H], SimModel[H]):
    """A game with one result for all."""

    EVENT: ClassVar[str] = "spin"
    WAGERS: ClassVar[Wagers[Any]]
    STANDING: ClassVar[Collection[str]] = ()  # areas where wagers stand that were made elsewhere
    # Parts of the sentences that say what can be asked and bet.
    NO_CARDS: ClassVar[str]
    NO_AREA: ClassVar[str]
    BET_ON: ClassVar[str]

    @abstractmethod
    def spots(self, rules: Rules, house: H) -> Collection[str]:
        """Return the areas on which may be bet, in the order of the layout."""

    @abstractmethod
    def course(self, rules: Rules, house: H, spot: str, cents: int) -> Course:
        """Return what each stop does to a wager, by the table's own rules."""

    @abstractmethod
    def most(self, rules: Rules, house: H, spot: str) -> int:
        """Return the maximum of a wager in cents."""

    # --- what wagers cost

    def wagers(self, rules: Rules, house: H, bet: int) -> Iterator[Row]:
        """Yield a row for one area of each wager."""
        for spot in one_of_each(self, rules, house):
            yield price(self, rules, house, spot, bet)

    def ask(self, rules: Rules, house: H, bet: int, situation: Situation) -> Answer:
        """Return the average net of wagers: those that the situation has on the layout, or else one of each kind."""
        if situation.cards or situation.board or situation.dealer or situation.seen or situation.point:
            raise ImpossibleError(self.NO_CARDS)
        known = (*self.spots(rules, house), *self.STANDING)
        if strange := [spot for spot in situation.stakes if spot not in known]:
            raise ImpossibleError(f"there is no betting area called {strange[0]!r}{self.NO_AREA}")
        if empty := [spot for spot, cents in situation.stakes.items() if not cents]:
            raise ImpossibleError(f"there is nothing on {empty[0]}; wager one cent or more")
        stakes = situation.stakes or dict.fromkeys(one_of_each(self, rules, house), bet)
        choices = tuple(
            Choice(course.spot, course.value, course.cents, course.spot if situation.stakes else "")
            for course in courses(self, rules, house, stakes)
        )
        return Answer(f"before the {self.EVENT}", "each wager", choices)

    # --- a table

    def offered_row(self, rules: Rules, house: H, view: View, spots: tuple[str, ...], stake: int) -> Row:
        (spot,) = spots
        if spot not in self.spots(rules, house):
            raise ImpossibleError(f"this table does not offer {spot}")
        return price(self, rules, house, spot, stake, spot)

    def standing(self, rules: Rules, house: H, view: View) -> Standing | None:
        """Return what the wagers of a seat are worth: after the next spin, and when each is decided."""
        lying = list(courses(self, rules, house, view.wagers.get(view.seat, {})))
        if not lying:
            return None
        ways = len(lying[0].next_nets())
        return Standing(
            out=sum(course.cents for course in lying),
            each=self.EVENT,
            ways=ways,
            next=Fraction(sum(sum(course.next_nets()) for course in lying), ways),
            in_the_end=sum((course.value * course.cents for course in lying), Fraction()),
        )

    def blocks(self, rules: Rules, house: H, view: View) -> Iterator[Block]:
        """Yield the block of all wagers on the layout."""
        lying = [
            self.course(rules, house, spot, cents) for stakes in view.wagers.values() for spot, cents in stakes.items()
        ]
        nets = [(self.WAGERS.report_name(course.spot), course.next_nets()) for course in lying]
        yield from blocks_of_one_event(nets, [1] * len(nets[0][1]) if nets else [])

    # --- simulation

    def prepare(
        self, rules: Rules, house: H, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        from pitboss.counting.spin_simulation import prepare_spins

        known = self.spots(rules, house)
        if unknown := [spot for spot in bets if spot not in known]:
            raise ImpossibleError(f"there is no bet on {unknown[0]} at this table; {self.BET_ON}")

        def first_inputs(seat: int) -> Iterable[Input]:
            return self.inputs_before_bets(house, bets, seat, seats)

        return prepare_spins(
            list(courses(self, rules, house, bets)), seats, lambda: [Player(bets, first_inputs) for _ in range(seats)]
        )


def one_of_each(model: SpinModel[H], rules: Rules, house: H) -> list[str]:
    """Return one betting area for each wager: its first."""
    first: dict[str, str] = {}
    for spot in model.spots(rules, house):
        first.setdefault(model.WAGERS.report_name(spot), spot)
    return list(first.values())


def courses(model: SpinModel[H], rules: Rules, house: H, stakes: Mapping[str, int]) -> Iterator[Course]:
    """Yield the course of each wager, in the game's order of areas."""
    for spot in sorted(stakes, key=model.WAGERS.order.__getitem__):
        yield model.course(rules, house, spot, stakes[spot])


def price(model: SpinModel[H], rules: Rules, house: H, spot: str, cents: int, name: str = "", variant: str = "") -> Row:
    """Return the row of a wager on an area, under its own name or another."""
    asked = record_readings(rules)
    outcomes = model.course(asked, house, spot, cents).outcomes()
    name = name or model.WAGERS.report_name(spot)
    return row(name, "the wager", outcomes, variant=variant, asked=asked, most=model.most(asked, house, spot))


class Player:
    """A player of a simulated unit at the audited table, who makes his bets once and waits until they are decided. A
    bet that has won and stays counts as decided."""

    def __init__(self, bets: Mapping[str, int], first_inputs: Callable[[int], Iterable[Input]]) -> None:
        self._bets, self._first_inputs, self._made = dict(bets), first_inputs, False

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        if not self._made:
            self._made = True
            yield from self._first_inputs(view.seat)
            yield Wager(view.seat, self._bets)

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default  # nothing is ever asked at such a table

    def goes_on(self, driver: Driver, seat: int) -> bool:
        """Return whether a bet is still undecided after a round."""
        paid = {step.spot for step in driver.log if isinstance(step, PayStanding) and step.seat == seat}
        return any(position == seat and spot not in paid for position, spot, _ in driver.table.wagers())
