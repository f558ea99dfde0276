"""What the edge of a wager would be if the law were read otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.counting.exact_model import Edge, ImpossibleError, Row
from pitboss.law.readings import readings_of

if TYPE_CHECKING:
    from pitboss.analysis.study import Study

Edges = dict[str, Fraction | None]  # by choice; none where the wager does not exist then, or is not counted out


def under_alternatives(about: Study, rows: list[Row], players: int) -> list[dict[str, Edges]]:
    """For each row and each reading that it rests on: the edge under every choice."""
    known = readings_of(about.game.package)
    found: list[dict[str, Edges]] = [{} for _ in rows]
    for reading in sorted({reading for row in rows for reading in row.rests_on}):
        for choice in known[reading].choices:
            then: Sequence[Row | Edge]
            if choice == about.rules.reads(reading):
                then = rows
            else:
                readings = {**about.rules.readings, reading: choice}
                other = about.game.rules(readings, about.rules.as_of, about.rules.assumed)
                try:
                    then = list(about.edges(other, players))
                except ImpossibleError:  # the model does not count that out
                    then = []
            for at, row in enumerate(rows):
                if reading in row.rests_on:
                    found[at].setdefault(reading, {})[choice] = _same_row(row, then)
    return found


def _same_row(row: Row, others: Sequence[Row | Edge]) -> Fraction | None:
    """The edge of this row under another reading, by which made and resolved may come to the same."""
    alike = [other for other in others if (other.wager, other.variant) == (row.wager, row.variant)]
    by_unit = [other for other in alike if other.unit == row.unit]
    return (by_unit or alike)[0].house_edge if alike else None
