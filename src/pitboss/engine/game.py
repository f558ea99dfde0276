"""The contract between the engine and a game: what a registration must hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

import msgspec

from pitboss.engine import inputs
from pitboss.engine.carry import Carry, opening
from pitboss.engine.dispute import Rebuilds
from pitboss.engine.incidents import incident_kinds
from pitboss.engine.inputs import Input
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, Procedure, Refusal
from pitboss.law import unheld_games
from pitboss.law.editions import AsOf, Assume, EditionTable
from pitboss.law.rules import Rules, make_rules
from pitboss.table.brief import Chapter
from pitboss.table.facts import Mark, MarkAt
from pitboss.table.guide import Guide
from pitboss.table.money import area
from pitboss.table.printed import Printed
from pitboss.table.roads import Road

if TYPE_CHECKING:
    from pitboss.counting.exact_model import Askable, Composed, ExactModel
    from pitboss.counting.hold_model import HoldModel
    from pitboss.counting.neighbors import SeesNeighbors
    from pitboss.counting.shoe_following import FollowsShoes
    from pitboss.counting.simulation_model import SimModel
    from pitboss.counting.strategy_pictures import Drawn
    from pitboss.engine.houses.house import House
    from pitboss.engine.houses.house_checks import HouseChecks
    from pitboss.engine.view import Seen


class Strategy(Protocol):
    """Plays a seat from what that seat may see, and from nothing else."""

    def wagers(self, view: Seen, house: House) -> Iterable[Input]: ...

    def choose(self, view: Seen, ask: Ask) -> str: ...


class Offer(NamedTuple):
    """A wager that may be made now: on these areas together, the same amount on each, in cents."""

    name: str
    spots: tuple[str, ...]
    least: int
    most: int
    step: int
    group: str = ""  # the heading under which it is offered, where many are
    later: int = 0  # how many times the amount on one area the decisions after it may ask for, at most


class Areas(dict[int, dict[str, tuple[int, str]]]):
    """By betting position: its accounts, and the betting area that each is of, with its number in the order in which
    they are named."""

    def __init__(self, spots: tuple[str, ...]) -> None:
        self._spots = spots

    def __missing__(self, position: int) -> dict[str, tuple[int, str]]:
        found = self[position] = {area(position, spot): (number, spot) for number, spot in enumerate(self._spots)}
        return found


class Company(NamedTuple):
    """How many players a game makes sense for at the least, and the sentence that says why."""

    least: int
    why: str


@dataclass(frozen=True)
class Furniture:
    """What stands on the layout beside cards and wagers, so that pages and terminals need to know no game."""

    pot: str = ""  # the area of what players have put together
    button: Mark | None = None  # lies before this position; 0 is the dealer
    shooter: Mark | None = None  # who has the dice
    puck: Mark | None = None  # the point, while there is one
    on: MarkAt | None = None  # a button on a wager, by betting area and position
    lit: MarkAt | None = None  # a betting area that the table lights up
    marker: Mark | None = None  # lies on the area that is marked for this stop of the wheel, counted from 1
    middle: str = ""  # what the cards in the middle are, where they are no community cards
    opposite: str = ""  # whose hand lies at the dealer's, where it is not his own
    go: str = "Deal"  # the word by which a player who is done wagering has the dealer, or himself, go on
    wait: str = "Ready"  # the same for a player who has not got the dice
    # By what a question is about: its words, where the choices alone do not say it.
    questions: Mapping[str, str] = field(default_factory=dict)
    road: Road | None = None  # how its rounds come out, where players keep roads of a shoe


@dataclass(frozen=True)
class Game:
    name: str
    title: str
    subchapter: str  # empty for one beyond the held texts
    package: str
    editions: EditionTable
    house: type[House]
    play: Callable[[Round[Any]], Procedure]
    void: Callable[[Round[Any]], Procedure] | None  # how a void round is wound up; None if nothing voids one
    # By kind of input: what is refused whatever the dealer waits for, and what interrupts him (None: it does not).
    bars: Mapping[type[Input], Callable[[Round[Any], Any], Iterable[Refusal]]]
    interruptions: Mapping[type[Input], Callable[[Round[Any], Any], Procedure | None]]
    spots: tuple[str, ...]
    strategies: Mapping[str, Strategy]
    offers: Callable[[Round[Any], int], Iterable[Offer]]  # what a seat may wager now, if it has the chips
    shares: str = ""  # the package of `common` by which this game and its sister are dealt; it counts as their own
    orders: tuple[str, ...] = ()  # what a supervisor may order without being asked; the table says when
    more_inputs: tuple[type[Input], ...] = ()
    furniture: Furniture = Furniture()
    # Where cards stay in play from one round to the next, beside what lies in the discard rack and in the shuffler.
    rests: tuple[str, ...] = ()
    standing_wagers: bool = False  # whether wagers may stand from one round to the next
    # Whether a table of this house wants company: with fewer players a table seats companions, or says why it should.
    company: Callable[[Any], Company | None] | None = None
    # What the clock does when time is up and the window may not be closed, so that one silent seat holds up nobody.
    unblock: Callable[[Round[Any]], Input | None] | None = None
    # What a table has to be told when the house has closed it (True) or opened it; None if nothing.
    closing: Callable[[Round[Any], bool], Input | None] | None = None
    # What the discard rack of a finished round says of each hand, beside what was settled; or a rack that was found.
    dispute: Rebuilds | None = None
    printed: Callable[[Rules, Any], Printed] | None = None  # what is printed on the layout of a house's table
    brief: Callable[[Rules, Any], tuple[Chapter, ...]] | None = None  # the rules of a house's table, for its players
    guide: Callable[[Rules, Any], Guide] | None = None  # what the papers of a house's table show beside these two
    exact: str = ""  # the module that counts the game out; imported only when it is asked for
    askable: str = ""  # the module that says what can be asked of it, where counting needs more imports
    quick: bool = True  # whether that takes less than a second
    pictures: str = ""  # the module that has its strategy drawn and told; imported only when it is asked for
    checks: str = ""  # the module that judges what a house file says of a table; the same
    hold: str = ""  # the module that says what the house expects of wagers and what an answer is worth; the same
    simulated: str = ""  # the module that makes it ready to be simulated; the same
    neighbors: str = ""  # the module that says what it is worth to see other players' hands; the same
    following: str = ""  # the module that says what it is worth to follow the cards of a shoe; the same

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """It travels to other processes by name: they have the same package."""
        return _of_package, (self.package,)

    @property
    def is_beyond(self) -> bool:
        """Whether no text of it is held, so that all of it is a labeled default."""
        return self.editions.newest == unheld_games.TEXT

    @property
    def authority(self) -> str:
        """What its rules rest on, for a heading."""
        return "Beyond the held texts" if self.is_beyond else unheld_games.full_citation(self.subchapter)

    def exact_model(self) -> ExactModel:
        if not self.exact:
            raise ValueError(f"{self.name} has no exact model")
        return cast("ExactModel", import_module(self.exact))

    def shoe_model(self) -> Composed:
        """The same, where it is dealt from a shoe that lasts."""
        return cast("Composed", self.exact_model())

    def house_checks(self) -> HouseChecks:
        """What a house file may declare of a table, and what judges it."""
        if not self.checks:
            raise ValueError(f"{self.name} has no checks of house files")
        return cast("HouseChecks", import_module(self.checks))

    def pictures_model(self) -> Drawn:
        if not self.pictures:
            raise ValueError(f"{self.name} has no pictures of its strategy")
        return cast("Drawn", import_module(self.pictures))

    def sim_model(self) -> SimModel:
        if not self.simulated:
            raise ValueError(f"{self.name} cannot be simulated")
        return cast("SimModel", import_module(self.simulated))

    def following_model(self) -> FollowsShoes:
        if not self.following:
            raise ValueError(f"nothing is counted of following the cards of {self.name} from round to round")
        return cast("FollowsShoes", import_module(self.following))

    def neighbors_model(self) -> SeesNeighbors:
        if not self.neighbors:
            raise ValueError(f"what other players' hands are worth to one who sees them is not counted for {self.name}")
        return cast("SeesNeighbors", import_module(self.neighbors))

    def hold_model(self) -> HoldModel | None:
        """None for a game of which nothing is expected; what its wagers win is told all the same."""
        return cast("HoldModel", import_module(self.hold)) if self.hold else None

    def askable_model(self) -> Askable:
        """The part of the exact model that counts nothing: enough for an answer that is kept."""
        return cast("Askable", import_module(self.askable)) if self.askable else self.exact_model()

    def rules(self, readings: Mapping[str, str], as_of: AsOf = None, assume: Assume = "") -> Rules:
        """The law on a day, by default the newest held text, with the doubts read as chosen."""
        return make_rules(self.name, self.package, self.editions, dict(readings), as_of, assume)

    @cached_property
    def order(self) -> dict[str, int]:
        """The betting areas in the order in which they are named."""
        return {spot: number for number, spot in enumerate(self.spots)}

    @cached_property
    def areas(self) -> Areas:
        return Areas(self.spots)

    def opening(self, house: House) -> Carry:
        """A table of this house about to open."""
        return opening(house.inventory, house.decks)

    @cached_property
    def read_input(self) -> msgspec.json.Decoder[Input]:
        """Reads an input line of a record; what the engine does not know is an error that says where."""
        return msgspec.json.Decoder(
            _union(inputs.COMMON + incident_kinds.INCIDENTS + (incident_kinds.RemoveDevice,) + self.more_inputs)
        )


def _of_package(package: str) -> Game:
    game: Game = import_module(package).GAME
    return game


def _union(types: tuple[type[Input], ...]) -> Any:
    union: Any = types[0]
    for more in types[1:]:
        union |= more
    return union
