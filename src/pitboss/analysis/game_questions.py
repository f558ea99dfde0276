"""The questions, asked of a game by its name. Ask more than one at the same table with a `Study` (`setting`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Unpack

from pitboss.analysis.exact_reports import AnswerReport, EdgeReport, ExposureReport, StrategyReport
from pitboss.analysis.study import Terms, setting

if TYPE_CHECKING:
    from pitboss.analysis.par_sheets.par_sheet import ParReport


def edge(game: str, *, cache: bool = True, players: int = 0, removed: str = "", **terms: Unpack[Terms]) -> EdgeReport:
    """Every wager of a game under optimal play. Elections are named as in a house file, amounts are dollars.

    With `players`, also what players wager against each other, so many of them at the table. With `removed`, from a
    shoe without these cards, as in "As As Kd".
    """
    return setting(game, **terms).edge(cache=cache, players=players, removed=removed)


def strategy(game: str, *, cache: bool = True, **terms: Unpack[Terms]) -> StrategyReport:
    """The optimal strategy as a person would want it, and what simple ones cost beside it."""
    return setting(game, **terms).strategy(cache=cache)


def exposure(game: str, *, cache: bool = True, **terms: Unpack[Terms]) -> ExposureReport:
    """What a card seen too early is worth."""
    return setting(game, **terms).exposure(cache=cache)


def ask(
    game: str,
    cards: str = "",
    *,
    board: str = "",
    dealer: str = "",
    seen: str = "",
    wagers: Mapping[str, object] | None = None,
    point: int = 0,
    **terms: Unpack[Terms],
) -> AnswerReport:
    """The exact value of each choice in one situation. Cards as people write them: "Ah Kd 10s"."""
    about = setting(game, **terms)
    return about.ask(cards, board=board, dealer=dealer, seen=seen, wagers=wagers, point=point)


def par(game: str, *, cache: bool = True, **terms: Unpack[Terms]) -> ParReport:
    """The PAR sheet of a game: the edges, what they are made of, and what many rounds come to."""
    from pitboss.analysis.par_sheets.par_sheet import command_words, par_sheet

    house = ("--house", "FILE") if terms.get("house") is not None else ()
    asked = command_words(
        as_of=terms.get("as_of"),
        assume=terms.get("assume"),
        settings=terms.get("settings"),
        readings=terms.get("readings"),
        bet=terms.get("bet"),
    )
    return par_sheet(setting(game, **terms), asked=(*house, *asked), cache=cache)
