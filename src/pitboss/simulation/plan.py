"""The plan of a simulation: the table, the bets, the strategies and the seed. A result depends on nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.analysis.study import MOST_SEED, Study
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Chooser, Ready, SimModel, refuse_sharing, share_cards
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Sit, Wager
from pitboss.engine.runner import act_for, submit_or_raise
from pitboss.engine.wager_declarations import Wagers
from pitboss.engine.waits import Window
from pitboss.table.money import Money, dollars
from pitboss.table.side_wager import SideWager

MOST_UNITS = 2**62
SESSION = 1_000  # rounds, where nobody says how many
SHOES = 1  # of a session, where the unit is a shoe
ENOUGH = 10**10  # cents that a player of the engine brings


class NamedWay(msgspec.Struct, frozen=True):
    """A strategy with the name under which it was requested. It may be one of the game's or the caller's own."""

    name: str
    choose: Chooser | None = None
    digest: str = ""  # of the file it was read from
    file: str = ""  # how that is called


@dataclass(frozen=True)
class Plan:
    """The complete description of a simulation: its result depends on nothing else."""

    study: Study
    bets: dict[str, int]  # cents by betting area, the same at every seat
    seats: int
    ways: tuple[NamedWay, ...]
    seed: int
    session: int  # units
    bankroll: int = 0  # cents; none if it is nothing
    audited: bool = False  # whether the engine plays every unit too
    incidents: Mapping[str, Fraction] = field(default_factory=dict)  # how likely each kind is to strike in a unit

    @cached_property
    def ready(self) -> tuple[Ready, ...]:
        """The prepared tables, one for each strategy."""
        from pitboss.simulation.side_wager_columns import add_side_wagers  # which needs numpy

        study = self.study
        bets, side = divide_bets(study.house, self.bets)
        tables = tuple(
            self.model.prepare(study.rules, study.house, bets, self.seats, [way.choose] * self.seats)
            for way in self.ways
        )
        _refuse_uncounted(study.game.wagers, bets, tables[0])
        return tuple(add_side_wagers(ready, study.house, side, self.seats) for ready in tables)

    @property
    def model(self) -> SimModel[Any]:
        """The simulation model of the game."""
        return self.study.game.sim_model()

    @property
    def unit(self) -> str:
        """The word for what is played: "round" or "shoe"."""
        return self.ready[0].unit

    @property
    def relative_time(self) -> int:
        """The time that a unit takes, roughly, as a multiple of the usual time."""
        return max(ready.relative_time for ready in self.ready)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The values that identify the run and are known before the strategies have been turned into tables."""
        from pitboss.numeric.compiler import sources_digest

        study = self.study
        house = msgspec.json.encode(study.house, order="deterministic", enc_hook=int)
        return {
            "pitboss": __version__,
            "game": study.game.name,
            "rules": study.rules.digest,
            "house": hashlib.sha256(house).hexdigest(),
            "kernels": sources_digest(),
            "bets": {spot: int(cents) for spot, cents in sorted(self.bets.items())},
            "seats": self.seats,
            "strategies": [[way.name, way.digest] for way in self.ways],
            "seed": self.seed,
            "session": self.session,
            "bankroll": self.bankroll,
            "audited": self.audited,
            "incidents": {kind: str(rate) for kind, rate in self.incidents.items()},
        }

    @cached_property
    def identity(self) -> dict[str, Any]:
        """The values that must be equal for two runs to be parts of the same simulation."""
        return {**self.parameters, "tables": [ready.digest for ready in self.ready]}


def plan(
    study: Study,
    *,
    bets: Mapping[str, int] | None = None,
    seats: int = 1,
    ways: Sequence[NamedWay] = (),
    seed: int = 1947,
    session: int | None = None,
    bankroll: int | None = None,
    audited: bool = False,
    incidents: Mapping[str, Fraction] | None = None,
) -> Plan:
    """Make a plan and fill in the defaults. Raises ImpossibleError for anything that the user got wrong."""
    model = study.game.sim_model()
    if session is None:
        session = SHOES if study.game.rests else SESSION
    for name, value in (("seed", seed), ("session", session), ("number of seats", seats)):
        if type(value) is not int:
            raise ImpossibleError(f"the {name} must be a whole number, and {value!r} is none")
    if not 0 <= seed <= MOST_SEED:
        raise ImpossibleError(f"the seed must be a whole number from 0 to {MOST_SEED}")
    if session < 1:
        unit = "shoes" if study.game.rests else "rounds"
        raise ImpossibleError(f"a session of {session} {unit} is none; give one or more")
    if not 1 <= seats <= study.house.seats:
        raise ImpossibleError(f"the table has {study.house.seats} betting positions; ask for 1 to {study.house.seats}")
    if bankroll is not None and bankroll <= 0:
        raise ImpossibleError("the bankroll must be above zero")
    chosen = tuple(ways) or (named_way(model, next(iter(model.WAYS))),)
    if len(names := [way.name for way in chosen]) > len(set(names)):
        raise ImpossibleError(
            f"two strategies are called {max(names, key=names.count)!r}; name each once, and give functions names"
        )
    stakes = dict(bets) if bets is not None else dict(model.usual_bets(study.rules, study.house))
    if not stakes or not all(stakes.values()):
        raise ImpossibleError("a bet of nothing is none; bet more, or leave it out for the table minimum")
    own, side = divide_bets(study.house, stakes)
    if not own:
        raise ImpossibleError("a side wager of the house lies beside the game's own wagers; bet on those as well")
    require_lawful(study, {**model.opening_bets(own), **{wager.name: cents for wager, cents in side.items()}}, seats)
    if incidents and not audited:
        raise ImpossibleError("incidents need the engine, for the kernels know of none; ask for an audited run")
    if study.game.rests:
        _refuse_for_shoes(bankroll, incidents)
    if audited and any(way.choose is share_cards for way in chosen):
        refuse_sharing()
    result = Plan(study, stakes, seats, chosen, seed, session, bankroll or 0, audited, dict(incidents or {}))
    if bankroll and bankroll < (least := max(most_at_risk(result, ready) for ready in result.ready)):
        raise ImpossibleError(
            f"{dollars(Money(bankroll))} does not cover one round, in which a seat may put down {dollars(least)}"
        )
    return result


