"""A layout as drawn text: its areas where the game's own drawing has them, the person's chips in them, and the wheel or
the dice above. Pure: a view and a little state go in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.cli.terminal.canvas import BOLD, CHOSEN, DIM, RED, Canvas, first_fitting
from pitboss.cli.terminal.screen import Tally
from pitboss.engine.game import Game
from pitboss.engine.view import Act, View
from pitboss.record.explain import signed
from pitboss.table.money import dollars
from pitboss.table.printed import Cell, Drawing

HIGH = 3  # lines of an area that has one for its name, one for its odds and one for chips
BESIDE = 4  # stops of a wheel that are shown on each side of the one where it rests


@dataclass(frozen=True)
class Felt:
    """All that the layout shows."""

    game: Game
    view: View
    drawing: Drawing
    tally: Tally
    rest: int | None  # where the wheel came to rest last
    dice: tuple[int, ...]  # as they last lay
    label: str = ""  # of a game of which no text is held

    @property
    def out(self) -> Mapping[str, int]:
        return self.view.wagers.get(self.view.seat, {})


def furnish(canvas: Canvas, felt: Felt) -> int:
    """Draw the table; the row below it."""
    result = f"result {signed(felt.tally.result)}"
    canvas.put(0, canvas.width - 1 - len(result), result)
    canvas.put(1, 1, _result(felt)[: canvas.width - 3 - len(felt.label)], BOLD)
    canvas.put(1, canvas.width - 1 - len(felt.label), felt.label)
    plan = felt.drawing.text
    left = max(1, (canvas.width - int(plan.width)) // 2)
    for cell in plan.cells:
        _cell(canvas, felt, cell, left)
    below = 2 + int(plan.height)
    drawn = {cell.spot for cell in plan.cells}
    rest = [f"{spot} {dollars(cents)}" for spot, cents in felt.out.items() if spot not in drawn]
    if rest:
        canvas.put(below, 1, first_fitting(canvas.width - 2, "also: " + ", ".join(rest)), BOLD)
    return below + bool(rest)


def _result(felt: Felt) -> str:
    if felt.drawing.dice:
        return "dice: " + (" ".join(map(str, felt.dice)) or "not thrown")
    wheel = felt.drawing.wheel
    if wheel is None:
        return ""
    if felt.rest is None:
        return "wheel: not spun yet"
    many = len(wheel.stops)
    around = [wheel.stops[(felt.rest + by) % many] for by in range(-BESIDE, BESIDE + 1)]
    around[BESIDE] = f"[{around[BESIDE]}]"
    return "wheel: " + " ".join(around)


def _cell(canvas: Canvas, felt: Felt, cell: Cell, left: int) -> None:
    row, column, width = 2 + int(cell.y), left + int(cell.x), int(cell.width)
    lit, marker = felt.game.furniture.lit, felt.game.furniture.marker
    wheel, at = felt.drawing.wheel, 0 if marker is None else felt.view.marks.get(marker.word, 0)
    marked = wheel is not None and at > 0 and wheel.spots[at - 1] == cell.spot
    style = CHOSEN if marked or (lit is not None and lit.word(cell.spot) in felt.view.marks) else ""
    chips = f"${felt.out[cell.spot] // 100}" if cell.spot in felt.out else ""
    lines = [first_fitting(width - 1, f"{cell.label} {chips}" if chips else cell.label, chips or cell.label)]
    if cell.height >= HIGH:
        lines = [cell.label, cell.says, chips]
    for down, text in enumerate(lines):
        canvas.put(row + down, column, text.center(width - 1), style or _style(cell, chips))
        canvas.put(row + down, column + width - 1, "│", DIM)


def _style(cell: Cell, chips: str) -> str:
    return BOLD if chips else RED if cell.tone == "red" else ""


def everything(view: View, spots: tuple[str, ...]) -> list[Act]:
    """Everybody's wagers, area by area."""
    return list(_everything(view, spots)) or [Act("", "No bets are up.")]


def _everything(view: View, spots: tuple[str, ...]) -> Iterator[Act]:
    for spot in spots:
        lying = [(seat, stakes[spot]) for seat, stakes in sorted(view.wagers.items()) if spot in stakes]
        if lying:
            names = (f"{'you' if seat == view.seat else view.players[seat]} {dollars(cents)}" for seat, cents in lying)
            yield Act("", f"{spot}: {', '.join(names)}")


def players(view: View, room: int) -> str:
    """Everybody's chips, before him and on the layout."""
    told = []
    for seat in sorted(view.players):
        out = sum(view.wagers.get(seat, {}).values())
        name = "You" if seat == view.seat else view.players[seat]
        told.append(f"{seat} {name} {dollars(view.chips[seat])}" + (f" + {dollars(out)}" if out else ""))
    return first_fitting(room, " · ".join(told), f"{len(told)} players")
