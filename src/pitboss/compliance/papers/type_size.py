"""Estimates how large the type of a page can be so that it fits on one sheet of A4 or Letter.

The estimate is on the safe side: letters are as wide as in a wide font, a sheet as narrow as A4 and as short as Letter.
A test in a browser shows that the pages fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

WIDE, HIGH = 186.0, 256.0  # mm inside the margins
LETTER = 0.545  # average width of a letter, as a share of the type size
LEADING = 1.34
POINT = 0.3528  # mm
TYPE = 9.4  # points, at size 1
SIZES = tuple(size / 100 for size in range(160, 50, -2))


def largest_size(height: Callable[[float], float], room: float, max_size: float) -> float:
    """Return the largest size, up to `max_size`, at which a content of this height fits into `room` mm."""
    return next((size for size in SIZES if size <= max_size and height(size) <= room), SIZES[-1])


def count_lines(text: str, width: float, size: float) -> int:
    """Return the number of lines that a text takes in a column."""
    return max(1, ceil(len(text) * LETTER * TYPE * size * POINT / width))


def text_height(words: str, width: float, size: float, larger: float = 1.0) -> float:
    """Return the height of a paragraph in mm, in type that is `larger` times the size of the page."""
    return count_lines(words, width, size * larger) * ems_to_mm(LEADING * larger, size)


def ems_to_mm(factor: float, size: float) -> float:
    """Convert a multiple of the type size to mm."""
    return factor * TYPE * size * POINT


def columns_height(blocks: Sequence[float], count: int) -> float:
    """Return the height of columns that hold blocks in order, without breaking any."""
    height = max((*blocks, sum(blocks) / count), default=0.0)
    while _columns_filled(blocks, height) > count:
        height *= 1.02
    return height


def _columns_filled(blocks: Sequence[float], height: float) -> int:
    """Return how many columns of this height the blocks fill."""
    count, remaining = 1, height
    for block in blocks:
        if block > remaining + 1e-9:
            count, remaining = count + 1, height
        remaining -= block
    return count
