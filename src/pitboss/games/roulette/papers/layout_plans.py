"""The positions of the areas of a roulette layout on a wide page, on a phone and in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.roulette.law.layout import COLUMNS, ROWS, Area, color_of, layout, place_of
from pitboss.table.printed import Cell, Plan, Tone

OUTSIDE = (
    ("low", "1 to 18"),
    ("even", "Even"),
    ("red", "Red"),
    ("black", "Black"),
    ("odd", "Odd"),
    ("high", "19 to 36"),
)
DOZENS = ("1st 12", "2nd 12", "3rd 12")
TONES: dict[str, Tone] = {"red": "red", "black": "black"}


class Grid(NamedTuple):
    """The grid of numbers: `across` runs along the rows of three, `along` away from the zeros.

    On a wide page the layout lies on its side, so `along` goes to the right and `across` up.
    """

    left: float
    top: float
    along: float  # how much room a row of three has
    across: float  # and a number in it
    zero: float  # room for the zeros
    wide: bool

    def box(self, row: float, column: float, rows: float = 1, columns: float = 1) -> tuple[float, float, float, float]:
        """Return the box at a row and a column, both counted from 0: x, y, width and height."""
        if self.wide:
            x, y = self.left + self.zero + row * self.along, self.top + (COLUMNS - column - columns) * self.across
            return x, y, rows * self.along, columns * self.across
        x, y = self.left + column * self.across, self.top + self.zero + row * self.along
        return x, y, columns * self.across, rows * self.along

    def zeros(self, column: float, columns: float) -> tuple[float, float, float, float]:
        """Return a box beside the first row."""
        if self.wide:
            return self.left, self.top + (COLUMNS - column - columns) * self.across, self.zero, columns * self.across
        return self.left + column * self.across, self.top, columns * self.across, self.zero

    def dot(self, row: float, column: float, rows: float, columns: float) -> tuple[float, float, float, float]:
        """Return a box whose middle is at a row and a column."""
        return self.box(row - rows / 2, column - columns / 2, rows, columns)


def numbers(grid: Grid, zeros: int) -> Iterator[Cell]:
    for spot, area in layout(zeros).items():
        if area.kind == "straight":
            (number,) = area.numbers
            if number in ("0", "00"):
                half = COLUMNS / 2
                place = grid.zeros(0, COLUMNS) if zeros == 1 else grid.zeros(0 if number == "0" else half, half)
            else:
                row, column = place_of(int(number))
                place = grid.box(row - 1, column - 1)
            yield Cell(spot, *place, label=number, tone=color_of(number) or "")


def cells_on_lines(grid: Grid, zeros: int) -> Iterator[Cell]:
    """Yield the cells of wagers on lines and corners, the smaller ones last."""
    for spot, area in layout(zeros).items():
        if area.kind in ("split", "three numbers", "four numbers", "five numbers", "six numbers"):
            yield Cell(spot, *grid.dot(*_middle(area)), dot=True)


def _middle(area: Area) -> tuple[float, float, float, float]:
    """Return the row and column of a wager on a line or a corner, and the size of its cell."""
    places = [place_of(int(number)) for number in area.numbers if number not in ("0", "00")]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    if "0" in area.numbers or "00" in area.numbers:
        return _at_zero(area, columns)
    row, column = (min(rows) + max(rows) - 1) / 2, (min(columns) + max(columns) - 1) / 2
    match area.kind:
        case "split":
            return row, column, *((0.6, 0.24) if len(set(rows)) == 1 else (0.26, 0.6))
        case "three numbers" | "six numbers":
            return row, 0, *((0.5, 0.26) if area.kind == "three numbers" else (0.28, 0.3))
    return row, column, 0.3, 0.28


def _at_zero(area: Area, columns: list[int]) -> tuple[float, float, float, float]:
    if area.kind in ("five numbers", "four numbers"):
        return 0, 0, 0.3, 0.3
    if not columns:  # 0-00
        return -0.45, 1.5, 0.5, 0.2
    column = (min(columns) + max(columns) - 1) / 2
    if area.kind == "three numbers":
        both = "00" in area.numbers and "0" in area.numbers
        return 0, 1.5 if both else column, 0.26, 0.18
    if columns == [2] and area.spot.endswith("-2") and len(area.numbers) == 2:
        return 0, 1.25 if "0" in area.numbers else 1.75, 0.26, 0.24
    return 0, column, 0.26, 0.5


def wide(zeros: int) -> Plan:
    grid = Grid(244, 44, 49, 80, 50, wide=True)
    remedy, low = grid.left + grid.zero + ROWS * grid.along, grid.top + COLUMNS * grid.across
    cells = list(numbers(grid, zeros))
    for column in range(1, COLUMNS + 1):
        cells.append(Cell(f"column {column}", remedy, low - column * grid.across, 66, grid.across, says="2 to 1"))
    for third in range(3):
        cells.append(Cell(f"dozen {third + 1}", 294 + third * 196, low, 196, 84, DOZENS[third], "2 to 1"))
    for index, (spot, label) in enumerate(OUTSIDE):
        cells.append(Cell(spot, 294 + index * 98, low + 84, 98, 88, label, "1 to 1", TONES.get(spot, "")))
    return Plan(960, 608, (*cells, *cells_on_lines(grid, zeros)), wheel=(126, 262, 100))


def narrow(zeros: int) -> Plan:
    grid = Grid(122, 122, 38, 86, 44, wide=False)
    top, low = grid.top + grid.zero, grid.top + grid.zero + ROWS * grid.along
    cells = list(numbers(grid, zeros))
    for column in range(1, COLUMNS + 1):
        left = grid.left + (column - 1) * grid.across
        cells.append(Cell(f"column {column}", left, low, grid.across, 44, says="2 to 1"))
    for third in range(3):
        cells.append(Cell(f"dozen {third + 1}", 66, top + third * 152, 56, 152, DOZENS[third]))
    for index, (spot, label) in enumerate(OUTSIDE):
        cells.append(Cell(spot, 6, top + index * 76, 60, 76, label, "", TONES.get(spot, "")))
    return Plan(390, 680, (*cells, *cells_on_lines(grid, zeros)), wheel=(62, 62, 50))


def text(zeros: int) -> Plan:
    """Return the plan for a terminal: numbers, columns, dozens and the rest. Wagers on lines are listed below it."""
    cells = []
    for spot, area in layout(zeros).items():
        if area.kind == "straight":
            (number,) = area.numbers
            if number in ("0", "00"):
                cells.append(Cell(spot, 0, 2 if number == "0" else 0, 6, 1, number, tone="green"))
            else:
                row, column = place_of(int(number))
                tone = color_of(number) or ""
                cells.append(Cell(spot, 6 + (row - 1) * 5, COLUMNS - column, 5, 1, number, tone=tone))
    for column in range(1, COLUMNS + 1):
        cells.append(Cell(f"column {column}", 66, COLUMNS - column, 12, 1, f"column {column}"))
    for third in range(3):
        cells.append(Cell(f"dozen {third + 1}", 6 + third * 20, 3, 20, 1, DOZENS[third]))
    for index, (spot, label) in enumerate(OUTSIDE):
        cells.append(Cell(spot, 6 + index * 10, 4, 10, 1, label.lower(), tone=TONES.get(spot, "")))
    return Plan(78, 6, tuple(cells))
