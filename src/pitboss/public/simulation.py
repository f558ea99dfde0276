"""Simulations as one plain function. It needs the extra `exact`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.law.editions import Assume
from pitboss.public.house import HouseLike
from pitboss.public.questions import study_of
from pitboss.table.money import Money

if TYPE_CHECKING:
    from pitboss.analysis.setting import Study
    from pitboss.counting.simulated import Situations
    from pitboss.simulation.plan import NamedWay, Plan
    from pitboss.simulation.report import SimulationReport

    Strategy: TypeAlias = str | Path | Callable[[Situations], Any]


def simulate(
    game: str,
    *,
    rounds: int = 10_000_000,
    seats: int = 1,
    strategy: Strategy | Sequence[Strategy] = (),
    bets: Mapping[str, object] | None = None,
    seed: int = 1947,
    workers: int = 1,
    session: int | None = None,
    bankroll: object = None,
    watch: Callable[[int], object] | None = None,
    house: HouseLike = None,
    settings: Mapping[str, object] | None = None,
    as_of: str | None = None,
    assume: Assume = "",
    readings: Mapping[str, str] | None = None,
) -> SimulationReport:
    """Play rounds by the million from one seed, and compare them with the exact edge.

    The same seed gives the same result, byte for byte, whatever the number of workers.

    Args:
        game: its name, as `pitboss.games()` lists it.
        rounds: how many; at craps from a come-out until every wager is decided, and at a game dealt from a shoe that
            lasts, how many shoes.
        seats: how many players share the deck or the dice.
        strategy: a name (`pitboss simulate GAME --list-strategies`), the path of a .toml file of rules, a function, or
            several of these, which then play the same cards. A function takes `Situations`, arrays of cards and
            features, and returns the number of its choice in each.
        bets: dollars by betting area, the same at every seat. By default the table's minimum.
        seed: where chance comes from.
        workers: threads.
        session: how many rounds a session is, for runs, drawdown and ruin (1,000; where the unit is a shoe, 1).
        bankroll: dollars with which a session begins, for the risk of ruin.
        watch: called with the number of rounds played so far.
        house, settings, as_of, assume, readings: as `edge` takes them.

    Raises:
        ValueError: something given makes no sense, or the table does not take the bets.
        ImportError: the extra `exact` is not installed.
    """
    from pitboss.simulation.plan import plan

    study = study_of(game, house, settings, as_of, assume, readings, None)
    asked = [strategy] if isinstance(strategy, str | Path) or callable(strategy) else strategy
    planned = plan(
        study,
        bets=None if bets is None else {spot: int(Money.parse(amount)) for spot, amount in bets.items()},
        seats=seats,
        ways=[_way(study, each) for each in asked],
        seed=seed,
        session=session,
        bankroll=None if bankroll is None else int(Money.parse(bankroll)),
    )
    return _played(planned, rounds, workers, watch)


def _played(planned: Plan, rounds: int, workers: int, watch: Callable[[int], object] | None) -> SimulationReport:
    from pitboss.simulation.report import report
    from pitboss.simulation.run import going

    if type(rounds) is not int:
        raise ValueError(f"the number of rounds must be a whole number, and {rounds!r} is none")
    if rounds < 1:
        raise ValueError(f"{rounds} rounds are none; ask for one or more")
    if workers < 1:
        raise ValueError("it takes one worker or more")
    steps = going(planned, rounds, workers=workers)
    tally = next(steps)
    for tally in steps:
        if watch is not None:
            watch(tally.units)
    return report(planned, tally)


def _way(study: Study, asked: Strategy) -> NamedWay:
    from pitboss.simulation.plan import NamedWay, way
    from pitboss.simulation.rules_file import read_way

    if callable(asked):
        return NamedWay(getattr(asked, "__name__", "a function"), asked)
    if str(asked).endswith(".toml"):
        return read_way(Path(asked), study)
    return way(study.game.sim_model(), str(asked))
