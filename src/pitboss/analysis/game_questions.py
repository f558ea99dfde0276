"""The questions of exact analysis, for a game by its name. To ask more than one about the same table, make a `Study`
(`setting`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Unpack

from pitboss.analysis.exact_reports import AnswerReport, EdgeReport, ExposureReport, StrategyReport
from pitboss.analysis.study import Terms, setting

if TYPE_CHECKING:
    from pitboss.analysis.par_sheets.par_sheet import ParReport


def edge(game: str, *, cache: bool = True, players: int = 0, removed: str = "", **terms: Unpack[Terms]) -> EdgeReport:
    """Return the edge of every wager of a game under optimal play. Elections are named as in a house file, amounts are
    dollars.

    With `players`, include what players wager against each other at a table of that many. With `removed`, deal from a
    shoe without these cards, as in "As As Kd".
    """
    return setting(game, **terms).edge(cache=cache, players=players, removed=removed)


def strategy(game: str, *, cache: bool = True, **terms: Unpack[Terms]) -> StrategyReport:
    """Return the optimal strategy in a form for people, and what simpler strategies cost by comparison."""
    return setting(game, **terms).strategy(cache=cache)


def exposure(game: str, *, cache: bool = True, **terms: Unpack[Terms]) -> ExposureReport:
    """Return what a card seen too early is worth."""
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
    """Return the exact value of each choice in one situation. Cards are written as people write them: "Ah Kd 10s"."""
    study = setting(game, **terms)
    return study.ask(cards, board=board, dealer=dealer, seen=seen, wagers=wagers, point=point)


def par(game: str, *, cache: bool = True, **terms: Unpack[Terms]) -> ParReport:
    """Return the PAR sheet of a game: the edges, what they are made of, and the results of many rounds."""
    from pitboss.analysis.par_sheets.par_sheet import command_words, par_sheet

    house = ("--house", "FILE") if terms.get("house") is not None else ()
    words = command_words(
        as_of=terms.get("as_of"),
        assume=terms.get("assume"),
        settings=terms.get("settings"),
        readings=terms.get("readings"),
        bet=terms.get("bet"),
    )
    return par_sheet(setting(game, **terms), asked=(*house, *words), cache=cache)
