"""Report the answers to a list of questions as one table: as text, JSON, CSV or a data frame."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.analysis.exact_reports import PrintableReport
from pitboss.analysis.frames import as_csv, as_frame
from pitboss.analysis.text_tables import count_of, lines
from pitboss.counting.confidence import CONFIDENCE
from pitboss.counting.exact_model import Column, ImpossibleError, Section
from pitboss.simulation.results.question_list import Answering, Cells

if TYPE_CHECKING:
    from pandas import DataFrame

SHOWN = 40  # rows in a terminal
ENDINGS = (".csv", ".json", ".txt")
# What every row has, and how it is headed in print; the columns of what was asked stand before them.
FOUND = {"strategy": "strategy", "wager": "wager", "edge": "house edge", "low": "from", "high": "to", "z": "z"}


class AnswersReport(PrintableReport, frozen=True, kw_only=True):
    """A row for each question, strategy and wager."""

    plan: str  # how the file is called
    questions: int
    rows: tuple[Cells, ...]

    @property
    def digest(self) -> str:
        """A digest of the digests of all questions, in their order."""
        return hashlib.sha256("".join(f"{row['question']} {row['digest']}\n" for row in self.rows).encode()).hexdigest()

    def json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "plan": self.plan,
            "questions": self.questions,
            "confidence": CONFIDENCE / 100,
            "rows": list(self.rows),
            "warnings": list(self.warnings),
            "digest": self.digest,
        }

    def csv(self) -> str:
        """Return the report as CSV."""
        return as_csv(list(self.rows))

    def frame(self) -> DataFrame:
        """Return the rows as a data frame. This needs pandas (the extra `frames`)."""
        return as_frame(list(self.rows))

    def title(self) -> str:
        """Return the name of the plan file and the number of questions."""
        return f"{self.plan}, {count_of(self.questions, 'question')}"

    def sections(self) -> Iterator[Section]:
        """Yield the tables of the printed report."""
        yield self.table(SHOWN)
        yield Section(f"digest {self.digest}", (), ())

    def table(self, first: int) -> Section:
        """Return the table with its first `first` rows, or all rows if `first` is 0."""
        asked = [name for name in self.rows[0] if name not in FOUND][: list(self.rows[0]).index("strategy")]
        heads = [Column(name) for name in asked]
        heads += [Column(head, "text" if name in ("strategy", "wager") else "count") for name, head in FOUND.items()]
        rows = tuple(
            (*(str(row[name]) for name in asked), *map(_cell, FOUND, (row[name] for name in FOUND)))
            for row in self.rows
        )
        shown = (f"the first {first} of {len(rows)} rows; --out and --json have all",) if 0 < first < len(rows) else ()
        note = f"from and to: the {CONFIDENCE}% interval of the house edge"
        doubtful = [str(row["question"]) for row in self.rows if row.get("interval_method") == "doubtful"]
        doubts = f"too few rounds for payments this rare, so intervals may hold less: questions {', '.join(doubtful)}"
        return Section("", tuple(heads), rows, (note, *((doubts,) if doubtful else ()), *shown), first=first)

    def encode(self, form: str) -> bytes:
        """Return the content of a file with this extension."""
        match form:
            case ".csv":
                return self.csv().encode()
            case ".json":
                return (json.dumps(self.json(), indent=2, ensure_ascii=False) + "\n").encode()
        whole = "\n".join(lines(self.table(0)))
        return f"{self.title()}\n\n{whole}\n\ndigest {self.digest}\n".encode()


def _cell(name: str, value: Any) -> str:
    """Format the value of a column."""
    if value is None:
        return ""
    if name == "z":
        return f"{value:+.2f}"
    return f"{value:.4%}" if isinstance(value, float) else str(value)


def answers_report(name: str, answering: Answering) -> AnswersReport:
    """Return the report of a list of questions that are all answered."""
    warnings = dict.fromkeys(
        f"{question.where}: {warning}" for question in answering.questions for warning in question.plan.study.warnings
    )
    return AnswersReport(
        plan=name,
        questions=len(answering.questions),
        rows=tuple(answering.rows()),
        bet_matters=True,
        warnings=tuple(warnings),
    )


def check_form(path: Path) -> None:
    """Raise ImpossibleError before anything is played if no file can be written with this extension."""
    if path.suffix.lower() not in ENDINGS:
        raise ImpossibleError(f"{path} should end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}, because it is a table")
