"""The questions of exact analysis as plain functions. They need the extra `exact`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.law.editions import AsOf, Assume
from pitboss.public.house import HouseLike, house_for

if TYPE_CHECKING:
    from pitboss.analysis.exact_reports import AnswerReport, EdgeReport, ExposureReport, StrategyReport
    from pitboss.analysis.study import Study


def edge(
    game: str,
    *,
    house: HouseLike = None,
    settings: Mapping[str, object] | None = None,
    as_of: AsOf = None,
    assume: Assume = "",
    readings: Mapping[str, str] | None = None,
    bet: object = None,
    removed: str = "",
) -> EdgeReport:
    """Calculate what every wager of a game costs under optimal play, as exact fractions.

    Args: game: Its name, as `pitboss.games()` lists it. house: The table, as `open_table` takes it. settings: Elections
    to try: keys of a house file, or a line of a pay table, as in `{"trips.flush": "7 to 1"}`. Those that the text does
    not allow are calculated with a warning. as_of: The day whose law applies, a date or YYYY-MM-DD. By default the
    newest text held. assume: `"earlier"` or `"later"`: which text to take where none of that day is held. readings:
    Choices for doubtful passages; `pitboss readings GAME` lists them. bet: Dollars, as in 5 or "7.50". By default the
    table's minimum. removed: Cards that are out of the shoe, repeated if more than one is out, as in "As As Kd". Only
    games dealt from a shoe that lasts for many rounds take them.

    Raises:
        ValueError: An argument makes no sense, or this cannot be calculated.
        ImportError: The extra `exact` is not installed.
    """
    return study_of(game, house, settings, as_of, assume, readings, bet).edge(removed=removed)


def strategy(
    game: str,
    *,
    house: HouseLike = None,
    settings: Mapping[str, object] | None = None,
    as_of: AsOf = None,
    assume: Assume = "",
    readings: Mapping[str, str] | None = None,
    bet: object = None,
) -> StrategyReport:
    """Show how to play a game best, and what simple ways to play it cost. Takes the arguments of `edge`."""
    return study_of(game, house, settings, as_of, assume, readings, bet).strategy()


def exposure(
    game: str,
    *,
    house: HouseLike = None,
    settings: Mapping[str, object] | None = None,
    as_of: AsOf = None,
    assume: Assume = "",
    readings: Mapping[str, str] | None = None,
    bet: object = None,
) -> ExposureReport:
    """Calculate what a card seen too early is worth, with the paragraph that governs it. Takes the arguments of
    `edge`."""
    return study_of(game, house, settings, as_of, assume, readings, bet).exposure()


def ask(
    game: str,
    cards: str = "",
    *,
    board: str = "",
    dealer: str = "",
    seen: str = "",
    wagers: Mapping[str, object] | None = None,
    point: int = 0,
    house: HouseLike = None,
    settings: Mapping[str, object] | None = None,
    as_of: AsOf = None,
    assume: Assume = "",
    readings: Mapping[str, str] | None = None,
    bet: object = None,
) -> AnswerReport:
    """Calculate the exact value of each choice in one situation. Takes the arguments of `edge`, and the situation.

    Args:
        cards: Your own cards, as in "Ah Kd".
        board: The community cards that lie face up.
        dealer: Cards of the dealer that you have seen.
        seen: Other cards that you know to be out of play.
        wagers: Dollars by betting area, where what lies on the layout matters.
        point: At craps, the point.
    """
    about = study_of(game, house, settings, as_of, assume, readings, bet)
    return about.ask(cards, board=board, dealer=dealer, seen=seen, wagers=wagers, point=point)


def study_of(
    game: str,
    house: HouseLike,
    settings: Mapping[str, object] | None,
    as_of: AsOf,
    assume: Assume,
    readings: Mapping[str, str] | None,
    bet: object,
) -> Study:
    """Collect the arguments of a question into a study of the game."""
    from pitboss.analysis.study import setting
    from pitboss.games import load

    table = None if house is None else house_for(load(game), house)
    return setting(game, as_of=as_of, assume=assume, house=table, settings=settings, readings=readings, bet=bet)
