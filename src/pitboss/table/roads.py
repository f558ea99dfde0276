"""The roads that players keep of a shoe: which of two sides won each round, drawn five ways.

A bead plate has every round. The big road has a column for each run of one side. Its three children look one, two and
three columns back on the big road, and are red where the shoe repeats itself. All have six rows: a run that reaches the
bottom, or a mark below it, turns right, which is called a dragon tail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta

from pitboss.table.table import Table

ROWS = 6
FIRST, SECOND, TIE = 0, 1, 2
CHILDREN = (1, 2, 3)  # how many columns back each of them looks: big eye boy, small road, cockroach pig

Cards = Mapping[str, tuple[str, ...]]  # by place, as everybody saw them


class Coup(msgspec.Struct, frozen=True):
    """The result of one round."""

    side: int  # FIRST, SECOND or TIE
    pairs: tuple[bool, bool] = (False, False)  # whether the first side, and the second, began with a pair


@dataclass(frozen=True)
class Road:
    """A game's way to read the results of its rounds, so that roads can be made of them."""

    sides: tuple[str, str, str]  # what the first side, the second and a tie are called
    # Reads the result of a round from its table at the end and the cards before they were collected; None if it was
    # not decided.
    read: Callable[[Table, Cards], Coup | None]


class Bead(msgspec.Struct, frozen=True, array_like=True):
    """A round on the bead plate."""

    side: Annotated[int, Meta(description="0 is the first side, 1 the second, 2 a tie")]
    pairs: Annotated[int, Meta(description="1 for a pair of the first side, 2 for one of the second, 3 for both")]


class Ring(msgspec.Struct, frozen=True, array_like=True):
    """A round on the big road."""

    column: Annotated[int, Meta(description="from 0, from the left")]
    row: Annotated[int, Meta(description="from 0, from the top")]
    side: Annotated[int, Meta(description="0 is the first side, 1 the second; 2 if there were only ties so far")]
    ties: Annotated[int, Meta(description="how many ties came after it, or before the first of all")]
    pairs: Annotated[int, Meta(description="1 for a pair of the first side, 2 for one of the second, 3 for both")]


class Dot(msgspec.Struct, frozen=True, array_like=True):
    """A mark on one of the three children."""

    column: Annotated[int, Meta(description="from 0, from the left")]
    row: Annotated[int, Meta(description="from 0, from the top")]
    red: Annotated[int, Meta(description="1 where the shoe repeats itself, 0 where it does not")]


class Roads(msgspec.Struct, frozen=True):
    """The roads of the shoe in play."""

    sides: Annotated[tuple[str, str, str], Meta(description="what the first side, the second and a tie are called")]
    won: Annotated[tuple[int, int, int], Meta(description="how many rounds each of them has won")]
    beads: Annotated[tuple[Bead, ...], Meta(description="every round, in order; six to a column")]
    big: Annotated[tuple[Ring, ...], Meta(description="the big road")]
    children: Annotated[
        tuple[tuple[Dot, ...], ...], Meta(description="big eye boy, small road and cockroach pig, in this order")
    ]
    after: Annotated[
        tuple[tuple[int | None, ...], ...],
        Meta(description="for the first side and for the second: what a win of it would mark on each child, 1 for red"),
    ]


def roads_of(road: Road, coups: Sequence[Coup]) -> Roads:
    """Draw the roads of a shoe from the results of its rounds."""
    sides = [coup.side for coup in coups]
    return Roads(
        sides=road.sides,
        won=(sides.count(FIRST), sides.count(SECOND), sides.count(TIE)),
        beads=tuple([Bead(coup.side, _pair_bits(coup)) for coup in coups]),
        big=tuple(big_road(coups)),
        children=tuple([tuple(_dots(child_marks(sides, back))) for back in CHILDREN]),
        after=tuple([_next_marks(sides, side) for side in (FIRST, SECOND)]),
    )


def big_road(coups: Iterable[Coup]) -> list[Ring]:
    """Lay out the big road. A tie takes no cell of its own: it is marked on the round before it, or in the first
    cell."""
    decided: list[tuple[int, int, int]] = []  # side, ties, pairs
    before = 0  # ties before anything was decided
    for coup in coups:
        if coup.side != TIE:
            decided.append((coup.side, before if not decided else 0, _pair_bits(coup)))
        elif decided:
            side, ties, pairs = decided[-1]
            decided[-1] = (side, ties + 1, pairs)
        else:
            before += 1
    if not decided:
        return [Ring(0, 0, TIE, before, 0)] if before else []
    places = lay_out([side for side, _, _ in decided])
    return [Ring(*place, *ring) for place, ring in zip(places, decided, strict=True)]


def child_marks(sides: Sequence[int], back: int) -> list[bool]:
    """Return the marks of a child that looks this many columns back, in order; True is red.

    A column is as long as its run, including a dragon tail.
    """
    marks: list[bool] = []
    runs: list[int] = []
    last = TIE
    for side in sides:
        if side == TIE:
            continue
        if side == last:
            runs[-1] += 1
            if len(runs) > back:  # one row further down: red unless the column there ends between these two rows
                marks.append(runs[-1] != runs[-1 - back] + 1)
        else:
            if len(runs) > back:  # a new column: red if the column before it and the one there are equally long
                marks.append(runs[-1] == runs[-1 - back])
            runs.append(1)
        last = side
    return marks


def lay_out(marks: Sequence[object]) -> list[tuple[int, int]]:
    """Return the column and row of each mark.

    Equal marks go down in one column and turn right where there is no room. Another mark begins the next column whose
    first row is free.
    """
    taken: set[tuple[int, int]] = set()
    places: list[tuple[int, int]] = []
    start = column = row = 0
    turned = False
    for number, mark in enumerate(marks):
        if not number or mark != marks[number - 1]:
            while (start, 0) in taken:
                start += 1
            column, row, turned = start, 0, False
        elif not turned and row + 1 < ROWS and (column, row + 1) not in taken:
            row += 1
        else:  # turn right, and stay in this row even if there is room below again
            column, turned = column + 1, True
        taken.add((column, row))
        places.append((column, row))
    return places


def _dots(marks: Sequence[bool]) -> list[Dot]:
    return [Dot(*place, int(red)) for place, red in zip(lay_out(marks), marks, strict=True)]


def _next_marks(sides: Sequence[int], side: int) -> tuple[int | None, ...]:
    """Return what the next round would mark on each child if this side won it; None where it would mark nothing."""
    marks: list[int | None] = []
    for back in CHILDREN:
        now, after = child_marks(sides, back), child_marks([*sides, side], back)
        marks.append(int(after[-1]) if len(after) > len(now) else None)
    return tuple(marks)


def _pair_bits(coup: Coup) -> int:
    """Return 1 for a pair of the first side, 2 for one of the second, 3 for both."""
    return coup.pairs[0] + 2 * coup.pairs[1]
