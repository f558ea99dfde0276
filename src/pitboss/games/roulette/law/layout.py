"""The wheel and the layout: the numbers, their order, and the numbers that each betting area covers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from pitboss.law.force import rule

ZERO, DOUBLE_ZERO = "0", "00"
RED, BLACK, ODD, EVEN, LOW, HIGH = "red", "black", "odd", "even", "low", "high"
COLUMNS, ROWS = 3, 12
LAST = COLUMNS * ROWS

W1 = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
W2 = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
REDS = frozenset(map(str, (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)))

Kind = Literal[
    "straight",
    "split",
    "three numbers",
    "four numbers",
    "five numbers",
    "six numbers",
    "column",
    "dozen",
    "red",
    "black",
    "odd",
    "even",
    "low",
    "high",
]


class Area(NamedTuple):
    spot: str
    kind: Kind
    cite: str  # the paragraph that names the wager
    numbers: frozenset[str]  # that it covers


# --- the wheel


@rule("beyond:roulette.1(a)", ())
def numbers_of(zeros: int) -> tuple[str, ...]:
    """Return the numbers of a wheel with so many zeros."""
    return (ZERO, *((DOUBLE_ZERO,) if zeros == 2 else ()), *map(str, range(1, LAST + 1)))


@rule("beyond:roulette.2(b)", ())
def double_zero_order() -> tuple[str, ...]:
    return tuple(W1.split())


@rule("beyond:roulette.2(c)", ())
def single_zero_order() -> tuple[str, ...]:
    return tuple(W2.split())


def stops(zeros: int) -> tuple[str, ...]:
    """Return the numbers of the compartments of a wheel, clockwise."""
    return double_zero_order() if zeros == 2 else single_zero_order()


@rule("beyond:roulette.1(b)", ZERO)
def number_in(stop: int, zeros: int) -> str:
    """Return the number of the compartment where the ball rests. It alone decides."""
    return stops(zeros)[stop]


@rule("beyond:roulette.1(c)", "")
def color_of(number: str) -> Literal["red", "black", "green", ""]:
    if number in (ZERO, DOUBLE_ZERO):
        return "green"
    return "red" if number in REDS else "black"


@rule("beyond:roulette.1(d)", False)
def is_zero(number: str) -> bool:
    """Return whether a number is a zero.

    A zero has no color, is neither odd nor even, neither low nor high, and lies in no column and no dozen.
    """
    return number in (ZERO, DOUBLE_ZERO)


# --- the grid


@rule("beyond:roulette.2(g)", (0, 0))
def place_of(number: int) -> tuple[int, int]:
    """Return the row and the column of a number, both counted from 1."""
    row = -(-number // COLUMNS)
    return row, number - COLUMNS * (row - 1)


@rule("beyond:roulette.2(h)", ())
def pairs_at_zeros(zeros: int) -> tuple[tuple[str, str], ...]:
    """Return the pairs of numbers that share a border with a zero."""
    if zeros == 2:
        return (ZERO, "1"), (ZERO, "2"), (DOUBLE_ZERO, "2"), (DOUBLE_ZERO, "3"), (ZERO, DOUBLE_ZERO)
    return (ZERO, "1"), (ZERO, "2"), (ZERO, "3")


def row(number: int) -> tuple[str, ...]:
    """Return the numbers of a row."""
    return tuple(str(COLUMNS * (number - 1) + column) for column in range(1, COLUMNS + 1))


# --- the wagers


@rule("beyond:roulette.5(d)1", ())
def straights(zeros: int) -> tuple[tuple[str, ...], ...]:
    return tuple((number,) for number in numbers_of(zeros))


@rule("beyond:roulette.5(d)2", ())
def splits(zeros: int) -> tuple[tuple[str, ...], ...]:
    pairs = [*pairs_at_zeros(zeros)]
    for number in range(1, LAST + 1):
        in_row, column = place_of(number)
        if column < COLUMNS:
            pairs.append((str(number), str(number + 1)))
        if in_row < ROWS:
            pairs.append((str(number), str(number + COLUMNS)))
    return tuple(pairs)


@rule("beyond:roulette.5(d)3", ())
def threes(zeros: int) -> tuple[tuple[str, ...], ...]:
    rows = tuple(row(number) for number in range(1, ROWS + 1))
    if zeros == 2:
        return ((ZERO, "1", "2"), (ZERO, DOUBLE_ZERO, "2"), (DOUBLE_ZERO, "2", "3"), *rows)
    return ((ZERO, "1", "2"), (ZERO, "2", "3"), *rows)


@rule("beyond:roulette.5(d)4", ())
def fours(zeros: int) -> tuple[tuple[str, ...], ...]:
    corners = [n for n in range(1, LAST - COLUMNS) if place_of(n)[1] < COLUMNS]
    squares = tuple((str(n), str(n + 1), str(n + COLUMNS), str(n + COLUMNS + 1)) for n in corners)
    return squares if zeros == 2 else ((ZERO, "1", "2", "3"), *squares)


@rule("beyond:roulette.5(d)5", ())
def fives(zeros: int) -> tuple[tuple[str, ...], ...]:
    return ((ZERO, DOUBLE_ZERO, "1", "2", "3"),) if zeros == 2 else ()


@rule("beyond:roulette.5(d)6", ())
def sixes(zeros: int) -> tuple[tuple[str, ...], ...]:
    return tuple((*row(number), *row(number + 1)) for number in range(1, ROWS))


@rule("beyond:roulette.5(d)7", {})
def columns() -> dict[str, tuple[str, ...]]:
    numbers = range(1, LAST + 1)
    return {
        f"column {column}": tuple(str(number) for number in numbers if place_of(number)[1] == column)
        for column in range(1, COLUMNS + 1)
    }


@rule("beyond:roulette.5(d)8", {})
def dozens() -> dict[str, tuple[str, ...]]:
    return {f"dozen {third + 1}": tuple(str(12 * third + n) for n in range(1, 13)) for third in range(3)}


@rule("beyond:roulette.5(d)9", {})
def chances() -> dict[Kind, tuple[str, ...]]:
    numbers = [str(number) for number in range(1, LAST + 1)]
    return {
        "red": tuple(number for number in numbers if color_of(number) == RED),
        "black": tuple(number for number in numbers if color_of(number) == BLACK),
        "odd": tuple(number for number in numbers if int(number) % 2),
        "even": tuple(number for number in numbers if not int(number) % 2),
        "low": tuple(numbers[: LAST // 2]),
        "high": tuple(numbers[LAST // 2 :]),
    }


def areas(zeros: int) -> dict[str, Area]:
    """Return every betting area of a layout with so many zeros, in order, inside areas first."""
    inside: tuple[tuple[Kind, str, tuple[tuple[str, ...], ...]], ...] = (
        ("straight", "beyond:roulette.5(d)1", straights(zeros)),
        ("split", "beyond:roulette.5(d)2", splits(zeros)),
        ("three numbers", "beyond:roulette.5(d)3", threes(zeros)),
        ("four numbers", "beyond:roulette.5(d)4", fours(zeros)),
        ("five numbers", "beyond:roulette.5(d)5", fives(zeros)),
        ("six numbers", "beyond:roulette.5(d)6", sixes(zeros)),
    )
    ordered_areas = [
        Area(f"{kind} {'-'.join(numbers)}", kind, cite, frozenset(numbers))
        for kind, cite, sets in inside
        for numbers in sets
    ]
    ordered_areas += [
        Area(spot, "column", "beyond:roulette.5(d)7", frozenset(held)) for spot, held in columns().items()
    ]
    ordered_areas += [Area(spot, "dozen", "beyond:roulette.5(d)8", frozenset(held)) for spot, held in dozens().items()]
    ordered_areas += [Area(kind, kind, "beyond:roulette.5(d)9", frozenset(held)) for kind, held in chances().items()]
    return {area.spot: area for area in ordered_areas}


@cache
def layout(zeros: int) -> dict[str, Area]:
    """Return the areas of a layout, cached. While a paragraph may be switched off, `areas` is called instead."""
    return areas(zeros)


@rule("beyond:roulette.1(e)", False)
def is_inside(kind: Kind) -> bool:
    return kind in ("straight", "split", "three numbers", "four numbers", "five numbers", "six numbers")


@rule("beyond:roulette.1(f)", False)
def is_outside(kind: Kind) -> bool:
    return kind in ("column", "dozen", RED, BLACK, ODD, EVEN, LOW, HIGH)


@rule("beyond:roulette.1(g)", False)
def is_even_money(kind: Kind) -> bool:
    """Return whether the zero rule applies to a kind of wager."""
    return kind in (RED, BLACK, ODD, EVEN, LOW, HIGH)


PRISON = {f"{kind} in prison": kind for kind in (RED, BLACK, ODD, EVEN, LOW, HIGH)}  # where a reading has them wait


def _every_spot() -> Iterator[str]:
    yield from dict.fromkeys((*layout(2), *layout(1)))
    yield from PRISON


SPOTS = tuple(_every_spot())
ORDER = {spot: number for number, spot in enumerate(SPOTS)}
