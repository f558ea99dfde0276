"""Turns the records of a report into a spreadsheet or a data frame."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.analysis.cache import fraction

if TYPE_CHECKING:
    from pandas import DataFrame


FORMULA = frozenset("=+-@\t\r")  # what a spreadsheet takes for the beginning of a formula


def as_text(written: str) -> str:
    """Mark a text that a spreadsheet would take for a formula, so that it stays text."""
    return f"'{written}" if written[:1] in FORMULA else written


def as_csv(records: list[dict[str, Any]]) -> str:
    """Format records as CSV, with every fraction as p/q."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow({name: _cell(value) for name, value in record.items()})
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, Fraction):
        return fraction(value)
    return as_text(value) if isinstance(value, str) else value


def as_frame(records: list[dict[str, Any]]) -> DataFrame:
    """Return records as a pandas data frame. Raise `ImportError` with what to install if pandas is missing."""
    try:
        import pandas
    except ImportError as missing:
        raise ImportError(
            "a data frame needs pandas; install it with: pip install 'pitboss[frames]'",
            name="pandas",
        ) from missing
    return pandas.DataFrame.from_records(records)
