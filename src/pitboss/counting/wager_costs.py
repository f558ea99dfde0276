"""The strategy of a game whose only decision is what to bet: its wagers by cost, as a table, a chart and a card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

from pitboss.counting.decimals import percent
from pitboss.counting.exact_model import Column, ExactModel, H, Row, Section
from pitboss.counting.strategy_pictures import Dot, PictureModel, Scatter, Step
from pitboss.law.rules import Rules


def cheapest_first(rows: Iterable[Row]) -> Section:
    """Return a table of wagers by house edge, the lowest first."""
    ranked = sorted(rows, key=lambda row: (row.house_edge, row.wager, row.variant))
    return Section(
        "What every wager costs, the cheapest first",
        (Column("wager"), Column("on"), Column("of the wager", "percent"), Column("wins", "percent")),
        tuple((row.wager, row.variant, row.house_edge, row.hit_frequency) for row in ranked),
    )


def _names(rows: list[Row]) -> str:
    return ", ".join(f"{row.wager} {row.variant}".strip() for row in rows)


def scatter(
    rows: Iterable[Row],
    unit: str = "House edge and standard deviation for each wager, of the wager",
    names: Callable[[list[Row]], str] = _names,
) -> Scatter:
    """Return the scatter chart of wagers. Wagers with the same edge and deviation share a dot."""
    groups: dict[tuple[Fraction, Fraction], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.house_edge, row.variance), []).append(row)
    return Scatter(
        title="What every wager costs, and how far it swings",
        unit=unit,
        dots=tuple(Dot(names(group), *cost) for cost, group in sorted(groups.items(), key=lambda item: item[0])),
    )


def card(
    rows: Iterable[Row], limits: tuple[int, ...] = (3, 8, 16), names: Callable[[list[Row]], str] = _names
) -> Iterator[Step]:
    """Yield a step of the strategy card for each band of house edges that has wagers. The limits between the bands are
    percentages, the lowest first."""
    bands: dict[str, dict[Fraction, list[Row]]] = {}
    for row in sorted(rows, key=lambda row: row.house_edge):
        bands.setdefault(_band(row.house_edge, limits), {}).setdefault(row.house_edge, []).append(row)
    for title, groups in bands.items():
        lists = [names(group) + f" ({percent(edge, 2)})" * bool(edge) for edge, group in groups.items()]
        yield Step(title, ("; ".join(lists),))


def _band(edge: Fraction, limits: tuple[int, ...]) -> str:
    """Return the title of the band in which a house edge is."""
    if edge <= 0:
        return "Pays you in the long run" if edge else "Costs nothing"
    for above, up_to in pairwise((0, *limits)):
        if edge <= Fraction(up_to, 100):
            return f"Costs more than {above}%, up to {up_to}%" if above else f"Costs {up_to}% or less"
    return f"Costs more than {limits[-1]}%"


class BetsOnlyModel(ExactModel[H], PictureModel[H]):
    """The exact model and the pictures of a game whose only decision is what to bet."""

    def strategy(self, rules: Rules, house: H, bet: int) -> Iterator[Section]:
        """Yield the wagers in the order of their cost."""
        yield cheapest_first(self.wagers(rules, house, bet))

    def pictures(self, rules: Rules, house: H, bet: int) -> Iterator[Scatter]:
        """Yield the chart of what the wagers cost and how far their results vary."""
        yield scatter(self.wagers(rules, house, bet))

    def card(self, rules: Rules, house: H, bet: int) -> Iterator[Step]:
        """Yield the wagers in words, the cheapest first."""
        yield from card(self.wagers(rules, house, bet))
