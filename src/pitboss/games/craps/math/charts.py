"""Pictures and a card of the wagers of craps: what they cost and how far their results vary."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.counting import wager_costs
from pitboss.counting.exact_model import Row
from pitboss.counting.strategy_pictures import PictureModel, Scatter, Step
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.layout import COME, DONT_COME, DONT_PASS, PASS, odds_of
from pitboss.games.craps.math.exact import MODEL as EXACT
from pitboss.law.rules import Rules

ODDS = tuple(map(odds_of, (PASS, DONT_PASS, COME, DONT_COME)))
RESOLVED = "the wager resolved"  # the same wager once more, without what came back
LIMITS = (2, 5, 10)  # of the bands of the card, in percent


def rows_of_wagers(rules: Rules, house: CrapsHouse, bet: int) -> list[Row]:
    return [row for row in EXACT.wagers(rules, house, bet) if row.unit != RESOLVED]


def _by_number(rows: list[Row]) -> str:
    """Name wagers grouped by their numbers."""
    wagers: dict[str, list[str]] = {}
    for row in rows:
        wagers.setdefault(row.variant, []).append(row.wager)
    return ", ".join(f"{', '.join(some)} {variant}".strip() for variant, some in wagers.items())


def _name_wagers(rows: list[Row], every: list[Row]) -> str:
    """Name each wager of these rows once. Its numbers are added unless they are all that the wager has among the rows
    `every`.
    """
    variants: dict[str, list[str]] = {}
    for row in rows:
        variants.setdefault(row.wager, []).append(row.variant)
    return ", ".join(
        wager if len(some) == sum(row.wager == wager for row in every) else f"{wager} {', '.join(some)}"
        for wager, some in variants.items()
    )


class CrapsPictures(PictureModel[CrapsHouse]):
    """The wagers by cost."""

    def pictures(self, rules: Rules, house: CrapsHouse, bet: int) -> Iterator[Scatter]:
        about = "House edge and standard deviation for each wager made, of the wager; with odds, of the bet in front"
        yield wager_costs.scatter(rows_of_wagers(rules, house, bet), about, _by_number)

    def card(self, rules: Rules, house: CrapsHouse, bet: int) -> Iterator[Step]:
        rows = rows_of_wagers(rules, house, bet)
        plain = [row for row in rows if row.average_wager == 1 or "odds" not in row.variant]
        yield from wager_costs.card(plain, LIMITS, lambda some: _name_wagers(some, plain))
        if any(row.house_edge == 0 and row.wager in ODDS for row in plain):
            yield Step("Odds", ("Odds go behind a bet that has its point. They swing further and cost nothing more.",))


MODEL = CrapsPictures()
