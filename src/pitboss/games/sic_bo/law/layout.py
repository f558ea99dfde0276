"""The betting areas: their names, and the paragraph that names each wager."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitboss.law import force
from pitboss.law.force import number, rule
from pitboss.law.rules import Rules

SMALL, BIG = "small", "big"
SINGLE, DOUBLE, TRIPLE = "one of a kind, named", "two of a kind, named", "three of a kind, named"
ANY_TRIPLE, COMBINATION, ENDS = "any three of a kind", "two-dice combination", "total 3 or 18"
LINES_OF_SINGLE = ("one of a kind, one die", "one of a kind, two dice", "one of a kind, three dice")
DICE, FACES = 3, 6
LEAST, MOST = 3, 18  # that three dice make


class Area(NamedTuple):
    spot: str
    kind: str  # of wager
    cite: str  # the paragraph that names the wager
    numbers: tuple[int, ...]  # that it names; of a total, the total


def dice_in_the_shaker() -> int:
    return number("beyond:sic-bo.2(a)", "dice", DICE)


def numbers_on_a_die() -> range:
    return range(1, number("beyond:sic-bo.2(b)", "faces", FACES) + 1)


def opposite(face: int) -> int:
    """Return the face on the other side of a die."""
    return number("beyond:sic-bo.2(b)", "opposite faces together", FACES + 1) - face


def kind_of_total(total: int) -> str:
    """Return the kind of a total. Two totals equally far from both ends come equally often and are one kind."""
    low = min(total, LEAST + MOST - total)
    return f"total {low} or {LEAST + MOST - low}"


def _areas_of_kind(kind: str, cite: str) -> list[Area]:
    words = kind.removesuffix(", named")
    return [Area(f"{words} {face}", kind, cite, (face,)) for face in numbers_on_a_die()]


@rule("beyond:sic-bo.2(f)", {})
def areas(ends: bool) -> dict[str, Area]:
    """Return an area for each wager, in order. `ends` adds the areas for a total of 3 and of 18."""
    totals = range(LEAST, MOST + 1) if ends else range(LEAST + 1, MOST)
    pairs = combinations(numbers_on_a_die(), 2)
    wager_areas = [
        Area(SMALL, SMALL, "beyond:sic-bo.5(c)6", tuple(range(4, 11))),
        Area(BIG, BIG, "beyond:sic-bo.5(c)7", tuple(range(11, 18))),
        *_areas_of_kind(SINGLE, "beyond:sic-bo.5(c)8"),
        *(Area(f"total {total}", kind_of_total(total), "beyond:sic-bo.5(c)4", (total,)) for total in totals),
        *(Area(f"two-dice {low}-{high}", COMBINATION, "beyond:sic-bo.5(c)5", (low, high)) for low, high in pairs),
        *_areas_of_kind(DOUBLE, "beyond:sic-bo.5(c)2"),
        *_areas_of_kind(TRIPLE, "beyond:sic-bo.5(c)1"),
        Area(ANY_TRIPLE, ANY_TRIPLE, "beyond:sic-bo.5(c)3", ()),
    ]
    return {area.spot: area for area in wager_areas}


@cache
def layout(ends: bool) -> dict[str, Area]:
    """Return the areas, cached. While a paragraph may be switched off, `areas` is called instead."""
    return areas(ends)


def areas_at(rules: Rules) -> dict[str, Area]:
    """Return the areas of a table."""
    ends = rules.reads("total-three-eighteen") == "areas"
    return layout(ends) if force.watcher is None else areas(ends)


def is_total(area: Area) -> bool:
    return area.kind.startswith("total ")


SPOTS = tuple(layout(True))
ORDER = {spot: number for number, spot in enumerate(SPOTS)}
