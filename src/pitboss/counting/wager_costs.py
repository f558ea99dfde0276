"""The strategy of a game whose only decision is what to bet: its wagers by cost, as a table, a chart and a card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from pitboss.counting.decimals import percent
from pitboss.counting.exact_model import Column, ExactModel, H, Row, Section
from pitboss.counting.strategy_pictures import Dot, PictureModel, Scatter, Step
from pitboss.law.rules import Rules

BANDS: tuple[tuple[str, Callable[[Fraction], bool]], ...] = (
    ("Pays you in the long run", lambda edge: edge < 0),
    ("Costs nothing", lambda edge: edge == 0),
    ("Costs 3% or less", lambda edge: 0 < edge <= Fraction(3, 100)),
    ("Costs more than 3%, up to 8%", lambda edge: Fraction(3, 100) < edge <= Fraction(8, 100)),
    ("Costs more than 8%, up to 16%", lambda edge: Fraction(8, 100) < edge <= Fraction(16, 100)),
    ("Costs more than 16%", lambda edge: edge > Fraction(16, 100)),
)


def cheapest_first(rows: Iterable[Row]) -> Section:
    """Return a table of wagers by house edge, the lowest first."""
    ranked = sorted(rows, key=lambda row: (row.house_edge, row.wager, row.variant))
    return Section(
        "What every wager costs, the cheapest first",
        (Column("wager"), Column("on"), Column("of the wager", "percent"), Column("wins", "percent")),
        tuple((row.wager, row.variant, row.house_edge, row.hit_frequency) for row in ranked),
    )


def scatter(rows: Iterable[Row]) -> Scatter:
    """Return the scatter chart of wagers. Wagers with the same edge and deviation share a dot."""
    groups: dict[tuple[Fraction, Fraction], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.house_edge, row.variance), []).append(row)
    return Scatter(
        title="What every wager costs, and how far it swings",
        unit="House edge and standard deviation for each wager, of the wager",
        dots=tuple(Dot(_names(group), *cost) for cost, group in sorted(groups.items(), key=lambda item: item[0])),
    )


def card(rows: Iterable[Row]) -> Iterator[Step]:
    """Yield a step of the strategy card for each band of house edges that has wagers."""
    ranked = sorted(rows, key=lambda row: row.house_edge)
    for title, is_in_band in BANDS:
        groups: dict[Fraction, list[Row]] = {}
        for row in ranked:
            if is_in_band(row.house_edge):
                groups.setdefault(row.house_edge, []).append(row)
        if groups:
            lists = [_names(group) + f" ({percent(edge, 2)})" * bool(edge) for edge, group in groups.items()]
            yield Step(title, ("; ".join(lists),))


def _names(rows: list[Row]) -> str:
    return ", ".join(f"{row.wager} {row.variant}".strip() for row in rows)


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
