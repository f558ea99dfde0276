"""Answer a list of questions, one after the other or side by side, in one table.

A question is a plan and a number of rounds. Finished questions are saved as their rows and begun ones as a tally, so a
list that was stopped can be resumed without playing a finished question again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, overload

import msgspec

from pitboss.counting.exact_model import ImpossibleError
from pitboss.simulation.machines.places import Job, Place
from pitboss.simulation.plan import Plan
from pitboss.simulation.results.simulation_report import SimulationReport, report
from pitboss.simulation.saved_run import Form, SavedRun, add_checksum, read_checked
from pitboss.simulation.tallies import Tally

FORMAT = "pitboss answers 1"

Cells = dict[str, Any]  # of a row, by column


class Question(NamedTuple):
    """A plan and the number of units to play."""

    where: str  # it stands, for errors
    asked: Mapping[str, str]  # what was asked, as it was written, by column
    plan: Plan
    units: int

    @property
    def key(self) -> str:
        """A digest that is equal for equal questions, wherever they stand in a list."""
        encoded = msgspec.json.encode([self.plan.parameters, self.units], order="deterministic")
        return hashlib.sha256(encoded).hexdigest()


class SavedList(Form):
    """The saved state of a list, by the keys of its questions."""

    finished: dict[str, list[Cells]]
    going: dict[str, SavedRun]


class Jobs(Sequence[Job]):
    """The jobs of a list of questions. Each is made when its turn comes, because tables need memory. Raises
    ImpossibleError, naming the question, for one that cannot be played."""

    def __init__(self, questions: Sequence[Question], going: Mapping[str, SavedRun]) -> None:
        self.questions, self.going = questions, going

    def __len__(self) -> int:
        return len(self.questions)

    @overload
    def __getitem__(self, index: int) -> Job: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Job]: ...

    def __getitem__(self, index: int | slice) -> Job | Sequence[Job]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        question = self.questions[index]
        try:
            identity = question.plan.identity
        except ValueError as error:
            raise ImpossibleError(f"{question.where}: {error}") from None
        kept = self.going.get(question.key)
        return Job(question.plan, question.units, kept.tally if kept and kept.identity == identity else None)


class Answering:
    """A list of questions that is being answered."""

    def __init__(self, questions: Sequence[Question], kept: SavedList | None = None) -> None:
        self.questions = questions
        self.finished = dict(kept.finished) if kept else {}
        self.going: dict[str, tuple[Plan, Tally]] = {}
        self._before = kept.going if kept else {}

    @property
    def units(self) -> int:
        """The number of units to play for all questions together."""
        return sum(question.units for question in self.questions)

    @property
    def units_done(self) -> int:
        """The number of units that have been played."""
        finished = sum(question.units for question in self.questions if question.key in self.finished)
        return finished + sum(tally.units for _, tally in self.going.values())

    @property
    def questions_answered(self) -> int:
        """The number of questions that are answered."""
        return sum(question.key in self.finished for question in self.questions)

    def play(self, place: Place) -> Generator[None]:
        """Play until all questions are answered, and yield again and again, first before anything is played."""
        left = list(
            {candidate.key: candidate for candidate in self.questions if candidate.key not in self.finished}.values()
        )
        if not left:
            yield
            return
        for number, tally in place.play(Jobs(left, self._before)):
            question = left[number]
            if question.key in self.finished:
                continue
            self.going[question.key] = question.plan, tally
            if tally.units >= question.units:
                self.finished[question.key] = list(report_cells(report(question.plan, tally)))
                del self.going[question.key]
                for cached in ("ready", "identity"):  # tables take room
                    question.plan.__dict__.pop(cached, None)
            yield

    def to_bytes(self) -> bytes:
        """Return the content of the file from which the list can be resumed."""
        going = {key: SavedRun("", plan.identity, tally) for key, (plan, tally) in self.going.items() if tally.units}
        before = {key: saved for key, saved in self._before.items() if key not in self.finished}
        return add_checksum(SavedList(FORMAT, self.finished, {**before, **going}))

    def rows(self) -> Iterator[Cells]:
        """Yield a row for each question, strategy and wager."""
        columns = list(dict.fromkeys(name for other in self.questions for name in other.asked))
        for number, question in enumerate(self.questions, 1):
            asked = {name: question.asked.get(name, "") for name in columns}
            for row in self.finished[question.key]:
                yield {"question": number, **asked, **row}


def report_cells(report_: SimulationReport) -> Iterator[Cells]:
    """Yield the cells of each row of a simulation's report, by column."""
    for row in report_.rows:
        values = row.json()
        low, high = values["interval"] or (None, None)
        yield {
            "strategy": row.strategy,
            "wager": row.wager,
            "role": row.role,
            "rounds": report_.rounds,
            "seed": report_.identity["seed"],
            "edge": values["estimate"],
            "low": low,
            "high": high,
            "exact": values["exact"],
            "z": values["z"],
            "interval_method": values["interval_method"],
            "per_wagered": values["per_wagered"]["estimate"],
            "deviation": values["deviation"],
            "wagered_cents": row.wagered_cents,
            "net_cents": row.net_cents,
            "digest": report_.digest,
        }


def read_saved_answers(path: Path) -> SavedList:
    """Read the file of a list that was stopped. Raises ImpossibleError if it has another format."""
    body = read_checked(path)
    if (form := msgspec.json.decode(body, type=Form).format) != FORMAT:
        raise ImpossibleError(
            f"{path} holds no answers to a plan: its form is {form!r}, and this version reads {FORMAT!r}"
        )
    return msgspec.json.decode(body, type=SavedList)
