"""A layout as drawn text: areas where the game's drawing has them, the person's chips, and the wheel or dice above.
Pure functions of a view and a little state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.cli.terminal.canvas import BOLD, CHOSEN, DIM, RED, Canvas, first_fitting
from pitboss.cli.terminal.screen import Tally
from pitboss.engine.game import Game
from pitboss.engine.view import Act, View
from pitboss.record.explain import signed_dollars
from pitboss.table.money import dollars
from pitboss.table.printed import Cell, Drawing

HIGH = 3  # lines of an area that shows its name, its odds and chips on separate lines
BESIDE = 4  # stops of the wheel shown on each side of the result


@dataclass(frozen=True)
class Felt:
    """The values from which the layout is drawn."""

    game: Game
    view: View
    drawing: Drawing
    tally: Tally
    rest: int | None  # index of the stop where the wheel came to rest last
    dice: tuple[int, ...]  # of the last throw
    label: str = ""  # says that no text of this game is held

    @property
    def own_wagers(self) -> Mapping[str, int]:
        return self.view.wagers.get(self.view.seat, {})


def furnish(canvas: Canvas, felt: Felt) -> int:
    """Draw the table; returns the first row below it."""
    result = f"result {signed_dollars(felt.tally.result)}"
    canvas.put(0, canvas.width - 1 - len(result), result)
    canvas.put(1, 1, _result_text(felt)[: canvas.width - 3 - len(felt.label)], BOLD)
    canvas.put(1, canvas.width - 1 - len(felt.label), felt.label)
    text_plan = felt.drawing.text
    left = max(1, (canvas.width - int(text_plan.width)) // 2)
    for cell in text_plan.cells:
        _draw_cell(canvas, felt, cell, left)
    below = 2 + int(text_plan.height)
    drawn_areas = {cell.spot for cell in text_plan.cells}
    not_drawn = [f"{spot} {dollars(cents)}" for spot, cents in felt.own_wagers.items() if spot not in drawn_areas]
    if not_drawn:
        canvas.put(below, 1, first_fitting(canvas.width - 2, "also: " + ", ".join(not_drawn)), BOLD)
    return below + bool(not_drawn)


def _result_text(felt: Felt) -> str:
    """Return the wheel around its result, or the dice, as text."""
    if felt.drawing.dice:
        return "dice: " + (" ".join(map(str, felt.dice)) or "not thrown")
    wheel = felt.drawing.wheel
    if wheel is None:
        return ""
    if felt.rest is None:
        return "wheel: not spun yet"
    stop_count = len(wheel.stops)
    around = [wheel.stops[(felt.rest + offset) % stop_count] for offset in range(-BESIDE, BESIDE + 1)]
    around[BESIDE] = f"[{around[BESIDE]}]"
    return "wheel: " + " ".join(around)


def _draw_cell(canvas: Canvas, felt: Felt, cell: Cell, left: int) -> None:
    row, column, width = 2 + int(cell.y), left + int(cell.x), int(cell.width)
    lit, marker = felt.game.furniture.lit, felt.game.furniture.marker
    wheel, marker_stop = felt.drawing.wheel, 0 if marker is None else felt.view.marks.get(marker.word, 0)
    marked = wheel is not None and marker_stop > 0 and wheel.spots[marker_stop - 1] == cell.spot
    style = CHOSEN if marked or (lit is not None and lit.word(cell.spot) in felt.view.marks) else ""
    chips = f"${felt.own_wagers[cell.spot] // 100}" if cell.spot in felt.own_wagers else ""
    lines = [first_fitting(width - 1, f"{cell.label} {chips}" if chips else cell.label, chips or cell.label)]
    if cell.height >= HIGH:
        lines = [cell.label, cell.says, chips]
    for offset, text in enumerate(lines):
        canvas.put(row + offset, column, text.center(width - 1), style or _style(cell, chips))
        canvas.put(row + offset, column + width - 1, "│", DIM)


def _style(cell: Cell, chips: str) -> str:
    return BOLD if chips else RED if cell.tone == "red" else ""


def all_wagers(view: View, spots: tuple[str, ...]) -> list[Act]:
    """Return everybody's wagers, area by area."""
    return list(_wager_acts(view, spots)) or [Act("", "No bets are up.")]


def _wager_acts(view: View, spots: tuple[str, ...]) -> Iterator[Act]:
    for spot in spots:
        stakes_by_seat = [(seat, stakes[spot]) for seat, stakes in sorted(view.wagers.items()) if spot in stakes]
        if stakes_by_seat:
            names = (
                f"{'you' if seat == view.seat else view.players[seat]} {dollars(cents)}"
                for seat, cents in stakes_by_seat
            )
            yield Act("", f"{spot}: {', '.join(names)}")


def players_text(view: View, room: int) -> str:
    """Return everybody's chips, before them and on the layout."""
    texts = []
    for seat in sorted(view.players):
        out = sum(view.wagers.get(seat, {}).values())
        name = "You" if seat == view.seat else view.players[seat]
        texts.append(f"{seat} {name} {dollars(view.chips[seat])}" + (f" + {dollars(out)}" if out else ""))
    return first_fitting(room, " · ".join(texts), f"{len(texts)} players")
