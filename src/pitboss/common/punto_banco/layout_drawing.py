"""Draw a layout of punto banco: two hands before the tray, and one area for each wager, shared by all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.common.punto_banco.facts import OWED
from pitboss.common.punto_banco.house import BANKER, PLAYER
from pitboss.table.printed import Cell, Drawing, Lies, Plan, Tone
from pitboss.table.table import COMMUNITY, DEALER

TONES: dict[str, Tone] = {PLAYER: "", BANKER: "red"}
# The wagers on the two hands have a row each, the banker's nearer to the dealer; all others share one before them.
ROWS = (BANKER, PLAYER)


def drawing(areas: Sequence[str], odds: Mapping[str, str], button: str = "") -> Drawing:
    """Draw these betting areas, each with its odds. `button` is the text that explains the button, if the game has
    one."""
    vigorish_label = OWED.words.format("").strip()
    return Drawing(
        wide(areas, odds), narrow(areas, odds), text(areas), felt="#1d5b52", button=button, owed=vigorish_label
    )


def _cells(
    areas: Sequence[str], odds: Mapping[str, str], left: float, right: float, rows: Sequence[tuple[float, float]]
) -> tuple[Cell, ...]:
    """Lay out the areas. `rows` has the top and the height of each of the three rows."""
    shared = [area for area in areas if area not in ROWS]
    width = (right - left) / len(shared)
    spread = [(area, left + number * width, width - 6, rows[0]) for number, area in enumerate(shared)]
    long = [(area, left, right - left - 6, row) for area, row in zip(ROWS, rows[1:], strict=True)]
    return tuple(
        Cell(area, x, y, wide, high, area.upper(), odds.get(area, ""), TONES.get(area, ""))
        for area, x, wide, (y, high) in (*spread, *long)
    )


def wide(areas: Sequence[str], odds: Mapping[str, str]) -> Plan:
    """Lay out the plan for a wide page."""
    hands = (Lies(COMMUNITY, 276, 128, 58, 3, "PLAYER"), Lies(DEALER, 684, 128, 58, 3, "BANKER"))
    cells = _cells(areas, odds, 60, 906, ((240, 78), (322, 93), (419, 93)))
    return Plan(960, 608, cells, hands=hands, shoe=(867, 70, 1), rack=(93, 70, 1), words=(480, 216))


def narrow(areas: Sequence[str], odds: Mapping[str, str]) -> Plan:
    """Lay out the plan for a phone."""
    hands = (Lies(COMMUNITY, 104, 56, 50, 3, "PLAYER"), Lies(DEALER, 286, 56, 50, 3, "BANKER"))
    cells = _cells(areas, odds, 10, 386, ((200, 84), (290, 100), (396, 100)))
    return Plan(390, 512, cells, hands=hands, shoe=(352, 144, 0.6), rack=(38, 144, 0.6), words=(195, 146))


def text(areas: Sequence[str]) -> Plan:
    """Lay out the plan for a terminal: cards as at any card table, and the areas one below the other."""
    cells = (Cell(area, 0, row, 78, 1, area) for row, area in enumerate(areas))
    return Plan(78, len(areas), tuple(cells))
