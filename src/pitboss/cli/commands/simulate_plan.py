"""pitboss simulate --plan: answer a list of questions by simulation, in one table."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from pitboss.cli.commands.simulate import (
    PACE,
    SAVE_EVERY,
    SEED,
    catch_interrupt,
    check_files,
    check_workers,
    format_duration,
    open_place,
    parse_whole_number,
    progress_text,
)
from pitboss.cli.main import UserError, describe_file_error
from pitboss.cli.shared.atomic_files import write_atomically
from pitboss.cli.shared.options import print_json

if TYPE_CHECKING:
    from pitboss.simulation.results.answer_table import AnswersReport
    from pitboss.simulation.results.question_list import Answering

# Options that the plan file replaces, with their defaults: none of them may be given beside --plan.
DEFAULTS: dict[str, object] = {
    "game": None, "seats": 1, "strategy": None, "list_strategies": False, "bet": [], "as_of": None, "assume": "",
    "set": [], "house": None, "table": None, "reading": [], "seed": SEED, "plot": None, "session": None,
    "bankroll": None, "rounds_per_hour": None, "hours": None, "detect": None, "audited": False, "incidents": None,
}  # fmt: skip


def run_plan(args: argparse.Namespace) -> int:
    """Answer all questions of the plan file and print the table of answers."""
    from pitboss.public.plan_file import read_plan
    from pitboss.simulation.results.answer_table import answers_report, check_form
    from pitboss.simulation.results.question_list import Answering, read_saved_answers

    check_options(args)
    check_workers(args)
    check_files(args)
    if args.out is not None:
        check_form(args.out)
    questions = read_plan(args.plan, None if args.rounds is None else parse_whole_number(args.rounds, "--rounds"))
    answering = Answering(questions, None if args.resume is None else read_saved_answers(args.resume))
    play_questions(args, answering)
    print_answers(args, answers_report(args.plan.name, answering))
    return 0


def check_options(args: argparse.Namespace) -> None:
    """Raise UserError if an option is given that belongs in the plan file."""
    for name, usual in DEFAULTS.items():
        if getattr(args, name) != usual:
            option = "GAME" if name == "game" else f"--{name.replace('_', '-')}"
            raise UserError(f"{option} does not go with --plan; write it into the plan, or leave it out")


def print_answers(args: argparse.Namespace, report: AnswersReport) -> None:
    """Print the warnings and the table of answers, or write the table to --out."""
    if not args.quiet:
        for warning in report.warnings:
            print(f"warning: {warning}", file=sys.stderr)
    if args.out is not None:
        write_atomically(args.out, report.encode(args.out.suffix.lower()))
        if not args.quiet:
            print(f"wrote {len(report.rows):,} rows to {args.out}", file=sys.stderr)
    if args.json:
        print_json(report.json())
    elif args.out is None and not args.quiet:
        print(report.to_text())


def play_questions(args: argparse.Namespace, answering: Answering) -> None:
    """Play until all questions are answered. Control-C saves what was played and raises KeyboardInterrupt."""
    save = args.save or args.resume
    watch = PlanProgress(answering, shown=sys.stderr.isatty() and not args.quiet)
    with open_place(args) as place, catch_interrupt() as stop:
        due, announced = time.monotonic() + SAVE_EVERY, ""
        for _ in answering.play(place):
            if not args.quiet and place.description() != announced:
                watch.clear()
                announced = place.description()
                print(announced, file=sys.stderr)
            watch.update()
            if stop.is_set():
                break
            if save is not None and time.monotonic() >= due:
                try:
                    write_atomically(save, answering.to_bytes())
                except OSError as error:  # the disk may have room again at the next attempt
                    watch.clear()
                    print(f"warning: this could not be saved: {describe_file_error(error)}", file=sys.stderr)
                due = time.monotonic() + SAVE_EVERY
        watch.clear()
        if not args.quiet and place.shares():
            print(place.shares(), file=sys.stderr)
    if save is not None:
        write_atomically(save, answering.to_bytes())
    if answering.questions_answered < len(answering.questions):
        progress = f"{answering.questions_answered} of {len(answering.questions)} questions"
        print(f"stopped after {progress}", file=sys.stderr)
        if save is not None:
            print(f"they are kept in {save}, and --resume {save} goes on", file=sys.stderr)
        raise KeyboardInterrupt
    if not args.quiet:
        watch.print_speed()


class PlanProgress:
    """Shows the progress and speed of the whole list on standard error."""

    def __init__(self, answering: Answering, shown: bool) -> None:
        self.answering, self.shown = answering, shown
        self.begun = self.looked = time.monotonic()
        self.first = answering.units_done

    def update(self) -> None:
        now = time.monotonic()
        if not self.shown or now - self.looked < PACE:
            return
        self.looked = now
        done, units = self.answering.units_done, self.answering.units
        rate = (done - self.first) / (now - self.begun)
        left = f", {format_duration(round((units - done) / rate))} left" if rate else ""
        questions = f"{self.answering.questions_answered} of {len(self.answering.questions)} questions"
        text = f"{done / units:.0%}, {questions}, {rate:,.0f} rounds a second{left}"
        print(f"\r\033[K{progress_text(done / units, text)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def print_speed(self) -> None:
        done, seconds = self.answering.units_done - self.first, time.monotonic() - self.begun
        if done > 0 and seconds:
            print(f"{done / seconds:,.0f} rounds a second, tables and all", file=sys.stderr)
