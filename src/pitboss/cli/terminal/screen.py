"""The screen that every table in the terminal has: the heading, the table itself, what happens, what is asked.

Pure: a scene goes in, lines come out. How the table itself looks is the game's to draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TypeAlias

from pitboss.cli.terminal.canvas import BOLD, CHOSEN, CITE, DIM, Canvas, Look, put_rows, told_rows
from pitboss.engine.view import Act

WIDTH, HEIGHT = 80, 24
WIDEST = 100  # beyond this, lines are no easier to read
UNDATED, NOT_LAW = "undated default, not law", "not law"  # what is said of a game of which no text is held

# Draws the table below the heading and tells the row at which it ends.
Furnish: TypeAlias = Callable[[Canvas], int]


@dataclass(frozen=True)
class Tally:
    rounds: int = 0
    wagered: int = 0
    result: int = 0


@dataclass(frozen=True)
class Choice:
    words: str
    chosen: bool = False


@dataclass(frozen=True)
class Prompt:
    """What is asked of the person now, and with which keys he answers."""

    question: str = ""
    keys: str = ""
    cite: str = ""
    detail: str = ""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Panel:
    """What is told below the table."""

    name: str
    acts: Sequence[Act]
    whole: bool = False  # in full, over the table if it must; otherwise the last of it
    pinned: Sequence[Act] = ()  # what is told first, however much follows


@dataclass(frozen=True)
class Scene:
    """All that a screen shows beside the table."""

    title: str
    heading: str
    panel: Panel
    prompt: Prompt
    notice: Act | None = None
    help: Sequence[tuple[str, str]] = ()  # terms and what they mean, in place of the table


def fits(width: int, height: int) -> bool:
    return width >= WIDTH and height >= HEIGHT


def draw(scene: Scene, furnish: Furnish, width: int, height: int, look: Look) -> list[str]:
    """The whole screen: never more lines or columns than there are."""
    if not fits(width, height):
        return _too_small(width, height)
    canvas = Canvas(min(width, WIDEST), height)
    canvas.put(0, 1, scene.title, BOLD)
    canvas.put(0, _heading(scene.title), scene.heading)
    notice = told_rows([scene.notice], canvas.width) if scene.notice else [("", "")]
    bottom = height - 3 - len(notice)
    if scene.help:
        _help(canvas, scene.help)
    else:
        _panel(canvas, scene.panel, furnish(canvas), bottom)
    canvas.clear(bottom, height - 3)
    put_rows(canvas, bottom, notice, BOLD)
    _prompt(canvas, scene.prompt, height - 3)
    return canvas.lines(look, (width - canvas.width) // 2)


def heading_room(width: int, title: str) -> int:
    """Columns right of the title, but for one at the edge."""
    return min(width, WIDEST) - 1 - _heading(title)


def _heading(title: str) -> int:
    return 3 + len(title)


def _too_small(width: int, height: int) -> list[str]:
    needs = f"The table needs {WIDTH} columns and {HEIGHT} lines; you have {width} and {height}."
    words = f"{needs} Enlarge the window, or press q to leave."
    return wrap(words, max(width, 1))[:height]


def _panel(canvas: Canvas, panel: Panel, top: int, bottom: int) -> None:
    if panel.whole:
        rows = told_rows(panel.acts, canvas.width)
        top = max(1, min(top, bottom - 1 - len(rows)))  # a reason is told in full, over the table if it must
        canvas.clear(top, bottom)
        rows = rows[: bottom - top - 1]
    else:
        first = told_rows(panel.pinned, canvas.width)[: bottom - top - 1]
        rows = []
        for act in reversed(panel.acts[-(bottom - top) :]):
            told = told_rows([act], canvas.width)
            if len(told) + len(rows) + len(first) > bottom - top - 1:
                break
            rows = told + rows
        rows = first + rows
    canvas.put(top, 1, f"── {panel.name} " + "─" * (canvas.width - 6 - len(panel.name)), DIM)
    put_rows(canvas, top + 1, rows, "")


def pages(acts: Sequence[Act], width: int, height: int) -> list[list[Act]]:
    """What is to be told in full, as much at a time as a screen holds."""
    room = max(height, HEIGHT) - 6  # heading, title of the panel, notice, prompt
    told: list[list[Act]] = [[]]
    left = room
    for act in acts:
        rows = len(told_rows([act], min(max(width, WIDTH), WIDEST)))
        if rows > left and told[-1]:
            told.append([])
            left = room
        told[-1].append(act)
        left -= rows
    return told


def _prompt(canvas: Canvas, prompt: Prompt, top: int) -> None:
    canvas.put(top, 1, prompt.cite, DIM)
    canvas.put(top, max(CITE + 1, len(prompt.cite) + 3), prompt.question, BOLD)
    canvas.put(top + 1, CITE + 1, prompt.detail)
    column = CITE + 1
    for choice in prompt.choices:
        words = f"▸ {choice.words} " if choice.chosen else f"  {choice.words} "
        canvas.put(top + 1, column, words, CHOSEN if choice.chosen else "")
        column += len(words) + 2
    canvas.put(top + 2, CITE + 1, prompt.keys, DIM)


def _help(canvas: Canvas, terms: Sequence[tuple[str, str]]) -> None:
    for row, (term, words) in enumerate(terms, 2):
        canvas.put(row, 1, term, BOLD)
        canvas.put(row, CITE + 1, words)
