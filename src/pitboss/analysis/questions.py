"""Exact analysis: what wagers cost, how to play, what a situation and a card seen too early are worth, as fractions.

from pitboss.analysis import edge
edge("let-it-ride")["base"].house_edge
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.analysis.cache import cached
from pitboss.analysis.report import AnswerReport, EdgeReport, ExposureReport, Priced, StrategyReport
from pitboss.analysis.setting import Study, setting
from pitboss.counting.model import ImpossibleError, Row, Situation
from pitboss.engine.house import House
from pitboss.law.editions import Assume
from pitboss.law.readings import readings_of
from pitboss.table.cards import parse_cards
from pitboss.table.money import Money


def edge(
    game: str,
    *,
    as_of: str | None = None,
    assume: Assume = "",
    house: House | None = None,
    settings: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    bet: object = None,
    cache: bool = True,
) -> EdgeReport:
    """Every wager of a game under optimal play. Elections are named as in a house file, amounts are dollars."""
    about = setting(game, as_of=as_of, assume=assume, house=house, settings=settings, readings=readings, bet=bet)
    return edge_at(about, cache=cache)


def edge_at(about: Study, *, cache: bool = True) -> EdgeReport:
    return cached("edge", about, EdgeReport, lambda: _edge(about), use=cache)


def _edge(about: Study) -> EdgeReport:
    rows = list(about.model.wagers(about.rules, about.house, about.bet))
    priced = under_alternatives(about, rows)
    wagers = tuple(Priced(row, priced[at]) for at, row in enumerate(rows))
    return EdgeReport(**_head(about), wagers=wagers, uncounted=tuple(about.model.UNCOUNTED))


def under_alternatives(about: Study, rows: list[Row]) -> list[dict[str, dict[str, Any]]]:
    """For each row and each reading that it rests on: the edge under every choice."""
    known = readings_of(about.game.package)
    found: list[dict[str, dict[str, Any]]] = [{} for _ in rows]
    for reading in sorted({reading for row in rows for reading in row.rests_on}):
        for choice in known[reading].choices:
            if choice == about.rules.reads(reading):
                then = rows
            else:
                readings = {**about.rules.readings, reading: choice}
                other = about.game.rules(readings, about.rules.as_of, about.rules.assumed)
                try:
                    then = list(about.model.wagers(other, about.house, about.bet))
                except ImpossibleError:  # the model does not count that out
                    then = []
            for at, row in enumerate(rows):
                if reading in row.rests_on:
                    found[at].setdefault(reading, {})[choice] = _same_row(row, then)
    return found


def _same_row(row: Row, others: list[Row]) -> Any:
    """The edge of this row under another reading, by which made and resolved may come to the same."""
    alike = [other for other in others if (other.wager, other.variant) == (row.wager, row.variant)]
    by_unit = [other for other in alike if other.unit == row.unit]
    return (by_unit or alike)[0].house_edge if alike else None


def strategy(
    game: str,
    *,
    as_of: str | None = None,
    assume: Assume = "",
    house: House | None = None,
    settings: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    bet: object = None,
    cache: bool = True,
) -> StrategyReport:
    """The optimal strategy as a person would want it, and what simple ones cost beside it."""
    about = setting(game, as_of=as_of, assume=assume, house=house, settings=settings, readings=readings, bet=bet)
    return strategy_at(about, cache=cache)


def strategy_at(about: Study, *, cache: bool = True) -> StrategyReport:
    def compute() -> StrategyReport:
        tables = about.model.strategy(about.rules, about.house, about.bet)
        return StrategyReport(**_head(about), tables=tuple(tables))

    return cached("strategy", about, StrategyReport, compute, use=cache)


def exposure(
    game: str,
    *,
    as_of: str | None = None,
    assume: Assume = "",
    house: House | None = None,
    settings: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    bet: object = None,
    cache: bool = True,
) -> ExposureReport:
    """What one card seen too early is worth."""
    about = setting(game, as_of=as_of, assume=assume, house=house, settings=settings, readings=readings, bet=bet)
    return exposure_at(about, cache=cache)


def exposure_at(about: Study, *, cache: bool = True) -> ExposureReport:
    def compute() -> ExposureReport:
        found = about.model.exposure(about.rules, about.house, about.bet)
        return ExposureReport(**_head(about), exposures=tuple(found))

    return cached("exposure", about, ExposureReport, compute, use=cache)


def ask(
    game: str,
    cards: str = "",
    *,
    board: str = "",
    dealer: str = "",
    seen: str = "",
    wagers: Mapping[str, object] | None = None,
    point: int = 0,
    as_of: str | None = None,
    assume: Assume = "",
    house: House | None = None,
    settings: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    bet: object = None,
) -> AnswerReport:
    """The exact value of each choice in one situation. Cards as people write them: "Ah Kd 10s"."""
    about = setting(game, as_of=as_of, assume=assume, house=house, settings=settings, readings=readings, bet=bet)
    return ask_at(about, cards, board=board, dealer=dealer, seen=seen, wagers=wagers, point=point)


def ask_at(
    about: Study,
    cards: str = "",
    *,
    board: str = "",
    dealer: str = "",
    seen: str = "",
    wagers: Mapping[str, object] | None = None,
    point: int = 0,
) -> AnswerReport:
    parse_cards(" ".join((cards, board, dealer, seen)))  # no card twice, wherever it lies
    held, up, shown, out = map(parse_cards, (cards, board, dealer, seen))
    situation = Situation(
        cards=held,
        board=up,
        dealer=shown,
        seen=out,
        stakes={spot: Money.parse(amount) for spot, amount in (wagers or {}).items()},
        point=point,
    )
    answer = about.model.ask(about.rules, about.house, about.bet, situation)
    return AnswerReport(**_head(about), answer=answer)


def _head(about: Study) -> dict[str, Any]:
    held = set(about.rules.sections.values())
    return {
        "game": about.game.name,
        "edition": max([text for text in held if text <= about.rules.as_of] or held),
        "texts": about.rules.texts,
        "rules": about.rules.digest,
        "bet": int(about.bet),
        "bet_matters": about.model.bet_matters(about.house),
        "warnings": about.warnings,
    }
