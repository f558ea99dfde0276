"""pitboss simulate: play millions of rounds from one seed and compare them with the exact edge."""

from __future__ import annotations

import argparse
import logging
import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError, describe_file_error
from pitboss.cli.shared.atomic_files import check_writable, open_atomically, write_atomically
from pitboss.cli.shared.options import print_json
from pitboss.cli.shared.table_options import add_table_options, build_study
from pitboss.table.money import Money

if TYPE_CHECKING:
    from pitboss.analysis import Study
    from pitboss.counting.simulation_model import Situations
    from pitboss.simulation.machines.places import Place
    from pitboss.simulation.plan import NamedWay, Plan
    from pitboss.simulation.results.run_charts import Run
    from pitboss.simulation.results.simulation_report import SimulationReport
    from pitboss.simulation.tallies import Tally

WIDTH, LEAST_WIDTH = 24, 8  # of the progress bar, in columns
PACE = 0.2  # seconds between two updates of it
LONG = 10  # seconds: a run that takes longer is announced even without a terminal
SAVE_EVERY = 10.0  # seconds
SEED = 1947
ROUNDS = 10_000_000
AUDITED_ROUNDS = 10_000
SHOES, AUDITED_SHOES = 100_000, 100  # where the unit is a shoe
LEAST = 1_000  # rounds of a strategy that takes long, without --rounds
PLOTS = (".svg", ".png")
LONGEST = 40  # characters, and powers of ten, of a number that can be meant seriously


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="see 'pitboss games'; leave it out with --plan")
    parser.add_argument(
        "--plan",
        type=Path,
        metavar="FILE",
        help="play every question of this .toml file instead, and write one table of what they found; lists of values "
        "in it multiply out. --rounds, --workers, --device, --cluster, --save, --resume and --out go with it",
    )
    parser.add_argument(
        "--rounds",
        metavar="N",
        help="how many rounds, as in 1e9 (default: ten million; with --audited ten thousand); where a shoe lasts for "
        "many rounds, how many shoes (default: 100,000; with --audited 100). The default is less for a strategy that "
        "takes long",
    )
    parser.add_argument("--seats", type=int, default=1, metavar="N", help="players at the table (default: 1)")
    parser.add_argument(
        "--strategy",
        metavar="NAME[,NAME...]",
        help="how they play: names of --list-strategies or .toml files; several play the same cards (default: the "
        "first of the list, optimal play where that is known)",
    )
    parser.add_argument("--list-strategies", action="store_true", help="list the strategies of the game and stop")
    parser.add_argument(
        "--bet",
        action="append",
        default=[],
        metavar="[WAGER=]DOLLARS",
        help='what each seat bets, as in 10 or "pair plus=5"; repeatable (default: the table minimum)',
    )
    add_table_options(parser)
    _add_run_options(parser)
    _add_file_options(parser)
    _add_session_options(parser)
    _add_audit_options(parser)
    parser.epilog = (
        "The result is the same byte for byte whatever the number of workers, whole or resumed. Intervals hold 99 "
        "percent and come from rounds, since seats share a deck. How fast it ran is on standard error."
    )


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for chance, workers, device and saving."""
    parser.add_argument(
        "--seed", type=int, default=SEED, metavar="N", help=f"where chance comes from (default: {SEED})"
    )
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="threads, or with --audited processes (default: one for each processor)",
    )
    parser.add_argument(
        "--device",
        choices=("cpu", "gpu", "auto"),
        default="cpu",
        help="where rounds are played: on the processor, on a graphics card of NVIDIA's (needs the extra 'gpu'), or on "
        "the card if there is one; the result is the same (default: cpu)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of the Dask scheduler at this address, as in tcp://10.0.0.5:8786, or of its .json "
        "file (needs the extra 'cluster'); --device holds for each worker, and the result is the same",
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="keep what was done here, also if you stop with Ctrl-C"
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on from a file written by --save")


def _add_file_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write every round to this file, which ends in .csv, .jsonl or .parquet: a row for each round, strategy, "
        "seat and wager. Parquet needs the extra 'parquet' (pip install 'pitboss[parquet]'). With --plan it is the "
        "table of answers and ends in .csv, .json or .txt",
    )
    parser.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="draw how the edge settles, what sessions win and how strategies differ, to this .svg or .png file "
        "(needs the extra 'plots')",
    )


def _add_session_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--session",
        metavar="ROUNDS",
        help="how long a session is, for runs, drawdown and ruin (default: 1000; where a shoe lasts for many "
        "rounds, in shoes: 1)",
    )
    parser.add_argument("--bankroll", metavar="DOLLARS", help="show how often this bankroll gives out within a session")
    parser.add_argument(
        "--rounds-per-hour", metavar="N", help="with --hours: what so many hours look like, as sessions"
    )
    parser.add_argument("--hours", metavar="H", help="with --rounds-per-hour: the length of a session")
    parser.add_argument(
        "--detect", metavar="PERCENT", help="say how many rounds an interval of plus or minus this needs, and stop"
    )


def _add_audit_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--audited",
        action="store_true",
        help="play every round through the real engine too, thousands of times slower, and stop if a kernel and the "
        "engine disagree by a cent: a check that anybody can run. The result is the same, and so is its digest",
    )
    parser.add_argument(
        "--incidents",
        metavar="KIND=RATE,...",
        help="with --audited: let things go wrong, as in face_up=1e-4,card_exposed=1/500, each with this probability a "
        "round, and show how rounds end then and what that costs the house",
    )


def run(args: argparse.Namespace) -> int:
    try:
        return _run(args)
    except ValueError as error:
        raise UserError(error) from None
    except ImportError as missing:
        if missing.name is not None and missing.name.startswith("pitboss"):
            raise
        raise UserError(missing) from None


def _run(args: argparse.Namespace) -> int:
    """Run the command. ValueError and ImportError become a UserError in `run`."""
    if args.plan is not None:
        from pitboss.cli.commands.simulate_plan import run_plan

        return run_plan(args)
    if args.game is None:
        raise UserError("name a game (see 'pitboss games'), or a file of questions with --plan")
    args.bet, bets = None, list(args.bet)
    study = build_study(args)
    if args.list_strategies:
        return _list_strategies(args, study)
    units = None if args.rounds is None else parse_whole_number(args.rounds, "--rounds")
    check_workers(args)
    check_files(args)
    if args.plot is not None:
        check_plot(args.plot)
    if args.out is not None:
        from pitboss.simulation.results.round_export import check_form

        check_form(args.out)
    plan = build_plan(args, study, bets)
    if args.detect is not None:
        return _print_rounds_needed(args, plan)
    run_simulation(args, plan, default_units(args, plan) if units is None else units)
    return 0


def default_units(args: argparse.Namespace, plan: Plan) -> int:
    """Return how many rounds or shoes to play without --rounds: fewer if the strategy takes long."""
    shoes = plan.unit == "shoe"
    if args.audited:
        return AUDITED_SHOES if shoes else AUDITED_ROUNDS
    units = max((SHOES if shoes else ROUNDS) // plan.relative_time, LEAST)
    if plan.relative_time > 1 and not args.quiet:
        message = f"this strategy takes long: {units:,} {plan.unit}s, unless you ask for more with --rounds"
        print(message, file=sys.stderr)
    return units


def print_report(args: argparse.Namespace, report: SimulationReport) -> None:
    """Print the warnings and the report."""
    if not args.quiet:
        for warning in report.warnings:
            print(f"warning: {warning}", file=sys.stderr)
    if args.json:
        print_json(report.json())
    elif not args.quiet:
        print(report.to_text())


def check_workers(args: argparse.Namespace) -> None:
    """Check that --workers, --cluster and --audited go together."""
    if args.cluster is not None and args.audited:
        raise UserError("the audited engine plays on this machine alone; leave out --cluster or --audited")
    if args.cluster is not None and args.workers is not None:
        raise UserError("--workers is about this machine, and a cluster has its own; leave it out")
    if args.workers is not None and args.workers < 1:
        raise UserError("--workers must be 1 or more")


def check_files(args: argparse.Namespace) -> None:
    """Check the files of the options before the long simulation, so that no result is lost."""
    paths = {"--resume": args.resume, "--save": args.save, "--out": args.out, "--plot": args.plot}
    option_of: dict[Path, str] = {}
    for option, path in paths.items():
        if path is None:
            continue
        if option != "--resume":
            check_writable(path)
        other = option_of.setdefault(path.resolve(), option)
        if other != option and (other, option) != ("--resume", "--save"):
            raise UserError(f"{other} and {option} both name {path}; give each a file of its own")
    if args.save is not None and args.save.exists() and option_of[args.save.resolve()] == "--save":
        raise UserError(
            f"{args.save} already exists; go on from it with --resume {args.save}, or name another file to --save to"
        )


def parse_number(text: str, option: str, example: str) -> Fraction:
    """Parse a number as people write it: 1000000, 1_000_000, 1,000,000, 1e6, 0.5 or 1/2.

    Raises UserError if it is no number, or so long that computing it could take forever.
    """
    match = re.fullmatch(r"([^e]+)(?:e([+-]?[0-9]+))?", text.strip().replace(",", "").replace("_", ""), re.IGNORECASE)
    if match is None:
        raise UserError(f"{option} {text!r} is not a number; write it like {example}")
    if len(text) > LONGEST or abs(int(match[2] or 0)) > LONGEST:
        raise UserError(f"{option} {text:.{LONGEST}} makes no sense; write it like {example}")
    try:
        return Fraction(match[0])
    except (ValueError, ZeroDivisionError):
        raise UserError(f"{option} {text!r} is not a number; write it like {example}") from None


def parse_whole_number(text: str, option: str) -> int:
    """Parse a number of rounds, shoes or years: a whole number from 1 up."""
    from pitboss.simulation.plan import MOST_UNITS

    value = parse_number(text, option, "1000000 or 1e6")
    if value.denominator != 1 or not 1 <= value <= MOST_UNITS:
        raise UserError(f"{option} {text} makes no sense; give a whole number from 1 up")
    return int(value)


def session_length(args: argparse.Namespace, study: Study) -> int | None:
    """Return the length of a session in rounds or shoes, from --session or from --hours; None if neither is given."""
    if args.hours is not None and study.game.rests:
        raise UserError("--hours counts rounds, and the unit here is a shoe; say how many shoes with --session")
    if (args.hours is None) != (args.rounds_per_hour is None):
        raise UserError("--hours and --rounds-per-hour go together; give both")
    if args.hours is None:
        return None if args.session is None else parse_whole_number(args.session, "--session")
    if args.session is not None:
        raise UserError("--session and --hours both say how long a session is; give one of them")
    hours, pace = parse_hours(args)
    if (rounds := round(hours * pace)) < 1:
        raise UserError(f"--hours {args.hours} at {pace:,} rounds an hour is not one round; give more")
    return rounds


def parse_hours(args: argparse.Namespace) -> tuple[Fraction, int]:
    """Return --hours and --rounds-per-hour as numbers."""
    return parse_number(args.hours, "--hours", "4 or 1.5"), parse_whole_number(
        args.rounds_per_hour, "--rounds-per-hour"
    )


def build_plan(args: argparse.Namespace, study: Study, bets: list[str]) -> Plan:
    """Build the plan of the simulation from the options."""
    from pitboss.simulation.plan import plan

    return plan(
        study,
        audited=args.audited,
        incidents=parse_incidents(args, study),
        bets=parse_bets(study, bets),
        seats=args.seats,
        ways=parse_strategies(args, study),
        seed=args.seed,
        session=session_length(args, study),
        bankroll=None if args.bankroll is None else int(Money.parse(args.bankroll)),
    )


def parse_incidents(args: argparse.Namespace, study: Study) -> dict[str, Fraction]:
    """Parse --incidents into the probability of each kind."""
    from pitboss.simulation.audited_play.disturbed_rounds import parse_rates

    if args.incidents is None:
        return {}
    if not args.audited:
        raise UserError("--incidents needs --audited, because only the engine knows what to do about them")
    return parse_rates(study.game, args.incidents)


def parse_bets(study: Study, options: list[str]) -> dict[str, int] | None:
    """Parse --bet options into cents by wager; None if there are none.

    An amount without a wager is bet on what players bet on by default.
    """
    if not options:
        return None
    from pitboss.simulation.plan import usual_bets

    bets = dict[str, int]()
    for option in options:
        spot, equals, amount = option.rpartition("=")
        if equals:
            new_bets = {spot.strip(): int(Money.parse(amount.strip()))}
        else:
            new_bets = usual_bets(study, Money.parse(amount))
        if repeated := bets.keys() & new_bets.keys():
            raise UserError(f"--bet on {sorted(repeated)[0]} is given twice; give it once")
        bets |= new_bets
        if not all(bets.values()):
            raise UserError(f"--bet {option} bets nothing; give more, or leave it out")
    return bets


def parse_strategies(args: argparse.Namespace, study: Study) -> list[NamedWay]:
    """Parse --strategy into the named ways to play; empty if it is not given."""
    from pitboss.simulation.plan import named_way

    if args.strategy is None:
        return []
    ways = []
    for name in map(str.strip, args.strategy.split(",")):
        if not name:
            raise UserError(f"--strategy {args.strategy!r} has a place without a name; write it like optimal,mine.toml")
        if name.endswith(".toml"):
            from pitboss.simulation.rules_file import read_way

            ways.append(read_way(Path(name), study))
        else:
            ways.append(named_way(study.game.sim_model(), name))
    return ways


def _list_strategies(args: argparse.Namespace, study: Study) -> int:
    """Print the strategies of a game, and the decisions and features that a strategy file may use."""
    model = study.game.sim_model()
    decisions: dict[str, Situations] = {}
    for situations in model.decisions(study.rules, study.house):
        decisions.setdefault(situations.decision, situations)
    if args.json:
        print_json(
            {
                "strategies": {name: way.about for name, way in model.WAYS.items()},
                "decisions": {
                    name: {
                        "choices": list(situations.choices),
                        "features": {name: feature.about for name, feature in situations.features.items()},
                    }
                    for name, situations in decisions.items()
                },
            }
        )
        return 0
    width = max(map(len, model.WAYS))
    print("strategies")
    for name, way in model.WAYS.items():
        print(f"  {name:<{width}}  {way.about}")
    for name, situations in decisions.items():
        print(f"\n[[{name}]] in a file of your own: choose {' or '.join(situations.choices)}, by")
        width = max(map(len, situations.features))
        for name, feature in situations.features.items():
            names = f" ({', '.join(feature.names)})" if feature.names else ""
            print(f"  {name:<{width}}  {feature.about}{names}")
    return 0


def _print_rounds_needed(args: argparse.Namespace, plan: Plan) -> int:
    """Print how many rounds are needed for an interval as narrow as --detect asks."""
    from pitboss.counting.confidence import CONFIDENCE
    from pitboss.simulation.estimates.rounds_needed import rounds_needed

    difference = parse_percentage(args.detect)
    if len(plan.ways) > 1:
        raise UserError("--detect is about one strategy; name one")
    rounds_by_wager = rounds_needed(plan, difference)
    if args.json:
        print_json({"detect": float(difference), "confidence": CONFIDENCE / 100, "rounds": rounds_by_wager})
    elif not args.quiet:
        for wager, units in rounds_by_wager.items():
            print(f"{wager}: {units:,} {plan.unit}s for an interval of plus or minus {args.detect} ({CONFIDENCE}%)")
    return 0


def parse_percentage(text: str) -> Fraction:
    """Parse a share such as 0.1% or 0.001, above 0 and below 1."""
    share = parse_number(text.removesuffix("%"), "--detect", "0.1% or 0.001") / (100 if text.endswith("%") else 1)
    if not 0 < share < 1:
        raise UserError(f"--detect {text} makes no sense; give a share above 0 and below 100%")
    return share


def run_simulation(args: argparse.Namespace, plan: Plan, units: int) -> None:
    """Run the simulation, print its report, and then save and draw it.

    The report is printed first, so that a full disk cannot lose it.
    """
    from pitboss.simulation.results.run_charts import Course, Run
    from pitboss.simulation.results.simulation_report import report
    from pitboss.simulation.saved_run import resume_run

    so_far = None if args.resume is None else resume_run(args.resume, plan)
    if so_far is not None and so_far.units > units:
        raise UserError(f"{args.resume} has {so_far.units:,} {plan.unit}s already; ask for that many --rounds or more")
    course = None if args.plot is None else Course(plan)
    session_text = ""
    if args.hours is not None:
        hours, pace = parse_hours(args)
        session_text = f"{float(hours):g} hours at {pace:,} an hour"
    with open_export(args, plan, units) as write:
        tally = play_units(args, plan, units, so_far, [write, *([course.follow] if course else [])])
    result = report(plan, tally, session_text)
    print_report(args, result)
    sys.stdout.flush()
    if (save := args.save or args.resume) is not None:
        save_run(save, plan, tally)
    if course is not None:
        draw_charts(args.plot, Run(plan, tally, course.complete(tally), result))


def play_units(
    args: argparse.Namespace,
    plan: Plan,
    units: int,
    so_far: Tally | None,
    followers: Sequence[Callable[[Tally], None]],
) -> Tally:
    """Play until `units` are done, and return the tally. Followers get the tally after every chunk.

    Control-C saves the run if --save or --resume asks for it, and raises KeyboardInterrupt.
    """
    from pitboss.analysis.text_tables import count_of
    from pitboss.simulation.machines.places import Job

    save = args.save or args.resume
    if args.audited and not args.quiet:
        print(f"every {plan.unit} goes through the audited engine, which is slower", file=sys.stderr)
    with open_place(args) as place, show_progress(args, plan, units) as watch, catch_interrupt() as stop:
        due = time.monotonic() + SAVE_EVERY
        steps = place.play([Job(plan, units, so_far)])
        _, tally = next(steps)
        if not args.quiet and (message := place.description()):
            print(message, file=sys.stderr)
        watch.start(tally)
        for _, tally in steps:
            for follow in followers:
                follow(tally)
            watch.update(tally)
            if stop.is_set():
                steps.close()
                break
            if save is not None and time.monotonic() >= due:
                try:
                    save_run(save, plan, tally)
                except OSError as error:  # the disk may have room again at the next attempt
                    watch.clear()
                    print(f"warning: this could not be saved: {describe_file_error(error)}", file=sys.stderr)
                due = time.monotonic() + SAVE_EVERY
        watch.clear()
        if not args.quiet and (message := place.shares()):
            print(message, file=sys.stderr)
    if tally.units < units:
        print(f"stopped after {count_of(tally.units, plan.unit)}", file=sys.stderr)
        if save is not None:
            save_run(save, plan, tally)
            print(f"they are kept in {save}, and --resume {save} goes on", file=sys.stderr)
        raise KeyboardInterrupt
    return tally


@contextmanager
def open_place(args: argparse.Namespace) -> Iterator[Place]:
    """Open the place where rounds are played: this machine, its graphics card or a cluster."""
    from pitboss.simulation.machines.places import choose_place

    workers = args.workers if args.workers is not None else (os.cpu_count() or 1)
    with closing(choose_place(args.device, workers, args.cluster)) as opened_place:
        if args.cluster is not None and not args.debug:  # its log would repeat our one-line error message
            logging.getLogger("distributed").setLevel(logging.CRITICAL)
        yield opened_place


@contextmanager
def open_export(args: argparse.Namespace, plan: Plan, units: int) -> Iterator[Callable[[Tally], None]]:
    """Open the file of --out and yield a function that writes the rounds up to a tally. Without --out it does
    nothing."""
    if args.out is None:
        yield lambda _: None
        return
    from pitboss.simulation.results.round_export import Writer, check_room

    check_room(plan, args.out, units)
    with open_atomically(args.out) as file:
        writer = Writer(plan, args.out.suffix, file)
        try:
            yield lambda tally: writer.write_until(tally.units)
            writer.write_until(units)  # nothing was played if the resumed run was complete
        finally:
            writer.close()  # before an exception deletes the draft of the file
    if not args.quiet:
        print(f"wrote {writer.rows:,} rows to {args.out}", file=sys.stderr)


def check_plot(path: Path) -> None:
    """Check the name of the chart file and that the chart package is installed, before the long simulation."""
    from pitboss.analysis.charts.chart_style import altair

    if path.suffix.lower() not in PLOTS:
        raise UserError(f"{path} should end in {' or '.join(PLOTS)}")
    altair()


def draw_charts(path: Path, run: Run) -> None:
    """Draw the charts of a run to an .svg or .png file."""
    from pitboss.analysis.charts import chart_style
    from pitboss.simulation.results.run_charts import draw_run

    chart = draw_run(run)
    write_atomically(
        path, chart_style.svg(chart).encode() if path.suffix.lower() == PLOTS[0] else chart_style.png(chart)
    )


@contextmanager
def catch_interrupt() -> Iterator[threading.Event]:
    """Yield an event that the first Control-C sets; the second one stops the program at once.

    The event is checked between two chunks, so that a saved tally is never half added up.
    """
    stop_asked = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: object) -> None:
        stop_asked.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield stop_asked
    finally:
        signal.signal(signal.SIGINT, before)


def save_run(path: Path, plan: Plan, tally: Tally) -> None:
    """Save a run, to be resumed with --resume."""
    from pitboss.simulation.saved_run import encode_run

    write_atomically(path, encode_run(plan, tally))


@contextmanager
def show_progress(args: argparse.Namespace, plan: Plan, units: int) -> Iterator[ProgressLine]:
    """Show progress inside the block, and the speed at its end."""
    watch = ProgressLine(plan, units, shown=sys.stderr.isatty() and not args.quiet, once=not args.quiet)
    yield watch
    watch.clear()
    if not args.quiet:
        watch.print_speed()


class ProgressLine:
    """Shows the progress and speed of a run, and its edge so far, on standard error."""

    def __init__(self, plan: Plan, units: int, shown: bool, once: bool = False) -> None:
        self.plan, self.units, self.shown = plan, units, shown
        self.once = once  # without a terminal: print one line, and only if the run takes long
        self.begun = self.looked = time.monotonic()
        self.first = self.done = 0

    def start(self, tally: Tally) -> None:
        """Start to measure the speed: kernels are compiled by now, and resumed rounds do not count."""
        self.begun = self.looked = time.monotonic()
        self.first = self.done = tally.units

    def update(self, tally: Tally) -> None:
        """Update the progress line, at most once every PACE seconds."""
        from pitboss.simulation.estimates.estimate import rough_edge

        self.done = tally.units
        now = time.monotonic()
        if not (self.shown or self.once) or now - self.looked < PACE:
            return
        self.looked = now
        rate = (tally.units - self.first) / (now - self.begun)
        if not rate:  # on a cluster the first units may take longer than one update
            return
        left = round((self.units - tally.units) / rate)
        if not self.shown:
            self.once = False
            if left >= LONG:
                print(
                    f"{rate:,.0f} {self.plan.unit}s a second, about {format_duration(left)} to go",
                    file=sys.stderr,
                    flush=True,
                )
            return
        ready = self.plan.ready[0]
        line = ready.lines[-1]
        edge = rough_edge(ready, tally.ways[0], len(ready.lines) - 1, tally.units, self.plan.seats)
        done = tally.units / self.units
        text = (
            f"{done:.0%}, {rate:,.0f} {self.plan.unit}s a second, {format_duration(left)} left, {line.wager} "
            f"{float(edge.value):.4%} +/- {edge.half:.4%}"
        )
        print(f"\r\033[K{progress_text(done, text)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def print_speed(self) -> None:
        seconds = time.monotonic() - self.begun
        if self.done > self.first and seconds:
            print(f"{(self.done - self.first) / seconds:,.0f} {self.plan.unit}s a second", file=sys.stderr)


def format_duration(seconds: int) -> str:
    """Format a number of seconds as hours:minutes:seconds."""
    return f"{seconds // 3600:,}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def progress_text(done: float, text: str) -> str:
    """Return a progress bar and a text that fit on one line of the terminal, because a broken line could not be
    erased."""
    columns = shutil.get_terminal_size().columns - 1
    width = min(WIDTH, columns - len(text) - len("[] "))
    if width < LEAST_WIDTH:
        return text[:columns]
    filled = int(width * done)
    return f"[{'#' * filled}{'.' * (width - filled)}] {text}"
