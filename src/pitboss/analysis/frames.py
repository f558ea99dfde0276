"""Records of a report as a spreadsheet or a data frame."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.analysis.cache import fraction

if TYPE_CHECKING:
    from pandas import DataFrame


def as_csv(records: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow(
            {name: fraction(value) if isinstance(value, Fraction) else value for name, value in record.items()}
        )
    return text.getvalue()


def as_frame(records: list[dict[str, Any]]) -> DataFrame:
    try:
        import pandas
    except ImportError as missing:
        raise ImportError(
            "a data frame needs pandas; install it with: pip install 'pitboss[frames]'",
            name="pandas",
        ) from missing
    return pandas.DataFrame.from_records(records)
