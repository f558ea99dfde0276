"""pitboss simulate: rounds by the million, beside the exact figure."""

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

from pitboss.cli.main import UserError, file_trouble
from pitboss.cli.shared.atomic_files import check_writable, streamed, write_whole
from pitboss.cli.shared.options import print_json
from pitboss.cli.shared.table_options import add_table, the_setting
from pitboss.table.money import Money

if TYPE_CHECKING:
    from pitboss.analysis import Study
    from pitboss.counting.simulation_model import Situations
    from pitboss.simulation.machines.places import Place
    from pitboss.simulation.plan import NamedWay, Plan
    from pitboss.simulation.results.run_charts import Run
    from pitboss.simulation.results.simulation_report import SimulationReport
    from pitboss.simulation.tallies import Tally

WIDTH, LEAST_WIDTH = 24, 8  # of the bar
PACE = 0.2  # seconds between two looks at it
LONG = 10  # seconds that are worth a word
SAVE_EVERY = 10.0  # seconds
SEED = 1947
ROUNDS = 10_000_000
AUDITED_ROUNDS = 10_000
SHOES, AUDITED_SHOES = 100_000, 100  # where the unit is a shoe
LEAST = 1_000  # of a strategy that takes long, unless somebody says
PLOTS = (".svg", ".png")
LONGEST = 40  # characters, and powers of ten, of a number that anybody means


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
    add_table(parser)
    _add_course(parser)
    _add_files(parser)
    _add_sessions(parser)
    _add_audit(parser)
    parser.epilog = (
        "The result is the same byte for byte whatever the number of workers, whole or resumed. Intervals hold 99 "
        "percent and come from rounds, since seats share a deck. How fast it ran is on standard error."
    )


def _add_course(parser: argparse.ArgumentParser) -> None:
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


def _add_files(parser: argparse.ArgumentParser) -> None:
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


def _add_sessions(parser: argparse.ArgumentParser) -> None:
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


def _add_audit(parser: argparse.ArgumentParser) -> None:
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
    except ValueError as wrong:
        raise UserError(wrong) from None
    except ImportError as missing:
        if missing.name is not None and missing.name.startswith("pitboss"):
            raise
        raise UserError(missing) from None


def _run(args: argparse.Namespace) -> int:
    if args.plan is not None:
        from pitboss.cli.commands.simulate_plan import run_plan

        return run_plan(args)
    if args.game is None:
        raise UserError("name a game (see 'pitboss games'), or a file of questions with --plan")
    args.bet, bets = None, list(args.bet)
    study = the_setting(args)
    if args.list_strategies:
        return _list(args, study)
    asked = None if args.rounds is None else whole(args.rounds, "--rounds")
    check_place(args)
    check_files(args)
    if args.plot is not None:
        check_plot(args.plot)
    if args.out is not None:
        from pitboss.simulation.results.round_export import check_form

        check_form(args.out)
    plan = the_plan(args, study, bets)
    if args.detect is not None:
        return _detect(args, plan)
    simulated(args, plan, usual_units(args, plan) if asked is None else asked)
    return 0


