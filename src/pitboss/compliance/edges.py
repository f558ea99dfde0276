"""The house edge of every wager that a table offers, before a change and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.compare import paired, rows_of
from pitboss.analysis.setting import Study
from pitboss.analysis.show import lines, percent
from pitboss.counting.model import Column, Row, Section
from pitboss.engine.game import Game
from pitboss.engine.house import House
from pitboss.law.rules import Rules

NOT_OFFERED = "not offered"


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


def told(found: Sequence[Edge]) -> Iterator[str]:
    """Those that changed; the others are named in one line."""
    changed = [each for each in found if each.changed]
    heads = tuple(map(Column, ("wager", "variant", "of", "was", "is")))
    if changed:
        rows = [(each.wager, each.variant, each.unit, _cell(each.was), _cell(each.now)) for each in changed]
        yield from lines(Section("House edge", heads, tuple(rows)))
    if same := [each for each in found if not each.changed]:
        named = dict.fromkeys(
            f"{' '.join(filter(None, (each.wager, each.variant)))} {percent(each.now or Fraction(0))}" for each in same
        )
        few = ", ".join(named) if len(named) <= 6 else f"{len(named)} wagers"
        yield f"House edge unchanged: {few}"


def _cell(edge: Fraction | None) -> str:
    return (NOT_OFFERED if edge is None else percent(edge)).rjust(len(NOT_OFFERED))
