"""pitboss simulate --plan: a list of questions, and one table of what they found."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from pitboss.cli.commands.simulate import (
    PACE,
    SAVE_EVERY,
    SEED,
    check_files,
    check_place,
    clock,
    fitted,
    stoppable,
    the_place,
    whole,
)
from pitboss.cli.main import UserError, file_trouble
from pitboss.cli.shared.atomic_files import write_whole
from pitboss.cli.shared.options import print_json

if TYPE_CHECKING:
    from pitboss.simulation.results.answer_table import AnswersReport
    from pitboss.simulation.results.question_list import Answering

# What the plan says itself, question by question, and what stands there if nobody gave it.
IN_THE_PLAN: dict[str, object] = {
    "game": None, "seats": 1, "strategy": None, "list_strategies": False, "bet": [], "as_of": None, "assume": "",
    "set": [], "house": None, "table": None, "reading": [], "seed": SEED, "plot": None, "session": None,
    "bankroll": None, "rounds_per_hour": None, "hours": None, "detect": None, "audited": False, "incidents": None,
}  # fmt: skip


def run_plan(args: argparse.Namespace) -> int:
    from pitboss.public.plan_file import read_plan
    from pitboss.simulation.results.answer_table import answers, check_form
    from pitboss.simulation.results.question_list import Answering, read_kept

    check_alone(args)
    check_place(args)
    check_files(args)
    if args.out is not None:
        check_form(args.out)
    questions = read_plan(args.plan, None if args.rounds is None else whole(args.rounds, "--rounds"))
    answering = Answering(questions, None if args.resume is None else read_kept(args.resume))
    play(args, answering)
    show(args, answers(args.plan.name, answering))
    return 0


def check_alone(args: argparse.Namespace) -> None:
    for name, usual in IN_THE_PLAN.items():
        if getattr(args, name) != usual:
            given = "GAME" if name == "game" else f"--{name.replace('_', '-')}"
            raise UserError(f"{given} does not go with --plan; write it into the plan, or leave it out")


def show(args: argparse.Namespace, report: AnswersReport) -> None:
    if not args.quiet:
        for warning in report.warnings:
            print(f"warning: {warning}", file=sys.stderr)
    if args.out is not None:
        write_whole(args.out, report.written(args.out.suffix.lower()))
        if not args.quiet:
            print(f"wrote {len(report.rows):,} rows to {args.out}", file=sys.stderr)
    if args.json:
        print_json(report.json())
    elif args.out is None and not args.quiet:
        print(report.told())


def play(args: argparse.Namespace, answering: Answering) -> None:
    """Until all are answered or somebody has seen enough."""
    save = args.save or args.resume
    watch = Watch(answering, shown=sys.stderr.isatty() and not args.quiet)
    with the_place(args) as here, stoppable() as stop:
        due, told = time.monotonic() + SAVE_EVERY, ""
        for _ in answering.playing(here):
            if not args.quiet and here.told() != told:
                watch.clear()
                told = here.told()
                print(told, file=sys.stderr)
            watch.going()
            if stop.is_set():
                break
            if save is not None and time.monotonic() >= due:
                try:
                    write_whole(save, answering.kept())
                except OSError as wrong:  # there may be room again the next time
                    watch.clear()
                    print(f"warning: this could not be saved: {file_trouble(wrong)}", file=sys.stderr)
                due = time.monotonic() + SAVE_EVERY
        watch.clear()
        if not args.quiet and here.shared():
            print(here.shared(), file=sys.stderr)
    if save is not None:
        write_whole(save, answering.kept())
    if answering.answered < len(answering.questions):
        many = f"{answering.answered} of {len(answering.questions)} questions"
        print(f"stopped after {many}", file=sys.stderr)
        if save is not None:
            print(f"they are kept in {save}, and --resume {save} goes on", file=sys.stderr)
        raise KeyboardInterrupt
    if not args.quiet:
        watch.told()


class Watch:
    """How far the whole list is, and how fast it goes."""

    def __init__(self, answering: Answering, shown: bool) -> None:
        self.answering, self.shown = answering, shown
        self.begun = self.looked = time.monotonic()
        self.first = answering.done

    def going(self) -> None:
        now = time.monotonic()
        if not self.shown or now - self.looked < PACE:
            return
        self.looked = now
        done, units = self.answering.done, self.answering.units
        rate = (done - self.first) / (now - self.begun)
        left = f", {clock(round((units - done) / rate))} left" if rate else ""
        questions = f"{self.answering.answered} of {len(self.answering.questions)} questions"
        told = f"{done / units:.0%}, {questions}, {rate:,.0f} rounds a second{left}"
        print(f"\r\033[K{fitted(done / units, told)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def told(self) -> None:
        done, seconds = self.answering.done - self.first, time.monotonic() - self.begun
        if done > 0 and seconds:
            print(f"{done / seconds:,.0f} rounds a second, tables and all", file=sys.stderr)
