"""The positions of the areas of a Sic Bo layout on a wide page, on a phone and in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pitboss.games.sic_bo.law.layout import ANY_TRIPLE, BIG, COMBINATION, DOUBLE, SINGLE, SMALL, TRIPLE, Area, is_total
from pitboss.table.printed import Cell, Plan, Tone

Odds = Mapping[str, str]  # by area, as it is printed
SHOWN = {SINGLE: 1, DOUBLE: 2, TRIPLE: 3, COMBINATION: 1}  # how often a die with each number of an area is drawn


class Row(NamedTuple):
    """Areas of equal width side by side."""

    left: float
    top: float
    width: float
    height: float


def lay_row(row: Row, areas: Sequence[Area], odds: Odds) -> Iterator[Cell]:
    width = row.width / len(areas)
    for index, area in enumerate(areas):
        yield cell(area, Row(row.left + index * width, row.top, width, row.height), odds[area.spot])


def cell(area: Area, row: Row, odds: str) -> Cell:
    place = (area.spot, round(row.left, 2), row.top, round(row.width, 2), row.height)
    if area.kind in SHOWN:
        return Cell(*place, says=odds, dice=area.numbers * SHOWN[area.kind])
    label = str(area.numbers[0]) if is_total(area) else area.spot.upper()
    tone: Tone = "gold" if area.kind in (SMALL, BIG) else ""
    return Cell(*place, label=label, says=odds, tone=tone)


def areas_in(areas: Iterable[Area], *kinds: str) -> list[Area]:
    return [area for area in areas if area.kind in kinds]


def wide(known: Mapping[str, Area], odds: Odds) -> Plan:
    areas = list(known.values())
    triples, totals = areas_in(areas, TRIPLE), [area for area in areas if is_total(area)]
    cells = [
        cell(known[SMALL], Row(24, 100, 120, 160), odds[SMALL]),
        cell(known[BIG], Row(816, 100, 120, 160), odds[BIG]),
        *lay_row(Row(144, 100, 672, 80), areas_in(areas, DOUBLE), odds),
        *lay_row(Row(144, 180, 252, 80), triples[:3], odds),
        cell(known[ANY_TRIPLE], Row(396, 180, 168, 80), odds[ANY_TRIPLE]),
        *lay_row(Row(564, 180, 252, 80), triples[3:], odds),
        *lay_row(Row(24, 260, 912, 86), totals, odds),
        *lay_row(Row(24, 346, 912, 82), areas_in(areas, COMBINATION), odds),
        *lay_row(Row(24, 428, 912, 80), areas_in(areas, SINGLE), odds),
    ]
    return Plan(960, 608, tuple(cells), dice=(480, 52, 38))


def narrow(known: Mapping[str, Area], odds: Odds) -> Plan:
    areas = list(known.values())
    totals, pairs = [area for area in areas if is_total(area)], areas_in(areas, COMBINATION)
    half = len(totals) // 2
    cells = [
        cell(known[SMALL], Row(6, 82, 189, 52), odds[SMALL]),
        cell(known[BIG], Row(195, 82, 189, 52), odds[BIG]),
        *lay_row(Row(6, 138, 378, 50), totals[:half], odds),
        *lay_row(Row(6, 188, 378, 50), totals[half:], odds),
        *lay_row(Row(6, 242, 378, 50), areas_in(areas, DOUBLE), odds),
        *lay_row(Row(6, 292, 378, 50), areas_in(areas, TRIPLE), odds),
        cell(known[ANY_TRIPLE], Row(6, 342, 378, 44), odds[ANY_TRIPLE]),
        *(each for line in range(3) for each in lay_row(Row(6, 390 + 50 * line, 378, 50), pairs[5 * line :][:5], odds)),
        *lay_row(Row(6, 544, 378, 54), areas_in(areas, SINGLE), odds),
    ]
    return Plan(390, 606, tuple(cells), dice=(195, 42, 34))


def text(known: Mapping[str, Area]) -> Plan:
    areas = list(known.values())
    totals = [area for area in areas if is_total(area)]
    cells = [
        *_line(0, 0, 9, [known[SMALL]]),
        *_line(0, 9, 10, areas_in(areas, DOUBLE)),
        *_line(0, 69, 9, [known[BIG]]),
        *_line(1, 0, 10, areas_in(areas, TRIPLE)),
        *_line(1, 60, 18, [known[ANY_TRIPLE]]),
        *_line(2, 0, 78 // len(totals), totals),
        *_line(3, 0, 5, areas_in(areas, COMBINATION)),
        *_line(4, 0, 13, areas_in(areas, SINGLE)),
    ]
    return Plan(78, 5, tuple(cells))


def _line(row: int, column: int, width: int, areas: list[Area]) -> Iterator[Cell]:
    for index, area in enumerate(areas):
        yield Cell(area.spot, column + index * width, row, width, 1, _short_label(area))


def _short_label(area: Area) -> str:
    if area.kind == SINGLE:
        return f"a {area.numbers[0]}"
    if area.kind in SHOWN:
        return "-".join(map(str, area.numbers * SHOWN[area.kind]))
    return str(area.numbers[0]) if is_total(area) else "any triple" if area.kind == ANY_TRIPLE else area.spot
