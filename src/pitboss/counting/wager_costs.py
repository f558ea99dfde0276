"""The wagers of a game at which one decides only what to wager: by what they cost, as a table, drawn and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from pitboss.counting.decimals import percent
from pitboss.counting.exact_model import Column, Row, Section
from pitboss.counting.strategy_pictures import Dot, Scatter, Step

BANDS: tuple[tuple[str, Callable[[Fraction], bool]], ...] = (
    ("Pays you in the long run", lambda edge: edge < 0),
    ("Costs nothing", lambda edge: edge == 0),
    ("Costs 3% or less", lambda edge: 0 < edge <= Fraction(3, 100)),
    ("Costs more than 3%, up to 8%", lambda edge: Fraction(3, 100) < edge <= Fraction(8, 100)),
    ("Costs more than 8%, up to 16%", lambda edge: Fraction(8, 100) < edge <= Fraction(16, 100)),
    ("Costs more than 16%", lambda edge: edge > Fraction(16, 100)),
)


def cheapest_first(rows: Iterable[Row]) -> Section:
    found = sorted(rows, key=lambda each: (each.house_edge, each.wager, each.variant))
    return Section(
        "What every wager costs, the cheapest first",
        (Column("wager"), Column("on"), Column("of the wager", "percent"), Column("wins", "percent")),
        tuple((each.wager, each.variant, each.house_edge, each.hit_frequency) for each in found),
    )


def scatter(rows: Iterable[Row]) -> Scatter:
    alike: dict[tuple[Fraction, Fraction], list[Row]] = {}
    for row in rows:
        alike.setdefault((row.house_edge, row.variance), []).append(row)
    return Scatter(
        title="What every wager costs, and how far it swings",
        unit="House edge and standard deviation for each wager, of the wager",
        dots=tuple(Dot(_names(some), *where) for where, some in sorted(alike.items(), key=lambda each: each[0])),
    )


def card(rows: Iterable[Row]) -> Iterator[Step]:
    plain = sorted(rows, key=lambda each: each.house_edge)
    for title, fits in BANDS:
        alike: dict[Fraction, list[Row]] = {}
        for row in plain:
            if fits(row.house_edge):
                alike.setdefault(row.house_edge, []).append(row)
        if alike:
            told = [_names(some) + f" ({percent(edge, 2)})" * bool(edge) for edge, some in alike.items()]
            yield Step(title, ("; ".join(told),))


def _names(rows: list[Row]) -> str:
    return ", ".join(f"{row.wager} {row.variant}".strip() for row in rows)
