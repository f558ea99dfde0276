"""The house edge of every wager that a table offers, before a change and after it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.comparison.table_comparison import pair_rows, rows_of
from pitboss.analysis.study import Study
from pitboss.analysis.text_tables import lines, percent
from pitboss.counting.exact_model import Column, Row, Section
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules

NOT_OFFERED = "not offered"
FEW = 6  # up to this many unchanged wagers are named


class Edge(msgspec.Struct, frozen=True):
    """The edge of one wager before and after; None on the side where the wager is not offered."""

    wager: str
    variant: str
    unit: str
    was: Fraction | None
    now: Fraction | None

    @property
    def changed(self) -> bool:
        return self.was != self.now

    def json(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "variant": self.variant,
            "unit": self.unit,
            "was": None if self.was is None else fraction(self.was),
            "was_decimal": None if self.was is None else float(self.was),
            "is": None if self.now is None else fraction(self.now),
            "is_decimal": None if self.now is None else float(self.now),
        }


class EdgeChanges(NamedTuple):
    """The edges of a table before and after a change, or why they were not counted."""

    edges: tuple[Edge, ...] | None
    why_not: str = ""  # why they were not counted; empty if nobody asked for them
    never_counted: tuple[str, ...] = ()  # wagers of the game whose edge is never counted
    ask: str = ""  # the command that explains why


NOT_ASKED = EdgeChanges(None)


def count_edge_changes(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> EdgeChanges:
    """Count the edges on both sides. Odds below the law are counted as they are; a table that could not open is not
    counted."""
    try:
        for side, (rules, house) in zip(("before", "after"), zip(laws, houses, strict=True), strict=True):
            if breaches := [breach for breach in house.breaches(rules) if breach.cite.startswith("house:")]:
                return EdgeChanges(None, f"the table cannot open as it is set {side} the change: {breaches[0].wrong}")
        never_counted = tuple(game.askable_model().UNCOUNTED)
        return EdgeChanges(
            compare_edges(game, laws, houses), never_counted=never_counted, ask=f"pitboss edge {game.name}"
        )
    except ValueError as error:
        return EdgeChanges(None, str(error))


def compare_edges(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> tuple[Edge, ...]:
    """Return the edges of all wagers that one of the tables offers, each table at its own usual bet."""
    rows_before, rows_after = (_rows(game, *side) for side in zip(laws, houses, strict=True))
    changes = []
    for row_before, row_after in pair_rows(rows_before, rows_after):
        row = row_before or row_after
        assert row is not None
        if any(side_row and side_row.offered for side_row in (row_before, row_after)):
            variant = " -> ".join(
                dict.fromkeys(side_row.variant for side_row in (row_before, row_after) if side_row and side_row.offered)
            )
            changes.append(Edge(row.wager, variant, row.unit, _edge(row_before), _edge(row_after)))
    return tuple(changes)


def _rows(game: Game, rules: Rules, house: House) -> list[Row]:
    bet = game.askable_model().usual_bet(house)
    return rows_of(Study(game, rules, house, bet, ()))


def _edge(row: Row | None) -> Fraction | None:
    """Return the house edge of a wager; None if it is not offered."""
    return row.house_edge if row is not None and row.offered else None


def to_lines(changes: EdgeChanges) -> Iterator[str]:
    """Yield lines about the edges: a table of those that changed, and one line that names the others."""
    if changes.why_not:
        yield f"House edge not counted: {changes.why_not}"
    changed_edges = [edge for edge in changes.edges or () if edge.changed]
    if changed_edges:
        heads = tuple(
            map(Column, ("wager", "variant", "of", *(head.rjust(len(NOT_OFFERED)) for head in ("was", "is"))))
        )
        rows = [(edge.wager, edge.variant, edge.unit, _cell(edge.was), _cell(edge.now)) for edge in changed_edges]
        yield from lines(Section("House edge", heads, tuple(rows)))
    if unchanged := dict.fromkeys(_unchanged_text(edge) for edge in changes.edges or () if not edge.changed):
        yield f"House edge unchanged: {', '.join(unchanged) if len(unchanged) <= FEW else f'{len(unchanged)} wagers'}"
    if changes.never_counted:
        yield f"House edge not counted: {'; '.join(changes.never_counted)} ('{changes.ask}' says why)"


def _unchanged_text(edge: Edge) -> str:
    return " ".join(filter(None, (edge.wager, edge.variant, percent(edge.now or Fraction(0)))))


def _cell(edge: Fraction | None) -> str:
    return (NOT_OFFERED if edge is None else percent(edge)).rjust(len(NOT_OFFERED))


def as_json(changes: EdgeChanges) -> dict[str, Any]:
    return {
        "edges": None if changes.edges is None else [edge.json() for edge in changes.edges],
        "uncounted": changes.why_not or None,
        "never_counted": list(changes.never_counted),
    }