def _refuse_uncounted(wagers: Wagers[Any], bets: Mapping[str, int], ready: Ready) -> None:
    """Raise ImpossibleError if a bet is in no line of the result, by whatever name it is counted there."""
    counted = {line.wager for line in ready.lines if line.role != "total"}
    for spot in bets:  # an area, or a name that the simulation has for several of them: "come odds"
        names = {spot, wagers[spot].report_name, wagers[spot].simulated_as} if spot in wagers else {spot}
        if counted.isdisjoint(names):
            raise ImpossibleError(f"{spot} is not simulated; leave the bet out (simulated here: {', '.join(counted)})")


def divide_bets(house: House, bets: Mapping[str, int]) -> tuple[dict[str, int], dict[SideWager, int]]:
    """Divide bets between those that the game's own simulation plays and those on described wagers.

    Raises ImpossibleError for a described wager that cannot be simulated.
    """
    described = {wager.name: wager for wager in house.side_wagers}
    side = {described[spot]: cents for spot, cents in bets.items() if spot in described and cents}
    for wager in side:
        if wager.when_folded == "lost":
            raise ImpossibleError(
                f"{wager.name!r} is lost when the hand is folded, and a simulation plays only side wagers that the "
                'cards alone decide; leave it out of the bets, or set when-folded to "settled"'
            )
    return {spot: cents for spot, cents in bets.items() if spot not in described}, side


def _refuse_for_shoes(bankroll: int | None, incidents: Mapping[str, Fraction] | None) -> None:
    """Raise ImpossibleError for a bankroll or incidents if the unit is a shoe, because they need the result of each
    round."""
    if bankroll is not None:
        raise ImpossibleError("a bankroll is followed round by round, and the unit here is a shoe; leave it out")
    if incidents:
        raise ImpossibleError("incidents strike in rounds, and the unit here is a shoe; leave them out")


def usual_bets(study: Study, cents: int) -> dict[str, int]:
    """Return the default bets, scaled so that the first of them is `cents`."""
    usual = study.game.sim_model().usual_bets(study.rules, study.house)
    unit = next(iter(usual.values()))
    return {spot: int(cents * Fraction(amount, unit)) for spot, amount in usual.items()}


def named_way(model: SimModel[Any], name: str) -> NamedWay:
    """Return the strategy that the game knows by this name. Raises ImpossibleError if there is none."""
    if name not in model.WAYS:
        raise ImpossibleError(
            f"there is no strategy {name!r}; choose from {', '.join(model.WAYS)}, or name a .toml file"
        )
    return NamedWay(name, model.WAYS[name].choose)


def most_at_risk(plan: Plan, ready: Ready) -> Money:
    """Return the money that the first seat needs to play any unit to its end: the most that it can stake or lose."""
    line = ready.lines[-1]
    own_columns = [index for index, column in enumerate(ready.columns) if column.seat == 1]
    own, side = divide_bets(plan.study.house, plan.bets)
    opening = sum(plan.model.opening_bets(own).values()) + sum(side.values())
    return Money(
        max(
            opening,
            sum(max(line.staked[index]) for index in own_columns),
            -sum(min(line.net[index]) for index in own_columns),
        )
    )


def require_lawful(study: Study, bets: Mapping[str, int], seats: int) -> None:
    """Raise ImpossibleError, with the engine's reasons and paragraphs, if the engine refuses these bets at any seat."""
    if not bets:  # all are made later
        return
    driver, model = open_for_bets(study, seats), study.game.sim_model()
    for seat in range(1, seats + 1):
        for first in model.inputs_before_bets(study.house, bets, seat, seats):
            submit_or_raise(driver, first)
        if refused := driver.submit(Wager(seat, dict(bets))):
            raise ImpossibleError(f"seat {seat} cannot bet {_describe_bets(bets)}: {' '.join(map(str, refused))}")


def _describe_bets(bets: Mapping[str, int]) -> str:
    """Describe bets in words: "$5.00 on ante, $1.00 on pair plus"."""
    return ", ".join(f"{dollars(Money(cents))} on {spot}" for spot, cents in bets.items()) or "nothing"


def open_for_bets(study: Study, seats: int) -> Driver:
    """Return a table that waits for wagers, with `seats` players who have more chips than they can lose."""
    driver = Driver(study.game, study.rules, study.house, study.game.opening(study.house))
    source = seeded_source(0)
    for seat in range(1, seats + 1):
        submit_or_raise(driver, Sit(seat, f"Player {seat}", ENOUGH))
    while not (isinstance(driver.wait, Window) and driver.wait.what == "wagers"):
        act_for(driver, source, {})
    return driver
