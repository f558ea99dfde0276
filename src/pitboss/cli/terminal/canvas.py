"""A sheet of signs to draw a table on, and how it becomes lines of text, with colour or without, in ASCII if need be.

Everything is told by signs and words; colour only repeats it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap

from pitboss.engine.view import Act

CITE = 13  # columns for the paragraph at the side of each line

DIM, BOLD, RED, CHOSEN = "2", "1", "31", "7"
_RED_CARD = re.compile(r"((?:10|[2-9JQKA])[♥♦])")
SIGNS = "♣♦♥♠┌┐└┘├┤┬┴┼─│░●“”‘’·×▸←→↑↓…"
_ASCII = str.maketrans(SIGNS, "cdhs+++++++++-|/o\"\"''-x><>^v.")


@dataclass(frozen=True)
class Look:
    colour: bool = False
    ascii: bool = False


def can_show(encoding: str | None) -> bool:
    """Whether the signs drawn here can be written in this encoding."""
    try:
        SIGNS.encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def plain(text: str) -> str:
    """For terminals that cannot show more than ASCII; every sign stays one sign wide."""
    return text.translate(_ASCII).encode("ascii", "replace").decode()


class Canvas:
    """Cells of one sign and one style. What does not fit is cut off, so no line is ever too long."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows = [[(" ", "")] * width for _ in range(height)]

    @property
    def height(self) -> int:
        return len(self.rows)

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        cells = self.rows[row]
        for at, sign in enumerate(text, column):
            if 0 <= at < self.width:
                cells[at] = (sign, style)

    def write(self, row: int, column: int, text: str) -> None:
        """Running text, in which red cards are red."""
        for number, part in enumerate(_RED_CARD.split(text)):
            self.put(row, column, part, RED if number % 2 else "")
            column += len(part)

    def clear(self, top: int, bottom: int) -> None:
        for row in range(top, bottom):
            self.rows[row] = [(" ", "")] * self.width

    def lines(self, look: Look, margin: int) -> list[str]:
        return [_line(cells, look, margin) for cells in self.rows]


def _line(cells: list[tuple[str, str]], look: Look, margin: int) -> str:
    used = max((at for at, (sign, _) in enumerate(cells, 1) if sign != " "), default=0)
    parts = []
    for style, group in groupby(cells[:used], key=lambda cell: cell[1]):
        text = "".join(sign for sign, _ in group)
        text = plain(text) if look.ascii else text
        parts.append(f"\x1b[{style}m{text}\x1b[0m" if style and look.colour else text)
    return " " * margin + "".join(parts) if parts else ""


def first_fitting(room: int, *ways: str) -> str:
    """The first way to say it for which there is room; the last is cut if it must be."""
    return next((way for way in ways if len(way) <= room), ways[-1][: max(room, 0)])


# --- acts with their paragraphs


def told_rows(acts: Sequence[Act], width: int) -> list[tuple[str, str]]:
    """Each act as lines of (paragraph, words); a long paragraph pushes the words to the right."""
    rows = []
    for act in acts:
        push = " " * max(0, len(act.cite) + 2 - CITE)
        words = wrap(act.told, width - CITE - 2, initial_indent=push) or [""]
        rows += [(act.cite if number == 0 else "", line) for number, line in enumerate(words)]
    return rows


def put_rows(canvas: Canvas, top: int, rows: Sequence[tuple[str, str]], style: str) -> None:
    for row, (cite, words) in enumerate(rows, top):
        if style:
            canvas.put(row, CITE + 1, words, style)
        else:
            canvas.write(row, CITE + 1, words)
        canvas.put(row, 1, cite, DIM)