def usual_units(args: argparse.Namespace, plan: Plan) -> int:
    """Fewer where each takes long, so that nobody waits for hours who asked for nothing of the kind."""
    shoes = plan.unit == "shoe"
    if args.audited:
        return AUDITED_SHOES if shoes else AUDITED_ROUNDS
    units = max((SHOES if shoes else ROUNDS) // plan.costly, LEAST)
    if plan.costly > 1 and not args.quiet:
        told = f"this strategy takes long: {units:,} {plan.unit}s, unless you ask for more with --rounds"
        print(told, file=sys.stderr)
    return units


def show(args: argparse.Namespace, report: SimulationReport) -> None:
    if not args.quiet:
        for warning in report.warnings:
            print(f"warning: {warning}", file=sys.stderr)
    if args.json:
        print_json(report.json())
    elif not args.quiet:
        print(report.told())


def check_place(args: argparse.Namespace) -> None:
    if args.cluster is not None and args.audited:
        raise UserError("the audited engine plays on this machine alone; leave out --cluster or --audited")
    if args.cluster is not None and args.workers is not None:
        raise UserError("--workers is about this machine, and a cluster has its own; leave it out")
    if args.workers is not None and args.workers < 1:
        raise UserError("--workers must be 1 or more")


def check_files(args: argparse.Namespace) -> None:
    """Before anything is played for them."""
    named = {"--resume": args.resume, "--save": args.save, "--out": args.out, "--plot": args.plot}
    seen: dict[Path, str] = {}
    for option, path in named.items():
        if path is None:
            continue
        if option != "--resume":
            check_writable(path)
        other = seen.setdefault(path.resolve(), option)
        if other != option and (other, option) != ("--resume", "--save"):
            raise UserError(f"{other} and {option} both name {path}; give each a file of its own")
    if args.save is not None and args.save.exists() and seen[args.save.resolve()] == "--save":
        raise UserError(
            f"{args.save} already exists; go on from it with --resume {args.save}, or name another file to --save to"
        )


def number(given: str, option: str, example: str) -> Fraction:
    """As people write it: 1000000, 1_000_000, 1,000,000, 1e6, 0.5 or 1/2. A long one is not even worked out."""
    written = re.fullmatch(
        r"([^e]+)(?:e([+-]?[0-9]+))?", given.strip().replace(",", "").replace("_", ""), re.IGNORECASE
    )
    if written is None:
        raise UserError(f"{option} {given!r} is no number; write it like {example}")
    if len(given) > LONGEST or abs(int(written[2] or 0)) > LONGEST:
        raise UserError(f"{option} {given:.{LONGEST}} makes no sense; write it like {example}")
    try:
        return Fraction(written[0])
    except (ValueError, ZeroDivisionError):
        raise UserError(f"{option} {given!r} is no number; write it like {example}") from None


def whole(given: str, option: str) -> int:
    from pitboss.simulation.plan import MOST_UNITS

    found = number(given, option, "1000000 or 1e6")
    if found.denominator != 1 or not 1 <= found <= MOST_UNITS:
        raise UserError(f"{option} {given} makes no sense; give a whole number from 1 up")
    return int(found)


def the_session(args: argparse.Namespace, study: Study) -> int | None:
    """How many rounds it has: as said, or as hours have it, to the nearest round."""
    if args.hours is not None and study.game.rests:
        raise UserError("--hours counts rounds, and the unit here is a shoe; say how many shoes with --session")
    if (args.hours is None) != (args.rounds_per_hour is None):
        raise UserError("--hours and --rounds-per-hour go together; give both")
    if args.hours is None:
        return None if args.session is None else whole(args.session, "--session")
    if args.session is not None:
        raise UserError("--session and --hours both say how long a session is; give one of them")
    hours, pace = the_hours(args)
    if (rounds := round(hours * pace)) < 1:
        raise UserError(f"--hours {args.hours} at {pace:,} rounds an hour is not one round; give more")
    return rounds


def the_hours(args: argparse.Namespace) -> tuple[Fraction, int]:
    """How many, and the rounds of each."""
    return number(args.hours, "--hours", "4 or 1.5"), whole(args.rounds_per_hour, "--rounds-per-hour")


def the_plan(args: argparse.Namespace, study: Study, bets: list[str]) -> Plan:
    from pitboss.simulation.plan import plan

    return plan(
        study,
        audited=args.audited,
        incidents=the_incidents(args, study),
        bets=the_bets(study, bets),
        seats=args.seats,
        ways=the_ways(args, study),
        seed=args.seed,
        session=the_session(args, study),
        bankroll=None if args.bankroll is None else int(Money.parse(args.bankroll)),
    )


def the_incidents(args: argparse.Namespace, study: Study) -> dict[str, Fraction]:
    from pitboss.simulation.audited_play.disturbed_rounds import rates

    if args.incidents is None:
        return {}
    if not args.audited:
        raise UserError("--incidents needs --audited, because only the engine knows what to do about them")
    return rates(study.game, args.incidents)


def the_bets(study: Study, given: list[str]) -> dict[str, int] | None:
    """One without a name is on what everybody bets on by default."""
    if not given:
        return None
    from pitboss.simulation.plan import usual_bets

    found = dict[str, int]()
    for each in given:
        spot, equals, amount = each.rpartition("=")
        if equals:
            named = {spot.strip(): int(Money.parse(amount.strip()))}
        else:
            named = usual_bets(study, Money.parse(amount))
        if twice := found.keys() & named.keys():
            raise UserError(f"--bet on {sorted(twice)[0]} is given twice; give it once")
        found |= named
        if not all(found.values()):
            raise UserError(f"--bet {each} bets nothing; give more, or leave it out")
    return found


def the_ways(args: argparse.Namespace, study: Study) -> list[NamedWay]:
    from pitboss.simulation.plan import way

    if args.strategy is None:
        return []
    found = []
    for name in map(str.strip, args.strategy.split(",")):
        if not name:
            raise UserError(f"--strategy {args.strategy!r} has a place without a name; write it like optimal,mine.toml")
        if name.endswith(".toml"):
            from pitboss.simulation.rules_file import read_way

            found.append(read_way(Path(name), study))
        else:
            found.append(way(study.game.sim_model(), name))
    return found


def _list(args: argparse.Namespace, study: Study) -> int:
    model = study.game.sim_model()
    decisions: dict[str, Situations] = {}
    for asked in model.decisions(study.rules, study.house):
        decisions.setdefault(asked.decision, asked)
    if args.json:
        print_json(
            {
                "strategies": {name: way.about for name, way in model.WAYS.items()},
                "decisions": {
                    name: {
                        "choices": list(asked.choices),
                        "features": {feature: each.about for feature, each in asked.features.items()},
                    }
                    for name, asked in decisions.items()
                },
            }
        )
        return 0
    width = max(map(len, model.WAYS))
    print("strategies")
    for name, way in model.WAYS.items():
        print(f"  {name:<{width}}  {way.about}")
    for name, asked in decisions.items():
        print(f"\n[[{name}]] in a file of your own: choose {' or '.join(asked.choices)}, by")
        width = max(map(len, asked.features))
        for feature, each in asked.features.items():
            names = f" ({', '.join(each.names)})" if each.names else ""
            print(f"  {feature:<{width}}  {each.about}{names}")
    return 0


def _detect(args: argparse.Namespace, plan: Plan) -> int:
    from pitboss.counting.confidence import CONFIDENCE
    from pitboss.simulation.estimates.rounds_needed import rounds_needed

    difference = percentage(args.detect)
    if len(plan.ways) > 1:
        raise UserError("--detect is about one strategy; name one")
    needed = rounds_needed(plan, difference)
    if args.json:
        print_json({"detect": float(difference), "confidence": CONFIDENCE / 100, "rounds": needed})
    elif not args.quiet:
        for wager, units in needed.items():
            print(f"{wager}: {units:,} {plan.unit}s for an interval of plus or minus {args.detect} ({CONFIDENCE}%)")
    return 0


def percentage(given: str) -> Fraction:
    found = number(given.removesuffix("%"), "--detect", "0.1% or 0.001") / (100 if given.endswith("%") else 1)
    if not 0 < found < 1:
        raise UserError(f"--detect {given} makes no sense; give a share above 0 and below 100%")
    return found


def simulated(args: argparse.Namespace, plan: Plan, units: int) -> None:
    """The result is shown before anything is kept or drawn of it, so that no full disk can take it away."""
    from pitboss.simulation.results.run_charts import Course, Run
    from pitboss.simulation.results.simulation_report import report
    from pitboss.simulation.saved_run import resumed

    so_far = None if args.resume is None else resumed(args.resume, plan)
    if so_far is not None and so_far.units > units:
        raise UserError(f"{args.resume} has {so_far.units:,} {plan.unit}s already; ask for that many --rounds or more")
    course = None if args.plot is None else Course(plan)
    evening = ""
    if args.hours is not None:
        hours, pace = the_hours(args)
        evening = f"{float(hours):g} hours at {pace:,} an hour"
    with writing(args, plan, units) as write:
        tally = played(args, plan, units, so_far, [write, *([course.follow] if course else [])])
    found = report(plan, tally, evening)
    show(args, found)
    sys.stdout.flush()
    if (save := args.save or args.resume) is not None:
        keep(save, plan, tally)
    if course is not None:
        draw(args.plot, Run(plan, tally, course.whole(tally), found))


def played(
    args: argparse.Namespace,
    plan: Plan,
    units: int,
    so_far: Tally | None,
    followers: Sequence[Callable[[Tally], None]],
) -> Tally:
    """Until it is done or somebody has seen enough."""
    from pitboss.analysis.text_tables import so_many
    from pitboss.simulation.machines.places import Job

    save = args.save or args.resume
    if args.audited and not args.quiet:
        print(f"every {plan.unit} goes through the audited engine, which is slower", file=sys.stderr)
    with the_place(args) as here, watching(args, plan, units) as watch, stoppable() as stop:
        due = time.monotonic() + SAVE_EVERY
        steps = here.playing([Job(plan, units, so_far)])
        _, tally = next(steps)
        if not args.quiet and (told := here.told()):
            print(told, file=sys.stderr)
        watch.start(tally)
        for _, tally in steps:
            for follow in followers:
                follow(tally)
            watch.going(tally)
            if stop.is_set():
                steps.close()
                break
            if save is not None and time.monotonic() >= due:
                try:
                    keep(save, plan, tally)
                except OSError as wrong:  # there may be room again the next time
                    watch.clear()
                    print(f"warning: this could not be saved: {file_trouble(wrong)}", file=sys.stderr)
                due = time.monotonic() + SAVE_EVERY
        watch.clear()
        if not args.quiet and (told := here.shared()):
            print(told, file=sys.stderr)
    if tally.units < units:
        print(f"stopped after {so_many(tally.units, plan.unit)}", file=sys.stderr)
        if save is not None:
            keep(save, plan, tally)
            print(f"they are kept in {save}, and --resume {save} goes on", file=sys.stderr)
        raise KeyboardInterrupt
    return tally


@contextmanager
def the_place(args: argparse.Namespace) -> Iterator[Place]:
    from pitboss.simulation.machines.places import place

    workers = args.workers if args.workers is not None else (os.cpu_count() or 1)
    with closing(place(args.device, workers, args.cluster)) as found:
        if args.cluster is not None and not args.debug:  # what matters of that is said in a sentence
            logging.getLogger("distributed").setLevel(logging.CRITICAL)
        yield found


@contextmanager
def writing(args: argparse.Namespace, plan: Plan, units: int) -> Iterator[Callable[[Tally], None]]:
    """What keeps the file of rounds as far as the tally is."""
    if args.out is None:
        yield lambda _: None
        return
    from pitboss.simulation.results.round_export import Writer, check_room

    check_room(plan, args.out, units)
    with streamed(args.out) as file:
        writer = Writer(plan, args.out.suffix, file)
        try:
            yield lambda tally: writer.up_to(tally.units)
            writer.up_to(units)  # a run that was whole when it was resumed
        finally:
            writer.close()  # while there is a file, also if there will be none
    if not args.quiet:
        print(f"wrote {writer.rows:,} rows to {args.out}", file=sys.stderr)


def check_plot(path: Path) -> None:
    """Before anything is played for it."""
    from pitboss.analysis.charts.chart_style import altair

    if path.suffix.lower() not in PLOTS:
        raise UserError(f"{path} should end in {' or '.join(PLOTS)}")
    altair()


def draw(path: Path, run: Run) -> None:
    from pitboss.analysis.charts import chart_style
    from pitboss.simulation.results.run_charts import drawn

    chart = drawn(run)
    write_whole(path, chart_style.svg(chart).encode() if path.suffix.lower() == PLOTS[0] else chart_style.png(chart))


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """Ctrl-C is looked at between two chunks, so that what is kept is never half added up. The second time it stops at
    once."""
    asked = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def keep(path: Path, plan: Plan, tally: Tally) -> None:
    from pitboss.simulation.saved_run import saved

    write_whole(path, saved(plan, tally))


@contextmanager
def watching(args: argparse.Namespace, plan: Plan, units: int) -> Iterator[Watch]:
    watch = Watch(plan, units, shown=sys.stderr.isatty() and not args.quiet, once=not args.quiet)
    yield watch
    watch.clear()
    if not args.quiet:
        watch.told()


class Watch:
    """How far it is, how fast it goes, and what has been found so far."""

    def __init__(self, plan: Plan, units: int, shown: bool, once: bool = False) -> None:
        self.plan, self.units, self.shown = plan, units, shown
        self.once = once  # without a terminal one line must do, and that only where it takes long
        self.begun = self.looked = time.monotonic()
        self.first = self.done = 0

    def start(self, tally: Tally) -> None:
        """Everything is compiled by now, and what was done before is no work of today."""
        self.begun = self.looked = time.monotonic()
        self.first = self.done = tally.units

    def going(self, tally: Tally) -> None:
        from pitboss.simulation.estimates.estimate import rough_edge

        self.done = tally.units
        now = time.monotonic()
        if not (self.shown or self.once) or now - self.looked < PACE:
            return
        self.looked = now
        rate = (tally.units - self.first) / (now - self.begun)
        if not rate:  # on a cluster the first units may take longer than a look
            return
        left = round((self.units - tally.units) / rate)
        if not self.shown:
            self.once = False
            if left >= LONG:
                print(f"{rate:,.0f} {self.plan.unit}s a second, about {clock(left)} to go", file=sys.stderr, flush=True)
            return
        ready = self.plan.ready[0]
        line = ready.lines[-1]
        edge = rough_edge(ready, tally.ways[0], len(ready.lines) - 1, tally.units, self.plan.seats)
        done = tally.units / self.units
        told = (
            f"{done:.0%}, {rate:,.0f} {self.plan.unit}s a second, {clock(left)} left, {line.wager} "
            f"{float(edge.value):.4%} +/- {edge.half:.4%}"
        )
        print(f"\r\033[K{fitted(done, told)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def told(self) -> None:
        seconds = time.monotonic() - self.begun
        if self.done > self.first and seconds:
            print(f"{(self.done - self.first) / seconds:,.0f} {self.plan.unit}s a second", file=sys.stderr)


def clock(seconds: int) -> str:
    return f"{seconds // 3600:,}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def fitted(done: float, told: str) -> str:
    """A bar and words in one line of the terminal: one that is broken into two leaves something behind."""
    room = shutil.get_terminal_size().columns - 1
    width = min(WIDTH, room - len(told) - len("[] "))
    if width < LEAST_WIDTH:
        return told[:room]
    full = int(width * done)
    return f"[{'#' * full}{'.' * (width - full)}] {told}"
