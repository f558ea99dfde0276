"""Pictures and a card of the wagers of craps: what they cost and how far their results vary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from pitboss.counting.decimals import percent
from pitboss.counting.exact_model import Row
from pitboss.counting.strategy_pictures import Dot, Scatter, Step
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.layout import COME, DONT_COME, DONT_PASS, PASS, odds_of
from pitboss.games.craps.math.exact import wagers
from pitboss.law.rules import Rules

ODDS = tuple(map(odds_of, (PASS, DONT_PASS, COME, DONT_COME)))
RESOLVED = "the wager resolved"  # the same wager once more, without what came back
BANDS: tuple[tuple[str, Callable[[Fraction], bool]], ...] = (
    ("Pays you in the long run", lambda edge: edge < 0),
    ("Costs nothing", lambda edge: edge == 0),
    ("Costs 2% or less", lambda edge: 0 < edge <= Fraction(2, 100)),
    ("Costs more than 2%, up to 5%", lambda edge: Fraction(2, 100) < edge <= Fraction(5, 100)),
    ("Costs more than 5%, up to 10%", lambda edge: Fraction(5, 100) < edge <= Fraction(10, 100)),
    ("Costs more than 10%", lambda edge: edge > Fraction(10, 100)),
)


def rows_of_wagers(rules: Rules, house: CrapsHouse, bet: int) -> list[Row]:
    return [row for row in wagers(rules, house, bet) if row.unit != RESOLVED]


def _by_number(rows: list[Row]) -> str:
    """Name wagers grouped by their numbers."""
    wagers: dict[str, list[str]] = {}
    for row in rows:
        wagers.setdefault(row.variant, []).append(row.wager)
    return ", ".join(f"{', '.join(some)} {variant}".strip() for variant, some in wagers.items())


def pictures(rules: Rules, house: CrapsHouse, bet: int) -> Iterator[Scatter]:
    alike: dict[tuple[Fraction, Fraction], list[Row]] = {}
    for row in rows_of_wagers(rules, house, bet):
        alike.setdefault((row.house_edge, row.variance), []).append(row)
    yield Scatter(
        title="What every wager costs, and how far it swings",
        unit="House edge and standard deviation for each wager made, of the wager; with odds, of the bet in front",
        dots=tuple(Dot(_by_number(rows), *where) for where, rows in sorted(alike.items(), key=lambda each: each[0])),
    )


def card(rules: Rules, house: CrapsHouse, bet: int) -> Iterator[Step]:
    plain = [row for row in rows_of_wagers(rules, house, bet) if row.average_wager == 1 or "odds" not in row.variant]
    for title, fits in BANDS:
        alike: dict[Fraction, list[Row]] = {}
        for row in sorted(plain, key=lambda each: each.house_edge):
            if fits(row.house_edge):
                alike.setdefault(row.house_edge, []).append(row)
        if alike:
            told = [_name_wagers(rows, plain) + f" ({percent(edge, 2)})" * bool(edge) for edge, rows in alike.items()]
            yield Step(title, ("; ".join(told),))
    if any(row.house_edge == 0 and row.wager in ODDS for row in plain):
        yield Step("Odds", ("Odds go behind a bet that has its point. They swing further and cost nothing more.",))


def _name_wagers(rows: list[Row], every: list[Row]) -> str:
    """Name each wager once, with its numbers unless all of them are meant."""
    variants: dict[str, list[str]] = {}
    for row in rows:
        variants.setdefault(row.wager, []).append(row.variant)
    return ", ".join(
        wager if len(some) == sum(row.wager == wager for row in every) else f"{wager} {', '.join(some)}"
        for wager, some in variants.items()
    )
