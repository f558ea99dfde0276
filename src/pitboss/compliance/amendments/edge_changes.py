"""The house edge of every wager that a table offers, before a change and after it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.comparison.table_comparison import paired, rows_of
from pitboss.analysis.study import Study
from pitboss.analysis.text_tables import lines, percent
from pitboss.counting.exact_model import Column, Row, Section
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules

NOT_OFFERED = "not offered"
FEW = 6  # wagers that are named although nothing changed about them


class Edge(msgspec.Struct, frozen=True):
    """Of one wager; none where it is not offered."""

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


class Counted(NamedTuple):
    edges: tuple[Edge, ...] | None
    why_not: str = ""  # unless nobody asked
    never_counted: tuple[str, ...] = ()  # wagers of the game that no count is about, whatever changed
    ask: str = ""  # the command that says why


NOT_ASKED = Counted(None)


def counted(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> Counted:
    """Odds below the law are counted as they are; a table that could not open is not counted."""
    try:
        for side, (rules, house) in zip(("before", "after"), zip(laws, houses, strict=True), strict=True):
            if closed := [each for each in house.breaches(rules) if each.cite.startswith("house:")]:
                return Counted(None, f"the table cannot open as it is set {side} the change: {closed[0].wrong}")
        never_counted = tuple(game.askable_model().UNCOUNTED)
        return Counted(edges(game, laws, houses), never_counted=never_counted, ask=f"pitboss edge {game.name}")
    except ValueError as wrong:
        return Counted(None, str(wrong))


def edges(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> tuple[Edge, ...]:
    """Each table at its own usual bet. A wager that neither table offers is left out."""
    first, second = (_rows(game, *side) for side in zip(laws, houses, strict=True))
    found = []
    for a, b in paired(first, second):
        row = a or b
        assert row is not None
        if any(each and each.offered for each in (a, b)):
            variant = " -> ".join(dict.fromkeys(each.variant for each in (a, b) if each and each.offered))
            found.append(Edge(row.wager, variant, row.unit, _edge(a), _edge(b)))
    return tuple(found)


def _rows(game: Game, rules: Rules, house: House) -> list[Row]:
    bet = game.askable_model().usual_bet(house)
    return rows_of(Study(game, rules, house, bet, ()))


def _edge(row: Row | None) -> Fraction | None:
    return row.house_edge if row is not None and row.offered else None


def told(found: Counted) -> Iterator[str]:
    """Those that changed; the others are named in one line."""
    if found.why_not:
        yield f"House edge not counted: {found.why_not}"
    changed = [each for each in found.edges or () if each.changed]
    if changed:
        heads = tuple(
            map(Column, ("wager", "variant", "of", *(head.rjust(len(NOT_OFFERED)) for head in ("was", "is"))))
        )
        rows = [(each.wager, each.variant, each.unit, _cell(each.was), _cell(each.now)) for each in changed]
        yield from lines(Section("House edge", heads, tuple(rows)))
    if same := dict.fromkeys(_unchanged(each) for each in found.edges or () if not each.changed):
        yield f"House edge unchanged: {', '.join(same) if len(same) <= FEW else f'{len(same)} wagers'}"
    if found.never_counted:
        yield f"House edge not counted: {'; '.join(found.never_counted)} ('{found.ask}' says why)"


def _unchanged(edge: Edge) -> str:
    return " ".join(filter(None, (edge.wager, edge.variant, percent(edge.now or Fraction(0)))))


def _cell(edge: Fraction | None) -> str:
    return (NOT_OFFERED if edge is None else percent(edge)).rjust(len(NOT_OFFERED))


def as_json(found: Counted) -> dict[str, Any]:
    return {
        "edges": None if found.edges is None else [each.json() for each in found.edges],
        "uncounted": found.why_not or None,
        "never_counted": list(found.never_counted),
    }
