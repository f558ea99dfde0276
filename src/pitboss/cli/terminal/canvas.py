"""A canvas of characters to draw a table on, and its conversion to lines of text: with or without color, ASCII if
needed.

Everything is shown by characters and words; color only repeats it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap

from pitboss.engine.view import Act

CITE = 13  # columns for the paragraph before the words of a line

DIM, BOLD, RED, CHOSEN = "2", "1", "31", "7"
_RED_CARD = re.compile(r"((?:10|[2-9JQKA])[♥♦])")
SIGNS = "♣♦♥♠┌┐└┘├┤┬┴┼─│░●“”‘’·×▸←→↑↓…"
_ASCII = str.maketrans(SIGNS, "cdhs+++++++++-|/o\"\"''-x><>^v.")


@dataclass(frozen=True)
class Look:
    colour: bool = False
    ascii: bool = False


def can_show(encoding: str | None) -> bool:
    """Return whether this encoding has every character that is drawn at a table."""
    try:
        SIGNS.encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def to_ascii(text: str) -> str:
    """Replace every character outside ASCII by exactly one ASCII character."""
    return text.translate(_ASCII).encode("ascii", "replace").decode()


class Canvas:
    """A grid of cells, each one character and a style. Text that does not fit is cut off, so no line is ever too
    long."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows = [[(" ", "")] * width for _ in range(height)]

    @property
    def height(self) -> int:
        return len(self.rows)

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Put text into a row in one style."""
        cells = self.rows[row]
        for index, sign in enumerate(text, column):
            if 0 <= index < self.width:
                cells[index] = (sign, style)

    def write(self, row: int, column: int, text: str) -> None:
        """Put text into a row, with red cards in red."""
        for number, part in enumerate(_RED_CARD.split(text)):
            self.put(row, column, part, RED if number % 2 else "")
            column += len(part)

    def clear(self, top: int, bottom: int) -> None:
        for row in range(top, bottom):
            self.rows[row] = [(" ", "")] * self.width

    def lines(self, look: Look, margin: int) -> list[str]:
        """Return the rows as lines of text."""
        return [_line(cells, look, margin) for cells in self.rows]


def _line(cells: list[tuple[str, str]], look: Look, margin: int) -> str:
    length = max((index for index, (sign, _) in enumerate(cells, 1) if sign != " "), default=0)
    parts = []
    for style, group in groupby(cells[:length], key=lambda cell: cell[1]):
        text = "".join(sign for sign, _ in group)
        text = to_ascii(text) if look.ascii else text
        parts.append(f"\x1b[{style}m{text}\x1b[0m" if style and look.colour else text)
    return " " * margin + "".join(parts) if parts else ""


def first_fitting(room: int, *wordings: str) -> str:
    """Return the first wording that fits into `room` columns; if none does, the last one cut to fit."""
    return next((wording for wording in wordings if len(wording) <= room), wordings[-1][: max(room, 0)])


# --- acts with their paragraphs


def act_rows(acts: Sequence[Act], width: int) -> list[tuple[str, str]]:
    """Return acts as rows of (paragraph, words). A long paragraph pushes the words to the right."""
    rows = []
    for act in acts:
        indent = " " * max(0, len(act.cite) + 2 - CITE)
        words = wrap(act.told, width - CITE - 2, initial_indent=indent) or [""]
        rows += [(act.cite if number == 0 else "", line) for number, line in enumerate(words)]
    return rows


def put_rows(canvas: Canvas, top: int, rows: Sequence[tuple[str, str]], style: str) -> None:
    """Put rows of (paragraph, words) on the canvas from row `top` on."""
    for row, (cite, words) in enumerate(rows, top):
        if style:
            canvas.put(row, CITE + 1, words, style)
        else:
            canvas.write(row, CITE + 1, words)
        canvas.put(row, 1, cite, DIM)
