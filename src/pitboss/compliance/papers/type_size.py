"""How large the type of a page can be so that it stays one page, on A4 and on Letter.

It is an estimate from below: letters are taken as wide as those of a wide font, a sheet as narrow as A4 and as short
as Letter. Whether pages fit is tested in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

WIDE, HIGH = 186.0, 256.0  # mm inside the margins
LETTER = 0.545  # of the size of type, on average
LEADING = 1.34
POINT = 0.3528  # mm
TYPE = 9.4  # points, at size 1
SIZES = tuple(size / 100 for size in range(160, 50, -2))


def largest(height: Callable[[float], float], room: float, most: float) -> float:
    """The largest size at which something so high, in mm, has room."""
    return next((size for size in SIZES if size <= most and height(size) <= room), SIZES[-1])


def lines(text: str, wide: float, size: float) -> int:
    return max(1, ceil(len(text) * LETTER * TYPE * size * POINT / wide))


def text(said: str, wide: float, size: float, larger: float = 1.0) -> float:
    """How high a paragraph is; `larger` than the rest of the page by so much."""
    return lines(said, wide, size * larger) * ems(LEADING * larger, size)


def ems(number: float, size: float) -> float:
    """So many times the size of type, in mm."""
    return number * TYPE * size * POINT


def columns(blocks: Sequence[float], number: int) -> float:
    """How high columns are that take blocks in their order and break none."""
    high = max((*blocks, sum(blocks) / number), default=0.0)
    while _used(blocks, high) > number:
        high *= 1.02
    return high


def _used(blocks: Sequence[float], high: float) -> int:
    used, left = 1, high
    for block in blocks:
        if block > left + 1e-9:
            used, left = used + 1, high
        left -= block
    return used
