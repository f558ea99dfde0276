"""Computes the edges of wagers under every choice of a reading."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.counting.exact_model import Edge, ImpossibleError, Row
from pitboss.law.readings import readings_of

if TYPE_CHECKING:
    from pitboss.analysis.study import Study

Edges = dict[str, Fraction | None]  # by choice; None where the wager does not exist then, or is not counted


def edges_by_choice(study: Study, rows: list[Row], players: int) -> list[dict[str, Edges]]:
    """Return, for each row and each reading that it rests on, the edge under every choice."""
    all_readings = readings_of(study.game.package)
    edges: list[dict[str, Edges]] = [{} for _ in rows]
    for reading in sorted({reading for row in rows for reading in row.rests_on}):
        for choice in all_readings[reading].choices:
            other_rows: Sequence[Row | Edge]
            if choice == study.rules.reads(reading):
                other_rows = rows
            else:
                readings = {**study.rules.readings, reading: choice}
                other_rules = study.game.rules(readings, study.rules.as_of, study.rules.assumed)
                try:
                    other_rows = list(study.edges(other_rules, players))
                except ImpossibleError:  # the model does not count this choice
                    other_rows = []
            for index, row in enumerate(rows):
                if reading in row.rests_on:
                    edges[index].setdefault(reading, {})[choice] = _edge_of_same_row(row, other_rows)
    return edges


def _edge_of_same_row(row: Row, other_rows: Sequence[Row | Edge]) -> Fraction | None:
    """Return the edge that a row's wager has among `other_rows`, which are counted under another choice of a reading;
    None if it has none.

    Rows with the same unit come first. If there is none, another unit counts, because "the wager made" and "the wager
    resolved" may be one row under the other choice.
    """
    same_wager = [
        candidate for candidate in other_rows if (candidate.wager, candidate.variant) == (row.wager, row.variant)
    ]
    by_unit = [candidate for candidate in same_wager if candidate.unit == row.unit]
    return (by_unit or same_wager)[0].house_edge if same_wager else None
