"""The screen of every table in the terminal: heading, table, panel of acts, notice and prompt.

A pure function of the scene: it returns lines of text. Each game draws its own table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TypeAlias

from pitboss.cli.terminal.canvas import BOLD, CHOSEN, CITE, DIM, Canvas, Look, act_rows, put_rows
from pitboss.engine.view import Act

WIDTH, HEIGHT = 80, 24
WIDEST = 100  # beyond this, lines are no easier to read
UNDATED, NOT_LAW = "undated default, not law", "not law"  # labels of a game without a held text

# Draws the table below the heading; returns the first row below it.
Furnish: TypeAlias = Callable[[Canvas], int]


@dataclass(frozen=True)
class Tally:
    """The person's totals so far; amounts in cents."""

    rounds: int = 0
    wagered: int = 0
    result: int = 0


@dataclass(frozen=True)
class Choice:
    words: str
    chosen: bool = False


@dataclass(frozen=True)
class Prompt:
    """The question to the person, and the keys that answer it."""

    question: str = ""
    keys: str = ""
    cite: str = ""
    detail: str = ""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Panel:
    """The panel below the table, with acts."""

    name: str
    acts: Sequence[Act]
    whole: bool = False  # show all acts, over the table if necessary; otherwise only the last ones
    pinned: Sequence[Act] = ()  # acts that always come first


@dataclass(frozen=True)
class Scene:
    """The contents of a screen besides the table."""

    title: str
    heading: str
    panel: Panel
    prompt: Prompt
    notice: Act | None = None
    help: Sequence[tuple[str, str]] = ()  # terms with their meanings, shown instead of the table


def is_big_enough(width: int, height: int) -> bool:
    return width >= WIDTH and height >= HEIGHT


def draw(scene: Scene, furnish: Furnish, width: int, height: int, look: Look) -> list[str]:
    """Return the lines of the whole screen: at most `height` lines of at most `width` columns."""
    if not is_big_enough(width, height):
        return _too_small(width, height)
    canvas = Canvas(min(width, WIDEST), height)
    canvas.put(0, 1, scene.title, BOLD)
    canvas.put(0, _heading_column(scene.title), scene.heading)
    notice = act_rows([scene.notice], canvas.width) if scene.notice else [("", "")]
    bottom = height - 3 - len(notice)
    if scene.help:
        _draw_help(canvas, scene.help)
    else:
        _draw_panel(canvas, scene.panel, furnish(canvas), bottom)
    canvas.clear(bottom, height - 3)
    put_rows(canvas, bottom, notice, BOLD)
    _draw_prompt(canvas, scene.prompt, height - 3)
    return canvas.lines(look, (width - canvas.width) // 2)


def heading_room(width: int, title: str) -> int:
    """Return the columns to the right of the title, without the one at the edge."""
    return min(width, WIDEST) - 1 - _heading_column(title)


def _heading_column(title: str) -> int:
    return 3 + len(title)


def _too_small(width: int, height: int) -> list[str]:
    needs = f"The table needs {WIDTH} columns and {HEIGHT} lines; you have {width} and {height}."
    words = f"{needs} Enlarge the window, or press q to leave."
    return wrap(words, max(width, 1))[:height]


def _draw_panel(canvas: Canvas, panel: Panel, top: int, bottom: int) -> None:
    if panel.whole:
        rows = act_rows(panel.acts, canvas.width)
        top = max(1, min(top, bottom - 1 - len(rows)))  # reasons are shown in full, over the table if necessary
        canvas.clear(top, bottom)
        rows = rows[: bottom - top - 1]
    else:
        pinned = act_rows(panel.pinned, canvas.width)[: bottom - top - 1]
        rows = []
        for act in reversed(panel.acts[-(bottom - top) :]):
            act_lines = act_rows([act], canvas.width)
            if len(act_lines) + len(rows) + len(pinned) > bottom - top - 1:
                break
            rows = act_lines + rows
        rows = pinned + rows
    canvas.put(top, 1, f"── {panel.name} " + "─" * (canvas.width - 6 - len(panel.name)), DIM)
    put_rows(canvas, top + 1, rows, "")


def paginate(acts: Sequence[Act], width: int, height: int) -> list[list[Act]]:
    """Divide acts into pages, each as many acts as a screen shows in full."""
    room = max(height, HEIGHT) - 6  # heading, title of the panel, notice, prompt
    pages: list[list[Act]] = [[]]
    rows_left = room
    for act in acts:
        rows = len(act_rows([act], min(max(width, WIDTH), WIDEST)))
        if rows > rows_left and pages[-1]:
            pages.append([])
            rows_left = room
        pages[-1].append(act)
        rows_left -= rows
    return pages


def _draw_prompt(canvas: Canvas, prompt: Prompt, top: int) -> None:
    canvas.put(top, 1, prompt.cite, DIM)
    canvas.put(top, max(CITE + 1, len(prompt.cite) + 3), prompt.question, BOLD)
    canvas.put(top + 1, CITE + 1, prompt.detail)
    column = CITE + 1
    for choice in prompt.choices:
        words = f"▸ {choice.words} " if choice.chosen else f"  {choice.words} "
        canvas.put(top + 1, column, words, CHOSEN if choice.chosen else "")
        column += len(words) + 2
    canvas.put(top + 2, CITE + 1, prompt.keys, DIM)


def _draw_help(canvas: Canvas, terms: Sequence[tuple[str, str]]) -> None:
    for row, (term, words) in enumerate(terms, 2):
        canvas.put(row, 1, term, BOLD)
        canvas.put(row, CITE + 1, words)
