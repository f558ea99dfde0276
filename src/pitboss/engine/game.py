"""The contract between the engine and a game: what a registration must hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

import msgspec

from pitboss.engine import inputs
from pitboss.engine.carry import Carry, opening
from pitboss.engine.dispute import Rebuilds
from pitboss.engine.houses.side_wager_papers import brief_side_wagers, guide_side_wagers, print_side_wagers
from pitboss.engine.incidents import incident_kinds
from pitboss.engine.inputs import Input
from pitboss.engine.round import Round
from pitboss.engine.wager_declarations import Wagers
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
    from pitboss.counting.exact_model import Askable, ExactModel, ShoeModel
    from pitboss.counting.hold_model import HoldModel
    from pitboss.counting.neighbors import SeesNeighbors
    from pitboss.counting.shoe_following import FollowsShoes
    from pitboss.counting.simulation_model import SimModel
    from pitboss.counting.strategy_pictures import PictureModel
    from pitboss.engine.houses.house import House
    from pitboss.engine.houses.house_checks import HouseChecks
    from pitboss.engine.view import Seen


class Strategy(Protocol):
    """A way to play a seat by what that seat may see, and by nothing else."""

    def wagers(self, view: Seen, house: House) -> Iterable[Input]: ...

    def choose(self, view: Seen, ask: Ask) -> str: ...


class Offer(NamedTuple):
    """A wager that may be made now: on these areas together, the same amount on each, in cents."""

    name: str
    spots: tuple[str, ...]
    least: int
    most: int
    step: int
    group: str = ""  # the heading under which it is offered, where there are many
    later: int = 0  # the largest later wager, as a multiple of this one


class Areas(dict[int, dict[str, tuple[int, str]]]):
    """The accounts of each betting position, with the betting area of each and its number in the game's order of
    areas."""

    def __init__(self, spots: tuple[str, ...]) -> None:
        self._spots = spots

    def __missing__(self, position: int) -> dict[str, tuple[int, str]]:
        accounts = self[position] = {area(position, spot): (number, spot) for number, spot in enumerate(self._spots)}
        return accounts


class Company(NamedTuple):
    """The fewest players for whom a game makes sense, and the sentence that says why."""

    least: int
    why: str


@dataclass(frozen=True)
class Furniture:
    """The things on the layout beside cards and wagers, so that pages and terminals need to know no game."""

    pot: str = ""  # the betting area of the pot
    button: Mark | None = None  # lies before this position; 0 is the dealer
    shooter: Mark | None = None  # who has the dice
    puck: Mark | None = None  # the point, while there is one
    on: MarkAt | None = None  # a button on a wager, by betting area and position
    lit: MarkAt | None = None  # a betting area that the table lights up
    marker: Mark | None = None  # shows the stop of the wheel that won, counted from 1
    middle: str = ""  # what the cards in the middle are, if not community cards
    opposite: str = ""  # whose hand lies before the dealer, if not his own
    go: str = "Deal"  # label of the button that tells the dealer, or the shooter, to go on
    wait: str = "Ready"  # label of that button for a player who does not have the dice
    # By subject: the words of a question whose choices alone do not explain it.
    questions: Mapping[str, str] = field(default_factory=dict)
    road: Road | None = None  # how to read its results, where players keep roads of a shoe


@dataclass(frozen=True)
class Game:
    """A game's registration: its law, its procedures, and the modules that calculate it."""

    name: str
    title: str
    subchapter: str  # empty for one beyond the held texts
    package: str
    editions: EditionTable
    house: type[House]
    play: Callable[[Round[Any]], Procedure]
    void: Callable[[Round[Any]], Procedure] | None  # winds up a void round; None if nothing voids one
    # By kind of input: what is refused at any moment, and what interrupts the dealer (None: nothing).
    bars: Mapping[type[Input], Callable[[Round[Any], Any], Iterable[Refusal]]]
    interruptions: Mapping[type[Input], Callable[[Round[Any], Any], Procedure | None]]
    wagers: Wagers[Any]
    strategies: Mapping[str, Strategy]
    offers: Callable[[Round[Any], int], Iterable[Offer]]  # what a seat may wager now, given enough chips
    shares: str = ""  # the package of `common` with the rules of this game and its sister
    orders: tuple[str, ...] = ()  # what a supervisor may order unasked; the table says when
    more_inputs: tuple[type[Input], ...] = ()
    furniture: Furniture = Furniture()
    # Where cards stay in play between rounds, beside the discard rack and the shuffler.
    rests: tuple[str, ...] = ()
    standing_wagers: bool = False  # whether wagers may stand from one round to the next
    # How many players a table of this house needs: with fewer, it seats companions or says why it should.
    company: Callable[[Any], Company | None] | None = None
    # What the clock does when time is up and betting may not close, so that a silent seat holds up nobody.
    unblock: Callable[[Round[Any]], Input | None] | None = None
    # The input for a table that the house has closed (True) or opened; None if it needs none.
    closing: Callable[[Round[Any], bool], Input | None] | None = None
    # Rebuilds each hand of a finished round from its discard rack, or from a rack that was observed.
    dispute: Rebuilds | None = None
    printed: Callable[[Rules, Any], Printed] | None = None  # what is printed on the layout of a house's table
    brief: Callable[[Rules, Any], tuple[Chapter, ...]] | None = None  # the rules of a house's table, for its players
    guide: Callable[[Rules, Any], Guide] | None = None  # what else the papers of a house's table show
    exact: str = ""  # the module that calculates the game exactly; imported only on demand
    askable: str = ""  # the module that says what can be asked of it, if calculating needs more imports
    quick: bool = True  # whether calculating takes less than a second
    pictures: str = ""  # the module that draws and explains its strategy; imported only on demand
    checks: str = ""  # the module that checks what a house file says of a table; likewise
    hold: str = ""  # the module that values wagers and answers; likewise
    simulated: str = ""  # the module that prepares it for simulation; likewise
    neighbors: str = ""  # the module that values seeing other players' hands; likewise
    following: str = ""  # the module that values following the cards of a shoe; likewise

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Pickle the game by name, because other processes have the same package."""
        return _of_package, (self.package,)

    @property
    def is_beyond(self) -> bool:
        """True if no text of the game is held, so that all of it is a labeled default."""
        return self.editions.newest == unheld_games.TEXT

    @property
    def authority(self) -> str:
        """The source of its rules, as a heading."""
        return "Beyond the held texts" if self.is_beyond else unheld_games.full_citation(self.subchapter)

    def exact_model(self) -> ExactModel[Any]:
        """Import the module that calculates the game exactly. Raises ValueError if there is none."""
        if not self.exact:
            raise ValueError(f"{self.name} has no exact model")
        return cast("ExactModel[Any]", import_module(self.exact).MODEL)

    def shoe_model(self) -> ShoeModel[Any]:
        """Return the exact model of a game that is dealt from a shoe that lasts."""
        return cast("ShoeModel[Any]", self.exact_model())

    def house_checks(self) -> HouseChecks:
        """Import what a house file may declare of a table, and the checks of it. Raises ValueError if there are
        none."""
        if not self.checks:
            raise ValueError(f"{self.name} has no checks of house files")
        return cast("HouseChecks", import_module(self.checks))

    def pictures_model(self) -> PictureModel[Any]:
        """Import the module that draws the game's strategy. Raises ValueError if there is none."""
        if not self.pictures:
            raise ValueError(f"{self.name} has no pictures of its strategy")
        return cast("PictureModel[Any]", import_module(self.pictures).MODEL)

    def sim_model(self) -> SimModel[Any]:
        """Import the module that prepares the game for simulation. Raises ValueError if there is none."""
        if not self.simulated:
            raise ValueError(f"{self.name} cannot be simulated")
        return cast("SimModel[Any]", import_module(self.simulated).MODEL)

    def following_model(self) -> FollowsShoes:
        """Import the module that values following the cards of a shoe. Raises ValueError if there is none."""
        if not self.following:
            raise ValueError(f"nothing is counted of following the cards of {self.name} from round to round")
        return cast("FollowsShoes", import_module(self.following))

    def neighbors_model(self) -> SeesNeighbors:
        """Import the module that values seeing other players' hands. Raises ValueError if there is none."""
        if not self.neighbors:
            raise ValueError(f"what other players' hands are worth to one who sees them is not counted for {self.name}")
        return cast("SeesNeighbors", import_module(self.neighbors))

    def hold_model(self) -> HoldModel[Any] | None:
        """Import the module that computes the house's expected win on wagers; None if there is none."""
        return cast("HoldModel[Any]", import_module(self.hold).MODEL) if self.hold else None

    def askable_model(self) -> Askable[Any]:
        """Return the part of the exact model that calculates nothing: enough to look up a cached answer."""
        return cast("Askable[Any]", import_module(self.askable).MODEL) if self.askable else self.exact_model()

    def rules(self, readings: Mapping[str, str], as_of: AsOf = None, assume: Assume = "") -> Rules:
        """Return the law on a day, by default the newest held text, with these readings."""
        return make_rules(self.name, self.package, self.editions, dict(readings), as_of, assume)

    @property
    def spots(self) -> tuple[str, ...]:
        """The betting areas of all its wagers, also of those that not every table offers."""
        return self.wagers.areas

    def spots_at(self, house: House) -> tuple[str, ...]:
        """Return the betting areas of a table: the game's, and those of the house's own wagers."""
        return (*self.spots, *house.more_areas)

    def order_at(self, house: House) -> dict[str, int]:
        """Return the betting areas of a table in order, each with its number."""
        return _order_of(self.spots_at(house))

    def printed_at(self, rules: Rules, house: House) -> Printed:
        """Return what is printed on the layout of a table, with the house's own wagers."""
        layout = Printed(areas=self.spots) if self.printed is None else self.printed(rules, house)
        return print_side_wagers(layout, house.side_wagers)

    def brief_at(self, rules: Rules, house: House) -> tuple[Chapter, ...]:
        """Return the rules of a table for its players, with those of the house's own wagers."""
        return (*(self.brief(rules, house) if self.brief is not None else ()), *brief_side_wagers(house))

    def guide_at(self, rules: Rules, house: House) -> Guide | None:
        """Return what else the papers of a table show, with the house's own wagers; None if the game does not say."""
        return None if self.guide is None else guide_side_wagers(self.guide(rules, house), house)

    def areas_at(self, house: House) -> Areas:
        """Return the accounts of the betting areas of a table, by position."""
        return _areas_of(self.spots_at(house))

    def opening(self, house: House) -> Carry:
        """Return the carry of a table of this house about to open."""
        return opening(house.inventory, house.decks)

    @cached_property
    def read_input(self) -> msgspec.json.Decoder[Input]:
        """The decoder of a record's input lines. Its error for anything that the engine does not know says where that
        is."""
        return msgspec.json.Decoder(
            _union(inputs.COMMON + incident_kinds.INCIDENTS + (incident_kinds.RemoveDevice,) + self.more_inputs)
        )


@lru_cache(1000)
def _order_of(spots: tuple[str, ...]) -> dict[str, int]:
    return {spot: number for number, spot in enumerate(spots)}


@lru_cache(1000)
def _areas_of(spots: tuple[str, ...]) -> Areas:
    return Areas(spots)


def _of_package(package: str) -> Game:
    game: Game = import_module(package).GAME
    return game


def _union(types: tuple[type[Input], ...]) -> Any:
    union: Any = types[0]
    for kind in types[1:]:
        union |= kind
    return union
