"""Run simulations, one at a time or from a plan. Needs the extra `exact`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.law.editions import AsOf, Assume
from pitboss.public.house import HouseLike
from pitboss.public.questions import study_of
from pitboss.table.money import Money

if TYPE_CHECKING:
    from pitboss.analysis.study import Study
    from pitboss.counting.simulation_model import Situations
    from pitboss.simulation.machines.places import Job, Place
    from pitboss.simulation.plan import NamedWay
    from pitboss.simulation.results.answer_table import AnswersReport
    from pitboss.simulation.results.simulation_report import SimulationReport

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
    device: str = "cpu",
    cluster: str | None = None,
    session: int | None = None,
    bankroll: object = None,
    watch: Callable[[int], object] | None = None,
    house: HouseLike = None,
    settings: Mapping[str, object] | None = None,
    as_of: AsOf = None,
    assume: Assume = "",
    readings: Mapping[str, str] | None = None,
) -> SimulationReport:
    """Play rounds by the million from one seed, and compare them with the exact edge.

    The same seed gives the same result, byte for byte, whatever the number of workers.

    Args:
        game: Its name, as `pitboss.games()` lists it.
        rounds: How many rounds (at craps, from a come-out until every wager is decided), or shoes where a shoe lasts.
        seats: How many players share the deck or the dice.
        strategy: A name (`pitboss simulate GAME --list-strategies`), the path of a .toml file of rules, a function, or
            several of these, which then play the same cards. A function takes `Situations`, arrays of cards and
            features, and returns the number of its choice in each.
        bets: Dollars by betting area, the same at every seat. By default the table's minimum.
        seed: The seed of all cards, dice and spins.
        workers: How many threads to use.
        device: "cpu", "gpu" (a graphics card, which needs the extra `gpu`), or "auto" for the card if there is one.
        cluster: The address of a Dask scheduler whose workers play (which needs the extra `cluster`).
        session: How many rounds make a session, for runs, drawdown and ruin (1,000; where the unit is a shoe, 1).
        bankroll: Dollars with which a session begins, for the risk of ruin.
        watch: Called with the number of rounds played so far.
        house, settings, as_of, assume, readings: As `edge` takes them.

    Raises:
        ValueError: An argument makes no sense, or there is no graphics card or cluster.
        ImportError: The extra `exact` or `cluster` is not installed.
    """
    from pitboss.simulation.machines.places import Job, choose_place
    from pitboss.simulation.plan import plan

    _check_rounds(rounds)
    study = study_of(game, house, settings, as_of, assume, readings, None)
    planned = plan(
        study,
        bets=None if bets is None else {spot: int(Money.parse(amount)) for spot, amount in bets.items()},
        seats=seats,
        ways=_ways(study, strategy),
        seed=seed,
        session=session,
        bankroll=None if bankroll is None else int(Money.parse(bankroll)),
    )
    return _play(Job(planned, rounds), choose_place(device, workers, cluster), watch)


def simulate_plan(
    plan: str | Path,
    *,
    rounds: int | None = None,
    workers: int = 1,
    device: str = "cpu",
    cluster: str | None = None,
    watch: Callable[[int, int], object] | None = None,
) -> AnswersReport:
    """Play every question of a plan, and answer all of them in one table.

    Args:
        plan: the path of a .toml file (docs/simulation.md says what is in it). Lists of values multiply out.
        rounds: how many of each question, instead of what the plan says.
        workers, device, cluster: as `simulate` takes them.
        watch: called with the number of rounds played so far, and of all rounds.

    Raises:
        ValueError: something in the plan makes no sense; the error names the line and the question.
        ImportError: the extra `exact`, or the one for a cluster, is not installed.
    """
    from pitboss.public.plan_file import read_plan
    from pitboss.simulation.machines.places import choose_place
    from pitboss.simulation.results.answer_table import answers_report
    from pitboss.simulation.results.question_list import Answering

    _check_rounds(rounds)
    answering = Answering(read_plan(Path(plan), rounds))
    with closing(choose_place(device, workers, cluster)) as where:
        for _ in answering.play(where):
            if watch is not None:
                watch(answering.units_done, answering.units)
    return answers_report(Path(plan).name, answering)


def _check_rounds(rounds: int | None) -> None:
    """Raise ValueError unless the number of rounds is a whole number above zero, or left out."""
    if rounds is not None and type(rounds) is not int:
        raise ValueError(f"the number of rounds must be a whole number, and {rounds!r} is none")
    if rounds is not None and rounds < 1:
        raise ValueError(f"{rounds} rounds are none; ask for one or more")


def _play(job: Job, where: Place, watch: Callable[[int], object] | None) -> SimulationReport:
    from pitboss.simulation.results.simulation_report import report

    with closing(where):
        for _, tally in where.play([job]):
            if watch is not None and tally.units:
                watch(tally.units)
    return report(job.plan, tally)


def _ways(study: Study, strategies: Strategy | Sequence[Strategy]) -> list[NamedWay]:
    if isinstance(strategies, str | Path) or callable(strategies):
        return [_way(study, strategies)]
    return [_way(study, strategy) for strategy in strategies]


def _way(study: Study, strategy: Strategy) -> NamedWay:
    from pitboss.simulation.plan import NamedWay, named_way
    from pitboss.simulation.rules_file import read_way

    if callable(strategy):
        return NamedWay(getattr(strategy, "__name__", "a function"), strategy)
    if str(strategy).endswith(".toml"):
        return read_way(Path(strategy), study)
    return named_way(study.game.sim_model(), str(strategy))
